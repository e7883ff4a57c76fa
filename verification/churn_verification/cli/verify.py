"""`churnproof verify`: run the suite."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from churn_verification.cli.common import (
    ExitStatus,
    Interrupted,
    RequestError,
    json_option,
    leave,
    notice,
    print_json,
    seed_option,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from churn_verification.checks.registry import Check, Level, Registry
    from churn_verification.reports.model import RunReport

_LEVELS = ("quick", "standard", "exhaustive")


@click.command("verify")
@click.option(
    "--level",
    "level_name",
    type=click.Choice(_LEVELS),
    default="standard",
    show_default=True,
    help="How far to check.",
)
@click.option(
    "--check",
    "patterns",
    multiple=True,
    metavar="ID",
    help="Run this check only; may be given several times, and * stands for anything.",
)
@click.option("--list", "list_only", is_flag=True, help="List the checks and run nothing.")
@click.option(
    "--report",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write report.json and junit.xml to this folder.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=lambda: os.cpu_count() or 1,
    show_default="one a core",
    help="How many checks run at a time; the results do not depend on it.",
)
@seed_option
@json_option
def command(  # noqa: PLR0913 - one parameter an option
    *,
    level_name: str,
    patterns: tuple[str, ...],
    list_only: bool,
    folder: Path | None,
    workers: int,
    seed: int,
    as_json: bool,
) -> None:
    """Check that the engine plays by the specification, and say how far that was checked.

    Example: churnproof verify --level quick --report build/report
    """
    from churn_verification.checks.registry import Level
    from churn_verification.checks.suite import suite
    from churn_verification.reports.folder import prepare_folder, write_reports

    level = Level(level_name)
    checks = _selected(suite(), patterns, level)
    if list_only:
        _print_list(checks, as_json)
        return
    if folder is not None:
        prepare_folder(folder)
    report = _run(checks, level, seed, workers)
    if folder is not None:
        write_reports(report, folder)
    _print_report(report, as_json)
    _leave_with(report, folder)


def _selected(registry: Registry, patterns: Sequence[str], level: Level) -> list[Check]:
    """The checks that were asked for.

    Raises:
        RequestError: a pattern fits no check, or only checks of a higher level.
    """
    at_level = registry.at_level(level)
    if not patterns:
        return list(at_level)
    for pattern in patterns:
        if not any(fnmatchcase(check.id, pattern) for check in at_level):
            raise RequestError(_nothing_fits(registry, pattern, level))
    return [check for check in at_level if any(fnmatchcase(check.id, each) for each in patterns)]


def _nothing_fits(registry: Registry, pattern: str, level: Level) -> str:
    higher = [check for check in registry if fnmatchcase(check.id, pattern)]
    if higher:
        first = min(higher, key=lambda check: _LEVELS.index(check.level.value))
        return (
            f"check {first.id} runs from level {first.level.value}, not at {level.value}:"
            f" add --level {first.level.value}"
        )
    near = get_close_matches(pattern, [check.id for check in registry], cutoff=0.5)
    advice = f"the nearest are {', '.join(near)}" if near else "--list shows them all"
    return f"no check is called {pattern!r}; {advice}"


def _print_list(checks: Sequence[Check], as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {
                    "id": check.id,
                    "sentence": check.sentence,
                    "clauses": check.clauses,
                    "kind": check.kind.value,
                    "level": check.level.value,
                }
                for check in checks
            ]
        )
        return
    for check in checks:
        click.echo(
            f"{check.id}  [{check.kind.value}, {check.level.value}; {' '.join(check.clauses)}]"
        )
        click.echo(f"    {check.sentence}")


def _run(checks: Sequence[Check], level: Level, seed: int, workers: int) -> RunReport:
    from churn_verification.checks.registry import Status
    from churn_verification.reports.live import LiveView
    from churn_verification.reports.model import report_of
    from churn_verification.running import STOPPED, run_checks

    notice(f"{len(checks)} checks at level {level.value}, seed {seed}")
    started = datetime.now(UTC)
    with LiveView(checks) as view:
        outcomes = run_checks(checks, level, seed, workers, view)
    complete = not any(
        outcome.result.status is Status.NOT_RUN and outcome.result.reason == STOPPED
        for outcome in outcomes
    )
    return report_of(outcomes, level, seed, started, complete)


def _print_report(report: RunReport, as_json: bool) -> None:
    if as_json:
        click.echo(report.model_dump_json(indent=2))
        return
    from rich.console import Console

    from churn_verification.reports.table import run_table

    Console().print(run_table(report))


def _leave_with(report: RunReport, folder: Path | None) -> None:
    from churn_verification.checks.registry import Status

    if not report.complete:
        saved = f"the report so far is in {folder}" if folder else "no report was asked for"
        raise Interrupted(f"stopped by hand; {saved}")
    if any(check.status is Status.FAILED for check in report.checks):
        leave(ExitStatus.DIFFERENCE)
    if not report.held:
        leave(ExitStatus.SURROUNDINGS)
