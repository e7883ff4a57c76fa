"""Details of the kernels that were found by changing the source."""

import random
from dataclasses import FrozenInstanceError
from itertools import product
from typing import Any

import numpy as np
import pytest

import churn_spec as spec
from churn_engine.board import board
from churn_engine.errors import ChurnError, IllegalTurn
from churn_engine.game import Placements
from churn_engine.kernels.batches import choices, effects
from churn_engine.kernels.compiling import helper
from churn_engine.kernels.instructions import count, first_cell, load, nothing, some
from churn_engine.kernels.stepping import KernelGame
from churn_engine.kernels.tables import tables_of, words_of
from churn_engine.kernels.words import Layout
from churn_engine.notation import parse_board, parse_position

SIZE_2 = board(2)
MORE_THAN_A_WORD = parse_board("13-1-5-13-1-5")  # 65 cells

# Batches


def _refused(own: Any, cells: Any, place: str) -> str:
    with pytest.raises(ChurnError) as refusal:
        effects(SIZE_2, own, cells)
    assert refusal.value.place == place
    return refusal.value.reason


@pytest.mark.parametrize("kind", [np.int64, np.uint32, np.float64])
def test_stones_are_words_and_nothing_that_looks_like_them(kind: Any) -> None:
    reason = _refused(np.zeros((1, 1), dtype=kind), np.array([0]), "own")
    assert reason.startswith("it is a contiguous array of uint64 of shape (1, 1)")


def test_there_is_a_row_of_stones_for_each_cell() -> None:
    for rows in (1, 3):
        _refused(np.zeros((rows, 1), dtype=np.uint64), np.array([0, 1]), "own")


@pytest.mark.parametrize("cells", [np.zeros(1, np.float64), np.zeros(1, np.uint64), np.array(0)])
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
    which, chance = board(4), random.Random(4)
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


# Games


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


def test_tables_and_layouts_do_not_change() -> None:
    values: list[Any] = [tables_of(SIZE_2), Layout(1)]
    for value in values:
        for name in value.__slots__:
            with pytest.raises(FrozenInstanceError):
                setattr(value, name, None)


# Words


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
