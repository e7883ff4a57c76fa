"""Views of any document, and what becomes of results when a view fails."""

import json
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console
from tests.verification.made_up_examination import MADE_UP
from tests.verification.toy_runs import CASE, toy_report

from churn_verification.cli import mutants
from churn_verification.cli.common import ExitStatus, Leave
from churn_verification.cli.showing import FORMS, Views
from churn_verification.findings import Sight, findings_of, size_of
from churn_verification.mutants import examining
from churn_verification.proofs.proving import ControlReport, ProofReport, TheoremReport
from churn_verification.results import Counterexample, failed, held, not_run
from churn_verification.views import (
    machine,
    markdown,
    of_mutants,
    of_proofs,
    of_verify,
    page,
    terminal,
)
from churn_verification.views.document import Document, Outcome, plain
from churn_verification.views.words import broken_clauses_text


def sight(check: str, clause: str, position: str | None = "2 ../.../.. r", *turns: str) -> Sight:
    case = Counterexample(
        clause=clause, question="asked", said={"a": "b"}, position=position, turns=turns
    )
    return Sight(check, "differs", "It holds.", case)


def in_terminal(document: Document) -> str:
    console = Console(width=200, file=StringIO())
    with console.capture() as shown:
        console.print(terminal.terminal_view(document))
    return shown.get()


# Findings -----------------------------------------------------------------------------------------


def test_one_broken_rule_is_one_finding_with_its_smallest_case_first() -> None:
    large, small = sight("large", "R2", "3 .../..../...../..../... r"), sight("small", "R2")
    crash = Sight("crash", "it crashed", "It holds.")
    found = findings_of([large, crash, small, sight("other", "P1", None)])
    assert [(each.clause, each.checks) for each in found] == [
        ("R2", ("small", "large")),
        ("P1", ("other",)),
        (None, ("crash",)),
    ]


def test_what_follows_is_below_its_cause_and_nothing_is_lost() -> None:
    sights = [sight("one", "P2"), sight("two", "R2"), sight("three", "R1")]
    (cause,) = findings_of(sights, ["R2"])
    assert (cause.clause, cause.checks) == ("R2", ("two",))
    assert [each.clause for each in cause.consequences] == ["P2", "R1"]
    first, second = findings_of(sights, ["R2", "P2"])
    assert (first.clause, second.clause) == ("P2", "R2")
    assert [each.clause for each in first.consequences] == ["R1"]


def test_a_cause_that_no_case_decides_is_named_with_the_cases_of_what_follows() -> None:
    small, large = sight("one", "P2", "1 . r"), sight("two", "R2")
    cause, crash = findings_of([large, Sight("three", "crashed", "It holds."), small], ["S1"])
    assert (cause.clause, cause.checks) == ("S1", ("one", "two"))
    assert [each.clause for each in cause.consequences] == ["P2", "R2"]
    assert crash.checks == ("three",)


def test_without_a_known_cause_each_clause_stands_for_itself() -> None:
    found = findings_of([sight("one", "P2"), sight("two", "R2")])
    assert {each.clause for each in found} == {"P2", "R2"}
    assert not any(each.consequences for each in found)


@pytest.mark.parametrize(
    ("causes", "text"),
    [
        ([], "P2, R1 and R2"),
        (["R2"], "R2 (P2 and R1 follow from it)"),
        (["R1", "R2"], "R1 and R2 (P2 follows from them)"),
        (["S1"], "S1 (P2, R1 and R2 follow from it)"),
        (["R1", "R2", "P2"], "P2, R1 and R2"),
    ],
)
def test_a_sentence_names_causes_and_consequences(causes: list[str], text: str) -> None:
    sights = [sight("one", "P2", "1 . r"), sight("two", "R1"), sight("three", "R2")]
    assert broken_clauses_text(findings_of(sights, causes)) == text
    assert broken_clauses_text(findings_of([Sight("x", "crashed", "It holds.")])) == ""


def test_the_size_of_a_case_is_cells_then_turns_then_stones() -> None:
    assert size_of(CASE) == (7, 2, 2)
    assert size_of(sight("x", "P1", None).case or CASE) > size_of(CASE)


# Documents ----------------------------------------------------------------------------------------


def theorem(status: str, reason: str | None = None, at: str | None = None) -> TheoremReport:
    return TheoremReport(
        id="formed_group_survives",
        sentence="The formed group stays.",
        clauses=("R2",),
        board="2",
        status=status,
        seconds=1.0,
        cases=1,
        questions=1,
        kept_answers=0,
        reason=reason,
        counterexample=at,
    )


def control(status: str) -> ControlReport:
    return ControlReport(
        theorem="t", id="c", sentence="A slip.", board="2", status=status, told="x", seconds=1.0
    )


def proofs(*theorems: TheoremReport, controls: tuple[ControlReport, ...] = ()) -> Document:
    held_all = all(each.status == "proved" for each in theorems)
    held_all = held_all and all(each.status == "refuted" for each in controls)
    return of_proofs.document_of(
        ProofReport(held=held_all, complete=True, theorems=theorems, controls=controls)
    )


def test_a_refuted_theorem_is_drawn_and_fails_in_every_view() -> None:
    case = "2 r./.b./.. r"
    document = proofs(theorem("refuted", "the group goes", case))
    assert document.verdict.outcome is Outcome.FAILED
    (finding,) = document.findings
    assert finding.clause == "R2"
    texts = (page.page_of(document), markdown.markdown(document), in_terminal(document))
    assert all(case in text for text in texts)
    assert "<svg" in texts[0]
    assert "not ok 1" in machine.tap(document)
    assert ElementTree.fromstring(machine.junit_xml(document)).get("failures") == "1"


def test_an_unknown_theorem_and_a_control_that_is_not_refuted_fail_too() -> None:
    document = proofs(theorem("unknown", "no time"), controls=(control("unknown"),))
    assert machine.tap(document).count("\nnot ok") == 2
    assert "0 of 1 proved, 0 of 1 controls refuted." in plain(document.verdict.sentence)
    assert proofs(theorem("proved"), controls=(control("refuted"),)).findings == ()


def test_a_survivor_fails_in_every_view() -> None:
    document = of_mutants.document_of(MADE_UP)
    assert [each.sights[0].check for each in document.findings] == ["square-grid"]
    assert machine.tap(document).count("\nnot ok") == 1
    assert "Survivors" in page.page_of(document)
    stopped = of_mutants.document_of(MADE_UP.model_copy(update={"complete": False}))
    assert stopped.findings == ()
    assert "# SKIP not tried to the end" in machine.tap(stopped)
    assert "Bail out!" in machine.tap(stopped)


def test_tap_has_a_line_for_each_check_of_a_run() -> None:
    report = toy_report(
        held({"cases": 1}), failed("they differ", counterexample=CASE), not_run("x")
    )
    lines = machine.tap(of_verify.document_of(report)).splitlines()
    assert lines[:2] == ["TAP version 14", "1..3"]
    assert [line.split(" - ")[0] for line in lines if " - " in line] == ["ok 1", "not ok 2", "ok 3"]
    assert "# Position: 2 r./.b./.. r" in lines


# Faults -------------------------------------------------------------------------------------------


def views(folder: Path) -> Views:
    names = {"junit": "junit.xml", "html": "page.html", "summary": "summary.md"}
    assert names.keys() == FORMS.keys()
    return Views(False, False, {form: folder / name for form, name in names.items()})


def broken(_document: object) -> str:
    raise ZeroDivisionError("a slip in a view")


def test_a_view_that_fails_keeps_nothing_from_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(page, "page_of", broken)
    report = toy_report(failed("they differ", counterexample=CASE))
    shown = views(tmp_path).show(report.model_dump_json(), lambda: of_verify.document_of(report))
    assert not shown
    assert {each.name for each in tmp_path.iterdir()} == {"junit.xml", "summary.md"}
    out, err = capsys.readouterr()
    assert "FAILED: Differs from the rules on P1." in out
    assert "a view failed: ZeroDivisionError: a slip" in err


@pytest.mark.parametrize("where", ["terminal_view", "document_of"])
def test_where_the_terminal_fails_json_is_printed(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = toy_report(failed("they differ", counterexample=CASE))
    make = of_verify.document_of
    if where == "terminal_view":
        monkeypatch.setattr(terminal, "terminal_view", broken)
    else:
        make = broken  # type: ignore[assignment]
    unseen = Views(False, False, {})
    assert not unseen.show(report.model_dump_json(), lambda: make(report))
    out, err = capsys.readouterr()
    assert json.loads(out)["checks"][0]["reason"] == "they differ"
    assert "JSON was printed: ZeroDivisionError" in err


def test_a_view_that_fails_does_not_hide_a_difference(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(examining, "examine", lambda *_: MADE_UP)
    monkeypatch.setattr(terminal, "terminal_view", broken)
    with pytest.raises(Leave, match=str(int(ExitStatus.DIFFERENCE))):
        mutants.command.main(["--seed", "1"], standalone_mode=False)
    assert json.loads(capsys.readouterr().out)["survivors"] == ["square-grid"]
    survivors = MADE_UP.model_copy(update={"mutants": ("swap-never",)})
    monkeypatch.setattr(examining, "examine", lambda *_: survivors)
    with pytest.raises(Leave, match=str(int(ExitStatus.SURROUNDINGS))):
        mutants.command.main(["--seed", "1"], standalone_mode=False)
