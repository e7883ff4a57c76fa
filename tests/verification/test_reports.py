"""What is told of a run: in the terminal, as JSON, as JUnit and as Markdown."""

from dataclasses import replace
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pydantic import ValidationError
from rich.console import Console
from tests.verification.toy_runs import CASE, WHERE, toy_check, toy_course, toy_report

import churn_spec as spec
from churn_verification.drawing.cases import (
    caption_of,
    picture_of,
    telling_moment,
    text_picture_of,
    turns_text,
)
from churn_verification.registry import Kind, Reach, Registry
from churn_verification.reports import circumstances as circumstances_of
from churn_verification.reports.circumstances import circumstances
from churn_verification.reports.model import RunReport, outcomes_of, report_of
from churn_verification.results import Counterexample, Result, failed, held, not_run
from churn_verification.running import STOPPED, Outcome, Spent
from churn_verification.support import environment
from churn_verification.support.environment import sources
from churn_verification.views.document import Verdict, plain
from churn_verification.views.machine import junit_xml
from churn_verification.views.markdown import markdown
from churn_verification.views.of_verify import document_of
from churn_verification.views.page import page_of
from churn_verification.views.terminal import terminal_view
from churn_verification.views.words import covered_text, listed, number_text


def rendered(report: RunReport) -> str:
    console = Console(width=140, file=StringIO())
    with console.capture() as shown:
        console.print(terminal_view(document_of(report)))
    return shown.get()


def verdict_of(report: RunReport) -> Verdict:
    return document_of(report).verdict


def sentence_of(report: RunReport) -> str:
    return plain(verdict_of(report).sentence)


def test_a_failure_is_shown_with_all_that_is_known() -> None:
    text = rendered(toy_report(held({"cases": 3}), failed("differs", counterexample=CASE)))
    for part in (
        "FAILED: Differs from the rules on P1.",
        "1 passed, 1 failed, 0 not run",
        "FAILED  P1",
        "clause: P1: If an isolated placement exists, one must be made",
        "position: 2 r./.b./.. r",
        "c    R   .",
        "turns: a1 b1",
        "engine: a1 b1",
        "repeat with: churnproof verify --level quick --check toy/1 --seed 5",
    ):
        assert part in text


def test_the_verdict_says_what_the_failures_show_and_what_was_left_aside() -> None:
    assert "without showing a case" in sentence_of(toy_report(failed("it had not ended")))
    sentence = sentence_of(toy_report(failed("x", counterexample=CASE)))
    assert sentence == "Differs from the rules on P1."
    others = listed([clause for clause in spec.CLAUSES if clause != "P1"])
    sentence = sentence_of(toy_report(held({"cases": 3})))
    assert sentence.endswith(f"; none was about {others}.")


def test_what_was_not_run_is_counted_with_its_reason() -> None:
    report = toy_report(held({"cases": 3}), not_run("no such program"))
    assert not report.held
    text = rendered(report)
    assert "1 passed, 0 failed, 1 not run" in text
    assert "toy/1: no such program" in text
    assert "repeat with" not in text


def test_what_a_stop_left_out_is_one_line() -> None:
    report = toy_report(held({"cases": 3}), not_run(STOPPED), not_run(STOPPED), complete=False)
    text = rendered(report)
    assert f"2 checks: {STOPPED}" in text
    assert "repeat with" not in text


def test_a_run_in_which_all_held_says_so() -> None:
    report = toy_report(held({"cases": 3}))
    assert report.held
    assert "PASSED: Every check that was run passed" in rendered(report)
    clause = next(clause for clause in report.clauses if clause.id == "P1")
    assert (clause.held, clause.failed, clause.kinds) == (1, 0, (Kind.PROPERTY,))
    assert clause.reaches == (Reach.SAMPLED,)
    assert clause.stated_by == "churn_spec.rules.isolated_placements"


def test_a_failure_counts_against_the_clause_that_its_case_breaks() -> None:
    check = replace(toy_check(0), clauses=("P1", "R2"))
    outcome = Outcome(check, failed("differs", counterexample=CASE), Spent(1.0, 1.0), 5)
    text = markdown(document_of(report_of([outcome], toy_course(), WHERE)))
    assert "| **P1** | 0 | **1** | 0 | not at all |" in text
    assert "| R2 | 0 | 1 on P1 | 0 | not at all |" in text
    crash = Outcome(check, failed("it crashed"), Spent(1.0, 1.0), 5)
    text = markdown(document_of(report_of([crash], toy_course(), WHERE)))
    assert "| **R2** | 0 | **1** | 0 | not at all |" in text


def test_how_far_a_clause_was_checked_is_told_by_what_held() -> None:
    sampled, chosen = (toy_check(number) for number in (0, 1))
    chosen = replace(chosen, looks_at=Reach.ALL_POSITIONS)
    outcomes = [
        Outcome(sampled, held({"cases": 1}), Spent(1.0, 1.0), 5),
        Outcome(chosen, failed("differs"), Spent(1.0, 1.0), 5),
    ]
    clauses = {each.id: each for each in report_of(outcomes, toy_course(), WHERE).clauses}
    assert clauses["P1"].reaches == (Reach.SAMPLED,)


@pytest.mark.parametrize(
    ("results", "complete", "heading"),
    [
        ((), True, "Not passed"),
        ((not_run("no memory"),), True, "Not passed"),
        ((held({"cases": 1}),), False, "Incomplete"),
        ((failed("differs"),), False, "Failed, and incomplete"),
        ((failed("differs"), held({"cases": 1})), True, "Failed"),
        ((held({"cases": 1}),), True, "Passed"),
    ],
)
def test_only_a_whole_run_in_which_all_held_has_held(
    results: tuple[Result, ...], complete: bool, heading: str
) -> None:
    report = toy_report(*results, complete=complete)
    assert verdict_of(report).heading == heading
    assert report.held == (heading == "Passed")
    assert heading.upper() in rendered(report)


def test_reports_are_read_back() -> None:
    report = toy_report(
        held({"cases": 3}), failed("differs", counterexample=CASE), not_run("no such program")
    )
    assert RunReport.model_validate_json(report.model_dump_json()) == report
    with pytest.raises(ValidationError, match="extra"):
        RunReport.model_validate({**report.model_dump(), "more": 1})
    root = ElementTree.fromstring(junit_xml(document_of(report)))
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


def test_every_failure_is_told_and_how_to_repeat_it() -> None:
    report = toy_report(*(failed("differs", counterexample=CASE) for _ in range(12)))
    page, cases, text = (
        page_of(document_of(report)),
        junit_xml(document_of(report)),
        markdown(document_of(report)),
    )
    for check in report.checks:
        assert page.count(check.repeat) == cases.count(check.repeat) == 1
    assert "Also seen by `toy/1`, `toy/2`" in text


def test_failures_of_further_rounds_are_read_back() -> None:
    again = Outcome(toy_check(0), failed("in round 2"), Spent(1.0, 1.0), 7)
    first = replace(again, result=failed("in round 1"), seed=5, rounds=2, further=(again,))
    registry = Registry()
    registry.add(toy_check(0))
    read = outcomes_of(report_of([first], toy_course(), WHERE), registry)
    (further,) = read["toy/0"].further
    assert (further.result.reason, further.seed) == ("in round 2", 7)


def test_a_stopped_run_is_an_error_for_ci_systems() -> None:
    root = ElementTree.fromstring(
        junit_xml(document_of(toy_report(held({"cases": 3}), complete=False)))
    )
    assert (root.attrib["tests"], root.attrib["errors"]) == ("2", "1")
    (error,) = root.iter("error")
    assert error.attrib["message"] == "the run was stopped before its end"


def test_a_claim_that_does_not_hold_is_told_though_its_check_holds() -> None:
    check = replace(toy_check(0), kind=Kind.CLAIM, clauses=("C2",))
    figures = {"claimed": 950_000, "mean": 1_207_094.4, "least": 1.2e6, "most": 1.21e6}
    found = held({"games": 9}, verdict="does not hold", **figures)
    report = report_of([Outcome(check, found, Spent(1.0, 1.0), 5)], toy_course(), WHERE)
    told = "It does not hold: 1,207,094 turns measured, between 1,200,000 and 1,210,000."
    assert told in markdown(document_of(report))
    assert told in page_of(document_of(report))


def test_a_summary_shows_the_verdict_the_matrix_and_each_failure() -> None:
    strange = Counterexample(clause="P1", question="```", said={"a": "|x|"}, position=None)
    report = toy_report(
        held({"cases": 3}),
        failed("differs", counterexample=CASE),
        failed("differs", counterexample=strange),
        not_run("no memory"),
    )
    text = markdown(document_of(report))
    for part in (
        "## Churn verify: failed\n",
        "| **P1** | 1 | **2** | 1 | sampled |",
        "| R1 | 0 | 0 | 0 | not at all |",
        "c    R   .",
        "Repeat with: churnproof verify --level quick --check toy/1 --seed 5",
    ):
        assert part in text
    assert len(text) < 10_000


# Counterexamples ----------------------------------------------------------------------------------


def case_on(position: str | None, *turns: str) -> Counterexample:
    return CASE.model_copy(update={"position": position, "turns": turns})


@pytest.mark.parametrize(
    ("case", "position", "cell"),
    [
        (case_on("2 ../.../.. r", "b2", "swap", "a1"), "2 ../.r./.. b", "a1"),
        (case_on("2 ../.../.. r", "b2", "swap"), "2 ../.r./.. b swap", None),
        (case_on("2 ../.../.. r", "b2", "b2"), "2 ../.r./.. b swap", None),
        (case_on("2 ../.../.. r", "b2", "zz"), "2 ../.r./.. b swap", None),
        (case_on("2 ../.../.. r", "zz", "a1"), "2 ../.../.. r", None),
        (case_on("2 r./.b./.. r"), "2 r./.b./.. r", None),
        (case_on("2 ../.../.. r", "b2", "undo", "a1"), "2 ../.../.. r", "a1"),
        (case_on("2 ../.../.. r", "b2", "c1", "undo"), "2 b./.r./.. r", None),
        (case_on("2 ../.../.. r", "undo", "a1"), "2 ../.../.. r", None),
    ],
)
def test_a_case_is_shown_before_its_last_turn(
    case: Counterexample, position: str, cell: str | None
) -> None:
    moment = telling_moment(case)
    assert moment is not None
    at, taken = moment
    assert spec.write_position(at) == position
    assert (None if taken is None else spec.write_cell(at.board, taken)) == cell
    picture = picture_of(case)
    assert picture is not None
    assert picture.startswith("<svg")
    assert "<style" not in picture


def test_a_drawing_says_which_position_it_shows() -> None:
    start = case_on("2 r./.b./.. r")
    assert caption_of(start) is None
    assert caption_of(case_on(None)) is None
    assert caption_of(case_on("2 ../.../.. r", "b2", "swap", "a1")) == "before a1:"
    assert caption_of(case_on("2 ../.../.. r", "b2")) == "before b2:"
    assert caption_of(case_on("2 ../.../.. r", "zz", "a1")) == "before these turns:"
    drawn = text_picture_of(case_on("2 ../.../.. r", "b2", "swap", "a1"))
    assert drawn is not None
    assert drawn.plain.startswith("before a1:\n")


def test_a_placement_that_is_asked_about_is_drawn_as_made() -> None:
    case = case_on("5-1-1-5-1-1 rr.r. r").model_copy(update={"placement": "a5"})
    position, cell = telling_moment(case) or pytest.fail("there is a position")
    assert (position, cell) == (
        spec.read_position("5-1-1-5-1-1 rr.r. r"),
        spec.read_cell(position.board, "a5"),
    )
    assert picture_of(case) != picture_of(case_on("5-1-1-5-1-1 rr.r. r"))


def test_a_case_without_a_position_or_on_a_large_board_is_not_drawn() -> None:
    large = spec.write_position(spec.starting_position(spec.regular_board(13)))
    for case in (case_on(None), case_on(large)):
        assert picture_of(case) is None
        assert text_picture_of(case) is None


def test_a_long_way_is_cut_at_its_beginning() -> None:
    assert turns_text(("a1", "swap")) == "a1 swap"
    text = turns_text([f"a{number}" for number in range(1_040)])
    assert text.startswith("(1,000 before) a1000 ")
    assert text.endswith(" a1039")


# What was run, on what ----------------------------------------------------------------------------


def test_a_report_names_no_machine_and_no_path() -> None:
    where = circumstances()
    text = where.model_dump_json()
    assert "/" not in text
    assert len(where.sources) == 16
    assert where.versions["python"].startswith("3.")


def test_sources_are_all_files_of_the_three_packages(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whatever changes, a module, a table of data or the suite itself, it is another program."""
    packages = ("churn_spec", "churn_engine", "churn_verification")
    for package in packages:
        (tmp_path / package).mkdir()
    monkeypatch.setattr(environment, "package_folder", lambda package: tmp_path / package)
    seen = {sources.__wrapped__()}
    for package in packages:
        for name in ("module.py", "data.tsv"):
            (tmp_path / package / name).write_text("")
            seen.add(sources.__wrapped__())
    assert len(seen) == 7


def test_a_commit_with_changes_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"rev-parse": "c0ffee", "ls-files": "a.py", "status": " M a.py"}
    monkeypatch.setattr(circumstances_of, "_git", lambda command, *_: said[command])
    assert circumstances().commit == "c0ffee+"
    said["status"] = ""
    assert circumstances().commit == "c0ffee"
    said["ls-files"] = ""
    assert circumstances().commit is None


def test_one_of_something_is_told_in_the_singular() -> None:
    counts = {"boards": 1, "entries": 1, "turns": 2, "isolated": 1, "games to the end": 1}
    assert covered_text(counts) == ("1 board, 1 entry, 2 turns, 1 isolated, 1 games to the end")


def test_numbers_are_written_for_people() -> None:
    assert [number_text(value) for value in ("about", 7400, 7211.23, 0.123456, 12.0)] == [
        "about",
        "7,400",
        "7,211",
        "0.1235",
        "12",
    ]
