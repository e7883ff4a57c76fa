"""Tables over the patterns of a board: what one colour's stones alone decide.

A pattern is a set of cells that hold stones of one colour, as a mask. There are 2^n of them, and
neither what a placement forms and removes nor how the ranking function orders positions depends on
anything else. The opponent's stones only decide which cells are empty.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from churn_engine.board import Board
from churn_engine.solver.compiled import Integer, Sources, compiled, helper

MOST_CELLS = 21
"""The largest board for which these tables, and the indices built on them, are made."""


class Patterns(NamedTuple):
    """What each of the 2^n patterns of a board says.

    The cells that the rules put on one level, the isolated placements or the joining placements of
    one formed size, are a tier. The legal placements are those of the first tier that has an empty
    cell.

    Attributes:
        sources: See `compiled`.
        cells: The number of cells, n.
        rank: uint16[2^n]. The place of the pattern's ranking (F1) among all rankings that occur:
            one pattern ranks above another exactly when this number is larger.
        result: int32[2^n, n]. The pattern after a placement on a cell and its removal; 0 where
            the cell already holds a stone.
        tier_start: int32[2^n + 1]. Where the tiers of a pattern begin in `tier`, and end.
        tier: int32[...]. Masks of cells: the isolated placements first where there are any, then
            joining placements by growing formed size.
    """

    sources: Sources
    cells: int
    rank: NDArray[np.uint16]
    result: NDArray[np.int32]
    tier_start: NDArray[np.int32]
    tier: NDArray[np.int32]


def patterns_of(board: Board) -> Patterns:
    """Build the tables of a board of at most 21 cells."""
    cells = board.size
    neighbours = np.array(board.neighbours, dtype=np.int64)
    ranking = np.zeros(1 << cells, dtype=np.int64)
    formed = np.zeros((1 << cells, cells), dtype=np.uint8)
    result = np.zeros((1 << cells, cells), dtype=np.int32)
    _fill_placements(neighbours, _ranking_weights(cells), ranking, formed, result)
    rank = np.unique(ranking, return_inverse=True)[1].astype(np.uint16)
    tier_start = np.zeros((1 << cells) + 1, dtype=np.int32)
    _count_tiers(formed, tier_start)
    np.cumsum(tier_start, out=tier_start)
    tier = np.zeros(int(tier_start[-1]), dtype=np.int32)
    _fill_tiers(formed, tier_start, tier)
    return Patterns(Sources(), cells, rank, result, tier_start, tier)


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


@helper
def _ones(mask: Integer) -> Integer:
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


@compiled
def _fill_placements(
    neighbours: NDArray[np.int64],
    weights: NDArray[np.int64],
    ranking: NDArray[np.int64],
    formed: NDArray[np.uint8],
    result: NDArray[np.int32],
) -> None:
    cells = len(neighbours)
    groups = np.zeros(cells, dtype=np.int64)
    sizes = np.zeros(cells, dtype=np.int64)
    for pattern in range(np.int64(1) << cells):
        count = 0
        rest = np.int64(pattern)
        while rest:
            groups[count] = _group_at(neighbours, rest, rest & -rest)
            sizes[count] = _ones(groups[count])
            ranking[pattern] += weights[sizes[count]]
            rest &= ~groups[count]
            count += 1
        for cell in range(cells):
            if not pattern >> cell & 1:
                size, after = _placement(
                    pattern, cell, neighbours[cell], groups[:count], sizes[:count]
                )
                formed[pattern, cell] = size
                result[pattern, cell] = after


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


@compiled
def _count_tiers(formed: NDArray[np.uint8], tier_start: NDArray[np.int32]) -> None:
    """Write the number of tiers of pattern i to tier_start[i + 1]."""
    for pattern in range(len(formed)):
        seen = np.int64(0)
        for cell in range(formed.shape[1]):
            seen |= np.int64(1) << np.int64(formed[pattern, cell])
        tier_start[pattern + 1] = _ones(seen >> 1)


@compiled
def _fill_tiers(
    formed: NDArray[np.uint8], tier_start: NDArray[np.int32], tier: NDArray[np.int32]
) -> None:
    cells = formed.shape[1]
    by_size = np.zeros(cells + 1, dtype=np.int32)
    for pattern in range(len(formed)):
        by_size[:] = 0
        for cell in range(cells):
            by_size[formed[pattern, cell]] |= np.int32(1 << cell)
        place = tier_start[pattern]
        for size in range(1, cells + 1):
            if by_size[size]:
                tier[place] = by_size[size]
                place += 1
