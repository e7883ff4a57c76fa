"""What the proof about the kernels' source takes for granted is true of real positions."""

import numpy as np
import pytest

import churn_spec as spec
from churn_engine.kernels import turns
from churn_verification.proofs.algebra import Integers
from churn_verification.proofs.catalogue import THEOREMS
from churn_verification.proofs.comparing import rules_on
from churn_verification.proofs.engine_examples import (
    described,
    examples_of_sizes,
    most_larger_groups,
)
from churn_verification.proofs.grid import Grid, grid_of, usual_boards
from churn_verification.proofs.jobs import UNKNOWN, Job, Settings, run
from churn_verification.proofs.samples import holds, statement_at
from churn_verification.proofs.theorem import Statement, one_cell_of_each_orbit

CASES = THEOREMS["engine_equals_specification"].cases


def grid_on(board: str) -> Grid:
    return grid_of(spec.read_board(board))


def parts_that_fail(grid: Grid, statement: Statement) -> list[str]:
    algebra = Integers(grid.cells)
    parts = {
        "hypotheses": statement.hypotheses,
        "hints": statement.hints,
        "steps": statement.steps,
        "conclusion": [statement.conclusion],
    }
    return [name for name, truths in parts.items() if not holds(algebra, list(truths)).all()]


@pytest.mark.parametrize("board", ["2", "2-2-4-2-2-4"])
def test_each_case_is_true_of_its_example(board: str) -> None:
    grid = grid_on(board)
    cases = CASES(grid)
    assert {case.name.split("-")[0] for case in cases} == {"describing", "legal", "sums", "placing"}
    for case in cases:
        assert case.example
        statement = statement_at(case, rules_on(grid), case.example, Integers(grid.cells))
        assert parts_that_fail(grid, statement) == [], case.name


@pytest.mark.deep
def test_what_descriptions_tell_is_true_of_all_sizes_of_groups() -> None:
    """Hints too: one that is not true would let anything be proved where it fails."""
    grid = grid_on("2-2-2-2-2-2")
    larger, looked_at = most_larger_groups(grid), 0
    for values in (each for some in examples_of_sizes(grid).values() for each in some):
        given = {f"{name}_{place}": 0 for name in ("larger", "size") for place in range(larger)}
        for case in CASES(grid):
            cell = case.fixed.get("cell")
            if cell is None or values["own"] >> cell & 1:
                continue
            for enemy in (0, grid.full & ~values["own"] & ~(1 << cell)):
                found = given | values | {"enemy": enemy}
                statement = statement_at(case, rules_on(grid), found, Integers(grid.cells))
                assert parts_that_fail(grid, statement) == [], (case.name, found)
                looked_at += 1
    assert looked_at > 100


def test_examples_have_all_sizes_that_groups_can_have() -> None:
    grid = grid_on("2")
    own = np.arange(1 << grid.cells)
    seen = set()
    for stones in own[own != grid.full]:
        groups = {(int(each.stones), int(each.size)) for each in rules_on(grid).groups(stones)}
        seen.add(tuple(sorted((size for _, size in groups if size > 1), reverse=True)))
    assert set(examples_of_sizes(grid)) == seen
    assert described(grid, most_larger_groups(grid), 3)["own"] >> 3 & 1 == 0


# One cell for its orbit --------------------------------------------------------------------------


def test_four_cells_stand_for_the_nineteen_of_size_3() -> None:
    assert len(one_cell_of_each_orbit(grid_on("3"))) == 4
    assert THEOREMS["ranking_rises_for_the_mover"].rests_on[-1] == (
        "board_symmetries_commute_with_turns"
    )
    named = {case.name for case in THEOREMS["formed_group_survives"].cases(grid_on("3"))}
    assert len(named) == 4


@pytest.mark.parametrize("board", [*usual_boards(), "3"])
def test_the_symmetries_that_are_proved_make_all_others(board: str) -> None:
    grid = grid_on(board)
    made = {tuple(range(grid.cells))}
    for _ in range(12):
        made |= {tuple(last[each] for each in first) for first in made for last in grid.generators}
    assert made == {tuple(range(grid.cells)), *grid.symmetries}
    reached = {permutation[cell] for cell in one_cell_of_each_orbit(grid) for permutation in made}
    assert reached == set(range(grid.cells))


# What the source must not do ---------------------------------------------------------------------


def test_source_that_reckons_with_cells_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "neighbours_of", _third_row)
    done = run(
        Job("engine_equals_specification", "2", "placing-blue-0"), Settings(60, keeps_answers=False)
    )
    assert done.status == UNKNOWN
    assert "times 3" in str(done.reason)


def _third_row(memory: object, cell: int) -> object:
    return memory.rows[3 * cell]  # type: ignore[attr-defined]
