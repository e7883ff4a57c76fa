"""What is around the program: encodings, closed streams, pipes, and files that are none."""

import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from tests.verification.test_cli import COMMAND, churnproof, run_here

NO_PICTURES = ("ascii", "cp1252", "latin-1", "koi8-r")
WITH_SIGNS = (
    ("trace", "R1"),
    ("trace",),
    ("show", "3 rr./.b.r/r.b.b/r.../bb. r"),
    ("simulate", "2", "--games", "100", "--workers", "1", "--seed", "1"),
    ("verify", "--list"),
    ("mutants", "--list"),
    ("prove", "--list"),
    ("--help",),
)
"""Commands whose output has signs that few encodings know."""


@pytest.mark.parametrize("encoding", NO_PICTURES)
@pytest.mark.parametrize("arguments", WITH_SIGNS, ids=" ".join)
def test_what_an_encoding_lacks_is_replaced(
    monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], encoding: str
) -> None:
    written, told = BytesIO(), BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(written, encoding))
    monkeypatch.setattr(sys, "stderr", TextIOWrapper(told, encoding))
    assert run_here(monkeypatch, *arguments) == 0
    assert written.getvalue().decode(encoding).strip()
    assert "internal error" not in told.getvalue().decode(encoding)


def test_questions_are_read_as_utf8_whatever_the_encoding() -> None:
    run = subprocess.run(
        [*COMMAND, "serve"],
        input='{"id":1,"ask":"hello","protocol":1,"more":"ä"}\n{"id":2,"ask":"é'.encode(),
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"},
    )
    assert run.returncode == 0, run.stderr
    first, second = run.stdout.splitlines()
    assert first.startswith(b'{"id":1,')
    assert b"no request of this protocol" in second


def closed(streams: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command line without the streams that a shell's redirections close."""
    script = f'exec "$@" {streams}'
    return subprocess.run(
        ["bash", "-c", script, "bash", *COMMAND, *arguments],
        capture_output=True,
        check=False,
    )


def test_closed_streams_are_told_in_a_line() -> None:
    run = closed("<&-", "serve")
    assert run.returncode == 3
    assert run.stderr == b"churnproof: stdin is closed, and questions are read from it\n"
    run = closed(">&-", "show", "2")
    assert run.returncode == 3
    assert run.stderr == b"churnproof: stdout was closed before all output was written\n"
    run = closed("2>&-", "show", "2")
    assert run.returncode == 0
    assert b"legal: " in run.stdout
    assert closed("2>&-", "show", "nothing").returncode == 2
    assert closed("<&-", "show", "2").returncode == 0


def test_a_reader_who_has_read_enough_is_told_nothing() -> None:
    run = subprocess.run(
        ["bash", "-c", 'set -o pipefail; "$@" | head -1', "bash", *COMMAND, "trace"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 141
    assert len(run.stdout.splitlines()) == 1
    assert run.stderr == ""


READING = (
    ("replay", "{}"),
    ("show", "--record", "{}"),
    ("query", "2 .b/r../.. r", "--tablebase", "{}"),
    ("simulate", "2", "--games", "10", "--seed", "1", "--checkpoint", "{}", "--resume"),
    ("conform", "--known", "{}", "--", "true"),
    ("verify", "--level", "quick", "--resume", "{}"),
)
WRITING = (
    ("show", "2", "--svg", "{}"),
    ("show", "2", "--png", "{}"),
    ("simulate", "2", "--games", "10", "--workers", "1", "--checkpoint", "{}"),
    ("solve", "2", "--tablebase", "{}"),
    ("solve", "2", "--certificate", "{}"),
    ("graph", "2", "--export", "{}"),
    ("verify", "--check", "property/no-passing", "--workers", "1", "--report", "{}"),
)


@pytest.mark.parametrize("kind", ["pipe", "loop", "device", "folder"])
@pytest.mark.parametrize("arguments", [*READING, *WRITING], ids=" ".join)
def test_what_is_no_file_is_refused_in_a_line(
    arguments: tuple[str, ...],
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    place = tmp_path / "place.graphml"
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "loop":
        place.symlink_to(place)
    elif kind == "device":
        place.symlink_to("/dev/zero")
    else:
        place.mkdir()
        (place / "letter").write_text("dear")
    status = run_here(monkeypatch, *(each.format(place) for each in arguments))
    told = capfd.readouterr().err
    assert status in {2, 3}, told
    assert "internal error" not in told
    assert "Traceback" not in told
    assert [line for line in told.splitlines() if str(place) in line or "place" in line]


def test_perft_ends_where_nobody_would_wait_for_it() -> None:
    run = churnproof("perft", "9", "--depth", "50")
    assert run.returncode == 2
    assert run.stdout.splitlines()[-1] == "perft(3) = 9866352"
    assert "perft(4) would count about 2.1e+09 sequences: ask for --depth 3, or use" in run.stderr
    assert churnproof("perft", "2", "--depth", "9", "--force").returncode == 0
