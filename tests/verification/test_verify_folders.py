"""`churnproof verify`: report folders, and going on with stopped runs."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.verification.toy_runs import BEGUN, CASE, draw, toy_report
from tests.verification.toy_verify import stopped_run, verified

from churn_verification.cli import verify
from churn_verification.cli.common import ExitStatus, Leave, RequestError
from churn_verification.registry import Check, Context, Level, Registry
from churn_verification.results import Status, held
from churn_verification.running import Listener, Outcome, Spent
from churn_verification.support.files import FileError
from churn_verification.views.folder import prepare_folder, read_report, write_reports
from churn_verification.views.recording import Listeners, Recorder, new_plan

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")


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
    assert "## Churn verify: passed" in summary.read_text()
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
        (other_file, "holds notes.txt, which is not a report of this program"),
        (
            foreign_report,
            r"report.json is not a report of this version of the program \(held: Field",
        ),
        (report_of_unknown_origin, "holds no report.json of this program"),
        (folder_for_a_file, "holds junit.xml, which is not a report"),
        (link_for_a_file, "holds junit.xml, which is not a report"),
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


def test_a_killed_run_leaves_no_page_of_an_earlier_one(toys: Registry, tmp_path: Path) -> None:
    wanted = ("--check", "draw/*", "--report", tmp_path)
    assert verified(*wanted, "--seed", 1) == 0
    assert "Incomplete" not in (tmp_path / "report.html").read_text()
    Recorder(new_plan([*toys], Level.QUICK, 2, repeated=False), tmp_path)  # and never ends
    assert "Incomplete" in (tmp_path / "report.html").read_text()
    cases = ElementTree.parse(tmp_path / "junit.xml").getroot()
    assert (cases.attrib["skipped"], cases.attrib["errors"]) == (str(len(toys)), "1")


def test_what_has_come_back_is_in_the_folder_while_the_run_goes_on(
    toys: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([0.0, *range(5, 100)])
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    recorder = Recorder(new_plan([toys["draw/one"]], Level.QUICK, 2, repeated=False), tmp_path)
    recorder.finished(Outcome(toys["draw/one"], held({"number": 7}), Spent(1.0, 1.0), 2))
    report = read_report(tmp_path)
    assert (report.complete, report.checks[0].covered) == (False, {"number": 7})


def test_all_listeners_are_told(toys: Registry) -> None:
    told: list[str] = []

    class Named(Listener):
        def __init__(self, name: str) -> None:
            self._name = name

        def started(self, check: Check) -> None:
            told.append(f"{self._name} started")

        def advanced(self, check_id: str, done: int, total: int) -> None:
            told.append(f"{self._name} advanced")

        def finished(self, outcome: Outcome) -> None:
            told.append(f"{self._name} finished")

    both = Listeners(Named("one"), Named("two"))
    both.started(toys["even"])
    both.advanced("even", 1, 2)
    both.finished(Outcome(toys["even"], held({"cases": 1}), Spent(1.0, 1.0), 2))
    steps = ("started", "advanced", "finished")
    assert told == [f"{name} {step}" for step in steps for name in ("one", "two")]


def test_a_summary_replaces_summaries_and_nothing_else(toys: Registry, tmp_path: Path) -> None:
    file = tmp_path / "summary.md"
    wanted = ("--check", "draw/*", "--summary", file)
    file.write_text("\n")
    assert verified(*wanted) == verified(*wanted) == 0
    assert file.read_text().startswith("## Churn verify: passed")
    file.write_text("# Mine\n")
    with pytest.raises(RequestError, match="is not a summary"):
        verified(*wanted)
    assert file.read_text() == "# Mine\n"
    with pytest.raises(FileError, match="it exists and is not a regular file"):
        verified("--summary", os.devnull)


def test_a_run_that_was_killed_leaves_a_summary_that_says_so(
    toys: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(Exception):
        """Instead of a signal that nothing outlives."""

    def killed(*_: object, **__: object) -> None:
        raise KilledError

    monkeypatch.setattr("churn_verification.running.run_checks", killed)
    with pytest.raises(KilledError):
        verified("--summary", tmp_path / "summary.md")
    assert (tmp_path / "summary.md").read_text().startswith("## Churn verify: incomplete")


def test_what_cannot_be_written_in_the_end_is_told_on_stdout_all_the_same(
    toys: Registry,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(*_: object) -> None:
        raise FileError("cannot write: no space left on device")

    monkeypatch.setattr("churn_verification.views.folder.write_reports", full)
    with pytest.raises(Leave, match=str(int(ExitStatus.SURROUNDINGS))):
        verify.command.main(["--check", "draw/*", "--report", str(tmp_path)], standalone_mode=False)
    out, err = capsys.readouterr()
    assert "PASSED: Every check that was run passed" in out
    assert "no space left" in err


# Going on -----------------------------------------------------------------------------------------


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
        (("--seed", 6), "holds another run: level quick, seed 5, 6 checks"),
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
    with pytest.raises(RequestError, match="was made with sources other than those installed now"):
        verified("--report", tmp_path, "--resume")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--resume",), "--resume needs --report DIR"),
        (("--scheduler", "tcp://192.0.2.1:1"), "--scheduler needs --for TIME"),
        (
            ("--for", "5s", "--scheduler", "tcp://192.0.2.1:1", "--limit", 9),
            "--limit applies to processes",
        ),
        (("--for", "5s", "--check", "whole"), "repeats checks that sample"),
        (("--for", "5s", "--scheduler", "nowhere:::"), "not the address of a scheduler"),
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


def add_an_unknown_check(report: dict[str, Any]) -> None:
    report["checks"][0]["id"] = "draw/three"


def add_a_check_twice(report: dict[str, Any]) -> None:
    report["checks"].append(report["checks"][0])


def let_a_check_hold_without_counts(report: dict[str, Any]) -> None:
    report["checks"][0]["covered"] = {}


def let_a_check_fail_without_a_reason(report: dict[str, Any]) -> None:
    report["checks"][2]["reason"] = None


def spoil_a_position(report: dict[str, Any]) -> None:
    report["checks"][2]["counterexample"]["position"] = "2 r/r r"


def name_an_unknown_clause(report: dict[str, Any]) -> None:
    report["checks"][2]["counterexample"]["clause"] = "X9"


@pytest.mark.parametrize(
    "change",
    [
        add_an_unknown_check,
        add_a_check_twice,
        let_a_check_hold_without_counts,
        let_a_check_fail_without_a_reason,
        spoil_a_position,
        name_an_unknown_clause,
    ],
)
def test_a_report_that_was_changed_by_hand_is_not_gone_on_with(
    toys: Registry, tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    stopped_run(tmp_path, toys)
    report = json.loads((tmp_path / "report.json").read_text())
    change(report)
    (tmp_path / "report.json").write_text(json.dumps(report))
    with pytest.raises(
        RequestError, match=r"was changed by hand: |there is no clause X9|a result that"
    ):
        verified("--report", tmp_path, "--resume")
