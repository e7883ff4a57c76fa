"""The specification's own source, run on any position instead of one.

`Specification` interprets the functions of `churn_spec` from their syntax trees, on the values of
`values`. What a person reads in `rules.py`, `position.py`, `game.py` and `ranking.py` is so what z3
is asked about. What is known is left to Python: `cells_of(board)` is called, and `neighbours_of` is
looked up. A branch is taken both ways and the results are put together; a loop is unrolled until
nothing can be left to do.

What comes out is compared with what Python makes of the same source on concrete positions
(`proof-model/small-boards`, `proof-model/positions`).
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

from churn_verification.proofs.algebra import Algebra, Truth
from churn_verification.proofs.expressions import Expressions, Frame, Raised, Summaries
from churn_verification.proofs.grid import Grid
from churn_verification.proofs.values import SYMBOLIC, Family, UnsupportedSource, Value


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


class Specification(Expressions):
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
        super().__init__(grid, algebra, summaries or {})
        self.functions: set[str] = set()
        self._slips = tuple(slips)
        self._supposed = supposed

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
        frame = Frame(dict(names), source.__globals__)
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

    # Statements ----------------------------------------------------------------------------------

    def _run(self, statements: Sequence[ast.stmt], frame: Frame) -> None:
        for statement in statements:
            if frame.path is False:
                return
            self._take(statement, frame)

    def _take(self, node: ast.stmt, frame: Frame) -> None:  # noqa: C901 - a case for each kind
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

    def _branch(
        self, test: Truth, body: Sequence[ast.stmt], otherwise: Sequence[ast.stmt], frame: Frame
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

    def _repeat(self, test: ast.expr, body: Sequence[ast.stmt], frame: Frame) -> None:
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
