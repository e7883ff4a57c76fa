"""What can be reached from the empty board: one pass over the blocks in the order of play.

The same blocks as in `sweep`, from the lowest rank up: what is reached with the guest to move leads
to the owner to move in the same block, and from there to higher-ranking blocks. Here the colours
matter: a position with Red to move and the one with the colours exchanged are two states, and
either may be out of reach. The swap is left out.

A symmetry that keeps an owner as it is carries its guests onto each other, and a move marks only
one of them; so each block is completed under those symmetries before it is used.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from churn_engine.board import Board
from churn_engine.solver.compiled import Integer, compiled, helper
from churn_engine.solver.layout import Layout, free_cells, image, layout_of, packed
from churn_engine.solver.patterns import Patterns, legal, ones, patterns_of, result

UNREACHED = 65535
BYTES_AN_ENTRY = 4
"""What an entry takes in memory."""
_RED = 0
_STATES, _MOVES, _RED_WINS, _BLUE_WINS, _TIES, _SINGLE, _WIDEST = range(7)
_ENTRIES_A_STEP = 1 << 20


class _Plies(NamedTuple):
    """The fewest turns that lead to a state, or `UNREACHED`; by colour to move, Red first.

    Attributes:
        owner: uint16[2, largest block]. Owner to move, of the block at hand.
        guest: uint16[2, entries]. Guest to move.
    """

    owner: NDArray[np.uint16]
    guest: NDArray[np.uint16]


class _Tally(NamedTuple):
    """What has been counted.

    Attributes:
        numbers: int64[7], by the names above.
        by_ply: int64[...]. States by the fewest turns that lead to them.
    """

    numbers: NDArray[np.int64]
    by_ply: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Reachable:
    """The states that can be reached from the empty board: stones and side to move, no swap.

    Attributes:
        board: The board.
        states: How many there are, the start counted.
        moves: How many legal placements they have in all.
        red_wins: How many of them are full boards with a majority of red stones.
        blue_wins: The same of blue stones.
        ties: The same of neither.
        single_move_states: How many have exactly one legal placement.
        max_branching: The largest number of legal placements.
        states_by_ply: How many can be reached in i turns and not in fewer, by i.
    """

    board: Board
    states: int
    moves: int
    red_wins: int
    blue_wins: int
    ties: int
    single_move_states: int
    max_branching: int
    states_by_ply: tuple[int, ...]


def reach(board: Board, progress: Callable[[int, int], None] | None = None) -> Reachable:
    """Count what can be reached on a board.

    Args:
        board: The board; `layout.entries_of` tells how many entries it has.
        progress: Called with how many entries are done, and how many there are.
    """
    patterns = patterns_of(board)
    layout = layout_of(board, patterns)
    entries = int(layout.offset[-1])
    plies = _Plies(
        owner=np.full((2, 1 << board.size), UNREACHED, dtype=np.uint16),
        guest=np.full((2, entries), UNREACHED, dtype=np.uint16),
    )
    tally = _Tally(np.zeros(7, dtype=np.int64), np.zeros(UNREACHED, dtype=np.int64))
    end = len(layout.owner)
    while end:
        goal = layout.offset[end] - _ENTRIES_A_STEP
        first = min(int(np.searchsorted(layout.offset, goal)), end - 1)
        _reach_blocks(patterns, layout, first, end, plies, tally)
        end = first
        if progress is not None:
            progress(entries - int(layout.offset[end]), entries)
    return _reachable(board, tally)


def _reachable(board: Board, tally: _Tally) -> Reachable:
    numbers = [int(number) for number in tally.numbers]
    plies = int(np.flatnonzero(tally.by_ply)[-1]) + 1
    return Reachable(
        board=board,
        states=numbers[_STATES],
        moves=numbers[_MOVES],
        red_wins=numbers[_RED_WINS],
        blue_wins=numbers[_BLUE_WINS],
        ties=numbers[_TIES],
        single_move_states=numbers[_SINGLE],
        max_branching=numbers[_WIDEST],
        states_by_ply=tuple(int(count) for count in tally.by_ply[:plies]),
    )


@compiled
def _reach_blocks(  # noqa: PLR0913, PLR0917 - compiled code takes its tables one by one
    patterns: Patterns,
    layout: Layout,
    first_block: Integer,
    end_block: Integer,
    plies: _Plies,
    tally: _Tally,
) -> None:
    """Go through blocks from the last to the first; all after them must have been."""
    for block in range(end_block - 1, first_block - 1, -1):
        start, end = layout.offset[block], layout.offset[block + 1]
        plies.owner[:, : end - start] = UNREACHED
        if layout.owner[block] == 0:
            plies.owner[_RED, 0] = plies.guest[_RED, start] = 0
        _complete(layout, block, plies.guest[:, start:end])
        _move_guests(patterns, layout, block, plies)
        _move_owner(patterns, layout, block, plies, tally)


@helper
def _move_guests(patterns: Patterns, layout: Layout, block: Integer, plies: _Plies) -> None:
    """Mark what the guests that are reached move to, in the same block."""
    free = free_cells(layout, block)
    guest = np.int64(0)
    for place in range(layout.offset[block], layout.offset[block + 1]):
        red, blue = np.int64(plies.guest[0, place]), np.int64(plies.guest[1, place])
        if guest != free and min(red, blue) != UNREACHED:
            cells = legal(patterns, guest, free ^ guest)
            for cell in range(layout.cells):
                if cells >> cell & 1:
                    target = packed(layout, free, result(patterns, guest, cell))
                    _mark(red, blue, plies.owner, target)
        guest = (guest - free) & free


@helper
def _move_owner(
    patterns: Patterns, layout: Layout, block: Integer, plies: _Plies, tally: _Tally
) -> None:
    """Mark what the owner moves to, in other blocks, and count what is reached."""
    owner, free = np.int64(layout.owner[block]), free_cells(layout, block)
    after = np.zeros(layout.cells, dtype=np.int64)
    for cell in range(layout.cells):
        if free >> cell & 1:
            after[cell] = result(patterns, owner, cell)
    lead = 2 * ones(owner) - layout.cells
    guest = np.int64(0)
    for place in range(layout.offset[block + 1] - layout.offset[block]):
        red, blue = np.int64(plies.owner[0, place]), np.int64(plies.owner[1, place])
        if min(red, blue) != UNREACHED:
            cells = np.int64(0) if guest == free else legal(patterns, owner, free ^ guest)
            for cell in range(layout.cells):
                if cells >> cell & 1:
                    target = np.int64(layout.block[after[cell]])
                    moved = image(layout, np.int64(layout.symmetry[after[cell]]), guest)
                    at = layout.offset[target] + packed(layout, free_cells(layout, target), moved)
                    _mark(red, blue, plies.guest, at)
            for colour in range(2):
                ply = red if colour == _RED else blue
                if ply != UNREACHED:
                    _count(ply, colour, ones(cells), lead, layout.orbit[block], tally)
        guest = (guest - free) & free


@helper
def _mark(red: Integer, blue: Integer, target: NDArray[np.uint16], place: Integer) -> None:
    """Mark the successor of a state that is reached with Red, with Blue, or with both to move."""
    if red != UNREACHED:
        target[1, place] = min(np.int64(target[1, place]), red + 1)
    if blue != UNREACHED:
        target[0, place] = min(np.int64(target[0, place]), blue + 1)


@helper
def _complete(layout: Layout, block: Integer, guest_plies: NDArray[np.uint16]) -> None:
    """Give guests that a symmetry of the owner carries onto each other the same plies."""
    owner = np.int64(layout.owner[block])
    free = free_cells(layout, block)
    for symmetry in range(1, len(layout.images)):
        if image(layout, symmetry, owner) == owner:
            guest = np.int64(0)
            for place in range(guest_plies.shape[1]):
                other = packed(layout, free, image(layout, symmetry, guest))
                for colour in range(2):
                    least = min(guest_plies[colour, place], guest_plies[colour, other])
                    guest_plies[colour, place] = least
                    guest_plies[colour, other] = least
                guest = (guest - free) & free


@helper
def _count(  # noqa: PLR0913, PLR0917 - as above
    ply: Integer,
    colour: Integer,
    moves: Integer,
    lead: Integer,
    orbit: Integer,
    tally: _Tally,
) -> None:
    """Count a state for all states that symmetries make of it.

    Args:
        ply: The fewest turns that lead to it.
        colour: The colour to move.
        moves: How many moves it has.
        lead: How many stones more the side to move has when the board is full.
        orbit: For how many states it counts.
        tally: Where the counts are added.
    """
    numbers = tally.numbers
    numbers[_STATES] += orbit
    tally.by_ply[ply] += orbit
    numbers[_MOVES] += orbit * moves
    numbers[_WIDEST] = max(numbers[_WIDEST], moves)
    if moves == 1:
        numbers[_SINGLE] += orbit
    elif moves == 0 and lead == 0:
        numbers[_TIES] += orbit
    elif moves == 0:
        winner = colour if lead > 0 else 1 - colour
        numbers[_RED_WINS if winner == _RED else _BLUE_WINS] += orbit
