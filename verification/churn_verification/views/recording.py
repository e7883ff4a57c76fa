"""A run that is under way: what is to be done, what has come of it, and the report of both."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from churn_verification.registry import Check, Level, Registry
from churn_verification.reports.circumstances import circumstances
from churn_verification.reports.coverage import Coverage
from churn_verification.reports.model import RunReport, outcomes_of, report_of
from churn_verification.results import not_run
from churn_verification.running import NOTHING_SPENT, STOPPED, Course, Listener, Outcome
from churn_verification.views.folder import FolderError, read_report, write_reports, write_run
from churn_verification.views.of_verify import document_of
from churn_verification.views.page import page_of

_SECONDS_BETWEEN_WRITINGS = 2.0
_OUT_OF_TIME = "the time was up before its first round had ended"


@dataclass(frozen=True)
class Plan:
    """What is to be run.

    Attributes:
        checks: all checks of the run.
        course: how the run was asked for, and how long it has taken so far.
        earlier: what was found before an interruption, by check.
    """

    checks: Sequence[Check]
    course: Course
    earlier: dict[str, Outcome] = field(default_factory=dict)

    @property
    def left(self) -> list[Check]:
        """The checks that have not been run."""
        return [check for check in self.checks if check.id not in self.earlier]


def new_plan(checks: Sequence[Check], level: Level, seed: int, repeated: bool) -> Plan:
    """A run from its beginning."""
    return Plan(checks, Course(level, seed, repeated, datetime.now(UTC)))


def resumed_plan(folder: Path, registry: Registry, repeated: bool) -> Plan:
    """What is left of the run whose report a folder holds.

    Args:
        folder: the report folder.
        registry: the suite.
        repeated: whether checks are to be repeated until a time is up.

    Raises:
        FolderError: it holds no report, or the run cannot go on: it was of other sources, or of
            the other sort.
        FileError: it cannot be read.
    """
    report = read_report(folder)
    if report.circumstances.sources != circumstances().sources:
        raise FolderError(
            f"the report in {folder} was made with sources other than those installed now and"
            " cannot be continued; run without --resume"
        )
    if report.repeated != repeated:
        sort = "repeated checks for a time: add --for" if report.repeated else "ran each check once"
        raise FolderError(f"the run reported in {folder} {sort}")
    course = Course(report.level, report.seed, report.repeated, report.started, report.seconds)
    try:
        checks = [registry[check.id] for check in report.checks]
        earlier = outcomes_of(report, registry)
        page_of(document_of(report))
    except (LookupError, ValueError) as error:
        # Whoever changed the file may have changed results too.
        raise FolderError(
            f"the report in {folder} was changed by hand: {_first_line(error)}"
        ) from None
    return Plan(checks, course, earlier)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0] or type(error).__name__


class Listeners(Listener):
    """Tells several listeners."""

    def __init__(self, *listeners: Listener) -> None:
        self._listeners = listeners

    def started(self, check: Check) -> None:
        """Tell that a check was handed to a worker."""
        for listener in self._listeners:
            listener.started(check)

    def advanced(self, check_id: str, done: int, total: int) -> None:
        """Tell that a running check has got on."""
        for listener in self._listeners:
            listener.advanced(check_id, done, total)

    def finished(self, outcome: Outcome) -> None:
        """Tell that a check has come back."""
        for listener in self._listeners:
            listener.finished(outcome)

    def tick(self) -> None:
        """Tell that a moment has passed."""
        for listener in self._listeners:
            listener.tick()


class Recorder(Listener):
    """Takes down what comes of a run, and writes it to a folder as it goes on."""

    def __init__(self, plan: Plan, folder: Path | None) -> None:
        """Begin to record.

        Args:
            plan: what is to be run.
            folder: where to write; None to write nothing.

        Raises:
            churn_verification.support.files.FileError: the folder cannot be written.
        """
        self._plan = plan
        self._folder = folder
        self._outcomes = dict(plan.earlier)
        self._where = circumstances()
        self._start = time.monotonic()
        self._written = self._start
        if folder is not None:  # in every form: those of an earlier run must not outlive this one
            write_reports(self.report(complete=False), folder)

    def finished(self, outcome: Outcome) -> None:
        """Take down an outcome."""
        self._outcomes[outcome.check.id] = outcome
        if self._folder is None or time.monotonic() - self._written < _SECONDS_BETWEEN_WRITINGS:
            return
        write_run(self.report(complete=False), self._folder)
        self._written = time.monotonic()

    def report(self, complete: bool, coverage: Coverage | None = None) -> RunReport:
        """The run as it stands now."""
        before = self._plan.course
        seconds = before.seconds + time.monotonic() - self._start
        course = replace(before, seconds=seconds, complete=complete)
        return report_of(
            [
                self._outcomes.get(check.id) or self._missing(check, complete)
                for check in self._plan.checks
            ],
            course,
            self._where,
            coverage,
        )

    def _missing(self, check: Check, complete: bool) -> Outcome:
        result = not_run(_OUT_OF_TIME if complete else STOPPED)
        return Outcome(check, result, NOTHING_SPENT, self._plan.course.seed, rounds=0)
