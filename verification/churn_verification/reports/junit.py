"""A run as JUnit XML, which CI systems show."""

from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from churn_verification.reports.model import CheckReport, RunReport
from churn_verification.results import Status


def junit_xml(report: RunReport) -> str:
    """One test case a check, whose class is its kind; and an error where the run was stopped."""
    cases = TestSuite(f"churnproof {report.level.value}")
    for check in report.checks:
        cases.add_testcase(_case(check))
    if not report.complete:
        stopped = TestCase("complete", "churnproof.run", 0)
        stopped.result = [Error("the run has not come to its end")]
        cases.add_testcase(stopped)
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
