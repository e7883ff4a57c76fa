"""Making a found case small: the shortest way to it, then the fewest stones."""

from collections.abc import Iterator

import churn_spec as spec
from churn_verification.checks.registry import Counterexample
from churn_verification.comparison.difference import Difference
from churn_verification.comparison.match import Match, replay
from churn_verification.implementations.interface import Implementation


def smallest(implementation: Implementation, found: Counterexample) -> Counterexample:
    """The smallest case that shows the same difference as one that was found.

    First the turns that led to it are left out as far as possible, the case beginning at a later
    position. Then stones are taken off as long as the difference remains. A difference that shows
    only after the whole way is returned as it was.

    Args:
        implementation: the side that differs from the specification.
        found: the case.
    """
    best = found
    for position, turns in _later_beginnings(implementation, found):
        shorter = reproduce(implementation, position, turns)
        if shorter is not None:
            best = shorter
            break
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


def _later_beginnings(
    implementation: Implementation, found: Counterexample
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Positions on the way to a case, the last first, with the turns that are left from there."""
    if found.position is None:
        return
    match = Match(implementation, found.position)
    passed = [found.position]
    for turn in found.turns[:-1]:
        match.reference.play(turn)
        passed.append(match.reference.position())
    if found.turns and found.turns[-1] in match.reference.legal():
        match.reference.play(found.turns[-1])
        passed.append(match.reference.position())
    for number in range(len(passed) - 1, -1, -1):
        yield passed[number], found.turns[number:]


def _with_a_stone_less(case: Counterexample) -> Iterator[str]:
    if case.position is None:
        return
    position = spec.read_position(case.position)
    for cell in sorted(position.red | position.blue):
        fewer = spec.Position(
            position.board, position.red - {cell}, position.blue - {cell}, position.mover
        )
        yield spec.write_position(fewer)
