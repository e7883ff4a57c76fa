"""Clauses and the functions that state them."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import churn_spec as spec
from churn_spec.clauses import states
from churn_verification.judge.figures import Figure, figures

CLAIMS = ("C1", "C2")

SHOWS: dict[str, Callable[[Figure], object]] = {
    "P1": lambda figure: spec.isolated_placements(spec.read_position(figure.position)),
    "P2": lambda figure: figure.formed_sizes_of_all_empty_cells,
    "R1": lambda figure: figure.formed_size,
    "R2": lambda figure: figure.removed,
    "E1": lambda figure: figure.over is False and figure.then and figure.then.over,
    "E2": lambda figure: figure.then and figure.then.winner,
}


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


def test_clauses_rest_on_the_figures_that_show_them() -> None:
    shown = {
        clause: tuple(figure.figure for figure in figures() if shows(figure))
        for clause, shows in SHOWS.items()
    }
    resting = {
        clause: passage.figures for clause, passage in spec.RESTS_ON.items() if passage.figures
    }
    assert shown == resting
