"""`churnproof mutants`: what it prints, its statuses, and what it refuses."""

import json
from pathlib import Path

import pytest
from tests.verification.command_line import Run
from tests.verification.made_up_examination import MADE_UP

from churn_verification.misreadings import CATALOGUE
from churn_verification.mutants import examining


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys, "mutants")


def test_json_has_all_keys(run: Run) -> None:
    status, out, err = run(
        "--mutant", "swap-never", "--first", "--seed", "1", "--workers", "1", "--json"
    )
    document = json.loads(out)
    assert status == 0
    assert "seed 1" in err
    assert document["survivors"] == []
    assert document["complete"] is True
    (mutant,) = document["mutants"]
    assert mutant["id"] == "swap-never"
    assert mutant["clauses"] == ["S1"]
    assert mutant["killed_by"] == "games/2"
    assert mutant["turns_to_kill"] == 1
    assert mutant["counterexample"]["clause"] == "S1"
    assert document["scores"]["levels"] == {"quick": 1}
    assert document["unseen_by_figures"] == ["swap-never"]


def test_a_star_stands_for_anything(run: Run) -> None:
    status, out, _ = run("--mutant", "swap-[na]*", "--mutant", "blue-first", "--list")
    assert status == 0
    named = [line.split()[0] for line in out.splitlines() if not line.startswith(" ")]
    assert set(named) == {"swap-never", "swap-always", "swap-and-place", "blue-first"}


def test_no_column_of_the_matrix_is_lost_in_a_log(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examining, "examine", lambda *_: MADE_UP)
    monkeypatch.delenv("COLUMNS", raising=False)
    _, out, _ = run("--seed", "1")
    (heading,) = (line for line in out.splitlines() if line.split()[:1] == ["mutant"])
    assert heading.split() == ["mutant", "1", "2", "3", "figures"]
    assert "…" not in out


def test_a_survivor_is_a_failure_and_is_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examining, "examine", lambda *_: MADE_UP)
    status, out, _ = run("--seed", "1")
    assert status == 1
    assert "SURVIVORS: square-grid." in out
    assert "killed by dear at level quick after 3 examples and 5 turns" in out


def test_a_run_that_is_stopped_says_so(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stopped = MADE_UP.model_copy(update={"complete": False})
    monkeypatch.setattr(examining, "examine", lambda *_: stopped)
    status, out, err = run("--seed", "1", "--page", str(tmp_path / "page.md"))
    assert status == 130
    assert "INCOMPLETE" in out
    assert "stopped by hand" in err
    assert not (tmp_path / "page.md").exists()


def test_the_page_is_written(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(examining, "examine", lambda *_: MADE_UP)
    run("--seed", "1", "--page", str(tmp_path / "page.md"))
    assert "# Mutants" in (tmp_path / "page.md").read_text(encoding="utf-8")


def test_the_list(run: Run) -> None:
    status, out, _ = run("--list")
    assert status == 0
    named = [line.split(" ")[0] for line in out.splitlines() if not line.startswith(" ")]
    assert named == list(CATALOGUE)
    assert len(json.loads(run("--list", "--json")[1])) == len(CATALOGUE)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--mutant", "equal-groups-remove"], "the nearest are equal-groups-removed"),
        (["--mutant", "???"], "--list shows them all"),
        (["--page", "x.md", "--mutant", "swap-never"], "leave out --mutant"),
        (["--limit", "0"], "--limit"),
    ],
)
def test_wrong_requests_are_told_in_a_line(run: Run, arguments: list[str], said: str) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1
