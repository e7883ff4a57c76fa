"""The compiled kernels: the formulas, words, single turns and batches, against slow accounts."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import z3

import churn_spec as spec
from churn_engine.board import Board
from churn_engine.errors import ChurnError, IllegalTurn
from churn_engine.kernels import compiling, formulas
from churn_engine.kernels.batches import choices, effects
from churn_engine.kernels.compiling import helper
from churn_engine.kernels.instructions import cell_at, cell_at_portably, count, first_cell, load
from churn_engine.kernels.stepping import KernelGame
from churn_engine.kernels.tables import mask_of, tables_of, words_of
from churn_engine.kernels.words import Layout, LayoutType, layout_for
from churn_engine.notation import Position, parse_board, parse_position

WORD_EDGES = {
    "5": 61,
    "8-1-8-8-1-8": 64,
    "13-1-5-13-1-5": 65,
    "7": 127,
    "16-1-8-16-1-8": 128,
    "43-1-3-43-1-3": 129,
    "11": 331,
}
LONE_CENTRE = "2 ../.r./.. r"


def mask(cells: frozenset[spec.Cell], board: spec.Board) -> int:
    number = {cell: index for index, cell in enumerate(spec.cells_of(board))}
    return sum(1 << number[cell] for cell in cells)


def random_position(board: Board, chance: random.Random) -> Position:
    """A position of any density, with an empty cell."""
    density, share = chance.random(), chance.random()
    red = blue = 0
    for cell in range(board.size):
        if chance.random() < density:
            if chance.random() < share:
                red |= 1 << cell
            else:
                blue |= 1 << cell
    hole = ~(1 << chance.randrange(board.size))
    return Position(board, red & hole, blue & hole, chance.choice(("red", "blue")))


# Formulas

FORMULAS = [
    value
    for name, value in vars(formulas).items()
    if callable(value) and getattr(value, "__module__", "") == formulas.__name__
    if name != "Word"
]


@pytest.mark.parametrize("function", FORMULAS, ids=lambda function: function.__name__)
def test_formulas_mean_the_same_on_integers_and_bit_vectors(function: Callable[..., Any]) -> None:
    arguments = function.__code__.co_argcount
    chance = random.Random(function.__name__)
    values = [chance.getrandbits(19) for _ in range(arguments)]
    plain = function(*values)
    symbolic = function(*(z3.BitVecVal(value, 19) for value in values))
    if not isinstance(plain, tuple):
        plain, symbolic = (plain,), (symbolic,)
    assert [z3.simplify(value).as_long() for value in symbolic] == list(plain)


def test_all_formulas_are_found() -> None:
    assert len(FORMULAS) == 11


def test_counters_count_single_stones() -> None:
    ones = twos = 0
    for neighbours in (0b0111, 0b0110, 0b0100):
        ones, twos = formulas.one_more_single(ones, twos, neighbours)
    assert [(ones >> cell & 1) + 2 * (twos >> cell & 1) for cell in range(4)] == [1, 2, 3, 0]


def test_adding_digits_adds_numbers() -> None:
    for digit, reach, carry in np.ndindex(2, 2, 2):
        low, high = formulas.add_one_digit(digit, reach, carry)
        assert low + 2 * high == digit + reach + carry
        low, high = formulas.add_zero_digit(digit, carry)
        assert low + 2 * high == digit + carry


# Words


@helper
def _asked(layout: Layout, words: Any, rank: int) -> tuple[int, int, int, int]:
    word = load(layout, words, 1)
    return cell_at(word, rank), cell_at_portably(word, rank), count(word), first_cell(word)


@pytest.mark.parametrize("length", [1, 2, 3])
def test_cells_of_words(length: int) -> None:
    layout, chance = Layout(length), random.Random(length)
    for _ in range(60):
        value = chance.getrandbits(64 * length) & chance.getrandbits(64 * length)
        value |= 1 << chance.randrange(64 * length)
        words = words_of([0, value], layout)
        cells = [cell for cell in range(64 * length) if value >> cell & 1]
        for rank, cell in enumerate(cells):
            assert _asked(layout, words, rank) == (cell, cell, len(cells), cells[0])
        assert mask_of(words[1]) == value


def test_layouts_hold_their_cells() -> None:
    assert [layout_for(cells).length for cells in (1, 64, 65, 128, 129, 10_000)] == [
        1, 1, 2, 2, 3, 160
    ]  # fmt: skip


# Turns


@pytest.mark.parametrize("text", ["1", "2", "2-3-2-3-2-3", "4", *WORD_EDGES])
def test_games_follow_the_specification(text: str) -> None:
    board, chance = parse_board(text), random.Random(text)
    assert board.size == WORD_EDGES.get(text, board.size)
    turns_left = 300 if board.size < 300 else 30
    while turns_left > 0:
        start = random_position(board, chance)
        game, position = KernelGame(start), spec.read_position(str(start))
        for _ in range(60):
            turns_left -= 1
            legal = spec.legal_placements(position)
            assert game.placements.mask == mask(legal, position.board)
            name = board.names[chance.choice(list(_cells(game.placements.mask)))]
            cell = spec.read_cell(position.board, name)
            removed = spec.removed_stones(position, cell)
            size = len(spec.formed_group(position, cell))
            assert game.placements.formed_size == size
            assert game.play(board.index(name)) == (size, mask(removed, position.board))
            position = spec.play(position, cell)
            assert game.red_mask == mask(position.red, position.board)
            assert game.blue_mask == mask(position.blue, position.board)
            assert game.mover == position.mover.value
            for colour in spec.Colour:
                assert game.ranking(colour.value) == spec.ranking(position, colour)
            assert game.over == spec.is_over(position)
            if game.over:
                outcome = spec.winner(position)
                assert game.winner == getattr(outcome, "value", outcome)
                break


def _cells(mask: int) -> list[int]:
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]


def test_effects_of_a_game_are_those_of_its_placements() -> None:
    board, chance = parse_board("3"), random.Random(5)
    for _ in range(30):
        start = random_position(board, chance)
        game, position = KernelGame(start), spec.read_position(str(start))
        before = game.placements
        expected = {
            board.index(spec.write_cell(position.board, cell)): (
                len(spec.formed_group(position, cell)),
                mask(spec.removed_stones(position, cell), position.board),
            )
            for cell in spec.empty_cells(position)
        }
        assert game.effects() == expected
        assert game.placements == before


@pytest.mark.parametrize(
    ("position", "cell", "clause"),
    [
        (LONE_CENTRE, 7, "B1"),
        (LONE_CENTRE, -1, "B1"),
        (LONE_CENTRE, 3, "T1"),
        ("2 r./.../.. r", 1, "P1"),
        ("3 r.b/bbrb/.rb.b/r.rr/bbr r", 10, "P2"),
        ("2 rb/brb/rb r", 0, "E1"),
    ],
)
def test_illegal_placements_are_refused(position: str, cell: int, clause: str) -> None:
    game = KernelGame(parse_position(position))
    before = (game.red_mask, game.blue_mask, game.mover, game.placements)
    with pytest.raises(IllegalTurn) as refusal:
        game.play(cell)
    assert refusal.value.clause == clause
    assert (game.red_mask, game.blue_mask, game.mover, game.placements) == before


# Batches


@pytest.mark.parametrize("text", ["2", "8-1-8-8-1-8", "13-1-5-13-1-5"])
def test_batches_say_what_the_specification_says(text: str) -> None:
    board, specified = parse_board(text), spec.read_board(text)
    chance, layout = random.Random(text), tables_of(board).layout
    if board.size < 10:
        patterns = [mask for mask in range(1 << board.size) if mask != board.full]
    else:
        patterns = [random_position(board, chance).red for _ in range(8)]
    rows = [(own, cell) for own in patterns for cell in range(board.size) if not own >> cell & 1]
    own = words_of([pattern for pattern, _ in rows], layout)
    answer = effects(board, own, np.array([cell for _, cell in rows]))
    positions = {pattern: _with_red(specified, pattern) for pattern in patterns}
    for row, (pattern, number) in enumerate(rows):
        position, cell = positions[pattern], spec.cells_of(specified)[number]
        assert answer.formed_sizes[row] == len(spec.formed_group(position, cell))
        removed = mask(spec.removed_stones(position, cell), specified)
        assert mask_of(answer.removed[row]) == removed
    empty = words_of([board.full & ~pattern for pattern in patterns], layout)
    legal = choices(board, words_of(patterns, layout), empty)
    for row, pattern in enumerate(patterns):
        expected = spec.legal_placements(positions[pattern])
        assert mask_of(legal.cells[row]) == mask(expected, specified)
        one = min(expected)
        assert legal.formed_sizes[row] == len(spec.formed_group(positions[pattern], one))


def _with_red(board: spec.Board, pattern: int) -> spec.Position:
    cells = spec.cells_of(board)
    red = frozenset(cells[cell] for cell in _cells(pattern))
    return spec.Position(board, red, frozenset(), spec.Colour.RED)


@pytest.mark.parametrize(
    ("own", "cells", "place"),
    [
        ([[1]], [0], "cells"),  # occupied
        ([[1]], [7], "cells"),  # outside
        ([[1]], [-1], "cells"),
        ([[1 << 7]], [0], "own"),  # a stone outside
        ([[1, 0]], [1], "own"),  # the words of a larger board
        ([[1], [2]], [1], "own"),  # more rows than cells
    ],
)
def test_batches_refuse_what_does_not_fit(
    own: list[list[int]], cells: list[int], place: str
) -> None:
    with pytest.raises(ChurnError) as refusal:
        effects(parse_board("2"), np.array(own, dtype=np.uint64), np.array(cells))
    assert refusal.value.place == place


def test_choices_need_an_empty_cell() -> None:
    board = parse_board("2")
    full, none = words_of([board.full], Layout(1)), words_of([0], Layout(1))
    for own, empty in ((full, none), (full, full)):
        with pytest.raises(ChurnError):
            choices(board, own, empty)


# Compiling


def test_the_digest_of_the_sources_is_in_what_is_cached() -> None:
    assert compiling.digest_of_sources() in LayoutType(1).name


def test_any_change_of_the_sources_changes_the_digest(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.py").write_text("a = 1\n")
    monkeypatch.setattr(compiling, "files", lambda _: tmp_path)
    before = compiling.digest_of_sources()
    (tmp_path / "notes.txt").write_text("no source")
    assert compiling.digest_of_sources() == before
    (tmp_path / "one.py").write_text("a = 2\n")
    assert compiling.digest_of_sources() != before


def test_without_a_writable_folder_kernels_are_compiled_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def compile_in_a_read_only_place(**options: bool) -> Callable[..., Any]:
        if options.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return lambda function: (function, options)

    monkeypatch.setattr(compiling, "_compile", compile_in_a_read_only_place)
    compiled: Any = compiling.kernel(len)
    assert compiled == (len, {"error_model": "numpy", "_nrt": False, "nogil": True})


_SUMS_OF_A_GAME = (
    "from churn_engine.board import board\n"
    "from churn_engine.random_play import game_to_play, play_at_random\n"
    "played = play_at_random(11, game_to_play(board(6), 3), 2)\n"
    "print(played.turns, played.choices, played.leads)\n"
)


def test_games_do_not_depend_on_the_processor() -> None:
    plain = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    outputs = [
        subprocess.run(
            [sys.executable, "-c", _SUMS_OF_A_GAME],
            env=os.environ | settings,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for settings in ({}, plain)
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0].splitlines()) == 1
