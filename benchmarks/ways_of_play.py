# ruff: noqa: T201 - a script that prints
"""Whether another way of playing at random comes nearer to the designer's figures.

    python -m benchmarks.ways_of_play --size 5 --games 400
    python -m benchmarks.ways_of_play --size 7 --games 100

Every way chooses among the legal placements and goes through the kernels' turns; what differs is
the choice. Choosing by the number of stones removed would be no other way: all legal placements
form one size k, and each removes all stones of the groups smaller than k but the k - 1 that it
joins, so all remove equally many.
"""

import argparse
from collections.abc import Callable
from math import sqrt
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from churn_engine.board import Board, board
from churn_engine.kernels.formulas import Word, shared, without
from churn_engine.kernels.instructions import cell_at, count, first_cell, load, some
from churn_engine.kernels.random_games import DRAWS_AT_A_TIME, Source, drawn_below, fill_around
from churn_engine.kernels.sides import (
    Memory,
    Side,
    empty_side,
    memory_for,
    neighbours_of,
    reach_at,
    set_of,
)
from churn_engine.kernels.tables import tables_of
from churn_engine.kernels.turns import legal_placements, place

_Function = TypeVar("_Function", bound=Callable[..., Any])
_compiled = cast(Callable[[_Function], _Function], cast(Any, njit)(error_model="numpy", _nrt=False))
_SEED = 7

Choice = tuple[int, int]  # the cell, and how many draws have been taken


@_compiled
def any_cell(memory: Memory, cells: Word, side: Side, source: Source, drawn: int) -> Choice:
    """Every legal cell is as likely as any other; this is what `simulate` does."""
    rank, drawn = drawn_below(count(cells), source, drawn)
    return cell_at(cells, rank), drawn


@_compiled
def any_group(memory: Memory, cells: Word, side: Side, source: Source, drawn: int) -> Choice:
    """First a group that can be extended is chosen, then a cell beside it."""
    groups = _groups_beside(memory, cells, side)
    if groups == 0:
        return any_cell(memory, cells, side, source, drawn)
    rank, drawn = drawn_below(groups, source, drawn)
    beside = _cells_beside(memory, cells, side, rank)
    rank, drawn = drawn_below(count(beside), source, drawn)
    return cell_at(beside, rank), drawn


@_compiled
def first(memory: Memory, cells: Word, side: Side, source: Source, drawn: int) -> Choice:
    """The first legal cell, rows from the top."""
    return first_cell(cells), drawn


@_compiled
def last(memory: Memory, cells: Word, side: Side, source: Source, drawn: int) -> Choice:
    """The last legal cell."""
    return cell_at(cells, count(cells) - 1), drawn


@_compiled
def first_or_any(memory: Memory, cells: Word, side: Side, source: Source, drawn: int) -> Choice:
    """Red takes the first legal cell, Blue any."""
    if side.bottom == 0:
        return first_cell(cells), drawn
    return any_cell(memory, cells, side, source, drawn)


@_compiled
def close(memory: Memory, cells: Word, side: Side, source: Source, drawn: int) -> Choice:
    """Any of the cells with the fewest neighbours that no friendly stone is next to."""
    return any_cell(memory, _with_extreme(memory, cells, side, 1), side, source, drawn)


@_compiled
def spread(memory: Memory, cells: Word, side: Side, source: Source, drawn: int) -> Choice:
    """Any of the cells with the most neighbours that no friendly stone is next to."""
    return any_cell(memory, _with_extreme(memory, cells, side, -1), side, source, drawn)


@_compiled
def _groups_beside(memory: Memory, cells: Word, side: Side) -> int:
    """The number of groups that a legal placement would join."""
    groups = 0
    left = side.singles
    while some(left):
        stone = first_cell(left)
        left = without(left, set_of(memory, stone))
        groups += some(shared(cells, neighbours_of(memory, stone)))
    for level in range(side.bottom + 1, side.top + 1):
        groups += some(shared(cells, reach_at(memory, level)))
    return groups


@_compiled
def _cells_beside(memory: Memory, cells: Word, side: Side, rank: int) -> Word:
    """The legal cells beside the group of a rank among those that can be joined."""
    left = side.singles
    while some(left):
        stone = first_cell(left)
        left = without(left, set_of(memory, stone))
        beside = shared(cells, neighbours_of(memory, stone))
        if some(beside):
            if rank == 0:
                return beside
            rank -= 1
    for level in range(side.bottom + 1, side.top + 1):
        beside = shared(cells, reach_at(memory, level))
        if some(beside):
            if rank == 0:
                return beside
            rank -= 1
    return cells


@_compiled
def _with_extreme(memory: Memory, cells: Word, side: Side, sign: int) -> Word:
    """The legal cells whose number of free neighbours, times the sign, is the least."""
    best = 99
    result = left = cells
    while some(left):
        cell = first_cell(left)
        alone = set_of(memory, cell)
        left = without(left, alone)
        number = sign * count(without(neighbours_of(memory, cell), side.near))
        if number < best:
            best = number
            result = alone
        elif number == best:
            result = without(cells, without(without(cells, result), alone))
    return result


@_compiled
def _play(memory: Memory, source: Source, choose: Any, lengths: NDArray[np.int64]) -> None:
    for game in range(lengths.shape[0]):
        stream = Source(source.draws, source.seed, np.uint64(game))
        fill_around(stream, 0)
        empty = load(memory.layout, memory.full, 0)
        mover = empty_side(memory, 0)
        other = empty_side(memory, memory.sizes.shape[0] // 2)
        turns = drawn = 0
        while some(empty):
            cells, size = legal_placements(memory, empty, mover)
            cell, drawn = choose(memory, cells, mover, stream, drawn)
            empty, moved, _ = place(memory, empty, mover, cell, size)
            mover, other = other, moved
            turns += 1
        lengths[game] = turns


WAYS = (any_cell, any_group, first_or_any, close, spread)
FIXED_WAYS = (first, last)
"""Ways that leave nothing to chance, so that there is one game."""


def lengths_of(which: Board, choose: Callable[..., Choice], games: int) -> NDArray[np.int64]:
    """The turns of so many games."""
    lengths = np.zeros(games, dtype=np.int64)
    source = Source(np.zeros(DRAWS_AT_A_TIME, dtype=np.uint64), np.uint64(_SEED), np.uint64(0))
    _play(memory_for(tables_of(which)), source, choose, lengths)
    return lengths


def main() -> None:
    """Play all ways and print their mean turns."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, required=True, choices=range(2, 8))
    parser.add_argument("--games", type=int, default=100)
    arguments = parser.parse_args()
    print(f"| way, on size {arguments.size} | mean turns | standard error |\n|---|---|---|")
    for way in WAYS:
        lengths = lengths_of(board(arguments.size), way, arguments.games)
        error = lengths.std(ddof=1) / sqrt(len(lengths))
        print(f"| {way.__name__} | {lengths.mean():,.0f} | {error:,.0f} |", flush=True)
    for way in FIXED_WAYS:
        turns = lengths_of(board(arguments.size), way, 1)[0]
        print(f"| {way.__name__} | {turns:,} | one game |", flush=True)


if __name__ == "__main__":
    main()
