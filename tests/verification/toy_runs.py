"""Runs made up of toy checks, for the tests of what is told of a run."""

from datetime import UTC, datetime

from churn_verification.registry import Check, Context, Kind, Level
from churn_verification.reports.circumstances import Circumstances, Machine
from churn_verification.reports.model import RunReport, report_of
from churn_verification.results import Counterexample, Result, held
from churn_verification.running import Course, Outcome, Spent

CASE = Counterexample(
    clause="P1",
    question="which turns are legal",
    said={"specification": "a1", "engine": "a1 b1"},
    position="2 r./.b./.. r",
    turns=("a1", "b1"),
)

WHERE = Circumstances(
    versions={"churnproof": "0.1.0", "python": "3.11.7"},
    sources="0123456789abcdef",
    commit="0" * 40 + "+",
    machine=Machine(system="Linux", processor="x86_64", cores=2, memory=15.6),
)

BEGUN = datetime(2026, 1, 31, 12, 30, tzinfo=UTC)


def toy_check(number: int) -> Check:
    return Check(f"toy/{number}", "It holds.", ("P1",), Kind.PROPERTY, Level.QUICK, draw)


def draw(context: Context) -> Result:
    return held({"number": context.random("draw").randrange(1, 10**9)})


def toy_outcomes(*results: Result) -> list[Outcome]:
    return [
        Outcome(toy_check(number), each, Spent(2.5, 1.5 + number), 5)
        for number, each in enumerate(results)
    ]


def toy_course(complete: bool = True) -> Course:
    return Course(Level.QUICK, 5, False, BEGUN, 12.0, complete)


def toy_report(*results: Result, complete: bool = True) -> RunReport:
    return report_of(toy_outcomes(*results), toy_course(complete), WHERE)
