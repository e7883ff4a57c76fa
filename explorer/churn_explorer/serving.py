"""Running the explorer on the loopback address until it is stopped."""

import asyncio
import socket
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager

import h11
import uvicorn
from anyio import to_thread
from uvicorn.protocols.http.h11_impl import H11Protocol

from churn_explorer.answers import Answers
from churn_explorer.app import build_app
from churn_explorer.guard import Keys
from churn_explorer.limits import REQUEST_SECONDS
from churn_verification.links import LOOPBACK

_SHUTDOWN_SECONDS = 10
_MOST_CONNECTIONS = 64


class PortError(Exception):
    """A port that cannot be listened on; the text says why."""


def listen(port: int) -> socket.socket:
    """A socket that listens on the loopback address only.

    Args:
        port: the port, or 0 for any that is free.

    Raises:
        PortError: another program has it, or this one may not.
    """
    # asyncio switches Nagle's algorithm off only where the protocol is named. With it on, the body
    # of each answer waits 40 ms, until the browser has acknowledged its head.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((LOOPBACK, port))
        listener.listen()  # from here on callers wait instead of being turned away
    except OSError as error:
        listener.close()
        raise PortError(f"cannot listen on port {port}: {error.strerror}") from None
    return listener


def address_of(listener: socket.socket, key: str, fragment: str = "") -> str:
    """The address of the page, with what it is to show in its fragment.

    Args:
        listener: the socket.
        key: one of `Keys`; the address of the one that works once ends without a slash.
        fragment: what to show.
    """
    return f"http://{LOOPBACK}:{listener.getsockname()[1]}/{key}{fragment and '#'}{fragment}"


def serve(
    answers: Answers, listener: socket.socket, keys: Keys, address: str | None = None
) -> None:
    """Answer until stopped by hand.

    Args:
        answers: what answers the questions.
        listener: the socket.
        keys: what lets a user in.
        address: what to open in the user's browser, if anything.
    """
    server = _server(answers, listener, keys)
    if address is not None:
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
    try:
        server.run(sockets=[listener])
    finally:
        answers.close()


@contextmanager
def served(answers: Answers) -> Iterator[str]:
    """Answer on a free port in a thread while the context lasts.

    Yields:
        The address of the page.
    """
    listener = listen(0)
    keys = Keys()
    server = _server(answers, listener, keys)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield address_of(listener, f"{keys.lasting}/")
    finally:
        server.should_exit = True
        thread.join(_SHUTDOWN_SECONDS)
        listener.close()
        answers.close()


class _Impatient(H11Protocol):
    """A connection that is closed when a request does not come in time.

    Without it, connections on which nothing is said would keep the page's own ones out.
    """

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Go on waiting while the head of a request is not whole."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._wait_no_longer()
        elif self._waiting is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._wait_no_longer()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def _wait_no_longer(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


class _Server(uvicorn.Server):
    """A server that ends what its answers wait for, and then waits for them."""

    def __init__(self, config: uvicorn.Config, answers: Answers) -> None:
        super().__init__(config)
        self._answers = answers

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; an adapter that hangs does not keep it."""
        await to_thread.run_sync(self._answers.close)
        await super().shutdown(sockets)


def _server(answers: Answers, listener: socket.socket, keys: Keys) -> uvicorn.Server:
    app = build_app(answers, listener.getsockname()[1], keys)
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="critical",  # what goes wrong is said on the page; no traceback when stopped
        access_log=False,
        server_header=False,
        lifespan="off",
        http=_Impatient,
        ws="none",
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_graceful_shutdown=1,
    )
    return _Server(config, answers)
