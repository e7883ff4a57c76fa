"""What compiled code says of many unrelated placements at once, for exhaustive comparisons."""

from typing import NamedTuple

import numpy as np

from churn_engine.board import Board
from churn_engine.errors import ChurnError
from churn_engine.kernels.compiling import kernel
from churn_engine.kernels.instructions import load, store
from churn_engine.kernels.sides import Memory, memory_for, side_of
from churn_engine.kernels.tables import Numbers, Words, tables_of
from churn_engine.kernels.turns import add_sizes, formed_size, legal_placements, place


class Effects(NamedTuple):
    """What placements do, one a row.

    Attributes:
        formed_sizes: Array of shape (rows): the size of the group formed, before removal.
        removed: Array of shape (rows, elements a word): the stones removed.
    """

    formed_sizes: Numbers
    removed: Words


class Choices(NamedTuple):
    """Which placements are legal, one position a row.

    Attributes:
        formed_sizes: Array of shape (rows): the size that all of them form.
        cells: Array of shape (rows, elements a word): the legal placements.
    """

    formed_sizes: Numbers
    cells: Words


def effects(board: Board, own: Words, cells: Numbers) -> Effects:
    """Tell for each row what a stone on an empty cell would form and remove, legal or not.

    Args:
        board: The board.
        own: Array of shape (rows, elements a word), see `words_of`: the mover's stones. The
            opponent's do not matter.
        cells: Array of shape (rows): the number of an empty cell.

    Raises:
        ChurnError: The shapes do not fit each other or the board, there is a stone outside the
            board, or a cell that is outside or occupied.
    """
    tables = tables_of(board)
    _check_words(board, "own", own, rows=cells.size)
    _check_cells(board, own, cells)
    result = Effects(np.zeros_like(cells), np.zeros_like(own))
    _find_effects(memory_for(tables), own.ravel(), cells, result)
    return result


def choices(board: Board, own: Words, empty: Words) -> Choices:
    """Tell for each row which placements are legal and what size they form.

    Args:
        board: The board.
        own: Array of shape (rows, elements a word), see `words_of`: the mover's stones.
        empty: Array of the same shape: the empty cells, at least one in each row.

    Raises:
        ChurnError: The shapes do not fit each other or the board, something is outside the board, a
            cell is occupied as well as empty, or no cell is empty.
    """
    tables = tables_of(board)
    _check_words(board, "own", own, rows=len(own))
    _check_words(board, "empty", empty, rows=len(own))
    if (own & empty).any() or not empty.any(axis=1).all():
        raise ChurnError("empty", "in each row it is some cells without a stone")
    result = Choices(np.zeros(len(own), dtype=np.int64), np.zeros_like(own))
    _find_choices(memory_for(tables), own.ravel(), empty.ravel(), result)
    return result


def _check_words(board: Board, name: str, words: Words, rows: int) -> None:
    tables = tables_of(board)
    shape = (rows, tables.layout.length)
    if words.dtype != np.uint64 or words.shape != shape or not words.flags.c_contiguous:
        reason = f"it is a contiguous array of uint64 of shape {shape}, not {words.shape}"
        raise ChurnError(name, reason)
    if (words & ~tables.full).any():
        raise ChurnError(name, f"there are cells outside board {board}")


def _check_cells(board: Board, own: Words, cells: Numbers) -> None:
    if cells.dtype != np.int64 or cells.ndim != 1:
        raise ChurnError("cells", "they are an array of int64 with one dimension")
    if ((cells < 0) | (cells >= board.size)).any():
        raise ChurnError("cells", f"board {board} has the cells 0 to {board.size - 1}")
    places = own[np.arange(len(cells)), cells // 64] >> (cells % 64).astype(np.uint64)
    if (places & np.uint64(1)).any():
        raise ChurnError("cells", "in some row the cell is occupied")


@kernel
def _find_effects(memory: Memory, own: Words, cells: Numbers, result: Effects) -> None:
    for row in range(len(cells)):
        stones = load(memory.layout, own, row)
        side = side_of(memory, stones, 0)
        digits = add_sizes(memory, side)
        size = formed_size(memory, digits, cells[row])
        _, _, removed = place(memory, load(memory.layout, memory.full, 0), side, cells[row], size)
        result.formed_sizes[row] = size
        store(result.removed, row, removed)


@kernel
def _find_choices(memory: Memory, own: Words, empty: Words, result: Choices) -> None:
    for row in range(len(result.formed_sizes)):
        side = side_of(memory, load(memory.layout, own, row), 0)
        cells, size = legal_placements(memory, load(memory.layout, empty, row), side)
        result.formed_sizes[row] = size
        store(result.cells, row, cells)
