"""Details of the specification that no other test looked at: found by changing the source."""

import pytest

from churn_spec import Cell, cells_of, read_board


@pytest.mark.parametrize("board", ["1", "2", "3-4-3-4-3-4", "5-1-1-5-1-1"])
def test_the_first_cell_of_the_top_row_is_the_origin(board: str) -> None:
    assert cells_of(read_board(board))[0] == Cell(0, 0)
