"""Comparing a solution that uses the symmetries of the board with one that does not."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from churn_engine.notation import Position
from churn_engine.solver.compiled import Integer, compiled
from churn_engine.solver.expand import free_cells
from churn_engine.solver.layout import Layout, entry, spread
from churn_engine.solver.solve import Solver


class Comparison(NamedTuple):
    """What came of a comparison.

    Attributes:
        positions: How many positions agree: all 3^n, where nothing differs.
        by_orbits: How many positions the entries of the solution with symmetries stand for, by the
            sizes of their owners' orbits: 3^n.
        difference: The first position with another score, Red to move; None where all agree.
    """

    positions: int
    by_orbits: int
    difference: Position | None


def compare(with_symmetry: Solver, without_symmetry: Solver) -> Comparison:
    """Compare two solutions of one board position by position."""
    layout, plain = with_symmetry.layout, without_symmetry.layout
    by_orbits = int(np.sum(layout.orbit * np.diff(layout.offset)))
    at = int(
        _first_difference(
            layout,
            with_symmetry.tables.owner_scores,
            plain,
            without_symmetry.tables.owner_scores,
        )
    )
    if at < 0:
        return Comparison(without_symmetry.entries, by_orbits, None)
    block = int(np.searchsorted(plain.offset, at, side="right")) - 1
    guest = spread(free_cells(plain, block), at - plain.offset[block])
    position = Position(with_symmetry.board, int(plain.owner[block]), int(guest), "red")
    return Comparison(at, by_orbits, position)


@compiled
def _first_difference(
    layout: Layout, scores: NDArray[np.int16], plain: Layout, plain_scores: NDArray[np.int16]
) -> Integer:
    """The first entry of the plain layout whose score is another, or -1."""
    for block in range(len(plain.owner)):
        owner = np.int64(plain.owner[block])
        free = free_cells(plain, block)
        guest = np.int64(0)
        for at in range(plain.offset[block], plain.offset[block + 1]):
            if plain_scores[at] != scores[entry(layout, owner, guest)]:
                return at
            guest = (guest - free) & free
    return -1
