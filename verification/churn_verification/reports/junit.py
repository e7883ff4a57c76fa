"""A run as JUnit XML, which CI systems show."""

from junitparser import Failure, JUnitXml, Skipped, TestCase, TestSuite

from churn_verification.checks.registry import Status
from churn_verification.reports.model import CheckReport, RunReport


def junit_xml(report: RunReport) -> str:
    """One test case a check; the class is its kind."""
    cases = TestSuite(f"churnproof {report.level.value}")
    for check in report.checks:
        cases.add_testcase(_case(check))
    document = JUnitXml()
    document.add_testsuite(cases)
    document.update_statistics()
    text: bytes = document.tostring()
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text.decode()}\n'


def _case(check: CheckReport) -> TestCase:
    case = TestCase(check.id, f"churnproof.{check.kind.value}", check.seconds)
    if check.status is Status.FAILED:
        failure = Failure(check.reason)
        failure.text = f"{check.sentence}\n{check.counterexample or ''}\n{check.repeat}"
        case.result = [failure]
    elif check.status is Status.NOT_RUN:
        case.result = [Skipped(check.reason)]
    return case
