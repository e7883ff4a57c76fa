"""The explicit game graph of a board, as compact arrays: states, edges, and what follows from them.

graph = build_graph(board(2))
len(graph.states.red)                 # 585
graph.position(0)                     # the empty board, Red to move
graph.number_of(parse_position("2 r./.../.. b"))
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from churn_engine.board import Board
from churn_engine.notation import Colour, Position, write_position
from churn_engine.solver.compiled import Sources
from churn_engine.solver.patterns import patterns_of
from churn_engine.solver.values import Value, distance_of, value_of
from churn_verification.stategraph.kernels import (
    BLUE,
    RED,
    Edges,
    Measures,
    States,
    fill_edges,
    find_states,
    measure,
    place_of,
    topological_order,
)

MOST_CELLS = 16
"""The largest board whose graph is built: numbering its states takes 8 * 3^16 bytes, 344 MB."""


class GraphTooLargeError(ValueError):
    """A board whose game graph would not fit; the text says what would."""


class UnknownPositionError(ValueError):
    """A position that is no state of a graph; the text says which."""


class CycleError(ValueError):
    """A game graph with a cycle: a game could go on forever."""


@dataclass(frozen=True)
class StateGraph:
    """The positions that can be reached from the empty board, and the turns between them; no swap.

    States are numbered in the order of a breadth-first search; the start has number 0.

    Attributes:
        board: The board.
        states: Stones, side to move and ply of each state.
        edges: The turns.
    """

    board: Board
    states: States
    edges: Edges
    _digits: NDArray[np.int64]
    _number: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.states.red)

    def position(self, state: int) -> Position:
        """Give the position of a state."""
        return Position(
            self.board,
            int(self.states.red[state]),
            int(self.states.blue[state]),
            self.mover(state),
        )

    def mover(self, state: int) -> Colour:
        """Say who is to move in a state."""
        return "red" if self.states.mover[state] == RED else "blue"

    def number_of(self, position: Position) -> int:
        """Give the number of a position; whether the swap is on offer there does not matter.

        Raises:
            UnknownPositionError: The position is of another board, or out of reach.
        """
        if position.board != self.board:
            raise UnknownPositionError(
                f"{write_position(position)} is on another board than the graph, {self.board}"
            )
        mover = RED if position.mover == "red" else BLUE
        place = int(place_of(self._digits, position.red, position.blue, mover))
        number = int(self._number[place])
        if number < 0:
            raise UnknownPositionError(
                f"{write_position(position)} cannot be reached from the empty board"
            )
        return number

    def turns(self, state: int) -> list[tuple[str, int]]:
        """Give the legal placements of a state, by cell name, each with the state it leads to."""
        edges = slice(int(self.edges.first[state]), int(self.edges.first[state + 1]))
        return [
            (self.board.names[cell], int(target))
            for cell, target in zip(self.edges.cell[edges], self.edges.target[edges], strict=True)
        ]

    @cached_property
    def order(self) -> NDArray[np.int32]:
        """int32[states]. A topological order: every turn leads to a state further back.

        Raises:
            CycleError: There is none.
        """
        order = np.zeros(len(self), dtype=np.int32)
        placed = int(topological_order(self.edges, order))
        if placed != len(self):
            raise CycleError(f"{len(self) - placed} states lie on cycles or behind them")
        return order

    @cached_property
    def measures(self) -> Measures:
        """What follows for each state from its successors.

        Raises:
            CycleError: There is no topological order.
        """
        measures = Measures(
            score=np.zeros(len(self), dtype=np.int16),
            shortest=np.zeros(len(self), dtype=np.int32),
            longest=np.zeros(len(self), dtype=np.int32),
            random_turns=np.zeros(len(self)),
        )
        measure(Sources(), self.states, self.edges, self.order, measures)
        return measures

    def value(self, state: int) -> Value:
        """Say who wins from a state under best play."""
        return value_of(int(self.measures.score[state]), self.mover(state))

    def distance(self, state: int) -> int:
        """Say how many turns that takes: the winner hurries, the loser delays."""
        return distance_of(int(self.measures.score[state]))


def build_graph(board: Board) -> StateGraph:
    """Build the graph of a board with the engine.

    Raises:
        GraphTooLargeError: The board has more than 16 cells.
        TypeError: It is no board of the engine.
    """
    if not isinstance(board, Board):
        raise TypeError(
            f"expected a churn_engine.Board, as parse_board('2') gives, not {board!r};"
            " churnproof.graph takes texts and boards of the specification too"
        )
    if board.size > MOST_CELLS:
        raise GraphTooLargeError(
            f"board {board} has {board.size} cells: explicit graphs are built up to {MOST_CELLS}"
        )
    patterns = patterns_of(board)
    digits = _digits(board.size)
    number = np.full(2 * 3**board.size, -1, dtype=np.int32)
    room = len(number)
    states = States(
        np.empty(room, dtype=np.int32),
        np.empty(room, dtype=np.int32),
        np.empty(room, dtype=np.uint8),
        np.empty(room, dtype=np.uint16),
    )
    state_count, edge_count = find_states(patterns, digits, number, states)
    states = States(
        states.red[:state_count].copy(),
        states.blue[:state_count].copy(),
        states.mover[:state_count].copy(),
        states.ply[:state_count].copy(),
    )
    edges = Edges(
        np.zeros(state_count + 1, dtype=np.int64),
        np.empty(edge_count, dtype=np.int32),
        np.empty(edge_count, dtype=np.uint8),
    )
    fill_edges(patterns, digits, number, states, edges)
    return StateGraph(board, states, edges, digits, number)


def _digits(cells: int) -> NDArray[np.int64]:
    """For each mask the sum of 3^i over its bits i."""
    digits = np.zeros(1, dtype=np.int64)
    for cell in range(cells):
        digits = np.concatenate((digits, digits + 3**cell))
    return digits
