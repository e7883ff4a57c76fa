"""Making a found case small: the shortest way to it, then the fewest stones."""

from collections.abc import Iterator

import churn_spec as spec
from churn_verification.judge.difference import Difference
from churn_verification.judge.match import Match, replay
from churn_verification.players.interface import Implementation
from churn_verification.players.specification import Specification
from churn_verification.results import Counterexample


def smallest(implementation: Implementation, found: Counterexample) -> Counterexample:
    """The smallest case that shows the same difference as one that was found.

    First the turns that led to it are left out as far as possible, the case beginning at a later
    position. Then stones are taken off as long as the difference remains. A difference that shows
    only after the whole way is returned as it was.

    Args:
        implementation: the side that differs from the specification.
        found: the case.
    """
    best = _shortest_way(implementation, found)
    while True:
        for position in _with_a_stone_less(best):
            fewer = reproduce(implementation, position, best.turns)
            if fewer is not None and fewer.clause == best.clause:
                best = fewer
                break
        else:
            return best


def reproduce(
    implementation: Implementation, position: str, turns: tuple[str, ...]
) -> Counterexample | None:
    """Follow turns from a position; the difference that shows on the way, or None."""
    try:
        replay(implementation, position, turns)
    except Difference as difference:
        return difference.counterexample
    except ValueError:  # the turns cannot be taken from there
        return None
    return None


def _shortest_way(implementation: Implementation, found: Counterexample) -> Counterexample:
    """The case with as few of its last turns as show the difference, or as it was found.

    The number of turns is doubled until they suffice, then halved into place: a difference that
    shows only after hundreds of turns would take hours to try one turn at a time.
    """
    passed = _positions_on_the_way(found)

    def with_last(turns: int) -> Counterexample | None:
        first = len(found.turns) - turns
        if first >= len(passed):  # the last turn is illegal, so nothing comes after it
            return None
        return _shown_at_the_end(implementation, passed[first], found.turns[first:])

    best, too_few, enough = with_last(0), 0, 0
    while best is None and enough < len(found.turns):
        too_few, enough = enough, min(max(1, 2 * enough), len(found.turns))
        best = with_last(enough)
    while best is not None and enough - too_few > 1:
        middle = (too_few + enough) // 2
        shorter = with_last(middle)
        if shorter is None:
            too_few = middle
        else:
            best, enough = shorter, middle
    if best is None or best.position is None:
        return found
    return reproduce(implementation, best.position, best.turns) or best


def _shown_at_the_end(
    implementation: Implementation, position: str, turns: tuple[str, ...]
) -> Counterexample | None:
    """Follow turns from a position; the difference that shows at the end of them, or None."""
    try:
        match = Match(implementation, position)
        match.advance(turns[:-1])
        match.take(turns[-1:])
    except Difference as difference:
        return difference.counterexample
    except ValueError:  # the turns cannot be taken from there
        return None
    return None


def _positions_on_the_way(found: Counterexample) -> list[str]:
    """The position where a case begins, and those after each of its legal turns."""
    if found.position is None:
        return []
    reference = Specification().begin(found.position)
    passed = [found.position]
    for turn in found.turns:
        if turn in reference.legal():
            reference.play(turn)
            passed.append(reference.position())
    return passed


def _with_a_stone_less(case: Counterexample) -> Iterator[str]:
    if case.position is None:
        return
    position = spec.read_position(case.position)
    for cell in sorted(position.red | position.blue):
        fewer = spec.Position(
            position.board, position.red - {cell}, position.blue - {cell}, position.mover
        )
        yield spec.write_position(fewer)
