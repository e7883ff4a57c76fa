"""Game graphs for the libraries that graph people use: networkx and rustworkx.

Nodes of networkx graphs are position texts. They carry `mover` ("red" or "blue"), `ply`, `ranking`
(the sizes of each colour's groups, as "red 3 1, blue 2"), `value` ("red", "blue" or "tie") and
`distance`; edges carry `turn`, a cell name. All are numbers or texts, so every file format takes
them.
"""

from collections import deque
from collections.abc import Iterable

import networkx as nx
import rustworkx as rx

from churn_engine.game import Game
from churn_spec import (
    Board,
    Colour,
    Position,
    cell_count,
    legal_placements,
    play,
    ranking,
    starting_position,
    write_board,
    write_cell,
    write_position,
)
from churn_verification.stategraph.graph import GraphTooLargeError, StateGraph
from churn_verification.stategraph.plain_solver import PlainSolver

MOST_NETWORKX_STATES = 500_000
"""A networkx graph takes about two kilobytes a state with its attributes."""
MOST_RUSTWORKX_STATES = 20_000_000


def to_networkx(graph: StateGraph, states: Iterable[int] | None = None) -> nx.DiGraph:
    """Make a networkx graph of a game graph, or of some of its states and the turns among them.

    Args:
        graph: The graph.
        states: Numbers of the states wanted; all of them by default.

    Raises:
        GraphTooLargeError: More than half a million states are wanted.
    """
    wanted = list(range(len(graph))) if states is None else sorted(set(states))
    _require_few(len(wanted), MOST_NETWORKX_STATES, "networkx")
    texts = {state: str(graph.position(state)) for state in wanted}
    made: nx.DiGraph = nx.DiGraph(board=str(graph.board), cells=graph.board.size)
    for state, text in texts.items():
        game = Game(graph.position(state))
        made.add_node(
            text,
            mover=game.mover,
            ply=int(graph.states.ply[state]),
            ranking=_ranking_text(game.ranking("red"), game.ranking("blue")),
            value=graph.value(state),
            distance=graph.distance(state),
        )
    for state, text in texts.items():
        for turn, target in graph.turns(state):
            if target in texts:
                made.add_edge(text, texts[target], turn=turn)
    return made


def to_rustworkx(graph: StateGraph) -> rx.PyDiGraph[int, str]:
    """Make a rustworkx graph: a node's index and weight are the state's number, edges are turns.

    Raises:
        GraphTooLargeError: There are more than twenty million states.
    """
    _require_few(len(graph), MOST_RUSTWORKX_STATES, "rustworkx")
    made: rx.PyDiGraph[int, str] = rx.PyDiGraph(multigraph=True, node_count_hint=len(graph))
    made.add_nodes_from(range(len(graph)))
    names = graph.board.names
    for state in range(len(graph)):
        edges = slice(int(graph.edges.first[state]), int(graph.edges.first[state + 1]))
        targets, cells = graph.edges.target[edges].tolist(), graph.edges.cell[edges].tolist()
        made.add_edges_from(
            [(state, target, names[cell]) for target, cell in zip(targets, cells, strict=True)]
        )
    return made


def specified_graph(board: Board) -> nx.DiGraph:
    """Build the graph of a board with the specification alone: slow, and equal to the engine's.

    Args:
        board: A board of the specification.
    """
    solver = PlainSolver()
    made: nx.DiGraph = nx.DiGraph(board=write_board(board), cells=cell_count(board))
    start = starting_position(board)
    waiting = deque([start])
    _add_specified(made, start, 0, solver)
    while waiting:
        position = waiting.popleft()
        text = write_position(position)
        for cell in sorted(legal_placements(position)):
            played = play(position, cell)
            after = Position(board, played.red, played.blue, played.mover)
            if write_position(after) not in made:
                _add_specified(made, after, made.nodes[text]["ply"] + 1, solver)
                waiting.append(after)
            made.add_edge(text, write_position(after), turn=write_cell(board, cell))
    return made


def _add_specified(made: nx.DiGraph, position: Position, ply: int, solver: PlainSolver) -> None:
    solved = solver.solve(position)
    made.add_node(
        write_position(position),
        mover=position.mover.value,
        ply=ply,
        ranking=_ranking_text(ranking(position, Colour.RED), ranking(position, Colour.BLUE)),
        value=solved.outcome.value,
        distance=solved.distance,
    )


def _ranking_text(red: Iterable[int], blue: Iterable[int]) -> str:
    return f"red {' '.join(map(str, red)) or '-'}, blue {' '.join(map(str, blue)) or '-'}"


def _require_few(states: int, most: int, library: str) -> None:
    if states > most:
        raise GraphTooLargeError(
            f"{states:,} states are too many for {library}; at most {most:,} are converted. "
            "Export Parquet, or take a part of the graph"
        )
