"""Misreadings of the board (B1): which cells are neighbours, and what they are called."""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

import churn_spec as spec
from churn_verification.misreadings import rules
from churn_verification.misreadings.mutant import Mutant, Origin, misreading

Place = tuple[int, int]
"""A row from the top, and a column."""

_SQUARE = ((-1, 0), (1, 0), (0, -1), (0, 1))
_KING = (*_SQUARE, (-1, -1), (-1, 1), (1, -1), (1, 1))
_HALF_CELLS = ((-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1))


def _masks(places: Sequence[Place], steps: Iterable[Place]) -> tuple[int, ...]:
    """The neighbours of each cell, when the cells lie at places and neighbours some steps away."""
    number = {place: index for index, place in enumerate(places)}
    beside = [{(row + down, column + right) for down, right in steps} for row, column in places]
    return tuple(sum(1 << number[place] for place in near if place in number) for near in beside)


def _in_a_square_grid(steps: Iterable[Place]) -> Callable[[spec.Board], tuple[int, ...]]:
    def neighbours(board: spec.Board) -> tuple[int, ...]:
        rows = spec.rows_of(board)
        places = [(down, right) for down, row in enumerate(rows) for right in range(len(row))]
        return _masks(places, steps)

    return neighbours


def _leaning(board: spec.Board, left_steps: Iterable[int]) -> tuple[int, ...]:
    """Neighbours when each row begins so many half cells right of the row above it."""
    starts = accumulate(left_steps, initial=0)
    places = [
        (down, start + 2 * right)
        for down, (row, start) in enumerate(zip(spec.rows_of(board), starts, strict=True))
        for right in range(len(row))
    ]
    return _masks(places, _HALF_CELLS)


def _leaning_left_all_the_way(board: spec.Board) -> tuple[int, ...]:
    return _leaning(board, [-1] * (len(spec.rows_of(board)) - 1))


def _turning_at_the_middle_row(board: spec.Board) -> tuple[int, ...]:
    steps = len(spec.rows_of(board)) - 1
    return _leaning(board, [-1] * (steps // 2) + [1] * (steps - steps // 2))


def _wrapping_around_rows(board: spec.Board) -> tuple[int, ...]:
    masks = list(rules.neighbours(board))
    ends = list(accumulate(map(len, spec.rows_of(board))))[:-1]
    for first_of_next_row in ends:
        masks[first_of_next_row] |= 1 << first_of_next_row - 1
        masks[first_of_next_row - 1] |= 1 << first_of_next_row
    return tuple(masks)


def _missing_at_the_last_corner(board: spec.Board) -> tuple[int, ...]:
    masks = list(rules.neighbours(board))
    lost = masks[-1].bit_length() - 1
    if lost >= 0:
        masks[-1] &= ~(1 << lost)
        masks[lost] &= ~(1 << len(masks) - 1)
    return tuple(masks)


def _without_lower_left(board: spec.Board) -> tuple[int, ...]:
    cells = spec.cells_of(board)
    number = {cell: index for index, cell in enumerate(cells)}
    lower_left = [number.get(spec.Cell(cell.x - 1, cell.y + 1)) for cell in cells]
    return tuple(
        mask if lost is None else mask & ~(1 << lost)
        for mask, lost in zip(rules.neighbours(board), lower_left, strict=True)
    )


def _without_cell(lost: int) -> Callable[[spec.Board], tuple[int, ...]]:
    """No cell has this one for a neighbour."""

    def neighbours(board: spec.Board) -> tuple[int, ...]:
        return tuple(mask & ~(1 << lost) for mask in rules.neighbours(board))

    return neighbours


def _cut_at(edge: int) -> Callable[[spec.Board], tuple[int, ...]]:
    """No cell below the edge of a word is next to one at or above it."""
    below = (1 << edge) - 1

    def neighbours(board: spec.Board) -> tuple[int, ...]:
        masks = rules.neighbours(board)
        return tuple(
            mask & below if cell < edge else mask & ~below for cell, mask in enumerate(masks)
        )

    return neighbours


def _shifting_modulo_32(board: spec.Board) -> tuple[int, ...]:
    def wrapped(mask: int) -> int:
        return (mask | mask >> 32) & 0xFFFFFFFF

    return tuple(map(wrapped, rules.neighbours(board)))


def _lettered_from_the_top(board: spec.Board) -> tuple[str, ...]:
    rows = spec.rows_of(board)
    letters = [spec.write_cell(board, row[0]).removesuffix("1") for row in reversed(rows)]
    return tuple(
        f"{letter}{place}"
        for letter, row in zip(letters, rows, strict=True)
        for place in range(1, len(row) + 1)
    )


MUTANTS: tuple[Mutant, ...] = (
    misreading(
        "square-grid",
        "B1",
        Origin.SLIP,
        "rows kept as lists, neighbours taken at the same index above and below",
        "Each cell has four neighbours: left, right, and at the same place in the rows beside.",
        neighbours=_in_a_square_grid(_SQUARE),
    ),
    misreading(
        "square-grid-with-diagonals",
        "B1",
        Origin.SLIP,
        "a board class of a chess program, used as it was",
        "Each cell has the eight neighbours of a square grid.",
        neighbours=_in_a_square_grid(_KING),
    ),
    misreading(
        "lower-half-leans-left",
        "B1",
        Origin.PUBLIC,
        "github.com/mesa/mesa/pull/3773: rows of a hex grid took each other's offsets",
        "Below the widest row the rows go on leaning to the left.",
        neighbours=_leaning_left_all_the_way,
    ),
    misreading(
        "irregular-boards-lean-as-regular-ones",
        "B1",
        Origin.PUBLIC,
        "github.com/google-deepmind/open_spiel/pull/762: right on even-sided boards alone",
        "The rows lean left down to the middle row, wherever the left corner is: a fault on"
        " irregular boards only.",
        neighbours=_turning_at_the_middle_row,
    ),
    misreading(
        "rows-wrap-around",
        "B1",
        Origin.SLIP,
        "index plus one without a look at the row's end",
        "The last cell of a row is next to the first cell of the row below.",
        neighbours=_wrapping_around_rows,
    ),
    misreading(
        "corner-misses-a-neighbour",
        "B1",
        Origin.SLIP,
        "a loop over cells that stops one short",
        "The lower right corner lacks one of its neighbours.",
        neighbours=_missing_at_the_last_corner,
    ),
    misreading(
        "no-lower-left-neighbour",
        "B1",
        Origin.PUBLIC,
        "github.com/rayalex/hexgrid/pull/12: the lower left neighbour was forgotten",
        "No cell knows its lower left neighbour.",
        neighbours=_without_lower_left,
    ),
    misreading(
        "sign-bit-lost-at-cell-63",
        "B1",
        Origin.PUBLIC,
        "github.com/PascalPons/connect4/issues/2: boards of nearly 64 bits overflowed",
        "The 64th cell is nobody's neighbour: the sign of a 64-bit integer.",
        neighbours=_without_cell(63),
    ),
    misreading(
        "cut-between-cells-63-and-64",
        "B1",
        Origin.SLIP,
        "shifts within one word that lose what should go to the next",
        "No cell of the first 64 is next to one of the others.",
        neighbours=_cut_at(64),
    ),
    misreading(
        "cut-between-cells-127-and-128",
        "B1",
        Origin.SLIP,
        "two words are handled as they should, a third is not",
        "No cell of the first 128 is next to one of the others.",
        neighbours=_cut_at(128),
    ),
    misreading(
        "shift-wraps-at-32",
        "B1",
        Origin.SLIP,
        "1 << 32 is 1 in JavaScript and Java",
        "Masks have 32 bits: neighbours from the 33rd cell on are taken for others.",
        neighbours=_shifting_modulo_32,
    ),
    misreading(
        "rows-lettered-from-the-top",
        "B1",
        Origin.SLIP,
        "screens and matrices count rows downwards",
        "Row a is the top row.",
        names=_lettered_from_the_top,
    ),
)
