"""Whom the explorer answers, and what it refuses in words."""

import asyncio
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from tests.verification.explorer_client import Client

from churn_spec import (
    read_board,
    read_position,
    starting_position,
    write_position,
)
from churn_verification.checks.registry import Counterexample
from churn_verification.cli import main
from churn_verification.explorer import limits, links
from churn_verification.explorer.answers import Answers
from churn_verification.explorer.checking import Checker
from churn_verification.explorer.errors import PageError
from churn_verification.explorer.knowledge import Graph
from churn_verification.explorer.links import fragment_of, link_to
from churn_verification.explorer.serving import PortError, listen, served
from churn_verification.explorer.solutions import Solutions

EMPTY_2 = "2 ../.../.. r"
EMPTY_5 = write_position(starting_position(read_board("5")))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("explorer")
    with served(Answers(Solutions(folder), Checker())) as address:
        yield Client(address)


def place(position: str, **more: object) -> dict[str, object]:
    return {"position": position, **more}


# Whom it answers ---------------------------------------------------------------------------------


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
    "host", ["evil.example", "evil.example:80", "", "127.0.0.1", "localhost:1"]
)
def test_another_host_name_is_refused(client: Client, host: str) -> None:
    status, _, content = client.request("GET", "/", Host=host)
    assert (status, b"<html" in content) == (421, False)


def test_localhost_is_the_same_host(client: Client) -> None:
    port = client.host.partition(":")[2]
    assert client.request("GET", "/", Host=f"localhost:{port}")[0] == 200


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
        with said_to(client, f"{HEAD.format(host=client.host)}{lines}\r\n{{}}") as answer:
            assert answer.startswith(b"HTTP/1.1 403 ")


def test_a_request_whose_body_does_not_come_is_given_up(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("churn_verification.explorer.guard.REQUEST_SECONDS", 0.1)
    own = f"Origin: http://{client.host}\r\n\r\n"
    with said_to(client, f"{HEAD.format(host=client.host)}{own}{{") as answer:
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"the request did not come in time" in answer


@pytest.mark.parametrize("beginning", ["", "GET / HTTP/1.1\r\nHost: "])
def test_a_connection_on_which_nothing_is_asked_is_closed(
    client: Client, monkeypatch: pytest.MonkeyPatch, beginning: str
) -> None:
    monkeypatch.setattr("churn_verification.explorer.serving.REQUEST_SECONDS", 0.1)
    with said_to(client, beginning) as answer:
        assert answer == b""


def test_a_second_request_must_come_whole_as_well(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("churn_verification.explorer.serving.REQUEST_SECONDS", 0.1)
    whole = f"GET /icon.svg HTTP/1.1\r\nHost: {client.host}\r\n\r\n"
    with said_to(client, whole, "GET / HTTP/1.1\r\nHost: ") as answer:
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert answer.endswith(b"</svg>\n")


HEAD = (
    "POST /ask/board HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    "Content-Length: 2\r\nConnection: close\r\n"
)


@contextmanager
def said_to(client: Client, *parts: str) -> Iterator[bytes]:
    """All that is answered to some bytes, each part sent when something has come in reply."""
    name, port = client.host.split(":")
    with socket.create_connection((name, int(port)), timeout=60) as connection:
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
            stack.enter_context(socket.create_connection((name, int(port)), timeout=60))
        assert Client(address).request("GET", "/")[0] == 503


def test_no_turn_waits_for_slow_questions_of_other_kinds(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = threading.Event()
    monkeypatch.setattr("churn_verification.explorer.graphs.near", partial(_a_graph_after, done))
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
    monkeypatch.setattr("churn_verification.explorer.graphs.near", partial(_endless, begun, ended))
    body = json.dumps({"position": EMPTY_2})
    head = HEAD.format(host=client.host).replace("ask/board", "ask/near")
    head = head.replace("Length: 2", f"Length: {len(body)}")
    name, port = client.host.split(":")
    with socket.create_connection((name, int(port)), timeout=60) as connection:
        connection.sendall(f"{head}Origin: http://{client.host}\r\n\r\n{body}".encode())
        assert begun.wait(60)
        assert not ended.is_set()
    assert ended.wait(60)


def _endless(begun: threading.Event, ended: threading.Event, *_question: object) -> Graph:
    begun.set()
    deadline = limits.Deadline.after(3600)
    while not deadline.over:
        time.sleep(0.01)
    ended.set()
    raise PageError("nobody waits")


def _a_graph_after(done: threading.Event, *_question: object) -> Graph:
    assert done.wait(60)
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


# What it refuses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "question", "message"),
    [
        ("board", {"sides": "x"}, "board 'x': 'x' is no side length; expected a whole number"),
        ("board", {"sides": "19"}, "board 19 has 1,027 cells; the explorer shows boards of"),
        ("board", {"sides": "2", "more": 1}, "more: Extra inputs are not permitted"),
        ("board", {}, "sides: Field required"),
        ("load", {"text": "2\nb2 zz"}, "line 2, turn 2, cell 'zz': board 2 has"),
        ("load", {"text": "  "}, "record: no line with a board, such as 3 or 3-4-3-4-3-4"),
        ("view", {"place": {"position": "2 ../.../. r"}}, "row 3 '.': "),
        ("preview", {"position": "2 r./.../.. b", "cell": "c1"}, "c1 is occupied"),
        (
            "play",
            {"place": {"position": "2 r./.../.. r"}, "turn": "c2"},
            "Turn 1, c2, is illegal by P1: the placement is not isolated, and an isolated one"
            " exists. Legal: a1 a2 b3.",
        ),
        ("change", {"position": "2 rr/.../.. b", "swap": True}, "The swap is on offer on the"),
        ("near", {"position": EMPTY_2, "ahead": 9}, "ahead: Input should be less than or equal"),
        ("whole", {"sides": "3"}, "board 3 has 19 cells; the whole graph is shown of boards"),
        ("line", {"position": EMPTY_5}, "perfect play needs the solution of board 5: see Values"),
        ("check", {"start": EMPTY_2, "turns": [], "steps": []}, "steps: List should have at"),
    ],
)
def test_a_bad_request_is_refused_in_words(
    client: Client, name: str, question: dict[str, object], message: str
) -> None:
    assert client.refusal(name, **question).startswith(message)


def test_what_is_no_json_is_refused(client: Client) -> None:
    assert client.post("board", b"{")[0] == 400


def test_a_record_with_too_many_turns_is_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("churn_verification.explorer.playing.MOST_TURNS", 1)
    assert client.ask("load", text="2\nb2")["steps"]
    message = client.refusal("load", text="2\nb2 swap")
    assert message == "the record has 2 turns; at most 1 are loaded here"


def test_a_record_that_takes_too_long_is_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("churn_verification.explorer.playing.LOAD_SECONDS", -1.0)
    assert client.refusal("load", text="2\nb2").startswith("replaying this record takes more than")


# Links -------------------------------------------------------------------------------------------


def test_a_fragment_says_where_a_game_begins_and_goes() -> None:
    start = starting_position(read_board("3-4-3-4-3-4"))
    assert fragment_of(start) == "board=3-4-3-4-3-4"
    assert fragment_of(read_position("2 r./.../.. b swap"), ["swap", "a1"]) == (
        "position=2+r./.../..+b+swap&turns=swap.a1"
    )


def test_a_counterexamples_link_holds_all_of_it() -> None:
    case = Counterexample(
        clause="P2",
        question="which turns are legal & why",
        said={"specification": "a1", "engine": "a1 + b2"},
        position="2 r./.../.. r",
        turns=("a1", "b2"),
    )
    link = urlsplit(str(link_to(case)))
    assert link.netloc == f"127.0.0.1:{links.USUAL_PORT}"
    assert parse_qsl(link.fragment) == [
        ("position", "2 r./.../.. r"),
        ("turns", "a1.b2"),
        ("clause", "P2"),
        ("question", "which turns are legal & why"),
        ("said", "specification:a1"),
        ("said", "engine:a1 + b2"),
    ]
    assert link_to(case.model_copy(update={"position": None})) is None


# The command -------------------------------------------------------------------------------------


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> object:
    """The exit status of the command."""
    monkeypatch.setattr(sys, "argv", ["churnproof", "explore", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    return end.value.code


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["2x"], 2, "board '2x'"),
        (["4", "2 ../.../.. r"], 2, "the position is on board 2, not on 4"),
        (["2", "2 ../.../. r"], 2, "row 3 '.'"),
        (["2", "--port", "70000"], 2, "70000 is not in the range"),
        (["2", "--adapter", "'"], 2, "No closing quotation"),
        (["2", "--adapter", "no-such-program"], 3, "no program 'no-such-program' is found"),
        (["19"], 2, "board 19: the page shows at most 1,000 cells"),
        (["2", "--adapter", " "], 2, "expected a command, such as 'node adapter.js'"),
    ],
)
def test_a_bad_command_line_is_refused_in_one_line(
    arguments: list[str],
    status: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(monkeypatch, *arguments) == status
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


def test_a_file_that_is_no_tablebase_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("nothing of the kind")
    assert run(monkeypatch, "2", "--tablebase", str(file)) == 3
    assert f"cannot use {file}" in capsys.readouterr().err


def test_a_port_that_is_taken_is_refused_where_it_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with listen(0) as listener:
        assert run(monkeypatch, "2", "--port", str(listener.getsockname()[1])) == 3
    assert "cannot listen on port" in capsys.readouterr().err


def test_the_command_serves_until_it_is_stopped_by_hand() -> None:
    command = [sys.executable, "-c", "from churn_verification.cli import main; main()", "explore"]
    arguments = ["2", "2 ../.r./.. b swap", "--no-browser", "--port", "0", "--adapter", "false"]
    with subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert urlsplit(address).fragment == "position=2+../.r./..+b+swap"
        client = Client(address)
        assert client.ask("board", sides="2")["cells"][0] == "c1"
        steps = [{"position": EMPTY_2, "turn": "c1", "number": 0}]
        checked = client.ask("check", start=EMPTY_2, turns=["c1"], steps=steps)
        assert (checked["names"][-1], checked["answers"][0][-1]["status"]) == ("adapter", "silent")
        with _half_asked(address):
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert list(filter(None, err.splitlines())) == [
        "churnproof: stop with Ctrl-C",
        "churnproof: stopped by hand",
    ]


@contextmanager
def _half_asked(address: str) -> Iterator[None]:
    """A question of which the first half has been sent and is being waited for."""
    client = Client(address)
    own = f"Origin: http://{client.host}\r\n\r\n"
    name, port = client.host.split(":")
    with socket.create_connection((name, int(port)), timeout=60) as connection:
        connection.sendall(f"{HEAD.format(host=client.host)}{own}{{".encode())
        client.ask("board", sides="2")  # whoever answers this has taken note of what came before
        yield
