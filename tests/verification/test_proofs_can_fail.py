"""What is no proof is not taken for one: controls that hold, cases left out, what is not real."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
import z3

import churn_spec as spec
from churn_verification.checks import proofs as checks
from churn_verification.proofs import catalogue, everywhere, jobs
from churn_verification.proofs.everywhere import Entailment, UniversalControl
from churn_verification.proofs.grid import grid_of
from churn_verification.proofs.jobs import (
    PROVED,
    REFUTED,
    UNKNOWN,
    Done,
    Job,
    Settings,
    controls_of,
    run,
)
from churn_verification.proofs.keeping import key_of
from churn_verification.proofs.obligations import questions_of
from churn_verification.proofs.proving import (
    ProofReport,
    jobs_for,
    report_of,
    with_foundations,
)
from churn_verification.proofs.replay import replay
from churn_verification.registry import Context, Level, Registry
from churn_verification.results import Status

UNKEPT = Settings(time_limit=60, keeps_answers=False)
ROW = "4-1-1-4-1-1"
THEOREM = "opponent_is_untouched"


def as_wanted(asked: list[Job]) -> Iterator[Done]:
    """What comes of jobs where all is as it should be."""
    for job in asked:
        yield Done(job, PROVED if job.control is None else REFUTED)


@pytest.mark.parametrize("status", [PROVED, UNKNOWN])
def test_a_control_that_is_not_refuted_is_not_held(status: str) -> None:
    asked = jobs_for(with_foundations([THEOREM]), [ROW])
    finished = list(as_wanted(asked))
    assert report_of(asked, finished).held
    at = next(number for number, job in enumerate(asked) if job.control is not None)
    finished[at] = replace(finished[at], status=status)
    assert not report_of(asked, finished).held


@pytest.mark.parametrize("status", [REFUTED, UNKNOWN])
def test_a_theorem_that_is_not_proved_is_not_held(status: str) -> None:
    asked = jobs_for(with_foundations([THEOREM]), [ROW])
    finished = list(as_wanted(asked))
    at = next(number for number, job in enumerate(asked) if job.control is None)
    finished[at] = replace(finished[at], status=status)
    assert not report_of(asked, finished).held
    assert not report_of(asked, list(as_wanted(asked))[:-1]).held


def test_a_theorem_whose_foundation_is_not_proved_fails_its_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def all_but_the_foundations(asked: list[Job], *_: object, **__: object) -> ProofReport:
        right = report_of(asked, list(as_wanted(asked)))
        return right.model_copy(update={"held": False})

    monkeypatch.setattr(checks, "prove", all_but_the_foundations)
    registry = Registry()
    checks.register(registry)
    result = registry[f"proof/{THEOREM}"].run(Context(Level.QUICK, 0))
    assert result.status is Status.FAILED
    assert result.reason == "a theorem that it rests on is not proved"


def test_a_position_that_the_rules_do_not_contradict_refutes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jobs, "replay", lambda *at: replace(replay(*at), is_real=False))
    done = run(next(controls_of("isolation_is_forced")), UNKEPT)
    assert done.status == UNKNOWN
    assert "the counterexample is not real" in str(done.reason)


def test_a_mistake_under_which_a_theorem_about_all_boards_holds_refutes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    number = z3.Int("number")
    harmless = UniversalControl("harmless", "", lambda: Entailment([number > 2], number > 1))
    theorem = everywhere.THEOREMS["every_game_ends"]
    theorems = {**everywhere.THEOREMS, theorem.id: replace(theorem, controls=(harmless,))}
    monkeypatch.setattr(everywhere, "THEOREMS", theorems)
    done = run(Job(theorem.id, jobs.EVERY_BOARD, control="harmless"), UNKEPT)
    assert (done.status, done.reason) == (PROVED, "it holds under the mistake as well")


def test_no_two_questions_share_a_kept_answer() -> None:
    boards = [grid_of(spec.read_board(board)) for board in (ROW, "5-1-1-5-1-1", "2")]
    asked = [
        question
        for grid in boards
        for theorem in (catalogue.THEOREMS[THEOREM], catalogue.THEOREMS["isolation_is_forced"])
        for case in theorem.cases(grid)
        for question in questions_of(theorem, case, grid, case.example)
    ]
    keys = {key_of(question): question.text() for question in asked}
    assert len(keys) == len({question.text() for question in asked}) > 6
