"""Running checks that sample again and again, each time with another seed, until a time is up.

Rounds go to whatever does parts of a work: local processes, or a cluster.
"""

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from churn_verification.registry import Check, Kind
from churn_verification.results import Result, Status, failed
from churn_verification.running.outcome import NOTHING_SPENT, Course, Listener, Outcome, Spent
from churn_verification.running.worker import run_one
from churn_verification.work.workers import Workers, work_through

SAMPLING = (Kind.PROPERTY, Kind.DIFFERENTIAL)
"""The kinds of checks that see something else with another seed."""

MOST_FAILURES = 20
"""How many failures of one check are kept."""


class Round(NamedTuple):
    """One run of one check, which can be sent to a worker.

    Attributes:
        check_id: the check.
        level: the level's value.
        seed: the seed of this round alone.
        number: counted from 1.
    """

    check_id: str
    level: str
    seed: int
    number: int


def seed_of_round(seed: int, number: int) -> int:
    """The seed of a round, the same for the same run and number on any machine."""
    chance = random.Random(f"{seed}/round/{number}")  # noqa: S311 - not for secrets
    return chance.getrandbits(62)


def run_round(part: Round) -> tuple[Result, Spent]:
    """Run a round, in a worker."""
    return run_one(part.check_id, part.level, part.seed, lambda _done, _total: None)


class Rounds:
    """Rounds until a time is up: gives them out in turn and takes what came of them.

    Attributes:
        outcomes: what was found so far, by check.
    """

    def __init__(
        self,
        checks: Sequence[Check],
        course: Course,
        seconds: float,
        listener: Listener,
        earlier: Mapping[str, Outcome],
    ) -> None:
        """Begin, or go on.

        Args:
            checks: what to repeat.
            course: gives level and seed.
            seconds: how long, from now.
            listener: is told how it goes.
            earlier: what was found before an interruption, by check.
        """
        self.outcomes = dict(earlier)
        self._checks = {check.id: check for check in checks}
        self._course = course
        self._end = time.monotonic() + seconds
        self._listener = listener
        self._given_out = {
            check.id: earlier[check.id].last_round if check.id in earlier else 0 for check in checks
        }

    @property
    def finished(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() >= self._end

    def next_task(self) -> Round:
        """Give a round of the check that has had the fewest."""
        check_id = min(self._given_out, key=self._given_out.__getitem__)
        self._given_out[check_id] += 1
        number = self._given_out[check_id]
        self._listener.started(self._checks[check_id])
        seed = seed_of_round(self._course.seed, number)
        return Round(check_id, self._course.level.value, seed, number)

    def take(self, part: Round, found: tuple[Result, Spent]) -> None:
        """Take what came of a round."""
        result, spent = found
        check = self._checks[part.check_id]
        outcome = Outcome(check, result, spent, part.seed, 1, part.number)
        before = self.outcomes.get(check.id)
        self.outcomes[check.id] = outcome if before is None else together(before, outcome)
        self._listener.finished(self.outcomes[check.id])

    def lose(self, part: Round, why: str) -> bool:
        """Take it as a failure of the check that it killed its worker; the others go on."""
        self.take(part, (failed(why), NOTHING_SPENT))
        return False


def together(before: Outcome, latest: Outcome) -> Outcome:
    """What was found in all rounds before and in one more.

    The first failure stays the result; later ones are kept beside it.
    """
    counts = Counter(before.result.covered)
    counts.update(latest.result.covered)
    telling, further = before, before.further
    if latest.result.status is Status.FAILED:
        if before.result.status is not Status.FAILED:
            telling = latest
        elif len(further) < MOST_FAILURES - 1:
            further = (*further, latest)
    elif before.result.status is Status.NOT_RUN:
        telling = latest
    return replace(
        before,
        result=telling.result.model_copy(update={"covered": dict(counts)}),
        seed=telling.seed,
        spent=before.spent + latest.spent,
        rounds=before.rounds + 1,
        last_round=max(before.last_round, latest.last_round),
        further=further,
    )


def repeat_checks(rounds: Rounds, workers: Workers) -> bool:
    """Do rounds until their time is up.

    Returns:
        Whether it was; False after Ctrl-C.

    Raises:
        churn_verification.work.workers.WorkersError: nobody could do the work.
    """
    try:
        work_through(workers, run_round, rounds, lambda: None)
    except KeyboardInterrupt:
        return False
    return True
