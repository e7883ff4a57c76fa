"""`churnproof verify`: report folders, going on with stopped runs, and repeating for a time."""

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.verification.toy_runs import draw, toy_course
from tests.verification.toy_verify import verified

from churn_verification.cli import verify
from churn_verification.cli.common import Interrupted, Leave, SurroundingsError
from churn_verification.registry import Check, Context, Level, Registry
from churn_verification.results import Result, Status, failed, held, not_run
from churn_verification.running import NOTHING_SPENT, STOPPED, Listener, Outcome, Spent
from churn_verification.running.rounds import (
    MOST_FAILURES,
    Rounds,
    repeat_checks,
    seed_of_round,
    together,
)
from churn_verification.support.durations import read_duration, write_duration
from churn_verification.views.folder import read_report
from churn_verification.work import processes
from churn_verification.work.processes import Processes
from churn_verification.work.workers import InThisProcess

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")


# Runs ---------------------------------------------------------------------------------------------


def test_checks_run_at_the_level_that_was_asked_for(toys: Registry, tmp_path: Path) -> None:
    wanted = ("--check", "level", "--level", "exhaustive", "--report", tmp_path)
    assert verified(*wanted) == 0
    (check,) = read_report(tmp_path).checks
    assert check.covered == {"exhaustive": 1}
    assert "--level exhaustive --check level" in check.repeat
    assert verified(*wanted, "--for", "2s") == 0
    (repeated_check,) = read_report(tmp_path).checks
    assert list(repeated_check.covered) == ["exhaustive"]


def test_all_patterns_choose(toys: Registry, tmp_path: Path) -> None:
    verified("--check", "level", "--check", "draw/*", "--report", tmp_path)
    assert [check.id for check in read_report(tmp_path).checks] == ["draw/one", "draw/two", "level"]


@pytest.mark.parametrize(("check", "status"), [("whole", 0), ("even", 1), ("program", 3)])
def test_the_status_says_how_it_went(toys: Registry, check: str, status: int) -> None:
    assert verified("--check", check, "--seed", 4) == status


def test_a_run_that_was_stopped_says_so(toys: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(checks: Sequence[Check], *_: object, **__: object) -> list[Outcome]:
        return [Outcome(check, not_run(STOPPED), NOTHING_SPENT, 1) for check in checks]

    monkeypatch.setattr("churn_verification.running.run_checks", stopped)
    monkeypatch.setattr("churn_verification.running.rounds.repeat_checks", lambda *_: False)
    for options in ((), ("--for", "1s")):
        with pytest.raises(Interrupted, match="stopped by hand"):
            verified("--check", "draw/*", *options)


def test_ctrl_c_beside_the_checks_keeps_the_report_too(
    toys: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> list[Outcome]:
        raise KeyboardInterrupt

    monkeypatch.setattr("churn_verification.running.run_checks", stopped)
    with pytest.raises(Interrupted, match=r"stopped by hand; the report so far is in .* --resume"):
        verified("--check", "draw/*", "--report", tmp_path)
    assert {check.reason for check in read_report(tmp_path).checks} == {STOPPED}


def test_the_limit_reaches_the_workers(toys: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float | None] = []

    class Watched(Processes):
        def __init__(self, count: int, seconds: float | None = None) -> None:
            super().__init__(count, seconds)
            limits.append(seconds)

    monkeypatch.setattr("churn_verification.running.run_checks", lambda *_: [])
    monkeypatch.setattr("churn_verification.work.processes.Processes", Watched)
    for options in (("--level", "quick"), ("--limit", 7), ("--limit", 8, "--for", "1s")):
        verified("--check", "draw/*", *options)
    assert limits == [300, 7, 8]


def test_workers_that_cannot_be_had_end_the_run(
    toys: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_serve", None)
    with pytest.raises(SurroundingsError, match=r"end before they begin .* --resume"):
        verified("--check", "draw/*", "--report", tmp_path)
    assert not read_report(tmp_path).complete


# Repeating ----------------------------------------------------------------------------------------


class StopAfter(Listener):
    """Ends the time, or the run by hand, after some rounds."""

    def __init__(self, rounds: int, by_hand: bool) -> None:
        self._left = rounds
        self._by_hand = by_hand
        self.rounds: Rounds

    def finished(self, outcome: Outcome) -> None:
        self._left -= 1
        if self._left == 0 and self._by_hand:
            raise KeyboardInterrupt
        if self._left == 0:
            self.rounds._end = time.monotonic()


def repeated(
    registry: Registry, rounds: int, earlier: dict[str, Outcome], by_hand: bool = False
) -> tuple[bool, dict[str, Outcome]]:
    stopper = StopAfter(rounds, by_hand)
    checks = [registry["draw/one"], registry["even"]]
    stopper.rounds = Rounds(checks, toy_course(), 600, stopper, earlier)
    complete = repeat_checks(stopper.rounds, InThisProcess())
    return complete, stopper.rounds.outcomes


def test_rounds_go_on_with_new_seeds_until_the_time_is_up(toys: Registry) -> None:
    complete, found = repeated(toys, 40, {})
    assert complete
    assert 40 <= found["draw/one"].rounds + found["even"].rounds <= 44
    assert abs(found["draw/one"].rounds - found["even"].rounds) <= 4
    numbers = [
        draw(Context(Level.QUICK, seed_of_round(5, number))).covered["number"]
        for number in range(1, found["draw/one"].last_round + 1)
    ]
    assert len(set(numbers)) == len(numbers)
    assert found["draw/one"].result.covered["number"] <= sum(numbers)
    even = found["even"]
    assert even.result.covered["cases"] == even.rounds
    failures = [even, *even.further]
    assert 2 < len(failures) < even.rounds
    assert all(str(each.seed) in str(each.result.reason) for each in failures)
    assert len({each.seed for each in failures}) == len(failures)


def test_rounds_stopped_by_hand_go_on_with_the_next_ones(toys: Registry) -> None:
    complete, found = repeated(toys, 10, {}, by_hand=True)
    assert not complete
    again, more = repeated(toys, 10, found)
    assert again
    assert more["draw/one"].rounds > found["draw/one"].rounds
    assert more["draw/one"].last_round > found["draw/one"].last_round
    assert more["even"].result.reason == found["even"].result.reason
    drawn = [found["draw/one"].last_round + 1, more["draw/one"].last_round]
    numbers = [
        draw(Context(Level.QUICK, seed_of_round(5, number))).covered["number"]
        for number in range(drawn[0], drawn[1] + 1)
    ]
    new = more["draw/one"].result.covered["number"] - found["draw/one"].result.covered["number"]
    assert 0 < new <= sum(numbers)


def outcome(check: Check, result: Result, number: int) -> Outcome:
    return Outcome(check, result, Spent(1.0, 2.0), number, 1, number)


def test_the_first_failure_is_the_result_and_a_few_more_are_kept(toys: Registry) -> None:
    check = toys["even"]
    whole = outcome(check, held({"cases": 1}), 1)
    for number in range(2, 2 * MOST_FAILURES):
        whole = together(whole, outcome(check, failed(f"in {number}", {"cases": 2}), number))
    assert (whole.result.status, whole.result.reason, whole.seed) == (Status.FAILED, "in 2", 2)
    assert [each.seed for each in whole.further] == list(range(3, 3 + MOST_FAILURES - 1))
    assert whole.result.covered == {"cases": 1 + 2 * (2 * MOST_FAILURES - 2)}
    assert whole.rounds == whole.last_round == 2 * MOST_FAILURES - 1
    assert whole.spent == Spent(whole.rounds, 2.0 * whole.rounds)


def test_rounds_that_held_do_not_hide_one_that_was_not_run(toys: Registry) -> None:
    check = toys["even"]
    one, two = outcome(check, not_run("no memory"), 1), outcome(check, held({"cases": 1}), 2)
    for both in (together(one, two), together(two, one)):
        assert (both.result.status, both.result.reason) == (Status.NOT_RUN, "no memory")
        assert both.result.covered == {"cases": 1}
    three = outcome(check, failed("of no use"), 3)
    assert together(together(one, two), three).result.reason == "of no use"


def test_checks_are_repeated_in_processes_and_the_report_says_how_often(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from churn_verification.cli import main; main()"]
    wanted = ["--for", "4s", "--level", "quick", "--check", "property/a-placement-always-exists"]
    run = subprocess.run(
        [*command, "verify", *wanted, "--seed", "3", "--report", str(tmp_path), "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    (check,) = json.loads(run.stdout)["checks"]
    if check["rounds"]:
        assert run.returncode == 0, run.stderr
        assert check["status"] == "held"
    else:  # a machine so busy that no round ended in time says so
        assert run.returncode == 3
        assert check["reason"] == "the time was up before its first round had ended"
    assert read_report(tmp_path).repeated


# Lengths of time ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seconds"), [("90s", 90), ("20m", 1200), ("2h", 7200), ("1d1h1m1s", 90_061)]
)
def test_lengths_of_time_are_read(text: str, seconds: int) -> None:
    assert read_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "0s", "2", "h", "-1s", "1s1m", "two hours", "9" * 30 + "s"])
def test_what_is_no_length_of_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a length of time; write 90s, 20m or 1h30m"):
        read_duration(text)


def test_lengths_of_time_are_written_in_two_units() -> None:
    assert [write_duration(each) for each in (0.24, 42.4, 120, 125, 3600, 7380)] == [
        "0.2 s",
        "42 s",
        "2 min",
        "2 min 5 s",
        "1 h",
        "2 h 3 min",
    ]


def test_a_closed_stdout_loses_no_report(tmp_path: Path) -> None:
    check = ("--check", "property/the-majority-wins", "--workers", "1")
    options = ("--level", "quick", *check, "--report", str(tmp_path / "report"))
    with subprocess.Popen(
        [sys.executable, "-m", "churn_verification", "verify", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        told = process.stderr.read().decode()
    assert process.returncode == 141
    assert "error" not in told
    assert read_report(tmp_path / "report").complete
    assert (tmp_path / "report" / "report.html").is_file()


def test_a_log_is_neither_cut_nor_filled_up(
    toys: Registry, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Leave):
        verify.command.main(["--check", "even", "--seed", "4"], standalone_mode=False)
    lines = capsys.readouterr().out.splitlines()
    assert any("repeat with: churnproof verify" in line for line in lines)
    assert [line for line in lines if line != line.rstrip() or "…" in line] == []
