"""Running checks that sample again and again, each time with another seed, until a time is up.

Rounds go to whatever does parts of a work: local processes, or a cluster.
"""

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from churn_verification.registry import Check, Kind, in_groups
from churn_verification.results import Status
from churn_verification.running.outcome import (
    NOTHING_SPENT,
    Course,
    Listener,
    Outcome,
    result_of,
)
from churn_verification.running.worker import Found, Request, run_group
from churn_verification.work.workers import Loss, Tasks, Workers, work_through

SAMPLING = (Kind.PROPERTY, Kind.DIFFERENTIAL)
"""The kinds of checks that see something else with another seed."""

MOST_FAILURES = 20
"""How many failures of one check are kept."""


def seed_of_round(seed: int, number: int) -> int:
    """The seed of a round, the same for the same run and number on any machine."""
    chance = random.Random(f"{seed}/round/{number}")  # noqa: S311 - not for secrets
    return chance.getrandbits(62)


class Rounds(Tasks[Request, Found]):
    """Rounds until a time is up: gives them out in turn and takes what came of them.

    Attributes:
        outcomes: what was found so far, by check.
        listener: who is told how it goes.
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
        self.listener = listener
        self._groups = {tuple(check.id for check in group): 0 for group in in_groups(checks)}
        for ids in self._groups:
            rounds = (earlier[each].last_round for each in ids if each in earlier)
            self._groups[ids] = max(rounds, default=0)

    @property
    def finished(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() >= self._end

    def next_task(self) -> Request:
        """Give a round of the checks that have had the fewest."""
        ids = min(self._groups, key=self._groups.__getitem__)
        self._groups[ids] += 1
        number = self._groups[ids]
        for each in ids:
            self.listener.started(self._checks[each])
        seed = seed_of_round(self._course.seed, number)
        return Request(ids, self._course.level.value, seed, number)

    def take(self, request: Request, found: Found) -> None:
        """Take what came of a round."""
        for check_id, (result, spent) in found.items():
            check = self._checks[check_id]
            outcome = Outcome(check, result, spent, request.seed, 1, request.number)
            before = self.outcomes.get(check_id)
            self.outcomes[check_id] = outcome if before is None else together(before, outcome)
            self.listener.finished(self.outcomes[check_id])

    def lose(self, request: Request, loss: Loss) -> None:
        """Take down how the round was lost; the others go on."""
        self.take(request, dict.fromkeys(request.ids, (result_of(loss), NOTHING_SPENT)))


_WEIGHT = (Status.HELD, Status.NOT_RUN, Status.FAILED)


def together(before: Outcome, latest: Outcome) -> Outcome:
    """What was found in all rounds before and in one more.

    The first failure stays the result; later ones are kept beside it. Without a failure, the first
    round that came to nothing stays the result: it is not hidden by others that held.
    """
    counts = Counter(before.result.covered)
    counts.update(latest.result.covered)
    telling, further = before, before.further
    status = latest.result.status
    if _WEIGHT.index(status) > _WEIGHT.index(before.result.status):
        telling = latest
    elif status is Status.FAILED and len(further) < MOST_FAILURES - 1:
        further = (*further, latest)
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
        work_through(workers, run_group, rounds, rounds.listener.tick)
    except KeyboardInterrupt:
        return False
    return True
