"""Details of random play that were found by changing the source."""

from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest

from churn_engine.notation import parse_board
from churn_engine.random_play import game_to_play, play_at_random

COLUMNS = ("turns", "formed", "choices", "forced", "leads")


@pytest.mark.parametrize("text", ["2", "2-3-2-2-3-2"])
def test_games_in_a_row_are_those_that_are_played_alone(text: str) -> None:
    board = parse_board(text)
    alone = [play_at_random(3, game_to_play(board, number), 1) for number in range(5, 17)]
    in_a_row = play_at_random(3, game_to_play(board, 5), len(alone))
    assert in_a_row.unfinished is None
    for column in COLUMNS:
        values = [int(getattr(one, column)[0]) for one in alone]
        assert getattr(in_a_row, column).tolist() == values
        assert len(set(values)) > 1
    for histogram in ("formed_sizes", "branching"):
        total = sum(getattr(one, histogram) for one in alone)
        assert getattr(in_a_row, histogram).tolist() == total.tolist()


@pytest.mark.parametrize("text", ["1", "2", "3"])
def test_histograms_have_a_place_for_each_number_up_to_all_cells(text: str) -> None:
    board = parse_board(text)
    played = play_at_random(1, game_to_play(board, 0), 3, 2**62)
    sizes = np.arange(board.size + 1)
    assert played.formed_sizes.sum() == played.branching.sum() == played.turns.sum()
    assert played.formed_sizes @ sizes == played.formed.sum()
    assert played.branching @ sizes == played.choices.sum()
    assert played.branching[-1] == 3, "the first turn of each game"


def test_an_instalment_may_be_one_turn() -> None:
    start = game_to_play(parse_board("2"), 0)
    after = play_at_random(0, start, 1, most_turns=1).unfinished
    assert after is not None
    assert after.sums == (1, 1, 7, 0)
    assert (after.position.mover, after.draws) == ("blue", 1)


def test_what_was_played_does_not_change() -> None:
    start = game_to_play(parse_board("1"), 0)
    values: list[Any] = [start, *(play_at_random(0, start, 1) for _ in range(2))]
    assert len(set(values)) == 3, "instalments hold arrays, and are not compared by them"
    for value in values:
        for name in value.__slots__:
            with pytest.raises(FrozenInstanceError):
                setattr(value, name, None)
