"""`churnproof simulate`: random play in bulk, and what it tells of a board."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from re import fullmatch
from typing import TYPE_CHECKING

import rich_click as click
from click.core import ParameterSource

from churn_spec import Board, write_board
from churn_verification.cli.common import (
    BoardType,
    Interrupted,
    RequestError,
    SurroundingsError,
    WholeNumber,
    json_option,
    notice,
    output_path,
    require_ending,
    seed_option,
    warn_if_even,
    workers_of,
)
from churn_verification.drawing.counting import counted

if TYPE_CHECKING:
    from churn_verification.simulation.reports import Report
    from churn_verification.simulation.run import Request, Run, State
    from churn_verification.support.progress import Display
    from churn_verification.work.workers import Workers

_LONGEST_WITHOUT_FORCE = 12 * 3600
_USUAL_GAMES = 1_000


class _Percentage(click.ParamType[str]):
    """A percentage, kept as it was written so that it means the same on any machine."""

    name = "percent"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read a percentage, or refuse with the reason."""
        number = value.removesuffix("%")
        if not fullmatch(r"[0-9]{1,2}(\.[0-9]{1,6})?", number) or not Fraction(number):
            self.fail(f"{value!r}: expected a percentage above 0 and below 100, as 0.2", param, ctx)
        return number


@click.command("simulate")
@click.argument("sides", type=BoardType())
@click.option("--games", type=WholeNumber(1, 10**15), help="Play this many games.  [default: 1000]")
@click.option(
    "--until-error",
    type=_Percentage(),
    metavar="PCT",
    help="Play until the standard error of the mean is at most PCT percent of it.",
)
@seed_option
@click.option(
    "--workers",
    type=WholeNumber(1, 256),
    default=1,
    show_default=True,
    help="Number of processes that play; results do not depend on it.",
)
@click.option("--scheduler", metavar="ADDRESS", help="Play on the workers of a dask scheduler.")
@click.option(
    "--checkpoint",
    type=output_path(),
    metavar="FILE",
    help="Save the run's progress to this file.  [default: in the user's cache folder]",
)
@click.option("--resume", is_flag=True, help="Continue a run that was stopped.")
@click.option(
    "--plot",
    type=output_path(),
    metavar="FILE",
    help="Draw a histogram of game lengths to a .png or .svg file.",
)
@click.option("--force", is_flag=True, help="Start even if the run will take very long.")
@json_option
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option
    context: click.Context,
    *,
    sides: Board,
    games: int | None,
    until_error: str | None,
    seed: int,
    workers: int,
    scheduler: str | None,
    checkpoint: Path | None,
    resume: bool,
    plot: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Play random games: each turn is a legal placement chosen uniformly; the swap is not taken.

    Example: churnproof simulate 5 --until-error 0.2 --seed 7 --workers 2
    """
    from churn_verification.simulation.run import Request, Run

    _check_plot(plot)
    if games is not None and until_error is not None:
        raise RequestError("use either --games or --until-error, not both")
    if games is None and until_error is None:
        games = _USUAL_GAMES
    if resume and context.get_parameter_source("seed") is ParameterSource.DEFAULT:
        raise RequestError("--resume needs the --seed that was printed when the run began")
    request = Request(board=write_board(sides), seed=seed, games=games, until_error=until_error)
    if not force:
        _refuse_what_takes_too_long(request, workers)
    file = _checkpoint(request, checkpoint)
    _hold(file, context)
    if not resume:
        _check_nothing_is_lost(file, checkpoint)
    run = Run(request, _state_in(file, request) if resume else None)
    warn_if_even(sides)
    notice(f"board {request.board}, {_end_of(request)}, seed {seed}")
    complete = _play(run, workers_of(workers, scheduler, compare=True), file)
    report = _print_report(run, complete=complete, as_json=as_json)
    if not complete:
        saved = _how_to_go_on(run, file) if run.turns else "nothing was done yet"
        raise Interrupted(f"stopped by hand; {saved}")
    if checkpoint is None and file is not None:
        file.unlink(missing_ok=True)
    if plot is not None and report is not None:
        _draw(report, plot)


def _check_plot(plot: Path | None) -> None:
    """Refuse now what would fail when all is done."""
    if plot is None:
        return
    require_ending("--plot", plot, (".png", ".svg"))
    if not plot.parent.is_dir():
        raise RequestError(f"--plot {plot}: there is no folder {plot.parent}")


def _refuse_what_takes_too_long(request: Request, workers: int) -> None:
    from churn_engine.notation import parse_board
    from churn_verification.simulation.estimates import cost_of_games, cost_of_precision

    cells = parse_board(request.board).size
    if request.games is not None:
        cost = cost_of_games(cells, request.games, workers)
    else:
        cost = cost_of_precision(cells, float(request.until_error or 0), workers)
    if cost.seconds > _LONGEST_WITHOUT_FORCE:
        raise RequestError(f"this would take {cost}; use --force to start anyway")


def _checkpoint(request: Request, wanted: Path | None) -> Path | None:
    """The file to save the run in; None where the usual one cannot be written."""
    from platformdirs import user_cache_path

    if wanted is not None:
        return wanted
    folder = user_cache_path("churnproof")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        notice(f"progress is not saved: cannot create {folder}: {error.strerror}")
        return None
    end = f"games{request.games}" if request.games else f"error{request.until_error}"
    return folder / f"simulate-{request.board}-{end}-seed{request.seed}.json"


def _hold(file: Path | None, context: click.Context) -> None:
    """Keep other runs from saving to the same file while this command lasts."""
    from churn_verification.support.environment import InUseError, held_alone

    if file is None:
        return
    try:
        context.with_resource(held_alone(file))
    except InUseError as error:
        raise SurroundingsError(f"{error}; name another with --checkpoint") from None


def _state_in(file: Path | None, request: Request) -> State:
    """The state of a run that was stopped.

    Raises:
        RequestError: the file does not hold it.
    """
    from churn_verification.simulation.checkpoints import CheckpointError, load

    if file is None or not file.exists():
        raise RequestError(f"there is nothing to resume: {file} does not exist")
    try:
        stored, state = load(file)
    except CheckpointError as error:
        raise RequestError(str(error)) from None
    if stored != request:
        theirs = f"board {stored.board}, {_end_of(stored)}, seed {stored.seed}"
        raise RequestError(f"{file} holds another run: {theirs}")
    return state


def _check_nothing_is_lost(file: Path | None, wanted: Path | None) -> None:
    """Do not write over a file that the user named and that holds something."""
    if file is None or not file.exists():
        return
    if wanted is not None:
        raise RequestError(f"{file} exists; use --resume to continue it, or choose another file")
    notice("starting again a run that was stopped before; --resume would continue it")


def _end_of(request: Request) -> str:
    if request.games is not None:
        return counted(request.games, "game")
    return f"to a standard error of {request.until_error}%"


def _play(run: Run, workers: Workers, file: Path | None) -> bool:
    from churn_verification.simulation.simulate import simulate
    from churn_verification.support.progress import Display
    from churn_verification.work.workers import WorkersError

    try:
        with Display(begun=run.turns_so_far) as display:
            return simulate(run, workers, file, lambda run: _show(run, display))
    except WorkersError as error:
        advice = f"; {_how_to_go_on(run, file)}" if run.turns else ""
        raise SurroundingsError(f"{error}{advice}") from None


def _show(run: Run, display: Display) -> None:
    """Show how far a run is, by its turns, as games take longer the larger the board."""
    rate = f"{run.turns / display.seconds / 1e6:.1f} million turns a second"
    games = counted(run.games_played, "game")
    if run.request.games is not None:
        games = f"{run.games_played:,} of {run.request.games:,} games"
    display.show(games, run.turns_so_far, run.expected_turns, rate if run.turns else "")


def _how_to_go_on(run: Run, file: Path | None) -> str:
    if file is None:
        return "nothing was saved"
    options = f"--seed {run.request.seed} --resume"
    return f"what was done is in {file}; the same command with {options} goes on"


def _print_report(run: Run, *, complete: bool, as_json: bool) -> Report | None:
    """Print what was found, if a game was finished."""
    from churn_verification.simulation.reports import report_of
    from churn_verification.simulation.table import print_report

    if not run.statistics_so_far.games:
        notice("no game was finished; nothing to report")
        return None
    report = report_of(run, complete=complete)
    if as_json:
        click.echo(report.model_dump_json(indent=2))
    else:
        print_report(report)
    return report


def _draw(report: Report, plot: Path) -> None:
    from churn_verification.simulation.plots import plot_lengths

    plot_lengths(report, plot)
