"""`churnproof conform`: check a stranger's implementation."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import rich_click as click

from churn_verification.cli.common import (
    ExitStatus,
    Interrupted,
    RequestError,
    json_option,
    leave,
    notice,
    seed_option,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from churn_verification.conformance.conforming import Conformance
    from churn_verification.conformance.interview import Difference, Interview
    from churn_verification.conformance.limits import Limits
    from churn_verification.conformance.plan import Amount
    from churn_verification.conformance.report.model import ConformReport


@click.command("conform", context_settings={"ignore_unknown_options": False})
@click.argument("command_line", metavar="-- COMMAND ...", nargs=-1, type=click.UNPROCESSED)
@click.option("--quick", is_flag=True, help="Ask less: the vectors, and a little by chance.")
@click.option(
    "--boards",
    "board_list",
    metavar="SIDES[,SIDES...]",
    help="Ask about these boards only, such as 3,3-4-3-4-3-4.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.01),
    default=10.0,
    show_default=True,
    help="Seconds that a reply may take.",
)
@click.option(
    "--start-timeout",
    type=click.FloatRange(min=0.01),
    default=20.0,
    show_default=True,
    help="Seconds that the first reply may take.",
)
@click.option(
    "--total-timeout",
    type=click.FloatRange(min=0.01),
    default=900.0,
    show_default=True,
    help="Seconds that everything may take.",
)
@click.option(
    "--memory",
    type=click.IntRange(0),
    default=2048,
    show_default=True,
    help="Megabytes that the adapter may take; 0 for no limit.",
)
@seed_option
@json_option
def command(  # noqa: PLR0913 - one parameter an option
    *,
    command_line: tuple[str, ...],
    quick: bool,
    board_list: str | None,
    timeout: float,
    start_timeout: float,
    total_timeout: float,
    memory: int,
    seed: int,
    as_json: bool,
) -> None:
    """Check whether an implementation in any language plays Churn.

    COMMAND starts its adapter: a program that reads questions on standard input and answers on
    standard output, one JSON document a line (verification/PROTOCOL.md).

    Example: churnproof conform -- python adapters/python/adapter.py
    """
    from churn_verification.conformance.limits import Limits
    from churn_verification.conformance.plan import BOARDS, FULL, QUICK

    if not command_line:
        raise RequestError("no adapter was given: put its command after --, as -- node adapter.js")
    limits = Limits(start=start_timeout, reply=timeout, total=total_timeout, memory=memory * 2**20)
    boards = BOARDS if board_list is None else _boards(board_list)
    report = _run(command_line, limits, boards, seed, QUICK if quick else FULL)
    _print(report, as_json)
    _leave_with(report)


def _boards(text: str) -> tuple[str, ...]:
    """The boards that a list names, each in its short form.

    Raises:
        RequestError: one of them is no board.
    """
    from churn_spec import NotationError, read_board, write_board

    try:
        return tuple(write_board(read_board(each.strip())) for each in text.split(","))
    except NotationError as error:
        raise RequestError(f"--boards: {error}") from None


def _run(
    command: Sequence[str], limits: Limits, boards: Sequence[str], seed: int, amount: Amount
) -> ConformReport:
    """Ask everything and make the report, of a run that was stopped by hand too."""
    from churn_verification.conformance.conforming import Conformance
    from churn_verification.conformance.report.model import report_of

    run = Conformance(command, limits, _Progress())
    smallest, complete = None, True
    try:
        interview = run.run(boards, seed, amount)
        smallest = _smallest(run, interview)
        run.finish()
    except KeyboardInterrupt:
        complete = False
        smallest = smallest or _smallest(run, None)
    finally:
        run.dialogue.abandon()
    return report_of(run, command, seed, smallest, complete=complete)


def _smallest(run: Conformance, interview: Interview | None) -> Difference | None:
    """The smallest difference that was found, made smaller while the adapter answers."""
    from churn_verification.conformance.dialogue import GivenUpError, OutOfTimeError
    from churn_verification.conformance.reducing import size_of, smallest

    found = [each for outcome in run.outcomes for each in outcome.tally.differences]
    if not found:
        return None
    best = min(found, key=size_of)
    if interview is None or run.broken:
        return best
    try:
        return smallest(interview, best)
    except (GivenUpError, OutOfTimeError):
        return best


class _Progress:
    """Says on stderr which check runs, once a check and every few seconds."""

    def __init__(self) -> None:
        self._check = ""
        self._last = time.monotonic()

    def __call__(self, check: str, questions: int) -> None:
        now = time.monotonic()
        if check != self._check or now - self._last > _SECONDS_BETWEEN_NOTICES:
            self._check, self._last = check, now
            notice(f"{check}, {questions:,} questions so far")


_SECONDS_BETWEEN_NOTICES = 10.0


def _print(report: ConformReport, as_json: bool) -> None:
    if as_json:
        click.echo(report.model_dump_json(indent=2))
        return
    from rich.console import Console

    from churn_verification.conformance.report.terminal import terminal_view

    Console(highlight=False).print(terminal_view(report))


def _leave_with(report: ConformReport) -> None:
    if not report.complete and not report.broken:
        raise Interrupted("stopped by hand; what was asked until then is in the report above")
    if any(check.wrong for check in report.checks):
        leave(ExitStatus.DIFFERENCE)
    if not report.held:
        leave(ExitStatus.SURROUNDINGS)
