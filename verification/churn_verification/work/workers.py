"""How work is given out: tasks, whoever does them, and the one loop that waits for both.

`work_through` is that loop. `Tasks` is what a command derives from to say what is to be done and
what to do with what comes back. Tasks are done by local processes (`processes`), by the workers of
a dask scheduler (`cluster`), or by the calling process itself (`InThisProcess`).
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

TICK = 0.2
"""Seconds between two looks at the clock while nothing comes back."""


class WorkersError(Exception):
    """Workers that cannot be reached or started, or that keep dying; the text says which."""


class Cause(Enum):
    """Why a task came to nothing."""

    CRASHED = "crashed"
    KILLED = "killed"
    OUT_OF_TIME = "out of time"


class Loss(NamedTuple):
    """A task that ended with its worker process.

    Attributes:
        cause: crashed by its own doing, killed from outside, or ended at its time limit.
        reason: what happened, in one line.
    """

    cause: Cause
    reason: str


@dataclass(frozen=True)
class Returned:
    """A task was done; its result."""

    task: Any
    result: Any


@dataclass(frozen=True)
class Lost:
    """A task was lost together with its worker."""

    task: Any
    loss: Loss


@dataclass(frozen=True)
class Told:
    """A running task sent a message."""

    task: Any
    message: Any


Event = Returned | Lost | Told


class Crew(Protocol):
    """Workers that are ready."""

    @property
    def has_room(self) -> bool:
        """Whether another task can be started now."""
        ...

    @property
    def is_busy(self) -> bool:
        """Whether a task is under way."""
        ...

    def start(self, function: Callable[[Any], Any], task: Any) -> None:
        """Have a function of a module called with a task; both can be pickled."""
        ...

    def wait(self, seconds: float) -> Sequence[Event]:
        """Wait until something happens, or for some seconds.

        Raises:
            WorkersError: no worker can be had any more.
            Exception: whatever a function raised.
        """
        ...


class Workers(Protocol):
    """Whoever can do work."""

    def open(self) -> AbstractContextManager[Crew]:
        """Get the workers ready; leaving the block ends what they are doing.

        Raises:
            WorkersError: nobody is there to do the work.
        """
        ...


class Tasks(Generic[_Task, _Result]):
    """Work to be given out. A subclass says what there is to do and takes what comes back."""

    @property
    def finished(self) -> bool:
        """Whether enough is done: tasks that are still under way are then ended."""
        return False

    def next_task(self) -> _Task | None:
        """Give a task; None where there is none, or none before others have come back."""
        raise NotImplementedError

    def take(self, task: _Task, result: _Result, /) -> None:
        """Take the result of a task."""
        raise NotImplementedError

    def lose(self, task: _Task, loss: Loss, /) -> None:
        """Take notice that a task came to nothing.

        Raises:
            WorkersError: going on is of no use; this is what happens unless it is overridden.
        """
        raise WorkersError(f"a part of the work was lost: {loss.reason}")

    def hear(self, task: _Task, message: Any, /) -> None:
        """Take a message that a task sent while it runs."""


def work_through(
    workers: Workers,
    function: Callable[[_Task], _Result],
    tasks: Tasks[_Task, _Result],
    tick: Callable[[], None] = lambda: None,
) -> None:
    """Have tasks done until enough is done, or none is left.

    Args:
        workers: who does them.
        function: does one; a function of a module, as it is sent by name.
        tasks: what is to be done, and where results go.
        tick: called several times a second.

    Raises:
        WorkersError: nobody could do the work.
    """
    with workers.open() as crew:
        while not tasks.finished:
            while crew.has_room and (task := tasks.next_task()) is not None:
                crew.start(function, task)
            if not crew.is_busy:
                return
            for event in crew.wait(TICK):
                _pass_on(event, tasks)
            tick()


def _pass_on(event: Event, tasks: Tasks[Any, Any]) -> None:
    match event:
        case Returned(task, result):
            tasks.take(task, result)
        case Lost(task, loss):
            tasks.lose(task, loss)
        case Told(task, message):
            tasks.hear(task, message)


class InThisProcess:
    """One task after the other, without a process for it and without a limit."""

    @contextmanager
    def open(self) -> Iterator[Crew]:
        """There is nothing to get ready."""
        yield _OneByOne()


class _OneByOne:
    def __init__(self) -> None:
        self._waiting: list[tuple[Callable[[Any], Any], Any]] = []

    @property
    def has_room(self) -> bool:
        return not self._waiting

    @property
    def is_busy(self) -> bool:
        return bool(self._waiting)

    def start(self, function: Callable[[Any], Any], task: Any) -> None:
        self._waiting.append((function, task))

    def wait(self, _seconds: float) -> Sequence[Event]:
        function, task = self._waiting.pop()
        return [Returned(task, function(task))]
