"""The workers of a dask scheduler; needs the extra `cluster`."""

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor
from contextlib import contextmanager
from typing import Any, cast

from distributed import Client
from distributed.comm.addressing import get_address_host_port
from distributed.scheduler import KilledWorker

from churn_verification.work.workers import WorkersError

_SECONDS_TO_CONNECT = 10.0
_connect = cast(Any, Client)


class ClusterWorkers:
    """The workers of a dask scheduler that is running already.

    They need this package in the same version. The scheduler gives out again what a worker was
    doing when it died; only when that has happened several times does it give up on a part.
    Whoever can reach a scheduler can run programs on its workers: that is what it is for.
    """

    died = (KilledWorker,)
    lost = (BrokenExecutor, CancelledError)

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
                f"{address!r} is no address of a scheduler, {example}: {error}"
            ) from None
        self._address = address

    @contextmanager
    def open(self) -> Iterator[tuple[Executor, int]]:
        """Connect to the scheduler.

        Raises:
            WorkersError: no scheduler answers, or it has no workers.
        """
        try:
            client = _connect(self._address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
        except OSError as error:
            raise WorkersError(f"no scheduler answers at {self._address}: {error}") from None
        try:
            threads = sum(client.nthreads().values())
            if not threads:
                raise WorkersError(f"the scheduler at {self._address} has no workers")
            yield client.get_executor(pure=False), threads
        finally:
            client.close()
