"""`churnproof verify`: report folders, going on with stopped runs, and repeating for a time."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.verification.toy_runs import BEGUN, CASE, WHERE, draw, toy_course, toy_report

from churn_verification import processes
from churn_verification.checks.registry import (
    Check,
    Context,
    Kind,
    Level,
    Registry,
    Result,
    Status,
    failed,
    held,
    not_run,
)
from churn_verification.cli import verify
from churn_verification.cli.common import Leave, RequestError
from churn_verification.durations import read_duration, write_duration
from churn_verification.files import FileError
from churn_verification.processes import WorkerDied
from churn_verification.reports.circumstances import circumstances
from churn_verification.reports.folder import (
    prepare_folder,
    read_report,
    write_reports,
)
from churn_verification.reports.model import report_of
from churn_verification.running import Course, Listener, Outcome, Spent, worker
from churn_verification.running.rounds import (
    MOST_FAILURES,
    Rounds,
    repeat_checks,
    seed_of_round,
    together,
)
from churn_verification.simulation.workers import WorkersError

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")


def fail_on_even_seeds(context: Context) -> Result:
    if context.seed % 2 == 0:
        return failed(f"seed {context.seed} is even", {"cases": 1}, CASE)
    return held({"cases": 1})


def stop(context: Context) -> Result:
    return not_run("no such program")


TOYS: dict[str, tuple[Kind, Callable[[Context], Result]]] = {
    "draw/one": (Kind.PROPERTY, draw),
    "draw/two": (Kind.PROPERTY, draw),
    "even": (Kind.DIFFERENTIAL, fail_on_even_seeds),
    "whole": (Kind.EXHAUSTIVE, draw),
}


def toy_suite() -> Registry:
    registry = Registry()
    for check_id, (kind, run) in TOYS.items():
        registry.add(Check(check_id, "It holds.", ("P1",), kind, Level.QUICK, run))
    return registry


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Registry:
    """The suite is a toy; workers are forked so that they know it."""
    monkeypatch.setattr("churn_verification.checks.suite.suite", toy_suite)
    monkeypatch.setattr(worker, "known_checks", toy_suite)
    monkeypatch.setattr(processes, "START_METHOD", "fork")
    return toy_suite()


def verified(*arguments: object) -> int:
    """Run the command; returns its status, and raises what it complains of."""
    try:
        CliRunner().invoke(
            verify.command, [str(each) for each in arguments], catch_exceptions=False
        )
    except Leave as end:
        return int(end.status)
    return 0


# Folders ------------------------------------------------------------------------------------------


def test_a_folder_gets_every_form_and_an_earlier_report_is_replaced(
    toys: Registry, tmp_path: Path
) -> None:
    folder, summary = tmp_path / "build" / "report", tmp_path / "summary.md"
    wanted = ("--check", "draw/*", "--report", folder, "--summary", summary)
    assert verified(*wanted, "--seed", 1) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "junit.xml",
        "report.html",
        "report.json",
    ]
    assert "## Churn: held" in summary.read_text()
    first = read_report(folder)
    assert verified(*wanted, "--seed", 2) == 0
    assert (first.seed, read_report(folder).seed) == (1, 2)


def other_file(folder: Path) -> None:
    (folder / "notes.txt").write_text("mine")


def foreign_report(folder: Path) -> None:
    (folder / "report.json").write_text('{"mine": 1}')


def report_of_unknown_origin(folder: Path) -> None:
    (folder / "report.html").write_text("mine")


def folder_for_a_file(folder: Path) -> None:
    write_reports(toy_report(), folder)
    (folder / "junit.xml").unlink()
    (folder / "junit.xml").mkdir()


def link_for_a_file(folder: Path) -> None:
    write_reports(toy_report(), folder)
    (folder / "junit.xml").unlink()
    (folder / "junit.xml").symlink_to(folder / "report.json")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (other_file, "holds notes.txt, which is no report of this program"),
        (foreign_report, r"report.json is no report of this version of the program \(held: Field"),
        (report_of_unknown_origin, "holds no report.json of this program"),
        (folder_for_a_file, "holds junit.xml, which is no report"),
        (link_for_a_file, "holds junit.xml, which is no report"),
    ],
)
def test_a_folder_with_anything_else_is_left_alone(
    toys: Registry, tmp_path: Path, content: Callable[[Path], None], reason: str
) -> None:
    content(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    with pytest.raises(RequestError, match=reason):
        verified("--report", tmp_path)
    assert before == {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}


def test_what_a_killed_program_left_behind_is_no_reason_to_refuse(tmp_path: Path) -> None:
    write_reports(toy_report(), tmp_path)
    (tmp_path / ".report.json.k3j4").write_text("{")
    prepare_folder(tmp_path)


def test_a_place_that_cannot_be_written_is_told_before_anything_runs(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match=r"cannot make the report folder .*file/report"):
        prepare_folder(tmp_path / "file" / "report")
    with pytest.raises(FileError, match="cannot write"):
        verified("--summary", tmp_path / "nowhere" / "summary.md")


# Going on -----------------------------------------------------------------------------------------


def stopped_run(
    folder: Path, registry: Registry, *, sources: str | None = None, course: Course | None = None
) -> None:
    """The report of a run that was stopped when one check had held and one had failed."""
    course = course or toy_course(complete=False)
    results = {
        "draw/one": held({"number": 4321}),
        "draw/two": not_run("stopped by hand"),
        "even": failed("seed 4 is even", {"cases": 1}, CASE),
        "whole": not_run("no such program"),
    }
    outcomes = [Outcome(registry[name], each, Spent(1.0, 1.0), 5) for name, each in results.items()]
    where = WHERE.model_copy(update={"sources": sources or circumstances().sources})
    write_reports(report_of(outcomes, course, where), folder)


def test_a_stopped_run_goes_on_where_it_was(toys: Registry, tmp_path: Path) -> None:
    stopped_run(tmp_path, toys)
    assert verified("--report", tmp_path, "--resume") == 1
    report = read_report(tmp_path)
    assert report.complete
    assert (report.started, report.seed, report.level) == (BEGUN, 5, Level.QUICK)
    assert report.seconds > 12
    found = {check.id: check for check in report.checks}
    assert found["draw/one"].covered == {"number": 4321}
    assert found["even"].counterexample == CASE
    for name in ("draw/two", "whole"):
        assert found[name].status is Status.HELD
        assert found[name].covered == draw(Context(Level.QUICK, 5)).covered


@pytest.mark.parametrize(
    "options",
    [("--seed", 5), ("--level", "quick"), ("--check", "*"), ("--seed", 5, "--level", "quick")],
)
def test_going_on_may_name_the_run_again(
    toys: Registry, tmp_path: Path, options: tuple[str, ...]
) -> None:
    stopped_run(tmp_path, toys)
    assert verified("--report", tmp_path, "--resume", *options) == 1
    assert read_report(tmp_path).complete


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--seed", 6), "holds another run: level quick, seed 5, 4 checks"),
        (("--level", "standard"), "holds another run"),
        (("--check", "draw/*"), "holds another run"),
        (("--for", "1s"), "ran each check once"),
    ],
)
def test_another_run_is_not_gone_on_with(
    toys: Registry, tmp_path: Path, options: tuple[str, ...], reason: str
) -> None:
    stopped_run(tmp_path, toys)
    before = (tmp_path / "report.json").read_bytes()
    with pytest.raises(RequestError, match=reason):
        verified("--report", tmp_path, "--resume", *options)
    assert (tmp_path / "report.json").read_bytes() == before


def test_a_run_of_other_sources_is_not_gone_on_with(toys: Registry, tmp_path: Path) -> None:
    stopped_run(tmp_path, toys, sources="0" * 16)
    with pytest.raises(RequestError, match="is of other sources than those installed now"):
        verified("--report", tmp_path, "--resume")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--resume",), "--resume needs --report DIR"),
        (("--scheduler", "tcp://192.0.2.1:1"), "--scheduler needs --for TIME"),
        (
            ("--for", "5s", "--scheduler", "tcp://192.0.2.1:1", "--limit", 9),
            "--limit ends processes",
        ),
        (("--for", "5s", "--check", "whole"), "repeats checks that sample"),
        (("--for", "5s", "--scheduler", "nowhere:::"), "no address of a scheduler"),
    ],
)
def test_what_does_not_fit_is_refused(
    toys: Registry, options: tuple[str, ...], reason: str
) -> None:
    with pytest.raises(RequestError, match=reason):
        verified(*options)


def test_there_must_be_a_run_to_go_on_with(toys: Registry, tmp_path: Path) -> None:
    with pytest.raises(RequestError, match=r"holds no report\.json of this program"):
        verified("--report", tmp_path, "--resume")


# Repeating ----------------------------------------------------------------------------------------


class Threads:
    """Workers that are threads, so that they know the toy suite."""

    lost = (WorkersError,)
    died = (WorkerDied,)

    @contextmanager
    def open(self) -> Iterator[tuple[Executor, int]]:
        with ThreadPoolExecutor(2) as pool:
            yield pool, 2


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
    complete = repeat_checks(stopper.rounds, Threads())
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


def test_a_round_that_was_not_run_says_nothing_against_one_that_held(toys: Registry) -> None:
    check = toys["even"]
    one, two = outcome(check, not_run("no memory"), 1), outcome(check, held({"cases": 1}), 2)
    assert together(one, two).result.status is Status.HELD
    assert together(two, one).result.status is Status.HELD


def test_checks_are_repeated_in_processes_and_the_report_says_how_often(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from churn_verification.cli import main; main()"]
    wanted = ["--for", "4s", "--level", "quick", "--check", "property/a-placement-always-exists"]
    run = subprocess.run(
        [*command, "verify", *wanted, "--seed", "3", "--report", str(tmp_path), "--json"],
        capture_output=True,
        text=True,
        timeout=120,
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
    with pytest.raises(ValueError, match="is no length of time, as 90s, 20m and 1h30m are"):
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
    assert "stdout was closed before everything was said" in told
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
