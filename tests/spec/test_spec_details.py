"""Details of the specification that no other test looked at: found by changing the source."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from churn_spec import (
    RESTS_ON,
    Board,
    BoardError,
    Cell,
    Colour,
    NotationError,
    Position,
    cells_of,
    formed_group,
    isolated_placements,
    legal_placements,
    new_game,
    read_board,
    read_position,
    read_record,
    read_turn,
    regular_board,
    write_position,
    write_turn,
)
from churn_spec.board import BOARDS_KEPT
from churn_verification.judge.figures import Figure, figures


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


@pytest.mark.parametrize("board", ["300-1-1-300-1-1", "1-300-1-1-300-1"])
def test_positions_of_long_rows_and_of_many_are_read(board: str) -> None:
    """Of either there are more than Python keeps one object for each number."""
    rows = "".join("rb."[cell % 3] for cell in range(300))
    text = f"{board} {rows if board.startswith('300') else '/'.join(rows)} b"
    assert write_position(read_position(text)) == text


def test_cells_whose_names_come_after_the_swap_are_cells() -> None:
    board = read_board("1-30-1-1-30-1")
    names = [write_turn(board, cell) for cell in cells_of(board)]
    assert max(names) > "swap"
    assert [read_turn(board, name) for name in names] == list(cells_of(board))


@pytest.mark.parametrize(
    ("length", "shown"), [(40, "x" * 40), (41, "x" * 37 + "..."), (300, "x" * 37 + "...")]
)
def test_more_than_forty_characters_are_quoted_as_forty(length: int, shown: str) -> None:
    with pytest.raises(NotationError) as refusal:
        read_turn(regular_board(2), "x" * length)
    assert refusal.value.place == f"cell '{shown}'"


@pytest.mark.parametrize(
    "value",
    [
        read_position("2 r./.../.. b"),
        new_game(regular_board(2)),
        read_record("2\na1 b1\n"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_do_not_change(value: Any) -> None:
    """So they can stand in sets and as keys, and what was checked of them stays so."""
    assert len({value}) == 1
    for name in vars(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, None)


SHOWS: dict[str, Callable[[Figure], object]] = {
    "P1": lambda figure: isolated_placements(read_position(figure.position)),
    "P2": lambda figure: figure.formed_sizes_of_all_empty_cells,
    "R1": lambda figure: figure.formed_size,
    "R2": lambda figure: figure.removed,
    "E1": lambda figure: figure.over is False and figure.then and figure.then.over,
    "E2": lambda figure: figure.then and figure.then.winner,
}


def test_clauses_rest_on_the_figures_that_show_them() -> None:
    shown = {
        clause: tuple(figure.figure for figure in figures() if shows(figure))
        for clause, shows in SHOWS.items()
    }
    resting = {clause: passage.figures for clause, passage in RESTS_ON.items() if passage.figures}
    assert shown == resting


def test_any_number_of_boards_can_be_seen() -> None:
    for length in range(1, BOARDS_KEPT + 50):
        cells_of(read_board(f"{length}-1-1-{length}-1-1"))
    assert cells_of.cache_info().currsize == BOARDS_KEPT
