"""Complete game graphs, and the solutions of boards."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

import churn_spec as spec
from churn_engine.solver.estimate import free_memory
from churn_verification.hexagons import shapes
from churn_verification.judge.comparing import result_of
from churn_verification.registry import Check, Context, Kind, Level, Reach, Registry
from churn_verification.results import Result, not_run
from churn_verification.stategraph import comparisons
from churn_verification.stategraph.comparisons import Counts, engine_board

_TURN = ("T1", "P1", "P2", "R1", "R2", "E1")
_SIZE_3 = spec.regular_board(3)
_THREADS = 2
_MEMORY_OF_THE_CROSS_CHECK = 6 * 10**9

Boards = Callable[[Context], Iterable[spec.Board]]


def register(registry: Registry) -> None:
    """Add the checks of game graphs and solutions."""
    for check in (*_graph_checks(), *_solution_checks(), *_checks_of_size_3()):
        registry.add(check)


def _graph_checks() -> Iterable[Check]:
    yield Check(
        id="graph/acyclic",
        sentence="The complete game graph of a board of each small shape has a topological order,"
        " and each turn in it raises the mover's ranking and leaves the other's.",
        clauses=("F1",),
        kind=Kind.GRAPH,
        level=Level.QUICK,
        run=partial(_over_boards, _shapes(9, 12, 14), comparisons.check_acyclic),
        cost=4,
    )
    yield Check(
        id="graph/specification-and-engine",
        sentence="Specification and engine build the same game graph of a board of each small"
        " shape: positions, turns, rankings, values and distances.",
        clauses=(*_TURN, "E2", "F1"),
        kind=Kind.GRAPH,
        level=Level.QUICK,
        run=partial(_over_boards, _shapes(7, 9, 11), comparisons.compare_graphs),
        cost=2,
    )
    yield Check(
        id="graph/counts",
        sentence="Arrays, networkx, rustworkx and a pass without a graph count the same on the game"
        " graph of a board of each small shape; a tie is in reach just where boards can tie.",
        clauses=(*_TURN, "B2", "E2", "F1"),
        kind=Kind.GRAPH,
        level=Level.QUICK,
        run=partial(_over_boards, _shapes(8, 10, 12), _compare_counts),
        cost=3,
    )


def _solution_checks() -> Iterable[Check]:
    yield Check(
        id="solution/every-position",
        sentence="In every position of a board of each small shape the solver finds the value and"
        " the distance that a plain solver on the specification finds.",
        clauses=(*_TURN, "E2"),
        kind=Kind.EXHAUSTIVE,
        level=Level.QUICK,
        run=partial(_over_boards, _shapes(6, 8, 11), comparisons.compare_values),
        cost=2,
    )
    yield Check(
        id="solution/every-position/12-cells",
        sentence="In every position of a board of each shape of 12 cells the solver finds the value"
        " and the distance that a plain solver on the specification finds.",
        clauses=(*_TURN, "E2"),
        kind=Kind.EXHAUSTIVE,
        level=Level.EXHAUSTIVE,
        run=partial(_over_boards, _shapes_of_12_cells, comparisons.compare_values),
        cost=450,
    )
    yield Check(
        id="solution/swap",
        sentence="The player who wins with the swap is the one that looking at each first and"
        " second turn on the specification finds.",
        clauses=("S1", "E2"),
        kind=Kind.GRAPH,
        level=Level.QUICK,
        run=partial(_over_boards, _shapes(7, 9, 11), comparisons.compare_values_with_swap),
        cost=2,
    )
    yield Check(
        id="solution/tablebase",
        sentence="In every position of a board of each small shape a stored tablebase gives the"
        " value and the distance that a plain solver on the specification finds.",
        clauses=(*_TURN, "E2", "B2"),
        kind=Kind.EXHAUSTIVE,
        level=Level.QUICK,
        run=partial(_over_boards, _shapes(6, 8, 10), comparisons.compare_stored_values),
        cost=2,
    )
    yield Check(
        id="solution/symmetries",
        sentence="With and without the symmetries of the board the solver finds the same score of"
        " every position of a board of each small shape.",
        clauses=("E2",),
        kind=Kind.GRAPH,
        level=Level.QUICK,
        run=partial(_over_boards, _shapes(9, 12, 14), _compare_symmetries),
        cost=4,
    )


def _checks_of_size_3() -> Iterable[Check]:
    yield Check(
        id="graph/acyclic/size-3",
        sentence="On size 3 every placement raises the ranking of the pattern of own stones, on all"
        " 524,288 patterns and so in all positions.",
        clauses=("F1",),
        kind=Kind.GRAPH,
        level=Level.QUICK,
        run=partial(_over_boards, lambda _context: [_SIZE_3], comparisons.check_placements_raise),
        cost=2,
    )
    yield Check(
        id="solution/size-3",
        sentence="The values of all 3^19 positions of size 3 follow from their successors' values,"
        " and those near the ends of random games are what a plain solver on the specification"
        " finds.",
        clauses=(*_TURN, "E2"),
        kind=Kind.EXHAUSTIVE,
        level=Level.STANDARD,
        run=_verify_size_3,
        cost=40,
        looks_at=Reach.SAMPLED,  # as far as the specification is asked
    )
    yield Check(
        id="solution/size-3/symmetries",
        sentence="With and without the twelve symmetries the solver finds the same score of all"
        " 3^19 positions of size 3.",
        clauses=("E2",),
        kind=Kind.EXHAUSTIVE,
        level=Level.EXHAUSTIVE,
        run=_compare_symmetries_of_size_3,
        cost=200,
    )


def _shapes(quick: int, standard: int, exhaustive: int) -> Boards:
    return lambda context: shapes(context.budget(quick, standard, exhaustive))


def _shapes_of_12_cells(_context: Context) -> Iterable[spec.Board]:
    return [board for board in shapes(12) if spec.cell_count(board) == 12]


def _over_boards(
    boards: Boards, comparison: Callable[[spec.Board], Counts], context: Context
) -> Result:
    return result_of(partial(_sum_over, list(boards(context)), comparison, context))


def _sum_over(
    boards: list[spec.Board], comparison: Callable[[spec.Board], Counts], context: Context
) -> Counts:
    """Compare on each board; how much a board takes grows with its number of positions."""
    total = sum(3 ** spec.cell_count(board) for board in boards)
    counts: Counts = Counter()
    done = 0
    for board in boards:
        counts += comparison(board)
        done += 3 ** spec.cell_count(board)
        context.progress(done, total)
    return counts


def _compare_counts(board: spec.Board) -> Counts:
    return comparisons.compare_counts(board, ("arrays", "networkx", "rustworkx"))


def _compare_symmetries(board: spec.Board) -> Counts:
    return comparisons.compare_symmetries(engine_board(board))


def _verify_size_3(context: Context) -> Result:
    games = context.budget(quick=5, standard=20, exhaustive=200)
    choices = context.random("solution/size-3")
    return result_of(
        partial(comparisons.verify_solution, _SIZE_3, _THREADS, games=games, choices=choices)
    )


def _compare_symmetries_of_size_3(context: Context) -> Result:
    if free_memory() < _MEMORY_OF_THE_CROSS_CHECK:
        return not_run(
            f"it takes {_MEMORY_OF_THE_CROSS_CHECK / 1e9:.0f} GB of memory, "
            f"{free_memory() / 1e9:.1f} GB are free"
        )
    compare = partial(comparisons.compare_symmetries, threads=_THREADS)
    return _over_boards(
        lambda _context: [_SIZE_3], lambda board: compare(engine_board(board)), context
    )
