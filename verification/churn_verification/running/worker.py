"""What happens in a worker process: one check is run."""

import resource
import time
import traceback
from collections.abc import Callable
from functools import cache

from churn_verification.registry import Context, Level, Registry
from churn_verification.results import Result, failed
from churn_verification.running.outcome import Spent
from churn_verification.suite import MODULES, suite

PRELOADED = tuple(module.__name__ for module in MODULES)
"""What a fork server imports once, so that each worker need not."""


@cache
def known_checks() -> Registry:
    """The suite, made once in each process."""
    return suite()


def run_one(
    check_id: str, level: str, seed: int, progress: Callable[[int, int], None]
) -> tuple[Result, Spent]:
    """Run one check; whatever it raises is a failure of the check.

    Args:
        check_id: the check.
        level: the level's value.
        seed: the seed.
        progress: called with how much is done and how much there is in all.
    """
    context = Context(Level(level), seed, progress)
    start, processor_start = time.monotonic(), _processor_seconds()
    try:
        result = known_checks()[check_id].run(context)
    except Exception as error:  # noqa: BLE001 - a crash of any kind is a result here
        where = traceback.extract_tb(error.__traceback__)[-1]
        result = failed(
            f"the check crashed: {type(error).__name__}: {error}"
            f" ({where.name}, line {where.lineno})"
        )
    return result, Spent(time.monotonic() - start, _processor_seconds() - processor_start)


def _processor_seconds() -> float:
    """What this process has used of all processors, its children that have ended included."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)
