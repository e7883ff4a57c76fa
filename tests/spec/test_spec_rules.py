"""Turns, swap, end and winner on the specification, on cases worked out by hand."""

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

import churn_spec as spec
from churn_verification.judge.figures import figures, require_figure
from churn_verification.players import Specification


def at(text: str) -> spec.Position:
    return spec.read_position(text)


def names(position: spec.Position, cells: frozenset[spec.Cell]) -> str:
    return " ".join(sorted(spec.write_cell(position.board, cell) for cell in cells))


def cell(position: spec.Position, name: str) -> spec.Cell:
    return spec.read_cell(position.board, name)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_designers_figures(number: int) -> None:
    figure = figures()[number - 1]
    assert figure.figure == number
    assert require_figure(Specification(), figure) >= 2


def test_isolation_is_forced_and_enemies_do_not_matter() -> None:
    position = at("2 r./.b./.. r")
    assert names(position, spec.isolated_placements(position)) == "a1 a2 b3"
    assert spec.legal_placements(position) == spec.isolated_placements(position)


def test_without_isolation_the_smallest_group_is_forced() -> None:
    position = at("3 r.b/bbrb/.rb.b/r.rr/bbr r")
    assert not spec.isolated_placements(position)
    assert names(position, spec.legal_placements(position)) == "c1 e2"


def test_all_placements_of_one_large_size_are_legal() -> None:
    board = spec.regular_board(10)
    top, bottom = spec.cells_of(board)[0], spec.cells_of(board)[-1]
    red = frozenset(spec.cells_of(board)) - {top, bottom}
    position = spec.Position(board, red, frozenset(), spec.Colour.RED)
    assert len(spec.formed_group(position, top)) == 270  # sizes that Python keeps as two objects
    assert spec.legal_placements(position) == {top, bottom}


def test_a_group_touched_twice_counts_once() -> None:
    position = at("2 r./rr./.. r")
    assert len(spec.formed_group(position, cell(position, "c2"))) == 4


def test_smaller_groups_are_removed_anywhere_and_equal_ones_stay() -> None:
    position = at("12-1-1-12-1-1 rr.rbrrrbr.b r")
    after = spec.play(position, cell(position, "a11"))
    assert spec.write_position(after) == "12-1-1-12-1-1 rr..brrrbrrb b"


@pytest.mark.parametrize(
    ("text", "turn", "clause"),
    [
        ("1 r b", "a1", "E1"),
        ("1 r b", "swap", "E1"),
        ("2 ../.../.. r", "swap", "S1"),
        ("2 r./.../.. b", "swap", "S1"),
        ("2 r./.../.. b", "c1", "T1"),
        ("2 r./.../.. r", "c2", "P1"),
        ("3 r.b/bbrb/.rb.b/r.rr/bbr r", "b2", "P2"),
    ],
)
def test_illegal_turns_say_which_clause_they_break(text: str, turn: str, clause: str) -> None:
    position = at(text)
    with pytest.raises(spec.IllegalTurn) as refusal:
        spec.play(position, spec.read_turn(position.board, turn))
    assert refusal.value.clause == clause
    assert str(refusal.value)


def test_a_cell_off_the_board_is_illegal() -> None:
    with pytest.raises(spec.IllegalTurn) as refusal:
        spec.play(at("2 ../.../.. r"), spec.Cell(9, 9))
    assert refusal.value.clause == "B1"


def test_the_swap_is_offered_once_and_exchanges_seats() -> None:
    game = spec.new_game(spec.regular_board(2))
    game = spec.take_turn(game, spec.read_cell(game.position.board, "b2"))
    assert spec.write_position(game.position) == "2 ../.r./.. b swap"
    assert spec.SWAP in spec.legal_turns(game.position)
    swapped = spec.take_turn(game, spec.SWAP)
    assert spec.write_position(swapped.position) == "2 ../.r./.. b"
    assert swapped.turn_number == 3
    assert swapped.seat_of(spec.Colour.RED) is spec.Seat.SECOND
    assert swapped.seat_of(spec.Colour.BLUE) is spec.Seat.FIRST
    declined = spec.take_turn(game, spec.read_cell(game.position.board, "b1"))
    assert not declined.position.swap_on_offer
    assert declined.seat_of(spec.Colour.RED) is spec.Seat.FIRST


def test_no_swap_on_a_board_that_the_first_stone_fills() -> None:
    game = spec.new_game(spec.regular_board(1))
    (after,) = spec.take_turns(game, spec.cells_of(game.position.board))
    assert spec.write_position(after.position) == "1 r b"
    assert spec.winner(after.position) is spec.Outcome.RED
    assert spec.winning_seat(after) is spec.Seat.FIRST


def test_the_winning_seat_follows_the_swap() -> None:
    position = at("2 rr/brr/bb b")
    assert spec.winner(position) is spec.Outcome.RED
    assert spec.winning_seat(spec.Game(position, 9, spec.Seat.SECOND)) is spec.Seat.SECOND
    blue = spec.with_colours_exchanged(position)
    assert spec.winner(blue) is spec.Outcome.BLUE
    assert spec.winning_seat(spec.Game(blue, 9, spec.Seat.SECOND)) is spec.Seat.FIRST


def test_even_boards_can_end_in_a_tie() -> None:
    tied = at("2-1-2-2-1-2 rb/br r")
    assert spec.winner(tied) is spec.Outcome.TIE
    assert spec.winning_seat(spec.Game(tied)) is None


def test_there_is_no_winner_before_the_end() -> None:
    position = at("2 rr/r.r/rr b")
    assert not spec.is_over(position)
    assert spec.winner(position) is None
    assert spec.winning_seat(spec.Game(position)) is None


def test_filling_the_board_and_then_removing_does_not_end_the_game() -> None:
    position = at("3 brb/br.b/brrbr/brrb/brr r")
    after = spec.play(position, cell(position, "d3"))
    assert spec.write_position(after) == "3 brb/brrb/brrb./brrb/brr b"
    assert not spec.is_over(after)


@pytest.mark.parametrize(
    ("red", "blue", "reason"),
    [
        ({spec.Cell(7, 7)}, set(), "off the board"),
        ({spec.Cell(0, 0)}, {spec.Cell(0, 0)}, "two stones"),
    ],
)
def test_stones_that_cannot_stand_so(
    red: set[spec.Cell], blue: set[spec.Cell], reason: str
) -> None:
    with pytest.raises(spec.PositionError, match=reason):
        spec.Position(spec.regular_board(2), frozenset(red), frozenset(blue), spec.Colour.RED)


def test_rankings_are_group_sizes_largest_first() -> None:
    position = at("3 rr./.b.r/r.b.b/r.../bb. r")
    assert spec.ranking(position, spec.Colour.RED) == (2, 2, 1)
    assert spec.ranking(position, spec.Colour.BLUE) == (2, 2, 1)


@pytest.mark.parametrize(("text", "bound"), [("1", 3), ("2", 89), ("3", 4173)])
def test_the_bound_on_game_length(text: str, bound: int) -> None:
    # Twice the number of partitions of 1 to n, and one for the swap: 2 * 44 + 1 for 7 cells.
    assert spec.longest_game_bound(spec.read_board(text)) == bound


def test_friendly_stones_are_the_movers() -> None:
    position = at("2 r./.b./.. b")
    assert names(position, position.own) == "b2"
    assert names(position, position.enemy) == "c1"
    exchanged = spec.with_colours_exchanged(position)
    assert spec.write_position(exchanged) == "2 b./.r./.. r"


def test_images_keep_mover_and_swap() -> None:
    position = at("2 r./.../.. b swap")
    texts = {
        spec.write_position(spec.image_of(position, symmetry))
        for symmetry in spec.symmetries(position.board)
    }
    assert len(texts) == 6
    assert all(text.endswith(" b swap") for text in texts)


@pytest.mark.parametrize(
    "value",
    [
        at("2 r./.../.. b"),
        spec.new_game(spec.regular_board(2)),
        spec.read_record("2\na1 b1\n"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_do_not_change(value: Any) -> None:
    """So they can be members of sets and keys of dictionaries."""
    assert len({value}) == 1
    for name in vars(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, None)
