"""Running checks side by side, each once, in a few worker processes.

A check that crashes, kills its process or never ends has failed and says so; the others go on.
Ctrl-C ends the run and keeps what is there.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from queue import SimpleQueue

from churn_verification.registry import Check, Level
from churn_verification.results import Result, failed, not_run
from churn_verification.running.outcome import NOTHING_SPENT, STOPPED, Listener, Outcome, Spent
from churn_verification.running.worker import PRELOADED, run_one
from churn_verification.work.processes import Processes, WorkerDied, WorkerOverdue, tell

USUAL_LIMITS = {Level.QUICK: 300.0, Level.STANDARD: 1_800.0, Level.EXHAUSTIVE: 14_400.0}
"""Seconds after which a check has not got slow but never ends: several times what any takes."""

_TICK = 0.2

Progress = tuple[str, int, int]
"""The id of a check, how much of it is done, and how much there is in all."""


def run_checks(  # noqa: PLR0913 - what a run is
    checks: Sequence[Check],
    level: Level,
    seed: int,
    listener: Listener,
    *,
    workers: int,
    limit: float,
) -> list[Outcome]:
    """Run checks of the suite.

    Args:
        checks: what to run; those that take longest are started first.
        level: the level of the run.
        seed: the seed of the run. Each check derives its own from it, so the results do not
            depend on the number of workers.
        listener: is told how the run goes.
        workers: how many run at a time, each in a process of its own.
        limit: the seconds after which a check is ended, and has failed.

    Returns:
        An outcome for each check, in the order in which they were given. After Ctrl-C those that
        had not come back are not-run.
    """
    run = _Run(level, seed, listener, workers, limit)
    return run.all(checks)


class _Run:
    def __init__(
        self, level: Level, seed: int, listener: Listener, workers: int, limit: float
    ) -> None:
        self._level = level
        self._seed = seed
        self._workers = workers
        self._listener = listener
        self._limit = limit
        self._outcomes: dict[str, Outcome] = {}
        self._reports: SimpleQueue[Progress] = SimpleQueue()

    def all(self, checks: Sequence[Check]) -> list[Outcome]:
        dear_ones_first = sorted(checks, key=lambda check: -check.cost)
        with (
            suppress(KeyboardInterrupt),
            Processes(self._workers, PRELOADED, self._reports.put, self._limit) as pool,
        ):
            self._run(pool, iter(dear_ones_first))
        return [self._outcomes.get(check.id) or self._stopped(check) for check in checks]

    def _stopped(self, check: Check) -> Outcome:
        return Outcome(check, not_run(STOPPED), NOTHING_SPENT, self._seed)

    def _run(self, pool: Processes, waiting: Iterator[Check]) -> None:
        running: dict[Future[tuple[Result, Spent]], Check] = {}
        while True:
            self._hand_out(pool, waiting, running)
            if not running:
                return
            done, _ = wait(running, timeout=_TICK, return_when=FIRST_COMPLETED)
            self._listen()
            for future in done:
                self._take_in(running.pop(future), future)

    def _hand_out(
        self,
        pool: Processes,
        waiting: Iterator[Check],
        running: dict[Future[tuple[Result, Spent]], Check],
    ) -> None:
        """Give each idle worker a check, so that a check that was handed out is running."""
        while len(running) < self._workers:
            check = next(waiting, None)
            if check is None:
                return
            self._listener.started(check)
            running[pool.submit(_run_and_tell, check.id, self._level.value, self._seed)] = check

    def _listen(self) -> None:
        while not self._reports.empty():
            self._listener.advanced(*self._reports.get())

    def _take_in(self, check: Check, future: Future[tuple[Result, Spent]]) -> None:
        try:
            result, spent = future.result()
        except WorkerOverdue as death:
            result, spent = failed(f"{death}, its limit"), Spent(self._limit, 0.0)
        except WorkerDied as death:
            result, spent = failed(str(death)), NOTHING_SPENT
        outcome = Outcome(check, result, spent, self._seed)
        self._outcomes[check.id] = outcome
        self._listener.finished(outcome)


# In the worker ------------------------------------------------------------------------------------


def _run_and_tell(check_id: str, level: str, seed: int) -> tuple[Result, Spent]:
    return run_one(check_id, level, seed, _teller(check_id))


def _teller(check_id: str) -> Callable[[int, int], None]:
    """Progress to the main process, not more often than it looks."""
    last = 0.0

    def report(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > _TICK:
            last = now
            tell((check_id, done, total))

    return report
