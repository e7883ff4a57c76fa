"""Runs of the solver that can be stopped and gone on with."""

import time
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_cache_path

from churn_engine.board import Board
from churn_engine.solver.container import StorageError
from churn_engine.solver.solve import Solver

SECONDS_BETWEEN_CHECKPOINTS = 60.0

Progress = Callable[[int, int], None]


class StoppedError(Exception):
    """A run that was stopped by hand; the text says how far it was and what was kept."""


class NoCheckpointError(Exception):
    """There is nothing to go on with."""


def checkpoint_path(board: Board) -> Path:
    """Where the checkpoint of a board is kept unless the user says otherwise."""
    return user_cache_path("churnproof") / f"solve-{board}.checkpoint"


def run_solver(solver: Solver, threads: int, checkpoint: Path, progress: Progress) -> None:
    """Evaluate a board, keeping a checkpoint every minute and when stopped by hand.

    The checkpoint is deleted when the board is solved.

    Args:
        solver: What is to be run, from where it stands.
        threads: How many threads work.
        checkpoint: The file of the checkpoint; its folder is made.
        progress: Called with how many entries are done, and how many there are.

    Raises:
        StoppedError: It was stopped by hand.
    """
    last = time.monotonic()

    def keep_now_and_then(done: int, total: int) -> None:
        nonlocal last
        progress(done, total)
        if time.monotonic() - last > SECONDS_BETWEEN_CHECKPOINTS and not solver.finished:
            _keep(solver, checkpoint)
            last = time.monotonic()

    try:
        solver.run(threads, keep_now_and_then)
    except KeyboardInterrupt:
        done = solver.entries_done / solver.entries
        raise StoppedError(
            f"stopped by hand with {done:.0%} done; {_keep(solver, checkpoint)}"
        ) from None
    checkpoint.unlink(missing_ok=True)


def resume_solver(solver: Solver, checkpoint: Path) -> None:
    """Take over what a checkpoint holds.

    Raises:
        NoCheckpointError: There is none.
        StorageError: It cannot be used.
        OtherBoardError: It is of another board.
    """
    if not checkpoint.exists():
        raise NoCheckpointError(f"nothing to resume: there is no checkpoint at {checkpoint}")
    solver.resume(checkpoint)


def _keep(solver: Solver, checkpoint: Path) -> str:
    """Keep a checkpoint, and say what became of that: its failure must not end a run."""
    try:
        checkpoint.parent.mkdir(parents=True, exist_ok=True)
        solver.save(checkpoint)
    except OSError as error:
        return f"nothing was saved: {checkpoint.parent}: {error.strerror}"
    except StorageError as error:
        return f"nothing was saved: {error}"
    return f"saved in {checkpoint}, go on with --resume"
