"""Checks run in workers: crashes, deaths, order, progress and interruptions."""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from tests.verification.toy_runs import draw

from churn_verification.registry import Check, Context, Kind, Level, Registry, Together
from churn_verification.reports.live import LiveView, RoundsView
from churn_verification.results import Result, Status, failed, held, not_run
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
from churn_verification.running.side_by_side import _Run
from churn_verification.running.worker import Request
from churn_verification.support import progress
from churn_verification.work import processes
from churn_verification.work.processes import Processes
from churn_verification.work.workers import InThisProcess, Workers


def crash(context: Context) -> Result:
    raise RuntimeError("of no use")


def die(context: Context) -> Result:
    os._exit(7)


def die_slowly(context: Context) -> Result:
    time.sleep(0.3)
    os.kill(os.getpid(), signal.SIGTRAP)
    raise AssertionError


def be_killed(context: Context) -> Result:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def go_on_for_ever(context: Context) -> Result:
    while True:  # without a pause: the limit counts processor time
        context.progress(1, 2)


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
    "killed": be_killed,
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
    limit: float | None = None,
) -> list[Outcome]:
    """Run toy checks; workers are forked so that they know the toy suite."""
    monkeypatch.setattr(worker, "known_checks", toy_suite)
    monkeypatch.setattr(processes, "START_METHOD", "fork")
    registry = toy_suite()
    checks = [registry[name] for name in names]
    return run_checks(checks, Level.QUICK, 5, listener, Processes(workers, limit))


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
    assert results["die/slowly"].reason == "its process crashed with SIGTRAP"
    not_run_ids = [name for name, result in results.items() if result.status is Status.NOT_RUN]
    assert not_run_ids == ["killed"]
    assert str(results["killed"].reason).startswith("its process was killed from outside with")
    held_ids = [name for name, result in results.items() if result.status is Status.HELD]
    assert held_ids == ["draw/one", "sleep", "progress", "draw/two"]
    assert results["draw/one"] == results["draw/two"]
    assert "progress 1/5" in recorder.events
    assert sorted(event for event in recorder.events if event.startswith("finished")) == sorted(
        f"finished {name}" for name in RUNS
    )


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_check_that_never_ends_is_ended_and_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["endless", "draw/one", "draw/two"]
    endless, *others = run_toys(monkeypatch, names, 1, Listener(), limit=1.5)
    assert endless.result.status is Status.NOT_RUN
    assert endless.result.reason == "it used up its limit of 1.5 s of processor time"
    assert endless.spent.seconds > 1.0
    assert [each.result.status for each in others] == [Status.HELD, Status.HELD]


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_death_leaves_the_check_beside_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = run_toys(monkeypatch, ["die/slowly", "sleep"], 2, Listener())
    statuses = [outcome.result.status for outcome in outcomes]
    assert statuses == [Status.FAILED, Status.HELD]


class EndWhenAllWereSeen(Listener):
    """Ends the time when each check has had two rounds."""

    def __init__(self, names: list[str]) -> None:
        self._left = Counter(dict.fromkeys(names, 2))
        self.rounds: Rounds

    def finished(self, outcome: Outcome) -> None:
        self._left[outcome.check.id] -= 1
        if max(self._left.values()) <= 0:
            self.rounds._end = time.monotonic()


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_death_in_a_round_fails_its_check_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker, "known_checks", toy_suite)
    monkeypatch.setattr(processes, "START_METHOD", "fork")
    registry = toy_suite()
    course = Course(Level.QUICK, 5, True, datetime.now(UTC))
    checks = [registry[each] for each in ("die", "draw/one", "endless")]
    enough = EndWhenAllWereSeen(["die", "draw/one", "endless"])
    enough.rounds = rounds = Rounds(checks, course, 3600.0, enough, {})
    assert repeat_checks(rounds, Processes(3, seconds=0.5))
    died, other, endless = (rounds.outcomes[check.id] for check in checks)
    assert died.result.reason == "its process ended with status 7"
    assert endless.result.status is Status.NOT_RUN
    assert endless.result.reason == "it used up its limit of 0.5 s of processor time"
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
    with LiveView(
        [registry["draw/one"], registry["crash"], registry["die"]], Level.QUICK, 1
    ) as view:
        for name in ("draw/one", "crash"):
            view.started(registry[name])
        view.advanced("crash", 1, 4)
        view.tick()
        monkeypatch.setattr(progress, "_SECONDS_BETWEEN_LINES", (0.0, 0.0))
        view.advanced("crash", 2, 4)
        view.advanced("unknown", 2, 4)
        view.tick()
        monkeypatch.setattr(progress, "_SECONDS_BETWEEN_LINES", (60.0, 60.0))
        view.finished(toy_outcome("draw/one", held({"number": 1})))
        view.finished(toy_outcome("crash", failed("of no use")))
        view.started(registry["die"])
        view.finished(toy_outcome("die", not_run("no memory")))
    running, *ended = capsys.readouterr().err.splitlines()
    assert running.startswith("0 of 3 checks done, 0 passed: 17%, about 2 s left; ")
    assert running.endswith("; draw/one 0%, crash 50%")
    assert ended == [
        " passed  draw/one  1.5 s (1 of 3, about 1 s left)",
        " FAILED  crash  1.5 s (2 of 3, about 1 s left): of no use",
        "not run  die  1.5 s (3 of 3): no memory",
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
        monkeypatch.setattr(progress, "_SECONDS_BETWEEN_LINES", (0.0, 0.0))
        view.finished(toy_outcome("draw/one", held({"number": 1})))
    *failures, running = capsys.readouterr().err.splitlines()
    assert failures == [
        " FAILED  crash  round 2: of no use",
        " FAILED  crash  round 9: of no use",
    ]
    assert running.startswith("5 rounds, 2 failures: 0%, about 60 s left")


def test_on_a_terminal_only_what_did_not_pass_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = StringIO()
    terminal = Console(file=shown, width=160, force_terminal=True)
    monkeypatch.setattr(progress, "Console", lambda stderr: terminal)
    registry = toy_suite()
    with LiveView([registry["draw/one"], registry["crash"]], Level.QUICK, 1) as view:
        for name in ("draw/one", "crash"):
            view.started(registry[name])
        view.advanced("crash", 1, 4)
        view.finished(toy_outcome("draw/one", held({"number": 1})))
        view._display._bar.refresh()
        view.finished(toy_outcome("crash", failed("of no use")))
    text = shown.getvalue()
    assert "1 of 2 checks done, 1 passed" in text
    assert "62%" in text
    assert "crash 25%" in text
    assert "passed  draw/one" not in text
    assert "FAILED  crash  1.5 s (2 of 2): of no use" in text


# Checks that share a run --------------------------------------------------------------------------


def count_shared_runs(ids: Sequence[str], context: Context) -> dict[str, Result]:
    """A result for each, and how many checks were asked for in the one run."""
    return {each: held({"asked": len(ids), "seed": context.seed}) for each in ids}


def forget_the_first(ids: Sequence[str], context: Context) -> dict[str, Result]:
    return {each: held({"asked": 1}) for each in ids[1:]}


def sharing_suite() -> Registry:
    registry = Registry()
    for name, run in (("count", count_shared_runs), ("forget", forget_the_first)):
        together = Together(name, run)
        for number in (1, 2):
            each = f"{name}/{number}"
            check = Check(
                each, "It holds.", ("P1",), Kind.PROPERTY, Level.QUICK, together.alone(each)
            )
            registry.add(replace(check, together=together))
    registry.add(Check("draw", "It holds.", ("P1",), Kind.PROPERTY, Level.QUICK, draw))
    return registry


@pytest.fixture
def sharing(monkeypatch: pytest.MonkeyPatch) -> Registry:
    monkeypatch.setattr(worker, "known_checks", sharing_suite)
    monkeypatch.setattr(processes, "START_METHOD", "fork")
    return sharing_suite()


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.parametrize("workers", [InThisProcess(), Processes(2)])
def test_checks_that_share_a_run_are_run_once_and_each_has_its_result(
    sharing: Registry, workers: Workers
) -> None:
    recorder = Recorder()
    outcomes = run_checks(list(sharing), Level.QUICK, 5, recorder, workers)
    assert [each.check.id for each in outcomes] == [check.id for check in sharing]
    one, two, *forgotten, _ = outcomes
    assert one.result == two.result == held({"asked": 2, "seed": 5})
    assert one.spent == two.spent
    for each in forgotten:
        assert each.result.status is Status.FAILED
        assert "forget gave no result for forget/1" in str(each.result.reason)
    assert sharing["count/2"].run(Context(Level.QUICK, 5)) == held({"asked": 1, "seed": 5})
    assert len([event for event in recorder.events if event.startswith("finished")]) == 5


def test_rounds_of_checks_that_share_a_run_are_shared_too(sharing: Registry) -> None:
    checks = [sharing["count/1"], sharing["count/2"]]
    enough = EndWhenAllWereSeen(["count/1", "count/2"])
    course = Course(Level.QUICK, 5, True, datetime.now(UTC))
    enough.rounds = rounds = Rounds(checks, course, 3600.0, enough, {})
    assert repeat_checks(rounds, InThisProcess())
    assert [each.result.covered["asked"] for each in rounds.outcomes.values()] == [4, 4]


def test_the_cheapest_checks_are_started_first_beside_the_dearest() -> None:
    costs = {"a": 5.0, "b": 1.0, "c": 9.0, "d": 2.0, "e": 7.0}
    checks = [
        Check(name, "It holds.", ("P1",), Kind.PROPERTY, Level.QUICK, draw, cost)
        for name, cost in costs.items()
    ]
    order = {}
    for workers in (1, 2):
        run = _Run(checks, Level.QUICK, 5, Listener())
        out: list[Request] = []
        order[workers] = ""
        while len(out) < workers and (request := run.next_task()):
            order[workers] += request.ids[0]
            out.append(request)
            if len(out) == workers:
                done = out.pop(0)  # the first one, which is the cheap one to begin with
                run.take(done, {done.ids[0]: (held({"number": 1}), Spent(1.0, 1.0))})
    assert order == {1: "bdaec", 2: "bcdea"}
