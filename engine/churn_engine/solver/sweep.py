"""Retrograde evaluation: one pass over the blocks, from the highest-ranking owner down.

Each quantity has a table of "owner to move" and one of "guest to move", see `expand`. Every entry
follows from the entries of its successors.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from churn_engine.solver.compiled import Integer, compiled, helper
from churn_engine.solver.expand import (
    COPIED,
    SKIPPED,
    Moves,
    expand_guest_to_move,
    expand_owner_to_move,
)
from churn_engine.solver.layout import Layout
from churn_engine.solver.patterns import Patterns
from churn_engine.solver.scores import WORST, before, full_board_score
from churn_engine.solver.values import WIN

SHORTEST, LONGEST = 0, 1
"""Columns of lengths."""
TURNS, MARGIN, TIE = 0, 1, 2
"""Columns of chances under uniformly random play.

The expected number of turns to the end, the mover's chance to win less the other's, and, where the
board can tie, the chance of a tie.
"""


class Scores(NamedTuple):
    """Scores, see `values`.

    Attributes:
        owner: int16[entries]. Owner to move.
        guest: int16[entries]. Guest to move.
    """

    owner: NDArray[np.int16]
    guest: NDArray[np.int16]


class Lengths(NamedTuple):
    """How many turns a game can last at least, and at most.

    Attributes:
        owner: uint16[largest block, 2]. Owner to move, of the block at hand.
        guest: uint16[entries, 2]. Guest to move.
    """

    owner: NDArray[np.uint16]
    guest: NDArray[np.uint16]


class Chances(NamedTuple):
    """What uniformly random play does.

    Attributes:
        owner: float64[largest block, 2 or 3]. Owner to move, of the block at hand.
        guest: float64[entries, 2 or 3]. Guest to move.
    """

    owner: NDArray[np.float64]
    guest: NDArray[np.float64]


@compiled
def sweep(  # noqa: PLR0913, PLR0917 - the compiler leaves out what is None as an argument of its own
    patterns: Patterns,
    layout: Layout,
    moves: Moves,
    first_block: Integer,
    end_block: Integer,
    scores: Scores,
    lengths: Lengths | None,
    chances: Chances | None,
) -> None:
    """Evaluate blocks of equal rank; all blocks of higher rank must have been.

    Args:
        patterns: The tables of the board.
        layout: The layout of the board.
        moves: Room for the moves of a chunk.
        first_block: The first block.
        end_block: The block after the last.
        scores: Scores to be filled in.
        lengths: Lengths to be filled in, or None where they are not wanted.
        chances: Chances to be filled in, or None.
    """
    chunk = len(moves.counts)
    for block in range(first_block, end_block):
        start, end = layout.offset[block], layout.offset[block + 1]
        outcome = _outcome(layout, block)
        for first in range(0, end - start, chunk):
            count = expand_owner_to_move(patterns, layout, block, first, moves)
            at = start + first
            _fold_scores(moves, count, outcome, scores.guest, scores.owner[at:end])
            if lengths is not None:
                _fold_lengths(moves, count, lengths.guest, lengths.owner[first:])
            if chances is not None:
                _fold_chances(moves, count, outcome, chances.guest, chances.owner[first:])
        for first in range(0, end - start, chunk):
            count = expand_guest_to_move(patterns, layout, block, first, moves)
            at = start + first
            _fold_scores(moves, count, -outcome, scores.owner[start:end], scores.guest[at:end])
            if lengths is not None:
                _fold_lengths(moves, count, lengths.owner, lengths.guest[at:end])
            if chances is not None:
                _fold_chances(moves, count, -outcome, chances.owner, chances.guest[at:end])


@helper
def _outcome(layout: Layout, block: Integer) -> Integer:
    """The score of the block's full board with the owner to move."""
    stones: Integer = 0
    for cell in range(layout.cells):
        stones += layout.owner[block] >> cell & 1
    return full_board_score(stones, layout.cells - stones)


@helper
def _fold_scores(
    moves: Moves,
    count: Integer,
    outcome: Integer,
    source: NDArray[np.int16],
    target: NDArray[np.int16],
) -> None:
    at: Integer = 0
    for position in range(count):
        successors = np.int64(moves.counts[position])
        if successors == COPIED:
            target[position] = source[moves.successors[at]]
            at += 1
        elif successors == 0:
            target[position] = outcome
        elif successors != SKIPPED:
            best: Integer = np.int64(WORST)
            for place in range(at, at + successors):
                best = max(best, before(np.int64(source[moves.successors[place]])))
            target[position] = best
            at += successors


@helper
def _fold_lengths(
    moves: Moves, count: Integer, source: NDArray[np.uint16], target: NDArray[np.uint16]
) -> None:
    at: Integer = 0
    for position in range(count):
        successors = np.int64(moves.counts[position])
        if successors == COPIED:
            successor = moves.successors[at]
            target[position, SHORTEST] = source[successor, SHORTEST]
            target[position, LONGEST] = source[successor, LONGEST]
            at += 1
        elif successors == 0:
            target[position, SHORTEST] = 0
            target[position, LONGEST] = 0
        elif successors != SKIPPED:
            shortest, longest = np.int64(WIN), np.int64(0)
            for place in range(at, at + successors):
                successor = moves.successors[place]
                shortest = min(shortest, np.int64(source[successor, SHORTEST]))
                longest = max(longest, np.int64(source[successor, LONGEST]))
            target[position, SHORTEST] = shortest + 1
            target[position, LONGEST] = longest + 1
            at += successors


@helper
def _fold_chances(
    moves: Moves,
    count: Integer,
    outcome: Integer,
    source: NDArray[np.float64],
    target: NDArray[np.float64],
) -> None:
    at: Integer = 0
    columns = source.shape[1]
    for position in range(count):
        successors = np.int64(moves.counts[position])
        if successors == COPIED:
            successor = moves.successors[at]
            for column in range(columns):
                target[position, column] = source[successor, column]
            at += 1
        elif successors == 0:
            target[position, TURNS] = 0.0
            target[position, MARGIN] = outcome / WIN
            if columns > TIE:
                target[position, TIE] = 1.0 if outcome == 0 else 0.0
        elif successors != SKIPPED:
            turns, margin, tie = 0.0, 0.0, 0.0
            for place in range(at, at + successors):
                successor = moves.successors[place]
                turns += source[successor, TURNS]
                margin += source[successor, MARGIN]
                if columns > TIE:
                    tie += source[successor, TIE]
            target[position, TURNS] = 1.0 + turns / successors
            target[position, MARGIN] = -margin / successors
            if columns > TIE:
                target[position, TIE] = tie / successors
            at += successors
