"""What comes of running a check, and who is told."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from churn_verification.registry import Check, Level
from churn_verification.results import Result, failed, not_run
from churn_verification.work.workers import Cause, Loss

STOPPED = "stopped by hand"
"""The reason of checks that a stopped run did not come to."""


class Spent(NamedTuple):
    """What a check took.

    Attributes:
        seconds: by the clock.
        processor_seconds: of all processors together; other programs change this less.
    """

    seconds: float
    processor_seconds: float

    def __add__(self, other: object) -> "Spent":
        """What both took together."""
        if not isinstance(other, Spent):
            return NotImplemented
        return Spent(self.seconds + other.seconds, self.processor_seconds + other.processor_seconds)


NOTHING_SPENT = Spent(0.0, 0.0)


@dataclass(frozen=True)
class Outcome:
    """A check with the result it had in one run.

    Attributes:
        check: the check.
        result: what it found; where it was repeated, in all rounds together.
        spent: what it took.
        seed: the seed with which a run of the check alone finds the same.
        rounds: how often it was run, each time with another seed.
        last_round: the number of the last one; some before it may have been stopped.
        further: the outcomes of further rounds in which it failed.
    """

    check: Check
    result: Result
    spent: Spent
    seed: int
    rounds: int = 1
    last_round: int = 1
    further: tuple["Outcome", ...] = ()


def was_stopped(outcomes: Iterable[Outcome]) -> bool:
    """Whether there are checks that a stopped run did not come to."""
    return any(outcome.result.reason == STOPPED for outcome in outcomes)


def result_of(loss: Loss) -> Result:
    """The result of a check that was lost with its worker.

    A crash is the doing of what is checked. What was killed from outside, or had no time to come
    to an end, has not been checked: that says nothing of the rules.
    """
    return failed(loss.reason) if loss.cause is Cause.CRASHED else not_run(loss.reason)


@dataclass(frozen=True)
class Course:
    """How a run was asked for and how it went.

    Attributes:
        level: the level.
        seed: the seed.
        repeated: whether checks are repeated until a time is up.
        started: when it was begun, in UTC.
        seconds: how long it has taken, interruptions left out.
        complete: whether it has come to its end.
    """

    level: Level
    seed: int
    repeated: bool
    started: datetime
    seconds: float = 0.0
    complete: bool = False


class Listener:
    """Is told how a run goes; does nothing. A view of a run overrides what it wants to show."""

    def started(self, check: Check) -> None:
        """A check was handed to a worker."""

    def advanced(self, check_id: str, done: int, total: int) -> None:
        """A running check has got on."""

    def finished(self, outcome: Outcome) -> None:
        """A check has come back."""

    def tick(self) -> None:
        """A moment has passed; called several times a second."""
