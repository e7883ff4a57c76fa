"""The plain compiled way to play at random: a flood fill for every empty cell, each turn.

It is what one writes first, by the same compiler with the same options, and the measure that the
engine's kernels are held against. A fill ends when it has found more than the smallest group so
far. It takes the same draws in the same way as the kernels, so it plays the very same games.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from churn_engine.kernels.random_games import (
    DRAWS_AT_A_TIME,
    Source,
    drawn_below,
    fill_around,
)
from churn_engine.random_play import UnfinishedGame

_Function = TypeVar("_Function", bound=Callable[..., Any])
_compiled = cast(Callable[[_Function], _Function], cast(Any, njit)(error_model="numpy", _nrt=False))
_U = np.uint64
_MOST_NEIGHBOURS = 6
_NOBODY, _RED, _BLUE = 0, 1, 2


class Games(NamedTuple):
    """What was played.

    Attributes:
        finished: how many games were finished.
        turns: the turns played in all.
        lead: Red's stones less Blue's at the end of the last finished game.
    """

    finished: int
    turns: int
    lead: int


class Room(NamedTuple):
    """What is worked in, a place for each cell.

    Attributes:
        seen: which cells a flood fill has seen.
        stack: all of these in a row.
        legal: the legal placements.
    """

    seen: NDArray[np.bool_]
    stack: NDArray[np.int64]
    legal: NDArray[np.int64]


class Begun(NamedTuple):
    """The game that is taken up: the stones, who is to move, and the draws taken."""

    stones: NDArray[np.int8]
    mover: int
    drawn: int


def play_plainly(seed: int, start: UnfinishedGame, most_turns: int) -> Games:
    """Play games with consecutive numbers, the first from where it is, so many turns in all."""
    position = start.position
    board = position.board
    neighbours = np.full((board.size, _MOST_NEIGHBOURS), -1, dtype=np.int64)
    stones = np.full(board.size, _NOBODY, dtype=np.int8)
    for cell, mask in enumerate(board.neighbours):
        beside = _cells(mask)
        neighbours[cell, : len(beside)] = beside
    stones[_cells(position.red)] = _RED
    stones[_cells(position.blue)] = _BLUE
    mover = _RED if position.mover == "red" else _BLUE
    source = Source(np.zeros(DRAWS_AT_A_TIME, dtype=np.uint64), _U(seed), _U(start.number))
    seen, stack, legal = (np.zeros(board.size, dtype=kind) for kind in (bool, np.int64, np.int64))
    begun = Begun(stones, mover, start.draws)
    room = Room(seen, stack, legal)
    return Games(*_play_games(neighbours, begun, source, room, most_turns))


def _cells(mask: int) -> list[int]:
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]


@_compiled
def _play_games(
    neighbours: NDArray[np.int64], begun: Begun, source: Source, room: Room, most_turns: int
) -> tuple[int, int, int]:
    stones, mover, drawn = begun
    finished = turns = lead = 0
    empty = _number_of(stones, _NOBODY)
    fill_around(source, drawn)
    while turns < most_turns:
        smallest, choices = stones.shape[0] + 1, 0
        for cell in range(stones.shape[0]):
            if stones[cell] == _NOBODY:
                size = _group_size(neighbours, (stones, mover), cell, smallest, room)
                if size < smallest:
                    smallest, choices = size, 0
                if size == smallest:
                    room.legal[choices] = cell
                    choices += 1
        rank, drawn = drawn_below(choices, source, drawn)
        stones[room.legal[rank]] = mover
        empty -= 1
        if smallest > 1:
            empty += _remove_smaller(neighbours, (stones, mover), smallest, room)
        mover = _RED + _BLUE - mover
        turns += 1
        if not empty:
            finished += 1
            lead = _number_of(stones, _RED) - _number_of(stones, _BLUE)
            stones[:] = _NOBODY
            empty, mover, drawn = stones.shape[0], _RED, 0
            source = Source(source.draws, source.seed, source.number + _U(1))
            fill_around(source, drawn)
    return finished, turns, lead


@_compiled
def _number_of(stones: NDArray[np.int8], player: int) -> int:
    number = 0
    for stone in stones:
        number += stone == player
    return number


@_compiled
def _group_size(
    neighbours: NDArray[np.int64],
    side: tuple[NDArray[np.int8], int],
    cell: int,
    enough: int,
    room: Room,
) -> int:
    """The size of a player's group around a cell, or some size above `enough`.

    Leaves the cells that were found on the stack.
    """
    stones, player = side
    stack, seen = room.stack, room.seen
    stack[0] = cell
    seen[cell] = True
    size = 1
    done = 0
    while done < size <= enough:
        for direction in range(_MOST_NEIGHBOURS):
            beside = neighbours[stack[done], direction]
            if beside < 0:
                break
            if stones[beside] == player and not seen[beside]:
                seen[beside] = True
                stack[size] = beside
                size += 1
        done += 1
    for index in range(size):
        seen[stack[index]] = False
    return size


@_compiled
def _remove_smaller(
    neighbours: NDArray[np.int64], side: tuple[NDArray[np.int8], int], formed: int, room: Room
) -> int:
    """Remove a player's groups smaller than the formed one; gives the number of stones removed."""
    stones, player = side
    removed = 0
    for cell in range(stones.shape[0]):
        if stones[cell] == player:
            size = _group_size(neighbours, side, cell, formed, room)
            if size < formed:
                for index in range(size):
                    stones[room.stack[index]] = _NOBODY
                removed += size
    return removed
