"""Whatever does parts of the work: local processes here, a running cluster in `cluster`.

The interface is the one that both offer, `concurrent.futures.Executor`. What is added here is how
an executor is opened, how many parts it does at a time, and what its failures are called; and
`work_through`, which keeps it busy and asks what is to be done where a part killed its worker.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import AbstractContextManager, contextmanager
from typing import Generic, Protocol, TypeVar

from churn_verification.work.processes import Processes, WorkerDied

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")
_Taken_contra = TypeVar("_Taken_contra", contravariant=True)

_TICK = 0.2
_MOST_LOSSES_IN_A_ROW = 3


class WorkersError(Exception):
    """Workers that cannot be reached, or that keep dying; the text says which."""


class Workers(Protocol):
    """Where work is done."""

    @property
    def died(self) -> tuple[type[Exception], ...]:
        """What a future raises when its part alone was lost, with the worker that did it."""
        ...

    @property
    def lost(self) -> tuple[type[BaseException], ...]:
        """What is raised when everything that was out is lost, as the executor is no more."""
        ...

    def open(self) -> AbstractContextManager[tuple[Executor, int]]:
        """Give an executor, and how many parts it does at a time.

        Raises:
            WorkersError: there is nobody to do the work.
        """
        ...


class Tasks(Protocol[_Task, _Taken_contra]):
    """Work that is given out in parts."""

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do; what is still out is not waited for."""
        ...

    def next_task(self) -> _Task | None:
        """Give a part, or None if there is none until some that are out have come back."""
        ...

    def take(self, task: _Task, result: _Taken_contra, /) -> None:
        """Take what came of a part."""
        ...

    def lose(self, task: _Task, why: str, /) -> bool:
        """Say whether a part whose worker died is to be done again.

        Raises:
            WorkersError: it is of no use to go on.
        """
        ...


class LocalWorkers:
    """Processes on this machine; a part that takes more than some seconds is ended and has died."""

    died = (WorkerDied,)
    lost: tuple[type[BaseException], ...] = ()

    def __init__(self, count: int, seconds: float | None = None) -> None:
        self._count = count
        self._seconds = seconds

    @contextmanager
    def open(self) -> Iterator[tuple[Executor, int]]:
        """Start processes as they are needed; when left, those at work are ended."""
        with Processes(self._count, seconds=self._seconds) as pool:
            try:
                yield pool, self._count
            finally:
                pool.kill()


def work_through(
    workers: Workers,
    function: Callable[[_Task], _Result],
    tasks: Tasks[_Task, _Result],
    tick: Callable[[], None],
) -> None:
    """Have all parts of a work done.

    What was out when an executor was lost is done again; where that happens again and again and
    nothing comes back in between, the work ends.

    Args:
        workers: who does it.
        function: does one part; a function of a module, as it is sent by name.
        tasks: what is to be done, and where results go.
        tick: called several times a second.

    Raises:
        WorkersError: nobody could do the work.
    """
    work = _Work(function, tasks, tick, workers.died)
    while not tasks.finished:
        with workers.open() as (executor, capacity):
            try:
                work.go_on(executor, capacity)
            except workers.lost as loss:
                work.give_out_again(loss)


class _Work(Generic[_Task, _Result]):
    """What is out, and what has to be given out again."""

    def __init__(
        self,
        function: Callable[[_Task], _Result],
        tasks: Tasks[_Task, _Result],
        tick: Callable[[], None],
        died: tuple[type[Exception], ...],
    ) -> None:
        self._function = function
        self._tasks = tasks
        self._tick = tick
        self._died = died
        self._out: dict[Future[_Result], _Task] = {}
        self._again: deque[_Task] = deque()
        self._losses_in_a_row = 0

    def go_on(self, executor: Executor, capacity: int) -> None:
        """Work until nothing is left to do."""
        while not self._tasks.finished:
            self._hand_out(executor, capacity + 1)
            done, _ = wait(self._out, timeout=_TICK, return_when=FIRST_COMPLETED)
            for future in done:
                self._take_in(future)
            self._tick()

    def _take_in(self, future: Future[_Result]) -> None:
        try:
            result = future.result()  # where all is lost this leaves what was out where it is
        except self._died as death:
            task = self._out.pop(future)
            if self._tasks.lose(task, str(death)):
                self._again.append(task)
        else:
            self._tasks.take(self._out.pop(future), result)
        self._losses_in_a_row = 0

    def give_out_again(self, loss: BaseException) -> None:
        """Take back what was out, unless that has happened too often."""
        self._losses_in_a_row += 1
        if self._losses_in_a_row > _MOST_LOSSES_IN_A_ROW:
            times = self._losses_in_a_row
            raise WorkersError(f"workers died {times} times and did nothing in between") from loss
        self._again.extend(self._out.values())
        self._out.clear()

    def _hand_out(self, executor: Executor, most: int) -> None:
        """Keep every worker busy, and one part ready for whoever ends first."""
        while len(self._out) < most:
            if not self._again:
                task = self._tasks.next_task()
                if task is None:
                    return
                self._again.append(task)
            future = executor.submit(self._function, self._again[0])  # fails where all died
            self._out[future] = self._again.popleft()
