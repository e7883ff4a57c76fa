"""Details of the specification that no other test looked at: found by changing the source."""

import pytest

from churn_spec import (
    Board,
    BoardError,
    Cell,
    Colour,
    Position,
    cells_of,
    formed_group,
    legal_placements,
    read_board,
    regular_board,
)


@pytest.mark.parametrize("board", ["1", "2", "3-4-3-4-3-4", "5-1-1-5-1-1"])
def test_the_first_cell_of_the_top_row_is_the_origin(board: str) -> None:
    assert cells_of(read_board(board))[0] == Cell(0, 0)


@pytest.mark.parametrize("count", [5, 7])
def test_a_board_has_neither_fewer_nor_more_than_six_sides(count: int) -> None:
    with pytest.raises(BoardError, match=f"six sides, not {count}"):
        Board((2,) * count)  # type: ignore[arg-type]


def test_all_placements_of_one_large_size_are_legal() -> None:
    board = regular_board(10)
    top, bottom = cells_of(board)[0], cells_of(board)[-1]
    red = frozenset(cells_of(board)) - {top, bottom}
    position = Position(board, red, frozenset(), Colour.RED)
    assert len(formed_group(position, top)) == 270  # sizes that Python keeps as two objects
    assert legal_placements(position) == {top, bottom}
