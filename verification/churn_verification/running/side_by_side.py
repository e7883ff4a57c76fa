"""Running checks side by side, each once, in a few worker processes.

A check that crashes or kills its process has failed; one that is killed from outside or runs out of
processor time is not-run. The others go on. Ctrl-C ends the run and keeps what is there.
"""

import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress

from churn_verification.registry import Check, Group, Level, in_groups
from churn_verification.results import Result, not_run
from churn_verification.running.outcome import (
    NOTHING_SPENT,
    STOPPED,
    Listener,
    Outcome,
    Spent,
    result_of,
)
from churn_verification.running.worker import Found, Request, run_group
from churn_verification.work.workers import Loss, Tasks, Workers, work_through

USUAL_LIMITS = {Level.QUICK: 300.0, Level.STANDARD: 1_800.0, Level.EXHAUSTIVE: 14_400.0}
"""Seconds of processor time, several times what any check takes: beyond it a check never ends."""


def run_checks(
    checks: Sequence[Check], level: Level, seed: int, listener: Listener, workers: Workers
) -> list[Outcome]:
    """Run checks of the suite.

    Args:
        checks: what to run.
        level: the level of the run.
        seed: the seed of the run. Each check derives its own from it, so the results do not
            depend on the number of workers.
        listener: is told how the run goes.
        workers: who runs them.

    Returns:
        An outcome for each check, in the order in which they were given. After Ctrl-C those that
        had not come back are not-run.

    Raises:
        churn_verification.work.workers.WorkersError: nobody could run them.
    """
    run = _Run(checks, level, seed, listener)
    with suppress(KeyboardInterrupt):
        work_through(workers, run_group, run, listener.tick)
    return [run.outcomes.get(check.id) or run.outcome(check, not_run(STOPPED)) for check in checks]


class _Run(Tasks[Request, Found]):
    """A run under way.

    One worker runs what is cheap first, so that there soon is something to see; the others begin
    with what takes longest, so that all end at about the same time.
    """

    def __init__(
        self, checks: Sequence[Check], level: Level, seed: int, listener: Listener
    ) -> None:
        self.outcomes: dict[str, Outcome] = {}
        self._checks = {check.id: check for check in checks}
        self._level = level
        self._seed = seed
        self._listener = listener
        self._waiting = deque(sorted(in_groups(checks), key=self._expected_seconds))
        self._cheap: Request | None = None
        self._started: dict[Request, float] = {}

    def next_task(self) -> Request | None:
        if not self._waiting:
            return None
        is_cheap = self._cheap is None
        group = self._waiting.popleft() if is_cheap else self._waiting.pop()
        request = Request(tuple(check.id for check in group), self._level.value, self._seed)
        if is_cheap:
            self._cheap = request
        self._started[request] = time.monotonic()
        for check in group:
            self._listener.started(check)
        return request

    def take(self, request: Request, found: Found) -> None:
        if request == self._cheap:
            self._cheap = None
        for check_id, (result, spent) in found.items():
            outcome = self.outcome(self._checks[check_id], result, spent)
            self.outcomes[check_id] = outcome
            self._listener.finished(outcome)

    def lose(self, request: Request, loss: Loss) -> None:
        seconds = time.monotonic() - self._started[request]
        spent = Spent(seconds / len(request.ids), 0.0)
        self.take(request, dict.fromkeys(request.ids, (result_of(loss), spent)))

    def hear(self, request: Request, message: tuple[int, int]) -> None:
        for check_id in request.ids:
            self._listener.advanced(check_id, *message)

    def outcome(self, check: Check, result: Result, spent: Spent = NOTHING_SPENT) -> Outcome:
        return Outcome(check, result, spent, self._seed)

    def _expected_seconds(self, group: Group) -> float:
        return sum(check.expected_seconds(self._level) for check in group)
