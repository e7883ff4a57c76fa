"""Checks run in workers: crashes, deaths, order, progress and interruptions."""

import os
import signal
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.verification.toy_runs import draw

from churn_verification.registry import Check, Context, Kind, Level, Registry
from churn_verification.reports import live
from churn_verification.reports.live import LiveView, RoundsView
from churn_verification.results import Result, Status, failed, held
from churn_verification.running import (
    STOPPED,
    Course,
    Listener,
    Outcome,
    Spent,
    run_checks,
    was_stopped,
    worker,
)
from churn_verification.running.rounds import Rounds, repeat_checks
from churn_verification.work import processes
from churn_verification.work.workers import LocalWorkers


def crash(context: Context) -> Result:
    raise RuntimeError("of no use")


def die(context: Context) -> Result:
    os._exit(7)


def die_slowly(context: Context) -> Result:
    time.sleep(0.3)
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def go_on_for_ever(context: Context) -> Result:
    while True:
        context.progress(1, 2)
        time.sleep(0.01)


def sleep(context: Context) -> Result:
    time.sleep(1)
    return held({"seconds": 1})


def report_progress(context: Context) -> Result:
    for done in range(1, 6):
        context.progress(done, 5)
        time.sleep(0.1)
    return held({"steps": 5})


RUNS: dict[str, Callable[[Context], Result]] = {
    "draw/one": draw,
    "crash": crash,
    "die": die,
    "die/slowly": die_slowly,
    "sleep": sleep,
    "progress": report_progress,
    "draw/two": draw,
}
ENDLESS: dict[str, Callable[[Context], Result]] = {"endless": go_on_for_ever}


def toy_suite() -> Registry:
    registry = Registry()
    for check_id, run in (RUNS | ENDLESS).items():
        registry.add(Check(check_id, "It holds.", ("P1",), Kind.PROPERTY, Level.QUICK, run))
    return registry


def run_toys(
    monkeypatch: pytest.MonkeyPatch,
    names: list[str],
    workers: int,
    listener: Listener,
    limit: float = 600.0,
) -> list[Outcome]:
    """Run toy checks; workers are forked so that they know the toy suite."""
    monkeypatch.setattr(worker, "known_checks", toy_suite)
    monkeypatch.setattr(processes, "START_METHOD", "fork")
    registry = toy_suite()
    checks = [registry[name] for name in names]
    return run_checks(checks, Level.QUICK, 5, listener, workers=workers, limit=limit)


class Recorder(Listener):
    def __init__(self) -> None:
        self.events: list[str] = []

    def started(self, check: Check) -> None:
        self.events.append(f"started {check.id}")

    def advanced(self, check_id: str, done: int, total: int) -> None:
        self.events.append(f"{check_id} {done}/{total}")

    def finished(self, outcome: Outcome) -> None:
        self.events.append(f"finished {outcome.check.id}")


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_crash_or_a_death_fails_its_check_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = Recorder()
    outcomes = run_toys(monkeypatch, list(RUNS), 1, recorder)
    assert [outcome.check.id for outcome in outcomes] == list(RUNS)
    results = {outcome.check.id: outcome.result for outcome in outcomes}
    assert str(results["crash"].reason).startswith(
        "the check crashed: RuntimeError: of no use (crash, line "
    )
    assert results["die"].reason == "its process ended with status 7"
    assert results["die/slowly"].reason == "its process died by signal 9 (SIGKILL)"
    held_ids = [name for name, result in results.items() if result.status is Status.HELD]
    assert held_ids == ["draw/one", "sleep", "progress", "draw/two"]
    assert results["draw/one"] == results["draw/two"]
    assert "progress 1/5" in recorder.events
    assert sorted(event for event in recorder.events if event.startswith("finished")) == sorted(
        f"finished {name}" for name in RUNS
    )


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_check_that_never_ends_is_ended_and_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["endless", "draw/one", "draw/two"]
    endless, *others = run_toys(monkeypatch, names, 1, Listener(), limit=3.0)
    assert endless.result.status is Status.FAILED
    assert endless.result.reason == "it had not ended after 3 s, its limit"
    assert endless.spent.seconds == 3.0
    assert [each.result.status for each in others] == [Status.HELD, Status.HELD]


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_death_leaves_the_check_beside_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = run_toys(monkeypatch, ["die/slowly", "sleep"], 2, Listener())
    statuses = [outcome.result.status for outcome in outcomes]
    assert statuses == [Status.FAILED, Status.HELD]


class UntilAllCameBack(Listener):
    """Ends the time of rounds when three checks have come back, two of them twice."""

    rounds: Rounds

    def finished(self, outcome: Outcome) -> None:
        counts = sorted(each.rounds for each in self.rounds.outcomes.values())
        if len(counts) == 3 and counts[1] > 1:
            self.rounds._end = 0.0


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_death_in_a_round_fails_its_check_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker, "known_checks", toy_suite)
    monkeypatch.setattr(processes, "START_METHOD", "fork")
    registry = toy_suite()
    course = Course(Level.QUICK, 5, True, datetime.now(UTC))
    checks = [registry[each] for each in ("die", "draw/one", "endless")]
    until_all_came_back = UntilAllCameBack()
    rounds = until_all_came_back.rounds = Rounds(checks, course, 3600, until_all_came_back, {})
    assert repeat_checks(rounds, LocalWorkers(3, seconds=2))
    died, other, endless = (rounds.outcomes[check.id] for check in checks)
    assert died.result.reason == "its process ended with status 7"
    assert endless.result.reason == "it had not ended after 2 s"
    assert died.rounds > 1
    assert other.result.status is Status.HELD
    assert other.rounds > 1


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_the_number_of_workers_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["draw/one", "crash", "draw/two"]
    one, two = (run_toys(monkeypatch, names, workers, Listener()) for workers in (1, 2))
    assert [outcome.result for outcome in one] == [outcome.result for outcome in two]


class Stopper(Listener):
    def finished(self, outcome: Outcome) -> None:
        raise KeyboardInterrupt


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_stopped_run_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = run_toys(monkeypatch, ["draw/one", "progress", "draw/two"], 1, Stopper())
    statuses = [(outcome.check.id, outcome.result.reason) for outcome in outcomes]
    assert statuses == [("draw/one", None), ("progress", STOPPED), ("draw/two", STOPPED)]
    assert was_stopped(outcomes)


# What is shown of it ------------------------------------------------------------------------------


def toy_outcome(check_id: str, result: Result, **more: Any) -> Outcome:
    return Outcome(toy_suite()[check_id], result, Spent(1.5, 1.0), 5, **more)


def test_a_log_has_a_line_for_each_check_and_for_long_silence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = toy_suite()
    with LiveView([registry["draw/one"], registry["crash"]]) as view:
        for name in ("draw/one", "crash"):
            view.started(registry[name])
        view.advanced("crash", 1, 4)
        monkeypatch.setattr(live, "_SECONDS_BETWEEN_LINES", -1.0)
        view.advanced("crash", 2, 4)
        view.advanced("unknown", 2, 4)
        view.finished(toy_outcome("draw/one", held({"number": 1})))
        view.finished(toy_outcome("crash", failed("of no use")))
    assert capsys.readouterr().err.splitlines() == [
        "running  draw/one 0%, crash 50%",
        "   held  draw/one  1.5 s, 1 left",
        " failed  crash  1.5 s, 0 left: of no use",
    ]


def test_a_log_of_rounds_tells_each_failure_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with RoundsView(60) as view:
        view.finished(toy_outcome("crash", held({"number": 1})))
        first = toy_outcome("crash", failed("of no use"), rounds=2, last_round=2)
        for _ in range(2):
            view.finished(first)
        view.finished(toy_outcome("crash", first.result, last_round=9, further=(first,)))
        monkeypatch.setattr(live, "_SECONDS_BETWEEN_LINES", -1.0)
        view.finished(toy_outcome("draw/one", held({"number": 1})))
    *failures, running = capsys.readouterr().err.splitlines()
    assert failures == [
        " failed  crash  round 2: of no use",
        " failed  crash  round 9: of no use",
    ]
    assert running.startswith("running  5 rounds, 2 failures, ")


def test_on_a_terminal_the_bar_is_as_long_as_the_share_that_is_done() -> None:
    registry = toy_suite()
    view = LiveView([registry["draw/one"], registry["crash"]])
    (whole,) = view._bar.tasks
    view.started(registry["crash"])
    view.advanced("crash", 1, 4)
    assert (whole.description, whole.completed, whole.total) == ("0 of 2 checks", 0.25, 2.0)
    view.finished(toy_outcome("crash", held({"number": 1})))
    assert (whole.description, whole.completed) == ("1 of 2 checks", 1.0)
    assert view._bar.tasks == [whole]
