"""Stepping: the figures of the rule sheet, whole games, undo, the swap, and every refusal."""

import copy
import doctest
import pickle
import random
from dataclasses import FrozenInstanceError
from typing import Any, cast

import pytest

import churn_engine
from churn_engine.board import board
from churn_engine.errors import IllegalTurn, NothingToUndoError, quote
from churn_engine.game import Game, Placements
from churn_engine.notation import Colour, parse_board, parse_position, parse_record

FIGURE_1 = "3 rr./.b.r/r.b.b/r.../bb. r"
FIGURE_2 = "3 r.b/bbrb/.rb.b/r.rr/bbr r"
FIGURE_3 = "3 brb/rrb./b.brr/r..b/rbr r"
FIGURE_4 = "3 brb/br.b/brrbr/brrb/brr r"
BOARDS = [
    "1",
    "2-1-1-2-1-1",
    "1-3-1-3-1-3",
    "2",
    "2-3-2-2-3-2",
    "3",
    "3-4-3-4-3-4",
    "5-3-3-5-3-3",
    "2-4-2-3-3-3",
]

LONGEST = 5000  # turns, far more than a random game takes on any of these


def observed(game: Game) -> dict[str, object]:
    """Everything that a game shows."""
    empty = [cell for cell in range(game.board.size) if game.empty_mask >> cell & 1]
    return {
        "position": str(game.position),
        "masks": (game.red_mask, game.blue_mask, game.empty_mask),
        "stones": (game.stones("red"), game.stones("blue")),
        "ranking": (game.ranking("red"), game.ranking("blue")),
        "seats": (game.seat("red"), game.seat("blue")),
        "mover": game.mover,
        "end": (game.over, game.winner, game.winner_seat),
        "placements": game.placements,
        "swap": game.swap_on_offer,
        "turns": game.legal_turns(),
        "forms": [game.formed_size(cell) for cell in empty],
        "removes": [game.would_remove(cell) for cell in empty],
        "removed": game.removed,
        "number": game.turn_number,
        "record": str(game.record),
    }


def names(game: Game, mask: int) -> set[str]:
    return set(game.board.names_in(mask))


# The figures


def test_figure_1_isolated_placements_are_forced() -> None:
    game = Game.from_text(FIGURE_1)
    assert set(game.legal_turns()) == {"a3", "b3", "b4"}
    assert game.placements.formed_size == 1
    assert not any(game.would_remove(turn) for turn in game.legal_turns())


def test_figure_2_the_smallest_group_is_forced() -> None:
    game = Game.from_text(FIGURE_2)
    assert set(game.legal_turns()) == {"c1", "e2"}
    assert game.placements.formed_size == 3
    empty = ("c1", "e2", "c4", "b2")
    assert names(game, game.empty_mask) == set(empty)
    assert [game.formed_size(cell) for cell in empty] == [3, 3, 5, 6]


def test_figure_3_smaller_groups_are_removed_and_equal_ones_stay() -> None:
    game = Game.from_text(FIGURE_3)
    assert game.placements.formed_size == game.formed_size("d4") == 3
    assert set(game.would_remove("d4")) == {"a1", "a3", "b1"}
    blue = game.stones("blue")
    game.play("d4")
    assert set(game.removed) == {"a1", "a3", "b1"}
    assert set(game.stones("red")) == {"c4", "c5", "d1", "d2", "d4", "e2"}
    assert game.stones("blue") == blue
    assert game.ranking("red") == (3, 3)


def test_figure_4_filling_the_board_and_then_removing_does_not_end_the_game() -> None:
    game = Game.from_text(FIGURE_4)
    game.play("d3")
    assert game.removed == ("c5",)
    assert (game.over, game.winner, game.winner_seat) == (False, None, None)
    assert (game.mover, game.legal_turns()) == ("blue", ("c5",))
    game.play("c5")
    assert len(game.removed) == 0
    assert (game.over, game.winner, game.winner_seat) == (True, "blue", "second")
    assert (len(game.stones("red")), len(game.stones("blue"))) == (9, 10)
    assert (game.legal_turns(), game.placements) == ((), Placements(0, 0))


# Whole games


def play_on(game: Game, source: random.Random, limit: int) -> None:
    """Take random legal turns by name or number until the end or a number of turns."""
    while not game.over and game.turn_number <= limit:
        turn = source.choice(game.legal_turns())
        by_number = turn != "swap" and source.random() < 0.5
        game.play(game.board.index(turn) if by_number else turn)


@pytest.mark.parametrize("text", BOARDS)
def test_undo_restores_everything_and_playing_again_leads_to_the_same(text: str) -> None:
    game = Game.from_text(text)
    source = random.Random(text)
    seen = [observed(game)]
    while not game.over and len(seen) < 250:
        play_on(game, source, limit=game.turn_number)
        seen.append(observed(game))
    turns = game.record.turns
    assert len(turns) == len(seen) - 1
    for expected in reversed(seen[:-1]):
        game.undo()
        assert observed(game) == expected
    for turn, expected in zip(turns, seen[1:], strict=True):
        game.play(turn)
        assert observed(game) == expected
    assert observed(Game.replay(parse_record(str(game.record)))) == seen[-1]


@pytest.mark.parametrize("text", BOARDS)
def test_a_game_goes_on_from_its_text_as_it_would_have(text: str) -> None:
    source = random.Random(text)
    game = Game.from_text(text)
    while not game.over and game.turn_number < 60:
        play_on(game, source, limit=game.turn_number)
        again = Game.from_text(str(game.position))
        assert again.legal_turns() == game.legal_turns()
        assert again.placements == game.placements
        assert again.position == game.position


@pytest.mark.parametrize("text", BOARDS)
def test_rankings_rise_with_each_placement(text: str) -> None:
    source = random.Random(text)
    for _ in range(5):
        game = Game.from_text(text)
        while not game.over:
            assert game.turn_number < LONGEST
            mover, turn = game.mover, source.choice(game.legal_turns())
            before = {colour: game.ranking(colour) for colour in ("red", "blue")}
            game.play(turn)
            after = {colour: game.ranking(colour) for colour in ("red", "blue")}
            changed = () if turn == "swap" else (mover,)
            assert [colour for colour in before if after[colour] > before[colour]] == list(changed)
            assert len([colour for colour in before if after[colour] != before[colour]]) == len(
                changed
            )


def test_a_game_starts_on_a_board_as_from_its_text() -> None:
    for text in BOARDS:
        game = Game.on(parse_board(text))
        assert observed(game) == observed(Game.from_text(text))
        assert (game.mover, game.turn_number) == ("red", 1)
        assert game.removed == ()
        assert game.empty_mask == game.placements.mask == game.board.full


def test_the_example_of_the_package_holds() -> None:
    result = doctest.testmod(churn_engine)
    assert (result.failed, result.attempted) == (0, 5)


def test_red_can_win_and_an_even_board_can_tie() -> None:
    game = Game.from_text("1")
    game.play("a1")
    assert (game.over, game.winner, game.winner_seat) == (True, "red", "first")
    game = Game.replay(parse_record("2-1-1-2-1-1\na1 a2"))
    assert (game.over, game.winner, game.winner_seat) == (True, "tie", "tie")


def test_a_position_may_be_over_already() -> None:
    game = Game.from_text("2 rr/rbb/bb b")
    assert (game.over, game.winner, game.legal_turns()) == (True, "blue", ())
    assert game.mover == "blue"


@pytest.mark.parametrize(("name", "ranking"), [("red", (2,)), ("blue", (1, 1))])
def test_a_colour_is_known_by_its_name_whichever_string_holds_it(
    name: str, ranking: tuple[int, ...]
) -> None:
    made = "".join(list(name))
    assert made is not name
    assert Game.from_text("2 b./.rr/b. b").ranking(cast(Colour, made)) == ranking


# The swap


@pytest.mark.parametrize("text", ["2", "3", "5", "10"])
def test_the_swap_is_on_offer_on_the_second_turn_alone(text: str) -> None:
    game = Game.on(parse_board(text))
    offers = []
    for _ in range(3):
        offers.append((game.swap_on_offer, "swap" in game.legal_turns()))
        game.play(game.legal_turns()[0])
    assert offers == [(False, False), (True, True), (False, False)]
    assert not game.swap_on_offer


def test_the_swap_exchanges_seats_and_leaves_the_stones() -> None:
    game = Game.from_text("2")
    assert (game.seat("red"), game.seat("blue")) == ("first", "second")
    game.play("b2")
    assert str(game.position) == "2 ../.r./.. b swap"
    game.play("swap")
    assert str(game.position) == "2 ../.r./.. b"
    assert (game.seat("red"), game.seat("blue")) == ("second", "first")
    assert (game.mover, game.turn_number, game.removed) == ("blue", 3, ())
    with pytest.raises(IllegalTurn, match="S1"):
        game.play("swap")
    game.undo()
    assert (game.seat("red"), game.swap_on_offer) == ("first", True)


@pytest.mark.parametrize(("turns", "seat"), [("b2 c1", "first"), ("b2 swap c1", "second")])
def test_the_winner_is_a_seat_as_well_as_a_colour(turns: str, seat: str) -> None:
    record = parse_record(f"2\n{turns}")
    for seed in range(50):
        game = Game.replay(record)
        play_on(game, random.Random(seed), limit=LONGEST)
        if game.winner == "red":
            break
    assert (game.winner, game.winner_seat) == ("red", seat)


@pytest.mark.parametrize(
    ("start", "first"),
    [("1", "a1"), ("2 ../.../.. b", "b2"), ("2 b./.../.. r", "a2"), ("2 r./.../.. r", "a2")],
)
def test_the_swap_follows_the_first_turn_of_a_game_alone(start: str, first: str) -> None:
    game = Game.from_text(start)
    game.play(first)
    assert not game.swap_on_offer


def test_a_game_may_start_at_the_swap() -> None:
    game = Game.from_text("2 r./.../.. b swap")
    assert game.legal_turns()[-1] == "swap"
    game.play("swap")
    assert (game.seat("blue"), str(game.record)) == ("first", "2 r./.../.. b swap\nswap\n")


# Refusals


@pytest.mark.parametrize(
    ("start", "turn", "clause", "message"),
    [
        (
            "2",
            "d1",
            "B1",
            "turn 1, 'd1': no such cell on board 2, whose rows are a to c from the bottom (B1); "
            "legal: c1, c2, b1, b2, b3, a1, a2",
        ),
        (
            "1",
            1,
            "B1",
            "turn 1, '1': the cells of board 1 have the numbers 0 to 0 (B1); legal: a1",
        ),
        (
            "1",
            -1,
            "B1",
            "turn 1, '-1': the cells of board 1 have the numbers 0 to 0 (B1); legal: a1",
        ),
        (
            "1",
            "\n",
            "B1",
            r"turn 1, '\n': no such cell on board 1, whose rows are a to a from the bottom (B1); "
            "legal: a1",
        ),
        (FIGURE_1, "e1", "T1", "turn 1, 'e1': the cell is occupied (T1); legal: b3, b4, a3"),
        (FIGURE_1, "d2", "T1", "turn 1, 'd2': the cell is occupied (T1); legal: b3, b4, a3"),
        (FIGURE_1, 4, "T1", "turn 1, 'd2': the cell is occupied (T1); legal: b3, b4, a3"),
        (
            FIGURE_1,
            "b2",
            "P1",
            "turn 1, 'b2': it is next to a friendly stone, though an isolated placement exists "
            "(P1); legal: b3, b4, a3",
        ),
        (
            FIGURE_2,
            "c4",
            "P2",
            "turn 1, 'c4': it forms a group of 5, though one of 3 can be formed (P2); "
            "legal: e2, c1",
        ),
        (
            "3",
            "swap",
            "S1",
            "turn 1, 'swap': the swap is on offer on the second turn of a game alone (S1); "
            "legal: e1, e2, e3, d1, d2, d3, d4, c1, c2, c3, c4, c5 and 7 more",
        ),
        ("1 r b", "a1", "E1", "turn 1, 'a1': the game is over (E1); no turn is legal any more"),
        ("1 r b", "swap", "E1", "turn 1, 'swap': the game is over (E1); no turn is legal any more"),
        ("1 r b", 0, "E1", "turn 1, 'a1': the game is over (E1); no turn is legal any more"),
    ],
)
def test_illegal_turns_are_refused(start: str, turn: str | int, clause: str, message: str) -> None:
    game = Game.from_text(start)
    before = observed(game)
    with pytest.raises(IllegalTurn) as caught:
        game.play(turn)
    assert str(caught.value) == message
    assert (caught.value.clause, caught.value.place) == (clause, "turn 1")
    assert caught.value.legal == game.legal_turns()
    assert observed(game) == before


@pytest.mark.parametrize("number", [-2, -1, 7, 8, 1_000])
def test_a_number_beyond_the_board_is_refused_by_the_number(number: int) -> None:
    game = Game.on(parse_board("2"))
    with pytest.raises(IllegalTurn, match="numbers 0 to 6") as refusal:
        game.play(number)
    assert refusal.value.clause == "B1"
    assert refusal.value.turn == str(number)
    assert game.turn_number == 1


def test_every_turn_that_is_not_legal_is_refused() -> None:
    source = random.Random(7)
    game = Game.from_text("3")
    while not game.over:
        assert game.turn_number < LONGEST
        before = observed(game)
        legal = game.legal_turns()
        for turn in {*game.board.names, "swap", "f1"} - set(legal):
            with pytest.raises(IllegalTurn) as caught:
                game.play(turn)
            assert caught.value.turn == turn
        assert observed(game) == before
        game.play(source.choice(legal))


def test_a_record_with_an_illegal_turn_says_which() -> None:
    with pytest.raises(IllegalTurn) as caught:
        Game.replay(parse_record("2\nb2 swap b2 c1"))
    assert (caught.value.place, caught.value.clause) == ("turn 3", "T1")
    assert caught.value.legal == ("c1", "c2", "b1", "b3", "a1", "a2")


def test_an_illegal_turn_survives_a_copy() -> None:
    with pytest.raises(IllegalTurn) as caught:
        Game.from_text(FIGURE_2).play("c4")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value)
    assert (copy.turn, copy.clause, copy.legal) == ("c4", "P2", ("e2", "c1"))


@pytest.mark.parametrize(
    ("cell", "clause"), [("e1", "T1"), ("d2", "T1"), ("z9", "B1"), (19, "B1"), (0, "T1")]
)
def test_only_empty_cells_can_be_asked_about(cell: str | int, clause: str) -> None:
    game = Game.from_text(FIGURE_1)
    for ask in (game.formed_size, game.would_remove):
        with pytest.raises(IllegalTurn) as caught:
            ask(cell)
        assert caught.value.clause == clause


def test_nothing_can_be_undone_at_the_start() -> None:
    game = Game(parse_position(FIGURE_1))
    game.play("a3")
    game.undo()
    with pytest.raises(NothingToUndoError, match="no turn has been taken yet"):
        game.undo()
    assert str(game.position) == FIGURE_1


def test_a_copy_is_played_on_by_itself() -> None:
    game = Game.from_text("2")
    for turn in ("b2", "swap", "c1"):
        game.play(turn)
    for copied in (game.copy(), copy.copy(game)):
        copied.undo()
        copied.undo()
        assert copied.swap_on_offer
        copied.play("a1")
        assert copied.record.turns == ("b2", "a1")
        assert copied.seat("red") == "first"
    assert game.record.turns == ("b2", "swap", "c1")
    assert game.seat("red") == "second"


@pytest.mark.parametrize(
    "value",
    [board(2), parse_position("2 r./.../.. b"), parse_record("2\na1 b1\n")],
    ids=lambda value: type(value).__name__,
)
def test_values_do_not_change(value: Any) -> None:
    """So they can stand in sets and as keys, and what was checked of them stays so."""
    assert len({value}) == 1
    for name in value.__slots__:
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, None)


def test_a_board_shows_its_sides_and_no_tables() -> None:
    assert repr(board(2, 1, 1, 2, 1, 1)) == "Board(sides=(2, 1, 1, 2, 1, 1))"


@pytest.mark.parametrize(("length", "shown"), [(40, "x" * 40), (41, "x" * 40 + "...")])
def test_up_to_forty_characters_are_quoted(length: int, shown: str) -> None:
    assert quote("x" * length) == f"'{shown}'"


@pytest.mark.parametrize(("cells", "end"), [(12, "a11, a12"), (13, "a11, a12 and 1 more")])
def test_twelve_legal_turns_are_named(cells: int, end: str) -> None:
    game = Game.on(parse_board(f"{cells}-1-1-{cells}-1-1"))
    with pytest.raises(IllegalTurn) as refusal:
        game.play("swap")
    assert str(refusal.value).endswith(f"legal: a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, {end}")
