"""The workers of a dask scheduler; needs the extra `cluster`."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager
from typing import Any, cast

from distributed import Client
from distributed.comm.addressing import get_address_host_port
from distributed.scheduler import KilledWorker

from churn_verification.work.workers import (
    Cause,
    Crew,
    Event,
    Loss,
    Lost,
    Returned,
    WorkersError,
)

_SECONDS_TO_CONNECT = 10.0
_MOST_LOSSES_IN_A_ROW = 3
_LOST = (BrokenExecutor, CancelledError)
"""What is raised where everything that was out is lost."""

_connect = cast(Any, Client)


class ClusterWorkers:
    """The workers of a dask scheduler that is running already.

    They need this package in the same version. The scheduler gives out again what a worker was
    doing when it died; only when that has happened several times does it give up on a part.
    Whoever can reach a scheduler can run programs on its workers: that is what it is for.
    """

    def __init__(self, address: str) -> None:
        """Remember an address.

        Raises:
            ValueError: no scheduler can have it.
        """
        try:
            get_address_host_port(address)
        except ValueError as error:
            example = "as tcp://192.0.2.1:8786 is"
            raise ValueError(
                f"{address!r} is not the address of a scheduler, {example}: {error}"
            ) from None
        self._address = address

    @contextmanager
    def open(self) -> Iterator[Crew]:
        """Connect to the scheduler.

        Raises:
            WorkersError: no scheduler answers, or it has no workers.
        """
        crew = _Cluster(self._address)
        try:
            yield crew
        finally:
            crew.close()


class _Cluster:
    """A connection and what is out; all of it is given out again where the connection is lost."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._out: dict[Future[Any], tuple[Callable[[Any], Any], Any]] = {}
        self._losses_in_a_row = 0
        self._connect()

    def _connect(self) -> None:
        try:
            self._client = _connect(
                self._address, timeout=_SECONDS_TO_CONNECT, set_as_default=False
            )
        except OSError as error:
            raise WorkersError(f"no scheduler answers at {self._address}: {error}") from None
        threads = sum(self._client.nthreads().values())
        if not threads:
            self.close()
            raise WorkersError(f"the scheduler at {self._address} has no workers")
        self._capacity: int = threads + 1  # one is ready for whoever ends first
        self._executor = self._client.get_executor(pure=False)

    def close(self) -> None:
        self._client.close()

    @property
    def has_room(self) -> bool:
        return len(self._out) < self._capacity

    @property
    def is_busy(self) -> bool:
        return bool(self._out)

    def start(self, function: Callable[[Any], Any], task: Any) -> None:
        try:
            future = self._executor.submit(function, task)
        except _LOST as loss:
            self._start_again(loss)
            future = self._executor.submit(function, task)
        self._out[future] = function, task

    def wait(self, seconds: float) -> Sequence[Event]:
        events: list[Event] = []
        for future in wait(self._out, timeout=seconds, return_when=FIRST_COMPLETED).done:
            _, task = self._out[future]
            try:
                events.append(Returned(task, future.result()))
            except KilledWorker as death:
                events.append(Lost(task, Loss(Cause.KILLED, str(death))))
            except _LOST as loss:
                self._start_again(loss)
                break
            del self._out[future]
            self._losses_in_a_row = 0
        return events

    def _start_again(self, loss: BaseException) -> None:
        self._losses_in_a_row += 1
        if self._losses_in_a_row > _MOST_LOSSES_IN_A_ROW:
            times = self._losses_in_a_row
            raise WorkersError(f"workers died {times} times and did nothing in between") from loss
        self.close()
        self._connect()
        out, self._out = self._out, {}
        for function, task in out.values():
            self.start(function, task)
