"""Every clause is traced from the designer's words to the checks that speak for it."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.verification.toy_runs import toy_report
from tools.documents import stale, write_documents

import churn_spec as spec
from churn_verification.cli import trace
from churn_verification.cli.common import RequestError
from churn_verification.conformance.vectors.files import vectors_of
from churn_verification.conformance.vectors.models import FILES
from churn_verification.registry import Check, Kind, Level, Registry
from churn_verification.reports.traceability import NOT_POSSIBLE, Need, problems_of, traces_of
from churn_verification.results import Status, held, not_run
from churn_verification.suite import suite
from churn_verification.support.files import read_text
from churn_verification.views.folder import write_reports

ROOT = Path(__file__).parents[2]
KINDS_OF_A_RULE = (Kind.DIFFERENTIAL, Kind.EXHAUSTIVE, Kind.VECTOR, Kind.MUTANT)


def registry_with(kinds: dict[str, tuple[Kind, ...]]) -> Registry:
    """A registry with a check of each kind for each clause."""
    registry = Registry()
    for clause, of_kinds in kinds.items():
        for kind in of_kinds:
            check_id = f"toy/{clause}/{kind.value}"
            registry.add(
                Check(check_id, "It holds.", (clause,), kind, Level.QUICK, lambda _: held({"a": 1}))
            )
    return registry


def whole() -> dict[str, tuple[Kind, ...]]:
    return {
        clause: (Kind.CLAIM,) if clause in spec.CLAIMED_TURNS else KINDS_OF_A_RULE
        for clause in spec.CLAUSES
    }


def test_a_registry_with_everything_has_no_problem() -> None:
    assert problems_of(registry_with(whole())) == []


@pytest.mark.parametrize(
    ("clause", "kinds", "lacks"),
    [
        ("P1", (Kind.EXHAUSTIVE, Kind.VECTOR, Kind.MUTANT), "a differential check"),
        ("P2", (Kind.DIFFERENTIAL, Kind.VECTOR, Kind.MUTANT), "a proof or an exhaustive check"),
        ("R1", (Kind.DIFFERENTIAL, Kind.PROOF, Kind.MUTANT), "vectors"),
        ("F1", (Kind.DIFFERENTIAL, Kind.PROOF, Kind.VECTOR), "a mutant"),
        ("C2", (), "a measurement"),
    ],
)
def test_what_a_clause_lacks_is_a_problem(clause: str, kinds: tuple[Kind, ...], lacks: str) -> None:
    assert problems_of(registry_with({**whole(), clause: kinds})) == [f"{clause} lacks {lacks}"]


def test_a_clause_without_a_function_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(spec.clauses._STATED_BY, "E2")
    lacks = f"E2 lacks {Need.FUNCTION.value}"
    assert problems_of(registry_with(whole())) == [lacks]


def test_a_reason_stands_in_for_what_is_not_possible_and_only_for_that() -> None:
    kinds = {**whole(), "S1": (Kind.DIFFERENTIAL, Kind.EXHAUSTIVE, Kind.MUTANT)}
    reason = {**NOT_POSSIBLE, ("S1", Need.VECTORS): "there is nothing to ask"}
    assert problems_of(registry_with(kinds), reason) == []
    (trace_of_swap,) = [
        each for each in traces_of(registry_with(kinds), reason) if each.clause == "S1"
    ]
    assert trace_of_swap.excused == {Need.VECTORS: "there is nothing to ask"}
    assert problems_of(registry_with(whole()), reason) == [
        "the reason why S1 cannot have vectors is not needed"
    ]


@pytest.mark.parametrize("clause", spec.CLAUSES)
def test_the_suite_has_what_each_clause_must_have(clause: str) -> None:
    (of_clause,) = [each for each in traces_of(suite()) if each.clause == clause]
    assert of_clause.missing == []


def test_a_claim_lacks_what_no_reason_is_given_for() -> None:
    without = {key: reason for key, reason in NOT_POSSIBLE.items() if key != ("C1", Need.MUTANT)}
    assert problems_of(registry_with(whole()), without) == ["C1 lacks a mutant"]


def test_no_reason_is_given_that_is_not_needed() -> None:
    assert [problem for problem in problems_of(suite()) if "is not needed" in problem] == []


def test_every_clause_rests_on_words() -> None:
    assert list(spec.RESTS_ON) == list(spec.CLAUSES)
    figures = {number for passage in spec.RESTS_ON.values() for number in passage.figures}
    assert figures == {1, 2, 3, 4}


def test_nothing_refers_to_a_clause_that_does_not_exist() -> None:
    """Clause ids look like nothing else in these folders, so that a text search finds them."""
    looks_like_one = re.compile(rf"\b[{''.join({clause[0] for clause in spec.CLAUSES})}]\d\b")
    found: dict[str, list[str]] = {}
    for folder in ("spec", "engine", "verification"):
        for pattern in ("*.py", "*.md", "*.html"):
            for path in (ROOT / folder).rglob(pattern):
                for name in looks_like_one.findall(read_text(path)):
                    found.setdefault(name, []).append(path.name)
    assert set(spec.CLAUSES) <= set(found)
    unknown = {name: paths for name, paths in found.items() if name not in spec.CLAUSES}
    assert unknown == {}


def test_the_vectors_ask_about_every_rule() -> None:
    asked = {clause for kind in FILES for vector in vectors_of(kind) for clause in vector.clauses}
    assert asked == set(spec.CLAUSES) - set(spec.CLAIMED_TURNS)


# The documents and the command --------------------------------------------------------------------


def test_the_documents_are_those_that_follow_from_the_code() -> None:
    assert stale(ROOT / "docs") == [], "python -m tools.documents writes them"


def test_a_stale_document_is_told_and_written_anew(tmp_path: Path) -> None:
    check = CliRunner().invoke(write_documents, [str(tmp_path), "--check"])
    assert check.exit_code == 1
    assert "traceability.md is stale" in check.output
    assert CliRunner().invoke(write_documents, [str(tmp_path)]).exit_code == 0
    assert CliRunner().invoke(write_documents, [str(tmp_path), "--check"]).exit_code == 0
    (tmp_path / "traceability.md").write_text("something else")
    assert stale(tmp_path) == ["traceability.md"]


def traced(*arguments: str) -> list[dict[str, object]]:
    run = CliRunner().invoke(trace.command, [*arguments, "--json"], catch_exceptions=False)
    documents: list[dict[str, object]] = json.loads(run.stdout)
    return documents


def test_a_clause_is_traced_with_the_latest_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("churn_verification.suite.suite", lambda: registry_with(whole()))
    report = toy_report(held({"cases": 1}))
    update = {"id": "toy/P1/vector", "status": Status.FAILED, "reason": "differs"}
    check = report.checks[0].model_copy(update=update)
    write_reports(report.model_copy(update={"checks": (check,)}), tmp_path)
    (document,) = traced("p1", "--report", str(tmp_path))
    assert document["stated_by"] == "churn_spec.rules.isolated_placements"
    assert document["figures"] == [1]
    not_run = {"status": "not-run", "reason": "not selected"}
    assert document["checks"] == {
        "differential": [{"id": "toy/P1/differential", **not_run}],
        "exhaustive": [{"id": "toy/P1/exhaustive", **not_run}],
        "vector": [{"id": "toy/P1/vector", "status": "failed", "reason": None}],
        "mutant": [{"id": "toy/P1/mutant", **not_run}],
    }
    assert [each["clause"] for each in traced()] == list(spec.CLAUSES)
    said = CliRunner().invoke(trace.command, ["P1", "--report", str(tmp_path)])
    assert "toy/P1/vector (failed)" in said.stdout
    words = " ".join(said.stdout.split())
    assert "toy/P1/mutant (not run: not selected)" in words
    assert "was made with sources other than those installed now" in said.stderr


def test_a_check_that_was_not_run_is_traced_with_the_reason(tmp_path: Path) -> None:
    report = toy_report(not_run("no browser is installed"))
    update = {"id": "figures/specification", "level": Level.QUICK}
    check = report.checks[0].model_copy(update=update)
    update = {"checks": (check,), "level": Level.QUICK}
    write_reports(report.model_copy(update=update), tmp_path)
    (document,) = traced("R1", "--report", str(tmp_path))
    checks = {each["id"]: each for kind in document["checks"].values() for each in kind}  # type: ignore[attr-defined]
    assert checks["figures/specification"]["reason"] == "no browser is installed"
    above = checks["proof/every-board"]
    assert above["reason"] == "only from level exhaustive on"
    assert {each["status"] for each in checks.values()} == {"not-run"}
    (plain,) = traced("R1")
    assert plain["checks"]["vector"][0] == {"id": "figures/specification", "status": None}  # type: ignore[index]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [(["Q1"], "there is no clause Q1; the clauses are B1"), (["--report", "."], "holds no report")],
)
def test_a_wrong_request_is_told(arguments: list[str], reason: str, tmp_path: Path) -> None:
    with pytest.raises(RequestError, match=reason):
        CliRunner().invoke(
            trace.command,
            [str(tmp_path) if part == "." else part for part in arguments],
            catch_exceptions=False,
        )
