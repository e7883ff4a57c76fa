"""Random play: the generator, the choice, whole games and instalments of them."""

import random
from dataclasses import FrozenInstanceError
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
import pytest

import churn_spec as spec
from churn_engine.errors import ChurnError
from churn_engine.kernels.philox import fill
from churn_engine.kernels.random_games import DRAWS_AT_A_TIME, Source, drawn_below
from churn_engine.notation import Position, parse_board
from churn_engine.random_play import (
    GameSums,
    UnfinishedGame,
    game_to_play,
    play_at_random,
)
from churn_verification.simulation.replay import drawn_below as drawn_plainly
from churn_verification.simulation.replay import philox, replay

U = np.uint64
LINE = "8-1-8-8-1-8"  # 64 cells
COLUMNS = ("turns", "formed", "choices", "forced", "leads")
HISTOGRAMS = ("formed_sizes", "branching")


# The generator

KNOWN_ANSWERS = [  # published with Random123, for philox4x32 with 10 rounds
    (0, 0, (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    (2**64 - 1, 2**128 - 1, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        0x299F31D0A4093822,
        0x0370734413198A2E85A308D3243F6A88,
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("key", "counter", "block"), KNOWN_ANSWERS)
def test_both_generators_give_the_known_answers(
    key: int, counter: int, block: tuple[int, ...]
) -> None:
    assert philox(key, counter) == block
    draws = np.zeros(4, dtype=U)
    fill(draws, U(key), U(counter >> 64), U(counter % 2**64))
    assert tuple(draws.tolist()) == block


def test_an_array_holds_consecutive_blocks() -> None:
    draws = np.zeros(12, dtype=U)
    fill(draws, U(5), U(6), U(7))
    assert [int(draw) for draw in draws] == [
        draw for block in (7, 8, 9) for draw in philox(5, block | 6 << 64)
    ]


# The choice


@pytest.mark.parametrize(
    ("first", "bound", "taken"),
    [
        (0, 3, 2),  # 2**32 mod 3 is 1: of the products, the one with low half 0 is passed over
        (0x55555556, 3, 1),  # its product with 3 has low half 2
        (0xAAAAAAAB, 3, 1),  # low half 1, the least that is not passed over
        (0xFFFFFFFF, 3, 1),
        (0, 4, 1),  # 4 divides 2**32: nothing is passed over
        (0, 1, 1),
    ],
)
def test_draws_that_would_favour_some_are_passed_over(first: int, bound: int, taken: int) -> None:
    second = 0x80000000
    draws = np.zeros(DRAWS_AT_A_TIME, dtype=U)
    draws[:2] = first, second
    used = first if taken == 1 else second
    expected = (used * bound >> 32, taken)
    assert drawn_below(bound, Source(draws, U(0), U(0)), 0) == expected
    source = iter((first, second))
    assert drawn_plainly(bound, source) == expected[0]
    assert len(list(source)) == 2 - taken


@cache
def _position_with_choices(choices: int) -> tuple[Position, list[int]]:
    """Red has no stone and so many empty cells, which lie anywhere."""
    board = parse_board(LINE)
    cells = sorted(random.Random(choices).sample(range(board.size), choices))
    empty = sum(1 << cell for cell in cells)
    return Position(board, 0, board.full & ~empty, "red"), cells


def _chosen(choices: int, games: int) -> list[int]:
    """How often each of the cells was chosen, by the first turn of so many games."""
    position, cells = _position_with_choices(choices)
    counts = dict.fromkeys(cells, 0)
    for number in range(games):
        start = UnfinishedGame(number, position, draws=0, sums=GameSums(0, 0, 0, 0))
        after = play_at_random(choices, start, 1, most_turns=1).unfinished
        assert after is not None
        counts[after.position.red.bit_length() - 1] += 1
    return list(counts.values())


def test_every_legal_placement_is_as_likely_as_any_other() -> None:
    """Chi-square for 2 to 60 choices; the bounds are far out, and the games are always the same."""
    total = freedom = 0.0
    for choices in range(2, 61):
        expected = 20
        counts = _chosen(choices, expected * choices)
        statistic = sum((count - expected) ** 2 / expected for count in counts)
        assert abs(_standardised(statistic, choices - 1)) < 4.5, choices
        total, freedom = total + statistic, freedom + choices - 1
    assert abs(_standardised(total, freedom)) < 3.5


def _standardised(statistic: float, freedom: float) -> float:
    """A chi-square statistic as a normal one, after Wilson and Hilferty (1931)."""
    spread = 2 / (9 * freedom)
    return float(((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


# Games


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1", [0]),
        ("2-1-2-2-1-2", [0, 1, 2, 3]),
        ("2", [0, 2**63, 2**64 - 2]),
        ("3", [5, 6]),
        ("3-4-3-4-3-4", [1]),
    ],
)
def test_games_are_those_of_the_specification(text: str, numbers: list[int]) -> None:
    for seed in (0, 2**64 - 1):
        for number in numbers:
            sums, end = replay(spec.read_board(text), seed, number)
            played = play_at_random(seed, game_to_play(parse_board(text), number), 1)
            columns = (played.turns, played.formed, played.choices, played.forced)
            assert GameSums(*(int(column[0]) for column in columns)) == sums
            assert played.leads[0] == len(end.red) - len(end.blue)
            assert played.unfinished is None


@pytest.mark.parametrize("text", ["13-1-5-13-1-5", "16-1-8-16-1-8"])
def test_games_beyond_a_machine_word_are_those_of_the_specification(text: str) -> None:
    """The first 300 turns of each: on 65 and 128 cells whole games are long."""
    for number in range(3):
        start = game_to_play(parse_board(text), number)
        begun = play_at_random(7, start, 1, most_turns=300).unfinished
        assert begun is not None
        sums, position = replay(spec.read_board(text), 7, number, 300)
        assert (begun.sums, str(begun.position)) == (sums, spec.write_position(position))


@pytest.mark.parametrize(
    ("text", "turns"), [("2", 3), ("3", 41), ("4", 1000), ("13-1-5-13-1-5", 7)]
)
def test_instalments_make_the_same_games(text: str, turns: int) -> None:
    start = game_to_play(parse_board(text), 5)
    whole = play_at_random(3, start, 12)
    parts, left, game = [], 12, start
    while True:
        part = play_at_random(3, game, left, turns)
        assert part.formed_sizes.sum() == turns or part.unfinished is None
        parts.append(part)
        left -= len(part.turns)
        if part.unfinished is None:
            break
        game = part.unfinished
    assert left == 0
    assert len(parts) > 3
    for name in COLUMNS:
        assert np.concatenate([getattr(part, name) for part in parts]).tolist() == (
            getattr(whole, name).tolist()
        )
    for name in HISTOGRAMS:
        assert sum(getattr(part, name) for part in parts).tolist() == getattr(whole, name).tolist()


def test_an_instalment_may_be_one_turn() -> None:
    start = game_to_play(parse_board("2"), 0)
    after = play_at_random(0, start, 1, most_turns=1).unfinished
    assert after is not None
    assert after.sums == (1, 1, 7, 0)
    assert (after.position.mover, after.draws) == ("blue", 1)


@pytest.mark.parametrize("text", ["2", "2-3-2-2-3-2"])
def test_games_in_a_row_are_those_that_are_played_alone(text: str) -> None:
    board = parse_board(text)
    alone = [play_at_random(3, game_to_play(board, number), 1) for number in range(5, 17)]
    in_a_row = play_at_random(3, game_to_play(board, 5), len(alone))
    assert in_a_row.unfinished is None
    for name in COLUMNS:
        values = [int(getattr(one, name)[0]) for one in alone]
        assert getattr(in_a_row, name).tolist() == values
        assert len(set(values)) > 1
    for name in HISTOGRAMS:
        total = sum(getattr(one, name) for one in alone)
        assert getattr(in_a_row, name).tolist() == total.tolist()


@pytest.mark.parametrize(("text", "games"), [("1", 3), ("2", 3), ("3", 3), ("4", 50)])
def test_sums_and_histograms_count_the_same(text: str, games: int) -> None:
    board = parse_board(text)
    played = play_at_random(1, game_to_play(board, 0), games, 2**62)
    sizes = np.arange(board.size + 1)
    assert played.formed_sizes.sum() == played.branching.sum() == played.turns.sum()
    assert played.formed_sizes @ sizes == played.formed.sum()
    assert played.branching @ sizes == played.choices.sum()
    assert played.branching[1] == played.forced.sum()
    assert played.formed_sizes[0] == played.branching[0] == 0
    assert played.branching[-1] == games, "the first turn of each game"


@cache
def _expected_turns(position: spec.Position) -> Fraction:
    """The mean turns to the end, each turn chosen evenly, by the specification alone."""
    if spec.is_over(position):
        return Fraction(0)
    legal = spec.legal_placements(position)
    after = (_expected_turns(spec.play(position, cell)) for cell in legal)
    return 1 + sum(after, Fraction(0)) / len(legal)


@pytest.mark.parametrize("text", ["2", "3-1-2-3-1-2", "4-1-2-4-1-2"])
def test_means_are_the_exact_ones(text: str) -> None:
    exact = float(_expected_turns(spec.starting_position(spec.read_board(text))))
    turns = play_at_random(2, game_to_play(parse_board(text), 0), 200_000).turns
    assert abs(turns.mean() - exact) < 4 * turns.std() / sqrt(len(turns))


@pytest.mark.parametrize(
    ("seed", "number", "games", "turns", "place"),
    [
        (-1, 0, 1, 1, "seed"),
        (2**64, 0, 1, 1, "seed"),
        (0, -1, 1, 1, "game"),
        (0, 2**64, 1, 1, "game"),
        (0, 0, 0, 1, "games"),
        (0, 2**64 - 1, 2, 1, "games"),
        (0, 0, 1, 0, "most_turns"),
        (0, 0, 1, 2**62 + 1, "most_turns"),
    ],
)
def test_numbers_out_of_range_are_refused(
    seed: int, number: int, games: int, turns: int, place: str
) -> None:
    with pytest.raises(ChurnError) as refusal:
        play_at_random(seed, game_to_play(parse_board("2"), number), games, turns)
    assert refusal.value.place == place


def test_a_game_that_is_over_is_not_played_on() -> None:
    board = parse_board("2")
    over = Position(board, 0b1010101, 0b0101010, "red")
    with pytest.raises(ChurnError):
        play_at_random(0, UnfinishedGame(0, over, 0, GameSums(9, 9, 9, 9)), 1)


def test_what_was_played_does_not_change() -> None:
    start = game_to_play(parse_board("1"), 0)
    values: list[Any] = [start, *(play_at_random(0, start, 1) for _ in range(2))]
    assert len(set(values)) == 3, "instalments hold arrays, and are not compared by them"
    for value in values:
        for name in value.__slots__:
            with pytest.raises(FrozenInstanceError):
                setattr(value, name, None)
