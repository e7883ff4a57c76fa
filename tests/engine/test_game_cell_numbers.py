"""Cells given by number: those beyond the board are refused, however far beyond."""

import pytest

from churn_engine import Game, IllegalTurn, parse_board


@pytest.mark.parametrize("number", [-2, -1, 7, 8, 1_000])
def test_a_number_beyond_the_board_is_refused_by_the_number(number: int) -> None:
    game = Game.on(parse_board("2"))
    with pytest.raises(IllegalTurn, match="numbers 0 to 6") as refusal:
        game.play(number)
    assert refusal.value.clause == "B1"
    assert refusal.value.turn == str(number)
    assert game.turn_number == 1
