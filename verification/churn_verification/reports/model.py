"""A run as a document: what JSON reports hold, and what the other views are made from."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

import churn_spec as spec
from churn_verification.registry import Kind, Level, Reach, Registry
from churn_verification.reports.circumstances import Circumstances
from churn_verification.reports.coverage import Coverage
from churn_verification.reports.traceability import function_stating, name_of
from churn_verification.results import Checked, Counterexample, Result, Status
from churn_verification.running import Course, Outcome, Spent


class Failure(BaseModel):
    """One more failure of a check, in another round.

    Attributes:
        reason: why, in one line.
        counterexample: the smallest case found, where there is one.
        seed: the round's seed.
        repeat: the command that finds it again.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str | None
    counterexample: Counterexample | None
    seed: int
    repeat: str


class CheckReport(Checked):
    """One check and what it found in the run.

    Attributes:
        kind: what sort of evidence it gives.
        level: the first level at which it runs.
        reach: how far it looks; None for what tells of the suite and not of the rules.
        processor_seconds: what it took of all processors together.
        seed: the seed with which it finds the same again.
        repeat: the command that does.
        rounds: how often it was run, each time with another seed.
        last_round: the number of the last round.
        further: failures in further rounds.
    """

    kind: Kind
    level: Level
    reach: Reach | None
    processor_seconds: float
    seed: int
    repeat: str
    rounds: int
    last_round: int
    further: tuple[Failure, ...]

    @property
    def group(self) -> str:
        """The kind of evidence."""
        return self.kind.value


class ClauseReport(BaseModel):
    """One clause and the checks that speak for it.

    Attributes:
        id: the clause.
        statement: what it says.
        words: the designer's words that it is read from.
        figures: the designer's figures that show it.
        stated_by: the function of the specification that states it; None for claims.
        held: how many checks that speak for it held.
        failed: how many failed.
        not_run: how many were not run.
        kinds: the kinds of checks that speak for it.
        reaches: how far it was checked by those that held, the furthest last.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    statement: str
    words: str
    figures: tuple[int, ...]
    stated_by: str | None
    held: int
    failed: int
    not_run: int
    kinds: tuple[Kind, ...]
    reaches: tuple[Reach, ...]


class RunReport(BaseModel):
    """A run of the suite.

    Attributes:
        format: what kind of document it is.
        version: of the format.
        held: whether every check ran and held, and there was at least one.
        complete: whether the run came to its end; a stopped one says so.
        level: the level of the run.
        seed: repeats the run.
        repeated: whether checks were repeated until a time was up.
        started: when, in UTC.
        seconds: how long it took, interruptions left out.
        circumstances: what was run, and on what.
        clauses: the matrix.
        checks: everything that was to be run.
        coverage: what of specification and engine the checks execute, where it was measured.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["churnproof report"] = "churnproof report"
    version: Literal[1] = 1
    held: bool
    complete: bool
    level: Level
    seed: int
    repeated: bool
    started: datetime
    seconds: float
    circumstances: Circumstances
    clauses: tuple[ClauseReport, ...]
    checks: tuple[CheckReport, ...]
    coverage: Coverage | None = None

    def count(self, status: Status) -> int:
        """How many checks ended so."""
        return sum(check.status is status for check in self.checks)

    def slowest(self, most: int) -> Sequence[CheckReport]:
        """The checks that took most of the processors, the slowest first."""
        ran = [check for check in self.checks if check.processor_seconds]
        return sorted(ran, key=lambda check: -check.processor_seconds)[:most]


def report_of(
    outcomes: Sequence[Outcome],
    course: Course,
    where: Circumstances,
    coverage: Coverage | None = None,
) -> RunReport:
    """Make the document of a run."""
    checks = tuple(_check_report(outcome, course.level) for outcome in outcomes)
    return RunReport(
        held=course.complete and {check.status for check in checks} == {Status.HELD},
        complete=course.complete,
        level=course.level,
        seed=course.seed,
        repeated=course.repeated,
        started=course.started,
        seconds=round(course.seconds, 3),
        circumstances=where,
        clauses=tuple(_clause_reports(checks)),
        checks=checks,
        coverage=coverage,
    )


def outcomes_of(report: RunReport, registry: Registry) -> dict[str, Outcome]:
    """The outcomes of the checks that a run has come to, by id.

    Args:
        report: the run.
        registry: has all its checks.

    Raises:
        LookupError: it has not.
        ValueError: a check is there twice, or has a result that no check can have.
    """
    if len({each.id for each in report.checks}) < len(report.checks):
        raise ValueError("a check is there twice")
    return {
        each.id: _outcome(each, registry)
        for each in report.checks
        if each.status is not Status.NOT_RUN
    }


def _check_report(outcome: Outcome, level: Level) -> CheckReport:
    check, result = outcome.check, outcome.result
    return CheckReport(
        id=check.id,
        sentence=check.sentence,
        clauses=check.clauses,
        kind=check.kind,
        level=check.level,
        reach=check.reach,
        seconds=round(outcome.spent.seconds, 3),
        processor_seconds=round(outcome.spent.processor_seconds, 3),
        **dict(result),
        seed=outcome.seed,
        repeat=_command(outcome, level),
        rounds=outcome.rounds,
        last_round=outcome.last_round,
        further=tuple(
            Failure(
                reason=each.result.reason,
                counterexample=each.result.counterexample,
                seed=each.seed,
                repeat=_command(each, level),
            )
            for each in outcome.further
        ),
    )


def _command(outcome: Outcome, level: Level) -> str:
    return (
        f"churnproof verify --level {level.value} --check {outcome.check.id} --seed {outcome.seed}"
    )


def _outcome(report: CheckReport, registry: Registry) -> Outcome:
    check = registry[report.id]
    result = Result(**{name: getattr(report, name) for name in Result.model_fields})
    further = tuple(
        Outcome(
            check,
            Result(status=Status.FAILED, reason=each.reason, counterexample=each.counterexample),
            Spent(0.0, 0.0),
            each.seed,
        )
        for each in report.further
    )
    spent = Spent(report.seconds, report.processor_seconds)
    return Outcome(check, result, spent, report.seed, report.rounds, report.last_round, further)


def _clause_reports(checks: Sequence[CheckReport]) -> Iterable[ClauseReport]:
    for clause, statement in spec.CLAUSES.items():
        speaking = [check for check in checks if clause in check.clauses]
        counts = {status: sum(check.status is status for check in speaking) for status in Status}
        held = [check for check in speaking if check.status is Status.HELD]
        function = function_stating(clause)
        yield ClauseReport(
            id=clause,
            statement=statement,
            words=spec.RESTS_ON[clause].words,
            figures=spec.RESTS_ON[clause].figures,
            stated_by=None if function is None else name_of(function),
            held=counts[Status.HELD],
            failed=counts[Status.FAILED],
            not_run=counts[Status.NOT_RUN],
            kinds=tuple(kind for kind in Kind if any(kind is check.kind for check in speaking)),
            reaches=tuple(reach for reach in Reach if any(reach is check.reach for check in held)),
        )
