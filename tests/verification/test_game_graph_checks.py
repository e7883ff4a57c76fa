"""The checks of game graphs: they hold, and a wrong solution turns them red."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import networkx as nx
import pytest
from tests.engine.walking import replace_score

import churn_spec as spec
from churn_engine.board import Board
from churn_engine.solver.cross_check import Comparison
from churn_engine.solver.patterns import Patterns
from churn_engine.solver.solution import Solution
from churn_engine.solver.solve import Progress, Solver
from churn_verification.checks import game_graphs
from churn_verification.hexagons import shapes
from churn_verification.judge.difference import Difference
from churn_verification.registry import Context, Level, Registry
from churn_verification.results import Status
from churn_verification.stategraph import comparisons, ranking
from churn_verification.stategraph.counting import Count, Method
from churn_verification.stategraph.graph import StateGraph

SIZE_2 = spec.regular_board(2)


def registered() -> Registry:
    registry = Registry()
    game_graphs.register(registry)
    return registry


@pytest.fixture
def few_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The suite runs the checks on more; here they show that they can run."""
    monkeypatch.setattr(game_graphs, "shapes", lambda _cells: shapes(5))


@pytest.mark.usefixtures("few_boards")
@pytest.mark.parametrize(
    "name",
    [
        "graph/acyclic",
        "graph/specification-and-engine",
        "graph/counts",
        "solution/every-position",
        "solution/swap",
        "solution/symmetries",
    ],
)
def test_checks_hold_on_small_boards(name: str) -> None:
    result = registered()[name].run(Context(Level.QUICK, seed=1))
    assert (result.status, result.reason) == (Status.HELD, None)
    assert result.covered["boards"] == len(shapes(5))


def test_every_board_of_up_to_12_cells_is_compared_with_the_plain_solver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared = []

    def noting(specified: spec.Board) -> Counter[str]:
        compared.append(spec.write_board(specified))
        return Counter(positions=2 * 3 ** spec.cell_count(specified), boards=1)

    monkeypatch.setattr(comparisons, "compare_values", noting)
    for name in ("solution/every-position", "solution/every-position/12-cells"):
        result = registered()[name].run(Context(Level.EXHAUSTIVE, seed=1))
        assert result.status is Status.HELD
    assert compared == [spec.write_board(specified) for specified in shapes(12)]


def test_every_position_of_a_board_is_compared() -> None:
    assert comparisons.compare_values(SIZE_2) == Counter(positions=2 * 3**7, boards=1)


def test_the_cross_check_of_size_3_is_not_run_without_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(game_graphs, "free_memory", lambda: 10**9)
    result = registered()["solution/size-3/symmetries"].run(Context(Level.EXHAUSTIVE, seed=1))
    assert result.status is Status.NOT_RUN
    assert "1.0 GB are free" in (result.reason or "")


@pytest.fixture
def one_wrong_score(monkeypatch: pytest.MonkeyPatch) -> None:
    """The score of one position is off by a turn, where symmetries are used."""
    honest = Solver.run

    def run(self: Solver, threads: int = 1, progress: Progress | None = None) -> Solver:
        honest(self, threads, progress)
        if self.entries == 549:
            replace_score(self, 0b1, 0b10, self.score(0b1, 0b10) - 1)
        return self

    monkeypatch.setattr(Solver, "run", run)


@pytest.mark.deep
@pytest.mark.usefixtures("one_wrong_score")
def test_a_wrong_score_is_found_in_every_way() -> None:
    with pytest.raises(Difference, match="who wins under best play"):
        comparisons.compare_values(SIZE_2)
    with pytest.raises(Difference, match="without and with symmetries"):
        comparisons.compare_symmetries(comparisons.engine_board(SIZE_2))
    with pytest.raises(Difference, match="whether each value follows"):
        comparisons.verify_solution(SIZE_2, 1, games=1, choices=Random(1))


def test_samples_count_what_they_compared() -> None:
    counts = comparisons.verify_solution(SIZE_2, 1, games=3, choices=Random(1))
    assert counts["sampled_games"] == 3
    assert counts["sampled_positions"] > 100
    assert counts["entries"] == 549


# What each comparison is for: one side is made to say something else ------------------------------


Made = Callable[..., Any]


def with_a_state_more(right: Made) -> Made:
    """Counts by one of the methods are wrong."""

    def wrong(graph: StateGraph, method: Method) -> Count:
        count: Count = right(graph, method)
        facts = replace(count.facts, states=count.facts.states + (method == "rustworkx"))
        return replace(count, facts=facts)

    return wrong


def with_another_winner(right: Made) -> Made:
    def wrong(solver: Solver) -> Solution:
        found: Solution = right(solver)
        return replace(found, value_with_swap="first")

    return wrong


def in_the_opposite_order(right: Made) -> Made:
    return lambda board: -right(board)


def with_an_orbit_too_small(right: Made) -> Made:
    def wrong(one: Solver, other: Solver) -> Comparison:
        found: Comparison = right(one, other)
        return found._replace(by_orbits=found.by_orbits - 1)

    return wrong


def without_the_last_turn(right: Made) -> Made:
    def wrong(graph: StateGraph) -> nx.DiGraph:
        made: nx.DiGraph = right(graph)
        made.remove_edge(*list(made.edges)[-1])
        return made

    return wrong


def with_ties_denied(right: Made) -> Made:
    return lambda board: False


def with_a_turn_undone(right: Made) -> Made:
    def wrong(board: Board) -> Patterns:
        patterns: Patterns = right(board)
        patterns.joining[patterns.first[1] + 1] = 0
        return patterns

    return wrong


@pytest.mark.usefixtures("few_boards")
@pytest.mark.parametrize(
    ("name", "place", "wrong", "question"),
    [
        ("graph/counts", "comparisons.count_graph", with_a_state_more, "what is counted"),
        ("graph/counts", "comparisons.can_tie", with_ties_denied, "can end in a tie"),
        (
            "graph/specification-and-engine",
            "comparisons.to_networkx",
            without_the_last_turn,
            "what the game graph says",
        ),
        (
            "graph/acyclic",
            "comparisons.specified_ranks",
            in_the_opposite_order,
            "whether every game ends",
        ),
        ("graph/acyclic/size-3", "ranking.patterns_of", with_a_turn_undone, "every game ends"),
        ("solution/swap", "comparisons.solution_of", with_another_winner, "wins with the swap"),
        (
            "solution/symmetries",
            "comparisons.compare",
            with_an_orbit_too_small,
            "how many positions the entries stand for",
        ),
    ],
)
def test_what_does_not_agree_fails_its_check(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    place: str,
    wrong: Callable[[Made], Made],
    question: str,
) -> None:
    module, _, function = place.partition(".")
    owner = {"comparisons": comparisons, "ranking": ranking}[module]
    monkeypatch.setattr(owner, function, wrong(getattr(owner, function)))
    result = registered()[name].run(Context(Level.QUICK, seed=1))
    assert result.status is Status.FAILED
    assert question in str(result.reason)
