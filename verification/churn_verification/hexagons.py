"""All boards up to a number of cells."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from churn_spec import Board, cell_count


@cache
def hexagons(most_cells: int) -> tuple[Board, ...]:
    """Every board of at most so many cells, smallest first, in every orientation.

    A board and its turned or mirrored images are different boards here: their cells have
    different names. Sides of length 1 are included.
    """
    boards = (Board(sides) for sides in _closing_sides(most_cells))
    small = (board for board in boards if cell_count(board) <= most_cells)
    return tuple(sorted(small, key=lambda board: (cell_count(board), board.sides)))


@cache
def shapes(most_cells: int) -> tuple[Board, ...]:
    """One board for each shape of at most so many cells: turned and mirrored images count once.

    Of the images the one with the lexicographically greatest sides is taken, so the longest side
    is on top.
    """
    return tuple(board for board in hexagons(most_cells) if board.sides == max(_images(board)))


def _closing_sides(most_cells: int) -> Iterator[tuple[int, int, int, int, int, int]]:
    """Side lengths that close, none longer than the number of cells.

    Opposite sides differ by the same amount, in turn more and less; so three sides and that
    amount give the other three.
    """
    lengths = range(1, most_cells + 1)
    for top, upper_right, lower_right in product(lengths, repeat=3):
        if top * upper_right > 2 * most_cells or upper_right * lower_right > 2 * most_cells:
            continue
        for excess in range(1 - upper_right, min(top, lower_right)):
            yield (
                top,
                upper_right,
                lower_right,
                top - excess,
                upper_right + excess,
                lower_right - excess,
            )


def _images(board: Board) -> Iterator[tuple[int, ...]]:
    """The side lengths of all twelve images of a board."""
    for sides in (board.sides, board.sides[::-1]):
        for first in range(6):
            yield sides[first:] + sides[:first]
