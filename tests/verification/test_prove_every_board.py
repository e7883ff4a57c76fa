"""`churnproof prove` with the theorems that Coq proves for every board."""

import json
from contextlib import nullcontext
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from churn_verification.cli import prove
from churn_verification.proofs.proving import jobs_for
from churn_verification.proofs.rocq import building, reporting, sources

NAME = "no_game_is_longer_than_the_bound"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(prove.command, list(arguments))


@pytest.mark.deep
def test_a_theorem_is_proved(coq: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting, "TemporaryDirectory", lambda: nullcontext(coq))
    result = run("--theorem", NAME, "--json")
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["held"]
    assert [(each["id"], each["board"], each["status"]) for each in report["theorems"]] == [
        (NAME, "all", "proved")
    ]
    assert report["theorems"][0]["clauses"] == ["F1"]


def test_a_theorem_is_not_run_without_coq(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    result = run("--theorem", NAME, "--json")
    assert result.exit_code == 0
    [theorem] = json.loads(result.stdout)["theorems"]
    assert theorem["status"] == "not-run"
    assert theorem["reason"] == building.missing_programs()
    text = run("--theorem", NAME).stdout
    assert "0 of 1 proved" in text
    assert "1 not run: coqc, coq_makefile, make, ocamlopt not found" in " ".join(text.split())


def test_a_theorem_on_an_axiom_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    assumed = "Axioms: false : False"
    monkeypatch.setattr(building, "assumptions", lambda _place: assumed)
    monkeypatch.setattr(building, "missing_programs", lambda: None)
    result = run("--theorem", NAME, "--json")
    assert result.exit_code == 1
    [theorem] = json.loads(result.stdout)["theorems"]
    assert (theorem["status"], theorem["reason"]) == ("unknown", assumed)


def test_what_coq_proves_is_not_said_to_be_by_z3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "assumptions", lambda _place: building.CLOSED)
    monkeypatch.setattr(building, "missing_programs", lambda: None)
    text = run("--theorem", NAME, "--theorem", "even_hexagons_can_be_tied").stdout
    assert "z3" not in text
    assert "PASSED: 2 of 2 proved, 0 of 0 controls refuted. By Coq" in text
    assert f"{NAME}  [F1]  Coq, all boards" in text
    assert "even_hexagons_can_be_tied  [B2]  Coq, 23 listed boards" in text
    both = run("1", "--theorem", NAME, "--theorem", "counting_is_sound", "--json")
    report = json.loads(both.stdout)
    assert {each["id"]: each["prover"] for each in report["theorems"]} == {
        "counting_is_sound": "z3",
        NAME: "Coq",
    }
    assert (
        "every_game_ends  [F1]  z3, numbers for all boards,"
        in run("--theorem", "every_game_ends").stdout
    )
    assert report["solver"].startswith("z3 ")
    assert ", Coq" in report["solver"]


def test_the_list_says_who_proves_what() -> None:
    text = run("--list").stdout
    assert f"{NAME}  [Coq, every board; F1]" in text
    assert "even_hexagons_can_be_tied  [Coq, 23 boards; B2]" in text
    assert "isolation_is_forced  [z3, board by board; P1]" in text
    assert "every_game_ends  [z3, numbers for all boards; F1]" in text


def no_coq(_place: object) -> str:
    raise AssertionError("Coq was asked")


def test_theorems_for_z3_leave_coq_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "assumptions", no_coq)
    result = run("1", "--theorem", "counting_is_sound", "--json")
    assert result.exit_code == 0, result.output
    assert [each["id"] for each in json.loads(result.stdout)["theorems"]] == ["counting_is_sound"]


def test_boards_that_are_named_leave_coq_out(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = jobs_for(["counting_is_sound"], ["1"])
    monkeypatch.setattr("churn_verification.proofs.proving.jobs_for", lambda *_: jobs)
    monkeypatch.setattr(building, "assumptions", no_coq)
    result = run("1", "--json")
    assert result.exit_code == 0, result.output
    ids = {each["id"] for each in json.loads(result.stdout)["theorems"]}
    assert ids
    assert not ids & {theorem.id for theorem in sources.theorems()}
