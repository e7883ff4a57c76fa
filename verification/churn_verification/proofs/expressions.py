"""What the expressions of the specification's source mean on any position.

Of Python the interpreter knows what the specification uses, and refuses the rest.
"""

import ast
import builtins
import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from enum import EnumMeta
from types import FunctionType
from typing import Any, NamedTuple

from churn_verification.proofs.algebra import Algebra, Truth
from churn_verification.proofs.grid import Grid
from churn_verification.proofs.values import (
    SYMBOLIC,
    Cells,
    Choice,
    Difference,
    Guarded,
    OneCell,
    Operations,
    Record,
    Several,
    Table,
    UnsupportedSource,
    Value,
)

Summaries = Mapping[Callable[..., Any], Callable[..., Value]]
"""What takes the place of functions that the source calls; that it says the same is proved."""


class Raised(NamedTuple):
    """An error that the source raises.

    Attributes:
        where: the positions on which it does.
        error: the class of the error.
        arguments: what it is raised with.
    """

    where: Truth
    error: type[Exception]
    arguments: tuple[Value, ...]


@dataclass
class Frame:
    """A function as it runs: its names, the positions that have come this far, and what it gave."""

    names: dict[str, Value]
    outside: Mapping[str, Any]
    path: Truth = True
    returned: list[Guarded] = field(default_factory=list)

    def branch(self, path: Truth) -> "Frame":
        """The same function on one way through it."""
        return Frame(dict(self.names), self.outside, path, self.returned)


class Expressions(ABC):
    """Gives the values of expressions.

    Args:
        grid: the board.
        algebra: sets, numbers and truths.
        summaries: what is called in place of functions of the source.

    Attributes:
        raised: the errors that the source has raised so far.
    """

    def __init__(self, grid: Grid, algebra: Algebra, summaries: Summaries) -> None:
        self.operations = Operations(grid, algebra)
        self.algebra = algebra
        self.raised: list[Raised] = []
        self._summaries = summaries
        self._callers: list[Truth] = []

    @abstractmethod
    def call(self, function: Callable[..., Any], *arguments: Value) -> Value:
        """What a function of the specification gives."""

    @property
    def here(self) -> Truth:
        """The positions on which what is being called is called."""
        return self.operations.both(*self._callers)

    def _assign(self, target: ast.expr, value: Value, names: dict[str, Value]) -> None:
        match target:
            case ast.Name(id=name):
                names[name] = value
            case ast.Tuple(elts=targets):
                for each, part in zip(targets, value, strict=True):
                    self._assign(each, part, names)
            case _:
                raise UnsupportedSource(f"assigning to {ast.unparse(target)!r}")

    def _truth(self, node: ast.expr, frame: Frame) -> Truth:
        return self.operations.truth(self._value(node, frame))

    def _value(self, node: ast.expr, frame: Frame) -> Value:  # noqa: C901, PLR0911, PLR0912 - a case for each kind
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                if name in frame.names:
                    return frame.names[name]
                return frame.outside.get(name, getattr(builtins, name, None))
            case ast.Attribute(value=of, attr=name):
                return self._attribute(self._value(of, frame), name, frame)
            case ast.Subscript(value=of, slice=index):
                return self._looked_up(self._value(of, frame), self._value(index, frame))
            case ast.Tuple(elts=parts):
                return tuple(self._value(each, frame) for each in parts)
            case ast.List(elts=parts) | ast.Set(elts=parts):
                return self.operations.set_of((True, self._value(each, frame)) for each in parts)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self.operations.negation(self._truth(operand, frame))
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
                return -value
            case ast.BinOp(left=left, op=operator, right=right):
                return self._combined(operator, self._value(left, frame), self._value(right, frame))
            case ast.BoolOp(op=operator, values=values):
                return self._in_turn(isinstance(operator, ast.Or), values, frame)
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                return self._either_value(self._truth(test, frame), body, otherwise, frame)
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                return self._compared(operator, self._value(left, frame), self._value(right, frame))
            case ast.SetComp(elt=element, generators=generators):
                return self._together(self._gathered(element, generators, frame))
            case ast.GeneratorExp() | ast.ListComp():
                return _Unread(node, frame)
            case ast.DictComp(key=key, value=value, generators=generators):
                pair = ast.Tuple([key, value])
                entries = self._gathered(pair, generators, frame, distinct=True)
                return Table(tuple((where, *each) for where, each in entries))
            case ast.Call():
                return self._called(node, frame)
        raise UnsupportedSource(f"the expression {ast.unparse(node)!r}")

    def _either_value(
        self, test: Truth, body: ast.expr, otherwise: ast.expr, frame: Frame
    ) -> Value:
        if isinstance(test, bool):
            return self._value(body if test else otherwise, frame)
        one, other = self._value(body, frame), self._value(otherwise, frame)
        if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
            return tuple(map(lambda a, b: self.operations.choose(test, a, b), one, other))
        return self.operations.choose(test, one, other)

    def _in_turn(self, is_or: bool, values: Sequence[ast.expr], frame: Frame) -> Value:
        """`or`, `and`: the first value that decides, or the last one."""
        first = self._value(values[0], frame)
        if len(values) == 1:
            return first
        decides = self.operations.truth(first)
        if not is_or:
            decides = self.operations.negation(decides)
        if decides is True:
            return first
        rest = self._in_turn(is_or, values[1:], frame)
        if decides is False:
            return rest
        if isinstance(first, Cells) and isinstance(self.operations.lifted(rest), Cells):
            return self.operations.choose(decides, first, rest)
        together = self.operations.either if is_or else self.operations.both
        return together(self.operations.truth(first), self.operations.truth(rest))

    def _attribute(self, value: Value, name: str, frame: Frame) -> Value:
        if isinstance(value, Choice):
            return self._of_each(value, lambda each: getattr(each, name), frame)
        if not isinstance(value, Record):
            return getattr(value, name)
        if name in value.fields:
            return value[name]
        found = inspect.getattr_static(value.kind, name)
        if isinstance(found, property) and found.fget is not None:
            return self.call(found.fget, value)
        return lambda *arguments: self.call(found, value, *arguments)

    def _of_each(self, choice: Choice, function: Callable[[Any], Any], frame: Frame) -> Choice:
        """What a function gives for whichever constant it is; where it fails, that is raised."""
        result: dict[Value, Truth] = {}
        for constant, where in choice.alternatives.items():
            try:
                value = function(constant)
            except (AttributeError, ValueError) as error:
                here = self.operations.both(*self._callers, frame.path, where)
                self.raised.append(Raised(here, type(error), error.args))
            else:
                result[value] = self.operations.either(result.get(value, False), where)
        return Choice(result)

    def _looked_up(self, table: Value, key: Value) -> Value:
        if not isinstance(key, OneCell):
            return table[key]
        return Cells(
            self.operations.union_where(
                (self.algebra.has(key.word, number), self.operations.lifted(table[cell]).word)
                for number, cell in enumerate(self.operations.cells)
            )
        )

    def _combined(self, operator: ast.operator, one: Value, other: Value) -> Value:
        if not isinstance(one, SYMBOLIC) and not isinstance(other, SYMBOLIC):
            python = _PYTHON.get(type(operator))
            if python and isinstance(one, (int, frozenset)) and isinstance(other, type(one)):
                return python(one, other)
            if isinstance(operator, ast.Sub):
                return Difference(self.operations.number(one), self.operations.number(other))
            if isinstance(operator, ast.Add):
                return self.algebra.plus(self.operations.number(one), self.operations.number(other))
        if isinstance(operator, ast.BitOr):
            return self.operations.united(one, other)
        one, other = self.operations.lifted(one), self.operations.lifted(other)
        if isinstance(operator, ast.BitAnd):
            return Cells(one.word & other.word)
        if isinstance(operator, ast.Sub):
            return Cells(one.word & self.algebra.complement(other.word))
        raise UnsupportedSource(f"{type(operator).__name__} of {type(one).__name__}")

    def _compared(  # noqa: PLR0911 - a case for each operator
        self, operator: ast.cmpop, one: Value, other: Value
    ) -> Truth:
        operations = self.operations
        match operator:
            case ast.Is() | ast.Eq():
                return operations.same(one, other)
            case ast.IsNot() | ast.NotEq():
                return operations.negation(operations.same(one, other))
            case ast.Lt():
                return operations.below(one, other)
            case ast.Gt():
                return operations.below(other, one)
            case ast.LtE():
                return operations.at_most(one, other)
            case ast.GtE():
                return operations.at_most(other, one)
            case ast.In():
                return operations.is_in(one, other)
            case ast.NotIn():
                return operations.negation(operations.is_in(one, other))
        raise UnsupportedSource(f"the comparison {type(operator).__name__}")

    def _gathered(
        self,
        element: ast.expr,
        generators: Sequence[ast.comprehension],
        frame: Frame,
        distinct: bool = False,
        where: Truth = True,
    ) -> list[Guarded]:
        """What a comprehension gives, each with where it does."""
        if not generators:
            return [(where, self._value(element, frame))]
        first, *others = generators
        through = self._value(first.iter, frame)
        if not others and not distinct and _takes_all(element, first, through):
            return [(where, _Whole(through))]
        found = []
        for guard, each in self._members(through, distinct):
            inner = frame.branch(frame.path)
            self._assign(first.target, each, inner.names)
            tests = [self._truth(test, inner) for test in first.ifs]
            here = self.operations.both(where, guard, *tests)
            if here is not False:
                found += self._gathered(element, others, inner, distinct, here)
        return found

    def _members(self, value: Value, distinct: bool) -> Iterable[Guarded]:
        if isinstance(value, _Unread):
            return self._read(value, distinct)
        return self.operations.members(value, distinct)

    def _read(self, unread: "_Unread", distinct: bool) -> list[Guarded]:
        node = unread.node
        return self._gathered(node.elt, node.generators, unread.frame, distinct)

    # Calls ---------------------------------------------------------------------------------------

    def _called(self, node: ast.Call, frame: Frame) -> Value:
        function = self._value_called(node.func, frame)
        arguments = [self._value(each, frame) for each in node.args]
        named = {each.arg: self._value(each.value, frame) for each in node.keywords if each.arg}
        own = getattr(self, f"_call_{getattr(function, '__name__', '')}", None)
        if function is replace:
            return self._replaced(frame, *arguments, **named)
        if own is not None and getattr(builtins, function.__name__, None):
            return own(*arguments, **named)
        if isinstance(function, EnumMeta):
            return self._of_each(arguments[0], function, frame)
        if isinstance(function, type) and is_dataclass(function):
            return self._made(function, arguments, named, frame)
        if not isinstance(function, FunctionType) and not hasattr(function, "__wrapped__"):
            raise UnsupportedSource(f"the call {ast.unparse(node)!r}")
        if function.__name__ == "<lambda>":  # a method, or what `items` and `values` give
            return function(*arguments)
        return self._from(frame, function, *arguments)

    def _from(self, frame: Frame, function: Callable[..., Any], *arguments: Value) -> Value:
        """What a function gives where it is called on one way through another."""
        self._callers.append(frame.path)
        result = self.call(function, *arguments)
        self._callers.pop()
        return result

    def _value_called(self, node: ast.expr, frame: Frame) -> Value:
        if isinstance(node, ast.Attribute):
            of = self._value(node.value, frame)
            if isinstance(of, Table):
                return {
                    "items": lambda: Several(tuple((w, (k, v)) for w, k, v in of.entries)),
                    "values": lambda: Several(tuple((w, v) for w, _, v in of.entries)),
                }[node.attr]
            return self._attribute(of, node.attr, frame)
        return self._value(node, frame)

    def _made(
        self, kind: type, given: Sequence[Value], named: Mapping[str, Value], frame: Frame
    ) -> Value:
        names = [each.name for each in fields(kind)]
        values = {each.name: each.default for each in fields(kind) if each.default is not MISSING}
        values |= dict(zip(names, given, strict=False)) | dict(named)
        record = Record(kind, values)
        if hasattr(kind, "__post_init__"):
            self._from(frame, kind.__post_init__, record)
        return record

    def _replaced(self, frame: Frame, record: Value, **changed: Value) -> Value:
        record = self.operations.lifted(record)
        return self._made(record.kind, (), {**record.fields, **changed}, frame)

    def _call_frozenset(self, value: Value = ()) -> Value:
        if isinstance(value, _Unread):
            return self._together(self._read(value, distinct=False))
        return value if isinstance(value, SYMBOLIC) else frozenset(value)

    _call_set = _call_frozenset

    def _together(self, pairs: list[Guarded]) -> Value:
        """The set of what a comprehension gives."""
        whole = [(where, each.cells) for where, each in pairs if isinstance(each, _Whole)]
        if not whole:
            return self.operations.set_of(pairs)
        return Cells(self.operations.union_where((where, each.word) for where, each in whole))

    def size_of(self, value: Value) -> Value:
        """What `len` gives."""
        if not isinstance(value, Cells):
            return len(value)
        if value.size is not None:
            return value.size
        count = self._summaries.get(len, self.algebra.count)
        return count(value.word)

    _call_len = size_of

    def _call_min(self, value: Value, default: Value | None = None) -> Value:
        if not isinstance(value, (*SYMBOLIC, _Unread)):
            return min(value)
        if isinstance(value, _Unread):
            value = Several(tuple(self._read(value, distinct=False)))
        return self.operations.least(value, default, self.operations.below)

    def _call_max(self, value: Value, default: Value | None = None) -> Value:
        def above(one: Value, other: Value) -> Truth:
            return self.operations.below(other, one)

        return self.operations.least(value, default, above)

    def _call_isinstance(self, value: Value, kind: type) -> bool:
        return not isinstance(value, SYMBOLIC) and isinstance(value, kind)

    def _call_sorted(self, value: Value, reverse: bool) -> Several:
        """Numbers in order: which ones is all that is said of them here."""
        if not reverse:
            raise UnsupportedSource("numbers sorted with the smallest first")
        return Several(tuple(self._members(value, distinct=True)))

    def _call_tuple(self, value: Value) -> Value:
        return value if isinstance(value, SYMBOLIC) else tuple(value)


@dataclass(frozen=True)
class _Unread:
    """A generator that nothing has gone through yet."""

    node: Any
    frame: Frame


@dataclass(frozen=True)
class _Whole:
    """All cells of a set, gathered at once."""

    cells: Cells


def _takes_all(element: ast.expr, generator: ast.comprehension, through: Value) -> bool:
    """Whether a comprehension ends in `x for x in through`, a set of cells and nothing else."""
    is_all = not generator.ifs and ast.unparse(generator.target) == ast.unparse(element)
    return is_all and isinstance(through, Cells) and not through.others


_PYTHON: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.BitOr: lambda one, other: one | other,
    ast.BitAnd: lambda one, other: one & other,
    ast.Sub: lambda one, other: one - other,
    ast.Add: lambda one, other: one + other,
}
