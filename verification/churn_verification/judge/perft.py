"""perft: how many turn sequences there are, on the specification and compared with others.

Where a count differs, the comparison goes down the tree, a turn at a time, to the position whose
own turns are counted differently.
"""

from collections.abc import Callable

import churn_spec as spec
from churn_verification.judge.difference import Difference
from churn_verification.players.interface import Implementation, Session

Count = Callable[[str, int], int]
"""Counts the turn sequences of a length of at least 1 from a position's text."""


def compare_perft(name: str, count: Count, position: spec.Position, depth: int) -> int:
    """Compare the number of turn sequences of each length up to a depth.

    Args:
        name: what the other side is called.
        count: the other side's count.
        position: where the sequences begin.
        depth: the greatest length.

    Returns:
        The number of sequences of the greatest length.

    Raises:
        Difference: at the position whose turns are counted differently.
    """
    expected = perft(position, depth)
    for length in range(1, depth + 1):
        answer = count(spec.write_position(position), length)
        if answer != expected[length]:
            raise _located(name, count, position, length)
    return expected[depth]


def _located(name: str, count: Count, position: spec.Position, depth: int) -> Difference:
    """The difference in the count of a depth, followed down to where it arises."""
    for turn in sorted(spec.legal_turns(position), key=str) if depth > 1 else ():
        after = spec.play(position, turn)
        if count(spec.write_position(after), depth - 1) != perft(after, depth - 1)[-1]:
            return _located(name, count, after, depth - 1)
    text = spec.write_position(position)
    said = {"specification": perft(position, depth)[-1], name: count(text, depth)}
    return Difference.on(text, "P1", f"how many sequences of {depth} turns there are", said)


def count_by_playing(implementation: Implementation) -> Count:
    """A count that plays every sequence on an implementation."""

    def count(position: str, depth: int) -> int:
        return _count_session(implementation.begin(position), depth)

    return count


def _count_session(session: Session, depth: int) -> int:
    turns = session.legal()
    if depth == 1:
        return len(turns)
    total = 0
    for turn in turns:
        session.play(turn)
        total += _count_session(session, depth - 1)
        session.undo()
    return total


def perft(position: spec.Position, depth: int) -> list[int]:
    """Count turn sequences by length, the swap being a turn like any other.

    Args:
        position: where the sequences begin.
        depth: the greatest length.

    Returns:
        The counts; the index is the length.
    """
    counts = [1] + [0] * depth
    if depth:
        _count(position, counts, 1)
    return counts


def divide(position: spec.Position, depth: int) -> dict[str, int]:
    """Count the turn sequences of one length, at least 1, by their first turn."""
    return {
        spec.write_turn(position.board, turn): perft(spec.play(position, turn), depth - 1)[-1]
        for turn in spec.legal_turns(position)
    }


def _count(position: spec.Position, counts: list[int], length: int) -> None:
    turns = spec.legal_turns(position)
    counts[length] += len(turns)
    if length + 1 < len(counts):
        for turn in turns:
            _count(spec.play(position, turn), counts, length + 1)
