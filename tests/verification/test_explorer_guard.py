"""Whom the explorer answers, and how it keeps its time for the page."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.verification.explorer_client import EMPTY_2, Client, place

from churn_explorer import limits
from churn_explorer.answers import Answers
from churn_explorer.app import build_app
from churn_explorer.checking import Checker
from churn_explorer.guard import NOT_LET_IN, Keys
from churn_explorer.knowledge import Graph
from churn_explorer.limits import PageError
from churn_explorer.serving import PortError, listen, served
from churn_explorer.solutions import Solutions


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("explorer")
    with served(Answers(Solutions(folder), Checker())) as address:
        yield Client(address)


# Whom it answers ---------------------------------------------------------------------------------


def test_nothing_is_answered_without_the_key(client: Client) -> None:
    stranger = Client(f"http://{client.host}/")
    wrong = Client(f"http://{client.host}{client.place[:-1]}/")
    for other in (stranger, wrong, Client(f"http://{client.host}/x{client.place}/")):
        status, complaint = other.post("board", b'{"sides":"2"}')
        assert (status, complaint["message"]) == (403, NOT_LET_IN)
        for path in ("/main.js", "/page.css", "/ask/board"):
            assert other.request("GET", path)[0] == 403
    assert client.post("board", b'{"sides":"2"}')[0] == 200


def test_the_key_that_opens_a_browser_works_once() -> None:
    keys = Keys()
    assert not keys.use_once(keys.lasting)
    assert keys.use_once(keys.once)
    assert not keys.use_once(keys.once)


def test_pages_and_files_carry_the_content_security_policy(client: Client) -> None:
    for path, kind in (
        ("/", "text/html"),
        ("/main.js", "text/javascript"),
        ("/board.css", "text/css"),
    ):
        status, headers, content = client.request("GET", path)
        assert (status, headers["content-type"]) == (200, f"{kind}; charset=utf-8")
        assert policy_of(headers) == {
            "default-src": ["'none'"],
            "script-src": ["'self'"],
            "style-src": ["'self'"],
            "img-src": ["'self'", "data:"],
            "connect-src": ["'self'"],
            "base-uri": ["'none'"],
            "form-action": ["'none'"],
            "frame-ancestors": ["'none'"],
        }
        assert content
    for refused in (
        client.request("GET", "/missing"),
        client.request("GET", "/", Host="evil.example"),
        client.request("POST", "/ask/board"),
    ):
        assert policy_of(refused[1])["default-src"] == ["'none'"]


def policy_of(headers: dict[str, str]) -> dict[str, list[str]]:
    directives = (each.split() for each in headers["content-security-policy"].split(";"))
    return {name: sources for name, *sources in directives}


def test_the_page_has_no_inline_script_and_no_inline_style(client: Client) -> None:
    page = client.request("GET", "/")[2].decode()
    assert page.count("<script") == page.count('<script type="module" src="main.js"></script>') == 1
    assert " style=" not in page
    assert "<style" not in page


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "", "127.0.0.1", "localhost", "localhost:1"]
)
def test_another_host_name_is_refused(client: Client, host: str) -> None:
    status, _, content = client.request("GET", "/", Host=host)
    assert (status, b"<html" in content) == (421, False)


def test_localhost_is_the_same_host(client: Client) -> None:
    port = client.host.partition(":")[2]
    assert client.request("GET", "/", Host=f"localhost:{port}")[0] == 200


def test_on_port_80_the_port_is_left_out_as_browsers_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_80 = partial(build_app, port=80)
    monkeypatch.setattr(
        "churn_explorer.serving.build_app", lambda answers, _port, keys: on_80(answers, keys=keys)
    )
    question = b'{"sides":"2"}'
    with served(Answers(Solutions(tmp_path), Checker())) as address:
        client = Client(address)
        for name in ("127.0.0.1", "localhost", "127.0.0.1:80"):
            assert client.request("GET", "/", Host=name)[0] == 200
            assert client.post("board", question, Host=name, Origin=f"http://{name}")[0] == 200
        for name in ("evil.example", "127.0.0.1:8714"):
            assert client.request("GET", "/", Host=name)[0] == 421
        assert client.post("board", question, Host="localhost", Origin="http://[::1]")[0] == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", ""])
def test_another_origin_is_refused(client: Client, origin: str) -> None:
    body = json.dumps({"sides": "2"}).encode()
    assert client.post("board", body)[0] == 200
    assert client.post("board", body, Origin=origin)[0] == 403


def test_a_request_without_origin_is_refused(client: Client) -> None:
    status, _, _ = client.request(
        "POST", "/ask/board", b'{"sides":"2"}', Content_Type="application/json"
    )
    assert status == 403


def test_a_form_of_another_page_is_refused(client: Client) -> None:
    status, _ = client.post("board", b'{"sides":"2"}', Content_Type="text/plain")
    assert status == 415


def test_nothing_is_done_by_get(client: Client) -> None:
    assert client.request("GET", "/ask/board")[0] == 405
    assert client.request("OPTIONS", "/ask/board")[0] == 405


def test_a_large_request_is_refused(client: Client) -> None:
    status, answer = client.post("load", b" " * (limits.MOST_BODY_BYTES + 1))
    assert (status, answer["message"]) == (413, "a request has at most 1,000,000 bytes")


def test_two_origins_are_refused(client: Client) -> None:
    own = f"http://{client.host}"
    for origins in ([own, "http://elsewhere.example"], ["http://elsewhere.example", own]):
        lines = "".join(f"Origin: {origin}\r\n" for origin in origins)
        with said_to(client, f"{client.question_head}{lines}\r\n{{}}") as answer:
            assert answer.startswith(b"HTTP/1.1 403 ")


def test_a_request_whose_body_does_not_come_is_given_up(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("churn_explorer.guard.REQUEST_SECONDS", 0.1)
    own = f"Origin: http://{client.host}\r\n\r\n"
    with said_to(client, f"{client.question_head}{own}{{") as answer:
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"the request did not come in time" in answer


@pytest.mark.parametrize("beginning", ["", "GET / HTTP/1.1\r\nHost: "])
def test_a_connection_on_which_nothing_is_asked_is_closed(
    client: Client, monkeypatch: pytest.MonkeyPatch, beginning: str
) -> None:
    monkeypatch.setattr("churn_explorer.serving.REQUEST_SECONDS", 2.0)
    with said_to(client, beginning) as answer:
        assert answer == b""


def test_a_second_request_must_come_whole_as_well(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("churn_explorer.serving.REQUEST_SECONDS", 2.0)
    whole = f"GET {client.place}/icon.svg HTTP/1.1\r\nHost: {client.host}\r\n\r\n"
    with said_to(client, whole, "GET / HTTP/1.1\r\nHost: ") as answer:
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert answer.endswith(b"</svg>\n")


@contextmanager
def said_to(client: Client, *parts: str) -> Iterator[bytes]:
    """All that is answered to some bytes, each part sent when something has come in reply."""
    name, port = client.host.split(":")
    with socket.create_connection((name, int(port))) as connection:
        answer = b""
        for number, part in enumerate(parts):
            answer += connection.recv(100_000) if number else b""
            connection.sendall(part.encode())
        while more := connection.recv(100_000):
            answer += more
        yield answer


def test_more_connections_than_a_page_needs_are_turned_away(tmp_path: Path) -> None:
    with served(Answers(Solutions(tmp_path), Checker())) as address, ExitStack() as stack:
        name, port = urlsplit(address).netloc.split(":")
        for _ in range(100):
            stack.enter_context(socket.create_connection((name, int(port))))
        assert Client(address).request("GET", "/")[0] == 503


def test_no_turn_waits_for_slow_questions_of_other_kinds(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = threading.Event()
    monkeypatch.setattr("churn_explorer.graphs.near", partial(_a_graph_after, done))
    asked = [
        threading.Thread(target=client.ask, args=["near"], kwargs={"position": EMPTY_2})
        for _ in range(10)
    ]
    for thread in asked:
        thread.start()
    try:
        played = client.ask("play", place=place(EMPTY_2), turn="b2")
        assert played["view"]["stones"] == "...r..."
        assert not done.is_set()
    finally:
        done.set()
        for thread in asked:
            thread.join()


def test_what_nobody_waits_for_is_not_worked_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = threading.Event(), threading.Event()
    monkeypatch.setattr("churn_explorer.graphs.near", partial(_endless, begun, ended))
    body = json.dumps({"position": EMPTY_2})
    head = client.question_head.replace("ask/board", "ask/near")
    head = head.replace("Length: 2", f"Length: {len(body)}")
    name, port = client.host.split(":")
    with socket.create_connection((name, int(port))) as connection:
        connection.sendall(f"{head}Origin: http://{client.host}\r\n\r\n{body}".encode())
        assert begun.wait()
        assert not ended.is_set()
    assert ended.wait()


def _endless(begun: threading.Event, ended: threading.Event, *_question: object) -> Graph:
    begun.set()
    deadline = limits.Deadline.after(3600)
    while not deadline.over:
        time.sleep(0.01)
    ended.set()
    raise PageError("nobody waits")


def _a_graph_after(done: threading.Event, *_question: object) -> Graph:
    assert done.wait()
    return Graph(sides="2", centre=0, nodes=[], edges=[], words="")


@pytest.mark.parametrize(
    "path", ["/../serving.py", "/..%2fserving.py", "/page/main.js", "/index.html", "//etc/passwd"]
)
def test_no_other_file_is_served(client: Client, path: str) -> None:
    assert client.request("GET", path)[0] == 404


def test_it_listens_on_the_loopback_address_alone() -> None:
    with listen(0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"
        with pytest.raises(PortError, match=r"cannot listen on port \d+: Address already in use"):
            listen(listener.getsockname()[1])


def test_answers_are_sent_at_once() -> None:
    """With Nagle's algorithm on, a browser gets the body of each answer 40 ms after its head."""
    with listen(0) as listener:
        assert asyncio.run(_sends_at_once(listener))


async def _sends_at_once(listener: socket.socket) -> bool:
    """Whether a server of asyncio sends at once on the connections that a listener takes."""
    found: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def meet(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        taken: socket.socket = writer.get_extra_info("socket")
        found.set_result(taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0)
        writer.close()

    async with await asyncio.start_server(meet, sock=listener):
        with socket.create_connection(listener.getsockname()):
            return await found
