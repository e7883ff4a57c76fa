"""Whole boards: their game graphs and their solutions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from churnproof.values import (
    Board,
    BoardLike,
    Position,
    PositionLike,
    engine_board,
    engine_position,
)

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd
    import rustworkx as rx

    from churn_engine.solver.report import Lookup, PositionReport, TurnReport
    from churn_verification.stategraph.graph import StateGraph


class Graph:
    """The positions that can be reached from the empty board, and the turns between them; no swap.

    A graph is a sequence of positions: number 0 is the start.

    Attributes:
        states: the arrays underneath, a `churn_verification.stategraph.graph.StateGraph`.
    """

    def __init__(self, states: StateGraph) -> None:
        self.states = states

    @property
    def board(self) -> Board:
        """The board."""
        return Board(self.states.board)

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, number: int) -> Position:
        if not -len(self) <= number < len(self):
            raise IndexError(f"{self!r} has no number {number}")
        return Position(self.states.position(number % len(self)))

    def __iter__(self) -> Iterator[Position]:
        return map(self.__getitem__, range(len(self)))

    def __contains__(self, position: PositionLike) -> bool:
        from churn_verification.stategraph.graph import UnknownPositionError

        try:
            self._number_of(position)
        except UnknownPositionError:
            return False
        return True

    def turns(self, position: PositionLike) -> dict[str, Position]:
        """The legal placements in a position, by cell, each with the position that it leads to.

        Raises:
            UnknownPositionError: the position cannot be reached.
        """
        found = self.states.turns(self._number_of(position))
        return {cell: self[target] for cell, target in found}

    def value(self, position: PositionLike) -> str:
        """Who wins from a position under best play, `red`, `blue` or `tie`.

        Raises:
            UnknownPositionError: the position cannot be reached.
        """
        return self.states.value(self._number_of(position))

    def distance(self, position: PositionLike) -> int:
        """In how many turns the game then ends: the winner hurries, the loser delays.

        Raises:
            UnknownPositionError: the position cannot be reached.
        """
        return self.states.distance(self._number_of(position))

    def to_networkx(self) -> nx.DiGraph:
        """The graph for networkx: nodes are texts of positions, edges carry `turn`.

        Raises:
            GraphTooLargeError: it has more than half a million positions.
        """
        from churn_verification.stategraph.convert import to_networkx

        return to_networkx(self.states)

    def to_rustworkx(self) -> rx.PyDiGraph[int, str]:
        """The graph for rustworkx: nodes are numbers of positions, edges are cells.

        Raises:
            GraphTooLargeError: it has more than twenty million positions.
        """
        from churn_verification.stategraph.convert import to_rustworkx

        return to_rustworkx(self.states)

    def to_pandas(self) -> tuple[pd.DataFrame, pd.DataFrame]:
        """Two tables: the positions, by number, and the turns, one a row.

        Raises:
            ImportError: pandas is not installed.
        """
        import pandas as pd

        from churn_verification.stategraph.export import edge_columns, state_columns

        positions = pd.DataFrame(state_columns(self.states))
        positions.insert(0, "position", [str(position) for position in self])
        return positions, pd.DataFrame(edge_columns(self.states))

    def save(self, path: str | Path) -> list[Path]:
        """Write the graph to a file: .graphml, .dot, .json, .parquet, .svg or .png.

        Returns:
            The files that were written: one, or two for Parquet.

        Raises:
            ExportError: the suffix names no format, or its library is not installed.
            GraphTooLargeError: the graph is too large for the format.
        """
        from churn_verification.stategraph.export import export

        return export(self.states, Path(path))

    def _number_of(self, position: PositionLike) -> int:
        return self.states.number_of(engine_position(position))

    def __repr__(self) -> str:
        turns = len(self.states.edges.target)
        return f"<Graph of board {self.board}: {len(self):,} positions, {turns:,} turns>"

    def _repr_svg_(self) -> str | None:
        from churn_verification.drawing.notebook import svg_of_graph

        return svg_of_graph(self.states)


def graph(board: BoardLike) -> Graph:
    """Build the complete game graph of a board of up to 16 cells.

    Raises:
        GraphTooLargeError: the board has more cells.
        NotationError: the text names no board.
    """
    from churn_verification.stategraph.graph import build_graph

    return Graph(build_graph(engine_board(board)))


class Solution:
    """Who wins from each position of a board, and in how many turns."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup

    @property
    def board(self) -> Board:
        """The board."""
        return Board(self._lookup.board)

    def value(self, position: PositionLike | None = None) -> str:
        """Who wins under best play, `red`, `blue` or `tie`, if the swap is not used.

        Args:
            position: the position; the empty board where it is left out.

        Raises:
            OtherBoardError: the position is on another board.
        """
        return self._report(position).value

    def distance(self, position: PositionLike | None = None) -> int:
        """In how many turns the game then ends: the winner hurries, the loser delays."""
        return self._report(position).distance

    def best(self, position: PositionLike | None = None) -> tuple[str, ...]:
        """All best turns in a position; none when the game is over."""
        return tuple(turn.turn for turn in self.turns(position) if turn.best)

    def turns(self, position: PositionLike | None = None) -> tuple[TurnReport, ...]:
        """What becomes of each legal turn, the best first: `turn`, `value`, `distance`, `best`.

        Where the swap is on offer, `seat` says which player wins.
        """
        return self._report(position).turns

    def _report(self, position: PositionLike | None) -> PositionReport:
        from churn_engine.solver.report import report_on

        asked = self.board if position is None else position
        return report_on(engine_position(asked), self._lookup)

    def __repr__(self) -> str:
        value = self.value()
        result = "a tie" if value == "tie" else f"{value} wins"
        return f"<Solution of board {self.board}: {result} in {self.distance()} turns>"


def solve(board: BoardLike) -> Solution:
    """Solve a board in memory: at once up to 15 cells, in a minute or two on size 3.

    Raises:
        TooLargeError: the board does not fit into memory.
        NotationError: the text names no board.
    """
    from churn_engine.solver.estimate import estimate, require_room
    from churn_engine.solver.solve import Solver

    wanted = engine_board(board)
    require_room(estimate(wanted, lengths=False, chances=False))
    return Solution(Solver(wanted, lengths=False, chances=False).run())


def tablebase(folder: str | Path) -> Solution:
    """Open a solution that `churnproof solve SIDES --tablebase FOLDER` has stored.

    Raises:
        StorageError: the folder holds no sound tablebase.
    """
    from churn_engine.solver.tablebase import Tablebase

    return Solution(Tablebase(Path(folder)))
