"""Conformance finds what it is there to find: by illegal turns, after refusals, and by asking."""

from dataclasses import replace

import pytest

from churn_verification.conformance.outcome import CheckOutcome
from churn_verification.judge.reference import Reference
from churn_verification.judge.respects import respects_of
from churn_verification.mutants.trial import Fate, Task, make
from churn_verification.players import Question, Refusal, State
from churn_verification.results import Status


def test_a_check_that_asked_nothing_was_not_run() -> None:
    outcome = CheckOutcome("games/2", "It holds.")
    assert outcome.status is Status.NOT_RUN
    assert replace(outcome, questions=1).status is Status.HELD


def test_random_games_try_illegal_turns() -> None:
    trial = make(Task("illegal-turn-loses-the-turn", "conform/games", "quick", 1))
    assert trial.fate is Fate.KILLED


def test_what_a_refusal_changes_is_told_as_its_fault() -> None:
    case = Reference().case("a case", Question("2 ../.../.. r", ("a1", "a1")))
    assert isinstance(case.right, Refusal)
    assert isinstance(case.right.state, State)
    moved = case.right.state.model_copy(update={"position": "2 ../.../r. r"})
    (found,) = respects_of(case, Refusal(refused=2, state=moved))
    assert "was refused, " in found.question
    assert respects_of(case, Refusal(refused=2)) == ()


@pytest.mark.parametrize("way", ["vectors", "games", "search"])
def test_each_way_finds_the_largest_group_wanted(way: str) -> None:
    assert make(Task("largest-group-wanted", f"conform/{way}", "quick", 1)).fate is Fate.KILLED
