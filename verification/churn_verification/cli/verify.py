"""`churnproof verify`: run the suite."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click
from click.core import ParameterSource

from churn_verification.cli.common import (
    ExitStatus,
    FiniteRange,
    Interrupted,
    RequestError,
    SurroundingsError,
    json_option,
    leave,
    notice,
    output_path,
    require_place_for,
    seed_option,
    workers_of,
    workers_option,
)
from churn_verification.cli.planning import (
    Wanted,
    plan_of,
    refuse_what_does_not_fit,
    selected,
)
from churn_verification.cli.showing import Views, print_listed
from churn_verification.drawing.counting import counted

if TYPE_CHECKING:
    from churn_verification.reports.coverage import Coverage
    from churn_verification.reports.model import RunReport
    from churn_verification.views.recording import Plan, Recorder
    from churn_verification.work.workers import Workers

_BY_HAND = "stopped by hand"
_LEVELS = ("quick", "standard", "exhaustive")


class _Duration(click.ParamType[int]):
    """A length of time in seconds, from a text as `2h`."""

    name = "time"

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Read a length of time, or refuse with the reason."""
        from churn_verification.support.durations import read_duration

        if isinstance(value, int):
            return value
        try:
            return read_duration(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


@click.command("verify")
@click.option(
    "--level",
    "level_name",
    type=click.Choice(_LEVELS, case_sensitive=False),
    default="standard",
    show_default=True,
    help="Choose how thorough to be.",
)
@click.option(
    "--check",
    "patterns",
    multiple=True,
    metavar="ID",
    help="Run only this check; repeatable, and * matches anything.",
)
@click.option("--list", "list_only", is_flag=True, help="List the checks and exit.")
@click.option(
    "--report",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write report.html, report.json and junit.xml to this folder.",
)
@click.option(
    "--summary",
    type=output_path(),
    metavar="FILE",
    help="Write a Markdown summary, e.g. to $GITHUB_STEP_SUMMARY.",
)
@click.option(
    "--coverage",
    is_flag=True,
    help="Run the quick checks again and report which lines each one executes.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Continue the stopped run whose report is in the --report folder.",
)
@click.option(
    "--for",
    "seconds",
    type=_Duration(),
    metavar="TIME",
    help="Repeat the sampling checks with new seeds for this long, e.g. 90s, 20m or 2h.",
)
@workers_option("Number of checks to run at a time; results do not depend on it.")
@click.option(
    "--limit",
    type=FiniteRange(min=1, max=604_800),
    show_default="300 at level quick, 1800 at standard, 14400 at exhaustive",
    help="Stop a check after this much processor time (compiling excluded): it counts as not run.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="With --for, run on the workers of a dask scheduler.",
)
@seed_option
@json_option
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option
    context: click.Context,
    *,
    level_name: str,
    patterns: tuple[str, ...],
    list_only: bool,
    folder: Path | None,
    summary: Path | None,
    coverage: bool,
    resume: bool,
    seconds: int | None,
    workers: int,
    limit: float | None,
    scheduler: str | None,
    seed: int,
    as_json: bool,
) -> None:
    """Check that the engine plays by the specification, and report how far each check reached.

    Example: churnproof verify --level quick --report build/report
    """
    from churn_verification.registry import Level
    from churn_verification.running import USUAL_LIMITS
    from churn_verification.suite import suite
    from churn_verification.support.environment import keep_hypothesis_in_the_cache
    from churn_verification.views.of_verify import document_of

    keep_hypothesis_in_the_cache()
    registry, level = suite(), Level(level_name)
    if list_only:
        checks = selected(registry, patterns, level, repeated=False)
        print_listed(checks, as_json, "kind", "level")
        return
    refuse_what_does_not_fit(resume, folder, seconds, scheduler, limit)
    if coverage:
        _require_measuring()
    given = {name for name in ("level_name", "seed") if _was_given(context, name)}
    wanted = Wanted(level, seed, patterns, seconds is not None, given)
    plan = plan_of(registry, wanted, folder, resume)
    limit = limit or USUAL_LIMITS[plan.course.level]
    recorder = _recorder(plan, folder, summary)
    try:
        _announce(plan)
        if seconds is None:
            end = _run_once(plan, recorder, workers, limit)
        else:
            end = _run_for(seconds, plan, recorder, workers_of(workers, scheduler, limit))
    except KeyboardInterrupt:  # just before or just after the checks
        end = Interrupted(_BY_HAND)
    measured = _measure(plan, workers) if coverage and end is None else None
    report = recorder.report(end is None, measured)
    views = Views(as_json, False, {} if summary is None else {"summary": summary})
    is_shown = views.show(
        report.model_dump_json(indent=2),
        partial(document_of, report),
        partial(_write_folder, report, folder),
    )
    if end is not None:
        raise type(end)(f"{end}; {_how_to_go_on(folder)}")
    _leave_with(report)
    if not is_shown:
        leave(ExitStatus.SURROUNDINGS)


# What is asked for --------------------------------------------------------------------------------


def _was_given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is not ParameterSource.DEFAULT


# Running ------------------------------------------------------------------------------------------


def _recorder(plan: Plan, folder: Path | None, summary: Path | None) -> Recorder:
    """Begin to record; from here on whatever is written says that the run is not complete.

    Raises:
        RequestError: the file for the summary holds something else.
        churn_verification.support.files.FileError: something cannot be written.
    """
    from churn_verification.support.files import write_atomically
    from churn_verification.views.markdown import begins_a_summary, markdown
    from churn_verification.views.of_verify import document_of
    from churn_verification.views.recording import Recorder

    if summary is not None:
        require_place_for("a summary of this program", summary, begins_a_summary)
    recorder = Recorder(plan, folder)
    if summary is not None:
        write_atomically(summary, markdown(document_of(recorder.report(complete=False))))
    return recorder


def _announce(plan: Plan) -> None:
    course, done = plan.course, len(plan.earlier)
    what = f"{counted(len(plan.checks), 'check')} at level {course.level.value}, seed {course.seed}"
    if course.repeated and done:
        rounds = sum(each.rounds for each in plan.earlier.values())
        what += f"; {counted(rounds, 'round')} from before"
    elif done:
        what += f"; {done} have a result from before"
    notice(what)


_End = Interrupted | SurroundingsError | None
"""What ended a run before its time; None where nothing did."""


def _run_once(plan: Plan, recorder: Recorder, workers: int, limit: float) -> _End:
    """Run what is left of a plan."""
    from churn_verification.reports.live import LiveView
    from churn_verification.running import run_checks, was_stopped
    from churn_verification.views.recording import Listeners
    from churn_verification.work.processes import Processes
    from churn_verification.work.workers import WorkersError

    course = plan.course
    try:
        with LiveView(plan.left, course.level, workers) as view:
            listener = Listeners(recorder, view)
            processes = Processes(workers, limit)
            outcomes = run_checks(plan.left, course.level, course.seed, listener, processes)
    except WorkersError as error:
        return SurroundingsError(str(error))
    return Interrupted(_BY_HAND) if was_stopped(outcomes) else None


def _run_for(seconds: int, plan: Plan, recorder: Recorder, workers: Workers) -> _End:
    """Repeat the checks of a plan for a time."""
    from churn_verification.reports.live import RoundsView
    from churn_verification.running.rounds import Rounds, repeat_checks
    from churn_verification.views.recording import Listeners
    from churn_verification.work.workers import WorkersError

    try:
        with RoundsView(seconds) as view:
            listener = Listeners(recorder, view)
            rounds = Rounds(plan.checks, plan.course, seconds, listener, plan.earlier)
            return None if repeat_checks(rounds, workers) else Interrupted(_BY_HAND)
    except WorkersError as error:
        return SurroundingsError(str(error))


def _require_measuring() -> None:
    from churn_verification.support.environment import brought_by

    if find_spec("coverage") is None:
        raise RequestError(f"--coverage needs coverage.py, {brought_by('test')}")


def _measure(plan: Plan, workers: int) -> Coverage | None:
    """What the checks of a plan execute; None after Ctrl-C, as the run itself is done."""
    from churn_verification.reports.measuring import measure
    from churn_verification.support.progress import progress_of

    try:
        with progress_of("coverage") as progress:
            return measure(plan.checks, plan.course.seed, workers, progress)
    except KeyboardInterrupt:
        notice("measuring the coverage was stopped; the report leaves it out")
        return None


# The end ------------------------------------------------------------------------------------------


def _write_folder(report: RunReport, folder: Path | None) -> None:
    from churn_verification.views.folder import JSON_NAME, JUNIT_NAME, PAGE_NAME, write_reports

    if folder is not None:
        write_reports(report, folder)
        notice(f"wrote {folder / PAGE_NAME}, and {JSON_NAME} and {JUNIT_NAME} beside it")


def _how_to_go_on(folder: Path | None) -> str:
    if folder is None:
        return "no report was asked for"
    return f"the report so far is in {folder}; continue it with --report {folder} --resume"


def _leave_with(report: RunReport) -> None:
    from churn_verification.results import Status

    if report.count(Status.FAILED):
        leave(ExitStatus.DIFFERENCE)
    if not report.held:
        leave(ExitStatus.SURROUNDINGS)
