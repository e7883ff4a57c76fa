"""`churnproof conform`: check a stranger's implementation."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from churn_verification.cli.common import (
    ExitStatus,
    FiniteRange,
    Interrupted,
    PositionType,
    RequestError,
    SurroundingsError,
    WholeNumber,
    leave,
    seed_option,
)
from churn_verification.cli.showing import Views, view_options

if TYPE_CHECKING:
    from churn_spec import Position
    from churn_verification.conformance.checking import Request
    from churn_verification.conformance.known import KnownDifferences
    from churn_verification.conformance.report import ConformReport
    from churn_verification.players import Question

_SECONDS = FiniteRange(min=0.01, max=86_400)


@click.command("conform")
@click.argument("adapter", metavar="-- COMMAND ...", nargs=-1, type=click.UNPROCESSED)
@click.option("--quick", is_flag=True, help="Ask the published vectors and few random questions.")
@click.option(
    "--boards",
    "board_list",
    metavar="SIDES,...",
    help="Ask only about these boards, e.g. 3,3-4-3-4-3-4.",
)
@click.option("--position", type=PositionType(), help="Ask only about this position.")
@click.option("--turns", default="", help="Take these turns from --position first, e.g. 'a1 b2'.")
@click.option(
    "--depth",
    type=WholeNumber(0, 20),
    default=0,
    help="Ask for the number of turn sequences of this length there instead of the state.",
)
@click.option(
    "--known",
    "known_path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Read known differences from this JSON file; see docs/conformance.md.",
)
@click.option(
    "--matrix",
    "matrix_path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Check all implementations that a TOML file lists, and write one page.",
)
@click.option(
    "--into",
    "folder",
    type=click.Path(path_type=Path),
    default="conformance-matrix",
    show_default=True,
    metavar="DIR",
    help="The folder for the page, reports and badges of --matrix.",
)
@click.option(
    "--resume", is_flag=True, help="Keep what --matrix has written there of the same questions."
)
@click.option(
    "--timeout", type=_SECONDS, default=10.0, show_default=True, help="Seconds to wait for a reply."
)
@click.option(
    "--start-timeout",
    type=_SECONDS,
    default=20.0,
    show_default=True,
    help="Seconds to wait for the first reply.",
)
@click.option(
    "--total-timeout",
    type=_SECONDS,
    default=900.0,
    show_default=True,
    help="Seconds for the whole run.",
)
@click.option(
    "--memory",
    type=WholeNumber(0, 2**20),
    default=2048,
    show_default=True,
    help="Megabytes that each process of the adapter may use; 0 for no limit.",
)
@seed_option
@view_options
def command(  # noqa: PLR0913 - one parameter an option
    *,
    adapter: tuple[str, ...],
    quick: bool,
    board_list: str | None,
    position: Position | None,
    turns: str,
    depth: int,
    known_path: Path | None,
    matrix_path: Path | None,
    folder: Path,
    resume: bool,
    timeout: float,
    start_timeout: float,
    total_timeout: float,
    memory: int,
    seed: int,
    views: Views,
) -> None:
    """Check whether an implementation in any language plays Churn.

    COMMAND starts its adapter: a program that reads questions from standard input and writes
    answers to standard output, one JSON document per line. verification/PROTOCOL.md describes
    them, and adapters/ has templates.

    Example: churnproof conform -- python adapters/python/adapter.py
    """
    from churn_verification.cli.matrix import Whole, check_side_by_side
    from churn_verification.conformance.checking import Request
    from churn_verification.conformance.limits import Limits
    from churn_verification.conformance.plan import FULL, QUICK
    from churn_verification.views.of_conform import document_of

    limits = Limits(start=start_timeout, reply=timeout, total=total_timeout, memory=memory * 2**20)
    request = Request(
        command=adapter,
        seed=seed,
        boards=() if board_list is None else _boards(board_list),
        amount=QUICK if quick else FULL,
        limits=limits,
        known=_known(known_path),
        question=_question(position, turns, depth),
    )
    if matrix_path is not None:
        _require_nothing_else(request, known_path)
        whole = Whole(
            matrix_path, lambda words: replace(request, command=words), quick, folder, resume
        )
        check_side_by_side(whole, _run, views)
        return
    if not adapter:
        raise RequestError("no adapter was given: put its command after --, as -- node adapter.js")
    report = _run(request)
    if report.adapter is None and report.broken:
        views = replace(views, prints=False)  # there is only the error to print
    is_shown = views.show(report.model_dump_json(indent=2), partial(document_of, report))
    _leave_with(report)
    if not is_shown:
        leave(ExitStatus.SURROUNDINGS)


# What is asked for -------------------------------------------------------------------------------


def _boards(text: str) -> tuple[str, ...]:
    """The boards that a list names, each in its short form.

    Raises:
        RequestError: one of them is no board, or two are the same.
    """
    from churn_spec import NotationError, read_board, write_board

    try:
        boards = tuple(write_board(read_board(each.strip())) for each in text.split(","))
    except NotationError as error:
        raise RequestError(f"--boards: {error}") from None
    if len(set(boards)) < len(boards):
        raise RequestError(
            f"--boards {text} names a board twice; the sides of one board are joined by -, as in"
            " 3-4-3-4-3-4"
        )
    return boards


def _question(position: Position | None, turns: str, depth: int) -> Question | None:
    from churn_spec import write_position
    from churn_verification.players import Question

    if position is None:
        if turns or depth:
            raise RequestError("--turns and --depth need a --position to start from")
        return None
    return Question(write_position(position), tuple(turns.split()), depth, way=())


def _known(path: Path | None) -> KnownDifferences:
    from churn_verification.conformance.known import KnownDifferences, KnownError

    if path is None:
        return KnownDifferences()
    try:
        return KnownDifferences.read(path)
    except KnownError as error:
        raise RequestError(str(error)) from None


def _require_nothing_else(request: Request, known_path: Path | None) -> None:
    if request.command or request.question or known_path:
        raise RequestError(
            "--matrix takes the commands from its file: leave out COMMAND, --position and --known"
        )


# The run -----------------------------------------------------------------------------------------


def _run(request: Request, name: str = "") -> ConformReport:
    from churn_verification.conformance.checking import check_adapter
    from churn_verification.conformance.process import PlatformError
    from churn_verification.conformance.vectors.files import VectorsError
    from churn_verification.judge.reference import DisputedError
    from churn_verification.support.environment import keep_hypothesis_in_the_cache
    from churn_verification.support.progress import Display

    keep_hypothesis_in_the_cache()
    with Display() as display:
        label = f"{name}: " if name else ""
        display.show(f"{label}starting the adapter", 0, None)

        def progress(check: str, questions: int) -> None:
            display.show(f"{label}{check}: {questions:,} questions answered", questions, None)

        try:
            return check_adapter(request, progress)
        except DisputedError as dispute:
            raise SurroundingsError(f"a fault of churnproof, please report it: {dispute}") from None
        except (PlatformError, VectorsError) as error:
            raise SurroundingsError(str(error)) from None


# The end -----------------------------------------------------------------------------------------


def status_of(report: ConformReport) -> ExitStatus:
    """The exit status of a run."""
    if not report.complete and not report.broken:
        return ExitStatus.INTERRUPTED
    if report.held:
        return ExitStatus.HELD
    gone = any(check.id == "known" and check.reason for check in report.checks)
    if gone or any(check.wrong for check in report.checks):
        return ExitStatus.DIFFERENCE
    return ExitStatus.SURROUNDINGS


def _leave_with(report: ConformReport) -> None:
    status = status_of(report)
    if status is ExitStatus.INTERRUPTED:
        raise Interrupted("stopped by hand; the report covers what was asked so far")
    if status is not ExitStatus.SURROUNDINGS:
        leave(status)
    if report.adapter is None and report.broken:
        raise SurroundingsError(report.broken)
    if report.verdict:
        raise SurroundingsError(
            "the adapter skipped questions, so the run is not complete; declare in the reply to"
            " hello what it cannot answer, and it is not asked"
        )
    raise SurroundingsError("the adapter did not do its part; the report says what happened")
