"""Making a difference small: the latest beginning, then the fewest stones."""

from collections.abc import Iterator
from dataclasses import replace

import churn_spec as spec
from churn_verification.conformance.cases import Case
from churn_verification.conformance.interview import Difference, Interview, Tally
from churn_verification.conformance.messages import State
from churn_verification.conformance.oracle import engine_answer, item

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
    reducer.cut_the_end()
    if interview.dialect.identity.positions:
        reducer.begin_later()
        reducer.thin_out()
    return reducer.best


def followed_down(interview: Interview, found: Difference) -> Difference:
    """A wrong count, followed down the tree to the position where it arises.

    The count of a tree is wrong because that of a branch is, or because the branches are others.

    Raises:
        GivenUpError, OutOfTimeError: the adapter or the time gave out.
    """
    here = found
    while here.item.case.depth > 1:
        branch = _wrong_branch(interview, here.item.case)
        if branch is None:
            break
        here = branch
    case = replace(here.item.case, depth=0)
    return interview.differs(item(found.item.name, case)) or here


def _wrong_branch(interview: Interview, case: Case) -> Difference | None:
    here = engine_answer(replace(case, depth=0))
    if not isinstance(here, State):
        return None
    branches = (
        item("perft", replace(case, turns=(*case.turns, turn), depth=case.depth - 1))
        for turn in sorted(here.legal)
    )
    tally = Tally()
    for _ in interview.put(branches, tally):
        pass
    return tally.differences[0] if tally.differences else None


class _Reducer:
    def __init__(self, interview: Interview, found: Difference) -> None:
        self._interview = interview
        self._left = _MOST_QUESTIONS
        self.best = found

    def cut_the_end(self) -> None:
        """Leave out turns at the end, as many as possible; fewer differ no more if some do not."""
        shortest = 0
        while shortest < len(self.best.item.case.turns) and self._left:
            case = self.best.item.case
            middle = (shortest + len(case.turns)) // 2
            if not self._try(replace(case, turns=case.turns[:middle])):
                shortest = middle + 1

    def begin_later(self) -> None:
        """Leave out turns at the beginning, as many as possible."""
        for shorter in _later_beginnings(self.best.item.case):
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


def _positions_on_the_way(case: Case) -> Iterator[spec.Position]:
    position = spec.read_position(case.position)
    yield position
    for turn in case.turns:
        try:
            position = spec.play(position, spec.read_turn(position.board, turn))
        except (spec.IllegalTurn, spec.NotationError):  # the turn that tells, or undo
            return
        yield position


def _with_a_stone_less(case: Case) -> Iterator[Case]:
    position = spec.read_position(case.position)
    for cell in sorted(position.red | position.blue):
        fewer = spec.Position(
            position.board, position.red - {cell}, position.blue - {cell}, position.mover
        )
        yield Case(spec.write_position(fewer), case.turns, case.depth)
