"""Work in processes that may crash or never end: each piece of work has a limit of time.

A pool of the standard library cannot end one worker and keep the others; here a worker that is
overdue is killed and replaced, and one that dies is replaced.
"""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

from churn_verification.processes import start_fork_server

Job = TypeVar("Job")
Answer = TypeVar("Answer")

_CONTEXT = get_context("forkserver")
_TICK = 0.5
_TO_START = 60.0
"""Seconds that a process may take to start and import, which is no part of the work."""


class _Word(Enum):
    BEGUN = "the job has reached its process"


@dataclass(frozen=True)
class Overdue:
    """The work had not ended at its limit."""

    seconds: float


@dataclass(frozen=True)
class Died:
    """The process ended in the middle of the work.

    Attributes:
        status: its exit status, negative where a signal ended it.
    """

    status: int | None


def work_through(
    function: Callable[[Job], Answer],
    next_job: Callable[[], Job | None],
    workers: int,
    seconds: float,
) -> Iterator[tuple[Job, Answer | Overdue | Died]]:
    """Do jobs side by side, each in a process that can be ended.

    Args:
        function: does a job; it must be importable, and jobs and answers must go through a pipe.
        next_job: gives a job, or None while there is none; it is asked again after each answer.
        workers: how many jobs are done at a time.
        seconds: the limit of each job, from when it reaches its process.

    Yields:
        Jobs with their answers, in the order in which they end. When the caller stops early the
        workers are killed.
    """
    with _crew(function, workers) as crew:
        while True:
            for worker in crew:
                if worker.job is None:
                    worker.begin(next_job(), seconds)
            busy = [worker for worker in crew if worker.job is not None]
            if not busy:
                return
            wait([worker.pipe for worker in busy], timeout=_TICK)
            for worker in busy:
                yield from worker.ended()


@contextmanager
def _crew(
    function: Callable[[Job], Answer], workers: int
) -> Iterator[list["_Worker[Job, Answer]"]]:
    crew = [_Worker[Job, Answer](function) for _ in range(workers)]
    try:
        yield crew
    finally:
        for worker in crew:
            worker.kill()


class _Worker(Generic[Job, Answer]):
    """One process at a time, and the job that it does."""

    def __init__(self, function: Callable[[Job], Answer]) -> None:
        self._function = function
        self.job: Job | None = None
        self._deadline = self._limit = 0.0
        self.pipe: Connection
        self._process: BaseProcess
        self._start()

    def _start(self) -> None:
        start_fork_server()
        self.pipe, other = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=_serve, args=(self._function, other), daemon=True)
        self._process.start()
        other.close()

    def begin(self, job: Job | None, seconds: float) -> None:
        """Hand a job to the process."""
        if job is None:
            return
        self.job = job
        self._limit = seconds
        self._deadline = time.monotonic() + seconds + _TO_START
        self.pipe.send(job)

    def ended(self) -> Iterator[tuple[Job, Answer | Overdue | Died]]:
        """The job and what came of it, if anything has."""
        answer: Answer | Overdue | Died | _Word
        if self.pipe.poll():
            try:
                answer = self.pipe.recv()
            except EOFError:
                self._process.join()
                answer = Died(self._process.exitcode)
        elif time.monotonic() > self._deadline:
            answer = Overdue(self._limit)
        else:
            return
        if isinstance(answer, _Word):
            self._deadline = time.monotonic() + self._limit
            return
        assert self.job is not None
        job, self.job = self.job, None
        if isinstance(answer, Overdue | Died):
            self.kill()
            self._start()
        yield job, answer

    def kill(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self.pipe.close()


def _serve(function: Callable[[Job], Answer], pipe: Connection) -> None:
    """Do jobs until the other end is closed; Ctrl-C is the main process's to deal with."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, BrokenPipeError):
        while True:
            job = pipe.recv()
            pipe.send(_Word.BEGUN)
            pipe.send(function(job))
