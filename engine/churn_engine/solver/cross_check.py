"""Comparing a solution that uses the symmetries of the board with one that does not."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from churn_engine.notation import Position
from churn_engine.solver.layout import free_cells
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
    for block, owner in enumerate(plain.owner.astype(np.int64)):
        guests = _subsets(int(free_cells(plain, block)))
        owners = np.full(len(guests), owner)
        scores = with_symmetry.scores(guests, owners)
        wrong = np.flatnonzero(scores != without_symmetry.scores(guests, owners))
        if len(wrong):
            position = Position(with_symmetry.board, int(guests[wrong[0]]), int(owner), "red")
            return Comparison(int(plain.offset[block] + wrong[0]), by_orbits, position)
    return Comparison(without_symmetry.entries, by_orbits, None)


def _subsets(mask: int) -> NDArray[np.int64]:
    """All subsets of a mask, in the order of a block's entries."""
    found = np.zeros(1, dtype=np.int64)
    while mask:
        found = np.concatenate((found, found | mask & -mask))
        mask &= mask - 1
    return found
