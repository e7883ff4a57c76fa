"""`churnproof prove`: what holds for all positions of a board, and for all boards."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from churn_spec import Board, cell_count, write_board
from churn_verification.cli.common import (
    BoardType,
    ExitStatus,
    FiniteRange,
    Interrupted,
    RequestError,
    SurroundingsError,
    leave,
    notice,
    unknown,
    workers_option,
)
from churn_verification.cli.showing import Views, print_listed, view_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from churn_verification.proofs.everywhere import UniversalTheorem
    from churn_verification.proofs.jobs import Done, Job, Settings
    from churn_verification.proofs.proving import ProofReport
    from churn_verification.proofs.rocq.sources import EveryBoardTheorem
    from churn_verification.proofs.theorem import Theorem

_LONGEST_TIMEOUT = 86_400


@click.command("prove")
@click.argument("sides", nargs=-1, type=BoardType())
@click.option(
    "--theorem",
    "theorems",
    multiple=True,
    metavar="ID",
    help="Prove only this theorem and those it depends on; repeatable.",
)
@click.option("--list", "list_only", is_flag=True, help="List the theorems and exit.")
@click.option(
    "--timeout",
    type=FiniteRange(0, _LONGEST_TIMEOUT, min_open=True),
    default=300.0,
    show_default=True,
    metavar="SECONDS",
    help="Time limit for each query to the solver; beyond it the result is unknown.",
)
@click.option(
    "--export",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write each query as an SMT-LIB 2 file to this folder.",
)
@click.option("--no-cache", is_flag=True, help="Ignore cached answers and store none.")
@click.option("--force", is_flag=True, help="Prove even boards that are estimated to take long.")
@workers_option("Number of processes that prove.")
@view_options
def command(  # noqa: PLR0913 - one parameter an option
    *,
    sides: tuple[Board, ...],
    theorems: tuple[str, ...],
    list_only: bool,
    timeout: float,
    folder: Path | None,
    no_cache: bool,
    force: bool,
    workers: int,
    views: Views,
) -> None:
    """Prove theorems about all positions of some boards with z3, and about all boards with Coq.

    SIDES are boards such as 3 or 2-3-2-3-2-3. The default is one of each shape of up to 10 cells
    and two of 12 and 13, and the theorems that Coq proves; if you name boards, Coq is left out.
    z3 also finds a position to which each of its theorems about a board applies, and refutes it
    where a rule is mistaken.

    Example: churnproof prove 3 --theorem formed_group_survives
    """
    from churn_verification.proofs.jobs import Settings
    from churn_verification.proofs.proving import jobs_for, with_foundations
    from churn_verification.proofs.rocq.reporting import NOTHING_YET, with_every_board
    from churn_verification.views.of_proofs import document_of

    if list_only:
        _print_list(views.as_json)
        return
    if math.isnan(timeout):
        raise RequestError("--timeout needs a number of seconds, such as 300")
    named = _known(theorems)
    wanted = with_foundations([name for name in named if not _is_for_every_board(name)])
    boards = _boards(sides, force)
    jobs = jobs_for(wanted, boards)
    _require_work(theorems, boards, jobs)
    for_every_board = [] if sides and not theorems else list(filter(_is_for_every_board, named))
    if folder is not None:
        _prepare(folder)
    settings = Settings(timeout, keeps_answers=not no_cache, export=folder)
    report = with_every_board(
        _proved(jobs, settings, workers) if jobs else NOTHING_YET, for_every_board
    )
    for text in report.notices:
        notice(text)
    is_shown = views.show(report.model_dump_json(indent=2), partial(document_of, report))
    _leave_with(report)
    if not is_shown:
        leave(ExitStatus.SURROUNDINGS)


def _known(theorems: Sequence[str]) -> Sequence[str]:
    """The theorems asked for, all where none is named.

    Raises:
        RequestError: a theorem that does not exist; the nearest names are offered.
    """
    from churn_verification.proofs import catalogue, everywhere
    from churn_verification.proofs.rocq import sources

    known = [*catalogue.THEOREMS, *everywhere.THEOREMS]
    known += [theorem.id for theorem in sources.theorems()]
    for theorem in theorems:
        if theorem not in known:
            raise unknown("theorem", theorem, known, "--list shows them all")
    return theorems or known


def _is_for_every_board(theorem: str) -> bool:
    """Whether Coq proves a theorem, and not z3."""
    from churn_verification.proofs.rocq import sources

    return any(theorem == each.id for each in sources.theorems())


def _boards(sides: Sequence[Board], force: bool) -> list[str]:
    """The texts of the boards, each once.

    Raises:
        RequestError: a board is too large, or takes long and nobody insists.
    """
    from churn_verification.proofs.grid import (
        MOST_CELLS,
        MOST_SECONDS_UNASKED,
        estimated_seconds,
        usual_boards,
    )

    for board in sides:
        text, cells = write_board(board), cell_count(board)
        if cells > MOST_CELLS:
            raise RequestError(
                f"board {text} has {cells:,} cells; proofs go up to {MOST_CELLS} cells"
            )
        seconds = estimated_seconds(board)
        if seconds > MOST_SECONDS_UNASKED and not force:
            raise RequestError(
                f"board {text} has {cells} cells, and all theorems on it may take about"
                f" {_duration(seconds)} on one core; use --force to prove it anyway"
            )
    return list(dict.fromkeys(map(write_board, sides))) or list(usual_boards())


def _duration(seconds: float) -> str:
    hours = seconds / 3600
    return f"{seconds / 60:.0f} minutes" if hours < 2 else f"{hours:,.0f} hours"


def _require_work(theorems: Sequence[str], boards: Sequence[str], jobs: Sequence[Job]) -> None:
    """Say which of the theorems that were named say nothing of a board.

    Raises:
        RequestError: one of them says nothing of any of the boards.
    """
    from churn_verification.proofs import catalogue

    spoken_of = {(job.theorem, job.board) for job in jobs if job.control is None}
    for theorem in theorems:
        silent = [board for board in boards if (theorem, board) not in spoken_of]
        if theorem not in catalogue.THEOREMS or not silent:
            continue
        text = f"{theorem} says nothing of board {', '.join(silent)}"
        if len(silent) == len(boards):
            raise RequestError(f"{text}; {catalogue.THEOREMS[theorem].sentence}")
        notice(text)


def _prepare(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SurroundingsError(f"cannot write to {folder}: {error.strerror}") from None


def _proved(jobs: Sequence[Job], settings: Settings, workers: int) -> ProofReport:
    from churn_verification.proofs.proving import prove
    from churn_verification.support.progress import progress_of

    with progress_of(f"proving in {len(jobs):,} parts") as update:

        def progress(done: int, total: int, _last: Done) -> None:
            update(done, total)

        return prove(jobs, settings, workers, progress)


def _print_list(as_json: bool) -> None:
    from churn_verification.proofs import catalogue, everywhere
    from churn_verification.proofs.rocq.sources import theorems

    entries: list[Theorem | UniversalTheorem | EveryBoardTheorem] = []
    entries += catalogue.THEOREMS.values()
    entries += everywhere.THEOREMS.values()
    entries += theorems()
    print_listed(entries, as_json, "prover")


def _leave_with(report: ProofReport) -> None:
    if not report.complete:
        raise Interrupted(
            "stopped by hand; what was proved so far is printed, and answers are kept"
        )
    if not report.held:
        leave(ExitStatus.DIFFERENCE)
