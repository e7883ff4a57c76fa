"""What Coq proves for every board: the list of theorems, that nothing is assumed, and the model."""

import re
import subprocess
from pathlib import Path

import pytest

import churn_spec as spec
from churn_verification.hexagons import hexagons, shapes
from churn_verification.proofs.rocq import building, sources
from churn_verification.proofs.rocq.agreement import compare
from churn_verification.registry import Context, Level
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


def test_no_theorem_rests_on_an_axiom(coq: Path) -> None:
    assumed = building.assumptions(coq)
    assert list(assumed) == [theorem.id for theorem in sources.theorems()]
    assert set(assumed.values()) == {building.CLOSED}


def test_an_axiom_fails_the_check(coq: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = sources.theorems()[0].id
    monkeypatch.setattr(building, "_run", lambda _command, place: _claim(place, name))
    del coq
    result = _run("proof/every-board")
    assert result.status is Status.FAILED
    assert result.reason == f"{name} rests on more than was proved: Axioms: false : False"


@pytest.mark.parametrize("mode", [[], ["engine"]], ids=["rules", "stack of groups"])
def test_the_model_agrees_with_the_specification(coq: Path, mode: list[str]) -> None:
    boards = hexagons(SMALL)
    counts = compare(boards, [str(coq / "build" / "adapter"), *mode])
    swaps = sum(spec.cell_count(board) for board in boards if spec.cell_count(board) > 1)
    positions = sum(2 * 3 ** spec.cell_count(board) for board in boards)
    assert counts["boards"] == len(boards)
    assert counts["positions"] == positions + swaps


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


def _claim(place: Path, name: str) -> None:
    """Pretend that Coq found an axiom under one theorem."""
    answers = [
        "Axioms:\nfalse : False" if theorem.id == name else building.CLOSED
        for theorem in sources.theorems()
    ]
    (place / "build").mkdir()
    (place / "build" / "assumptions.txt").write_text("\n".join(answers) + "\n")
