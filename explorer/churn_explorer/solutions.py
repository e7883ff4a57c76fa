"""Solutions of boards: small ones solved unasked, larger ones from tablebases or made on request.

Nothing here makes a request wait: what is being solved is answered with how far it is. One board
is solved at a time, so that what the solving takes is never taken twice.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from churn_engine.board import Board
from churn_engine.solver.container import StorageError
from churn_engine.solver.estimate import (
    Estimate,
    TooLargeError,
    estimate,
    require_room,
    with_tablebase,
)
from churn_engine.solver.report import Lookup
from churn_engine.solver.solve import Solver
from churn_engine.solver.store import OtherBoardError
from churn_engine.solver.tablebase import Tablebase
from churn_engine.solver.write_tablebase import write_tablebase
from churn_explorer.jobs import Job
from churn_explorer.limits import MOST_SOLVED_ENTRIES, PageError

_MOST_KEPT = 4
"""How many solutions are kept in memory; the one that was asked for longest ago is let go."""
_THREADS = 2
_SMALL = "Solving this board"


@dataclass(frozen=True)
class Offer:
    """A solution that can be made if the user wants it.

    Attributes:
        takes: what it takes.
        failure: what went wrong when it was tried.
    """

    takes: str
    failure: str | None = None


@dataclass(frozen=True)
class Refusal:
    """A board that is not solved here; the words say why."""

    words: str


@dataclass(frozen=True)
class Busy:
    """A board whose turn comes when another one is done, or when what was stopped has ended.

    Attributes:
        board: the board that is being solved.
        job: its solving.
    """

    board: Board
    job: Job[Lookup]


Standing = Lookup | Job[Lookup] | Busy | Offer | Refusal
"""How it stands with a board: solved, being solved, waiting, on offer, or out of reach."""


class Solutions:
    """The solutions of all boards that have been asked for."""

    def __init__(self, folder: Path, tablebase: Path | None = None) -> None:
        """Open what there is.

        Args:
            folder: where tablebases are kept that are made on request.
            tablebase: a tablebase of the user's; if there is no such file yet, it becomes that of
                the first board whose tablebase is asked for. All others go to the folder.

        Raises:
            StorageError: the user's file exists and is no tablebase.
        """
        self._folder = folder
        self._given = tablebase
        self._given_to: Board | None = None
        self._closed = False
        self._latest: Busy | None = None
        self._jobs: OrderedDict[Board, Job[Lookup]] = OrderedDict()
        self._opened: dict[Board, Tablebase] = {}
        self._notes: dict[Board, str] = {}
        self._lock = threading.Lock()
        if tablebase is not None and tablebase.exists():
            opened = Tablebase(tablebase)
            self._opened[opened.board] = opened
            self._given = None

    def standing(self, board: Board) -> Standing:
        """How it stands with a board; a small one begins to be solved."""
        with self._lock:
            return self._opened.get(board) or self._from_job(board) or self._begin(board)

    def note(self, board: Board) -> str | None:
        """What else is to be known of a board's solution: why it could not be kept, if so."""
        return self._notes.get(board)

    def make(self, board: Board) -> None:
        """Begin to make the tablebase of a board.

        Raises:
            PageError: it does not fit this machine, or another one is being made.
        """
        with self._lock:
            busy = self._busy()
            if busy is not None:
                raise PageError(f"board {busy.board} is being solved; wait for it or stop it")
            try:
                require_room(_needed(board))
            except TooLargeError as error:
                raise PageError(str(error)) from None
            path = self._place_of(board)
            self._solve(board, lambda job: self._made(job, board, path))

    def stop(self, board: Board) -> None:
        """Stop what is being done about a board."""
        with self._lock:
            job = self._jobs.pop(board, None)
        if job is not None:
            job.stop()

    def close(self) -> None:
        """Stop everything."""
        with self._lock:
            self._closed = True
            if self._latest is not None:
                self._latest.job.stop()

    def _from_job(self, board: Board) -> Standing | None:
        job = self._jobs.get(board)
        if job is None:
            return None
        self._jobs.move_to_end(board)
        if job.running:
            return job
        if job.error is not None:
            return Offer(self._offer(board).takes, str(job.error))
        return job.result

    def _begin(self, board: Board) -> Standing:
        path = self._path_of(board)
        if path.exists():
            return self._open(path, board)
        needed = _needed(board)
        if needed.entries <= MOST_SOLVED_ENTRIES:
            return self._busy() or self._solve(board, lambda job: _solved(job, board))
        try:
            require_room(needed)
        except TooLargeError as error:
            return Refusal(str(error))
        return Offer(_takes(needed))

    def _open(self, path: Path, board: Board) -> Standing:
        try:
            opened = Tablebase(path, board)
        except (StorageError, OtherBoardError) as error:
            return Offer(self._offer(board).takes, str(error))
        self._opened[board] = opened
        return opened

    def _offer(self, board: Board) -> Offer:
        return Offer(_takes(_needed(board)))

    def _made(self, job: Job[Lookup], board: Board, path: Path) -> Lookup:
        """The solution, from the file that was written or, where that failed, from memory."""
        solver = _solved(job, board)
        job.what = "Writing the tablebase"
        try:
            if path == self._given:
                _require_free(path, board)
            _write(solver, path)
        except StorageError as error:
            self._notes[board] = f"The tablebase is not kept: {error}."
            return solver
        self._notes.pop(board, None)
        if self._given is not None and path != self._given:
            self._notes[board] = (
                f"The tablebase is kept in {path}, for {self._given} is board {self._given_to}'s."
            )
        return Tablebase(path, board)

    def _busy(self) -> Busy | None:
        """What is being solved, a job that was told to stop and has not yet ended included."""
        latest = self._latest
        return latest if latest is not None and latest.job.running else None

    def _solve(self, board: Board, work: Callable[[Job[Lookup]], Lookup]) -> Job[Lookup]:
        """Begin to solve a board; nothing else is being solved.

        Raises:
            PageError: the explorer is being stopped.
        """
        if self._closed:
            raise PageError("the explorer is being stopped")
        job = Job(_SMALL, work)
        self._latest = Busy(board, job)
        self._jobs[board] = job
        self._jobs.move_to_end(board)
        while len(self._jobs) > _MOST_KEPT:
            self._jobs.popitem(last=False)
        return job

    def _place_of(self, board: Board) -> Path:
        """Where the tablebase of a board goes: the user's place is for the first board alone."""
        if self._given is not None and self._given_to is None:
            self._given_to = board
        if self._given is not None and self._given_to == board:
            return self._given
        return self._path_of(board)

    def _path_of(self, board: Board) -> Path:
        return self._folder / f"{board}.tablebase"


def _needed(board: Board) -> Estimate:
    """What solving a board and keeping its tablebase takes."""
    solving = estimate(board, threads=_THREADS, lengths=False, chances=False)
    return with_tablebase(solving, threads=_THREADS, verified=False)


def _takes(needed: Estimate) -> str:
    return str(needed).removeprefix(f"board {needed.board}: ")


def _require_free(path: Path, board: Board) -> None:
    """Refuse to write over what has come to the user's place since, unless it is of this board.

    Raises:
        StorageError: there is something else now.
    """
    if not path.exists():
        return
    try:
        Tablebase(path, board)
    except (StorageError, OtherBoardError):
        raise StorageError(f"{path} is there by now, and holds something else") from None


def _write(solver: Solver, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"cannot write {path}: {error.strerror}") from None
    write_tablebase(solver, path)


def _solved(job: Job[Lookup], board: Board) -> Solver:
    return Solver(board, lengths=False, chances=False).run(_THREADS, job.progress)
