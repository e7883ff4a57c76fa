"""`churnproof graph`: the complete game graph of a board, counted, exported, drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from churn_spec import Board as SpecifiedBoard
from churn_spec import write_board
from churn_verification.cli.common import (
    BoardType,
    ExitStatus,
    RequestError,
    WholeNumber,
    json_option,
    leave,
    notice,
    output_path,
    print_json,
    require_ending,
    warn_if_even,
)

if TYPE_CHECKING:
    from churn_engine.board import Board
    from churn_verification.stategraph.counting import Count, Method
    from churn_verification.stategraph.graph import StateGraph

_METHODS = ("arrays", "networkx", "rustworkx", "layers")
_WORKERS = 2


@click.command("graph")
@click.argument("sides", type=BoardType(), required=False)
@click.option(
    "--export",
    "exports",
    type=output_path(),
    multiple=True,
    metavar="FILE",
    help="Write the graph to a .graphml, .dot, .json, .parquet, .svg or .png file; repeatable.",
)
@click.option(
    "--method",
    type=click.Choice(_METHODS, case_sensitive=False),
    help="Choose how to count.  [default: arrays up to 14 cells, layers above]",
)
@click.option(
    "--up-to",
    type=WholeNumber(1, 16),
    metavar="CELLS",
    help="Print a table of all board shapes up to this size instead, SIDES last; "
    "--export draws the lengths of their games.",
)
@json_option
def command(
    sides: SpecifiedBoard | None,
    exports: tuple[Path, ...],
    method: Method | None,
    up_to: int | None,
    as_json: bool,
) -> None:
    """Count all positions and turns that can be reached from the empty board, without the swap.

    SIDES is a board such as 3 or 2-3-2-3-2-3. A position is stones and side to move. The command
    also checks that every game ends: it orders the positions topologically, and checks that the
    ranking function rises on each turn.

    Example: churnproof graph 2 --export size2.svg
    """
    if up_to is not None:
        _survey(up_to, sides, exports, as_json)
    elif sides is None:
        raise RequestError("which board? Give SIDES, such as 3, or --up-to CELLS for small boards")
    else:
        _graph(sides, exports, method, as_json)


def _graph(
    sides: SpecifiedBoard, exports: tuple[Path, ...], method: Method | None, as_json: bool
) -> None:
    """Count, print, and only then export: whatever an export meets, the result has been told."""
    from churn_engine.notation import parse_board
    from churn_engine.solver.estimate import TooLargeError
    from churn_verification.stategraph.counting import count_graph, method_for
    from churn_verification.stategraph.export import ExportError, require_exportable
    from churn_verification.stategraph.graph import CycleError, GraphTooLargeError, build_graph
    from churn_verification.stategraph.ranking import RankingError

    warn_if_even(sides)
    board = parse_board(write_board(sides))
    chosen = method or method_for(board)
    try:
        for path in exports:
            require_exportable(path)
        if chosen == "layers":
            _require_no_graph(board, exports)
            _show(_document(board, _count_by_layers(board)), as_json)
            return
        graph = build_graph(board)
        _show(_document(board, count_graph(graph, chosen)), as_json)
        _export(graph, exports)
    except (TooLargeError, GraphTooLargeError, ExportError) as error:
        raise RequestError(str(error)) from None
    except (CycleError, RankingError) as error:
        notice(f"board {board}: {error}")
        leave(ExitStatus.DIFFERENCE)


def _require_no_graph(board: Board, exports: tuple[Path, ...]) -> None:
    if exports:
        raise RequestError(
            f"board {board} is counted by layers, which builds no graph to export; "
            "--method arrays builds one on boards of up to 16 cells"
        )


def _export(graph: StateGraph, exports: tuple[Path, ...]) -> None:
    from churn_verification.stategraph.export import export

    for path in exports:
        for written in export(graph, path):
            notice(f"wrote {written}")


def _survey(
    most_cells: int, sides: SpecifiedBoard | None, exports: tuple[Path, ...], as_json: bool
) -> None:
    from churn_engine.solver.estimate import TooLargeError
    from churn_verification.stategraph.survey import plot_of, survey, table_of
    from churn_verification.support.files import require_writable, write_atomically
    from churn_verification.support.progress import progress_of

    if as_json:
        raise RequestError("--up-to prints a table; for JSON use graph SIDES on each board")
    for path in exports:
        require_ending("--export", path, (".svg", ".png"))
        require_writable(path)
    try:
        with progress_of(f"all shapes of up to {most_cells} cells") as progress:
            more = [] if sides is None else [sides]
            rows = survey(most_cells, more, _WORKERS, progress)
    except TooLargeError as error:
        raise RequestError(str(error)) from None
    click.echo(table_of(rows), nl=False)
    for path in exports:
        write_atomically(path, plot_of(rows, "svg" if path.suffix.lower() == ".svg" else "png"))
        notice(f"wrote {path}")


def _count_by_layers(board: Board) -> Count:
    from churn_verification.stategraph.counting import count_by_layers
    from churn_verification.support.progress import progress_of

    with progress_of(f"counting board {board}") as progress:
        return count_by_layers(board, _WORKERS, progress)


def _show(document: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(document)
    else:
        _print(document)


def _document(board: Board, count: Count) -> dict[str, Any]:
    facts = count.facts
    return {
        "board": str(board),
        "cells": facts.cells,
        "states": facts.states,
        "moves": facts.moves,
        "terminal": facts.terminal,
        "single_move_states": facts.single_move_states,
        "max_branching": facts.max_branching,
        "mean_branching": facts.mean_branching,
        "acyclic": facts.acyclic,
        "turns_seen_to_raise_the_ranking": count.raised,
        "longest_game": facts.longest_game,
        "shortest_game": facts.shortest_game,
        "examples": {
            "longest": " ".join(count.longest),
            "shortest": " ".join(count.shortest),
        },
        "states_by_ply": list(facts.states_by_ply),
        "method": count.method,
    }


def _print(document: dict[str, Any]) -> None:
    final = document["terminal"]
    single = document["single_move_states"]
    click.echo(
        f"board {document['board']}, {document['cells']} cells, counted by {document['method']}\n"
        f"positions: {document['states']:,}\n"
        f"turns: {document['moves']:,}, at most {document['max_branching']} in a position, "
        f"{document['mean_branching']:.4f} in the mean\n"
        f"final positions: {final['red']:,} won by Red, {final['blue']:,} by Blue, "
        f"{final['tie']:,} tied\n"
        f"positions with a single legal placement: {single:,} "
        f"({single / document['states']:.1%})\n"
        f"acyclic: {'yes' if document['acyclic'] else 'no'}; the ranking was seen to rise on all "
        f"{document['turns_seen_to_raise_the_ranking']:,} turns looked at\n"
        f"games last {document['shortest_game']} to {document['longest_game']} turns\n"
        f"shortest: {document['examples']['shortest']}\n"
        f"longest: {document['examples']['longest']}\n"
        f"positions by ply: {' '.join(map(str, document['states_by_ply']))}"
    )
