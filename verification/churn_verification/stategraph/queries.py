"""Questions to a game graph: what is near a position, what is reachable, and by which turns."""

import numpy as np
from numpy.typing import NDArray

from churn_engine.notation import Position
from churn_verification.stategraph.graph import StateGraph
from churn_verification.stategraph.kernels import Edges, search


def reachable_from(graph: StateGraph, position: Position) -> NDArray[np.int32]:
    """int32[...]. The states that can be reached from a position, itself first, nearest first.

    Raises:
        UnknownPositionError: The position is no state of the graph.
    """
    found, _ = _search(graph.edges, graph.number_of(position))
    return found


def path_between(graph: StateGraph, start: Position, end: Position) -> list[str] | None:
    """The turns of a shortest way from one position to another.

    Returns:
        Cell names; none where the positions are the same; None where no turns lead there.

    Raises:
        UnknownPositionError: One of them is no state of the graph.
    """
    first, last = graph.number_of(start), graph.number_of(end)
    _, came_from = _search(graph.edges, first)
    turns: list[str] = []
    state = last
    while state != first:
        edge = int(came_from[state])
        if edge < 0:
            return None
        turns.append(graph.board.names[graph.edges.cell[edge]])
        state = source_of(graph, edge)
    return turns[::-1]


def around(
    graph: StateGraph, position: Position, *, turns_ahead: int, turns_back: int = 0
) -> list[int]:
    """The states that are at most some turns after a position, or before it.

    Args:
        graph: The graph.
        position: The position.
        turns_ahead: How many turns to follow from it.
        turns_back: How many turns to go back from it.

    Returns:
        Numbers of states in ascending order; with `convert.to_networkx` they make a graph.

    Raises:
        UnknownPositionError: The position is no state of the graph.
    """
    centre = graph.number_of(position)
    near = {centre}
    fringe = {centre}
    for _ in range(turns_ahead):
        fringe = {target for state in fringe for _, target in graph.turns(state)} - near
        near |= fringe
    fringe = {centre}
    for _ in range(turns_back):
        edges = np.flatnonzero(np.isin(graph.edges.target, list(fringe)))
        fringe = {source_of(graph, int(edge)) for edge in edges} - near
        near |= fringe
    return sorted(near)


def source_of(graph: StateGraph, edge: int) -> int:
    """The state that an edge leaves, by the edge's number."""
    return int(np.searchsorted(graph.edges.first, edge, side="right")) - 1


def _search(edges: Edges, start: int) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    states = len(edges.first) - 1
    came_from = np.full(states, -1, dtype=np.int64)
    found = np.zeros(states, dtype=np.int32)
    count = int(search(edges, start, came_from, found))
    return found[:count], came_from
