"""The engine's own source, run on formulas: what plays is what is proved.

The kernels are Python functions that numba compiles. Here the same functions are run by Python,
with the machine instructions below them (`churn_engine.kernels.instructions`) replaced by what they
are documented to do, on bit-vectors. Loops and branches ask whether a word has any cells. On
formulas that has no one answer, so a function is run once for each way its questions can be
answered, and the results are put together again by the answers that lead to them. That these are
all the ways is a part of what is proved. Cells are no numbers here but sets of one cell, so that
the source need not be run once for each cell that it may find.

A function may be run with a summary in place of another that it calls; what the summary says of
that one is then proved of it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Generic, Protocol, TypeVar

import z3
from numba.core.registry import CPUDispatcher

from churn_engine.kernels import instructions
from churn_verification.proofs.algebra import Algebra, Truth, Word, is_empty

R = TypeVar("R")

_MOST_PATHS = 20_000
_MOST_ANSWERS = 20_000
_MOST_MILLISECONDS = 120_000


class Undecided(Exception):  # noqa: N818 - a limit, not an error of anybody's
    """The source could not be followed to its end; the text says why."""


@dataclass(frozen=True)
class Path(Generic[R]):
    """One way through a function.

    Attributes:
        answers: what holds where this way is taken.
        result: what the function gives there.
    """

    answers: tuple[Truth, ...]
    result: R


class Decider(Protocol):
    """Answers the questions of loops and branches."""

    def decide(self, truth: Truth) -> bool:
        """Whether something holds here."""
        ...


class Recorder:
    """Answers questions about values, which have an answer, and remembers the answers."""

    def __init__(self) -> None:
        self.taken: list[bool] = []

    def decide(self, truth: Truth) -> bool:
        """Whether something holds.

        Raises:
            Undecided: the source asks so often that it seems to go round in circles.
        """
        self.taken.append(bool(truth))
        if len(self.taken) > _MOST_ANSWERS:
            raise Undecided(f"the engine's source has not ended after {_MOST_ANSWERS:,} branches")
        return self.taken[-1]


class _Follower:
    """Answers questions about formulas as they were answered elsewhere."""

    def __init__(self, given: Iterable[bool]) -> None:
        self._given = iter(given)
        self.truths: list[Truth] = []

    def decide(self, truth: Truth) -> bool:
        answer = next(self._given)
        self.truths.append(truth if answer else z3.Not(truth))
        return answer


def ways_through(
    on_formulas: Callable[[Decider], R],
    answers_for: Callable[[Mapping[str, int]], tuple[bool, ...]],
    examples: Iterable[Mapping[str, int]],
    supposed: Iterable[Truth],
    free: Mapping[str, Word],
) -> list[Path[R]]:
    """All ways through a function that are possible where something is supposed.

    Examples are run on values, and formulas follow them. Then a solver is asked for values that
    go none of these ways, until there are none.

    Args:
        on_formulas: the function on formulas; it asks the decider it is given.
        answers_for: runs the function on values and gives the answers it had on its way.
        examples: values to begin with.
        supposed: what holds.
        free: the free variables, by name, for which values are needed.

    Raises:
        Undecided: there are too many ways, or the solver gives up.
    """
    untaken: list[Truth] = list(supposed)
    found: dict[tuple[bool, ...], Path[R]] = {}

    def add(values: Mapping[str, int]) -> None:
        answers = answers_for(values)
        if answers not in found:
            follower = _Follower(answers)
            result = on_formulas(follower)
            found[answers] = Path(tuple(follower.truths), result)
            untaken.append(z3.Not(z3.And(*follower.truths)))

    def further() -> tuple[z3.Solver, z3.CheckSatResult]:
        """Asked anew each time: that is faster than a solver that is added to."""
        solver = z3.SolverFor("QF_BV")
        solver.set("timeout", _MOST_MILLISECONDS)
        solver.add(*untaken)
        return solver, solver.check()

    for example in examples:
        add(example)
    solver, status = further()
    while status == z3.sat:
        before, model = len(found), solver.model()
        add({name: model.eval(word, True).as_long() for name, word in free.items()})
        if len(found) == before or before > _MOST_PATHS:
            raise Undecided(f"the ways through the engine's source do not end after {before:,}")
        solver, status = further()
    if status == z3.unknown:
        raise Undecided(f"z3 cannot tell whether all ways were found: {solver.reason_unknown()}")
    return list(found.values())


@dataclass(frozen=True)
class CellOf:
    """A cell, as the set that holds just this cell.

    All that the source does with a cell is to load its rows of the board, and that is understood.
    """

    word: Word

    def __rmul__(self, rows_a_cell: int) -> "_RowOf":
        if rows_a_cell != len(_ROWS):
            raise Undecided(f"the engine's source takes a cell times {rows_a_cell}")
        return _RowOf(self.word, 0)


@dataclass(frozen=True)
class _RowOf:
    word: Word
    number: int

    def __add__(self, number: int) -> "_RowOf":
        return _RowOf(self.word, self.number + number)


class Rows:
    """The rows of the board as the kernels keep them: two words for each cell.

    Args:
        beside: gives the cells next to the one cell of a set.
    """

    def __init__(self, beside: Callable[[Word], Word]) -> None:
        self._beside = beside

    def __getitem__(self, row: _RowOf) -> Word:
        return self._beside(row.word) if _ROWS[row.number] == "neighbours" else row.word


_ROWS = ("neighbours", "the cell")


class _Foreign:
    """What the other player has in memory: the source must not ask for it."""

    def _refuse(self, *_: object) -> bool:
        raise Undecided("the engine's source reads what belongs to the other player")

    __bool__ = __and__ = __or__ = __lt__ = __gt__ = _refuse


FOREIGN: Any = _Foreign()
"""Stands in memory for whatever the other player has there."""


class Instructions:
    """The instructions of the kernels' source, on words of an algebra.

    Args:
        algebra: the operations.
        decider: answers where the source asks.
    """

    def __init__(self, algebra: Algebra, decider: Decider) -> None:
        self._algebra = algebra
        self._decider = decider

    def nothing(self, _layout: object) -> Word:
        """The word without cells."""
        return self._algebra.word(0)

    def load(self, _layout: object, array: Any, index: Any) -> Word:
        """A word of an array."""
        return array[index]

    def store(self, array: list[Word], index: int, word: Word) -> None:
        """Put a word into an array."""
        array[index] = word

    def some(self, word: Word) -> bool:
        """Whether a word has any cells."""
        return self._decider.decide(self._algebra.negation(is_empty(self._algebra, word)))

    def first_cell(self, word: Word) -> CellOf:
        """The lowest cell of a word; it must have one."""
        return CellOf(self._algebra.lowest(word))


Summaries = Mapping[str, Callable[..., Any]]
"""What takes the place of functions of the kernels, by their names."""


def as_python(
    function: Any, replaced: Instructions, summaries: Summaries | None = None
) -> Callable[..., Any]:
    """A function of the kernels as Python runs it, with all that it calls.

    Args:
        function: a helper of the kernels.
        replaced: what takes the place of the instructions.
        summaries: what takes the place of helpers that it calls.
    """
    return _Rebinding(replaced, summaries or {}).rebound(function)


class _Rebinding:
    """Gives compiled helpers back as Python functions whose instructions are replaced."""

    def __init__(self, replaced: Instructions, summaries: Summaries) -> None:
        self._replaced = replaced
        self._summaries = summaries
        self._done: dict[str, Callable[..., Any]] = {}

    def rebound(self, dispatcher: Any) -> Callable[..., Any]:
        source: FunctionType = dispatcher.py_func
        name = f"{source.__module__}.{source.__qualname__}"
        if name not in self._done:
            names = {
                key: self._meaning(source.__globals__[key])
                for key in _names_in(source)
                if key in source.__globals__
            }
            names["__builtins__"] = __builtins__
            self._done[name] = FunctionType(source.__code__, names, source.__name__)
        return self._done[name]

    def _meaning(self, value: Any) -> Any:
        if isinstance(value, CPUDispatcher):
            return self._summaries.get(value.py_func.__name__) or self.rebound(value)
        for name in _INSTRUCTIONS:
            if value is getattr(instructions, name):
                return self._instruction(name)
        return value

    def _instruction(self, name: str) -> Any:
        replacement = getattr(self._replaced, name, None)
        if replacement is None:
            raise Undecided(f"the engine's source uses {name}, which has no meaning on formulas")
        return replacement


def _names_in(function: FunctionType) -> set[str]:
    return set(function.__code__.co_names)


_INSTRUCTIONS = tuple(
    name for name in dir(instructions) if type(getattr(instructions, name)).__name__ == "_Intrinsic"
)
