"""Proofs are checked by a program that did not find them, and what is no proof is refused."""

import pytest
import z3

import churn_spec as spec
from churn_verification.checks import proofs as checks
from churn_verification.proofs import catalogue, certificates
from churn_verification.proofs.certificates import (
    CertificateError,
    Clauses,
    certify,
    certify_theorem,
    require_refutation,
)
from churn_verification.proofs.grid import grid_of
from churn_verification.proofs.obligations import Question, questions_of
from churn_verification.registry import Context, Level, Registry
from churn_verification.results import Status

ROW = grid_of(spec.read_board("4-1-1-4-1-1"))
PAIRS = [(1, 2), (1, -2), (-1, 3), (-1, -3)]
A, B = z3.BitVecs("a b", 4)
P, Q = z3.Bools("p q")


@pytest.mark.usefixtures("cadical")
@pytest.mark.parametrize("theorem", [*catalogue.THEOREMS])
def test_each_theorem_is_certified_on_a_row_of_three(theorem: str) -> None:
    grid = grid_of(spec.read_board("3-1-1-3-1-1"))
    questions, added = certify_theorem(catalogue.THEOREMS[theorem], grid)
    says_nothing = theorem == "even_board_can_tie"
    assert (questions > 0) is not says_nothing
    assert (added > 0) is not says_nothing


@pytest.mark.usefixtures("cadical")
def test_what_z3_would_not_refute_is_not_certified() -> None:
    theorem = catalogue.THEOREMS["the_majority_wins"]
    (case,) = theorem.cases(ROW)
    _, claim = questions_of(theorem, case, ROW, None)
    assert certify(claim) > 0
    with pytest.raises(CertificateError, match="does not refute it"):
        certify(Question("claim", list(claim.formulas[:-1]), "unsat"))


# Clauses -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("cadical")
@pytest.mark.parametrize(
    "formula",
    [
        A + B == B + A,
        -A == ~A + 1,
        z3.Extract(2, 1, A) == z3.Extract(2, 1, A & 6),
        z3.ULT(A, B) == z3.Not(z3.ULE(B, A)),
        z3.If(P, A, B) == (z3.If(P, A, z3.BitVecVal(0, 4)) | z3.If(P, z3.BitVecVal(0, 4), B)),
        z3.Concat(z3.Extract(3, 2, A), z3.Extract(1, 0, A)) == A,
        z3.ZeroExt(2, A) + z3.ZeroExt(2, B) == z3.ZeroExt(2, B) + z3.ZeroExt(2, A),
        A ^ B == (A | B) & ~(A & B),
        z3.Implies(P, z3.Or(P, Q)),
        z3.Or(z3.And(P, Q), z3.Not(P), z3.Not(Q)),
        A + B + A == A + A + B,
    ],
    ids=str,
)
def test_what_always_holds_is_certified_and_its_opposite_is_not(formula: z3.BoolRef) -> None:
    certify(Question("claim", [z3.Not(formula)], "unsat"))
    with pytest.raises(CertificateError, match="does not refute it: exit status 10"):
        certify(Question("claim", [formula], "unsat"))


@pytest.mark.usefixtures("cadical")
@pytest.mark.parametrize(
    "formula", [A + B == A | B, z3.ULT(A, B) == z3.ULE(A, B), -A == ~A, A ^ B == A | B], ids=str
)
def test_what_does_not_always_hold_is_not_certified(formula: z3.BoolRef) -> None:
    with pytest.raises(CertificateError, match="does not refute it"):
        certify(Question("claim", [z3.Not(formula)], "unsat"))


def test_an_operation_without_clauses_is_refused() -> None:
    with pytest.raises(CertificateError, match="no clauses are known for bvmul"):
        Clauses(Question("claim", [A * B == A], "unsat"))
    with pytest.raises(CertificateError, match="is to be found"):
        certify(Question("witness", [P], "sat"))


# The checker -------------------------------------------------------------------------------------


def test_a_proof_is_followed_to_the_contradiction() -> None:
    assert require_refutation(PAIRS, ["1 0\n", "d 1 2 0\n", "0\n"]) == 1
    assert require_refutation([(1,), (-1,)], []) == 0
    assert require_refutation([(1, 2), (-1, 2), (1, -2), (-1, -2)], ["2 0\n"]) == 1


@pytest.mark.parametrize(
    ("clauses", "proof", "reason"),
    [
        ([(1, 2), (-1, 2)], ["1 0\n"], "line 1 of the proof does not follow"),
        ([(1, 2), (-1, 2)], ["2 0\n"], "ends without a contradiction"),
        ([(1, 2), (-1, 2)], ["0\n"], "line 1 of the proof does not follow"),
        (PAIRS, [], "ends without a contradiction"),
        (PAIRS, ["d 1 2 0\n", "1 0\n", "0\n"], "line 2 of the proof does not follow"),
        (PAIRS, ["d 7 8 0\n"], "line 1 of the proof deletes a clause that is not there"),
        (PAIRS, ["d 1 2 0\n", "d 1 2 0\n"], "line 2 of the proof deletes"),
        (PAIRS, ["1 2\n"], "has no end"),
    ],
)
def test_what_is_no_proof_is_refused(
    clauses: list[tuple[int, ...]], proof: list[str], reason: str
) -> None:
    with pytest.raises(CertificateError, match=reason):
        require_refutation(clauses, proof)


@pytest.mark.usefixtures("cadical")
def test_a_proof_that_was_cut_off_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    require = require_refutation

    def kept(clauses: object, proof: object) -> int:
        lines.extend(proof)  # type: ignore[arg-type]
        return require(clauses, lines)  # type: ignore[arg-type]

    monkeypatch.setattr(certificates, "require_refutation", kept)
    question = Question("claim", [z3.Not(A + B + A == A + A + B)], "unsat")
    certify(question)
    clauses = Clauses(question).clauses
    assert len(lines) > 20
    with pytest.raises(CertificateError, match="ends without a contradiction"):
        require(clauses, lines[: len(lines) // 2])


# The check ---------------------------------------------------------------------------------------


def test_without_cadical_the_check_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _program: None)
    registry = Registry()
    checks.register(registry)
    result = registry["proof-certificates"].run(Context(Level.EXHAUSTIVE, 0))
    assert result.status is Status.NOT_RUN
    assert result.reason == "CaDiCaL is not installed; Debian has it as cadical"


@pytest.mark.usefixtures("cadical")
def test_a_proof_that_is_none_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_clauses: object, _proof: object) -> int:
        raise CertificateError("the proof ends without a contradiction")

    monkeypatch.setattr(certificates, "require_refutation", refuse)
    registry = Registry()
    checks.register(registry)
    result = registry["proof-certificates"].run(Context(Level.EXHAUSTIVE, 0))
    assert result.status is Status.FAILED
    assert "board 1, flood_fill_has_converged: the proof ends" in str(result.reason)
