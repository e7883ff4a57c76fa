"""`churnproof verify` with a suite of toy checks."""

from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner
from tests.verification.toy_runs import CASE, WHERE, draw, toy_course

from churn_verification.cli import verify
from churn_verification.cli.common import Leave
from churn_verification.registry import Check, Context, Kind, Level, Registry
from churn_verification.reports.circumstances import circumstances
from churn_verification.reports.model import report_of
from churn_verification.results import Result, failed, held, not_run
from churn_verification.running import Course, Outcome, Spent
from churn_verification.views.folder import write_reports


def fail_on_even_seeds(context: Context) -> Result:
    if context.seed % 2 == 0:
        return failed(f"seed {context.seed} is even", {"cases": 1}, CASE)
    return held({"cases": 1})


def lack_a_program(context: Context) -> Result:
    return not_run("no such program")


def tell_level(context: Context) -> Result:
    return held({context.level.value: 1})


TOYS: dict[str, tuple[Kind, Callable[[Context], Result]]] = {
    "draw/one": (Kind.PROPERTY, draw),
    "draw/two": (Kind.PROPERTY, draw),
    "even": (Kind.DIFFERENTIAL, fail_on_even_seeds),
    "whole": (Kind.EXHAUSTIVE, draw),
    "program": (Kind.EXHAUSTIVE, lack_a_program),
    "level": (Kind.PROPERTY, tell_level),
}


def toy_suite() -> Registry:
    registry = Registry()
    for check_id, (kind, run) in TOYS.items():
        registry.add(Check(check_id, "It holds.", ("P1",), kind, Level.QUICK, run))
    return registry


def verified(*arguments: object) -> int:
    """Run the command; returns its status, and raises what it complains of."""
    try:
        CliRunner().invoke(
            verify.command, [str(each) for each in arguments], catch_exceptions=False
        )
    except Leave as end:
        return int(end.status)
    return 0


def stopped_run(
    folder: Path, registry: Registry, *, sources: str | None = None, course: Course | None = None
) -> None:
    """The report of a run that was stopped when one check had held and one had failed."""
    course = course or toy_course(complete=False)
    results = {
        "draw/one": held({"number": 4321}),
        "draw/two": not_run("stopped by hand"),
        "even": failed("seed 4 is even", {"cases": 1}, CASE),
        "whole": not_run("no such program"),
        "program": not_run("no such program"),
        "level": held({"quick": 1}),
    }
    outcomes = [Outcome(registry[name], each, Spent(1.0, 1.0), 5) for name, each in results.items()]
    where = WHERE.model_copy(update={"sources": sources or circumstances().sources})
    write_reports(report_of(outcomes, course, where), folder)
