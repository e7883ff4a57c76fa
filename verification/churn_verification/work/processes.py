"""Worker processes of this machine, each of which does one task at a time.

A task that crashes its process, or that uses up its processor time, is lost alone; the others go
on. The limit counts the processor time of the worker and leaves out what numba takes to compile, so
a loaded machine or a cold cache ends nothing. A task that sleeps for ever uses none: a limit by the
clock, far beyond what any task takes, ends it.

Three kinds of pool were tried. `concurrent.futures.ProcessPoolExecutor` gives up on all tasks when
one process dies. pebble 5.2 ends the guilty task alone, but its processes share two pipes and a
lock: when one is killed while it sends a result, the pool stands still for two minutes and then
gives up on all tasks. Where a process ends with status 0, its task is waited for without end. Its
limits go by the clock, and tasks cannot send messages. Here each process has a pipe of its own, and
there is no lock, no thread and no semaphore, so a process may die at any instruction.

Processes are spawned: nothing like a fork server's socket is left behind, whatever ends the run,
and it works on all platforms. Ctrl-C, SIGTERM and SIGHUP are left to the main process, which ends
the workers; they end, too, when it is gone.
"""

import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pickle import PicklingError
from typing import Any

from numba.core import event as numba_event

from churn_verification.work.workers import (
    Cause,
    Crew,
    Event,
    Loss,
    Lost,
    Returned,
    Told,
    WorkersError,
)

START_METHOD = "spawn"

_PATIENCE = 20.0
_LEAST_BY_CLOCK = 1_800.0
"""By the clock a task may take so many times its processor time, and at least so many seconds."""

_MOST_FALSE_STARTS = 3

_STOPS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""Polite requests to stop, which a terminal or a service manager sends to workers as well."""

_OWN_FAULT = [
    getattr(signal, name)
    for name in ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT", "SIGTRAP", "SIGSYS")
    if hasattr(signal, name)
]
"""Signals by which a process ends for what it has done itself; the others come from outside."""

_NOTHING_MORE = None


class Processes:
    """Processes of this machine."""

    def __init__(self, count: int, seconds: float | None = None) -> None:
        """Say how many; each is started when it is needed.

        Args:
            count: how many at most.
            seconds: the processor time that a task may use, compiling left out; None: any.
        """
        self._count = count
        self._seconds = seconds

    @contextmanager
    def open(self) -> Iterator[Crew]:
        """Be ready to start processes; they, and their temporary files, are gone when left."""
        with tempfile.TemporaryDirectory(prefix="churnproof-", ignore_cleanup_errors=True) as place:
            crew = _Processes(self._count, self._seconds, place)
            try:
                yield crew
            finally:
                crew.end()


class _Processes:
    def __init__(self, count: int, seconds: float | None, place: str) -> None:
        self._count = count
        self._seconds = seconds
        self._place = place
        self._idle: list[_Worker] = []
        self._busy: list[_Worker] = []
        self._false_starts = 0

    @property
    def has_room(self) -> bool:
        return len(self._busy) < self._count

    @property
    def is_busy(self) -> bool:
        return bool(self._busy)

    def start(self, function: Callable[[Any], Any], task: Any) -> None:
        worker = self._idle.pop() if self._idle else self._new_worker()
        self._busy.append(worker)
        worker.start(function, task)

    def wait(self, seconds: float) -> Sequence[Event]:
        ends = {end: worker for worker in self._busy for end in worker.ends}
        awake = {id(ends[end]): ends[end] for end in wait(list(ends), seconds)}
        events = [self._event_of(worker) for worker in awake.values()]
        now = time.monotonic()
        events += [self._overdue(worker) for worker in self._busy.copy() if worker.deadline < now]
        return [event for event in events if event is not None]

    def end(self) -> None:
        for worker in (*self._idle, *self._busy):
            worker.kill()

    def _new_worker(self) -> "_Worker":
        try:
            return _Worker(self._seconds, self._place)
        except (OSError, EOFError) as error:
            raise WorkersError(f"a worker process could not be started: {error}") from None

    def _event_of(self, worker: "_Worker") -> Event | None:
        message = worker.message()
        if message is None:
            return self._death_of(worker)
        kind, content = message
        match kind:
            case "begun":
                worker.has_begun, self._false_starts = True, 0
                return None
            case "told":
                return Told(worker.task, content)
            case "raised":
                raise content
        self._busy.remove(worker)
        self._idle.append(worker)
        return Returned(worker.task, content)

    def _death_of(self, worker: "_Worker") -> Event | None:
        self._busy.remove(worker)
        loss = worker.loss()
        if worker.has_begun:
            return Lost(worker.task, loss)
        self._false_starts += 1
        if self._false_starts > _MOST_FALSE_STARTS:
            raise WorkersError(f"worker processes end before they begin to work: {loss.reason}")
        self.start(worker.function, worker.task)
        return None

    def _overdue(self, worker: "_Worker") -> Event:
        self._busy.remove(worker)
        worker.kill()
        reason = f"it had not ended after {worker.allowed:g} s by the clock"
        return Lost(worker.task, Loss(Cause.OUT_OF_TIME, reason))


class _Worker:
    """One process, the way to it, and what it is doing.

    Attributes:
        function: what it was given to call.
        task: what with.
        has_begun: whether it has begun with it.
        deadline: when it is ended at the latest, on the monotonic clock.
    """

    function: Callable[[Any], Any]
    task: Any
    has_begun: bool
    deadline: float

    def __init__(self, seconds: float | None, place: str) -> None:
        self._seconds = seconds
        context = get_context(START_METHOD)
        self._connection, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(  # type: ignore[attr-defined]
            target=_serve, args=(theirs, seconds, place)
        )
        with _stops_blocked():
            self._process.start()
        theirs.close()

    @property
    def ends(self) -> tuple[Any, ...]:
        """What to wait for: a message, or the end of the process."""
        return self._connection, self._process.sentinel

    @property
    def allowed(self) -> float:
        """How many seconds a task may take by the clock."""
        if self._seconds is None:
            return float("inf")
        return max(_PATIENCE * self._seconds, _LEAST_BY_CLOCK)

    def start(self, function: Callable[[Any], Any], task: Any) -> None:
        self.function, self.task, self.has_begun = function, task, False
        self.deadline = time.monotonic() + self.allowed
        with suppress(BrokenPipeError, ConnectionResetError):  # it is dead; `wait` finds out
            self._connection.send((function, task))

    def message(self) -> tuple[str, Any] | None:
        """The next message, or None where the process has ended.

        It is asked for when one is there or the process has ended. A child that the process left
        behind may hold the pipe open, so the end of the pipe is not waited for.
        """
        try:
            if self._connection.poll():
                message: tuple[str, Any] = self._connection.recv()
                return message
        except (EOFError, ConnectionResetError, BrokenPipeError):
            pass
        return None

    def loss(self) -> Loss:
        """How the process ended."""
        self._process.join()
        self._connection.close()
        code = self._process.exitcode or 0
        if code >= 0:
            return Loss(Cause.CRASHED, f"its process ended with status {code}")
        number = -code
        name = signal.Signals(number).name if number in list(signal.Signals) else f"signal {number}"
        if name == "SIGPROF" and self._seconds is not None:
            reason = f"it used up its limit of {self._seconds:g} s of processor time"
            return Loss(Cause.OUT_OF_TIME, reason)
        if number in _OWN_FAULT:
            return Loss(Cause.CRASHED, f"its process crashed with {name}")
        hint = "; the machine may have run out of memory" if name == "SIGKILL" else ""
        return Loss(Cause.KILLED, f"its process was killed from outside with {name}{hint}")

    def kill(self) -> None:
        self._process.kill()
        self._process.join()
        self._connection.close()


@contextmanager
def _stops_blocked() -> Iterator[None]:
    """Block polite requests to stop for a process that is started here, from the very first on."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # when it is started it unblocks what is blocked here
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In the process -----------------------------------------------------------------------------------

_connection: Connection | None = None


def tell(message: object) -> None:
    """Send a message to the main process, from within a task."""
    if _connection is not None:
        _connection.send(("told", message))


def _serve(connection: Connection, seconds: float | None, place: str) -> None:
    """Do what comes, until nothing more can come."""
    global _connection  # noqa: PLW0603 - what a task tells finds its way out by it
    _leave_stopping_to_the_main_process()
    threading.Thread(target=_end_with_the_main_process, args=(place,), daemon=True).start()
    tempfile.tempdir = place
    _connection = connection
    limit = _Limit(seconds or 0.0)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the main process is gone
        while True:
            function, task = connection.recv()
            connection.send(("begun", None))
            try:
                with limit:
                    answer = "returned", function(task)
            except Exception as error:  # noqa: BLE001 - raised again in the main process
                answer = "raised", error
            try:
                connection.send(answer)
            except (PicklingError, TypeError, AttributeError, ValueError, RuntimeError) as error:
                connection.send(("raised", RuntimeError(f"no answer can be sent: {error}")))
    _end_with_the_main_process(place)


def _leave_stopping_to_the_main_process() -> None:
    """Do nothing on polite requests to stop.

    Ctrl-C stays blocked, as z3 reacts to it in its own way. The others get a handler, which
    programs that are started here do not inherit.
    """
    for number in _STOPS:
        signal.signal(number, lambda _number, _frame: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, set(_STOPS) - {signal.SIGINT})


def _end_with_the_main_process(place: str) -> None:
    """End at once when the main process is gone, and clear up in its stead."""
    main = parent_process()
    if main is not None:
        wait([main.sentinel])
        shutil.rmtree(place, ignore_errors=True)
        os._exit(1)


class _Limit(numba_event.Listener):
    """Ends the process by SIGPROF when a task has used its processor time, compiling left out.

    Where the system has no such timer, only the limit by the clock is left.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds if hasattr(signal, "setitimer") else 0.0
        self._compiling = 0
        self._left = 0.0
        if self._seconds:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            numba_event.register("numba:compile", self)  # type: ignore[no-untyped-call]

    def __enter__(self) -> None:
        self._set(self._seconds)

    def __exit__(self, *_error: object) -> None:
        self._set(0.0)

    def on_start(self, event: numba_event.Event) -> None:
        """Stop the timer when something begins to be compiled; compiling is nested."""
        if not self._compiling:
            self._left = self._set(0.0)
        self._compiling += 1

    def on_end(self, event: numba_event.Event) -> None:
        """Let the timer go on when all is compiled."""
        self._compiling -= 1
        if not self._compiling:
            self._set(self._left)

    def _set(self, seconds: float) -> float:
        """Set the timer; returns what was left of it."""
        if not self._seconds:
            return 0.0
        return signal.setitimer(signal.ITIMER_PROF, seconds)[0]
