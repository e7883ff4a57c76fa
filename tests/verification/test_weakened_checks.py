"""Checks that assert less: each such change makes a test or the check itself fail."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from churn_verification.misreadings.edited_code import EditedCode, result_on
from churn_verification.results import Result, Status

pytestmark = pytest.mark.deep

ROOT = Path(__file__).parents[2]

WEAKENED = [
    (
        "churn_verification.judge.respects",
        "            one.over is other.over\n            and one.winner == other.winner\n",
        "            one.winner == other.winner\n",
        "test_judge.py::test_every_member_of_a_state_is_compared",
    ),
    (
        "churn_verification.judge.respects",
        "            and not _clauses_differ(one, other)\n",
        "",
        "test_judge.py::test_a_refusal_by_another_clause_is_a_difference",
    ),
    (
        "churn_verification.judge.figures",
        "        if expected != answer:\n",
        "        if not question:\n",
        "test_judge.py::test_the_figures_see_what_is_wrong",
    ),
    (
        "churn_verification.results",
        "    if empty or not covered:\n",
        "    if not covered:\n",
        "test_registry.py::test_a_check_that_ran_nothing_has_failed",
    ),
    (
        "churn_verification.checks.independent",
        '        self._require("S1", "which player has won", line.winning_player, winning)\n',
        "        del winning\n",
        "test_independent.py::test_each_field_of_each_answer_tells",
    ),
    (
        "churn_verification.checks.large_boards",
        "            if answer[what] != right:\n",
        "            if what in _MADE and answer[what] != right:\n",
        "test_large_boards.py::test_each_fact_about_a_set_of_cells_is_compared",
    ),
    (
        "churn_verification.checks.random_draws",
        "        for what, right in expected.items():\n",
        "        for what, right in list(expected.items())[:-1]:\n",
        "test_large_boards.py::test_a_wrong_sum_of_a_long_game_fails",
    ),
]
"""Module, what is replaced, what stands there instead, and a test that fails then."""

PROVED_OF_LESS = [
    (
        "churn_verification.proofs.theorems.removing",
        "        conclusion=algebra.every(\n            implies(\n                algebra,\n"
        "                algebra.has(after, cell),\n",
        "        conclusion=algebra.every(\n            implies(\n                algebra,\n"
        "                algebra.has(position.enemy, cell),\n",
        "proof/no_smaller_friendly_group_remains",
    ),
]
"""The same for theorems, each of which has mistakes under which it must not hold."""


@pytest.mark.parametrize(
    ("module", "old", "new", "test"), WEAKENED, ids=[row[3].split("::")[1] for row in WEAKENED]
)
def test_a_check_that_asserts_less_fails_a_test(module: str, old: str, new: str, test: str) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-x", "-p", "tests.verification.weakening"),
            *("-p", "no:xdist", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib"),
            f"tests/verification/{test}",
        ],
        cwd=ROOT,
        env=os.environ | {"WEAKENED": json.dumps([module, old, new]), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed" in done.stdout


@pytest.mark.parametrize(("module", "old", "new", "check"), PROVED_OF_LESS)
def test_a_theorem_that_says_less_fails_its_check(
    module: str, old: str, new: str, check: str
) -> None:
    code = EditedCode("a theorem that says less", module, old, new, (check,))
    found = Result.model_validate_json(result_on(code, check, "quick", 1))
    assert found.status is Status.FAILED
