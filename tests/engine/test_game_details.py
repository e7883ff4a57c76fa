"""Details of games that no other test looked at: each was found by changing the source."""

from typing import cast

import pytest

from churn_engine import Game, IllegalTurn, parse_board
from churn_engine.notation import Colour


@pytest.mark.parametrize("number", [-2, -1, 7, 8, 1_000])
def test_a_number_beyond_the_board_is_refused_by_the_number(number: int) -> None:
    game = Game.on(parse_board("2"))
    with pytest.raises(IllegalTurn, match="numbers 0 to 6") as refusal:
        game.play(number)
    assert refusal.value.clause == "B1"
    assert refusal.value.turn == str(number)
    assert game.turn_number == 1


def test_nothing_was_removed_before_the_first_turn() -> None:
    assert Game.on(parse_board("2")).removed == ()


@pytest.mark.parametrize("board", ["2", "3", "5", "10"])
def test_the_swap_is_on_offer_after_the_first_turn_on_boards_of_any_size(board: str) -> None:
    game = Game.on(parse_board(board))
    assert not game.swap_on_offer
    game.play("a1")
    assert game.swap_on_offer


@pytest.mark.parametrize(("name", "ranking"), [("red", (2,)), ("blue", (1, 1))])
def test_a_colour_is_known_by_its_name_whichever_string_holds_it(
    name: str, ranking: tuple[int, ...]
) -> None:
    made = "".join(list(name))
    assert made is not name
    assert Game.from_text("2 b./.rr/b. b").ranking(cast(Colour, made)) == ranking
