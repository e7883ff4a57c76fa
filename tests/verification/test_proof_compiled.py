"""Compiled code is compared with the specification where proofs leave it out, and can differ."""

from typing import Any

import numpy as np
import pytest

import churn_spec as spec
from churn_engine.solver.layout import layout_of
from churn_engine.solver.patterns import patterns_of
from churn_verification.checks import proof_model
from churn_verification.hexagons import shapes
from churn_verification.proofs import compiled, compiled_solver
from churn_verification.proofs.compiled import CompiledDifference
from churn_verification.proofs.grid import Grid, grid_of
from churn_verification.registry import Context, Level, Registry
from churn_verification.results import Result, Status


def result_of(check: str) -> Result:
    registry = Registry()
    proof_model.register(registry)
    return registry[check].run(Context(Level.QUICK, 0))


def grid_on(board: str) -> Grid:
    return grid_of(spec.read_board(board))


def test_instructions_do_what_they_should() -> None:
    result = result_of("compiled/instructions")
    assert result.status is Status.HELD
    assert result.covered == {"word lengths": 6, "words": 745_472}


@pytest.mark.parametrize("column", range(5), ids=["deposit", "portable", "count", "first", "some"])
def test_an_instruction_that_is_wrong_in_the_third_machine_word_is_found(
    column: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at = compiled._look_at

    def wrong(layout: Any, words: Any, ranks: Any, answers: Any) -> None:
        look_at(layout, words, ranks, answers)
        in_third = answers[:, 0] // 64 == 2
        answers[in_third, column] ^= 1

    monkeypatch.setattr(compiled, "_look_at", wrong)
    found = result_of("compiled/instructions")
    assert found.status is Status.FAILED
    assert "words of 3 machine words" in str(found.reason)


def test_an_operator_that_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    combine = compiled._combine

    def wrong(layout: Any, ones: Any, others: Any, results: Any, some_of: Any) -> None:
        combine(layout, ones, others, results, some_of)
        results.reshape(-1, 5, layout.length)[-1, 2, -1] ^= np.uint64(1 << 63)

    monkeypatch.setattr(compiled, "_combine", wrong)
    assert "words of 1 machine words" in str(result_of("compiled/instructions").reason)


def test_patterns_are_all_looked_at() -> None:
    for check in ("compiled/accounts", "compiled/solver-tables"):
        result = result_of(check)
        assert result.status is Status.HELD
        assert result.covered["boards"] == len(shapes(7))
    assert compiled.compare_accounts(grid_on("2")) == 2 * 2**7
    assert compiled_solver.compare_solver_tables(grid_on("2")) == 2**7


@pytest.mark.parametrize("player", [0, 1])
def test_an_account_that_is_wrong_is_found(player: int, monkeypatch: pytest.MonkeyPatch) -> None:
    account = compiled._account

    def wrong(game: Any, of: int) -> dict[str, Any]:
        told = account(game, of)
        if of == player and len(told["stack"]) > 1:
            told["stack"].reverse()
        return told

    monkeypatch.setattr(compiled, "_account", wrong)
    found = result_of("compiled/accounts")
    assert found.status is Status.FAILED
    assert ("red", "blue")[player] in str(found.reason)


@pytest.mark.parametrize("table", ["result", "rank", "tier"])
def test_a_table_that_is_wrong_is_found(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(board: Any) -> Any:
        tables = patterns_of(board)
        entries = getattr(tables, table)
        entries.ravel()[len(entries.ravel()) // 2] ^= 3
        return tables

    monkeypatch.setattr(compiled_solver, "patterns_of", wrong)
    with pytest.raises(CompiledDifference, match="board 2, "):
        compiled_solver.compare_solver_tables(grid_on("2"))


def test_all_moves_of_the_solver_are_compared() -> None:
    """Each position is in one table or in two, so there are more entries than positions."""
    assert compiled_solver.compare_transitions(grid_on("2-1-2-2-1-2")) > 0
    assert compiled_solver.compare_layout(spec.read_board("2"), 500) == 500


@pytest.mark.parametrize("table", ["result", "tier"])
def test_a_wrong_move_of_the_solver_is_found(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(board: Any) -> Any:
        tables = patterns_of(board)
        entries = getattr(tables, table)
        entries[entries != 0] = np.roll(entries[entries != 0], 1)
        return tables

    monkeypatch.setattr(compiled_solver, "patterns_of", wrong)
    with pytest.raises(CompiledDifference, match="moves"):
        compiled_solver.compare_transitions(grid_on("2-1-2-2-1-2"))


@pytest.mark.parametrize(
    ("table", "reason"),
    [("symmetry", "guest"), ("offset", "another size"), ("owner", "another size|in the order")],
)
def test_a_wrong_place_in_the_tables_is_found(
    table: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(board: Any, tables: Any) -> Any:
        layout = layout_of(board, tables)
        entries = getattr(layout, table)
        entries[1:-1] = np.roll(entries[1:-1], 1)
        return layout

    monkeypatch.setattr(compiled_solver, "layout_of", wrong)
    with pytest.raises(CompiledDifference, match=reason):
        compiled_solver.compare_layout(spec.read_board("2"), 500)
