"""Work in the background that tells how far it is, can be stopped, and never keeps the program."""

import threading
from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

_Result = TypeVar("_Result")


class Stopped(Exception):  # noqa: N818 - it is no error
    """Raised inside a job that was stopped."""


class Job(Generic[_Result]):
    """One piece of work in a thread of its own.

    Attributes:
        what: what is being done just now, in words.
        done: the share that is done, from 0 to 1.
        asked: when somebody last wanted to know, on the monotonic clock; the work may look at it.
    """

    def __init__(self, what: str, work: Callable[["Job[_Result]"], _Result]) -> None:
        """Begin.

        Args:
            what: what is being done first, in words.
            work: does it; it is handed this job to tell how far it is.
        """
        self.what = what
        self.done = 0.0
        self.asked = monotonic()
        self._work = work
        self._result: _Result | None = None
        self._error: Exception | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def progress(self, done: int, total: int) -> None:
        """Tell how far the work is; the work calls it now and then.

        Raises:
            Stopped: the job has been told to stop.
        """
        if self._stopping.is_set():
            raise Stopped
        self.done = done / max(total, 1)

    def stop(self) -> None:
        """Tell the work to stop; it does so when it next tells how far it is."""
        self._stopping.set()

    @property
    def running(self) -> bool:
        """Whether the work goes on."""
        return self._thread.is_alive()

    @property
    def result(self) -> _Result | None:
        """What came of it; None while it runs, and where it failed or was stopped."""
        return None if self.running else self._result

    @property
    def error(self) -> Exception | None:
        """What it failed of."""
        return self._error

    def wait(self) -> None:
        """Wait for its end."""
        self._thread.join()

    def _run(self) -> None:
        try:
            self._result = self._work(self)
        except Stopped:
            pass
        except Exception as error:  # noqa: BLE001 - whoever looks at the job is told
            self._error = error
