"""A run as a document: what JSON reports hold, and what the other views are made from."""

import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version

from pydantic import BaseModel, ConfigDict

import churn_spec as spec
from churn_verification.checks.registry import Counterexample, Kind, Level, Status
from churn_verification.running import Outcome

_LIBRARIES = ("hypothesis", "numba", "numpy", "z3-solver", "networkx")


class CheckReport(BaseModel):
    """One check and what it found in the run."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    sentence: str
    clauses: tuple[str, ...]
    kind: Kind
    level: Level
    status: Status
    seconds: float
    covered: dict[str, int]
    details: dict[str, str | int | float]
    reason: str | None
    counterexample: Counterexample | None
    repeat: str


class ClauseReport(BaseModel):
    """One clause and the checks that speak for it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    statement: str
    held: int
    failed: int
    not_run: int
    kinds: tuple[Kind, ...]


class RunReport(BaseModel):
    """A run of the suite.

    Attributes:
        held: whether every check that ran held and at least one ran.
        complete: whether the run came to its end; a stopped one says so.
        seed: repeats the run.
        started: when, in UTC.
        seconds: how long it took.
        versions: of the project, Python and the libraries the evidence rests on.
        clauses: the matrix.
        checks: everything that was to be run.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    held: bool
    complete: bool
    level: Level
    seed: int
    started: datetime
    seconds: float
    versions: dict[str, str]
    clauses: tuple[ClauseReport, ...]
    checks: tuple[CheckReport, ...]


def report_of(
    outcomes: Sequence[Outcome], level: Level, seed: int, started: datetime, complete: bool
) -> RunReport:
    """Make the document of a run that has just ended."""
    checks = tuple(_check_report(outcome, level, seed) for outcome in outcomes)
    statuses = {check.status for check in checks}
    return RunReport(
        held=complete and statuses == {Status.HELD},
        complete=complete,
        level=level,
        seed=seed,
        started=started,
        seconds=round((datetime.now(UTC) - started).total_seconds(), 3),
        versions=_versions(),
        clauses=tuple(_clause_reports(checks)),
        checks=checks,
    )


def _check_report(outcome: Outcome, level: Level, seed: int) -> CheckReport:
    check, result = outcome.check, outcome.result
    return CheckReport(
        id=check.id,
        sentence=check.sentence,
        clauses=check.clauses,
        kind=check.kind,
        level=check.level,
        status=result.status,
        seconds=round(outcome.seconds, 3),
        covered=result.covered,
        details=result.details,
        reason=result.reason,
        counterexample=result.counterexample,
        repeat=f"churnproof verify --level {level.value} --check {check.id} --seed {seed}",
    )


def _clause_reports(checks: Sequence[CheckReport]) -> Iterable[ClauseReport]:
    for clause, statement in spec.CLAUSES.items():
        speaking = [check for check in checks if clause in check.clauses]
        counts = {status: sum(check.status is status for check in speaking) for status in Status}
        yield ClauseReport(
            id=clause,
            statement=statement,
            held=counts[Status.HELD],
            failed=counts[Status.FAILED],
            not_run=counts[Status.NOT_RUN],
            kinds=tuple(kind for kind in Kind if any(kind is check.kind for check in speaking)),
        )


def _versions() -> dict[str, str]:
    return {
        "churnproof": version("churnproof"),
        "python": platform.python_version(),
        **{library: version(library) for library in _LIBRARIES},
    }
