"""A run as Markdown, for the pages of CI systems."""

from collections.abc import Iterator

import churn_spec as spec
from churn_verification.drawing.cases import text_picture_of, turns_text
from churn_verification.reports.model import CheckReport, ClauseReport, RunReport
from churn_verification.reports.words import claims_text, verdict_of
from churn_verification.results import Counterexample, Status
from churn_verification.support.durations import write_duration

_HEADING = "## Churn: "
_MOST_FAILURES = 10
_MOST_SLOW = 5


def summary_of(report: RunReport) -> str:
    """The verdict, the matrix, what did not hold, and where the time went."""
    return "\n".join(_lines(report)) + "\n"


def begins_a_summary(text: str) -> bool:
    """Whether a text is a summary, of whatever run."""
    return text.startswith(_HEADING)


def _lines(report: RunReport) -> Iterator[str]:
    verdict = verdict_of(report)
    yield f"{_HEADING}{verdict.heading.lower()}"
    yield ""
    yield f"{verdict.sentence} {verdict.numbers} (level {report.level.value}, seed {report.seed})."
    yield ""
    yield from _failures(report)
    yield "| clause | held | failed | not run | how far |"
    yield "|---|--:|--:|--:|---|"
    yield from map(_row, report.clauses)
    yield ""
    for clause, found in claims_text(report).items():
        yield f"{spec.CLAUSES[clause]} It {found}."
        yield ""
    slow = [
        f"`{check.id}` {write_duration(check.processor_seconds)}"
        for check in report.slowest(_MOST_SLOW)
    ]
    if slow:
        yield f"Slowest, by processor time: {', '.join(slow)}."


def _row(clause: ClauseReport) -> str:
    furthest = clause.reaches[-1].value if clause.reaches else "not at all"
    failed = f"**{clause.failed}**" if clause.failed else "0"
    return f"| {clause.id} | {clause.held} | {failed} | {clause.not_run} | {furthest} |"


def _failures(report: RunReport) -> Iterator[str]:
    unheld = [check for check in report.checks if check.status is Status.FAILED]
    for check in unheld[:_MOST_FAILURES]:
        yield f"### {check.id}"
        yield ""
        yield f"Should hold: {check.sentence}"
        yield ""
        yield from _fenced(_explanation(check))
    if len(unheld) > _MOST_FAILURES:
        yield f"{len(unheld) - _MOST_FAILURES} more failed; the report has them all."
        yield ""


def _explanation(check: CheckReport) -> Iterator[str]:
    if check.counterexample is None:
        yield f"reason: {check.reason}"
    else:
        yield from _case(check.counterexample)
    yield f"repeat with: {check.repeat}"


def _case(case: Counterexample) -> Iterator[str]:
    yield f"clause {case.clause}: {spec.CLAUSES[case.clause]}"
    drawn = text_picture_of(case)
    if drawn is not None:
        yield drawn.plain
    if case.position is not None:
        yield f"position: {case.position}"
    if case.turns:
        yield f"turns: {turns_text(case.turns)}"
    yield f"asked: {case.question}"
    for who, what in case.said.items():
        yield f"  {who}: {what}"


def _fenced(lines: Iterator[str]) -> Iterator[str]:
    """A block of text in which nothing is Markdown, whatever the lines say."""
    text = "\n".join(lines)
    fence = "```"
    while fence in text:
        fence += "`"
    yield from (fence, text, fence, "")
