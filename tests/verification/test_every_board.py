"""What Coq proves for every board: the list of theorems, that nothing is assumed, and the model."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import churn_spec as spec
from churn_verification.hexagons import hexagons, shapes
from churn_verification.proofs import catalogue, everywhere
from churn_verification.proofs.rocq import building, sources
from churn_verification.proofs.rocq.agreement import compare
from churn_verification.registry import Context, Level, Reach
from churn_verification.results import Result, Status
from churn_verification.suite import suite

SMALL = 5
CONTEXT = Context(level=Level.EXHAUSTIVE, seed=1)


def test_the_theorems_speak_for_every_clause_but_the_claims() -> None:
    spoken = {clause for theorem in sources.theorems() for clause in theorem.clauses}
    assert spoken == spec.CLAUSES.keys() - {"C1", "C2"}


def test_every_theorem_says_what_it_proves() -> None:
    theorems = sources.theorems()
    assert len({theorem.id for theorem in theorems}) == len(theorems) >= 30
    for theorem in theorems:
        assert theorem.sentence[0].isupper(), theorem.id
        assert theorem.sentence.endswith("."), theorem.id


def test_a_clause_with_a_theorem_about_listed_boards_is_not_proved_for_all() -> None:
    listed = {each.id: each.listed_boards for each in sources.theorems() if each.listed_boards}
    assert listed == {"even_hexagons_can_be_tied": 23}
    assert suite()["proof/listed-boards"].clauses == ("B2",)
    assert suite()["proof/listed-boards"].reach is Reach.PROVED_POSITIONS
    assert suite()["proof/every-board"].reach is Reach.PROVED_BOARDS
    assert "B2" not in suite()["proof/every-board"].clauses
    [theorem] = [each for each in sources.theorems() if each.id in listed]
    assert theorem.prover == "Coq, 23 boards"
    assert "23 listed hexagons" in theorem.sentence


def test_the_checks_name_the_theorems_they_are_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "missing_programs", lambda: None)
    monkeypatch.setattr(building, "assumptions", lambda _place: building.CLOSED)
    listed = _run("proof/listed-boards")
    assert (listed.covered["theorems"], listed.covered["boards"]) == (1, 23)
    assert _run("proof/every-board").covered["theorems"] == len(sources.theorems()) - 1


def test_no_theorem_has_the_name_of_one_of_z3() -> None:
    names = {theorem.id for theorem in sources.theorems()}
    assert not names & {*catalogue.THEOREMS, *everywhere.THEOREMS}


def test_nothing_is_left_unproved_or_assumed_in_the_sources() -> None:
    forbidden = re.compile(r"\b(Admitted|admit|Axiom|Parameter|Conjecture|Hypothesis|Unset)\b")
    for module in sources.modules():
        assert not forbidden.search((sources.folder() / f"{module}.v").read_text()), module


def test_a_theorem_without_clauses_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "_CoqProject").write_text("-Q . Churn\nSome.v\n")
    (tmp_path / "Some.v").write_text("(** T1: Nothing. *)\nLemma a : True.\nTheorem b : True.\n")
    monkeypatch.setattr(sources, "folder", lambda: tmp_path)
    with pytest.raises(sources.SourceError, match=r"Some\.v: no comment .* above b"):
        sources.theorems.__wrapped__()


def test_a_missing_program_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert building.missing_programs() == (
        "coqc, coq_makefile, make, ocamlopt not found;"
        " on Debian and Ubuntu: apt-get install coq make ocaml-nox"
    )
    result = _run("proof/every-board")
    assert result.status is Status.NOT_RUN
    assert result.reason == building.missing_programs()


@pytest.mark.deep
def test_no_theorem_rests_on_an_axiom(coq: Path) -> None:
    assert building.assumptions(coq) == building.CLOSED
    asked = (coq / "build" / "Assumptions.v").read_text()
    names = ",".join(theorem.id for theorem in sources.theorems())
    assert f"Definition every_theorem := ({names})." in asked


@pytest.mark.deep
def test_an_axiom_fails_the_check(coq: Path, tmp_path: Path) -> None:
    copy = tmp_path / "with_axiom"
    shutil.copytree(coq, copy)
    pie = copy / "Pie.v"
    claim = "Theorem not_both_sides_can_win p :"
    text = pie.read_text().replace(claim, f"Axiom absurd : False.\n\n{claim}")
    pie.write_text(
        re.sub(rf"({claim}.*?Proof\.).*?Qed\.", r"\1 destruct absurd. Qed.", text, flags=re.S)
    )
    building._run(["make", "--silent", "build/assumptions.txt"], copy)
    assert (copy / "build" / "assumptions.txt").read_text().startswith("Axioms:\nabsurd : False")


def test_the_check_fails_on_what_is_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "missing_programs", lambda: None)
    monkeypatch.setattr(building, "assumptions", lambda _place: "Axioms: absurd : False")
    result = _run("proof/every-board")
    assert result.status is Status.FAILED
    assert result.reason == "the theorems rest on more than was proved: Axioms: absurd : False"


@pytest.mark.deep
@pytest.mark.parametrize("mode", [[], ["engine"]], ids=["rules", "stack of groups"])
def test_the_model_agrees_with_the_specification(coq: Path, mode: list[str]) -> None:
    boards = hexagons(SMALL)
    counts = compare(boards, [str(coq / "build" / "adapter"), *mode])
    swaps = sum(spec.cell_count(board) for board in boards if spec.cell_count(board) > 1)
    positions = sum(2 * 3 ** spec.cell_count(board) for board in boards)
    assert counts["boards"] == len(boards)
    assert counts["positions"] == positions + swaps


@pytest.mark.deep
def test_the_bound_is_the_one_that_the_specification_computes(coq: Path) -> None:
    boards = ["1", "2", "3", "3-4-3-4-3-4", "2-1-2-2-1-2", "5", "7"]
    adapter = str(coq / "build" / "adapter")
    done = subprocess.run([adapter, "bound", *boards], capture_output=True, text=True, check=True)
    expected = [spec.longest_game_bound(spec.read_board(board)) for board in boards]
    assert [int(line) for line in done.stdout.split()] == expected


def test_the_tied_boards_are_all_even_shapes() -> None:
    text = (sources.folder() / "Ties.v").read_text()
    listed = [
        tuple(map(int, sides)) for sides in re.findall(r"sides_of (\d+)" + r" (\d+)" * 5, text)
    ]
    even = [board.sides for board in shapes(14) if spec.cell_count(board) % 2 == 0]
    assert listed == even


def _run(check: str) -> Result:
    return suite()[check].run(CONTEXT)
