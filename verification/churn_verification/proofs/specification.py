"""The specification's own source, run on any position instead of one.

`Specification` interprets the functions of `churn_spec` from their syntax trees, on the values of
`values`. What a person reads in `rules.py`, `position.py`, `game.py` and `ranking.py` is so what z3
is asked about. What is known is left to Python: `cells_of(board)` is called, and `neighbours_of` is
looked up. A branch is taken both ways and the results are put together; a loop is unrolled until
nothing can be left to do.

Of Python the interpreter knows what the specification uses, and refuses the rest. What it does is
compared with what Python does on millions of positions (`proof-model/*`).
"""

import ast
import builtins
import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from enum import EnumMeta
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

from churn_verification.proofs.algebra import Algebra, Truth
from churn_verification.proofs.grid import Grid
from churn_verification.proofs.values import (
    SYMBOLIC,
    Cells,
    Choice,
    Difference,
    Family,
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


class Slip(NamedTuple):
    """A deliberate mistake in the specification's source.

    Attributes:
        function: the name of the function that has it.
        right: a passage of its source.
        wrong: what stands there by mistake.
    """

    function: str
    right: str
    wrong: str


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
class _Frame:
    """A function as it runs: its names, the positions that have come this far, and what it gave."""

    names: dict[str, Value]
    outside: Mapping[str, Any]
    path: Truth = True
    returned: list[Guarded] = field(default_factory=list)

    def branch(self, path: Truth) -> "_Frame":
        return _Frame(dict(self.names), self.outside, path, self.returned)


@cache
def _tree_of(function: FunctionType, slips: tuple[Slip, ...]) -> ast.FunctionDef:
    """The syntax tree of a function, with the slips that it has.

    Raises:
        UnsupportedSource: a slip's passage is not in the source, or more than once.
    """
    text = textwrap.dedent(inspect.getsource(function))
    for slip in slips:
        if text.count(slip.right) != 1:
            raise UnsupportedSource(
                f"{slip.function} holds {slip.right!r} {text.count(slip.right)} times, not once"
            )
        text = text.replace(slip.right, slip.wrong)
    (tree,) = ast.parse(text).body
    assert isinstance(tree, ast.FunctionDef)
    return tree


class Specification:
    """Runs functions of the specification on any positions of a board.

    Args:
        grid: the board.
        algebra: sets, numbers and truths.
        slips: deliberate mistakes in the source.
        summaries: what is called in place of functions of the source.
        supposed: gives what may be supposed when it is asked whether a loop goes on.

    Attributes:
        raised: the errors that the source has raised so far.
        functions: the names of the functions whose source was run.
    """

    def __init__(
        self,
        grid: Grid,
        algebra: Algebra,
        slips: Sequence[Slip] = (),
        summaries: Summaries | None = None,
        supposed: Callable[[], Iterable[Truth]] = tuple,
    ) -> None:
        self.operations = Operations(grid, algebra)
        self.algebra = algebra
        self.raised: list[Raised] = []
        self.functions: set[str] = set()
        self._slips = tuple(slips)
        self._summaries = summaries or {}
        self._supposed = supposed
        self._callers: list[Truth] = []

    def call(self, function: Callable[..., Any], *arguments: Value) -> Value:
        """What a function of the specification gives."""
        if function in self._summaries:
            return self._summaries[function](*arguments)
        source = inspect.unwrap(function)
        if not isinstance(source, FunctionType) or not source.__module__.startswith("churn_spec."):
            raise UnsupportedSource(f"a call of {function!r}")
        self.functions.add(f"{source.__module__}.{source.__qualname__}")
        slips = tuple(each for each in self._slips if each.function == source.__name__)
        if not slips and not any(isinstance(each, SYMBOLIC) for each in arguments):
            return function(*arguments)
        tree = _tree_of(source, slips)
        names = inspect.signature(source).bind(*arguments).arguments
        frame = _Frame(dict(names), source.__globals__)
        self._run(tree.body, frame)
        if frame.path is not False or not frame.returned:
            frame.returned.append((frame.path, None))
        _, result = frame.returned[-1]
        for where, value in reversed(frame.returned[:-1]):
            result = self.operations.choose(where, value, result)
        return result

    def ask(self, function: Callable[..., Any], *arguments: Value) -> tuple[Value, list[Raised]]:
        """What a function gives, and the errors it raises and where."""
        before, self.raised = self.raised, []
        value = self.call(function, *arguments)
        raised, self.raised = self.raised, before
        return value, raised

    @property
    def here(self) -> Truth:
        """The positions on which what is being called is called."""
        return self.operations.both(*self._callers)

    # Statements ----------------------------------------------------------------------------------

    def _run(self, statements: Sequence[ast.stmt], frame: _Frame) -> None:
        for statement in statements:
            if frame.path is False:
                return
            self._take(statement, frame)

    def _take(self, node: ast.stmt, frame: _Frame) -> None:  # noqa: C901 - a case for each kind
        match node:
            case ast.Assign(targets=[target], value=value):
                self._assign(target, self._value(value, frame), frame.names)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, self._value(value, frame), frame.names)
            case ast.AugAssign(target=ast.Name(id=name), op=operator, value=value):
                more = self._value(value, frame)
                frame.names[name] = self._combined(operator, frame.names[name], more)
            case ast.Return(value=ast.expr() as value):
                frame.returned.append((frame.path, self._value(value, frame)))
                frame.path = False
            case ast.Return(value=None):
                frame.returned.append((frame.path, None))
                frame.path = False
            case ast.Raise(exc=ast.Call(func=ast.Name(id=name), args=arguments)):
                where = self.operations.both(*self._callers, frame.path)
                given = tuple(self._value(each, frame) for each in arguments)
                self.raised.append(Raised(where, frame.outside[name], given))
                frame.path = False
            case ast.Expr(value=ast.Constant()):
                pass  # a docstring
            case ast.Expr(value=ast.Call(func=ast.Attribute(ast.Name(id=name), "add"), args=[new])):
                pair = (True, self.operations.lifted(self._value(new, frame)))
                held = frame.names[name]
                already = held.members if isinstance(held, Family) else ()
                frame.names[name] = Family((*already, pair))
            case ast.Expr(value=ast.Call() as call):
                self._value(call, frame)
            case ast.If(test=test, body=body, orelse=otherwise):
                self._branch(self._truth(test, frame), body, otherwise, frame)
            case ast.While(test=test, body=body, orelse=[]):
                self._repeat(test, body, frame)
            case _:
                raise UnsupportedSource(f"the statement {ast.unparse(node)!r}")

    def _assign(self, target: ast.expr, value: Value, names: dict[str, Value]) -> None:
        match target:
            case ast.Name(id=name):
                names[name] = value
            case ast.Tuple(elts=targets):
                for each, part in zip(targets, value, strict=True):
                    self._assign(each, part, names)
            case _:
                raise UnsupportedSource(f"assigning to {ast.unparse(target)!r}")

    def _branch(
        self, test: Truth, body: Sequence[ast.stmt], otherwise: Sequence[ast.stmt], frame: _Frame
    ) -> None:
        both = self.operations.both
        if isinstance(test, bool):
            self._run(body if test else otherwise, frame)
            return
        then = frame.branch(both(frame.path, test))
        rest = frame.branch(both(frame.path, self.operations.negation(test)))
        self._run(body, then)
        self._run(otherwise, rest)
        if then.path is False or rest.path is False:
            onward = rest if then.path is False else then
            frame.names, frame.path = onward.names, onward.path
            return
        self._merge(test, then.names, rest.names, frame.names)
        frame.path = self.operations.either(then.path, rest.path)

    def _merge(
        self,
        test: Truth,
        then: Mapping[str, Value],
        rest: Mapping[str, Value],
        names: dict[str, Value],
    ) -> None:
        for name in {**rest, **then}:
            one, other = then.get(name, rest.get(name)), rest.get(name, then.get(name))
            names[name] = self.operations.choose(test, one, other)

    def _repeat(self, test: ast.expr, body: Sequence[ast.stmt], frame: _Frame) -> None:
        """Unroll a loop until no position can be left in it."""
        while True:
            goes_on = self._truth(test, frame)
            here = self.operations.both(*self._callers, frame.path, goes_on)
            if here is False or (
                here is not True and not self.algebra.may_hold(here, self._supposed())
            ):
                return
            once = frame.branch(self.operations.both(frame.path, goes_on))
            self._run(body, once)
            if once.path is False:
                raise UnsupportedSource("a loop that is left in the middle")
            self._merge(goes_on, once.names, dict(frame.names), frame.names)

    # Expressions ---------------------------------------------------------------------------------

    def _truth(self, node: ast.expr, frame: _Frame) -> Truth:
        return self.operations.truth(self._value(node, frame))

    def _value(self, node: ast.expr, frame: _Frame) -> Value:  # noqa: C901, PLR0911, PLR0912 - a case for each kind
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
        self, test: Truth, body: ast.expr, otherwise: ast.expr, frame: _Frame
    ) -> Value:
        if isinstance(test, bool):
            return self._value(body if test else otherwise, frame)
        one, other = self._value(body, frame), self._value(otherwise, frame)
        if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
            return tuple(map(lambda a, b: self.operations.choose(test, a, b), one, other))
        return self.operations.choose(test, one, other)

    def _in_turn(self, is_or: bool, values: Sequence[ast.expr], frame: _Frame) -> Value:
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

    def _attribute(self, value: Value, name: str, frame: _Frame) -> Value:
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

    def _of_each(self, choice: Choice, function: Callable[[Any], Any], frame: _Frame) -> Choice:
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
        frame: _Frame,
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

    def _called(self, node: ast.Call, frame: _Frame) -> Value:
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

    def _from(self, frame: _Frame, function: Callable[..., Any], *arguments: Value) -> Value:
        """What a function gives where it is called on one way through another."""
        self._callers.append(frame.path)
        result = self.call(function, *arguments)
        self._callers.pop()
        return result

    def _value_called(self, node: ast.expr, frame: _Frame) -> Value:
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
        self, kind: type, given: Sequence[Value], named: Mapping[str, Value], frame: _Frame
    ) -> Value:
        names = [each.name for each in fields(kind)]
        values = {each.name: each.default for each in fields(kind) if each.default is not MISSING}
        values |= dict(zip(names, given, strict=False)) | dict(named)
        record = Record(kind, values)
        if hasattr(kind, "__post_init__"):
            self._from(frame, kind.__post_init__, record)
        return record

    def _replaced(self, frame: _Frame, record: Value, **changed: Value) -> Value:
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
    frame: _Frame


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
