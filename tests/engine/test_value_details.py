"""Details of boards, positions, records and refusals that were found by changing the source."""

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from churn_engine import Game, IllegalTurn, parse_board, parse_record
from churn_engine.board import board
from churn_engine.errors import quote
from churn_engine.notation import parse_position


@pytest.mark.parametrize(
    "value",
    [board(2), parse_position("2 r./.../.. b"), parse_record("2\na1 b1\n")],
    ids=lambda value: type(value).__name__,
)
def test_values_do_not_change(value: Any) -> None:
    """So they can stand in sets and as keys, and what was checked of them stays so."""
    assert len({value}) == 1
    for name in value.__slots__:
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, None)


def test_a_board_shows_its_sides_and_no_tables() -> None:
    assert repr(board(2, 1, 1, 2, 1, 1)) == "Board(sides=(2, 1, 1, 2, 1, 1))"


@pytest.mark.parametrize(("length", "shown"), [(40, "x" * 40), (41, "x" * 40 + "...")])
def test_up_to_forty_characters_are_quoted(length: int, shown: str) -> None:
    assert quote("x" * length) == f"'{shown}'"


@pytest.mark.parametrize(("cells", "end"), [(12, "a11, a12"), (13, "a11, a12 and 1 more")])
def test_twelve_legal_turns_are_named(cells: int, end: str) -> None:
    game = Game.on(parse_board(f"{cells}-1-1-{cells}-1-1"))
    with pytest.raises(IllegalTurn) as refusal:
        game.play("swap")
    assert str(refusal.value).endswith(f"legal: a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, {end}")
