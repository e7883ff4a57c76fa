"""Queries on a game graph: neighbourhoods, reachable positions, paths, and exact random play."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from churn_engine.notation import Position
from churn_verification.stategraph.graph import StateGraph
from churn_verification.stategraph.kernels import Edges, search


@dataclass(frozen=True, slots=True)
class ExactRandomPlay:
    """What happens when both sides choose uniformly among the legal placements; no swap.

    Attributes:
        turns: The expected number of turns of a game.
        red: The chance that Red wins.
        blue: The chance that Blue wins.
        tie: The chance of a tie.
    """

    turns: Fraction
    red: Fraction
    blue: Fraction
    tie: Fraction


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


def exact_random_play(graph: StateGraph) -> ExactRandomPlay:
    """Walk all games at once: how likely a game comes through each state, from the start on.

    Each turn adds its chance to the expected number of turns. So this looks from the start to the
    end, where the solver looks from the end to the start.

    Args:
        graph: The graph; fractions grow with the length of games, so one of a small board.
    """
    chance = [Fraction(0)] * len(graph)
    chance[0] = Fraction(1)
    turns = Fraction(0)
    won = {"red": Fraction(0), "blue": Fraction(0), "tie": Fraction(0)}
    for state in map(int, graph.order):
        following = graph.turns(state)
        if not following:
            won[graph.value(state)] += chance[state]
            continue
        turns += chance[state]
        share = chance[state] / len(following)
        for _, target in following:
            chance[target] += share
    return ExactRandomPlay(turns, **won)


def _search(edges: Edges, start: int) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    states = len(edges.first) - 1
    came_from = np.full(states, -1, dtype=np.int64)
    found = np.zeros(states, dtype=np.int32)
    count = int(search(edges, start, came_from, found))
    return found[:count], came_from
