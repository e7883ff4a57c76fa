"""The board: the cells of a convex hexagon on the hexagonal lattice (B1, B2).

A cell is a pair (x, y): y counts the rows downwards, and one step along each of the six
directions changes the pair as `DIRECTIONS` says. In these coordinates each side of a hexagon
lies on a line where x, y or x + y is constant, so a convex hexagon is the place where three
ranges overlap. That is the whole geometry; everything else is read off it.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from churn_spec.clauses import states

BOARDS_KEPT = 256
"""Of how many boards what was found of their shape is kept: a program may see any number."""

SIDE_NAMES = ("top", "upper right", "lower right", "bottom", "lower left", "upper left")
"""The sides in the order in which a board lists their lengths: clockwise from the top."""


class Cell(NamedTuple):
    """One cell, by its place on the lattice: x to the right along a row, y downwards."""

    x: int
    y: int


DIRECTIONS = (
    Cell(+1, 0),  # right
    Cell(0, +1),  # down and right
    Cell(-1, +1),  # down and left
    Cell(-1, 0),  # left
    Cell(0, -1),  # up and left
    Cell(+1, -1),  # up and right
)
"""The six steps to a neighbouring cell, clockwise; walking the board's edge takes them in turn."""


class BoardError(ValueError):
    """Six side lengths that make no hexagon; the text says why."""


@dataclass(frozen=True)
class Board:
    """A convex hexagon, given by its six side lengths in cells.

    Attributes:
        sides: lengths in cells, clockwise from the top side, each at least 1. A side of length 1
            is a corner cut to nothing: `5-1-1-5-1-1` is a row of five cells.

    Raises:
        BoardError: there are not six whole numbers of at least 1, or walking the sides does not
            lead back to the start.
    """

    sides: tuple[int, int, int, int, int, int]

    def __post_init__(self) -> None:
        if len(self.sides) != 6:
            raise BoardError(f"a board has six sides, not {len(self.sides)}")
        for name, length in zip(SIDE_NAMES, self.sides, strict=True):
            if length < 1:
                raise BoardError(f"the {name} side is {length} cells long; a side has at least 1")
        _require_closed(self.sides)


def _require_closed(sides: tuple[int, int, int, int, int, int]) -> None:
    """Raise BoardError unless the walk around the edge ends where it began."""
    for first in (0, 1):
        here, opposite = (first, first + 1), (first + 3, first + 4)
        if sum(sides[i] for i in here) != sum(sides[i] for i in opposite):
            raise BoardError(
                f"the sides do not close: {_sum_text(here, sides)},"
                f" but {_sum_text(opposite, sides)}; the two sums must be equal"
            )


def _sum_text(which: tuple[int, int], sides: tuple[int, ...]) -> str:
    names = " and ".join(SIDE_NAMES[i] for i in which)
    return f"{names} are {sides[which[0]]} + {sides[which[1]]}"


def regular_board(size: int) -> Board:
    """The regular hexagon with the given side length in cells.

    Raises:
        BoardError: the size is less than 1.
    """
    return Board((size,) * 6)


@states("B1")
@lru_cache(maxsize=BOARDS_KEPT)
def cells_of(board: Board) -> tuple[Cell, ...]:
    """The cells of a board in reading order: top row first, each row from the left.

    Clause B1. The corners are found by walking around the edge; the cells are all those whose
    x, y and x + y lie within the corners' ranges.
    """
    corners = _corners_of(board)
    columns = [x for x, _ in corners]
    rows = [y for _, y in corners]
    slants = [x + y for x, y in corners]
    return tuple(
        Cell(x, y)
        for y in range(min(rows), max(rows) + 1)
        for x in range(min(columns), max(columns) + 1)
        if min(slants) <= x + y <= max(slants)
    )


def _corners_of(board: Board) -> tuple[Cell, ...]:
    """The six corners, clockwise from the top left one, which is the origin."""
    corners = []
    x = y = 0
    for length, step in zip(board.sides, DIRECTIONS, strict=True):
        corners.append(Cell(x, y))
        x += (length - 1) * step.x
        y += (length - 1) * step.y
    return tuple(corners)


@lru_cache(maxsize=BOARDS_KEPT)
def rows_of(board: Board) -> tuple[tuple[Cell, ...], ...]:
    """The rows of a board from the top, each from the left."""
    rows: dict[int, list[Cell]] = {}
    for cell in cells_of(board):
        rows.setdefault(cell.y, []).append(cell)
    return tuple(tuple(row) for row in rows.values())


def cell_count(board: Board) -> int:
    """The number of cells, from the side lengths alone.

    A hexagon is a triangle with three small triangles cut off: the upper left, upper right and
    bottom sides are where the cuts were made.
    """
    top, upper_right, _, bottom, _, upper_left = board.sides
    whole = top + upper_right + upper_left - 2
    cut = (upper_right - 1, bottom - 1, upper_left - 1)
    return _triangle(whole) - sum(map(_triangle, cut))


def _triangle(side: int) -> int:
    return side * (side + 1) // 2


@states("B2")
def can_tie(board: Board) -> bool:
    """Whether a game on this board can end in a tie: it has an even number of cells.

    Clause B2. A game ends on a full board, and an odd number of stones cannot be shared equally.
    """
    return len(cells_of(board)) % 2 == 0


def neighbours_of(board: Board, cell: Cell) -> frozenset[Cell]:
    """The cells next to a cell: two to six of them, fewer where all cells lie in one line.

    Raises:
        KeyError: the cell is not on the board.
    """
    return _neighbourhoods(board)[cell]


@lru_cache(maxsize=BOARDS_KEPT)
def _neighbourhoods(board: Board) -> dict[Cell, frozenset[Cell]]:
    on_board = frozenset(cells_of(board))
    return {
        cell: on_board & {Cell(cell.x + step.x, cell.y + step.y) for step in DIRECTIONS}
        for cell in on_board
    }
