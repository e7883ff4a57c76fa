"""Every pattern of stones on a board, as masks and as text."""

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

import churn_spec as spec


def own_patterns(board: spec.Board) -> NDArray[np.int64]:
    """All ways to place stones of one colour: masks over the cells in reading order.

    Sorted by the number of stones, so that the first difference found is one of the smallest.
    """
    return _fewest_stones_first(np.arange(2 ** len(spec.cells_of(board)), dtype=np.int64))


def own_patterns_up_to_symmetry(board: spec.Board) -> NDArray[np.int64]:
    """One of each set of patterns that the board's symmetries map onto one another."""
    cells = spec.cells_of(board)
    masks = np.arange(2 ** len(cells), dtype=np.int64)
    least = masks.copy()
    for symmetry in spec.symmetries(board):
        image = np.zeros_like(masks)
        for number, cell in enumerate(cells):
            image |= (masks >> number & 1) << cells.index(symmetry[cell])
        np.minimum(least, image, out=least)
    return _fewest_stones_first(np.flatnonzero(least == masks))


def _fewest_stones_first(masks: NDArray[np.int64]) -> NDArray[np.int64]:
    return masks[np.argsort(np.bitwise_count(masks), kind="stable")]


def position_of_own(board: spec.Board, mask: int) -> spec.Position:
    """The position with Red to move and red stones as a mask says, and no others."""
    cells = spec.cells_of(board)
    red = frozenset(cell for number, cell in enumerate(cells) if mask >> number & 1)
    return spec.Position(board, red, frozenset(), spec.Colour.RED)


def all_positions(board: spec.Board, mover: spec.Colour) -> Iterator[spec.Position]:
    """Every arrangement of stones of both colours, with one side to move; 3^n of them."""
    cells = spec.cells_of(board)
    for letters in product(".rb", repeat=len(cells)):
        red, blue = (
            frozenset(cell for cell, letter in zip(cells, letters, strict=True) if letter == stone)
            for stone in "rb"
        )
        yield spec.Position(board, red, blue, mover)
