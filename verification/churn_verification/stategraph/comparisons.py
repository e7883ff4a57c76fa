"""Comparisons of graphs and solutions: each says what it looked at, or raises where it differs."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeVar

import networkx as nx
import numpy as np

from churn_engine.board import Board
from churn_engine.notation import Position as EnginePosition
from churn_engine.notation import parse_board, parse_position, starting_position
from churn_engine.solver.cross_check import compare
from churn_engine.solver.report import Lookup
from churn_engine.solver.solution import solution_of
from churn_engine.solver.solve import Solver
from churn_engine.solver.tablebase import Tablebase, masks_of
from churn_engine.solver.values import distance_of, value_of
from churn_engine.solver.write_tablebase import TablebaseError, verify_tablebase, write_tablebase
from churn_spec import Board as SpecifiedBoard
from churn_spec import (
    Colour,
    Game,
    Outcome,
    Position,
    Seat,
    can_tie,
    legal_turns,
    new_game,
    take_turn,
    write_board,
    write_position,
)
from churn_spec import (
    starting_position as starting_position_of,
)
from churn_verification.judge.difference import Difference
from churn_verification.stategraph.convert import specified_graph, to_networkx
from churn_verification.stategraph.counting import Method, count_by_layers, count_graph
from churn_verification.stategraph.graph import CycleError, build_graph
from churn_verification.stategraph.plain_solver import (
    PlainSolver,
    Solved,
    all_positions,
    placements,
)
from churn_verification.stategraph.ranking import (
    RankingError,
    require_all_placements_raise,
    require_raised,
    specified_ranks,
)

Counts = Counter[str]
"""What was looked at, by kind."""

TURNS_BEFORE_THE_END = 12
"""From so far on, the rest of a game of size 3 is solved plainly within a second."""

_Found = TypeVar("_Found")


def compare_graphs(specified: SpecifiedBoard) -> Counts:
    """Compare the graph that the specification builds with the engine's, attributes and all.

    Raises:
        Difference: They differ.
    """
    slow = specified_graph(specified)
    fast = to_networkx(build_graph(engine_board(specified)))
    for node in sorted(slow.nodes | fast.nodes):
        expected, found = _all_about(slow, node), _all_about(fast, node)
        if expected != found:
            said = {"specification": expected, "engine": found}
            raise Difference.on(node, "T1", "what the game graph says of the position", said)
    return Counter(states=len(slow), turns=slow.number_of_edges(), boards=1)


def compare_counts(specified: SpecifiedBoard, methods: Iterable[Method]) -> Counts:
    """Count a graph by layers and by other methods, which must agree.

    Raises:
        Difference: They do not, the graph has a cycle, a turn does not raise the mover's ranking,
            or a tied end is in reach although the board cannot tie, or none although it can.
    """
    board = engine_board(specified)
    start = str(starting_position(board))
    layers = count_by_layers(board, 1, lambda _done, _total: None).facts
    graph = build_graph(board)
    for method in methods:
        facts = _finite(start, partial(count_graph, graph, method)).facts
        if facts != layers:
            said: dict[str, object] = {"layers": layers, method: facts}
            raise Difference.on(start, "F1", "what is counted on the game graph", said)
    ties = layers.terminal["tie"]
    if bool(ties) != can_tie(specified):
        tying = {"specification": can_tie(specified), "game graph": bool(ties)}
        raise Difference.on(start, "B2", "whether a game can end in a tie", tying)
    return Counter(states=layers.states, turns=layers.moves, boards=1)


def check_acyclic(specified: SpecifiedBoard) -> Counts:
    """Put a graph in topological order, and see the ranking rise on each edge.

    Raises:
        Difference: There is no such order, or the ranking does not rise.
    """
    board = engine_board(specified)
    graph = build_graph(board)
    start = str(starting_position(board))
    raised = _finite(start, lambda: require_raised(graph, specified_ranks(board)))
    return Counter(states=_finite(start, lambda: len(graph.order)), turns=raised, boards=1)


def check_placements_raise(specified: SpecifiedBoard) -> Counts:
    """See the ranking rise by every placement on every pattern of one colour's stones.

    Raises:
        Difference: One does not raise it.
    """
    board = engine_board(specified)
    start = str(starting_position(board))
    raised = _finite(start, lambda: require_all_placements_raise(board))
    return Counter(patterns=1 << board.size, placements=raised, boards=1)


def compare_values(specified: SpecifiedBoard) -> Counts:
    """Compare value and distance of each of the 2 * 3^n positions with the plain solver's.

    Raises:
        Difference: One differs.
    """
    plain = PlainSolver()
    for position in all_positions(specified):
        plain.solve(position)
    solver = Solver(engine_board(specified), lengths=False, chances=False).run()
    masks = np.array([masks_of(_same(position)) for position in plain.known])
    scores = solver.scores(masks[:, 0], masks[:, 1]).tolist()
    for (position, solved), score in zip(plain.known.items(), scores, strict=True):
        _require_score(position, solved, score)
    return Counter(positions=len(plain.known), boards=1)


def compare_stored_values(specified: SpecifiedBoard) -> Counts:
    """Write the tablebase of a board and compare each position in it with the plain solver's.

    Raises:
        Difference: One differs.
        StorageError: The file cannot be written, or read back.
    """
    board, plain = engine_board(specified), PlainSolver()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tablebase"
        write_tablebase(Solver(board, lengths=False, chances=False).run(), path)
        tablebase = Tablebase(path, board)
        for position in all_positions(specified):
            score = tablebase.score(*masks_of(_same(position)))
            _require_score(position, plain.solve(position), score)
        entries = tablebase.entries
    return Counter(positions=len(plain.known), entries=entries, boards=1)


def compare_sampled_values(
    lookup: Lookup, specified: SpecifiedBoard, games: int, choices: Random
) -> Counts:
    """Compare values near the ends of random games with the plain solver's.

    Some turns before its end each game is solved plainly; all positions that this comes through
    are compared.

    Args:
        lookup: The solution.
        specified: The board.
        games: How many games.
        choices: What the random turns are taken with.

    Raises:
        Difference: One differs.
    """
    positions = 0
    for _ in range(games):
        course = [starting_position_of(specified)]
        while following := list(placements(course[-1])):
            course.append(choices.choice(following))
        plain = PlainSolver()
        plain.solve(course[max(0, len(course) - 1 - TURNS_BEFORE_THE_END)])
        for position, solved in plain.known.items():
            _require_score(position, solved, lookup.score(*masks_of(_same(position))))
        positions += len(plain.known)
    return Counter(sampled_positions=positions, sampled_games=games)


def _require_score(position: Position, solved: Solved, score: int) -> None:
    expected = f"{solved.outcome.value} in {solved.distance}"
    found = f"{value_of(score, position.mover.value)} in {distance_of(score)}"
    if expected != found:
        said = {"plain solver": expected, "engine": found}
        text = write_position(position)
        raise Difference.on(text, "E2", "who wins under best play, in how many turns", said)


def _same(position: Position) -> EnginePosition:
    """The engine's position of the same text."""
    return parse_position(write_position(position))


def compare_values_with_swap(specified: SpecifiedBoard) -> Counts:
    """Compare who wins with the swap with what looking at each first and second turn says.

    Raises:
        Difference: They differ.
    """
    board = engine_board(specified)
    solution = solution_of(Solver(board).run())
    seat = _plain_value_with_swap(new_game(specified), PlainSolver())
    expected = "tie" if seat is None else seat.value
    if expected != solution.value_with_swap:
        said = {"plain solver": expected, "engine": solution.value_with_swap}
        start = str(starting_position(board))
        raise Difference.on(start, "S1", "which player wins with the swap", said)
    return Counter(boards=1, openings=len(solution.openings))


def compare_symmetries(board: Board, threads: int = 1) -> Counts:
    """Compare the solution with symmetries with the one without, position by position.

    Raises:
        Difference: They differ, or the orbits do not add up to all positions.
    """
    with_symmetry = Solver(board, lengths=False, chances=False).run(threads)
    plain = Solver(board, symmetry=False, lengths=False, chances=False).run(threads)
    found = compare(with_symmetry, plain)
    if found.difference is not None:
        masks = masks_of(found.difference)
        said = {"without": plain.score(*masks), "with": with_symmetry.score(*masks)}
        question = "the score without and with symmetries"
        raise Difference.on(str(found.difference), "E2", question, said)
    if found.by_orbits != found.positions:
        said = {"positions": found.positions, "by orbits": found.by_orbits}
        start = str(starting_position(board))
        raise Difference.on(start, "B1", "how many positions the entries stand for", said)
    return Counter(positions=found.positions, entries=with_symmetry.entries, boards=1)


def verify_solution(specified: SpecifiedBoard, threads: int, games: int, choices: Random) -> Counts:
    """Solve a board, write its tablebase, and see each value follow from its successors' values.

    Then compare a sample with the plain solver, see `compare_sampled_values`.

    Raises:
        Difference: One does not follow, or differs.
        StorageError: The file cannot be written, or read back.
    """
    board = engine_board(specified)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tablebase"
        write_tablebase(Solver(board, lengths=False, chances=False).run(threads), path)
        try:
            entries = verify_tablebase(path, threads)
        except TablebaseError as error:
            said = {"successors": "another value", "tablebase": str(error)}
            start = str(starting_position(board))
            raise Difference.on(start, "E2", "whether each value follows", said) from None
        sampled = compare_sampled_values(Tablebase(path, board), specified, games, choices)
    return Counter(entries=entries, positions=3**board.size, boards=1) + sampled


def engine_board(specified: SpecifiedBoard) -> Board:
    """The engine's board of the same name."""
    return parse_board(write_board(specified))


def _finite(start: str, look: Callable[[], _Found]) -> _Found:
    """What a look at a graph finds, unless it finds that a game could go on forever."""
    try:
        return look()
    except (CycleError, RankingError) as error:
        said = {"F1": "every game ends", "game graph": str(error)}
        raise Difference.on(start, "F1", "whether every game ends", said) from None


def _all_about(graph: nx.DiGraph, node: str) -> str:
    if node not in graph:
        return "out of reach"
    return f"{graph.nodes[node]}, {dict(sorted(graph.adj[node].items()))}"


def _plain_value_with_swap(game: Game, solver: PlainSolver) -> Seat | None:
    """The player who wins, or None for a tie; the swap can come on the first two turns only."""
    position = game.position
    if game.turn_number > 2 or not legal_turns(position):
        outcome = solver.solve(position).outcome
        return None if outcome is Outcome.TIE else game.seat_of(Colour(outcome.value))
    mover = game.seat_of(position.mover)
    results = {
        _plain_value_with_swap(take_turn(game, turn), solver) for turn in legal_turns(position)
    }
    return next(result for result in (mover, None, mover.other) if result in results)
