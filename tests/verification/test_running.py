"""Checks run in workers: crashes, deaths, order, progress, and the report that comes of it."""

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from xml.etree import ElementTree

import pytest
from rich.console import Console

from churn_verification import running
from churn_verification.checks.registry import (
    Check,
    Context,
    Counterexample,
    Kind,
    Level,
    Registry,
    Result,
    Status,
    failed,
    held,
    not_run,
)
from churn_verification.reports.junit import junit_xml
from churn_verification.reports.model import RunReport, report_of
from churn_verification.reports.table import run_table
from churn_verification.running import STOPPED, Listener, Outcome, run_checks


def crash(context: Context) -> Result:
    raise RuntimeError("of no use")


def die(context: Context) -> Result:
    os._exit(7)


def draw(context: Context) -> Result:
    return held({"number": context.random("draw").randrange(1, 10**9)})


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
    monkeypatch.setattr(running, "_suite", toy_suite)
    monkeypatch.setattr(running, "_START_METHOD", "fork")
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
    report = report_of(outcomes, Level.QUICK, 5, datetime.now(UTC), complete=False)
    assert not report.held
    assert "INCOMPLETE" in rendered(report)


CASE = Counterexample(
    clause="P1",
    question="which turns are legal",
    said={"specification": "a1", "engine": "a1 b1"},
    position="2 r./.b./.. r",
    turns=("a1", "b1"),
)


def toy_report(*results: Result) -> RunReport:
    outcomes = [
        Outcome(Check(f"toy/{n}", "It holds.", ("P1",), Kind.PROPERTY, Level.QUICK, draw), each, 1)
        for n, each in enumerate(results)
    ]
    return report_of(outcomes, Level.QUICK, 5, datetime.now(UTC), complete=True)


def rendered(report: RunReport) -> str:
    console = Console(width=100, file=StringIO())
    with console.capture() as shown:
        console.print(run_table(report))
    return shown.get()


def test_a_failure_is_shown_with_all_that_is_known() -> None:
    text = rendered(toy_report(held({"cases": 3}), failed("differs", counterexample=CASE)))
    for part in (
        "NOT HELD: 1 held, 1 failed, 0 not run",
        "FAILED  toy/1",
        "clause P1: If an isolated placement exists, one must be made",
        "position: 2 r./.b./.. r",
        "c    R   .",
        "turns: a1 b1",
        "engine: a1 b1",
        "repeat with: churnproof verify --level quick --check toy/1 --seed 5",
    ):
        assert part in text


def test_what_was_not_run_is_counted_with_its_reason() -> None:
    report = toy_report(held({"cases": 3}), not_run("no such program"))
    assert not report.held
    text = rendered(report)
    assert "1 held, 0 failed, 1 not run" in text
    assert "reason: no such program" in text


def test_a_run_in_which_all_held_says_so() -> None:
    report = toy_report(held({"cases": 3}))
    assert report.held
    assert "HELD: engine and specification agree" in rendered(report)
    clause = next(clause for clause in report.clauses if clause.id == "P1")
    assert (clause.held, clause.failed, clause.kinds) == (1, 0, (Kind.PROPERTY,))


def test_nothing_run_is_not_held() -> None:
    assert not toy_report().held


def test_reports_are_read_back() -> None:
    report = toy_report(
        held({"cases": 3}), failed("differs", counterexample=CASE), not_run("no such program")
    )
    assert RunReport.model_validate_json(report.model_dump_json()) == report
    root = ElementTree.fromstring(junit_xml(report))
    assert root.attrib | {"time": ""} == {
        "tests": "3",
        "failures": "1",
        "errors": "0",
        "skipped": "1",
        "time": "",
    }
    (failure,) = root.iter("failure")
    assert failure.attrib["message"] == "differs"
    assert "2 r./.b./.. r" in str(failure.text)
