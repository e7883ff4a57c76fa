"""`churnproof trace`: what each clause rests on, and what speaks for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import rich_click as click

from churn_verification.cli.common import RequestError, json_option, notice, print_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from churn_verification.registry import Registry
    from churn_verification.reports.model import RunReport
    from churn_verification.reports.traceability import Trace
    from churn_verification.results import Status


@click.command("trace")
@click.argument(
    "clauses",
    nargs=-1,
    metavar="[CLAUSE]...",
)
@click.option(
    "--report",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Show the result of each check from the report in this folder.",
)
@json_option
def command(*, clauses: tuple[str, ...], folder: Path | None, as_json: bool) -> None:
    """Trace clauses from the designer's words to the functions that state them and to their checks.

    Example: churnproof trace R1 --report build/report
    """
    from churn_spec import CLAUSES
    from churn_verification.reports.traceability import traces_of
    from churn_verification.suite import suite
    from churn_verification.support.environment import sources
    from churn_verification.views.folder import FolderError, read_report
    from churn_verification.views.of_verify import claims_text

    clauses = tuple(clause.upper() for clause in clauses)
    unknown = [clause for clause in clauses if clause not in CLAUSES]
    if unknown:
        raise RequestError(f"there is no clause {unknown[0]}; the clauses are {' '.join(CLAUSES)}")
    try:
        report = None if folder is None else read_report(folder)
    except FolderError as error:
        raise RequestError(str(error)) from None
    if report is not None and report.circumstances.sources != sources():
        notice(f"the report in {folder} was made with sources other than those installed now")
    results = {} if report is None else _results(report, suite())
    measured = claims_text(report) if report else {}
    traces = [trace for trace in traces_of(suite()) if not clauses or trace.clause in clauses]
    if as_json:
        print_json([_document(trace, results, measured) for trace in traces])
    else:
        _print(traces, results, measured)


class _Outcome(NamedTuple):
    """What came of a check in the run, and why it was not run where it was not."""

    status: Status
    reason: str | None


def _results(report: RunReport, registry: Registry) -> dict[str, _Outcome]:
    """What came of every check of the suite in a run, those included that it left out."""
    from churn_verification.results import Status

    ran = {
        check.id: _Outcome(check.status, check.reason if check.status is Status.NOT_RUN else None)
        for check in report.checks
    }
    left_out = {
        check.id: _Outcome(
            Status.NOT_RUN,
            "not selected"
            if report.level.includes(check.level)
            else f"only from level {check.level.value} on",
        )
        for check in registry
        if check.id not in ran
    }
    return ran | left_out


def _document(
    trace: Trace, results: Mapping[str, _Outcome], measured: Mapping[str, str]
) -> dict[str, object]:
    from churn_verification.reports.traceability import name_of

    return {
        "clause": trace.clause,
        "words": trace.passage.words,
        "figures": trace.passage.figures,
        "stated_by": None if trace.function is None else name_of(trace.function),
        "measured": measured.get(trace.clause),
        "checks": {
            kind.value: [{"id": check.id, **_told(results.get(check.id))} for check in checks]
            for kind, checks in trace.checks.items()
        },
        "missing": [need.value for need in trace.missing],
        "not_possible": {need.value: reason for need, reason in trace.excused.items()},
    }


def _told(outcome: _Outcome | None) -> dict[str, str | None]:
    if outcome is None:
        return {"status": None}
    return {"status": outcome.status.value, "reason": outcome.reason}


def _print(
    traces: Sequence[Trace], results: Mapping[str, _Outcome], measured: Mapping[str, str]
) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from churn_spec import CLAUSES
    from churn_verification.reports.traceability import name_of, passage_text

    console = Console()
    for trace in traces:
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(style="dim", no_wrap=True)
        table.add_column(overflow="fold")
        table.add_row("rests on", Text(passage_text(trace.passage)))
        if trace.function is not None:
            table.add_row("stated by", Text(name_of(trace.function)))
        if trace.clause in measured:
            table.add_row("measured", Text(f"it {measured[trace.clause]}"))
        for kind, checks in trace.checks.items():
            table.add_row(
                kind.value, Text("\n".join(_named(check.id, results) for check in checks))
            )
        for need, reason in trace.excused.items():
            table.add_row("not possible", Text(f"{need.value}: {reason}"))
        for need in trace.missing:
            table.add_row("missing", Text(need.value, style="bold red"))
        console.print(Text(f"{trace.clause}  {CLAUSES[trace.clause]}", style="bold"))
        console.print(table)
        console.print()


def _named(check_id: str, results: Mapping[str, _Outcome]) -> str:
    from churn_verification.views.document import WORDS

    if check_id not in results:
        return check_id
    status, reason = results[check_id]
    return f"{check_id} ({WORDS[status]}{f': {reason}' if reason else ''})"
