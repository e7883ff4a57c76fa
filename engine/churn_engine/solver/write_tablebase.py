"""Writing the tablebase of a solved board, and verifying a finished one."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from churn_engine.notation import Position, write_position
from churn_engine.solver.compiled import Integer, compiled, helper
from churn_engine.solver.container import StorageError, write_container
from churn_engine.solver.expand import free_cells, legal
from churn_engine.solver.layout import Layout, entry, layout_of, spread
from churn_engine.solver.patterns import Patterns, patterns_of
from churn_engine.solver.scores import WORST, before, full_board_score
from churn_engine.solver.solve import Solver
from churn_engine.solver.tablebase import KIND, Tablebase
from churn_engine.solver.values import distance_of, result_of, value_of

_SCORE_RANGE = 1 << 16
_BLOCKS_A_STEP = 256


class TablebaseError(Exception):
    """A finished tablebase with a value that does not follow from its successors' values."""


def write_tablebase(solver: Solver, path: Path) -> int:
    """Write the solution of a board, solved with symmetries.

    Returns:
        The length of the file in bytes.

    Raises:
        StorageError: It cannot be written; what stood at the path before still stands.
    """
    if not solver.finished:
        raise ValueError("the board is not solved to the end")
    code_of, scores = _codes(solver.tables.owner_scores)
    facts = {
        "codes": [[result_of(score), distance_of(score)] for score in scores],
        "bits_an_entry": code_of.itemsize * 8,
        "positions": 3**solver.board.size,
    }
    values = code_of[solver.tables.owner_scores.view(np.uint16)]
    arrays = {"owners": solver.layout.owner, "values": values}
    return write_container(path, KIND, str(solver.board), facts, arrays)


def _codes(table: NDArray[np.int16]) -> tuple[NDArray[Any], list[int]]:
    """Number the scores that occur.

    Returns:
        uint8 or uint16[2^16], the code of each score, taken as an unsigned number; and the score
        of each code.
    """
    occurs = np.zeros(_SCORE_RANGE, dtype=np.bool_)
    occurs[table.view(np.uint16)] = True
    scores = np.flatnonzero(occurs).astype(np.uint16)
    code_type = np.uint8 if len(scores) <= 256 else np.uint16
    code_of: NDArray[Any] = np.zeros(_SCORE_RANGE, dtype=code_type)
    code_of[scores] = np.arange(len(scores))
    return code_of, [int(score) for score in scores.view(np.int16)]


def verify_tablebase(
    path: Path, threads: int = 1, progress: Callable[[int, int], None] | None = None
) -> int:
    """Check every page of a tablebase, and that each value follows from its successors' values.

    Neither the order of evaluation nor the tables of the solver are used: for every entry the
    position is taken apart, its placements made, and what they lead to looked up.

    Returns:
        How many entries were checked: all.

    Raises:
        StorageError: The file cannot be used.
        TablebaseError: A value does not follow.
    """
    with Tablebase(path) as tablebase:
        patterns = patterns_of(tablebase.board)
        layout = layout_of(tablebase.board, patterns)
        if not np.array_equal(layout.owner, tablebase.owners):
            raise StorageError(f"cannot use {path}: its owners are not the board's")
        codes, scores = tablebase.codes(), np.array(tablebase.scores, dtype=np.int64)

        def first_wrong(blocks: tuple[int, int]) -> int:
            return int(_first_wrong(patterns, layout, *blocks, codes, scores))

        steps = _steps(len(layout.owner))
        with ThreadPoolExecutor(threads) as pool:
            for (_, end), wrong in zip(steps, pool.map(first_wrong, steps), strict=True):
                if wrong >= 0:
                    pool.shutdown(cancel_futures=True)
                    position = _position(tablebase, layout, wrong)
                    raise TablebaseError(_complaint(tablebase, position, int(codes[wrong])))
                if progress is not None:
                    progress(int(layout.offset[end]), tablebase.entries)
        return tablebase.entries


def _steps(blocks: int) -> list[tuple[int, int]]:
    return [
        (first, min(first + _BLOCKS_A_STEP, blocks)) for first in range(0, blocks, _BLOCKS_A_STEP)
    ]


def _position(tablebase: Tablebase, layout: Layout, wrong: int) -> Position:
    block = int(np.searchsorted(layout.offset, wrong, side="right")) - 1
    guest = spread(free_cells(layout, block), wrong - layout.offset[block])
    return Position(tablebase.board, int(layout.owner[block]), int(guest), "red")


def _complaint(tablebase: Tablebase, position: Position, code: int) -> str:
    score = tablebase.scores[code]
    return (
        f"{tablebase.path}: {write_position(position)} is stored as "
        f"{value_of(score, 'red')} in {distance_of(score)}, which does not follow from its turns"
    )


@compiled
def _first_wrong(  # noqa: PLR0913, PLR0917 - compiled code takes its tables one by one
    patterns: Patterns,
    layout: Layout,
    first_block: Integer,
    end_block: Integer,
    codes: NDArray[np.uint8],
    scores: NDArray[np.int64],
) -> Integer:
    """The first entry of these blocks whose value does not follow, or -1."""
    for block in range(first_block, end_block):
        owner = np.int64(layout.owner[block])
        free = free_cells(layout, block)
        guest = np.int64(0)
        for at in range(layout.offset[block], layout.offset[block + 1]):
            if scores[codes[at]] != _follows(patterns, layout, owner, guest, codes, scores):
                return at
            guest = (guest - free) & free
    return -1


@helper
def _follows(  # noqa: PLR0913, PLR0917 - as above
    patterns: Patterns,
    layout: Layout,
    mover: Integer,
    other: Integer,
    codes: NDArray[np.uint8],
    scores: NDArray[np.int64],
) -> Integer:
    """The score of a position according to what its placements lead to."""
    empty = ((np.int64(1) << layout.cells) - 1) ^ (mover | other)
    if empty == 0:
        return full_board_score(_stones(mover), _stones(other))
    best: Integer = np.int64(WORST)
    cells = legal(patterns, mover, empty)
    for cell in range(layout.cells):
        if cells >> cell & 1:
            after = np.int64(patterns.result[mover, cell])
            best = max(best, before(scores[codes[entry(layout, other, after)]]))
    return best


@helper
def _stones(mask: Integer) -> Integer:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
