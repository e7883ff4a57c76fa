"""`churnproof prove`: what it prints, and what it refuses in one line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from churn_verification.cli import prove
from churn_verification.cli.common import (
    ExitStatus,
    Interrupted,
    Leave,
    RequestError,
    SurroundingsError,
)
from churn_verification.proofs import catalogue, everywhere
from churn_verification.proofs.jobs import Settings, cases_on, run
from churn_verification.proofs.proving import report_of
from churn_verification.proofs.rocq import sources

TRIANGLE = "2-1-2-1-2-1"
COUNTING = ("--theorem", "counting_is_sound", "--no-cache", "--workers", "1")


def invoked(*arguments: str) -> Result:
    return CliRunner().invoke(prove.command, arguments, catch_exceptions=False)


def test_json_has_the_keys_of_the_design() -> None:
    result = invoked(TRIANGLE, *COUNTING, "--json")
    assert result.exit_code == ExitStatus.HELD
    document = json.loads(result.stdout)
    (theorem,) = document["theorems"]
    assert {"id", "clauses", "board", "status", "seconds"} <= set(theorem)
    assert (theorem["id"], theorem["board"]) == ("counting_is_sound", TRIANGLE)
    assert (theorem["status"], document["held"]) == ("proved", True)
    assert [control["status"] for control in document["controls"]] == ["refuted"]


def test_a_theorem_is_proved_with_what_it_rests_on_and_told_in_words() -> None:
    result = invoked(TRIANGLE, "--theorem", "isolation_is_forced", "--no-cache", "--workers", "2")
    assert result.exit_code == ExitStatus.HELD
    assert "proved  flood_fill_finds_the_groups" in result.stdout
    assert "proved  isolation_is_forced  [P1]" in result.stdout
    assert "by the rules" in result.stdout
    assert "2 of 2 proved, 4 of 4 controls refuted" in result.stdout


def test_time_that_runs_out_is_a_difference_that_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    theorem = ("--theorem", "ranking_of_the_other_stays")
    limits = ("--timeout", "0.001", "--no-cache", "--workers", "1")
    with pytest.raises(Leave, match=str(int(ExitStatus.DIFFERENCE))):
        prove.command.main(["2", *theorem, *limits], standalone_mode=False)
    assert "not proved" in capsys.readouterr().out


def test_questions_are_exported(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    result = invoked(TRIANGLE, *COUNTING, "--export", str(folder), "--json")
    assert result.exit_code == ExitStatus.HELD
    (theorem,) = json.loads(result.stdout)["theorems"]
    files = list((folder / TRIANGLE).glob("*.smt2"))
    assert len(files) == theorem["questions"] > 0
    assert all(file.read_text().startswith("(set-logic QF_BV)") for file in files)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(SurroundingsError, match="cannot write to"):
        invoked(TRIANGLE, *COUNTING, "--export", str(file / "folder"))


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("2", "--theorem", "formed_group"), "the nearest are formed_group_survives"),
        (("2", "--theorem", "zzz"), "no theorem is called 'zzz'; --list shows them all"),
        (("2", "--theorem", "even_board_can_tie"), "says nothing of board 2"),
        (("4",), "37 cells, and all theorems on it may take about .* --force"),
        (("9", "--force"), "217 cells; proofs go up to 48 cells"),
    ],
)
def test_what_cannot_be_proved_is_refused(arguments: tuple[str, ...], reason: str) -> None:
    with pytest.raises(RequestError, match=reason):
        invoked(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [("2", "--timeout", "0"), ("2", "--timeout", "-1"), ("2", "--timeout", "nan"), ("2-2",)],
)
def test_what_cannot_be_read_is_refused(arguments: tuple[str, ...]) -> None:
    assert invoked(*arguments).exit_code == ExitStatus.REQUEST


def test_a_run_that_was_stopped_is_incomplete() -> None:
    jobs = list(cases_on("counting_is_sound", TRIANGLE))
    report = report_of(jobs, [run(jobs[0], Settings(60, keeps_answers=False))])
    assert (report.held, report.complete) == (False, False)
    assert report.theorems[0].status == "unknown"
    with pytest.raises(Interrupted):
        prove._leave_with(report)


def test_the_list_names_all_theorems() -> None:
    listed = json.loads(invoked("--list", "--json").stdout)
    own = len(catalogue.THEOREMS) + len(everywhere.THEOREMS)
    assert len(listed) == own + len(sources.theorems())
    assert all(each["sentence"] and each["clauses"] for each in listed)
