"""Running checks: `side_by_side` runs each once, `rounds` repeats those that sample.

Both send a check to a worker process by its id and get its result back; `worker` is what happens
there. `outcome` is what comes of it.
"""

from churn_verification.running.outcome import (
    NOTHING_SPENT,
    STOPPED,
    Course,
    Listener,
    Outcome,
    Spent,
    was_stopped,
)
from churn_verification.running.side_by_side import USUAL_LIMITS, run_checks

__all__ = [
    "NOTHING_SPENT",
    "STOPPED",
    "USUAL_LIMITS",
    "Course",
    "Listener",
    "Outcome",
    "Spent",
    "run_checks",
    "was_stopped",
]
