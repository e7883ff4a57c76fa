"""A run in the terminal: a table by clause, and each failure with its counterexample drawn."""

from collections.abc import Iterator

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import churn_spec as spec
from churn_verification.drawing.cases import text_picture_of, turns_text
from churn_verification.drawing.counting import counted
from churn_verification.reports.model import CheckReport, ClauseReport, RunReport
from churn_verification.reports.words import claims_text, covered_text, details_text, verdict_of
from churn_verification.results import Counterexample, Status
from churn_verification.running import STOPPED
from churn_verification.support.durations import write_duration

_MOST_SLOW = 5


def run_table(report: RunReport) -> RenderableType:
    """The whole run: checks with what they covered, clauses, failures, and the verdict."""
    return Group(
        _check_table(report),
        _clause_table(report),
        *_slowest(report),
        *_unheld(report),
        _verdict(report),
    )


def _check_table(report: RunReport) -> Table:
    """How far each check looked."""
    table = Table(title="How far it was checked", title_justify="left", box=SIMPLE, expand=True)
    table.add_column("check", no_wrap=True)
    table.add_column("seconds", justify="right", no_wrap=True)
    table.add_column("covered", overflow="fold", ratio=1)
    for check in report.checks:
        style = "" if check.status is Status.HELD else "bold red"
        covered, details = covered_text(check.covered), details_text(check.details)
        table.add_row(
            Text(check.id, style=style),
            f"{check.seconds:.1f}",
            "; ".join(part for part in (covered, details) if part) or check.reason or "",
        )
    return table


def _clause_table(report: RunReport) -> Table:
    table = Table(title="By clause", title_justify="left", box=SIMPLE, expand=True)
    table.add_column("clause", no_wrap=True)
    table.add_column("held", justify="right", no_wrap=True)
    table.add_column("failed", justify="right", no_wrap=True)
    table.add_column("not run", justify="right", no_wrap=True)
    table.add_column("furthest", no_wrap=True)
    table.add_column("says", ratio=1)
    measured = claims_text(report)
    for clause in report.clauses:
        table.add_row(
            Text(clause.id, style=_style(clause)),
            str(clause.held),
            Text(str(clause.failed), style="bold red" if clause.failed else ""),
            str(clause.not_run),
            clause.reaches[-1].value if clause.reaches else "",
            f"{clause.statement} It {measured[clause.id]}."
            if clause.id in measured
            else clause.statement,
        )
    return table


def _style(clause: ClauseReport) -> str:
    if clause.failed:
        return "bold red"
    return "green" if clause.held else "yellow"


def _unheld(report: RunReport) -> Iterator[RenderableType]:
    """Each failure at length, and in a line each what could not be run."""
    for check in report.checks:
        if check.status is Status.FAILED:
            yield Text(f"\nFAILED  {check.id}", style="bold red")
            yield Padding(Group(*_explanation(check)), (0, 0, 0, 2))
    not_run = [check for check in report.checks if check.status is Status.NOT_RUN]
    for check in not_run:
        if check.reason != STOPPED:
            yield Text(f"\nNOT RUN  {check.id}: {check.reason}", style="bold yellow")
    stopped = sum(check.reason == STOPPED for check in not_run)
    if stopped:
        yield Text(f"\nNOT RUN  {counted(stopped, 'check')}: {STOPPED}", style="bold yellow")


def _explanation(check: CheckReport) -> Iterator[RenderableType]:
    yield Text(f"should hold: {check.sentence}")
    if check.counterexample is None:
        yield Text(f"reason: {check.reason}")
    else:
        yield from _case(check.counterexample)
    yield Text(f"repeat with: {check.repeat}")


def _case(case: Counterexample) -> Iterator[RenderableType]:
    yield Text(f"clause {case.clause}: {spec.CLAUSES[case.clause]}")
    if case.position is not None:
        yield Text(f"position: {case.position}", style="bold")
    if case.turns:
        yield Text(f"turns: {turns_text(case.turns)}")
    drawn = text_picture_of(case)
    if drawn is not None:
        yield drawn
    yield Text(f"asked: {case.question}")
    for who, what in case.said.items():
        yield Text(f"  {who}: {what}")


def _slowest(report: RunReport) -> Iterator[RenderableType]:
    slow = [
        f"{check.id} {write_duration(check.processor_seconds)}"
        for check in report.slowest(_MOST_SLOW)
    ]
    if slow:
        yield Text(f"Slowest, by processor time: {', '.join(slow)}", style="dim")


_STYLES = {"held": "bold green", "not-held": "bold red", "incomplete": "bold yellow"}


def _verdict(report: RunReport) -> Text:
    verdict = verdict_of(report)
    return Text(
        f"\n{verdict.heading.upper()}: {verdict.sentence} {verdict.numbers}"
        f" (level {report.level.value}, seed {report.seed})",
        style=_STYLES[verdict.name],
    )
