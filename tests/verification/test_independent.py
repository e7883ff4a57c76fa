"""The answers of an implementation written apart: read whole, and each of them compared."""

from collections import Counter

import pytest
from tests.verification.wrong_sessions import Wrong

import churn_spec as spec
from churn_engine import Game
from churn_verification.checks import independent
from churn_verification.checks.independent import (
    Answers,
    GameAnswers,
    PositionAnswers,
    compare_answers,
    independent_answers,
)
from churn_verification.judge.difference import Difference
from churn_verification.players import Implementation, Specification, SteppingEngine
from churn_verification.players.stepping import SteppingSession
from churn_verification.registry import Context, Level
from churn_verification.results import Result, Status


def checked(player: Implementation) -> Result:
    return independent.check_of("tried", player).run(Context(Level.QUICK, 1))


def test_all_published_answers_are_compared() -> None:
    found = checked(SteppingEngine())
    assert found.status is Status.HELD
    assert found.covered == {
        "positions": 1_250,
        "games": 96,
        "placements": 11_895,
        "swaps": 45,
        "ties": 103,
        "answers compared": 44_016,
    }


def test_a_turn_with_the_swap_on_offer_is_one_of_the_game() -> None:
    games = [line for line in independent_answers() if isinstance(line, GameAnswers)]
    for game in games:
        assert all(1 <= number <= len(game.turns) for number in game.swap_offered_on)


def falsified(line: Answers) -> dict[str, Answers]:
    """The line with one field changed, by the name of the field."""
    other_cells = ("zz9",)
    changes: dict[str, object] = (
        {
            "turns": line.turns[:-1],
            "swap_offered_on": (*line.swap_offered_on, len(line.turns)),
            "end": line.end[::-1].swapcase(),
            "winner": "tie" if line.winner != "tie" else "red",
            "first_player": "red" if line.first_player == "blue" else "blue",
            "winning_player": "first" if line.winning_player != "first" else "second",
            "stones": line.stones[::-1] if len(set(line.stones)) > 1 else (0, 0),
        }
        if isinstance(line, GameAnswers)
        else {
            "over": not line.over,
            "winner": "tie" if line.winner != "tie" else "red",
            "stones": None if line.stones is None else (line.stones[0] + 1, line.stones[1]),
            "legal": (*line.legal, *other_cells),
            "forms": None if line.forms is None else line.forms + 1,
            "removed": None if line.place is None else (*line.removed, *other_cells),
            "after": None if line.after is None else line.after + " swap",
            "over_after": None if line.over_after is None else not line.over_after,
        }
    )
    return {
        field: line.model_copy(update={field: wrong})
        for field, wrong in changes.items()
        if wrong is not None
    }


def test_each_field_of_each_answer_tells() -> None:
    told: Counter[str] = Counter()
    for line in independent_answers()[::7]:
        for field, wrong in falsified(line).items():
            with pytest.raises(Difference):
                compare_answers(SteppingEngine(), wrong)
            told[f"{line.ask} {field}"] += 1
    fields = {
        f"{kind.__name__.removesuffix('Answers').lower()} {field}"
        for kind in (PositionAnswers, GameAnswers)
        for field in kind.model_fields
    }
    what_is_asked = {
        "position ask",
        "position position",
        "position place",
        "game ask",
        "game board",
    }
    assert told.keys() == fields - what_is_asked


class OtherColourWins(SteppingSession):
    """E2: the minority wins."""

    def winner(self) -> str | None:
        said = super().winner()
        return {"red": "blue", "blue": "red"}.get(said, said) if said else None


class TiesAreReds(SteppingSession):
    """B2: Red wins ties."""

    def winner(self) -> str | None:
        said = super().winner()
        return "red" if said == "tie" else said


class SwapPassesTheMove(SteppingSession):
    """S1: after the swap Red is to move."""

    def play(self, turn: str) -> frozenset[str]:
        removed = super().play(turn)
        if turn == spec.SWAP.value:
            self._game = Game.from_text(self.position().replace(" b", " r"))
        return removed


@pytest.mark.parametrize(
    ("session", "clause"),
    [(OtherColourWins, "E2"), (TiesAreReds, "B2"), (SwapPassesTheMove, None)],
)
def test_an_engine_that_misreads_the_end_or_the_swap_fails(
    session: type[SteppingSession], clause: str | None
) -> None:
    found = checked(Wrong(session))
    assert found.status is Status.FAILED
    assert found.counterexample is not None
    assert found.counterexample.position is not None
    assert clause in {None, found.counterexample.clause}


def inverted(position: spec.Position) -> spec.Outcome | None:
    swapped = {spec.Outcome.RED: spec.Outcome.BLUE, spec.Outcome.BLUE: spec.Outcome.RED}
    said = winner(position)
    return swapped.get(said, said) if said else None


def ties_to_red(position: spec.Position) -> spec.Outcome | None:
    said = winner(position)
    return spec.Outcome.RED if said is spec.Outcome.TIE else said


def swap_and_pass(game: spec.Game, turn: spec.Turn) -> spec.Game:
    after = take_turn(game, turn)
    if turn is not spec.SWAP:
        return after
    at = after.position
    passed = spec.Position(at.board, at.red, at.blue, at.mover.other)
    return spec.Game(passed, after.turn_number, after.red_seat)


winner, take_turn = spec.winner, spec.take_turn


@pytest.mark.parametrize(
    ("part", "wrong"),
    [("winner", inverted), ("winner", ties_to_red), ("take_turn", swap_and_pass)],
)
def test_a_specification_that_misstates_the_end_or_the_swap_fails(
    monkeypatch: pytest.MonkeyPatch, part: str, wrong: object
) -> None:
    monkeypatch.setattr(spec, part, wrong)
    found = checked(Specification())
    assert found.status is Status.FAILED
    assert found.counterexample is not None
