"""What a match demands of both sides: each demand finds a session, or a rule, that is wrong."""

import random
from collections import Counter
from dataclasses import fields, replace

import pytest
from hypothesis import Phase, given, seed, settings
from tests.verification.wrong_sessions import Wrong

import churn_spec as spec
from churn_verification.checks import differential
from churn_verification.judge.difference import Difference, first_difference
from churn_verification.judge.games import compare_game
from churn_verification.judge.geometry import compare_boards
from churn_verification.judge.machine import EXPECTED_EVENTS, missing_events
from churn_verification.judge.match import Match
from churn_verification.players import ENGINES, Placement, Refused
from churn_verification.players.interface import Observation, observe
from churn_verification.players.stepping import SteppingSession
from churn_verification.registry import Context, Level
from churn_verification.strategies import boards, positions
from churn_verification.suite import suite

STEPPING = ENGINES["stepping"]


class AllIsRefusedByP1(SteppingSession):
    """Refuses what is illegal, by a clause that it does not break."""

    def play(self, turn: str) -> frozenset[str]:
        try:
            return super().play(turn)
        except Refused as refusal:
            raise Refused("P1") from refusal


class IllegalTurnsAreIgnored(SteppingSession):
    """Refuses nothing, and nothing comes of it."""

    def play(self, turn: str) -> frozenset[str]:
        return super().play(turn) if turn in self.legal() else frozenset()


class RedWins(SteppingSession):
    """E2: Red wins every game."""

    def winner(self) -> str | None:
        return "red" if self.over() else None


@pytest.mark.parametrize("turn", ["c1", "zz9", "swap"])
def test_a_refusal_by_another_clause_is_a_difference(turn: str) -> None:
    Match(STEPPING, "2 r./.../.. b").try_illegal(turn)
    with pytest.raises(Difference, match=f"which clause {turn} breaks"):
        Match(Wrong(AllIsRefusedByP1), "2 r./.../.. b").try_illegal(turn)


def test_an_illegal_turn_without_a_refusal_is_a_difference() -> None:
    with pytest.raises(Difference, match="is c1 legal"):
        Match(Wrong(IllegalTurnsAreIgnored), "2 r./.../.. b").try_illegal("c1")


@pytest.mark.parametrize(
    ("side", "asked"),
    [(spec.Colour.RED, "mover's ranking rise"), (spec.Colour.BLUE, "other side's ranking stay")],
)
def test_a_ranking_that_does_not_do_what_it_must_is_a_difference(
    monkeypatch: pytest.MonkeyPatch, side: spec.Colour, asked: str
) -> None:
    ranking = spec.ranking

    def falling(position: spec.Position, colour: spec.Colour) -> tuple[int, ...]:
        stones = len(position.red | position.blue)
        return (-stones,) if colour is side else ranking(position, colour)

    match = Match(STEPPING, "2 ../.../.. r")
    monkeypatch.setattr(spec, "ranking", falling)
    with pytest.raises(Difference, match=asked):
        match.play("a1")


def test_the_end_of_a_game_is_compared_in_everything() -> None:
    def play_games() -> None:
        for number in range(8):
            compare_game(Wrong(RedWins), spec.regular_board(2), random.Random(number), Counter())

    with pytest.raises(Difference) as found:
        play_games()
    case = found.value.counterexample
    assert (case.clause, case.said) == ("E2", {"specification": "blue", "wrong": "red"})


OTHERWISE: dict[str, tuple[object, str]] = {
    "position": ("2 b./.../.. b swap", "R2"),
    "turn_number": (9, "T1"),
    "red_seat": ("second", "S1"),
    "legal": (frozenset({"a1", "swap"}), "P1"),
    "placements": ({"a2": Placement(2, frozenset({"a1"}))}, "T1"),
    "over": (True, "E1"),
    "winner": ("red", "E2"),
    "winning_seat": ("first", "S1"),
    "red_ranking": ((2,), "F1"),
    "blue_ranking": ((1,), "F1"),
}
"""Each observable of a position, said otherwise, and the clause that decides it."""


def test_no_observable_is_forgotten() -> None:
    assert [each.name for each in fields(Observation)] == list(OTHERWISE)


@pytest.mark.parametrize("observable", OTHERWISE)
def test_every_observable_is_compared(observable: str) -> None:
    seen, (said, clause) = observe(STEPPING.begin("2 r./.../.. b swap")), OTHERWISE[observable]
    other = replace(seen, **{observable: said})  # type: ignore[arg-type]
    found = first_difference("2 r./.../.. b swap", (), {"one": seen, "other": other})
    assert found is not None
    assert found.counterexample.clause == clause


def test_symmetries_of_boards_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    board = spec.regular_board(2)
    right = spec.symmetries(board)
    assert compare_boards(board) == 7
    monkeypatch.setattr(spec, "symmetries", lambda _board: right[:-1])
    with pytest.raises(Difference, match="the number of symmetries"):
        compare_boards(board)
    monkeypatch.setattr(spec, "symmetries", lambda _board: (*right[:-1], right[0]))
    with pytest.raises(Difference, match="where the symmetries take the cells"):
        compare_boards(board)


# How far comparisons go


def test_every_event_is_expected_and_missed() -> None:
    assert missing_events(Counter()) == list(EXPECTED_EVENTS)
    clauses = {f"refused by {clause}" for clause in ("B1", "T1", "S1", "P1", "P2", "E1")}
    ends = {"red wins", "blue wins", "tie", "board filled, then stones removed"}
    groups = {"equal group stays", "larger group stays", "several groups removed at once"}
    ways = {"swap taken", "swap declined", "undo", "jump", "symmetric image", "colours exchanged"}
    placements = {"isolated", "joins 1", "joins 2", "joins 3", "ranking rises"}
    assert set(EXPECTED_EVENTS) == clauses | ends | groups | ways | placements


def test_long_games_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differential, "compare_game", lambda *game: game[-1])
    found = suite()["long-game/stepping"].run(Context(Level.QUICK, 1))
    assert found.covered["turns"] == 1_100


def test_positions_of_every_kind_are_drawn() -> None:
    seen: Counter[str] = Counter()

    @seed(1)
    @settings(max_examples=300, database=None, phases=[Phase.generate])
    @given(positions(boards(7)))
    def look_at(position: spec.Position) -> None:
        red, blue, empty = position.red, position.blue, spec.empty_cells(position)
        seen["swap"] += position.swap_on_offer
        seen["full"] += not empty
        seen["empty"] += not red and not blue
        seen["red alone"] += bool(red and not blue)
        seen["blue alone"] += bool(blue and not red)
        seen["both, and room"] += bool(red and blue and empty)
        seen[f"{position.mover.value} to move"] += 1

    look_at()
    assert len(seen) == 8
    assert min(seen.values()) > 0
