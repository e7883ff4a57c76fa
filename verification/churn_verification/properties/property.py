"""A property of the specification, and the way to try it on many cases."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import networkx as nx
from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st

import churn_spec as spec
from churn_verification.judge.difference import Difference


@dataclass(frozen=True)
class Property:
    """One claim about all cases of some kind.

    Attributes:
        name: what holds, as a claim in few words joined by dashes.
        sentence: the claim.
        clauses: the clauses that it restates.
        cases: where the cases come from: positions, placements or game records.
        violation: says in words what is wrong with a case, or returns None where it holds.
        telling: whether a case could show a violation at all; a run without such a case fails.
    """

    name: str
    sentence: str
    clauses: tuple[str, ...]
    cases: st.SearchStrategy[Any]
    violation: Callable[[Any], str | None]
    telling: Callable[[Any], bool]


def require_property(claim: Property, examples: int, seed_number: int) -> Counter[str]:
    """Try a property on examples that Hypothesis makes.

    Args:
        claim: the property.
        examples: how many cases to try.
        seed_number: the seed; the same seed gives the same cases.

    Returns:
        Counts of `cases` and of `telling cases`.

    Raises:
        Difference: with the smallest case that violates it.
    """
    counts: Counter[str] = Counter({"cases": 0, "telling cases": 0})

    @seed(seed_number)
    @settings(
        max_examples=examples,
        phases=[Phase.generate, Phase.shrink],
        database=None,
        deadline=None,
        print_blob=False,
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
    )
    @given(claim.cases)
    def try_case(case: object) -> None:
        counts["cases"] += 1
        counts["telling cases"] += bool(claim.telling(case))
        wrong = claim.violation(case)
        if wrong is not None:
            position, turns = _texts_of(case)
            raise Difference.on(
                position, claim.clauses[0], claim.sentence, {"specification": wrong}, turns
            )

    try_case()
    return counts


def _texts_of(case: object) -> tuple[str, tuple[str, ...]]:
    """A case as a position and turns, both as text."""
    if isinstance(case, spec.Record):
        board = case.start.board
        return spec.write_position(case.start), tuple(
            spec.write_turn(board, turn) for turn in case.turns
        )
    if isinstance(case, spec.Position):
        return spec.write_position(case), ()
    if isinstance(case, spec.Board):
        return spec.write_position(spec.starting_position(case)), ()
    if isinstance(case, tuple):
        position, cell = case[:2]
        return spec.write_position(position), (spec.write_cell(position.board, cell),)
    raise TypeError(f"a case of a property cannot be a {type(case).__name__}")


def components(board: spec.Board, stones: frozenset[spec.Cell]) -> set[frozenset[spec.Cell]]:
    """The groups of some stones, found by networkx from distances between cells."""
    graph = nx.Graph()
    graph.add_nodes_from(stones)
    graph.add_edges_from((one, two) for one in stones for two in stones if are_adjacent(one, two))
    return {frozenset(component) for component in nx.connected_components(graph)}


def are_adjacent(one: spec.Cell, two: spec.Cell) -> bool:
    """Whether the distance between two cells on the lattice is one step."""
    right, down = one.x - two.x, one.y - two.y
    return max(abs(right), abs(down), abs(right + down)) == 1
