"""Worker processes of this machine, each of which does one call at a time.

`concurrent.futures.ProcessPoolExecutor` gives up on all calls when one of its processes dies, and
does not tell which call it was nor how it died; and it cannot end one call that never ends. Here a
call that kills its process, or is not done in its time, fails alone, the others go on, and calls
can send messages while they run.

Ctrl-C is left to the main process, which ends the workers; and they end when it is gone.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import forkserver, get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

_Arguments = ParamSpec("_Arguments")
_Returned = TypeVar("_Returned")

START_METHOD = "forkserver"

_SECONDS_TO_BEGIN = 60.0
"""For a process to start and to import what it is to call: no part of the call's time."""

_SECONDS_TO_END = 10.0
_NOTHING_MORE = None

_books = threading.RLock()
"""Held while processes are started and their ends read: neither may be done by two at once."""


class WorkerDied(Exception):  # noqa: N818 - it says what happened
    """A process ended before the call that it did; the text says how."""


class WorkerOverdue(WorkerDied):
    """A call had not ended in its time, and its process was killed; the text says so."""


class Processes(Executor):
    """An executor whose calls fail with `WorkerDied` if they, and they alone, kill their process.

    Used in a `with` statement: an exception within it ends the processes at once.
    """

    def __init__(
        self,
        count: int,
        preload: Sequence[str] = (),
        hear: Callable[[Any], None] = lambda _message: None,
        seconds: float | None = None,
    ) -> None:
        """Begin without any process; each is started when it is needed.

        Args:
            count: how many there are at most.
            preload: modules that are imported once for all of them.
            hear: is given, in a thread of its own, what calls `tell`.
            seconds: how long a call may take; one that takes longer is killed, and fails with
                `WorkerOverdue`. None: as long as it likes.
        """
        self._context = get_context(START_METHOD)
        self._preload = list(preload)
        self._hear = hear
        self._seconds = seconds
        self._workers: list[_Worker] = []
        self._threads = ThreadPoolExecutor(count)
        self._own = threading.local()
        self._killed = False

    def submit(
        self,
        fn: Callable[_Arguments, _Returned],
        /,
        *args: _Arguments.args,
        **kwargs: _Arguments.kwargs,
    ) -> "Future[_Returned]":
        """Have a function of a module called in a process, with arguments that can be pickled."""
        return self._threads.submit(self._call, fn, args, kwargs)

    def kill(self) -> None:
        """End all processes at once; what they were doing fails."""
        with _books:
            self._killed = True
            for worker in self._workers:
                worker.process.kill()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls, and let the processes end."""
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        for worker in self._workers:
            worker.close()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            self.kill()
        self.shutdown(cancel_futures=True)

    def _call(
        self, function: Callable[..., _Returned], arguments: Any, by_name: Any
    ) -> "_Returned":
        worker: _Worker | None = getattr(self._own, "worker", None)
        if worker is None or worker.has_ended():
            worker = self._own.worker = self._started()
        what = (function, arguments, by_name)
        answer: _Returned = worker.call(what, self._hear, self._seconds)
        return answer

    def _started(self) -> "_Worker":
        with _books:
            if self._killed:
                raise WorkerDied("it was stopped")
            try:
                start_fork_server(self._preload)
                worker = _Worker(self._context)
            except (OSError, EOFError) as error:
                raise WorkerDied(f"its process could not be started: {error}") from None
            self._workers.append(worker)
            return worker


def start_fork_server(preload: Sequence[str] = ()) -> None:
    """Start what starts the processes, with Ctrl-C blocked for it and for all of them.

    They have it blocked from their first instruction on, and not only when they come to ignore it.
    There is one for the whole program: whoever starts processes calls this first.

    Args:
        preload: modules that are imported once for all processes, if it is not running yet.
    """
    if START_METHOD != "forkserver":
        return
    resource_tracker.ensure_running()  # when it is started it unblocks what is blocked here
    with _ctrl_c_blocked():
        forkserver.set_forkserver_preload(list(preload))
        forkserver.ensure_running()


@contextmanager
def _ctrl_c_blocked() -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """One process and the way to it; used by one thread."""

    def __init__(self, context: BaseContext) -> None:
        self._connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,))  # type: ignore[attr-defined]
        self.process.start()
        theirs.close()
        self._died = False

    def has_ended(self) -> bool:
        return self._died or bool(wait([self.process.sentinel], 0))

    def call(self, what: object, hear: Callable[[Any], None], seconds: float | None) -> Any:
        """Have something done, and wait for it.

        Raises:
            WorkerOverdue: it had not ended in its time.
            WorkerDied: the process ended.
            Exception: whatever the function raised.
        """
        try:
            self._connection.send(what)
            self._next_message(_deadline(seconds and seconds + _SECONDS_TO_BEGIN))
            deadline = _deadline(seconds)
            kind, content = self._next_message(deadline)
            while kind == "message":
                hear(content)
                kind, content = self._next_message(deadline)
        except TimeoutError:
            self._died = True
            with _books:
                self.process.kill()
            raise WorkerOverdue(f"it had not ended after {seconds:g} s") from None
        except (EOFError, BrokenPipeError, ConnectionResetError):
            self._died = True
            raise WorkerDied(self._how_it_ended()) from None
        if kind == "raised":
            raise content
        return content

    def _next_message(self, deadline: float | None) -> tuple[str, Any]:
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        if not wait([self._connection, self.process.sentinel], left):
            raise TimeoutError
        if not self._connection.poll():  # a child that it left behind may hold the pipe open
            raise EOFError
        message: tuple[str, Any] = self._connection.recv()
        return message

    def _how_it_ended(self) -> str:
        wait([self.process.sentinel])
        with _books:
            self.process.join()
            code = self.process.exitcode or 0
        if code >= 0:
            return f"its process ended with status {code}"
        name = signal.Signals(-code).name if -code in list(signal.Signals) else "unknown"
        return f"its process died by signal {-code} ({name})"

    def close(self) -> None:
        """Let the process end, and end it if it does not."""
        with suppress(OSError):
            self._connection.send(_NOTHING_MORE)
        self._connection.close()
        wait([self.process.sentinel], _SECONDS_TO_END)
        with _books:
            self.process.kill()
            self.process.join()


def _deadline(seconds: float | None) -> float | None:
    return None if seconds is None else time.monotonic() + seconds


# In the process -----------------------------------------------------------------------------------

_connection: Connection | None = None


def tell(message: object) -> None:
    """Send a message to the main process, from within a call."""
    if _connection is not None:
        _connection.send(("message", message))


def _serve(connection: Connection) -> None:
    """Do what comes, until nothing more can come."""
    global _connection  # noqa: PLW0603 - what a call does finds its way out by it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_main_process, daemon=True).start()
    _connection = connection
    with suppress(EOFError):
        while True:
            what = connection.recv()
            if what is _NOTHING_MORE:
                return
            function, arguments, by_name = what
            connection.send(("begun", None))
            try:
                answer = ("returned", function(*arguments, **by_name))
            except Exception as error:  # noqa: BLE001 - raised again where it was called from
                answer = ("raised", error)
            try:
                connection.send(answer)
            except (TypeError, AttributeError, ValueError, RuntimeError) as error:
                connection.send(("raised", RuntimeError(f"no answer can be sent: {error}")))


def _end_with_the_main_process() -> None:
    """End at once when the main process is gone, whatever killed it: nobody wants the answer."""
    main = parent_process()
    if main is not None:
        wait([main.sentinel])
        os._exit(1)
