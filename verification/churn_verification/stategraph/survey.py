"""All boards up to a number of cells side by side: their game graphs and their solutions."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import Literal

from matplotlib import rc_context
from matplotlib.figure import Figure

from churn_engine.notation import parse_board
from churn_engine.solver.estimate import estimate, require_room
from churn_engine.solver.patterns import patterns_of
from churn_engine.solver.reach import Reachable, reach
from churn_engine.solver.solution import Solution, solution_of
from churn_engine.solver.solve import Solver
from churn_spec import Board, longest_game_bound, read_board, write_board
from churn_verification.hexagons import shapes

_HEADER = (
    "board",
    "cells",
    "positions",
    "turns",
    "ends Red / Blue / tie",
    "no choice",
    "most choice",
    "shortest",
    "random mean",
    "longest",
    "rankings",
    "bound",
    "value",
    "with swap",
)


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of one board.

    Attributes:
        board: Its text.
        reached: Its game graph, counted.
        solution: Its solution.
        rankings: How many different rankings one colour's stones can have on it.
        bound: The bound on the length of a game that follows from how many partitions there are.
    """

    board: str
    reached: Reachable
    solution: Solution
    rankings: int
    bound: int


def survey(
    most_cells: int, more: Iterable[Board], threads: int, progress: Callable[[int, int], None]
) -> list[Row]:
    """Count and solve a board of each shape of up to so many cells, and some more boards.

    Args:
        most_cells: The most cells.
        more: Boards that follow in the order given.
        threads: How many threads work.
        progress: Called with how many entries are done and how many there are.

    Raises:
        TooLargeError: A board does not fit into memory.
    """
    boards = [parse_board(write_board(board)) for board in (*shapes(most_cells), *more)]
    needed = [estimate(board, threads=threads) for board in boards]
    for one in needed:
        require_room(one)
    total = sum(one.entries for one in needed)
    rows = []
    done = 0
    for one in needed:
        specified = read_board(str(one.board))
        solution = solution_of(Solver(one.board).run(threads))
        rankings = int(patterns_of(one.board).rank.max()) + 1
        bound = longest_game_bound(specified)
        rows.append(Row(str(one.board), reach(one.board), solution, rankings, bound))
        done += one.entries
        progress(done, total)
    return rows


def table_of(rows: Iterable[Row]) -> str:
    """The rows as a Markdown table."""
    lines = [_HEADER, ("---", *("--:" for _ in _HEADER[1:-2]), "---", "---")]
    lines.extend(_cells(row) for row in rows)
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cells(row: Row) -> tuple[str, ...]:
    reached, solution = row.reached, row.solution
    return (
        row.board,
        f"{solution.board.size}",
        f"{reached.states:,}",
        f"{reached.moves:,}",
        f"{reached.red_wins:,} / {reached.blue_wins:,} / {reached.ties:,}",
        f"{reached.single_move_states / reached.states:.1%}",
        f"{reached.max_branching}",
        f"{solution.shortest_game}",
        f"{solution.random.turns:.4f}",
        f"{solution.longest_game}",
        f"{row.rankings:,}",
        f"{row.bound:,}",
        f"{solution.value} in {solution.distance}",
        solution.value_with_swap,
    )


def plot_of(rows: Iterable[Row], file_format: Literal["svg", "png"]) -> bytes:
    """How long games are, by the number of cells: shortest, best play, random, longest, bound."""
    figure = Figure(figsize=(10, 6), dpi=120, facecolor="white", layout="constrained")
    axes = figure.add_subplot()
    rows = list(rows)
    cells = [row.solution.board.size for row in rows]
    for label, colour, marker, shift, lengths in (
        ("bound of the ranking function", "#6b7280", "_", 0.0, [row.bound for row in rows]),
        ("longest game", "#b45309", "^", 0.3, [row.solution.longest_game for row in rows]),
        ("random play, mean", "#2c6fbb", "o", 0.1, [row.solution.random.turns for row in rows]),
        ("best play", "#15803d", "D", -0.1, [row.solution.distance for row in rows]),
        ("shortest game", "#7c3aed", "v", -0.3, [row.solution.shortest_game for row in rows]),
    ):
        beside = [each + shift for each in cells]
        axes.scatter(beside, lengths, label=label, color=colour, marker=marker, s=30, alpha=0.75)
    axes.set_yscale("log")
    axes.set_xticks(sorted(set(cells)))
    axes.set_xlabel("cells of the board; one mark for each shape")
    axes.set_ylabel("turns")
    axes.set_title("How long games of Churn are", loc="left", fontweight="bold")
    axes.grid(visible=True, alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    content = BytesIO()
    metadata = {"Date": None} if file_format == "svg" else {"Software": None}
    with rc_context({"svg.hashsalt": "churnproof"}):
        figure.savefig(content, format=file_format, metadata=metadata)
    return content.getvalue()
