"""A conformance run in the terminal."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

import churn_spec as spec
from churn_verification.conformance.report.model import (
    ConformCheck,
    ConformCounterexample,
    ConformReport,
)
from churn_verification.drawing.overlays import Overlays
from churn_verification.drawing.terminal import text_of
from churn_verification.results import Status

_MARKS = {
    Status.HELD: Text("held", style="green"),
    Status.FAILED: Text("FAILED", style="bold red"),
    Status.NOT_RUN: Text("not run", style="yellow"),
}
_MOST_TURNS_SHOWN = 30


def terminal_view(report: ConformReport) -> RenderableType:
    """The whole run: checks, clauses, what was wrong, the verdict."""
    parts: list[RenderableType] = [_heading(report), _checks(report), *_remarks(report)]
    if any(clause.asked or clause.wrong for clause in report.clauses):
        parts.append(_clauses(report))
    parts += [Group(*_troubles(check)) for check in report.checks if check.troubles]
    if report.counterexample is not None:
        parts.append(Group(*_case(report.counterexample)))
    if report.known:
        parts.append(Group(*_known(report)))
    hurried = [check.id for check in report.checks if check.left_out]
    if hurried:
        parts.append(Text(f"\nShorter for want of time: {', '.join(hurried)}; see above"))
    if report.diagnosis is not None:
        parts.append(Text(f"\nDiagnosis: {report.diagnosis.text}", style="bold"))
    parts.append(_verdict(report))
    return Group(*parts)


def _heading(report: ConformReport) -> Text:
    adapter = report.adapter
    if adapter is None:
        return Text(f"adapter: {' '.join(report.command)}")
    swap = "no swap" if adapter.swap == "none" else f"swap by {adapter.swap}"
    positions = "any position" if adapter.positions else "from the empty board only"
    return Text(
        f"{adapter.name} {adapter.version} ({adapter.language}; {positions}, {swap}),"
        f" on boards {', '.join(report.suite.boards)}"
    )


def _checks(report: ConformReport) -> Table:
    table = Table(title="What was asked", title_justify="left")
    table.add_column("check", no_wrap=True)
    table.add_column("result", no_wrap=True)
    for heading in ("right", "wrong", "known", "not asked", "skipped"):
        table.add_column(heading, justify="right")
    for check in report.checks:
        table.add_row(
            check.id,
            _MARKS[check.status],
            str(check.right or check.questions),
            str(check.wrong),
            str(check.known),
            str(sum(check.not_asked.values())),
            str(sum(check.skipped.values())),
        )
    return table


def _remarks(report: ConformReport) -> Iterator[Text]:
    """What the numbers do not tell: why checks failed, were not run or ended early."""
    for check in report.checks:
        if check.reason and check.reason != report.broken:  # the verdict says that
            style = "bold red" if check.status is Status.FAILED else ""
            yield Text.assemble((check.id, style), f": {check.reason}")
    for reason, count in _unasked(report).items():
        yield Text(f"{count} questions were not asked: {reason}")


def _unasked(report: ConformReport) -> dict[str, int]:
    counts: dict[str, int] = {}
    for check in report.checks:
        for reason, count in check.not_asked.items():
            counts[reason] = counts.get(reason, 0) + count
        for reason, count in check.skipped.items():
            told = f"the adapter skips them, {reason}"
            counts[told] = counts.get(told, 0) + count
    return counts


def _known(report: ConformReport) -> Iterator[Text]:
    yield Text("\nKnown differences", style="bold")
    for link, count in report.known.items():
        yield Text(f"  {count} wrong answers: {link}")


def _clauses(report: ConformReport) -> Table:
    table = Table(title="By clause", title_justify="left")
    table.add_column("clause")
    table.add_column("says", overflow="fold")
    table.add_column("result")
    table.add_column("asked", justify="right")
    table.add_column("wrong", justify="right")
    for clause in report.clauses:
        table.add_row(
            clause.id,
            clause.statement,
            _MARKS[clause.status],
            str(clause.asked),
            str(clause.wrong),
        )
    return table


def _case(case: ConformCounterexample) -> Iterator[Text]:
    yield Text("\nThe smallest case found", style="bold")
    yield Text(f"  clause {case.clause}: {case.statement}")
    yield Text(f"  position: {case.position}", style="bold")
    if case.position is not None:
        position = spec.read_position(case.position)
        drawn = text_of(position, Overlays(sizes=True, legal=True, mover=True))
        yield from (Text("    ") + line for line in drawn.split())
    if case.turns:
        left_out = len(case.turns) - _MOST_TURNS_SHOWN
        before = f"({left_out} before) " if left_out > 0 else ""
        yield Text(f"  turns: {before}{' '.join(case.turns[-_MOST_TURNS_SHOWN:])}")
    yield Text(f"  asked: {case.question}")
    for who, what in case.said.items():
        yield Text(f"    {who}: {what}")
    yield Text("  to see the answer, put these lines on the adapter's standard input:")
    for line in case.dialogue:
        yield Text(f"    {line}")
    yield Text(f"  repeat with: {case.repeat}")


def _troubles(check: ConformCheck) -> Iterator[RenderableType]:
    yield Text(f"\n{check.id}: questions without an answer", style="bold")
    for trouble in check.troubles[:5]:
        yield Text(f"  {trouble.case or '(no single question)'}")
        yield Text(f"    {trouble.what}")
        for line in trouble.stderr:
            yield Text(f"    stderr: {line}", style="dim")


def _verdict(report: ConformReport) -> Text:
    rate = report.questions / report.seconds if report.seconds else 0
    numbers = (
        f"{report.questions:,} questions in {report.seconds:.1f} s ({rate:,.0f} a second),"
        f" seed {report.suite.seed}, churnproof {report.suite.version},"
        f" vectors {report.suite.vectors[:12]}"
    )
    if report.broken:
        return Text(f"\nENDED EARLY: {report.broken}\n{numbers}", style="bold red")
    if not report.complete:
        return Text(f"\nINCOMPLETE, stopped by hand: {numbers}", style="bold yellow")
    if report.held:
        return Text(f"\nHELD: this implementation plays Churn. {numbers}", style="bold green")
    failed = [clause.id for clause in report.clauses if clause.status is Status.FAILED]
    which = f" on {', '.join(failed)}" if failed else ""
    return Text(f"\nNOT HELD{which}: {numbers}", style="bold red")
