"""The compiled kernels: the formulas, words, single turns and batches, against slow accounts."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from itertools import product
from typing import Any

import numpy as np
import pytest
import z3
from numba.core.errors import TypingError

import churn_spec as spec
from churn_engine.board import Board
from churn_engine.errors import ChurnError, IllegalTurn
from churn_engine.game import Placements
from churn_engine.kernels import compiling, formulas, instructions
from churn_engine.kernels.batches import choices, effects
from churn_engine.kernels.compiling import helper
from churn_engine.kernels.instructions import (
    cell_at,
    cell_at_portably,
    count,
    first_cell,
    load,
    nothing,
    some,
    store,
)
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
SIZE_2, MORE_THAN_A_WORD = parse_board("2"), parse_board("13-1-5-13-1-5")


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


@helper
def _told(layout: Layout, words: Any) -> tuple[bool, bool, int, int, int]:
    word, none = load(layout, words, 0), nothing(layout)
    return some(word), some(none), count(word), count(none), first_cell(word)


@pytest.mark.parametrize("length", [1, 2, 3])
def test_words_without_cells_and_with_cells_in_any_part(length: int) -> None:
    layout, bits = Layout(length), 64 * length
    parts = [0, 1, 2, 1 << 63, 2**64 - 1, 2**64 - 2]
    for cells in product(parts, repeat=length):
        value = sum(part << 64 * at for at, part in enumerate(cells))
        if value:
            told = _told(layout, words_of([value], layout).ravel())
            lowest = min(cell for cell in range(bits) if value >> cell & 1)
            assert told == (True, False, value.bit_count(), 0, lowest)


@helper
def _combined(layout: Layout, given: Any, found: Any) -> None:
    one = load(layout, given, 0)
    other = load(layout, given, 1)
    store(found, 0, one & other)
    store(found, 1, one | other)
    store(found, 2, one ^ other)
    store(found, 3, ~one)
    rest = one
    for index in range(1, 3):
        rest = rest & load(layout, given, index)
    store(found, 4, rest)


@pytest.mark.parametrize("length", [1, 2])
def test_operators_work_on_whole_words(length: int) -> None:
    """The compiler gets the function anew, so nothing kept on disk answers for the operators."""
    top = 1 << (64 * length - 1)
    one, other, third = top | 0b1100, top | 0b1010, top | 0b0110
    layout = Layout(length)
    found = words_of([0] * 5, layout)
    _combined(layout, words_of([one, other, third], layout).reshape(-1), found.reshape(-1))
    full = (1 << (64 * length)) - 1
    expected = [one & other, one | other, one ^ other, full ^ one, top]
    assert [mask_of(word) for word in found] == expected


@helper
def _mixed(short: Layout, long: Layout, given: Any) -> None:
    store(given, 0, load(short, given, 0) & load(long, given, 0))


def test_words_of_different_lengths_are_not_combined() -> None:
    with pytest.raises(TypingError, match=r"Word\(1\), Word\(2\)"):
        _mixed(Layout(1), Layout(2), np.zeros(2, dtype=np.uint64))


@pytest.mark.parametrize("cells", [[0], [63], [0, 63], [5, 8, 9, 40], range(64), range(1, 64, 3)])
def test_sums_of_bytes_find_the_cell(cells: list[int]) -> None:
    """The code for processors without the deposit instruction, in plain Python."""
    part = np.uint64(sum(1 << cell for cell in cells))
    with np.errstate(over="ignore"):  # the sums of bytes are products modulo 2^64
        found = [instructions._bit_at(part, rank) for rank in range(len(cells))]
    assert found == list(cells)


def test_layouts_hold_their_cells() -> None:
    assert [layout_for(cells).length for cells in (1, 64, 65, 128, 129, 10_000)] == [
        1, 1, 2, 2, 3, 160
    ]  # fmt: skip


def test_tables_and_layouts_do_not_change() -> None:
    values: list[Any] = [tables_of(SIZE_2), Layout(1)]
    for value in values:
        for name in value.__slots__:
            with pytest.raises(FrozenInstanceError):
                setattr(value, name, None)


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


@pytest.mark.parametrize(
    ("cell", "name", "clause"),
    [
        (0, "c1", "T1"),
        (4, "b3", "T1"),
        (6, "a2", "T1"),
        (-1, "-1", "B1"),
        (7, "7", "B1"),
        (8, "8", "B1"),
        (1000, "1000", "B1"),
    ],
)
def test_refusals_name_the_cell(cell: int, name: str, clause: str) -> None:
    game = KernelGame(parse_position("2 r./..b/.r r"))
    with pytest.raises(IllegalTurn) as refusal:
        game.play(cell)
    assert (refusal.value.turn, refusal.value.clause) == (name, clause)
    assert refusal.value.legal == ("c2", "b1", "a1")
    if clause == "B1":
        assert refusal.value.reason == "the cells are 0 to 6"


@pytest.mark.parametrize("enemies", [0, 1])
def test_there_is_room_for_as_many_groups_as_a_line_holds(enemies: int) -> None:
    """Groups of two are the most larger groups, and a line holds the most of them."""
    for pairs in range(1, 24):
        row = ".".join(["rr"] * pairs) + ".bb" * enemies
        start = f"{len(row)}-1-1-{len(row)}-1-1 {row} r"
        game, position = KernelGame(parse_position(start)), spec.read_position(start)
        for colour in spec.Colour:
            assert game.ranking(colour.value) == spec.ranking(position, colour)
        names = {spec.write_cell(position.board, cell) for cell in spec.legal_placements(position)}
        assert set(game.board.names_in(game.placements.mask)) == names
        for cell, effect in game.effects().items():
            placed = spec.cells_of(position.board)[cell]
            assert effect.formed_size == len(spec.formed_group(position, placed))
            assert effect.removed.bit_count() == len(spec.removed_stones(position, placed))


@pytest.mark.parametrize("mover", ["r", "b"])
def test_on_the_empty_board_every_stone_forms_one(mover: str) -> None:
    effects_of_all = KernelGame(parse_position(f"2 ../.../.. {mover}")).effects()
    assert effects_of_all == dict.fromkeys(range(7), (1, 0))


def test_when_the_game_is_over_nothing_is_legal() -> None:
    game = KernelGame(parse_position("2 rb/brb/rb r"))
    assert game.placements == Placements(0, 0)
    with pytest.raises(IllegalTurn) as refusal:
        game.play(6)
    assert refusal.value.legal == ()


def test_a_game_has_no_winner_before_its_end() -> None:
    assert KernelGame(parse_position("2 rr/rrr/r. r")).winner is None
    assert KernelGame(parse_position("2 rr/rrr/rb r")).winner == "red"


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


def _refused(own: Any, cells: Any, place: str) -> str:
    with pytest.raises(ChurnError) as refusal:
        effects(SIZE_2, own, cells)
    assert refusal.value.place == place
    return refusal.value.reason


@pytest.mark.parametrize(
    ("own", "cells", "place"),
    [
        ([[1]], [0], "cells"),  # occupied
        ([[1]], [7], "cells"),  # outside
        ([[1]], [-1], "cells"),
        ([[1 << 7]], [0], "own"),  # a stone outside
        ([[1, 0]], [1], "own"),  # the words of a larger board
        ([[1], [2]], [1], "own"),  # more rows than cells
        ([[0]], [0, 1], "own"),  # fewer
        ([[0], [0], [0]], [0, 1], "own"),
    ],
)
def test_batches_refuse_what_does_not_fit(
    own: list[list[int]], cells: list[int], place: str
) -> None:
    assert _refused(np.array(own, dtype=np.uint64), np.array(cells), place)


@pytest.mark.parametrize("kind", [np.int64, np.uint32, np.float64])
def test_stones_are_words_and_nothing_that_looks_like_them(kind: Any) -> None:
    reason = _refused(np.zeros((1, 1), dtype=kind), np.array([0]), "own")
    assert reason.startswith("it is a contiguous array of uint64 of shape (1, 1)")


@pytest.mark.parametrize(
    "cells",
    [
        np.zeros(1, np.float64),
        np.zeros(1, np.uint64),
        np.zeros(1, np.int32),
        np.array(0),
        np.zeros((1, 1), np.int64),
    ],
)
def test_cells_are_int64_in_one_dimension(cells: Any) -> None:
    assert "int64 with one dimension" in _refused(words_of([0], Layout(1)), cells, "cells")


@pytest.mark.parametrize("cell", [-65, -64, -2, -1, 7, 8, 63, 64, 1000])
def test_cells_beyond_the_board_are_refused_with_what_it_has(cell: int) -> None:
    own, cells = words_of([0, 0], Layout(1)), np.array([0, cell])
    assert _refused(own, cells, "cells") == "board 2 has the cells 0 to 6"


@pytest.mark.parametrize("which", [SIZE_2, MORE_THAN_A_WORD], ids=str)
def test_the_one_occupied_cell_is_refused(which: Any) -> None:
    layout = tables_of(which).layout
    for stone in range(which.size):
        own = words_of([1 << stone] * (which.size - 1), layout)
        others = [cell for cell in range(which.size) if cell != stone]
        assert set(effects(which, own, np.array(others)).formed_sizes) <= {1, 2}
        with pytest.raises(ChurnError, match="in some row the cell is occupied"):
            effects(which, own[:1], np.array([stone]))


def test_each_row_needs_an_empty_cell_in_some_word() -> None:
    layout = tables_of(MORE_THAN_A_WORD).layout
    last, full = 1 << 64, MORE_THAN_A_WORD.full
    found = choices(MORE_THAN_A_WORD, words_of([0], layout), words_of([last], layout))
    assert (found.cells.tolist(), found.formed_sizes.tolist()) == ([[0, 1]], [1])
    with pytest.raises(ChurnError, match="in each row"):
        choices(MORE_THAN_A_WORD, words_of([0, full], layout), words_of([last, 0], layout))


def test_rows_do_not_depend_on_the_rows_before_them() -> None:
    which, chance = parse_board("4"), random.Random(4)
    layout = tables_of(which).layout
    stones = [chance.getrandbits(37) | chance.getrandbits(37) for _ in range(60)]
    stones = [each & ~1 for each in stones]
    own, empty = words_of(stones, layout), words_of([which.full & ~each for each in stones], layout)
    together = choices(which, own, empty)
    first = effects(which, own, np.zeros(len(stones), dtype=np.int64))
    assert len(set(together.formed_sizes.tolist())) > 3
    for row in range(len(stones)):
        one = slice(row, row + 1)
        alone = choices(which, own[one], empty[one])
        assert alone.cells.tolist() == together.cells[one].tolist()
        assert alone.formed_sizes == together.formed_sizes[one]
        placed = effects(which, own[one], np.array([0]))
        assert placed.removed.tolist() == first.removed[one].tolist()
        assert placed.formed_sizes == first.formed_sizes[one]


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
