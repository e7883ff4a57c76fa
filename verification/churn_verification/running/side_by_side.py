"""Running checks side by side, each once, in a few worker processes.

A check that crashes, or whose worker dies, has failed and says so; the others go on. Ctrl-C ends
the run and keeps what is there.
"""

import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.context import BaseContext
from multiprocessing.queues import SimpleQueue

from churn_verification.checks.registry import Check, Level, Result, failed, not_run
from churn_verification.running.outcome import NOTHING_SPENT, STOPPED, Listener, Outcome, Spent
from churn_verification.running.worker import PRELOADED, run_one

_TICK = 0.2
_START_METHOD = "forkserver"

Progress = tuple[str, int, int]
"""The id of a check, how much of it is done, and how much there is in all."""


def run_checks(
    checks: Sequence[Check], level: Level, seed: int, workers: int, listener: Listener
) -> list[Outcome]:
    """Run checks of the suite.

    Args:
        checks: what to run; those that take longest are started first.
        level: the level of the run.
        seed: the seed of the run. Each check derives its own from it, so the results do not
            depend on the number of workers.
        workers: how many run at a time, each in a process of its own.
        listener: is told how the run goes.

    Returns:
        An outcome for each check, in the order in which they were given. After Ctrl-C those that
        had not come back are not-run.
    """
    run = _Run(level, seed, workers, listener)
    return run.all(checks)


class _Run:
    def __init__(self, level: Level, seed: int, workers: int, listener: Listener) -> None:
        self._level = level
        self._seed = seed
        self._workers = workers
        self._listener = listener
        self._outcomes: dict[str, Outcome] = {}

    def all(self, checks: Sequence[Check]) -> list[Outcome]:
        waiting = sorted(checks, key=lambda check: -check.cost)
        try:
            while waiting:
                self._run_until_a_worker_dies(waiting)
                waiting = [check for check in waiting if check.id not in self._outcomes]
        except KeyboardInterrupt:
            pass
        return [self._outcomes.get(check.id) or self._stopped(check) for check in checks]

    def _stopped(self, check: Check) -> Outcome:
        return Outcome(check, not_run(STOPPED), NOTHING_SPENT, self._seed)

    def _run_until_a_worker_dies(self, waiting: Iterable[Check]) -> None:
        """Run checks; return when all are done, or when the pool has broken."""
        todo = iter(waiting)
        running: dict[Future[tuple[Result, Spent]], Check] = {}
        with _pool(self._workers) as (pool, reports):
            while True:
                # A pool that broke takes nothing more; those running come back as failed.
                with suppress(BrokenProcessPool):
                    self._hand_out(pool, todo, running)
                if not running:
                    return
                done, _ = wait(running, timeout=_TICK, return_when=FIRST_COMPLETED)
                self._listen(reports)
                for future in done:
                    self._take_in(running.pop(future), future)

    def _hand_out(
        self,
        pool: ProcessPoolExecutor,
        todo: Iterator[Check],
        running: dict[Future[tuple[Result, Spent]], Check],
    ) -> None:
        """Give each idle worker a check, so that a check that was handed out is running."""
        while len(running) < self._workers:
            check = next(todo, None)
            if check is None:
                return
            self._listener.started(check)
            running[pool.submit(_run_and_report, check.id, self._level.value, self._seed)] = check

    def _listen(self, reports: "SimpleQueue[Progress]") -> None:
        while not reports.empty():
            self._listener.advanced(*reports.get())

    def _take_in(self, check: Check, future: Future[tuple[Result, Spent]]) -> None:
        try:
            result, spent = future.result()
        except BrokenProcessPool:
            result, spent = failed("the worker process died while running it"), NOTHING_SPENT
        outcome = Outcome(check, result, spent, self._seed)
        self._outcomes[check.id] = outcome
        self._listener.finished(outcome)


@contextmanager
def _pool(workers: int) -> Iterator[tuple[ProcessPoolExecutor, "SimpleQueue[Progress]"]]:
    """A pool of workers and the queue on which they report progress; killed when left early."""
    context = _context()
    reports: SimpleQueue[Progress] = context.SimpleQueue()
    pool = ProcessPoolExecutor(
        workers, mp_context=context, initializer=_begin_worker, initargs=(reports,)
    )
    try:
        yield pool, reports
    except BaseException:
        for process in list((pool._processes or {}).values()):
            process.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _context() -> BaseContext:
    context = get_context(_START_METHOD)
    if _START_METHOD == "forkserver":
        context.set_forkserver_preload(list(PRELOADED))
    return context


# In the worker ------------------------------------------------------------------------------------

_reports: "SimpleQueue[Progress] | None" = None


def _begin_worker(reports: "SimpleQueue[Progress]") -> None:
    """Leave Ctrl-C to the main process, which stops the workers, and remember where to report."""
    global _reports  # noqa: PLW0603 - a pool's initializer has no other way to leave something
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _reports = reports


def _run_and_report(check_id: str, level: str, seed: int) -> tuple[Result, Spent]:
    return run_one(check_id, level, seed, _reporter(check_id))


def _reporter(check_id: str) -> Callable[[int, int], None]:
    """Progress to the main process, not more often than it looks."""
    last = 0.0

    def report(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if _reports is not None and now - last > _TICK:
            last = now
            _reports.put((check_id, done, total))

    return report
