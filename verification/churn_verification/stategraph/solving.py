"""Runs of the solver that can be stopped and gone on with."""

import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout
from platformdirs import user_cache_path

from churn_engine.board import Board
from churn_engine.notation import parse_board
from churn_engine.solver.container import StorageError
from churn_engine.solver.solve import Solver, Workspace
from churn_engine.solver.store import CHANCES, LENGTHS
from churn_verification.support.files import target_of
from churn_verification.work.workers import Loss, Tasks, Workers, WorkersError, work_through

SECONDS_BETWEEN_CHECKPOINTS = 60.0

LOCK_FILE = ".lock"
"""In the folder of a tablebase, while a run writes to it."""

_MOST_LOSSES = 3
"""So many workers may die of a shard."""

Progress = Callable[[int, int], None]


class StoppedError(Exception):
    """A run that was stopped by hand; the text says how far it was and what was kept."""


class NoCheckpointError(Exception):
    """There is nothing to go on with."""


class BusyError(Exception):
    """Another run writes to the same folder."""


@contextmanager
def alone_in(folder: Path | None) -> Iterator[None]:
    """Keep other runs from writing to a folder, which is made if need be.

    Raises:
        BusyError: One does already.
        StorageError: The folder cannot be made.
    """
    if folder is None:
        yield
        return
    try:
        folder.mkdir(exist_ok=True)
        lock = FileLock(folder / LOCK_FILE, blocking=False)
        with lock:
            yield
    except Timeout:
        raise BusyError(f"another run is writing to {folder}: wait for it or stop it") from None
    except OSError as error:
        raise StorageError(f"cannot make {folder}: {error.strerror}") from None


def checkpoint_path(board: Board) -> Path:
    """Where the checkpoint of a board is kept unless the user says otherwise."""
    return user_cache_path("churnproof") / f"solve-{board}.checkpoint"


class Shard(NamedTuple):
    """A shard to be evaluated, as it is sent to a worker.

    Attributes:
        folder: The folder of the tablebase, which all workers reach under this name.
        board: The text of the board.
        lengths: Whether lengths of games are found.
        chances: Whether random play is.
        number: The number of the shard.
    """

    folder: str
    board: str
    lengths: bool
    chances: bool
    number: int


def evaluate_shard(shard: Shard) -> None:
    """Evaluate a shard and keep it in the folder; the tables of the board are made once."""
    _workspace(*shard[:-1]).evaluate(shard.number)


@lru_cache(maxsize=1)
def _workspace(folder: str, board: str, lengths: bool, chances: bool) -> Workspace:
    solver = Solver(parse_board(board), lengths=lengths, chances=chances, folder=Path(folder))
    return Workspace(solver)


class _Shards(Tasks[Shard, None]):
    """The shards of a solver as tasks: a layer is given out when the one before is finished."""

    def __init__(self, solver: Solver, folder: Path, progress: Progress) -> None:
        self._solver = solver
        self._progress = progress
        self._kind = Shard(
            str(target_of(folder)),
            str(solver.board),
            solver.finds(*LENGTHS),
            solver.finds(CHANCES[0]),
            0,
        )
        self._layers = iter(solver.layers())
        self._waiting: list[int] = []
        self._out: set[int] = set()
        self._losses: Counter[int] = Counter()

    @property
    def finished(self) -> bool:
        return self._solver.finished

    def next_task(self) -> Shard | None:
        while not self._waiting and not self._out:
            layer = next(self._layers, None)
            if layer is None:
                return None
            self._waiting = layer[::-1]
        if not self._waiting:
            return None
        number = self._waiting.pop()
        self._out.add(number)
        return self._kind._replace(number=number)

    def take(self, task: Shard, result: None, /) -> None:
        del result
        self._out.discard(task.number)
        self._solver.take(task.number)
        self._progress(self._solver.entries_done, self._solver.entries)

    def lose(self, task: Shard, loss: Loss, /) -> None:
        self._losses[task.number] += 1
        if self._losses[task.number] > _MOST_LOSSES:
            times = self._losses[task.number]
            raise WorkersError(f"shard {task.number} killed {times} workers: {loss.reason}")
        self._out.discard(task.number)
        self._waiting.append(task.number)


def run_on_disk(
    solver: Solver, folder: Path, threads: int, workers: Workers | None, progress: Progress
) -> None:
    """Evaluate a board whose finished shards are kept in a folder.

    Args:
        solver: What is to be run, from where it stands.
        folder: The folder.
        threads: How many threads work here, if no workers are given.
        workers: Who does it; they reach the folder under the same name.
        progress: Called with how many entries are done, and how many there are.

    Raises:
        StoppedError: It was stopped by hand.
        StorageError: A shard cannot be written or read.
        WorkersError: Nobody could do the work.
    """
    start = time.monotonic()
    try:
        if workers is None:
            solver.run(threads, progress)
        else:
            work_through(workers, evaluate_shard, _Shards(solver, folder, progress))
            solver.forget()
            solver.seconds += time.monotonic() - start
    except KeyboardInterrupt:
        done = solver.entries_done / solver.entries
        raise StoppedError(f"stopped by hand with {done:.0%} done; go on with --resume") from None


def run_solver(solver: Solver, threads: int, checkpoint: Path, progress: Progress) -> None:
    """Evaluate a board, keeping a checkpoint every minute and when stopped by hand.

    The checkpoint is deleted when the board is solved.

    Args:
        solver: What is to be run, from where it stands.
        threads: How many threads work.
        checkpoint: The folder of the checkpoint; it is made.
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
    shutil.rmtree(checkpoint, ignore_errors=True)


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
