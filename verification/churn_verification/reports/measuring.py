"""Watching what each check executes, one check at a time in each of a few processes.

A check is ended at a limit of processor time: what it had executed by then counts.
"""

import signal
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from coverage import Coverage as Measurement

from churn_verification.registry import Check, Context, Level
from churn_verification.reports.coverage import Coverage
from churn_verification.reports.covering import PACKAGES, Arc, coverage_of
from churn_verification.reports.executable import steps_between_statements
from churn_verification.running.worker import known_checks
from churn_verification.work.processes import Processes
from churn_verification.work.workers import Loss, Tasks, work_through

MOST_SECONDS = 10
"""The limit of each check, in seconds of processor time, so that a busy machine covers as much."""

_SECONDS_TO_END = 300
"""After the limit, for what was executed to be put together. Compiled code that never ends does not
see the limit: its process is killed then."""


class _OutOfTime(BaseException):
    """Ends a check at its limit; no check catches it."""


def measure(
    checks: Sequence[Check], seed: int, workers: int, progress: Callable[[int, int], None]
) -> Coverage:
    """Run checks once more, at the quick level, and watch what they execute.

    Args:
        checks: what to run; those of higher levels are left out.
        seed: the seed.
        workers: how many are watched at a time.
        progress: called with how many have been watched and how many there are.
    """
    quick = [check for check in checks if Level.QUICK.includes(check.level)]
    watching = _Watching([check.id for check in quick], progress)
    watch = partial(_watch, seed=seed, seconds=MOST_SECONDS)
    work_through(Processes(workers, MOST_SECONDS + _SECONDS_TO_END), watch, watching)
    return coverage_of(quick, watching.executed, watching.cut, MOST_SECONDS)


Steps = dict[str, frozenset[Arc]]
"""The steps that a check took, by module."""


class _Watching(Tasks[str, tuple[Steps, bool]]):
    """Checks being watched."""

    def __init__(self, ids: Sequence[str], progress: Callable[[int, int], None]) -> None:
        self.executed: dict[str, Steps] = {}
        self.cut: set[str] = set()
        self._waiting = list(reversed(ids))
        self._number = len(ids)
        self._progress = progress

    def next_task(self) -> str | None:
        return self._waiting.pop() if self._waiting else None

    def take(self, check_id: str, watched: tuple[Steps, bool]) -> None:
        self.executed[check_id], was_cut = watched
        if was_cut:
            self.cut.add(check_id)
        self._progress(len(self.executed), self._number)

    def lose(self, check_id: str, _loss: Loss) -> None:
        self.take(check_id, ({}, True))  # what it executed died with it


def _watch(check_id: str, seed: int, seconds: float) -> tuple[Steps, bool]:
    """Run a check; returns the steps it took by module, and whether it was ended at its limit."""
    watcher = Measurement(
        branch=True, data_file=None, config_file=False, source_pkgs=list(PACKAGES)
    )
    was_cut = False
    known_checks()  # what runs when modules are imported is no check's work
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the modules were imported before, as they should be
        watcher.start()
        try:
            with _ended_after(seconds):
                _run(check_id, seed)
        except _OutOfTime:
            was_cut = True
        finally:
            watcher.stop()
        data = watcher.get_data()
    steps = {
        _module_of(file): frozenset(steps_between_statements(Path(file), data.arcs(file) or ()))
        for file in data.measured_files()
    }
    return {module: arcs for module, arcs in steps.items() if arcs}, was_cut


def _run(check_id: str, seed: int) -> None:
    with suppress(Exception):  # it counts what was executed, however that ended
        known_checks()[check_id].run(Context(Level.QUICK, seed))


@contextmanager
def _ended_after(seconds: float) -> Iterator[None]:
    def end(_number: int, _frame: object) -> None:
        raise _OutOfTime

    signal.signal(signal.SIGVTALRM, end)  # the pool's own limit uses the other timer
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _module_of(file: str) -> str:
    """The name of the module in a file, from the innermost of our packages on."""
    parts = list(Path(file).with_suffix("").parts)
    start = max(at for at, part in enumerate(parts) if part in PACKAGES)
    return ".".join(part for part in parts[start:] if part != "__init__")
