"""The command `churnproof explore`: what it refuses, and how it ends."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.verification.explorer_client import EMPTY_2, Client

from churn_explorer.answers import Answers
from churn_explorer.checking import Checker
from churn_explorer.serving import listen, served
from churn_explorer.solutions import Solutions
from churn_verification.cli import main


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
    assert run(monkeypatch, "2", "--tablebase", str(file)) == 2
    assert str(file) in capsys.readouterr().err


def test_a_port_that_is_taken_is_refused_where_it_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with listen(0) as listener:
        assert run(monkeypatch, "2", "--port", str(listener.getsockname()[1])) == 3
    assert "cannot listen on port" in capsys.readouterr().err


@pytest.mark.parametrize(
    "place", [["2", "2 ../.r./.. b swap"], ["2 ../.r./.. b swap"], ["2", "../.r./..", "b", "swap"]]
)
def test_the_command_serves_until_it_is_stopped_by_hand(place: list[str]) -> None:
    command = [sys.executable, "-c", "from churn_verification.cli import main; main()", "explore"]
    arguments = [*place, "--no-browser", "--port", "0", "--adapter", "false"]
    with subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert urlsplit(address).fragment == "position=2+../.r./..+b+swap"
        client = Client(address)
        assert client.ask("board", sides="2")["cells"][0] == "c1"
        assert client.ask("open")["start"]["position"] == "2 ../.r./.. b swap"
        steps = [{"position": EMPTY_2, "turn": "c1", "number": 0}]
        checked = client.ask("check", start=EMPTY_2, turns=["c1"], steps=steps)
        assert (checked["names"][-1], checked["answers"][0][-1]["status"]) == ("adapter", "silent")
        with _half_asked(address):
            process.send_signal(signal.SIGINT)
            _, err = process.communicate()
    assert process.returncode == 130
    assert list(filter(None, err.splitlines())) == [
        "churnproof: stop with Ctrl-C",
        "churnproof: stopped by hand",
    ]


@pytest.mark.parametrize("hangs", ["over hello", "over a question"])
def test_an_adapter_that_hangs_does_not_keep_the_explorer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hangs: str
) -> None:
    begun = tmp_path / "begun"
    checker = Checker([sys.executable, "-c", HANGING, str(begun), hangs])
    steps = [{"position": EMPTY_2, "turn": turn, "number": 0} for turn in ("c1", "b2")]
    with ThreadPoolExecutor(1) as pool:
        with served(Answers(Solutions(tmp_path), checker)) as address:
            asked = pool.submit(Client(address).ask, "check", start=EMPTY_2, turns=[], steps=steps)
            while not begun.exists():
                time.sleep(0.01)
        answers = asked.result()["answers"]
    first, second = (each[-1] for each in answers)
    assert (first["status"], "no reply" in first["words"]) == ("silent", False)
    words = "the explorer is being stopped"
    assert second == {"status": "silent", "words": words, "more": []}


HANGING = """
import json, pathlib, sys, time
hello = json.loads(sys.stdin.readline())
if sys.argv[2] == "over a question":
    print(json.dumps({"id": hello["id"], "result": {"protocol": 1, "name": "hanging",
        "version": "1", "language": "Python", "boards": "any", "positions": True, "swap": "seats",
        "refuses": True, "features": []}}), flush=True)
    sys.stdin.readline()
pathlib.Path(sys.argv[1]).touch()
time.sleep(3600)
"""


@contextmanager
def _half_asked(address: str) -> Iterator[None]:
    """A question of which the first half has been sent and is being waited for."""
    client = Client(address)
    own = f"Origin: http://{client.host}\r\n\r\n"
    name, port = client.host.split(":")
    with socket.create_connection((name, int(port))) as connection:
        connection.sendall(f"{client.question_head}{own}{{".encode())
        client.ask("board", sides="2")  # whoever answers this has taken note of what came before
        yield
