"""Boards of the specification (B1, B2)."""

from itertools import product

import pytest

import churn_spec as spec
from churn_spec.board import BOARDS_KEPT
from churn_verification.hexagons import hexagons, shapes


@pytest.mark.parametrize(
    ("sides", "row_lengths", "symmetries"),
    [
        ((1, 1, 1, 1, 1, 1), [1], 1),
        ((2, 2, 2, 2, 2, 2), [2, 3, 2], 12),
        ((3, 3, 3, 3, 3, 3), [3, 4, 5, 4, 3], 12),
        ((3, 4, 3, 4, 3, 4), [3, 4, 5, 6, 5, 4], 6),
        ((5, 1, 1, 5, 1, 1), [5], 2),
        ((1, 5, 1, 1, 5, 1), [1, 1, 1, 1, 1], 2),
        ((1, 1, 5, 1, 1, 5), [1, 1, 1, 1, 1], 2),
        ((3, 1, 3, 1, 3, 1), [3, 2, 1], 6),
        ((2, 1, 2, 2, 1, 2), [2, 2], 4),
        ((5, 3, 3, 5, 3, 3), [5, 6, 7, 6, 5], 4),
        ((4, 2, 3, 4, 2, 3), [4, 5, 5, 4], 2),
        ((2, 3, 4, 3, 2, 5), [2, 3, 4, 4, 4, 3], 2),
        ((3, 4, 6, 4, 3, 7), [3, 4, 5, 6, 6, 6, 6, 5, 4], 2),
        ((2, 2, 4, 3, 1, 5), [2, 3, 3, 3, 3], 1),
    ],
)
def test_rows_and_symmetries(
    sides: tuple[int, int, int, int, int, int], row_lengths: list[int], symmetries: int
) -> None:
    board = spec.Board(sides)
    assert [len(row) for row in spec.rows_of(board)] == row_lengths
    assert spec.cell_count(board) == sum(row_lengths) == len(spec.cells_of(board))
    assert len(spec.symmetries(board)) == symmetries
    assert all(cell == image for cell, image in spec.symmetries(board)[0].items())


def test_boards_with_the_same_rows_can_lean_either_way() -> None:
    left, right = spec.Board((4, 2, 3, 4, 2, 3)), spec.Board((4, 3, 2, 4, 3, 2))
    lengths = [[len(row) for row in spec.rows_of(board)] for board in (left, right)]
    assert lengths[0] == lengths[1] == [4, 5, 5, 4]
    # The third row begins half a cell to the left of the second, or half a cell to the right.
    assert neighbours(left, "b1") == {"a1", "b2", "c1"}
    assert neighbours(right, "b1") == {"a1", "b2", "c1", "c2"}


def neighbours(board: spec.Board, name: str) -> set[str]:
    near = spec.neighbours_of(board, spec.read_cell(board, name))
    return {spec.write_cell(board, cell) for cell in near}


def test_neighbours_on_the_recommended_board() -> None:
    board = spec.regular_board(3)
    assert neighbours(board, "c3") == {"b2", "b3", "c2", "c4", "d2", "d3"}
    assert neighbours(board, "a1") == {"a2", "b1", "b2"}
    assert neighbours(board, "c5") == {"b4", "c4", "d4"}
    assert neighbours(board, "d1") == {"c1", "c2", "d2", "e1"}


@pytest.mark.parametrize(
    ("sides", "reason"),
    [
        ((3, 3, 3, 3, 3), "six sides, not 5"),
        ((2, 2, 2, 2, 2), "six sides, not 5"),
        ((2, 2, 2, 2, 2, 2, 2), "six sides, not 7"),
        ((3, 3, 0, 3, 3, 3), "lower right side is 0"),
        ((-1, 3, 3, 3, 3, 3), "top side is -1"),
        ((3, 4, 3, 4, 3, 5), "upper right and lower right are 4 \\+ 3, but lower left"),
        ((3, 4, 4, 3, 3, 5), "top and upper right are 3 \\+ 4, but bottom"),
    ],
)
def test_sides_that_make_no_hexagon(sides: tuple[int, ...], reason: str) -> None:
    with pytest.raises(spec.BoardError, match=reason):
        spec.Board(sides)  # type: ignore[arg-type]


@pytest.mark.parametrize("board", ["1", "2", "3-4-3-4-3-4", "5-1-1-5-1-1"])
def test_the_first_cell_of_the_top_row_is_the_origin(board: str) -> None:
    assert spec.cells_of(spec.read_board(board))[0] == spec.Cell(0, 0)


def test_every_hexagon_is_listed_and_no_other() -> None:
    most = 7
    closing = set()
    for sides in product(range(1, most + 1), repeat=6):
        try:
            board = spec.Board(sides)  # type: ignore[arg-type]
        except spec.BoardError:
            continue
        if spec.cell_count(board) <= most:
            closing.add(board)
    assert set(hexagons(most)) == closing
    assert len(hexagons(most)) == len(closing) == 45


def test_one_board_stands_for_each_shape() -> None:
    images = {
        frozenset(
            sides[first:] + sides[:first]
            for sides in (board.sides, board.sides[::-1])
            for first in range(6)
        )
        for board in hexagons(14)
    }
    assert len(shapes(14)) == len(images) == 42


@pytest.mark.parametrize(("text", "ties"), [("2", False), ("3", False), ("2-1-2-2-1-2", True)])
def test_even_boards_can_tie(text: str, ties: bool) -> None:
    assert spec.can_tie(spec.read_board(text)) is ties


def test_any_number_of_boards_can_be_seen() -> None:
    for length in range(1, BOARDS_KEPT + 50):
        spec.cells_of(spec.read_board(f"{length}-1-1-{length}-1-1"))
    assert spec.cells_of.cache_info().currsize == BOARDS_KEPT
