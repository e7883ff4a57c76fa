"""What checks execute: measured each by itself, put together by check and by clause."""

import warnings

import pytest
from tests.verification.toy_runs import WHERE, toy_course

import churn_spec as spec
from churn_verification.registry import Context, Level
from churn_verification.reports import measuring
from churn_verification.reports.covering import Arc, coverage_of
from churn_verification.reports.executable import code_of_function, code_of_package
from churn_verification.reports.measuring import measure
from churn_verification.reports.model import report_of
from churn_verification.results import Result
from churn_verification.suite import suite
from churn_verification.views.of_verify import document_of
from churn_verification.views.page import page_of
from churn_verification.work import processes


def test_bodies_of_functions_count_and_compiled_ones_do_not() -> None:
    code = {each.module: each for each in code_of_package("churn_engine")}
    assert "churn_engine.game" in code
    assert "churn_engine.kernels.turns" not in code  # nothing but compiled functions
    assert "churn_spec.clauses" not in code
    stated = code_of_function(spec.stated_by("E2"))
    assert stated.module == "churn_spec.rules"
    whole = {each.module: each for each in code_of_package("churn_spec")}["churn_spec.rules"]
    assert stated.lines < whole.lines
    assert stated.branches < whole.branches
    assert len(stated.branches) >= 2


def test_each_check_is_watched_by_itself() -> None:
    registry = suite()
    checks = [
        registry[name]
        for name in ("property/the-majority-wins", "figures/stepping", "placements/stepping/size-3")
    ]
    seen: list[tuple[int, int]] = []
    coverage = measure(checks, 5, 1, lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]
    by_id = {check.id: check for check in coverage.checks}
    assert list(by_id) == ["property/the-majority-wins", "figures/stepping"]
    property_alone, engine = by_id.values()
    assert property_alone.engine.lines == 0
    assert engine.engine.lines > 50
    assert engine.engine.branches > 10
    assert property_alone.alone > 0
    assert not property_alone.cut
    by_clause = {clause.id: clause for clause in coverage.clauses}
    assert by_clause["E2"].stated == by_clause["E2"].stated_of
    assert by_clause["S1"].specification.lines == 0
    assert by_clause["C1"].stated is None
    assert coverage.specification.lines < coverage.specification_of.lines
    assert "churn_engine.perft" in coverage.missed
    page = page_of(document_of(report_of([], toy_course(), WHERE, coverage)))
    assert "What the checks execute" in page


def never_end(context: Context) -> Result:
    while True:
        spec.cells_of(spec.regular_board(2))


def test_a_check_is_ended_at_its_limit_and_what_it_did_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    endless = suite()["figures/stepping"]
    monkeypatch.setattr(measuring, "_run", lambda *_: never_end(Context(Level.QUICK, 1)))
    steps, was_cut = measuring._watch(endless.id, 1, 0.2)
    assert was_cut
    assert "churn_spec.board" in steps


def test_lines_of_one_check_alone_are_those_that_no_other_executes() -> None:
    registry = suite()
    checks = [registry["figures/stepping"], registry["figures/kernels"]]
    (code,) = [each for each in code_of_package("churn_spec") if each.module == "churn_spec.rules"]
    one, two, three, four, *_ = sorted(code.lines)
    executed = {
        "figures/stepping": {code.module: {(one, two), (two, three)}},
        "figures/kernels": {code.module: {(three, four)}},
    }
    coverage = coverage_of(checks, executed, {"figures/kernels"}, 10)
    assert [(each.alone, each.cut) for each in coverage.checks] == [(2, False), (1, True)]
    assert coverage.specification.lines == 4


def test_branches_that_were_not_taken_do_not_count() -> None:
    checks = [suite()["figures/stepping"]]
    (code,) = [each for each in code_of_package("churn_spec") if each.module == "churn_spec.rules"]
    taken = frozenset(sorted(code.branches)[:2])
    coverage = coverage_of(checks, {checks[0].id: {code.module: taken}}, set(), 10)
    assert coverage.specification.branches == 2 < coverage.specification_of.branches


def cut_at_once(check_id: str, seed: int, seconds: float) -> tuple[dict[str, frozenset[Arc]], bool]:
    return {}, True


def test_a_check_that_was_cut_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "START_METHOD", "fork")
    monkeypatch.setattr(measuring, "_watch", cut_at_once)
    checks = [suite()["figures/stepping"]]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of forking beside threads
        (check,) = measure(checks, 5, 1, lambda _done, _total: None).checks
    assert check.cut
