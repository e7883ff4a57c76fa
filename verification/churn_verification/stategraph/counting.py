"""Counting a board's game graph in the way that suits its size."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from churn_engine.board import Board
from churn_engine.solver.estimate import estimate, require_room
from churn_engine.solver.reach import BYTES_AN_ENTRY
from churn_engine.solver.solution import example_game
from churn_engine.solver.solve import Solver
from churn_verification.stategraph.convert import to_networkx, to_rustworkx
from churn_verification.stategraph.facts import (
    GraphFacts,
    facts_by_layers,
    facts_of_arrays,
    facts_of_networkx,
    facts_of_rustworkx,
)
from churn_verification.stategraph.graph import StateGraph
from churn_verification.stategraph.ranking import (
    require_all_placements_raise,
    require_raised,
    specified_ranks,
)

Method = Literal["arrays", "networkx", "rustworkx", "layers"]
Progress = Callable[[int, int], None]

MOST_CELLS_OF_ARRAYS = 14
"""Up to here the graph is built explicitly unless another method is asked for."""


@dataclass(frozen=True, slots=True)
class Count:
    """What was counted, and how.

    Attributes:
        method: The method.
        facts: What was counted.
        raised: On how many turns the ranking function was seen to rise: every edge of an explicit
            graph, by the specification's ranking; without one, every placement on every pattern.
        shortest: A shortest game, as cell names.
        longest: A longest game.
    """

    method: Method
    facts: GraphFacts
    raised: int
    shortest: list[str]
    longest: list[str]


def method_for(board: Board) -> Method:
    """The method that suits a board."""
    return "arrays" if board.size <= MOST_CELLS_OF_ARRAYS else "layers"


def count_graph(graph: StateGraph, method: Method) -> Count:
    """Count on an explicit graph.

    Raises:
        CycleError: A game could go on forever.
        RankingError: A turn does not raise the mover's ranking.
        GraphTooLargeError: The graph is too large for the method's library.
    """
    if method == "networkx":
        facts = facts_of_networkx(to_networkx(graph), str(graph.position(0)))
    elif method == "rustworkx":
        facts = facts_of_rustworkx(to_rustworkx(graph), graph)
    else:
        facts = facts_of_arrays(graph)
    raised = require_raised(graph, specified_ranks(graph.board))
    return Count(
        method,
        facts,
        raised,
        shortest=_example(graph, [int(left) for left in graph.measures.shortest]),
        longest=_example(graph, [int(left) for left in graph.measures.longest]),
    )


def count_by_layers(board: Board, threads: int, progress: Progress) -> Count:
    """Count without a graph.

    Args:
        board: The board.
        threads: How many threads work where that is possible.
        progress: Called with how much is done and how much there is in all.

    Raises:
        TooLargeError: It does not fit into memory.
        RankingError: A placement does not raise the ranking.
    """
    needed = estimate(board, threads=threads, chances=False)
    require_room(replace(needed, memory=needed.memory + BYTES_AN_ENTRY * needed.entries))
    raised = require_all_placements_raise(board)
    solver = Solver(board, chances=False)
    solver.run(threads, lambda done, total: progress(done, 2 * total))
    facts = facts_by_layers(board, solver, lambda done, total: progress(total + done, 2 * total))
    return Count(
        "layers",
        facts,
        raised,
        shortest=example_game(solver, "shortest"),
        longest=example_game(solver, "longest"),
    )


def _example(graph: StateGraph, turns_left: list[int]) -> list[str]:
    """A game on which the number of turns left falls by one each turn."""
    turns = []
    state = 0
    while turns_left[state]:
        turn, state = next(
            (turn, target)
            for turn, target in graph.turns(state)
            if turns_left[target] == turns_left[state] - 1
        )
        turns.append(turn)
    return turns
