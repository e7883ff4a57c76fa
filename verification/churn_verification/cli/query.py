"""`churnproof query`: value, distance and turns of one position."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from churn_spec import Position, write_position
from churn_verification.cli.common import (
    ExitStatus,
    PositionType,
    RequestError,
    SurroundingsError,
    json_option,
    leave,
    notice,
    print_json,
)
from churn_verification.drawing.counting import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from churn_engine.board import Board
    from churn_engine.solver.report import Lookup, PositionReport, TurnReport

_WORKERS = 2


@click.command("query")
@click.argument("position", type=PositionType())
@click.option(
    "--tablebase",
    type=click.Path(path_type=Path),
    help="Use this tablebase, made by `churnproof solve`; without it, solve the board first.",
)
@click.option(
    "--verify",
    is_flag=True,
    help="Check the whole tablebase first: each page, and each value against its turns.",
)
@json_option
def command(position: Position, tablebase: Path | None, verify: bool, as_json: bool) -> None:
    """Show who wins from a position, in how many turns, and the same for each legal turn.

    POSITION is a position in quotes, such as "3 rr./.b.r/r.b.b/r.../bb. r", or a board. The winner
    hurries and the loser delays; in a tied position both hurry. Each query checks the parts of the
    tablebase that it reads; --verify checks all of it.

    Example: churnproof query "2 .b/r../.. r"
    """
    from churn_engine.notation import parse_position
    from churn_engine.solver.report import report_on

    asked = parse_position(write_position(position))
    if verify:
        _verify(tablebase)
    with _lookup(asked.board, tablebase) as lookup:
        document = _document(report_on(asked, lookup))
    if as_json:
        print_json(document)
    else:
        _print(document)


def _verify(tablebase: Path | None) -> None:
    from churn_engine.solver.container import StorageError
    from churn_engine.solver.write_tablebase import TablebaseError, verify_tablebase
    from churn_verification.support.progress import progress_of

    if tablebase is None:
        raise RequestError("--verify needs --tablebase, the tablebase to check")
    with progress_of(f"verifying {tablebase}") as progress:
        try:
            entries = verify_tablebase(tablebase, _WORKERS, progress)
        except StorageError as error:
            raise SurroundingsError(str(error)) from None
        except TablebaseError as error:
            notice(str(error))
            leave(ExitStatus.DIFFERENCE)
    notice(f"{tablebase}: all {entries:,} entries agree with the values after their turns")


@contextmanager
def _lookup(board: Board, tablebase: Path | None) -> Iterator[Lookup]:
    """The file, or the board solved in memory."""
    from churn_engine.solver.container import StorageError
    from churn_engine.solver.store import OtherBoardError
    from churn_engine.solver.tablebase import Tablebase

    if tablebase is None:
        yield _solved(board)
        return
    try:
        yield Tablebase(tablebase, board)
    except OtherBoardError as error:
        raise RequestError(f"the position is on board {board}, but {error}") from None
    except StorageError as error:
        raise SurroundingsError(str(error)) from None


def _solved(board: Board) -> Lookup:
    from churn_engine.solver.estimate import TooLargeError, estimate, require_room
    from churn_engine.solver.solve import Solver
    from churn_verification.support.progress import progress_of

    needed = estimate(board, threads=_WORKERS, lengths=False, chances=False)
    try:
        require_room(needed)
    except TooLargeError as error:
        raise RequestError(str(error)) from None
    # At least a second: without one, the time that compiling takes would count as solving.
    with progress_of(f"solving board {board}", expected_seconds=needed.seconds + 1) as progress:
        return Solver(board, lengths=False, chances=False).run(_WORKERS, progress)


def _document(report: PositionReport) -> dict[str, Any]:
    document: dict[str, Any] = {
        "position": str(report.position),
        "value": report.value,
        "distance": report.distance,
    }
    if report.seat is not None:
        document["value_with_swap"] = report.seat
    document["turns"] = [_turn(turn) for turn in report.turns]
    document["best"] = [turn.turn for turn in report.turns if turn.best]
    return document


def _turn(turn: TurnReport) -> dict[str, Any]:
    document: dict[str, Any] = {
        "turn": turn.turn,
        "value": turn.value,
        "distance": turn.distance,
        "best": turn.best,
    }
    if turn.seat is not None:
        document["seat"] = turn.seat
    return document


def _seat(seat: str) -> str:
    return seat if seat == "tie" else f"the {seat} player"


def _print(document: dict[str, Any]) -> None:
    if not document["turns"]:
        click.echo(f"the game is over: {document['value']}")
        return
    click.echo(f"value: {document['value']}, in {counted(document['distance'], 'turn')}")
    if "value_with_swap" in document:
        click.echo(f"value with the swap: {_seat(document['value_with_swap'])}")
    click.echo("turns, the best marked *:")
    for turn in document["turns"]:
        star = "*" if turn["best"] else " "
        seat = f", {_seat(turn['seat'])}" if turn.get("seat", "tie") != "tie" else ""
        distance = counted(turn["distance"], "turn")
        click.echo(f"{star} {turn['turn']}: {turn['value']}{seat}, in {distance}")
