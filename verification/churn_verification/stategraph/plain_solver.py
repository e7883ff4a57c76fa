"""A solver on the specification alone, as plain as can be: what the fast one is compared with."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

from churn_spec import (
    Board,
    Colour,
    Outcome,
    Position,
    cells_of,
    is_over,
    legal_placements,
    play,
    winner,
)


class Solved(NamedTuple):
    """What best play leads to.

    Attributes:
        outcome: Who wins, or a tie.
        distance: How many turns that takes: the winner hurries, the loser delays; in a tied
            position both hurry.
    """

    outcome: Outcome
    distance: int


class PlainSolver:
    """Solves positions by looking at all that can follow, each position once."""

    def __init__(self) -> None:
        self._known: dict[Position, Solved] = {}

    @property
    def known(self) -> Mapping[Position, Solved]:
        """All positions that were solved so far: those asked for, and all that can follow."""
        return self._known

    def solve(self, position: Position) -> Solved:
        """Solve a position where the swap is not on offer."""
        if position not in self._known:
            self._known[position] = self._solve(position)
        return self._known[position]

    def _solve(self, position: Position) -> Solved:
        if is_over(position):
            outcome = winner(position)
            assert outcome is not None
            return Solved(outcome, 0)
        replies = [self.solve(after) for after in placements(position)]
        best = max(replies, key=lambda reply: _liking(reply, position.mover))
        return Solved(best.outcome, best.distance + 1)


def _liking(reply: Solved, mover: Colour) -> tuple[int, int]:
    """The larger, the better for the side to move: a win soon, else a tie soon, else late."""
    if reply.outcome.value == mover.value:
        return 2, -reply.distance
    if reply.outcome is Outcome.TIE:
        return 1, -reply.distance
    return 0, reply.distance


def placements(position: Position) -> Iterator[Position]:
    """The positions after each legal placement; never one where the swap is on offer."""
    for cell in sorted(legal_placements(position)):
        after = play(position, cell)
        yield Position(after.board, after.red, after.blue, after.mover)


def all_positions(board: Board) -> Iterator[Position]:
    """All 2 * 3^n positions of a board, reachable or not, where the swap is not on offer."""
    cells = cells_of(board)
    for stones in product("rb.", repeat=len(cells)):
        red = frozenset(cell for cell, stone in zip(cells, stones, strict=True) if stone == "r")
        blue = frozenset(cell for cell, stone in zip(cells, stones, strict=True) if stone == "b")
        for mover in Colour:
            yield Position(board, red, blue, mover)
