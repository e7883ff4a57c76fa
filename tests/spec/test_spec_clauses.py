"""Clauses and the functions that state them."""

import json
import re
from pathlib import Path

import pytest

import churn_spec as spec
from churn_spec.clauses import states

CLAIMS = ("C1", "C2")


def test_every_clause_but_the_claims_is_stated_by_one_function() -> None:
    stating = {clause: spec.stated_by(clause) for clause in spec.CLAUSES if clause not in CLAIMS}
    assert len(set(stating.values())) == len(stating) == 11
    for clause, function in stating.items():
        assert f"Clause {clause}." in str(function.__doc__)


def test_the_claims_are_figures() -> None:
    assert set(spec.CLAIMED_TURNS) == set(CLAIMS)
    for clause, (size, turns) in spec.CLAIMED_TURNS.items():
        assert f"{turns:,} turns on size {size}" in spec.CLAUSES[clause]
        with pytest.raises(KeyError):
            spec.stated_by(clause)


def test_a_function_cannot_state_what_is_no_clause() -> None:
    with pytest.raises(ValueError, match="no clause Z9"):
        states("Z9")


def test_no_two_functions_state_a_clause() -> None:
    with pytest.raises(ValueError, match="P1 is stated by isolated_placements"):
        states("P1")(json.loads)


def test_the_specification_stands_on_the_standard_library() -> None:
    modules = list(Path(str(spec.__file__)).parent.glob("*.py"))
    assert len(modules) > 5
    foreign = re.compile(r"^(?:from|import) (?:numpy|numba|churn_engine|churn_verification)", re.M)
    assert not [module for module in modules if foreign.search(module.read_text())]
