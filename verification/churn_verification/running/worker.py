"""What happens in a worker process: the checks of one group are run."""

import os
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from churn_verification.registry import Context, Level, Registry
from churn_verification.results import Result, failed
from churn_verification.running.outcome import Spent
from churn_verification.suite import suite
from churn_verification.work.processes import tell
from churn_verification.work.workers import TICK


class Request(NamedTuple):
    """A group of checks to be run, which can be sent to a worker.

    Attributes:
        ids: the checks; where there are several they share a run.
        level: the level's value.
        seed: the seed.
        number: which round it is, counted from 1.
    """

    ids: tuple[str, ...]
    level: str
    seed: int
    number: int = 1


Found = Mapping[str, tuple[Result, Spent]]
"""What came of each check of a group, and what it took."""


@cache
def known_checks() -> Registry:
    """The suite, made once in each process."""
    return suite()


def run_group(request: Request) -> Found:
    """Run a group, and tell the main process how it gets on.

    Whatever is raised is a failure of all its checks. What was spent is divided among them.
    """
    context = Context(Level(request.level), request.seed, _tell_sometimes())
    start, processor_start = time.monotonic(), _processor_seconds()
    try:
        results = _results(request.ids, context)
    except Exception as error:  # noqa: BLE001 - a crash of any kind is a result here
        where = traceback.extract_tb(error.__traceback__)[-1]
        crash = failed(
            f"the check crashed: {type(error).__name__}: {error}"
            f" ({where.name}, line {where.lineno})"
        )
        results = dict.fromkeys(request.ids, crash)
    number = len(request.ids)
    seconds, processor_seconds = time.monotonic() - start, _processor_seconds() - processor_start
    spent = Spent(seconds / number, processor_seconds / number)
    return {check_id: (results[check_id], spent) for check_id in request.ids}


def _results(ids: Sequence[str], context: Context) -> Mapping[str, Result]:
    checks = [known_checks()[check_id] for check_id in ids]
    shared = checks[0].together
    if shared is None:
        return {check.id: check.run(context) for check in checks}
    results = shared.run(ids, context)
    missing = set(ids) - set(results)
    if missing:
        raise LookupError(f"{shared.name} gave no result for {', '.join(sorted(missing))}")
    return results


def _tell_sometimes() -> Callable[[int, int], None]:
    """Progress to the main process, not more often than it looks."""
    last = 0.0

    def report(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > TICK:
            last = now
            tell((done, total))

    return report


def _processor_seconds() -> float:
    """What this process has used of all processors, its children that have ended included."""
    return time.process_time() + sum(os.times()[2:4])
