"""Tables over the patterns of a board: what one colour's stones alone decide.

A pattern is a set of cells that hold stones of one colour, as a mask. There are 2^n of them, and
neither what a placement forms and removes nor how the ranking function orders positions depends on
anything else. The opponent's stones only decide which cells are empty.

The cells that the rules put on one level, the isolated placements or the joining placements of one
formed size, are a tier. The legal placements are those of the first tier that has an empty cell.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from churn_engine.board import Board
from churn_engine.solver.compiled import Integer, Sources, compiled, helper

PIECE = 8
"""Tables over masks are looked up in four pieces of this many cells."""
PIECES = 4
MOST_CELLS = PIECE * PIECES - 1
"""Masks are signed 32-bit numbers. The tables of a larger board would take a terabyte."""


class Patterns(NamedTuple):
    """What each of the 2^n patterns of a board says.

    Attributes:
        sources: See `compiled`.
        cells: The number of cells, n.
        rank: uint16[2^n]. The place of the pattern's ranking (F1) among all rankings that occur:
            one pattern ranks above another exactly when this number is larger.
        near: int32[4, 2^8]. For each piece of a mask, its cells and their neighbours.
        first: int64[2^n + 1]. Where the joining tiers of a pattern begin in `joining`, and end.
        joining: int32[...]. The joining tiers of a pattern by growing formed size. Each is the mask
            of its cells, followed by the pattern after the placement on each of them.
    """

    sources: Sources
    cells: int
    rank: NDArray[np.uint16]
    near: NDArray[np.int32]
    first: NDArray[np.int64]
    joining: NDArray[np.int32]


def patterns_of(board: Board) -> Patterns:
    """Build the tables of a board.

    Raises:
        ValueError: The board has more than `MOST_CELLS` cells.
    """
    cells = board.size
    if cells > MOST_CELLS:
        raise ValueError(f"board {board} has {cells} cells, the tables at most {MOST_CELLS}")
    neighbours = np.array(board.neighbours, dtype=np.int64)
    ranking = np.zeros(1 << cells, dtype=np.int64)
    first = np.zeros((1 << cells) + 1, dtype=np.int64)
    _count_joining(neighbours, _ranking_weights(cells), ranking, first)
    rank = np.unique(ranking, return_inverse=True)[1].astype(np.uint16)
    del ranking
    np.cumsum(first, out=first)
    joining = np.zeros(int(first[-1]), dtype=np.int32)
    _fill_joining(neighbours, first, joining)
    return Patterns(Sources(), cells, rank, _near_pieces(neighbours), first, joining)


def _near_pieces(neighbours: NDArray[np.int64]) -> NDArray[np.int32]:
    near = np.zeros((PIECES, 1 << PIECE), dtype=np.int32)
    values = np.arange(1 << PIECE)
    for cell, next_to in enumerate(neighbours):
        piece, bit = divmod(cell, PIECE)
        holds = (values >> bit & 1).astype(np.int32)
        near[piece] |= holds * np.int32(next_to | 1 << cell)
    return near


def _ranking_weights(cells: int) -> NDArray[np.int64]:
    """Weights that turn group sizes into one number with the order of the ranking function.

    Comparing group sizes, largest first, is comparing how many groups there are of the largest
    size, then of the next, and so on. With at most n // s groups of size s those counts are the
    digits of a number whose bases vary.
    """
    weights = np.zeros(cells + 1, dtype=np.int64)
    weight = 1
    for size in range(1, cells + 1):
        weights[size] = weight
        weight *= cells // size + 1
    return weights


@compiled
def isolated(patterns: Patterns, pattern: Integer) -> Integer:
    """The cells on which a placement is isolated, whether or not the opponent holds them."""
    near = (
        patterns.near[0, pattern & 255]
        | patterns.near[1, pattern >> 8 & 255]
        | patterns.near[2, pattern >> 16 & 255]
        | patterns.near[3, pattern >> 24]
    )
    return ((np.int64(1) << patterns.cells) - 1) & ~np.int64(near)


@compiled
def legal(patterns: Patterns, mover: Integer, empty: Integer) -> Integer:
    """The legal placements of a pattern as a mask; at least one cell must be empty."""
    cells = isolated(patterns, mover) & empty
    at = patterns.first[mover]
    while not cells:
        cells = np.int64(patterns.joining[at]) & empty
        at += 1 + ones(np.int64(patterns.joining[at]))
    return cells


@compiled
def result(patterns: Patterns, pattern: Integer, cell: Integer) -> Integer:
    """The pattern after a placement on an empty cell and its removal."""
    placed = np.int64(1) << cell
    at = patterns.first[pattern]
    while at < patterns.first[pattern + 1]:
        tier = np.int64(patterns.joining[at])
        if tier & placed:
            return np.int64(patterns.joining[at + 1 + ones(tier & (placed - 1))])
        at += 1 + ones(tier)
    return pattern | placed


@helper
def ones(mask: Integer) -> Integer:
    """The number of bits set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@helper
def _group_at(neighbours: NDArray[np.int64], pattern: Integer, seed: Integer) -> Integer:
    """The group of a pattern that holds the cell of the mask `seed`."""
    group = seed
    fringe = seed
    while fringe:
        reached = 0
        for cell in range(len(neighbours)):
            if fringe >> cell & 1:
                reached |= neighbours[cell]
        fringe = reached & pattern & ~group
        group |= fringe
    return group


@helper
def _find_groups(
    neighbours: NDArray[np.int64],
    pattern: Integer,
    groups: NDArray[np.int64],
    sizes: NDArray[np.int64],
) -> Integer:
    """Write down the groups of a pattern and their sizes; give how many there are."""
    count = 0
    rest = np.int64(pattern)
    while rest:
        groups[count] = _group_at(neighbours, rest, rest & -rest)
        sizes[count] = ones(groups[count])
        rest &= ~groups[count]
        count += 1
    return count


@compiled
def _count_joining(
    neighbours: NDArray[np.int64],
    weights: NDArray[np.int64],
    ranking: NDArray[np.int64],
    first: NDArray[np.int64],
) -> None:
    """Write the ranking of each pattern i, and the length of its joining tiers to first[i + 1]."""
    cells = len(neighbours)
    groups = np.zeros(cells, dtype=np.int64)
    sizes = np.zeros(cells, dtype=np.int64)
    for pattern in range(np.int64(1) << cells):
        count = _find_groups(neighbours, pattern, groups, sizes)
        for group in range(count):
            ranking[pattern] += weights[sizes[group]]
        formed = np.int64(0)
        for cell in range(cells):
            if not pattern >> cell & 1 and neighbours[cell] & pattern:
                size = np.int64(1)
                for group in range(count):
                    if groups[group] & neighbours[cell]:
                        size += sizes[group]
                formed |= np.int64(1) << size
                first[pattern + 1] += 1
        first[pattern + 1] += ones(formed)


@compiled
def _fill_joining(
    neighbours: NDArray[np.int64], first: NDArray[np.int64], joining: NDArray[np.int32]
) -> None:
    cells = len(neighbours)
    groups = np.zeros(cells, dtype=np.int64)
    sizes = np.zeros(cells, dtype=np.int64)
    formed = np.zeros(cells, dtype=np.int64)
    after = np.zeros(cells, dtype=np.int64)
    for pattern in range(np.int64(1) << cells):
        count = _find_groups(neighbours, pattern, groups, sizes)
        of_size = np.int64(0)
        for cell in range(cells):
            formed[cell] = 0
            if not pattern >> cell & 1 and neighbours[cell] & pattern:
                formed[cell], after[cell] = _placement(
                    pattern, cell, neighbours[cell], groups[:count], sizes[:count]
                )
                of_size |= np.int64(1) << formed[cell]
        at = first[pattern]
        for size in range(2, cells + 1):
            if of_size >> size & 1:
                tier = at
                at += 1
                for cell in range(cells):
                    if formed[cell] == size:
                        joining[tier] |= np.int32(1) << np.int32(cell)
                        joining[at] = after[cell]
                        at += 1


@helper
def _placement(
    pattern: Integer,
    cell: Integer,
    next_to: Integer,
    groups: NDArray[np.int64],
    sizes: NDArray[np.int64],
) -> tuple[Integer, Integer]:
    """The formed size of a placement, and the pattern after it."""
    size = np.int64(1)
    formed = np.int64(1) << cell
    for group in range(len(groups)):
        if groups[group] & next_to:
            size += sizes[group]
            formed |= groups[group]
    if size == 1:
        return size, formed | pattern
    for group in range(len(groups)):
        if sizes[group] >= size:
            formed |= groups[group]
    return size, formed
