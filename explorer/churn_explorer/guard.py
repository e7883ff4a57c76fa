"""What protects the user from other users of the machine, and from other sites' pages.

Any user of a machine can speak to its loopback addresses. So everything stands below a path whose
first part is a key that is made anew for each explorer and that only its address tells. A browser
that the command opens is given a key that works once, because other users can read what programs
are started with. At `/` is a page that only leads on to where this browser was let in before, so
that links without the key go on working.

A page of another site can make a browser send requests to a loopback address. So a request is
answered only if its `Host` is this server's own loopback name (a foreign name that resolves to
127.0.0.1 is not), and a request that asks for anything to be done also needs this server's own
`Origin`, which no other page can send. Everything that is done is asked for by POST with JSON.
The content security policy lets the page run and load nothing but this server's files.
"""

import asyncio
import json
import secrets

from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from churn_explorer.limits import MOST_BODY_BYTES, REQUEST_SECONDS, PageError

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
"""Sent with every answer."""

_PORT_LEFT_OUT = 80
"""The port that browsers do not name, in neither `Host` nor `Origin`."""

_METHODS = ("GET", "HEAD", "POST")


NOT_LET_IN = "Open the address that churnproof explore printed: it has the key to this page."

ENTRY = {
    "": (
        "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Churn</title>"
        f"<p>{NOT_LET_IN}</p><script src=enter.js></script></html>",
        "text/html; charset=utf-8",
    ),
    "enter.js": (
        'const place = localStorage.getItem("explorer");\n'
        "if (/^[/][\\w-]+[/]$/.test(place)) location.replace(place + location.hash);\n",
        "text/javascript; charset=utf-8",
    ),
}
"""What is told without a key, by name: texts and their types."""


class Keys:
    """What lets a user in: a key that lasts as long as the explorer, and one that works once."""

    def __init__(self) -> None:
        self.lasting = secrets.token_urlsafe(16)
        self.once = secrets.token_urlsafe(16)
        self._used = False

    def use_once(self, key: str) -> bool:
        """Whether this is the key that works once, and it has not been used."""
        if self._used or not _same(key, self.once):
            return False
        self._used = True
        return True


def _same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode(), other.encode())


class Guard:
    """Middleware that refuses foreign and oversized requests, and adds the headers."""

    def __init__(self, app: ASGIApp, port: int, keys: Keys) -> None:
        """Guard an application.

        Args:
            app: the application.
            port: the port on which it is reached.
            keys: what lets a user in.
        """
        self._app = app
        self._keys = keys
        names = ("127.0.0.1", "localhost")
        self._hosts = {f"{name}:{port}" for name in names}
        if port == _PORT_LEFT_OUT:
            self._hosts |= set(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let the application answer it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_encoded(HEADERS)]
            await send(message)

        try:
            self._require_own(scope)
            inner = self._let_in(scope)
            body = await _read_body_in_time(scope, receive)
        except PageError as error:
            await _refuse(error, send_with_headers)
            return
        if isinstance(inner, Response):
            await inner(scope, receive, send_with_headers)
        else:
            await self._app(inner, _replaying(body, receive), send_with_headers)

    def _let_in(self, scope: Scope) -> Scope | Response:
        """The request without the key in its path, or the answer to one that has none.

        Raises:
            PageError: the key is wrong.
        """
        first, slash, rest = scope["path"].removeprefix("/").partition("/")
        if _same(first, self._keys.lasting) and slash:
            path = f"/{rest}"
            return {**scope, "path": path, "raw_path": path.encode(), "root_path": ""}
        if scope["method"] == "GET" and first in ENTRY and not slash:
            text, kind = ENTRY[first]
            return Response(text, media_type=kind)
        if scope["method"] == "GET" and self._keys.use_once(first):
            return RedirectResponse(f"/{self._keys.lasting}/", 303)
        raise PageError(NOT_LET_IN, 403)

    def _require_own(self, scope: Scope) -> None:
        headers = [(name.lower(), value) for name, value in scope["headers"]]
        hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            raise PageError("this host name is not the explorer's", 421)
        if scope["method"] not in _METHODS:
            raise PageError("the explorer answers GET and POST", 405)
        if scope["method"] == "POST":
            origins = [value for name, value in headers if name == b"origin"]
            if origins != [b"http://" + hosts[0].encode()]:
                raise PageError("this request does not come from the explorer's own page", 403)
            if dict(headers).get(b"content-type", b"").partition(b";")[0] != b"application/json":
                raise PageError("a request's body is application/json", 415)


async def _read_body_in_time(scope: Scope, receive: Receive) -> bytes:
    try:
        async with asyncio.timeout(REQUEST_SECONDS):
            return await _read_body(scope, receive)
    except TimeoutError:
        raise PageError("the request did not come in time", 408) from None


async def _read_body(scope: Scope, receive: Receive) -> bytes:
    if scope["method"] != "POST":
        return b""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return bytes(body)
        body += message.get("body", b"")
        if len(body) > MOST_BODY_BYTES:
            raise PageError(f"a request has at most {MOST_BODY_BYTES:,} bytes", 413)
        if not message.get("more_body", False):
            return bytes(body)


def _replaying(body: bytes, receive: Receive) -> Receive:
    """Hand over a body that has been read, then what comes after it."""
    rest = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return rest.pop() if rest else await receive()

    return replay


async def _refuse(error: PageError, send: Send) -> None:
    body = json.dumps({"message": str(error)}).encode()
    headers = {"content-type": "application/json", "content-length": str(len(body))}
    await send(
        {"type": "http.response.start", "status": error.status, "headers": _encoded(headers)}
    )
    await send({"type": "http.response.body", "body": body})


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
