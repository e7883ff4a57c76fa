"""Making a difference small: the latest beginning, then the fewest stones."""

from collections.abc import Iterator

import churn_spec as spec
from churn_verification.conformance.cases import Case
from churn_verification.conformance.interview import Difference, Interview
from churn_verification.conformance.oracle import item

_MOST_QUESTIONS = 400


def size_of(difference: Difference) -> tuple[int, int, int]:
    """How much there is to look at: cells, turns, stones."""
    position = spec.read_position(difference.item.case.position)
    stones = len(position.red) + len(position.blue)
    return spec.cell_count(position.board), len(difference.item.case.turns), stones


def smallest(interview: Interview, found: Difference) -> Difference:
    """The smallest case that shows a difference of the same clause as one that was found.

    Raises:
        GivenUpError, OutOfTimeError: the adapter or the time gave out.
    """
    reducer = _Reducer(interview, found)
    reducer.shorten()
    if interview.dialect.identity.positions:
        reducer.thin_out()
    return reducer.best


class _Reducer:
    def __init__(self, interview: Interview, found: Difference) -> None:
        self._interview = interview
        self._left = _MOST_QUESTIONS
        self.best = found

    def shorten(self) -> None:
        """Leave out turns: before those that tell, and after."""
        case = self.best.item.case
        beginnings = _later_beginnings if self._interview.dialect.identity.positions else _prefixes
        for shorter in beginnings(case):
            if self._try(shorter):
                return

    def thin_out(self) -> None:
        """Take stones off while the difference stays."""
        while any(self._try(fewer) for fewer in _with_a_stone_less(self.best.item.case)):
            pass

    def _try(self, case: Case) -> bool:
        """Whether a smaller case still tells; then it is the best."""
        if not self._left:
            return False
        self._left -= 1
        difference = self._interview.differs(item(self.best.item.name, case))
        if difference is None or difference.clause != self.best.clause:
            return False
        self.best = difference
        return True


def _later_beginnings(case: Case) -> Iterator[Case]:
    """The same way from later positions, the last first; illegal turns are left at its end."""
    positions = list(_positions_on_the_way(case))
    for number in range(len(positions) - 1, 0, -1):
        yield Case(spec.write_position(positions[number]), case.turns[number:], case.depth)


def _prefixes(case: Case) -> Iterator[Case]:
    """Shorter games from the same beginning, the shortest first."""
    for number in range(len(case.turns)):
        yield Case(case.position, case.turns[:number], case.depth)


def _positions_on_the_way(case: Case) -> Iterator[spec.Position]:
    position = spec.read_position(case.position)
    yield position
    for turn in case.turns:
        try:
            position = spec.play(position, spec.read_turn(position.board, turn))
        except (spec.IllegalTurn, spec.NotationError):
            return
        yield position


def _with_a_stone_less(case: Case) -> Iterator[Case]:
    position = spec.read_position(case.position)
    for cell in sorted(position.red | position.blue):
        fewer = spec.Position(
            position.board, position.red - {cell}, position.blue - {cell}, position.mover
        )
        yield Case(spec.write_position(fewer), case.turns, case.depth)
