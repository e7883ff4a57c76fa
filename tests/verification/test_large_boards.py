"""Boards of several machine words, the generator and long games: each check sees what is wrong."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from tests.verification.wrong_sessions import EmptyCellsAreLegal, ThreeGroupsCountAsTwo, Wrong

import churn_spec as spec
from churn_engine.kernels import random_games
from churn_engine.random_play import Instalment, UnfinishedGame, play_at_random
from churn_verification.checks import large_boards, random_draws
from churn_verification.checks.random_draws import REJECTED, Stretch
from churn_verification.judge.comparing import played
from churn_verification.players.stepping import SteppingSession
from churn_verification.registry import Context, Level
from churn_verification.results import Result, Status
from churn_verification.simulation import replay
from churn_verification.strategies import LARGE_BOARDS
from churn_verification.suite import suite

QUICK = Context(Level.QUICK, 1)


def found_by(check: str) -> Result:
    return suite()[check].run(QUICK)


def test_the_boards_take_the_words_that_the_checks_speak_of() -> None:
    cells = [spec.cell_count(spec.read_board(board)) for board in LARGE_BOARDS]
    assert cells == [169, 217, 331, 400]


@pytest.mark.parametrize("session", [EmptyCellsAreLegal, ThreeGroupsCountAsTwo])
def test_a_wrong_engine_fails_on_large_boards(session: type[SteppingSession]) -> None:
    (comparison,) = large_boards.COMPARISONS
    (check,) = replace(comparison, players={"wrong": partial(played, Wrong(session))}).checks()
    found = check.run(QUICK)
    assert found.status is Status.FAILED
    assert found.counterexample is not None


def test_large_boards_are_compared_full_and_not() -> None:
    found = found_by("large-boards/stepping")
    assert found.status is Status.HELD
    assert found.covered["positions"] == 32
    assert found.covered["full boards"] == 8
    assert found.covered["turns"] > 60


@pytest.mark.parametrize("part", range(4))
def test_each_fact_about_a_set_of_cells_is_compared(
    monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    right = large_boards._described

    def wrong(mask: int, rank: int) -> tuple[int, ...]:
        told = list(right(mask, rank))
        told[part] += mask >> 320 != 0
        return tuple(told)

    monkeypatch.setattr(large_boards, "_described", wrong)
    found = found_by("large-boards/sets-of-cells")
    assert found.status is Status.FAILED
    assert "sets of 6 machine words: " + large_boards._FOUND[part] in str(found.reason)


@pytest.mark.parametrize("part", range(5))
def test_each_combination_of_sets_is_compared(monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    right = large_boards._combined

    def wrong(mask: int, other: int, cells: int) -> tuple[int, ...]:
        made = list(right(mask, other, cells))
        made[part] ^= cells == 512
        return tuple(made)

    monkeypatch.setattr(large_boards, "_combined", wrong)
    found = found_by("large-boards/sets-of-cells")
    assert found.status is Status.FAILED
    assert "sets of 8 machine words: " + large_boards._MADE[part] in str(found.reason)


@pytest.mark.parametrize("stretch", REJECTED, ids=lambda stretch: stretch.board)
def test_the_first_draw_is_passed_over(stretch: Stretch) -> None:
    draws = replay.draws(stretch.seed, stretch.game, stretch.draws)
    bound = spec.cell_count(spec.read_board(stretch.board))
    assert next(draws) * bound % 2**32 < 2**32 % bound


def test_draws_can_begin_anywhere_in_a_stream() -> None:
    stream = replay.draws(3, 4)
    whole = [next(stream) for _ in range(20)]
    for first in range(12):
        later = replay.draws(3, 4, first)
        assert [next(later) for _ in range(8)] == whole[first : first + 8]


def without_rejection(bound: int, source: random_games.Source, drawn: int) -> tuple[int, int]:
    return int(source.draws[drawn]) * bound >> 32, drawn + 1


def low_halves(key: int, counter: int) -> tuple[int, int, int, int]:
    return philox(key, counter & ~(0xFFFFFFFF << 32))


philox = replay.philox


@pytest.mark.parametrize(
    ("where", "part", "wrong", "told"),
    [
        (random_draws, "drawn_below", without_rejection, "below 3, from"),
        (replay, "philox", low_halves, "the definition give"),
        (random_draws, "PUBLISHED", ((0, 0, (0, 0, 0, 0)),), "published (0, 0, 0, 0)"),
        (random_draws, "fill", lambda *_: None, "the kernels give"),
    ],
)
def test_a_wrong_generator_fails(
    monkeypatch: pytest.MonkeyPatch, where: object, part: str, wrong: object, told: str
) -> None:
    monkeypatch.setattr(where, part, wrong)
    found = found_by("random-play/generator")
    assert found.status is Status.FAILED
    assert told in str(found.reason)


def changed(
    change: Callable[[Instalment], None],
) -> Callable[[int, UnfinishedGame, int, int], Instalment]:
    def played(seed: int, start: UnfinishedGame, games: int, turns: int) -> Instalment:
        instalment = play_at_random(seed, start, games, turns)
        change(instalment)
        return instalment

    return played


@pytest.mark.parametrize(
    ("column", "told"),
    [
        ("turns", "turns"),
        ("formed", "sum of formed sizes"),
        ("choices", "sum of choices"),
        ("forced", "forced turns"),
        ("formed_sizes", "formed sizes"),
        ("branching", "numbers of choices"),
        ("leads", "end"),
    ],
)
def test_a_wrong_sum_of_a_long_game_fails(
    monkeypatch: pytest.MonkeyPatch, column: str, told: str
) -> None:
    def add_one(instalment: Instalment) -> None:
        getattr(instalment, column)[:] += 1

    monkeypatch.setattr(random_draws, "play_at_random", changed(add_one))
    found = found_by("random-play/long-games")
    assert found.status is Status.FAILED
    assert f": {told}: " in str(found.reason)
