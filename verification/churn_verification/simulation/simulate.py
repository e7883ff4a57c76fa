"""Doing a run: with workers, checkpoints and progress."""

import time
from collections.abc import Callable
from pathlib import Path

from churn_verification.simulation.checkpoints import save
from churn_verification.simulation.parts import play_part
from churn_verification.simulation.run import Run
from churn_verification.work.workers import Workers, work_through

_SECONDS_BETWEEN_CHECKPOINTS = 5.0


def simulate(
    run: Run,
    workers: Workers,
    checkpoint: Path | None,
    tick: Callable[[Run], None] = lambda _run: None,
) -> bool:
    """Do all that is left of a run, or as much as there is time for.

    Args:
        run: what to do; holds what was found.
        workers: who does it.
        checkpoint: where to write every few seconds how far it has come, and at the end if it was
            stopped or something broke.
        tick: called several times a second.

    Returns:
        Whether it came to its end; if not, it was stopped by hand.

    Raises:
        churn_verification.support.files.FileError: the checkpoint cannot be written.
        churn_verification.work.workers.WorkersError: nobody could do the work.
    """
    start = saved = time.monotonic()
    before = run.seconds

    def tick_and_save() -> None:
        nonlocal saved
        tick(run)
        if time.monotonic() - saved > _SECONDS_BETWEEN_CHECKPOINTS:
            save_what_there_is()
            saved = time.monotonic()

    def save_what_there_is() -> None:
        run.seconds = before + time.monotonic() - start
        if checkpoint is not None and run.turns:
            save(checkpoint, run)

    try:
        work_through(workers, play_part, run, tick_and_save)
    except KeyboardInterrupt:
        return False
    finally:
        save_what_there_is()
    return True
