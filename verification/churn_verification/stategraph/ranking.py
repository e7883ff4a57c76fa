"""That every turn raises the ranking function (F1), which is why no game goes on forever."""

import numpy as np
from numpy.typing import NDArray

from churn_engine.board import Board
from churn_engine.solver.compiled import Integer, compiled
from churn_engine.solver.patterns import Patterns, patterns_of, result
from churn_spec import Colour, Position, cells_of, ranking, read_board
from churn_verification.stategraph.graph import StateGraph
from churn_verification.stategraph.kernels import first_edge_that_does_not_raise


class RankingError(ValueError):
    """A turn that does not raise the mover's ranking, or that changes the other's."""


def specified_ranks(board: Board) -> NDArray[np.int64]:
    """Rank each pattern of one colour's stones by the specification's ranking function.

    Returns:
        int64[2^n]: one pattern ranks above another exactly when its number is larger.
    """
    specified = read_board(str(board))
    cells = cells_of(specified)
    rankings = []
    for pattern in range(1 << board.size):
        red = frozenset(cell for index, cell in enumerate(cells) if pattern >> index & 1)
        position = Position(specified, red, frozenset(), Colour.RED)
        rankings.append(ranking(position, Colour.RED))
    place = {sizes: number for number, sizes in enumerate(sorted(set(rankings)))}
    return np.array([place[sizes] for sizes in rankings], dtype=np.int64)


def require_raised(graph: StateGraph, ranks: NDArray[np.int64]) -> int:
    """Check on each edge that the mover's ranking rises and the other side's stays.

    Args:
        graph: The graph.
        ranks: int64[2^n]. The rank of each pattern.

    Returns:
        How many edges were checked: all.

    Raises:
        RankingError: On some edge it does not; the text names the first one.
    """
    edge = int(first_edge_that_does_not_raise(graph.states, graph.edges, ranks))
    if edge < 0:
        return len(graph.edges.target)
    state = int(np.searchsorted(graph.edges.first, edge, side="right")) - 1
    turn = graph.board.names[graph.edges.cell[edge]]
    raise RankingError(f"{turn} at {graph.position(state)} does not raise the mover's ranking")


def require_all_placements_raise(board: Board) -> int:
    """Check that every placement raises the ranking, on every pattern of one colour's stones.

    What a placement does depends on the mover's stones alone, so this holds for all positions of
    the board at once, whatever the other side's stones. Placements that the rules forbid because
    others form smaller groups are included: they raise it too.

    Returns:
        How many placements were checked: n * 2^(n - 1).

    Raises:
        RankingError: One does not; the text names it.
    """
    patterns = patterns_of(board)
    at = int(_first_that_does_not_raise(patterns))
    if at < 0:
        return board.size << (board.size - 1)
    pattern, cell = divmod(at, board.size)
    stones = ", ".join(name for index, name in enumerate(board.names) if pattern >> index & 1)
    raise RankingError(f"{board.names[cell]} to {stones} does not raise the ranking")


@compiled
def _first_that_does_not_raise(patterns: Patterns) -> Integer:
    for pattern in range(len(patterns.rank)):
        for cell in range(patterns.cells):
            if not pattern >> cell & 1:
                after = result(patterns, pattern, cell)
                if patterns.rank[after] <= patterns.rank[pattern]:
                    return pattern * patterns.cells + cell
    return -1
