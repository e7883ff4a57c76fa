"""The moves of the positions of a block, as entries of the tables where their successors stand.

A turn raises the rank of the mover's pattern and leaves the other pattern as it is, so the rank of
either pattern tells where a position stands in the order of evaluation. A position is owned by its
higher-ranking pattern; where both rank equal, by the mover's. Every block then has two tables:

- guest to move: positions whose mover ranks below the owner. A turn leads to the owner to move, in
  the same block if the new guest still ranks no higher, else in a block of a higher rank.
- owner to move: positions whose owner is to move. Every turn leads to a higher-ranking pattern that
  owns the new position with the old owner as its guest to move.

So the blocks can be evaluated from the highest rank down, in each one first the owner to move, then
the guest; blocks of equal rank do not look at each other. Entries of "owner to move" whose guest
ranks higher are owned by that guest: they are copied from its block, so that a turn of a guest
finds every successor in the block at hand.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from churn_engine.solver.compiled import Integer, compiled, helper
from churn_engine.solver.layout import Layout, entry, image, packed, spread
from churn_engine.solver.patterns import Patterns

CHUNK = 2048
"""So many positions are expanded at a time; their moves stay in the cache."""
COPIED = -1
SKIPPED = -2


class Moves(NamedTuple):
    """The moves of up to `CHUNK` consecutive positions of a block.

    Attributes:
        counts: int8[CHUNK]. How many moves each position has: 0 where the board is full, `COPIED`
            where the position is owned by another block (its entry there is the one successor
            listed), `SKIPPED` where it is not in this table.
        successors: int64[CHUNK * n]. Entries of the successors, one position's after another's.
    """

    counts: NDArray[np.int8]
    successors: NDArray[np.int64]


def room_for_moves(cells: int) -> Moves:
    """Room for the moves of a chunk on a board of so many cells."""
    return Moves(np.zeros(CHUNK, dtype=np.int8), np.zeros(CHUNK * cells, dtype=np.int64))


@compiled
def legal(patterns: Patterns, mover: Integer, empty: Integer) -> Integer:
    """The legal placements of a pattern as a mask; at least one cell must be empty."""
    place = patterns.tier_start[mover]
    while not patterns.tier[place] & empty:
        place += 1
    return np.int64(patterns.tier[place]) & empty


@compiled
def free_cells(layout: Layout, block: Integer) -> Integer:
    """The cells that the owner of a block leaves free."""
    return ((np.int64(1) << layout.cells) - 1) ^ np.int64(layout.owner[block])


@helper
def expand_owner_to_move(
    patterns: Patterns, layout: Layout, block: Integer, first: Integer, moves: Moves
) -> Integer:
    """Expand a chunk of "owner to move": successors are entries of "guest to move", of any block.

    Args:
        patterns: The tables of the board.
        layout: The layout of the board.
        block: The block.
        first: The first entry of the chunk, counted from the start of the block.
        moves: Where the moves are written.

    Returns:
        How many positions the chunk has.
    """
    owner = np.int64(layout.owner[block])
    free = free_cells(layout, block)
    base, mask, symmetry = _targets(patterns, layout, owner, free)
    guest = spread(free, first)
    filled = 0
    positions = min(CHUNK, layout.offset[block + 1] - layout.offset[block] - first)
    for position in range(positions):
        if patterns.rank[guest] > patterns.rank[owner]:
            moves.counts[position] = COPIED
            moves.successors[filled] = entry(layout, guest, owner)
            filled += 1
        elif guest == free:
            moves.counts[position] = 0
        else:
            cells = legal(patterns, owner, free ^ guest)
            before = filled
            cell = 0
            while cells:
                if cells & 1:
                    moved = image(layout, symmetry[cell], guest)
                    moves.successors[filled] = base[cell] + packed(layout, mask[cell], moved)
                    filled += 1
                cells >>= 1
                cell += 1
            moves.counts[position] = filled - before
        guest = (guest - free) & free
    return positions


@helper
def _targets(
    patterns: Patterns, layout: Layout, owner: Integer, free: Integer
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """For each free cell, where the owner after a placement on it stands.

    Returns:
        First entry of its block, the cells free there, and the symmetry that leads there.
    """
    base = np.zeros(layout.cells, dtype=np.int64)
    mask = np.zeros(layout.cells, dtype=np.int64)
    symmetry = np.zeros(layout.cells, dtype=np.int64)
    for cell in range(layout.cells):
        if free >> cell & 1:
            after = patterns.result[owner, cell]
            base[cell] = layout.offset[layout.block[after]]
            mask[cell] = free_cells(layout, np.int64(layout.block[after]))
            symmetry[cell] = layout.symmetry[after]
    return base, mask, symmetry


@helper
def expand_guest_to_move(
    patterns: Patterns, layout: Layout, block: Integer, first: Integer, moves: Moves
) -> Integer:
    """Expand a chunk of "guest to move": successors are entries of "owner to move", same block.

    Args and what is returned are as of `expand_owner_to_move`; entries count from the start of the
    block.
    """
    owner = np.int64(layout.owner[block])
    free = free_cells(layout, block)
    guest = spread(free, first)
    filled = 0
    positions = min(CHUNK, layout.offset[block + 1] - layout.offset[block] - first)
    for position in range(positions):
        if patterns.rank[guest] >= patterns.rank[owner]:
            moves.counts[position] = SKIPPED
        elif guest == free:
            moves.counts[position] = 0
        else:
            cells = legal(patterns, guest, free ^ guest)
            before = filled
            cell = 0
            while cells:
                if cells & 1:
                    after = np.int64(patterns.result[guest, cell])
                    moves.successors[filled] = packed(layout, free, after)
                    filled += 1
                cells >>= 1
                cell += 1
            moves.counts[position] = filled - before
        guest = (guest - free) & free
    return positions
