"""Examinations of mutants: what the check of the suite asks for, and what ends a trial."""

import time
from collections.abc import Callable, Sequence

import pytest
from tests.verification.made_up_examination import MADE_UP

from churn_verification.misreadings import CATALOGUE, Mutant, Origin
from churn_verification.mutants import check as mutants_check
from churn_verification.mutants import examining, sight, trial
from churn_verification.mutants.examining import Examination, Terms, find_first_kills
from churn_verification.mutants.probes import Finding, Probe
from churn_verification.mutants.report import document
from churn_verification.mutants.trial import Fate
from churn_verification.players import Implementation, Session
from churn_verification.registry import Context, Level
from churn_verification.results import Result, Status
from churn_verification.suite import suite
from churn_verification.work import processes

QUICK = Context(Level.QUICK, 1)


def nobody(done: int, total: int) -> None:
    assert 0 < done <= total


# The check of the suite


def found_by_check(context: Context) -> Result:
    return suite()["mutants"].run(context)


def test_the_check_kills_what_it_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants_check, "_SAMPLE", 1)
    found = found_by_check(Context(Level.QUICK, 12))  # draws one that dies soon
    assert (found.status, found.reason) == (Status.HELD, None)
    assert found.covered["mutants"] == 1
    kills = [found.details[each] for each in found.details if each.startswith("killed first by ")]
    assert kills == [1]
    assert (found.details["in the catalogue"], found.details["drawn"]) == (
        172,
        "smallest-by-touches",
    )


def test_the_check_fails_where_a_mutant_survives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants_check, "find_first_kills", lambda *_: MADE_UP)
    found = found_by_check(QUICK)
    assert (found.status, found.reason) == (Status.FAILED, "not killed: square-grid")


def test_the_check_draws_by_the_seed_and_tries_all_from_level_standard_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[list[str], Terms]] = []

    def ask(mutants: Sequence[str], terms: Terms, _progress: object) -> Examination:
        asked.append((list(mutants), terms))
        return MADE_UP

    monkeypatch.setattr(mutants_check, "find_first_kills", ask)
    for level, seed in [(Level.QUICK, 1), (Level.QUICK, 1), (Level.QUICK, 2), (Level.STANDARD, 1)]:
        found_by_check(Context(level, seed))
    first, again, other, everything = asked
    assert first == again
    assert first[0] != other[0]
    assert first[1].seed != other[1].seed
    assert len(first[0]) < len(CATALOGUE) / 4
    assert everything[0] == sorted(CATALOGUE)
    assert {terms.level for _, terms in asked} == {Level.STANDARD}


# What is told


def test_survivors_stand_in_the_document() -> None:
    told = document(MADE_UP)
    assert told["survivors"] == ["square-grid"]
    assert told["scores"]["levels"] == {"quick": 1, "standard": 2}
    missed = told["scores"]["conformance"]["conform/vectors"]["missed"]
    assert missed == ["swap-never", "blue-first"]


class Broken:
    """Crashes at the first question."""

    name = "broken"

    def begin(self, position: str) -> Session:
        raise RuntimeError(f"cannot begin at {position}")


def test_a_figure_sees_what_crashes_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Mutant("broken", ("P1",), "", Origin.SLIP, "", Broken())
    monkeypatch.setattr(sight, "CATALOGUE", {"broken": broken})
    assert sight.figures_that_see("broken") == (1, 2, 3, 4)


# What ends trials


def test_what_is_stopped_by_hand_is_not_complete() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    wanted = ["any-placement-legal", "last-mover-wins"]
    found = find_first_kills(wanted, Terms(Level.QUICK, 1, workers=1, seconds=600), stop)
    assert not found.complete
    assert {each.mutant for each in found.trials} == {"any-placement-legal"}


def never_end(implementation: Implementation, context: Context) -> None:
    while True:
        pass


def differ_from_churn_too(implementation: Implementation, context: Context) -> Finding:
    if "Churn" in implementation.name:
        return Finding("what is right")
    raise RuntimeError("a crash that says nothing")


@pytest.mark.parametrize(
    ("compare", "why"),
    [
        (never_end, "endless: it used up its limit of 0.5 s of processor time"),
        (differ_from_churn_too, "killed"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_nothing_is_killed_where_churn_does_not_come_through(
    monkeypatch: pytest.MonkeyPatch, compare: Callable[..., Finding | None], why: str
) -> None:
    useless = Probe("useless", Level.QUICK, 1, compare)
    monkeypatch.setattr(processes, "START_METHOD", "fork")  # so that workers know it
    monkeypatch.setattr(examining, "probes_at", lambda _: [useless])
    monkeypatch.setattr(trial, "probe_named", lambda _: useless)
    found = find_first_kills(["swap-never"], Terms(Level.QUICK, 1, 1, seconds=0.5), nobody)
    (tried,) = found.trials
    assert tried.fate is Fate.VOID
    assert str(tried.reason).startswith(f"void, as Churn itself is {why}")
    assert found.survivors() == ["swap-never"]


def crash_at_once(implementation: Implementation, context: Context) -> None:
    if "Churn" in implementation.name:
        time.sleep(0.5)
        return
    raise RuntimeError("a crash")


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_all_that_waits_for_one_control_is_settled_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    fragile = Probe("fragile", Level.QUICK, 1, crash_at_once)
    monkeypatch.setattr(processes, "START_METHOD", "fork")
    monkeypatch.setattr(examining, "probes_at", lambda _: [fragile])
    monkeypatch.setattr(trial, "probe_named", lambda _: fragile)
    wanted = ["swap-never", "swap-always", "square-grid"]
    found = find_first_kills(wanted, Terms(Level.QUICK, 1, 2, seconds=600), nobody)
    assert found.complete
    assert [each.fate for each in found.trials] == [Fate.CRASHED] * 3
    assert len(found.controls) == 1
