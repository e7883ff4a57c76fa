"""Compiled passes over explicit game graphs."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from churn_engine.solver.compiled import Integer, Sources, compiled, helper
from churn_engine.solver.patterns import Patterns, legal, result
from churn_engine.solver.scores import WORST, before, full_board_score

RED, BLUE = 0, 1


class States(NamedTuple):
    """The states of a graph, in the order in which a breadth-first search finds them.

    Attributes:
        red: int32[states]. Masks of Red's stones.
        blue: int32[states]. Masks of Blue's stones.
        mover: uint8[states]. Side to move: 0 for Red, 1 for Blue.
        ply: uint16[states]. The fewest turns from the start.
    """

    red: NDArray[np.int32]
    blue: NDArray[np.int32]
    mover: NDArray[np.uint8]
    ply: NDArray[np.uint16]


class Edges(NamedTuple):
    """The edges of a graph, those of one state after those of another.

    Attributes:
        first: int64[states + 1]. Where the edges of a state begin, and end.
        target: int32[edges]. The state that the turn leads to.
        cell: uint8[edges]. The cell that the turn places on.
    """

    first: NDArray[np.int64]
    target: NDArray[np.int32]
    cell: NDArray[np.uint8]


class Measures(NamedTuple):
    """What follows for each state from its successors.

    Attributes:
        score: int16[states]. Value and distance for the side to move, see `churn_engine` `values`.
        shortest: int32[states]. The fewest turns to the end.
        longest: int32[states]. The most.
        random_turns: float64[states]. The mean under uniformly random play.
    """

    score: NDArray[np.int16]
    shortest: NDArray[np.int32]
    longest: NDArray[np.int32]
    random_turns: NDArray[np.float64]


@compiled
def place_of(digits: NDArray[np.int64], red: Integer, blue: Integer, mover: Integer) -> Integer:
    """The number of a state among all 2 * 3^n: two lists of digits to base three, and a bit."""
    return 2 * (digits[red] + 2 * digits[blue]) + mover


@compiled
def find_states(
    patterns: Patterns, digits: NDArray[np.int64], number: NDArray[np.int32], states: States
) -> tuple[Integer, Integer]:
    """Search breadth first from the empty board.

    Args:
        patterns: The tables of the board.
        digits: int64[2^n]. The mask's bits read as digits to base three.
        number: int32[2 * 3^n], all -1. Where the state's number is written, by `place_of`.
        states: Where the states are written.

    Returns:
        How many states there are, and how many edges.
    """
    full = (np.int64(1) << patterns.cells) - 1
    number[0] = 0
    states.red[0] = states.blue[0] = states.mover[0] = states.ply[0] = 0
    found, edges = 1, 0
    state = 0
    while state < found:
        red, blue, mover = states.red[state], states.blue[state], states.mover[state]
        empty = full & ~np.int64(red | blue)
        own = np.int64(red if mover == RED else blue)
        cells = legal(patterns, own, empty) if empty else np.int64(0)
        for cell in range(patterns.cells):
            if cells >> cell & 1:
                edges += 1
                after = result(patterns, own, cell)
                next_red, next_blue = (after, blue) if mover == RED else (red, after)
                place = place_of(digits, next_red, next_blue, 1 - mover)
                if number[place] < 0:
                    number[place] = found
                    states.red[found], states.blue[found] = next_red, next_blue
                    states.mover[found] = 1 - mover
                    states.ply[found] = states.ply[state] + 1
                    found += 1
        state += 1
    return found, edges


@compiled
def fill_edges(
    patterns: Patterns,
    digits: NDArray[np.int64],
    number: NDArray[np.int32],
    states: States,
    edges: Edges,
) -> None:
    """Write down the edges of all states that were found."""
    full = (np.int64(1) << patterns.cells) - 1
    at = 0
    for state in range(states.red.shape[0]):
        red, blue, mover = states.red[state], states.blue[state], states.mover[state]
        empty = full & ~np.int64(red | blue)
        own = np.int64(red if mover == RED else blue)
        cells = legal(patterns, own, empty) if empty else np.int64(0)
        for cell in range(patterns.cells):
            if cells >> cell & 1:
                after = result(patterns, own, cell)
                next_red, next_blue = (after, blue) if mover == RED else (red, after)
                edges.target[at] = number[place_of(digits, next_red, next_blue, 1 - mover)]
                edges.cell[at] = cell
                at += 1
        edges.first[state + 1] = at


@compiled
def topological_order(edges: Edges, order: NDArray[np.int32]) -> Integer:
    """Put each state after all from which a turn leads to it (Kahn's algorithm).

    Args:
        edges: The edges.
        order: int32[states]. Where the order is written.

    Returns:
        How many states could be put in order: all of them exactly when there is no cycle.
    """
    waiting = np.zeros(order.shape[0], dtype=np.int32)
    for target in edges.target:
        waiting[target] += 1
    placed = 0
    for state in range(order.shape[0]):
        if waiting[state] == 0:
            order[placed] = state
            placed += 1
    done = 0
    while done < placed:
        state = order[done]
        done += 1
        for edge in range(edges.first[state], edges.first[state + 1]):
            target = edges.target[edge]
            waiting[target] -= 1
            if waiting[target] == 0:
                order[placed] = target
                placed += 1
    return placed


@compiled
def measure(
    sources: Sources,
    states: States,
    edges: Edges,
    order: NDArray[np.int32],
    measures: Measures,
) -> None:
    """Fill in the measures, from the last state of a topological order to the first.

    Args:
        sources: See `churn_engine.solver.compiled`.
        states: The states.
        edges: The edges.
        order: int32[states]. A topological order.
        measures: Where the measures are written, all 0.
    """
    for at in range(order.shape[0] - 1, -1, -1):
        state = order[at]
        first, end = edges.first[state], edges.first[state + 1]
        if first == end:
            red, blue = _stones(states.red[state]), _stones(states.blue[state])
            own, other = (red, blue) if states.mover[state] == RED else (blue, red)
            measures.score[state] = full_board_score(own, other)
            continue
        best: Integer = np.int64(WORST)
        shortest, longest = measures.shortest[edges.target[first]], np.int32(0)
        total = 0.0
        for target in edges.target[first:end]:
            best = max(best, before(np.int64(measures.score[target])))
            shortest = min(shortest, measures.shortest[target])
            longest = max(longest, measures.longest[target])
            total += measures.random_turns[target]
        measures.score[state] = best
        measures.shortest[state] = shortest + 1
        measures.longest[state] = longest + 1
        measures.random_turns[state] = total / (end - first) + 1.0


@helper
def _stones(mask: Integer) -> Integer:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@compiled
def first_edge_that_does_not_raise(
    states: States, edges: Edges, rank: NDArray[np.int64]
) -> Integer:
    """The first edge on which the mover's rank does not rise or the other's changes, or -1.

    Args:
        states: The states.
        edges: The edges.
        rank: int64[2^n]. The rank of each pattern of stones of one colour.
    """
    for state in range(states.red.shape[0]):
        for edge in range(edges.first[state], edges.first[state + 1]):
            target = edges.target[edge]
            red = rank[states.red[target]] - rank[states.red[state]]
            blue = rank[states.blue[target]] - rank[states.blue[state]]
            raised, kept = (red, blue) if states.mover[state] == RED else (blue, red)
            if raised <= 0 or kept != 0:
                return edge
    return -1


@compiled
def search(
    edges: Edges, start: Integer, came_from: NDArray[np.int64], found: NDArray[np.int32]
) -> Integer:
    """Search breadth first from a state.

    Args:
        edges: The edges.
        start: The state.
        came_from: int64[states], all -1. The edge by which each state was first reached is written
            here; it stays -1 for the start and for what is out of reach.
        found: int32[states]. The states that are reached, the start first, in the order of search.

    Returns:
        How many are reached.
    """
    seen = np.zeros(came_from.shape[0], dtype=np.bool_)
    seen[start] = True
    found[0] = start
    count, done = 1, 0
    while done < count:
        state = found[done]
        done += 1
        for edge in range(edges.first[state], edges.first[state + 1]):
            target = edges.target[edge]
            if not seen[target]:
                seen[target] = True
                came_from[target] = edge
                found[count] = target
                count += 1
    return count
