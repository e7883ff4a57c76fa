"""Checks run in workers: crashes, deaths, order, progress and interruptions."""

import os
import time
from collections.abc import Callable

import pytest
from tests.verification.toy_runs import draw

from churn_verification.checks.registry import (
    Check,
    Context,
    Kind,
    Level,
    Registry,
    Result,
    Status,
    held,
)
from churn_verification.running import (
    STOPPED,
    Listener,
    Outcome,
    run_checks,
    side_by_side,
    was_stopped,
    worker,
)


def crash(context: Context) -> Result:
    raise RuntimeError("of no use")


def die(context: Context) -> Result:
    os._exit(7)


def report_progress(context: Context) -> Result:
    for done in range(1, 6):
        context.progress(done, 5)
        time.sleep(0.1)
    return held({"steps": 5})


RUNS: dict[str, Callable[[Context], Result]] = {
    "draw/one": draw,
    "crash": crash,
    "die": die,
    "progress": report_progress,
    "draw/two": draw,
}


def toy_suite() -> Registry:
    registry = Registry()
    for check_id, run in RUNS.items():
        registry.add(Check(check_id, "It holds.", ("P1",), Kind.PROPERTY, Level.QUICK, run))
    return registry


def run_toys(
    monkeypatch: pytest.MonkeyPatch, names: list[str], workers: int, listener: Listener
) -> list[Outcome]:
    """Run toy checks; workers are forked so that they know the toy suite."""
    monkeypatch.setattr(worker, "known_checks", toy_suite)
    monkeypatch.setattr(side_by_side, "_START_METHOD", "fork")
    registry = toy_suite()
    return run_checks([registry[name] for name in names], Level.QUICK, 5, workers, listener)


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
    assert results["die"].reason == "the worker process died while running it"
    held_ids = [name for name, result in results.items() if result.status is Status.HELD]
    assert held_ids == ["draw/one", "progress", "draw/two"]
    assert results["draw/one"] == results["draw/two"]
    assert "progress 1/5" in recorder.events
    assert sorted(event for event in recorder.events if event.startswith("finished")) == sorted(
        f"finished {name}" for name in RUNS
    )


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
