"""What can be reached from the empty board: one pass over the blocks in the order of play.

The same blocks and the same moves as in `sweep`, from the lowest rank up. Here the colours matter:
a position with Red to move and the one with the colours exchanged are two states, and either may be
out of reach. The swap is left out.

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
from churn_engine.solver.expand import (
    COPIED,
    SKIPPED,
    Moves,
    expand_guest_to_move,
    expand_owner_to_move,
    free_cells,
    room_for_moves,
)
from churn_engine.solver.layout import Layout, image, layout_of, packed
from churn_engine.solver.patterns import Patterns, patterns_of

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
    """Count what can be reached on a board of at most 21 cells.

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
    moves = room_for_moves(board.size)
    end = len(layout.owner)
    while end:
        goal = layout.offset[end] - _ENTRIES_A_STEP
        first = min(int(np.searchsorted(layout.offset, goal)), end - 1)
        _reach_blocks(patterns, layout, moves, first, end, plies, tally)
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
    moves: Moves,
    first_block: Integer,
    end_block: Integer,
    plies: _Plies,
    tally: _Tally,
) -> None:
    """Go through blocks from the last to the first; all after them must have been."""
    chunk = len(moves.counts)
    for block in range(end_block - 1, first_block - 1, -1):
        start, end = layout.offset[block], layout.offset[block + 1]
        size = end - start
        plies.owner[:, :size] = UNREACHED
        if layout.owner[block] == 0:
            plies.owner[_RED, 0] = 0
        _complete(layout, block, plies.guest[:, start:end])
        stones = _stones(layout.owner[block])
        lead = 2 * stones - layout.cells
        orbit = layout.orbit[block]
        for first in range(0, size, chunk):
            count = expand_guest_to_move(patterns, layout, block, first, moves)
            source = plies.guest[:, start + first : end]
            _pass_on(moves, count, source, plies.owner)
            _count(moves, count, source, -lead, orbit, tally)
        for first in range(0, size, chunk):
            count = expand_owner_to_move(patterns, layout, block, first, moves)
            source = plies.owner[:, first:size]
            _pass_on(moves, count, source, plies.guest)
            _count(moves, count, source, lead, orbit, tally)


@helper
def _stones(mask: Integer) -> Integer:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@helper
def _complete(layout: Layout, block: Integer, guest_plies: NDArray[np.uint16]) -> None:
    """Give guests that a symmetry of the owner carries onto each other the same plies."""
    owner = np.int64(layout.owner[block])
    free = free_cells(layout, block)
    for symmetry in range(1, len(layout.low)):
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
def _pass_on(
    moves: Moves, count: Integer, source: NDArray[np.uint16], target: NDArray[np.uint16]
) -> None:
    """Mark the successors of the states that are reached."""
    at: Integer = 0
    for position in range(count):
        successors = np.int64(moves.counts[position])
        if successors == COPIED:
            place = moves.successors[at]
            for colour in range(2):
                target[colour, place] = min(target[colour, place], source[colour, position])
            at += 1
        elif successors > 0:
            for colour in range(2):
                if source[colour, position] != UNREACHED:
                    ply = source[colour, position] + 1
                    for step in range(at, at + successors):
                        place = moves.successors[step]
                        target[1 - colour, place] = min(target[1 - colour, place], ply)
            at += successors


@helper
def _count(  # noqa: PLR0913, PLR0917 - as above
    moves: Moves,
    count: Integer,
    source: NDArray[np.uint16],
    lead: Integer,
    orbit: Integer,
    tally: _Tally,
) -> None:
    """Count the reached states of a chunk, each for all states that symmetries make of it.

    Args:
        moves: The moves of the chunk.
        count: How many positions it has.
        source: Their plies.
        lead: How many stones more the side to move has when the board is full.
        orbit: For how many states each counts.
        tally: Where the counts are added.
    """
    numbers = tally.numbers
    for position in range(count):
        successors = np.int64(moves.counts[position])
        if successors in (COPIED, SKIPPED):
            continue
        for colour in range(2):
            if source[colour, position] == UNREACHED:
                continue
            numbers[_STATES] += orbit
            tally.by_ply[source[colour, position]] += orbit
            numbers[_MOVES] += orbit * successors
            numbers[_WIDEST] = max(numbers[_WIDEST], successors)
            if successors == 1:
                numbers[_SINGLE] += orbit
            elif successors == 0 and lead == 0:
                numbers[_TIES] += orbit
            elif successors == 0:
                winner = colour if lead > 0 else 1 - colour
                numbers[_RED_WINS if winner == _RED else _BLUE_WINS] += orbit
