"""The workers of a dask scheduler; needs the extra `cluster`.

A scheduler and its workers are made sure of before they get work: something that is no scheduler is
refused within seconds, and so are workers that have other sources than this process. Workers that
join later are refused by the digest of the sources that is sent with each task.
"""

import asyncio
import logging
import ssl
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager
from typing import Any, NamedTuple, cast

from distributed import Client, Security, get_worker
from distributed.comm.addressing import get_address_host_port
from distributed.core import rpc
from distributed.scheduler import KilledWorker

from churn_verification.support.environment import sources
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
_CHECK_EACH = 64
"""Besides a worker's first result, one in so many is computed here too, where that is asked for."""

_MOST_LOSSES_IN_A_ROW = 3
_LOST = (BrokenExecutor, CancelledError)
"""What is raised where everything that was out is lost."""

_connect = cast(Any, Client)
_security = cast(Any, Security)
_rpc = cast(Any, rpc)
_this_worker = cast(Any, get_worker)

_TLS = "DASK_DISTRIBUTED__COMM__TLS__"
_HOW_TO_ENCRYPT = (
    f"set {_TLS}CA_FILE, {_TLS}CLIENT__CERT and {_TLS}CLIENT__KEY, or the same in dask's"
    " configuration"
)


class ClusterWorkers:
    """The workers of a dask scheduler that is running already.

    They need this package with the same sources. The scheduler gives out again what a worker was
    doing when it died; only when that has happened several times does it give up on a part.
    Whoever can reach a scheduler can run programs on its workers: that is what it is for. For
    encryption, the certificates are those of dask's configuration.
    """

    def __init__(
        self,
        address: str,
        *,
        compare: bool = False,
    ) -> None:
        """Remember an address.

        Args:
            address: the scheduler's address.
            compare: whether a sample of the results is compared with what this process computes;
                only for functions whose results depend on nothing but their task.

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
        self._compare = compare

    @contextmanager
    def open(self) -> Iterator[Crew]:
        """Connect to the scheduler.

        Raises:
            WorkersError: no scheduler answers, it has no workers, or a worker has other sources.
        """
        crew = _Cluster(self._address, compare=self._compare)
        try:
            yield crew
        finally:
            crew.close()


class _Job(NamedTuple):
    """A task as it is sent.

    Attributes:
        sources: the digest of the sources of whoever sends it.
        function: does the task.
        task: what is to be done.
    """

    sources: str
    function: Callable[[Any], Any]
    task: Any


class _Done(NamedTuple):
    """What came of a job, and the address of the worker."""

    worker: str
    result: Any


class _OtherSourcesError(Exception):
    """A worker refused a job because its own sources are different."""


def _do(job: _Job) -> _Done:
    """Do a job, on a worker."""
    worker: str = _this_worker().address
    if job.sources != sources():
        raise _OtherSourcesError(_other_sources(worker))
    return _Done(worker, job.function(job.task))


def _other_sources(worker: str) -> str:
    return (
        f"the worker {worker} has other sources of churnproof than this machine: install the same"
        " there"
    )


class _Cluster:
    """A connection and what is out; all of it is given out again where the connection is lost."""

    def __init__(self, address: str, *, compare: bool) -> None:
        self._address = address
        self._compare = compare
        self._out: dict[Future[Any], _Job] = {}
        self._returned_by: dict[str, int] = {}
        self._losses_in_a_row = 0
        self._connect()

    def _connect(self) -> None:
        _make_sure_of_scheduler(self._address)
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
        self._make_sure_of_sources()
        self._capacity: int = threads + 1  # one is ready for whoever ends first
        self._executor = self._client.get_executor(pure=False)

    def _make_sure_of_sources(self) -> None:
        """Refuse workers that have other sources, or none.

        Raises:
            WorkersError: one does.
        """
        found = self._client.run(sources, on_error="return")
        for worker, digest in found.items():
            if digest == sources():
                continue
            self.close()
            if isinstance(digest, Exception):
                text = f"the worker {worker} cannot load churnproof: {digest}"
                raise WorkersError(text) from None
            raise WorkersError(_other_sources(worker))

    def close(self) -> None:
        self._client.close()

    @property
    def has_room(self) -> bool:
        return len(self._out) < self._capacity

    @property
    def is_busy(self) -> bool:
        return bool(self._out)

    def start(self, function: Callable[[Any], Any], task: Any) -> None:
        job = _Job(sources(), function, task)
        try:
            future = self._executor.submit(_do, job)
        except _LOST as loss:
            self._start_again(loss)
            future = self._executor.submit(_do, job)
        self._out[future] = job

    def wait(self, seconds: float) -> Sequence[Event]:
        events: list[Event] = []
        for future in wait(self._out, timeout=seconds, return_when=FIRST_COMPLETED).done:
            job = self._out[future]
            try:
                events.append(Returned(job.task, self._accepted(job, future.result())))
            except KilledWorker as death:
                events.append(Lost(job.task, Loss(Cause.KILLED, str(death))))
            except _OtherSourcesError as error:
                raise WorkersError(str(error)) from None
            except _LOST as loss:
                self._start_again(loss)
                break
            del self._out[future]
            self._losses_in_a_row = 0
        return events

    def _accepted(self, job: _Job, done: _Done) -> Any:
        """A worker's result, which may have to be the same as this process computes.

        Raises:
            WorkersError: it is another.
        """
        number = self._returned_by.get(done.worker, 0)
        self._returned_by[done.worker] = number + 1
        if self._compare and number % _CHECK_EACH == 0 and job.function(job.task) != done.result:
            raise WorkersError(
                f"the worker {done.worker} returned a result that this machine does not get for the"
                " same task; none of the run's results can be relied on"
            )
        return done.result

    def _start_again(self, loss: BaseException) -> None:
        self._losses_in_a_row += 1
        if self._losses_in_a_row > _MOST_LOSSES_IN_A_ROW:
            times = self._losses_in_a_row
            raise WorkersError(f"workers died {times} times and did nothing in between") from loss
        self.close()
        self._connect()
        out, self._out = self._out, {}
        for job in out.values():
            self.start(job.function, job.task)


def _make_sure_of_scheduler(address: str) -> None:
    """Ask what is at an address for its identity, within some seconds.

    A client waits without end for something that listens and does not speak dask's protocol.

    Raises:
        WorkersError: it is no scheduler, or the certificates cannot be used.
    """
    for name in ("distributed", "tornado", "asyncio"):  # what is wrong is said here, in a line
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        options = _security().get_connection_args("client")
        if address.startswith(("tls://", "wss://")) and not options.get("ssl_context"):
            raise WorkersError(f"{address} needs certificates: {_HOW_TO_ENCRYPT}")
        kind = asyncio.run(asyncio.wait_for(_kind_of(address, options), _SECONDS_TO_CONNECT))
    except ssl.SSLError as error:
        raise WorkersError(f"{address}: the certificates cannot be used: {error}") from None
    except (OSError, TimeoutError) as error:
        reason = str(error) or f"nothing that speaks dask's protocol in {_SECONDS_TO_CONNECT:g} s"
        raise WorkersError(f"no scheduler answers at {address}: {reason}") from None
    if kind != "Scheduler":
        raise WorkersError(f"what answers at {address} is no scheduler but a dask {kind}")


async def _kind_of(address: str, options: dict[str, Any]) -> str:
    peer = _rpc(address, timeout=_SECONDS_TO_CONNECT, connection_args=options)
    try:
        identity = await peer.identity()
        return str(identity["type"])
    finally:
        await peer.close_rpc()
