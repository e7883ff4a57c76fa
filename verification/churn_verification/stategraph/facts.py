"""The facts of a game graph, counted in several ways that must agree.

- `facts_of_arrays`: on the compact arrays of a `StateGraph`, at most 16 cells.
- `facts_of_networkx`, `facts_of_rustworkx`: on graphs of these libraries, with their algorithms.
- `facts_by_layers`: without a graph, by the engine's passes over blocks.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import networkx as nx
import numpy as np
import rustworkx as rx

from churn_engine.board import Board
from churn_engine.solver.reach import reach
from churn_engine.solver.solve import Solver
from churn_verification.stategraph.graph import CycleError, StateGraph


@dataclass(frozen=True, slots=True)
class GraphFacts:
    """What is counted on a game graph: stones and side to move, no swap.

    Attributes:
        cells: The number of cells of the board.
        states: How many states can be reached, the start counted.
        moves: How many turns there are: edges of the graph.
        terminal: How many final states there are, by winner: red, blue, tie.
        single_move_states: How many states have exactly one legal placement.
        max_branching: The largest number of legal placements.
        states_by_ply: How many states can be reached in i turns and not in fewer, by i.
        acyclic: Whether a topological order exists.
        shortest_game: The least number of turns of a game.
        longest_game: The largest.
    """

    cells: int
    states: int
    moves: int
    terminal: dict[str, int]
    single_move_states: int
    max_branching: int
    states_by_ply: tuple[int, ...]
    acyclic: bool
    shortest_game: int
    longest_game: int

    @property
    def mean_branching(self) -> float:
        """The mean number of legal placements of states where the game is not over."""
        return self.moves / (self.states - sum(self.terminal.values()))


def facts_of_arrays(graph: StateGraph) -> GraphFacts:
    """Count on compact arrays.

    Raises:
        CycleError: The graph has a cycle, so nothing can be said of the longest game.
    """
    degrees = np.diff(graph.edges.first)
    final = np.flatnonzero(degrees == 0)
    winners = Counter(graph.value(int(state)) for state in final)
    return GraphFacts(
        cells=graph.board.size,
        states=len(graph),
        moves=len(graph.edges.target),
        terminal=_by_winner(winners),
        single_move_states=int(np.sum(degrees == 1)),
        max_branching=int(degrees.max()),
        states_by_ply=tuple(int(count) for count in np.bincount(graph.states.ply)),
        acyclic=len(graph.order) == len(graph),
        shortest_game=int(graph.measures.shortest[0]),
        longest_game=int(graph.measures.longest[0]),
    )


def facts_of_networkx(graph: nx.DiGraph, start: str) -> GraphFacts:
    """Count on a networkx graph whose nodes are position texts.

    Args:
        graph: The graph; each node has `value`, and the graph `cells`.
        start: The node of the empty board.

    Raises:
        CycleError: The graph has a cycle.
    """
    if not nx.is_directed_acyclic_graph(graph):
        raise CycleError("the graph has a cycle")
    plies = nx.single_source_shortest_path_length(graph, start)
    final = [node for node, degree in graph.out_degree() if degree == 0]
    return GraphFacts(
        cells=graph.graph["cells"],
        states=graph.number_of_nodes(),
        moves=graph.number_of_edges(),
        terminal=_by_winner(Counter(graph.nodes[node]["value"] for node in final)),
        single_move_states=sum(degree == 1 for _, degree in graph.out_degree()),
        max_branching=max(degree for _, degree in graph.out_degree()),
        states_by_ply=_by_ply(Counter(plies.values())),
        acyclic=True,
        shortest_game=min(plies[node] for node in final),
        longest_game=nx.dag_longest_path_length(graph, weight=None),
    )


def facts_of_rustworkx(graph: rx.PyDiGraph[int, str], states: StateGraph) -> GraphFacts:
    """Count on a rustworkx graph whose nodes are numbered as the states are.

    Args:
        graph: The graph.
        states: Where the winner of a final state is looked up.

    Raises:
        CycleError: The graph has a cycle.
    """
    if not rx.is_directed_acyclic_graph(graph):
        raise CycleError("the graph has a cycle")
    degrees = [graph.out_degree(node) for node in graph.node_indices()]
    final = [node for node, degree in enumerate(degrees) if degree == 0]
    layers = rx.digraph_dijkstra_shortest_path_lengths(graph, 0, lambda _turn: 1.0)
    plies = {node: int(length) for node, length in layers.items()} | {0: 0}
    return GraphFacts(
        cells=states.board.size,
        states=graph.num_nodes(),
        moves=graph.num_edges(),
        terminal=_by_winner(Counter(states.value(node) for node in final)),
        single_move_states=sum(degree == 1 for degree in degrees),
        max_branching=max(degrees),
        states_by_ply=_by_ply(Counter(plies.values())),
        acyclic=True,
        shortest_game=min(plies[node] for node in final),
        longest_game=rx.dag_longest_path_length(graph),
    )


def facts_by_layers(
    board: Board, solver: Solver, progress: Callable[[int, int], None]
) -> GraphFacts:
    """Count without a graph, in the order of the ranking function.

    That order is acyclic by construction; that every placement follows it is what
    `ranking.require_all_placements_raise` checks.

    Args:
        board: The board.
        solver: A solver of the board that has found the lengths of games.
        progress: Called with how much is done and how much there is in all.
    """
    reached = reach(board, progress)
    shortest, longest = solver.lengths(0, 0)
    return GraphFacts(
        cells=board.size,
        states=reached.states,
        moves=reached.moves,
        terminal={"red": reached.red_wins, "blue": reached.blue_wins, "tie": reached.ties},
        single_move_states=reached.single_move_states,
        max_branching=reached.max_branching,
        states_by_ply=reached.states_by_ply,
        acyclic=True,
        shortest_game=shortest,
        longest_game=longest,
    )


def _by_winner(counts: Counter[Any]) -> dict[str, int]:
    return {winner: counts[winner] for winner in ("red", "blue", "tie")}


def _by_ply(counts: Counter[int]) -> tuple[int, ...]:
    return tuple(counts[ply] for ply in range(max(counts) + 1))
