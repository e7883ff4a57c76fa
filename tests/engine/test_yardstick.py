"""The yardstick of the benchmarks plays the kernels' games, so comparing their speed is fair."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from churn_engine.notation import parse_board
from churn_engine.random_play import game_to_play, play_at_random

SEED = 3


@pytest.fixture(scope="module")
def yardstick() -> ModuleType:
    file = Path(__file__).parents[2] / "benchmarks" / "yardstick.py"
    found = spec_from_file_location("yardstick", file)
    assert found is not None
    assert found.loader is not None
    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("text", "before", "turns"), [("2", 5, 2_000), ("4", 300, 20_000)])
def test_the_yardstick_plays_the_same_games(
    yardstick: ModuleType, text: str, before: int, turns: int
) -> None:
    start = play_at_random(SEED, game_to_play(parse_board(text), 0), 1, before).unfinished
    assert start is not None
    plain = yardstick.play_plainly(SEED, start, turns)
    played = play_at_random(SEED, start, turns, turns)
    assert plain.finished == len(played.turns) > 10
    assert plain.lead == played.leads[-1]
    first_ends = int(played.turns[0]) - start.sums.turns
    assert yardstick.play_plainly(SEED, start, first_ends).finished == 1
    assert yardstick.play_plainly(SEED, start, first_ends - 1).finished == 0
