"""Whole runs: what holds is said to hold, and each mistake is found, named and made small."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt
from rich.console import Console
from tests.verification.wrong_players import PLAYERS

from churn_verification.cli import main
from churn_verification.conformance.checking import Request, check_adapter
from churn_verification.conformance.conforming import Conformance
from churn_verification.conformance.interview import Interview
from churn_verification.conformance.known import KnownDifference, KnownDifferences
from churn_verification.conformance.limits import Limits
from churn_verification.conformance.matrix import read_list
from churn_verification.conformance.messages import REPLY, REQUEST, HelloRequest, PerftRequest
from churn_verification.conformance.plan import Amount
from churn_verification.conformance.report import ConformReport
from churn_verification.conformance.reporting import (
    Asked,
    Findings,
    _diagnosis,
    _explaining,
    _repeat,
)
from churn_verification.conformance.reproducing import reproducible, shortest_sequence
from churn_verification.conformance.serving import identity_of
from churn_verification.judge.judge import Tally, WrongAnswer
from churn_verification.judge.reference import engine_reference
from churn_verification.judge.respects import respects_of, same
from churn_verification.misreadings import MISREADINGS
from churn_verification.players import ENGINES, PerftCount, Question, SessionPlayer, State
from churn_verification.results import Status
from churn_verification.views.document import plain
from churn_verification.views.machine import junit_xml, tap
from churn_verification.views.markdown import markdown
from churn_verification.views.of_conform import document_of
from churn_verification.views.page import page_of
from churn_verification.views.terminal import terminal_view

ROOT = Path(__file__).parents[2]
BAD_ADAPTER = str(Path(__file__).with_name("bad_adapter.py"))
SERVE = (sys.executable, "-c", "from churn_verification.cli import main; main()", "serve")
LITTLE = Amount(turns=40, positions=15)
PATIENT = Limits(start=600, reply=600, stop=5, restarts=3)


def checked(
    *command: str,
    boards: tuple[str, ...] = ("2", "3-2-2-3-2-2"),
    known: tuple[KnownDifference, ...] = (),
    limits: Limits = PATIENT,
) -> ConformReport:
    request = Request(command, 7, boards, LITTLE, limits, KnownDifferences(known))
    return check_adapter(request, lambda _check, _questions: None)


def terminal(report: ConformReport) -> str:
    out = Console(file=StringIO(), width=200)
    out.print(terminal_view(document_of(report)))
    text: str = out.file.getvalue()  # type: ignore[attr-defined]
    return text


def bad(mode: str) -> tuple[str, ...]:
    return (sys.executable, BAD_ADAPTER, mode)


def run_here(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["churnproof", "conform", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    assert isinstance(end.value.code, int)
    return end.value.code


# What holds --------------------------------------------------------------------------------------


@pytest.fixture
def python_template() -> list[str]:
    return [sys.executable, str(ROOT / "adapters/python/adapter.py")]


@pytest.fixture
def javascript_template(node: str) -> list[str]:
    return [node, str(ROOT / "adapters/javascript/adapter.js")]


@pytest.fixture
def c_template(c_compiler: str, tmp_path: Path) -> list[str]:
    program = str(tmp_path / "adapter")
    sources = [str(ROOT / "adapters/c" / name) for name in ("adapter.c", "churn.c")]
    subprocess.run([c_compiler, "-O1", "-Wall", "-Werror", "-o", program, *sources], check=True)
    return [program]


@pytest.fixture
def c_sharp_template(c_sharp_compiler: str, tmp_path: Path) -> list[str]:
    program = str(tmp_path / "adapter.exe")
    sources = [str(ROOT / "adapters/csharp" / name) for name in ("Adapter.cs", "Churn.cs")]
    subprocess.run([c_sharp_compiler, "-warnaserror", f"-out:{program}", *sources], check=True)
    return ["mono", program]


@pytest.fixture
def java_template(java_compiler: str, tmp_path: Path) -> list[str]:
    sources = [str(ROOT / "adapters/java" / name) for name in ("Adapter.java", "Churn.java")]
    subprocess.run([java_compiler, "-Xlint:all", "-Werror", "-d", tmp_path, *sources], check=True)
    return ["java", "-cp", str(tmp_path), "Adapter"]


@pytest.mark.parametrize("language", ["python", "javascript", "c", "c_sharp", "java"])
def test_the_templates_play_churn(language: str, request: pytest.FixtureRequest) -> None:
    command = request.getfixturevalue(f"{language}_template")
    report = checked(*command, boards=("1", "2", "3", "3-4-2-5-2-4", "3-8-9-8-3-14"))
    assert report.held, report.counterexample or report.broken
    assert report.questions > 1_000


def test_the_templates_are_short() -> None:
    lengths = {
        path.name: len(path.read_text().splitlines())
        for path in (ROOT / "adapters").glob("*/[aA]dapter.*")
        if path.suffix in (".py", ".js", ".c", ".cs", ".java")
    }
    assert len(lengths) == 5
    assert max(lengths.values()) <= 60, lengths


def test_the_list_of_implementations_names_every_template() -> None:
    listed = read_list(ROOT / "adapters/implementations.toml")
    folders = {path.parent.name for path in (ROOT / "adapters").glob("*/[aA]dapter.*")}
    named = {word.split("/")[1] for each in listed for word in each.command if "/" in word}
    assert named == folders - {"abstractplay"}


def test_this_engine_plays_churn_and_every_clause_is_asked_about() -> None:
    report = checked(*SERVE)
    assert report.held
    assert report.adapter is not None
    assert all(clause.status is Status.HELD for clause in report.clauses)
    assert report.degree == "complete"
    assert f"{report.adapter.name} plays Churn: all " in terminal(report)
    (search,) = [check for check in report.checks if check.id == "search"]
    assert search.covered["strata"] > 10
    assert f"reached by search: {search.covered['strata']}." in terminal(report)
    assert report.counterexample is None
    assert report.adapter is not None
    assert len(report.suite.vectors) == 64


# What is wrong -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("misreading", "clause"),
    [
        ("equal-groups-removed", "R2"),
        ("equal-groups-removed-always", "R2"),
        ("nothing-removed", "R1"),
        ("isolation-optional", "P1"),
        ("smallest-by-largest-joined-group", "P2"),
        ("swap-never", "S1"),
        ("end-before-removal", "E1"),
        ("fewer-stones-win", "E2"),
    ],
)
def test_a_misreading_is_found_named_and_shown_small(misreading: str, clause: str) -> None:
    report = checked(*SERVE, "--misreading", misreading)
    assert not report.held
    assert report.diagnosis is not None
    assert report.diagnosis.misreadings[0].misreading == misreading
    assert clause in [each.id for each in report.clauses if each.status is Status.FAILED]
    case = report.counterexample
    assert case is not None
    assert case.clause == clause
    assert len(case.turns) <= 2
    again = check_adapter(
        Request(
            (*SERVE, "--misreading", misreading),
            7,
            limits=PATIENT,
            question=Question(case.position or "", case.turns, way=()),
        ),
        lambda _check, _questions: None,
    )
    assert not again.held


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("upside-down", "upside down"),
        ("from-zero", "counted from 1"),
        ("skips", "skipped: not today"),
        ("other-boards", "--boards chooses others"),
        ("no-board", "six side lengths"),
        ("banner", "standard output is for replies alone"),
    ],
)
def test_an_unsound_adapter_is_said_to_be_the_adapters_fault(mode: str, words: str) -> None:
    report = checked(*bad(mode), boards=("2", "3"))
    assert not report.held
    assert report.broken is not None
    assert words in report.broken
    assert [check.is_adapters for check in report.checks if check.status is Status.FAILED] == [True]


def test_names_that_are_wrong_on_one_board_fail_and_leave_the_other_checks() -> None:
    report = checked(*bad("upside-down-on-3"), boards=("2", "3"))
    assert (report.held, report.broken) == (False, None)
    checks = {check.id: check for check in report.checks}
    names = checks["adapter/names"]
    assert (names.status, names.is_adapters) == (Status.FAILED, False)
    assert "board 3: a stone placed on" in (names.reason or "")
    assert checks["games/2"].status is Status.HELD


def test_a_board_that_is_skipped_says_nothing_of_names() -> None:
    report = checked(*bad("skips-on-3"), boards=("2", "3"))
    assert report.broken is None
    results = {check.id: check.status for check in report.checks}
    assert results["adapter/names"] is results["games/2"] is Status.HELD
    assert Status.FAILED not in results.values()


def test_a_first_stone_that_is_gone_fails_the_names() -> None:
    report = checked(*bad("loses-the-first-stone"), boards=("2",))
    assert report.broken is None
    [names] = [check for check in report.checks if check.id == "adapter/names"]
    assert names.status is Status.FAILED
    assert "on the empty board no stone is there" in (names.reason or "")


def test_one_answer_a_chunk_is_said_to_be_a_matter_of_lines() -> None:
    limits = Limits(start=600, reply=5, stop=0.1, restarts=1)
    report = checked(*bad("answers-one-a-chunk"), boards=("2",), limits=limits)
    assert report.broken is not None
    failed = [check.id for check in report.checks if check.status is Status.FAILED]
    assert failed == ["adapter/many-at-once"]


def test_a_slip_in_a_template_is_laid_to_the_rules_and_shown_small(
    tmp_path: Path, node: str
) -> None:
    """The stone just placed goes too, so that its place in the text tells nothing at all."""
    folder = tmp_path / "javascript"
    shutil.copytree(ROOT / "adapters/javascript", folder)
    program = folder / "churn.js"
    right = program.read_text()
    wrong = right.replace("sizes[number] < formed", "sizes[number] <= formed")
    assert wrong != right
    program.write_text(wrong)
    report = checked(node, str(folder / "adapter.js"), boards=("2",))
    assert report.broken is None
    assert report.counterexample is not None
    assert report.counterexample.clause == "R2"
    assert len(report.counterexample.turns) == 1


def test_a_misreading_is_named_though_refusals_tell_no_state() -> None:
    report = checked(*bad("equal-groups"), boards=("2", "3"))
    assert report.diagnosis is not None
    assert [each.misreading for each in report.diagnosis.misreadings] == [
        "equal-groups-removed-always"
    ]
    assert report.diagnosis.misreadings[0].contradicted == 0
    causes = {
        each.id for each in report.clauses if each.status is Status.FAILED and not each.follows_from
    }
    assert causes == {"R2"}


def test_a_wrong_number_of_a_refused_turn_is_laid_to_one_clause() -> None:
    report = checked(*bad("numbers-last"), boards=("2", "3"))
    assert {each.id for each in report.clauses if each.wrong} == {"T1"}
    case = report.counterexample
    assert case is not None
    assert case.question == "which of the turns, counted from 1, is refused"
    assert case.said["the rules"].startswith(f"turn {len(case.turns) - 1}, ")
    assert report.diagnosis is not None
    assert "in common: " in report.diagnosis.text
    assert "on a turn that is refused" in report.diagnosis.text


def test_a_turn_that_is_taken_for_legal_is_laid_to_its_own_clause() -> None:
    """That a later turn is refused instead follows from it, and is no wrong number."""
    report = checked(*SERVE, "--misreading", "isolation-optional", boards=("2",))
    assert {each.id for each in report.clauses if each.wrong and not each.follows_from} == {
        *MISREADINGS["isolation-optional"].clauses
    }
    numbers = [
        each
        for check in report.checks
        for difference in check.differences
        for each in difference.deviations
        if "counted from 1" in each.question
    ]
    assert not numbers


def test_nothing_in_common_is_said_to_be_so() -> None:
    assert _diagnosis(Findings(wrong=2)).text == (
        f"no known misreading fits ({len(MISREADINGS)} were compared);"
        " 2 wrong answers cannot show what is common to them"
    )
    assert (
        "have nothing in common that most right ones lack, as to the board"
        in _diagnosis(Findings(wrong=30)).text
    )
    common = _diagnosis(Findings(common=("on board 3",), wrong=30)).text
    assert common.endswith("; what the wrong answers have in common: on board 3")


def test_a_run_that_ended_early_is_diagnosed_from_what_it_found() -> None:
    """Nothing is said to have been compared that was not."""
    run = checked_run_without_its_end()
    assert run.broken
    assert run.diagnosis is not None
    assert [each.misreading for each in run.diagnosis.misreadings] == ["equal-groups-removed"]


def checked_run_without_its_end() -> ConformReport:
    """A run whose time is over after the vectors, whatever the machine."""
    real = Conformance.run

    def until_the_games(self: Conformance, *arguments: Any) -> Interview | None:
        interview = real(self, *arguments)
        self.broken = "the time is over"
        return interview

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Conformance, "run", until_the_games)
        return checked(*SERVE, "--misreading", "equal-groups-removed", boards=("2",))


def test_after_a_death_the_results_are_kept_and_the_question_is_told() -> None:
    limits = Limits(start=600, reply=600, stop=1, restarts=50)
    report = checked(*bad("dies"), boards=("2",), limits=limits)
    deaths = [trouble for check in report.checks for trouble in check.troubles]
    assert any("c1 b2" in (trouble.case or "") for trouble in deaths)
    assert any(trouble.stderr == ("first line", "what the matter was") for trouble in deaths)
    assert sum(check.right for check in report.checks) > 100
    assert not report.held


def test_a_board_on_which_it_always_dies_leaves_the_others() -> None:
    report = checked(*bad("dies-on-3"), boards=("2", "3"))
    assert (report.held, report.broken) == (False, None)
    results = {check.id: check.status for check in report.checks}
    assert results["games/2"] is results["search"] is Status.HELD
    assert results["games/3"] is Status.NOT_RUN
    assert results["adapter/one-at-a-time"] is Status.FAILED
    text = terminal(report)
    assert "board 3 is asked about no more, because it ended with exit status 3" in text
    assert "not asked: board 3, on which the adapter had failed 4 times" in text


@pytest.mark.parametrize(
    ("mode", "left_out"),
    [
        ("dies-on-swap", "questions with the swap among the turns"),
        ("dies-on-refusal", "questions with an illegal turn"),
    ],
)
def test_a_kind_of_question_over_which_it_always_dies_leaves_the_boards(
    mode: str, left_out: str
) -> None:
    report = checked(*bad(mode), boards=("2", "3", "4"))
    assert (report.held, report.broken) == (False, None)
    not_asked = {reason for check in report.checks for reason in check.not_asked}
    assert f"{left_out}, over which the adapter had failed 4 times" in not_asked
    assert not [reason for reason in not_asked if reason.startswith("board")]
    assert {check.id for check in report.checks if check.right} > {"games/2", "games/3", "games/4"}
    assert not any(each.wrong for each in report.clauses)
    text = terminal(report)
    assert f"{left_out} are asked no more, because it ended with exit status 3" in text
    assert text.partition("\nFAILED")[2].count("are asked no more") == 1


def test_the_drawing_of_a_case_comes_after_its_turns_and_says_what_it_shows() -> None:
    text = terminal(checked(*bad("numbers-last"), boards=("2",)))
    case = checked(*bad("numbers-last"), boards=("2",)).counterexample
    assert case is not None
    turns, _, drawing = text.partition("\n  turns: ")
    assert turns.splitlines()[-1].rstrip() == f"  position: {case.position}"
    assert drawing.splitlines()[1].startswith("  before ")


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("wrong-type", "result.over of the reply"),
        ("wrong-id", "a reply has id 7000000"),
        ("no-form", "a reply has exactly one of result, skipped and error"),
        ("from-zero", "board 2 has no cell 'a0'"),
        ("skips", "it was skipped: not today"),
        ("half-line", "after half a line"),
        ("errors", "it broke"),
    ],
)
def test_what_went_wrong_is_said_once_in_the_findings(mode: str, said: str) -> None:
    report = checked(*bad(mode), boards=("2",))
    _, _, findings = terminal(report).partition("\nFAILED")
    assert findings.count(said) == 1


def test_what_is_stopped_by_hand_is_reported_so_far_and_gets_no_diagnosis() -> None:
    def stop(check: str, _questions: int) -> None:
        if check == "vectors/turns":
            raise KeyboardInterrupt

    command = (*SERVE, "--misreading", "equal-groups-removed")
    report = check_adapter(Request(command, 7, ("2", "3"), LITTLE, PATIENT), stop)
    assert (report.complete, report.held, report.broken) == (False, False, None)
    assert report.diagnosis is None
    assert report.counterexample is not None
    assert report.checks[-1].id == "vectors/turns"
    document = document_of(report)
    for view in (page_of(document), markdown(document), terminal(report)):
        assert "stopped by hand" in view
        assert "behaves like" not in view
        assert "plays Churn" not in view


def test_the_same_seed_asks_the_same_questions() -> None:
    first, second = (checked(*SERVE) for _ in range(2))
    assert first.questions == second.questions > 800
    asked = [(check.id, check.questions) for check in first.checks]
    assert asked == [(check.id, check.questions) for check in second.checks]
    assert all(clause.status is Status.HELD for clause in first.clauses)


def test_a_time_that_is_over_is_told() -> None:
    report = checked(*SERVE, limits=replace(PATIENT, total=1e-3))
    assert (report.held, report.complete) == (False, False)
    assert (
        report.broken == "the time for all questions, 0.001 s, is over; --total-timeout gives more"
    )
    assert [check.id for check in report.checks if check.left_out]


@pytest.mark.parametrize(
    "misreading",
    ["undo-forgets-removed-stones", "engine-undo-keeps-the-turn-number", "undo-forgets-the-seats"],
)
def test_a_case_with_undo_is_made_small(misreading: str) -> None:
    report = checked(*SERVE, "--misreading", misreading, boards=("2",))
    assert report.counterexample is not None
    assert report.counterexample.turns[-1] == "undo"
    assert len(report.counterexample.turns) <= 4


def test_consequences_are_told_from_their_cause() -> None:
    report = checked(*SERVE, "--misreading", "equal-groups-removed", boards=("3",))
    failed = {each.id: each.follows_from for each in report.clauses if each.status is Status.FAILED}
    assert failed.pop("R2") == ()
    assert failed
    assert set(failed.values()) == {("R2",)}
    document = document_of(report)
    (finding,) = [each for each in document.findings if each.clause]
    assert finding.clause == "R2"
    assert {each.clause for each in finding.consequences} == {*failed}
    assert "differs from the rules on R2 (" in plain(document.verdict.sentence)


def test_nothing_follows_from_a_misreading_that_does_not_explain_everything() -> None:
    report = checked(*SERVE, "--misreading", "equal-groups-removed", boards=("3",))
    assert report.diagnosis is not None
    (only,) = report.diagnosis.misreadings
    assert _explaining(report.diagnosis) == ("R2",)
    for change in ({"contradicted": 1}, {"matches": only.of - 1}):
        partial = only.model_copy(update=change)
        assert _explaining(report.diagnosis.model_copy(update={"misreadings": (partial,)})) == ()
    both = report.diagnosis.model_copy(update={"misreadings": (only, only)})
    assert _explaining(both) == ()


@pytest.mark.parametrize("mode", ["tires", "skips-some"])
def test_a_run_with_skipped_questions_is_incomplete(
    mode: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = checked(*bad(mode), boards=("2",))
    assert not any(check.status is Status.FAILED for check in report.checks)
    assert (report.held, report.complete, report.degree) == (
        False,
        True,
        "without undo, partly skipped",
    )
    answered = sum(check.right for check in report.checks)
    skipped = sum(sum(check.skipped.values()) for check in report.checks)
    assert (skipped > answered) is (mode == "tires")
    verdict = document_of(report).verdict
    assert (verdict.heading, plain(verdict.sentence)) == ("Incomplete", f"bad {report.verdict}.")
    assert report.verdict is not None
    assert report.verdict.startswith(f"agrees in all that was asked: all {answered:,} answers")
    assert f"; skipped: {skipped:,} questions (" in report.verdict
    assert run_here(monkeypatch, "--quick", "--boards", "2", "--", *bad(mode)) == 3
    said = capsys.readouterr()
    assert "INCOMPLETE: bad agrees in all that was asked" in said.out
    assert "the adapter skipped questions, so the run is not complete; declare" in said.err


def test_the_verdict_claims_no_more_than_was_asked() -> None:
    one = Request(SERVE, 7, limits=PATIENT, question=Question("2 .r/.../rr r", ("c1",), way=()))
    report = check_adapter(one, lambda _check, _questions: None)
    assert report.held
    sentence = plain(document_of(report).verdict.sentence)
    assert "plays Churn" not in sentence
    assert sentence.startswith(
        "churnproof engine agrees in all that was asked: its one answer was right"
    )


def test_a_permitted_difference_is_told_apart_from_a_missing_rule() -> None:
    site = checked(*bad("site-swaps"), boards=("2", "3", "2-1-2-2-1-2"))
    assert site.held
    assert site.suite.boards == ("2", "3")
    assert site.degree == "swap by the site, odd boards only, without undo"
    assert site.verdict is not None
    assert site.verdict.startswith(f"plays Churn ({site.degree}): all ")
    assert site.verdict.endswith(", and every clause was asked about but B2 and S1, as declared")
    assert {each.id: each.permitted for each in site.clauses if each.permitted} == {
        "S1": "the site does the swap",
        "B2": "it has no boards with an even number of cells",
    }
    page = markdown(document_of(site))
    assert "(Permitted difference, declared: the site does the swap.)" in page
    none = checked(*bad("swaps-none"), boards=("2", "3"))
    assert none.held
    assert none.verdict is not None
    assert none.verdict.endswith("; not asked: S1")
    unsaid = checked(*bad("no-swap-offered"), boards=("2",))
    assert not unsaid.held
    assert {each.id for each in unsaid.clauses if each.status is Status.FAILED} == {"S1"}


def test_wrong_counts_alone_are_said_to_be_counts() -> None:
    report = checked(*bad("right"), boards=("2",))
    (check,) = (each for each in report.checks if each.id == "vectors/perft")
    wrong = check.model_copy(update={"wrong": 1, "status": Status.FAILED, "reason": "1 wrong"})
    failed = report.model_copy(update={"held": False, "verdict": None, "checks": (wrong,)})
    assert "FAILED: bad counts turn sequences otherwise than the rules." in terminal(failed)


def test_an_error_with_a_stack_trace_is_that_questions_error() -> None:
    report = checked(*bad("traces"), boards=("2",))
    assert report.broken is None
    troubles = [trouble for check in report.checks for trouble in check.troubles]
    assert troubles
    assert all("then c1 b2" in (trouble.case or "") for trouble in troubles)
    assert {trouble.what for trouble in troubles} == {"TypeError: x"}
    shown = troubles[0].context
    assert shown == ("    at a\\u202eb (churn.js:1)", "    at c")
    assert all(text in page_of(document_of(report)) for text in ("TypeError: x", "at c"))
    assert sum(check.right for check in report.checks) > 100


def test_what_turns_the_direction_of_text_is_written_out() -> None:
    report = checked(*bad("overrides"), boards=("2",))
    assert report.held
    document = document_of(report)
    for view in (page_of(document), markdown(document), terminal(report), tap(document)):
        assert "\u202e" not in view
    assert "bad\\u202edab" in terminal(report)


def test_a_list_that_names_something_twice_is_a_difference() -> None:
    report = checked(*bad("twice-legal"), boards=("2",))
    assert report.broken is None
    assert report.counterexample is not None
    assert report.counterexample.said["bad"] == "c1 twice"
    case = engine_reference().case("undone", Question("2 ../.../.. r", ("a1", "undo")))
    assert isinstance(case.right, State)
    assert case.right.removed is None
    twice = case.right.model_copy(update={"removed": ("a1", "a1")})
    assert [each.said for each in respects_of(case, twice)] == ["a1 twice"]
    assert respects_of(case, case.right.model_copy(update={"removed": ("a1", "b1")})) == ()


@pytest.mark.parametrize("mode", ["lingers", "prints-at-the-end"])
def test_a_bad_end_does_not_pass(mode: str) -> None:
    report = checked(*bad(mode), boards=("2",), limits=replace(PATIENT, reply=5, stop=0.2))
    assert (report.held, report.broken) == (False, None)
    assert [c.id for c in report.checks if c.status is Status.FAILED] == ["adapter/end"]


def test_an_answer_that_depends_on_earlier_questions_is_told_with_the_shortest_sequence() -> None:
    report = checked(*bad("caches"), boards=("2",))
    assert report.diagnosis is not None
    assert "depend on earlier questions" in report.diagnosis.text
    assert not report.diagnosis.reproducible
    assert "FAILED: bad gives answers that depend on earlier questions" in terminal(report)
    case = report.counterexample
    assert case is not None
    assert 3 <= len(case.dialogue) <= 5  # hello, what fills the cache, and what it spoils
    piped = subprocess.run(["sh", "-c", case.repeat], capture_output=True, text=True, check=True)
    *_, last = map(REPLY.validate_json, piped.stdout.splitlines())
    asked = json.loads(case.dialogue[-1])
    right = engine_reference().answer(Question(asked["position"], tuple(asked["turns"])))
    assert not same(right, last.result)  # type: ignore[union-attr]


def test_a_cache_is_not_taken_for_wrong_names() -> None:
    report = checked(*bad("keeps-by-length"), boards=("2",))
    assert report.broken is None
    assert report.diagnosis is not None
    assert "the shortest sequence found has 2 questions" in report.diagnosis.text


def test_a_sequence_has_only_the_questions_that_it_takes() -> None:
    make = PLAYERS["LegalTurnsAreKeptByTheStonesAlone"]
    interview = Interview(make(), identity_of("x"), renew=make)
    tally = Tally()
    questions = [Question("2 ../.../.. r", (cell,)) for cell in ("a1", "b1", "b2", "c1")]
    questions += [Question("2 .r/..b/.. r"), Question("2 .r/..b/.. b")]
    questions += [Question("2 ../.../.. r", ("c2",))]
    reference = engine_reference()
    list(interview.put([reference.case("case", each) for each in questions], tally))
    assert len(tally.wrong) == 1
    assert reproducible(interview, tally.wrong) is None
    shortest = shortest_sequence(interview)
    assert [case.question for case in shortest.cases] == [questions[4], questions[5]]
    right = Interview(make(), identity_of("x"), renew=lambda: SessionPlayer(ENGINES["stepping"]))
    list(right.put([reference.case("case", each) for each in questions], Tally()))
    assert shortest_sequence(right).cases == ()
    assert "from one time to the next" in str(shortest_sequence(right))


def test_a_count_is_repeated_as_a_count() -> None:
    case = engine_reference().case("x", Question("2 ../.../.. r", ("a1", "undo"), depth=2))
    wrong = WrongAnswer(case, PerftCount(perft=1), respects_of(case, PerftCount(perft=1)))
    words = shlex.split(_repeat(wrong, Asked(("adapter",), 1)))
    assert words[2:] == [
        *("--position", "2 ../.../.. r", "--turns", "a1 undo", "--depth", "2"),
        *("--", "adapter"),
    ]


# Known differences -------------------------------------------------------------------------------


def test_a_known_difference_is_counted_and_one_that_is_gone_fails() -> None:
    never = KnownDifference(link="https://example.org/1", misreading="swap-never")
    report = checked(*SERVE, "--misreading", "swap-never", boards=("2",), known=(never,))
    assert report.held
    assert report.known["https://example.org/1"] > 10
    gone = KnownDifference(link="https://example.org/2", clause="R1")
    report = checked(*SERVE, "--misreading", "swap-never", boards=("2",), known=(never, gone))
    assert not report.held
    (check,) = [check for check in report.checks if check.id == "known"]
    assert check.reason is not None
    assert "https://example.org/2" in check.reason


# Reports and the command --------------------------------------------------------------------------


def test_all_reports_tell_the_same() -> None:
    report = checked(*SERVE, "--misreading", "equal-groups-removed", boards=("3-2-2-3-2-2",))
    assert report.counterexample is not None
    document = document_of(report)
    page, text, xml, lines = (view(document) for view in (page_of, markdown, junit_xml, tap))
    assert report.counterexample.position is not None
    for view in (page, text):
        assert report.counterexample.position in view
        assert "of the formed group" in view
    assert "<svg" in page
    fetched = re.findall(r"""(?:src|href)=["']?([^"'>]*)""", page)
    assert all(each.startswith(("#", "data:", "http://127.0.0.1:")) for each in fetched)
    failed = [check.id for check in report.checks if check.status is Status.FAILED]
    assert xml.count("<failure") == len(failed)
    assert lines.count("\nnot ok") == len(failed)


STRANGE = "| `x` ``y`` <script>alert(1)</script> @everyone [a](http://b) **c** #1"


def test_what_strangers_say_is_shown_and_not_obeyed() -> None:
    report = checked(*bad("skips"), boards=("2",))
    assert report.adapter is not None
    first, *checks = report.checks
    checks.append(first.model_copy(update={"reason": f"{STRANGE}\n\n# big", "troubles": ()}))
    report = report.model_copy(
        update={
            "adapter": report.adapter.model_copy(update={"name": STRANGE, "version": STRANGE}),
            "broken": f"{STRANGE}\n# big",
            "checks": tuple(checks),
        }
    )
    page = MarkdownIt("commonmark").enable("table").render(markdown(document_of(report)))
    tree = ElementTree.fromstring(f"<page>{page}</page>")
    shown = ["".join(code.itertext()) for code in tree.iter("code")]
    assert sum(STRANGE in text for text in shown) == 4
    for code in tree.iter("code"):
        code.clear()
    obeyed = "".join(tree.itertext())
    assert not re.search(r"script|@everyone|http|big", obeyed)
    assert {each.tag for each in tree.iter()}.isdisjoint({"script", "a"})
    assert {each.tag for each in tree if each.tag.startswith("h")} == {"h2", "h3"}
    assert "<script" not in page_of(document_of(report))
    properties = ElementTree.fromstring(junit_xml(document_of(report))).iter("property")
    assert f"{STRANGE} {STRANGE}" in [each.get("value") for each in properties]


def test_a_command_that_cannot_be_started_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_here(monkeypatch, "--", "./nosuch") == 3
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert "cannot start ./nosuch: No such file or directory" in line


def test_the_command_writes_json_and_leaves_with_a_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    options = ["--quick", "--boards", "2", "--seed", "1", "--json"]
    options += ["--timeout", "600", "--start-timeout", "600"]
    summary = tmp_path / "summary.md"
    assert run_here(monkeypatch, *options, "--summary", str(summary), "--", *SERVE) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["held"] is True
    assert document["suite"]["seed"] == 1
    assert "not asked: B2" in summary.read_text()
    assert run_here(monkeypatch, *options, "--", *SERVE, "--misreading", "swap-never") == 1
    document = json.loads(capsys.readouterr().out)
    assert document["diagnosis"]["misreadings"][0]["misreading"] == "swap-never"
    assert run_here(monkeypatch, *options, "--", *bad("banner")) == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "put its command after --"),
        (["--boards", "3-3", "--", "x"], "--boards"),
        (["--turns", "a1", "--", "x"], "--position"),
        (["--depth", "2", "--", "x"], "--position"),
        (["--position", "2 ..", "--", "x"], "expected board, rows"),
        (["--timeout", "0", "--", "x"], "not in the range"),
    ],
)
def test_a_bad_request_is_one_line(
    arguments: list[str],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_here(monkeypatch, *arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert says in line


def test_a_file_of_known_differences_is_read_with_care(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "known.json"
    file.write_text('{"known": [{"link": "https://example.org/1", "clause": "Z1"}]}')
    assert run_here(monkeypatch, "--known", str(file), "--", "x") == 2
    assert "there is no clause" in capsys.readouterr().err


# The protocol's page ------------------------------------------------------------------------------


def dialogue() -> list[str]:
    text = (ROOT / "verification/PROTOCOL.md").read_text()
    return text.split("<!-- dialogue -->")[1].split("```")[1].strip().splitlines()


def test_the_dialogue_of_the_protocols_page_is_right() -> None:
    lines = dialogue()
    assert len(lines) == 10
    for asked, answered in zip(lines[::2], lines[1::2], strict=True):
        request = REQUEST.validate_json(asked.removeprefix("> "))
        reply = REPLY.validate_json(answered.removeprefix("< "))
        assert request.id == reply.id
        if not isinstance(request, HelloRequest | PerftRequest):
            right = engine_reference().answer(Question(request.position, request.turns))  # type: ignore[union-attr]
            stated = reply.result.model_copy()  # type: ignore[union-attr]
            assert same(right, stated)


def test_the_pytest_module_fails_without_assert_statements_too(tmp_path: Path) -> None:
    command = [*SERVE, "--misreading", "nothing-removed"]
    (tmp_path / "test_mine.py").write_text(
        "from churn_verification.conformance.limits import Limits\n"
        "from churn_verification.conformance.testing import conformance_test\n"
        "limits = Limits(start=600, reply=600)\n"
        f"test_mine = conformance_test({command!r}, boards=('2',), limits=limits)\n"
    )
    options = ["-q", "-p", "no:cacheprovider", "-k", "turns/R1"]
    run = subprocess.run(
        [sys.executable, "-O", "-m", "pytest", *options, "test_mine.py"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 1, run.stdout + run.stderr
    assert "wrong of" in run.stdout
