"""A document for other programs: JUnit XML and TAP."""

from collections.abc import Iterator

from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from churn_verification.findings import Sight
from churn_verification.results import Checked, Status
from churn_verification.views.document import Document, plain
from churn_verification.views.words import facts_of, one_line


def junit_xml(document: Document) -> str:
    """A test case for each check, and an error where the run ended before its end."""
    cases = TestSuite(f"churnproof {document.command}")
    for name, value in document.identity.items():
        cases.add_property(name, value)
    for check in document.checks:
        case = TestCase(check.id, f"churnproof.{check.group or document.command}", check.seconds)
        if check.status is Status.FAILED:
            failure = Failure(check.reason)
            failure.text = "\n".join((check.sentence, *_why(document, check)))
            case.result = [failure]
        elif check.status is Status.NOT_RUN:
            case.result = [Skipped(check.reason)]
        cases.add_testcase(case)
    if document.ended:
        early = TestCase("complete", f"churnproof.{document.command}", 0)
        early.result = [Error(document.ended)]
        cases.add_testcase(early)
    xml = JUnitXml()
    xml.add_testsuite(cases)
    xml.update_statistics()
    text: bytes = xml.tostring()
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text.decode()}\n'


def tap(document: Document) -> str:
    """A line for each check, in the Test Anything Protocol."""
    lines = ["TAP version 14", f"1..{len(document.checks)}"]
    for number, check in enumerate(document.checks, start=1):
        ok = "not ok" if check.status is Status.FAILED else "ok"
        skip = f" # SKIP {one_line(check.reason)}" if check.status is Status.NOT_RUN else ""
        lines.append(f"{ok} {number} - {check.id}: {one_line(check.sentence)}{skip}")
        if check.status is Status.FAILED:
            lines += [f"# {one_line(line)}" for line in _why(document, check)]
    if document.ended:
        lines.append(f"Bail out! {one_line(document.ended)}")
    return "\n".join(lines) + "\n"


def _why(document: Document, check: Checked) -> Iterator[str]:
    """Why a check failed: its reason, and each of its failures."""
    yield check.reason or ""
    for sight in _sights_of(document, check.id):
        yield from (f"{label}: {plain(cell)}" for label, cell in facts_of(sight))
    yield from document.notes.get(check.id, ())


def _sights_of(document: Document, check_id: str) -> Iterator[Sight]:
    for finding in document.findings:
        for each in (finding, *finding.consequences):
            yield from (sight for sight in each.sights if sight.check == check_id)
