"""A conformance run as texts that other programs read: TAP, JUnit XML, Markdown."""

import re
from collections.abc import Iterator

from junitparser import Failure, JUnitXml, Skipped, TestCase, TestSuite

from churn_verification.conformance.report.model import (
    ConformCheck,
    ConformCounterexample,
    ConformReport,
)
from churn_verification.results import Status

_WORDS = {Status.HELD: "held", Status.FAILED: "**failed**", Status.NOT_RUN: "not run"}


def tap(report: ConformReport) -> str:
    """A line a check, in the Test Anything Protocol."""
    lines = ["TAP version 14", f"1..{len(report.checks)}"]
    for number, check in enumerate(report.checks, start=1):
        ok = "not ok" if check.status is Status.FAILED else "ok"
        skip = f" # SKIP {_one_line(check.reason)}" if check.status is Status.NOT_RUN else ""
        lines.append(f"{ok} {number} - {check.id}: {check.sentence}{skip}")
        if check.status is Status.FAILED:
            lines += [f"# {_one_line(line)}" for line in _why(check, report)]
    if report.broken:
        lines.append(f"Bail out! {_one_line(report.broken)}")
    return "\n".join(lines) + "\n"


def junit_xml(report: ConformReport) -> str:
    """A test case a check, for CI systems."""
    cases = TestSuite("churnproof conform")
    for name, value in _identity(report):
        cases.add_property(name, value)
    for check in report.checks:
        case = TestCase(check.id, "churnproof.conform", check.seconds)
        if check.status is Status.FAILED:
            failure = Failure(check.reason)
            failure.text = "\n".join((check.sentence, *_why(check, report)))
            case.result = [failure]
        elif check.status is Status.NOT_RUN:
            case.result = [Skipped(check.reason)]
        cases.add_testcase(case)
    document = JUnitXml()
    document.add_testsuite(cases)
    document.update_statistics()
    text: bytes = document.tostring()
    return text.decode()


def markdown(report: ConformReport) -> str:
    """A page for a CI system's summary."""
    verdict = "plays Churn" if report.held else "does not hold"
    name = _code(report.adapter.name) if report.adapter else "the adapter"
    lines = [f"## Churn conformance: {name} {verdict}", ""]
    if report.broken:
        lines += [f"Ended early: {_code(report.broken)}", ""]
    elif not report.complete:
        lines += ["Incomplete: stopped by hand.", ""]
    if report.diagnosis:
        lines += [f"Diagnosis: {report.diagnosis.text}", ""]
    if report.counterexample:
        lines += [*_case_in_markdown(report.counterexample), ""]
    lines += ["| clause | says | result | asked | wrong |", "|---|---|---|--:|--:|"]
    lines += [
        f"| {each.id} | {each.statement} | {_WORDS[each.status]} | {each.asked} | {each.wrong} |"
        for each in report.clauses
    ]
    lines += ["", "| check | result | right | wrong | remark |", "|---|---|--:|--:|---|"]
    lines += [
        f"| {each.id} | {_WORDS[each.status]} | {each.right} | {each.wrong}"
        f" | {_code(each.reason).replace('|', chr(92) + '|')} |"
        for each in report.checks
    ]
    lines += ["", ", ".join(f"{name} {_code(value)}" for name, value in _identity(report))]
    return "\n".join(lines) + "\n"


def _case_in_markdown(case: ConformCounterexample) -> Iterator[str]:
    yield f"The smallest case found, on clause {case.clause} ({case.statement}):"
    yield ""
    yield f"- position {_code(case.position)}"
    if case.turns:
        yield f"- turns {_code(' '.join(case.turns))}"
    yield f"- asked: {_code(case.question)}"
    for who, what in case.said.items():
        yield f"- {_code(who)}: {_code(what)}"
    yield f"- repeat with {_code(case.repeat)}"


def _why(check: ConformCheck, report: ConformReport) -> Iterator[str]:
    """Why a check failed: its reason, its first differences, and the diagnosis."""
    yield check.reason or ""
    for difference in check.differences[:5]:
        told = difference.deviations[0]
        turns = f", then {' '.join(difference.turns)}" if difference.turns else ""
        yield f"{difference.name}: {difference.position}{turns}"
        yield f"  {told.question} ({told.clause}): {told.right}, not {told.said}"
    for trouble in check.troubles[:5]:
        yield f"{trouble.case or 'no single question'}: {trouble.what}"
    if check.differences and report.diagnosis:
        yield report.diagnosis.text


def _identity(report: ConformReport) -> Iterator[tuple[str, str]]:
    yield "churnproof", report.suite.version
    yield "vectors", report.suite.vectors[:12]
    yield "seed", str(report.suite.seed)
    if report.adapter:
        yield "adapter", f"{report.adapter.name} {report.adapter.version}"
    yield "questions", str(report.questions)


def _code(text: str | None) -> str:
    """A text on one line as code in Markdown: what strangers say is shown and never obeyed.

    The fence is longer than every run of backticks inside; where a line begins or ends with one,
    the spaces are needed, and Markdown takes them off again.
    """
    line = _one_line(text)
    longest = max(map(len, re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    space = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{space}{line}{space}{fence}" if line else ""


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())
