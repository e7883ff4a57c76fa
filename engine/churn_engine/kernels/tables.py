"""A board as the kernels see it, and sets of cells on their way between Python and arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from churn_engine.board import BOARDS_KEPT, Board
from churn_engine.kernels.words import Layout, layout_for

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Tables:
    """What the kernels know of a board.

    Attributes:
        layout: How long words are here.
        cells: The number of cells.
        rows: For each cell two words: the cells next to it, and the cell itself.
        full: One word: all cells.
    """

    layout: Layout
    cells: int
    rows: Words
    full: Words


@lru_cache(maxsize=BOARDS_KEPT)
def tables_of(board: Board) -> Tables:
    """Give the tables of a board, built once."""
    layout = layout_for(board.size)
    masks = [mask for cell in range(board.size) for mask in (board.neighbours[cell], 1 << cell)]
    return Tables(
        layout=layout,
        cells=board.size,
        rows=words_of(masks, layout).ravel(),
        full=words_of([board.full], layout).ravel(),
    )


def words_of(masks: Sequence[int], layout: Layout) -> Words:
    """Give masks as the rows of an array of shape (masks, elements a word)."""
    data = b"".join(mask.to_bytes(8 * layout.length, "little") for mask in masks)
    words = np.frombuffer(data, dtype="<u8").astype(np.uint64)
    return words.reshape(len(masks), layout.length)


def mask_of(words: Words) -> int:
    """Give the mask that a word in an array stands for."""
    return int.from_bytes(words.astype("<u8").tobytes(), "little")
