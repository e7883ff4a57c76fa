"""The command line as a user meets it: results, one-line errors, exit statuses."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import rich_click as click

from churn_verification.cli import churnproof as churnproof_group
from churn_verification.cli import main
from churn_verification.support.files import FileError, read_text, write_atomically

COMMAND = [sys.executable, "-c", "from churn_verification.cli import main; main()"]
A_RECORD = "2\nb2 swap a1 b3 c1\n"


def churnproof(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False)


def run_here(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run the command line in this process; its exit status."""
    monkeypatch.setattr(sys, "argv", ["churnproof", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    assert isinstance(end.value.code, int)
    return end.value.code


def test_perft_prints_counts() -> None:
    run = churnproof("perft", "2", "--depth", "3", "--divide", "--json")
    document = json.loads(run.stdout)
    assert run.returncode == 0
    assert document["perft"] == [1, 7, 49, 162]
    assert sum(document["divide"].values()) == 162
    assert run.stderr == ""


def test_perft_counts_from_a_position_and_warns_of_even_boards() -> None:
    run = churnproof("perft", "2-1-2-2-1-2", "--depth", "2", "--position", "2-1-2-2-1-2 rb/.. b")
    assert run.stdout == "perft(0) = 1\nperft(1) = 1\nperft(2) = 1\n"
    assert "even number of cells: games on it can tie (B2)" in run.stderr


def test_perft_to_depth_nothing() -> None:
    assert churnproof("perft", "3", "--depth", "0").stdout == "perft(0) = 1\n"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(A_RECORD)
    return path


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["perft", "2-2", "--depth", "1"], 2, "expected one size (3) or six side lengths"),
        (["perft", "3-4-3-4-3-5", "--depth", "1"], 2, "the sides do not close"),
        (["perft", "0", "--depth", "1"], 2, "'0' is not a side length"),
        (["perft", "-3", "--depth", "1"], 2, "No such option"),
        (["perft", "99999999999", "--depth", "1"], 2, "too long"),
        (["perft", "200", "--depth", "1"], 2, "the largest board has 10,000"),
        (["perft", "three", "--depth", "1"], 2, "'three' is not a side length"),
        (["perft", "3", "--depth", "-1"], 2, "not in the range"),
        (["perft", "3", "--depth", "9999999"], 2, "not in the range"),
        (["perft", "3", "--depth", "0", "--divide"], 2, "needs a depth of at least 1"),
        (["perft", "3", "--depth", "1", "--position", "2 ../.../.. r"], 2, "is on board 2, not on"),
        (["perft", "2", "--depth", "1", "--position", "2 ../..x/.. r"], 2, "none of r, b and ."),
        (
            ["perft", "2", "--depth", "1", "--position", "2 ../../.. r"],
            2,
            "2 cells; this row has 3",
        ),
        (["solve"], 2, "Missing argument 'SIDES'"),
        (["nonsense"], 2, "No such command"),
        (["solve", "2", "--memory", "nan"], 2, "nan is not a finite number"),
        (["solve", "2", "--tablebase", "pyproject.toml"], 2, "is a file"),
        (["explore", "50", "--no-browser"], 2, "at most 1,000 cells"),
        (["explore", "--no-browser", "--adapter", "no-such-program"], 3, "no program"),
        (["show", "3", "--svg", "/dev/full"], 3, "is not a regular file"),
        (["replay", "/nonexistent/game.txt"], 3, "No such file or directory"),
        (["replay", "/"], 3, "Is a directory"),
        (["verify", "--level", "utmost"], 2, "is not one of"),
        (["verify", "--check", "machine/steping"], 2, "the nearest are machine/stepping"),
        (["verify", "--check", "qqqqqqqqqqqqqqq"], 2, "--list shows them all"),
        (["verify", "--level", "quick", "--check", "placements/stepping/size-3"], 2, "exhaustive"),
        (["verify", "--seed", "-1"], 2, "not in the range"),
        (["verify", "--seed", "dice"], 2, "not a valid integer"),
        (["verify", "--workers", "0"], 2, "not in the range"),
        (["verify", "--report", "/proc/nowhere"], 3, "cannot"),
    ],
)
def test_a_bad_request_is_one_line_and_a_status(
    arguments: list[str],
    status: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_here(monkeypatch, *arguments) == status
    shown = capsys.readouterr()
    assert shown.out == ""
    (line,) = shown.err.splitlines()
    assert line.startswith("churnproof: ")
    assert says in line


def test_replay_tells_the_result(record: Path) -> None:
    run = churnproof("replay", str(record), "--json")
    document = json.loads(run.stdout)
    assert run.returncode == 0
    assert document["turns"] == 5
    assert document["over"] is False
    assert document["illegal"] is None


@pytest.mark.parametrize(
    ("text", "status", "says"),
    [
        ("2\nb2 b2\n", 1, "turn 2, b2"),
        ("2\nb2 swap swap\n", 1, "S1"),
        ("2\nb2 x9\n", 2, "turn 2, cell 'x9'"),
        ("", 2, "no line with a board"),
        ("2 r./.../.. b\nc1\n", 1, "T1"),
    ],
)
def test_replay_refuses_what_is_wrong(
    record: Path,
    text: str,
    status: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    record.write_text(text)
    assert run_here(monkeypatch, "replay", str(record)) == status
    shown = capsys.readouterr()
    assert says in shown.out + shown.err
    assert len((shown.out + shown.err).splitlines()) == 1


def test_a_record_that_is_no_text_is_refused(record: Path) -> None:
    record.write_bytes(b"2\nb2 \xff")
    run = churnproof("replay", str(record))
    assert run.returncode == 3
    assert "byte 5 is not UTF-8 text" in run.stderr


def test_the_list_of_checks_is_a_document() -> None:
    checks = json.loads(churnproof("verify", "--list", "--json", "--level", "quick").stdout)
    ids = [check["id"] for check in checks]
    assert "figures/stepping" in ids
    assert len(set(ids)) == len(ids)
    assert {check["level"] for check in checks} == {"quick"}


def test_verify_writes_reports_and_repeats_with_its_seed(tmp_path: Path) -> None:
    arguments = ["verify", "--level", "quick", "--check", "property/isolation*", "--seed", "11"]
    runs = [
        churnproof(*arguments, "--json", "--report", str(tmp_path / name)) for name in ("a", "b")
    ]
    assert [run.returncode for run in runs] == [0, 0]
    first, second = (json.loads(run.stdout) for run in runs)
    assert first["held"] is True
    assert first["seed"] == 11
    assert [check["id"] for check in first["checks"]] == [
        "property/isolation-is-forced",
        "property/isolated-placement-removes-nothing",
    ][: len(first["checks"])]
    assert [check["covered"] for check in first["checks"]] == [
        check["covered"] for check in second["checks"]
    ]
    assert json.loads((tmp_path / "a" / "report.json").read_text()) == first
    assert (tmp_path / "a" / "junit.xml").read_text().startswith("<?xml")
    assert "seed 11" in runs[0].stderr


def test_a_reader_who_went_away_is_told_nothing(record: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "replay", str(record)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        line = process.stderr.read()
        assert process.wait() == 141
    assert line == ""


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_a_full_disk_behind_stdout_is_said_once(record: Path, unbuffered: str) -> None:
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(
            [*COMMAND, "replay", str(record)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert run.returncode == 3
    assert run.stderr == "churnproof: stdout: No space left on device\n"


def test_ctrl_c_ends_with_130_and_keeps_the_report(tmp_path: Path) -> None:
    with subprocess.Popen(
        [
            *(*COMMAND, "verify", "--level", "exhaustive"),
            *("--check", "placements/stepping/size-3", "--report", str(tmp_path)),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        process.stderr.readline()  # the run has begun
        os.kill(process.pid, signal.SIGINT)
        _, errors = process.communicate()
    assert process.returncode == 130
    assert "stopped by hand; the report so far is in" in errors
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["complete"] is False
    assert report["held"] is False
    assert report["checks"][0]["reason"] == "stopped by hand"


def test_a_run_ended_by_a_ci_system_ends_as_by_hand() -> None:
    with subprocess.Popen(
        [*COMMAND, "perft", "4", "--depth", "40"],
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"perft(0) = 1\n"
        assert process.stdout.readline() == b"perft(1) = 37\n"
        process.terminate()
        _, errors = process.communicate()
    assert process.returncode == 130
    assert errors.splitlines()[-1] == b"churnproof: stopped by hand"


def test_help_names_every_command() -> None:
    listing = churnproof("--help").stdout
    commands = set(churnproof_group.list_commands(click.Context(churnproof_group)))
    assert {"verify", "solve", "query", "graph", "explore"} <= commands
    assert [command for command in commands if f"│ {command} " not in listing] == []


def test_help_holds_an_example_for_each_command() -> None:
    listing = churnproof("--help").stdout
    for command in ("verify", "show", "replay", "perft"):
        assert f" {command} " in listing
        assert f"Example: churnproof {command} " in churnproof(command, "--help").stdout


def test_shell_completion_offers_the_commands() -> None:
    environment = os.environ | {
        "_CHURNPROOF_COMPLETE": "bash_complete",
        "COMP_WORDS": "churnproof ver",
        "COMP_CWORD": "1",
    }
    run = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=False)
    assert run.stdout == "plain,verify\n"


def test_files_are_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    write_atomically(path, "old")

    def no_space(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(FileError, match="No space left on device"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(FileError, match="No such file"):
        write_atomically(tmp_path / "missing" / "file", "new")


def test_links_and_devices_are_left_standing(tmp_path: Path) -> None:
    target, link, pipe = tmp_path / "target", tmp_path / "link", tmp_path / "pipe"
    target.write_text("old")
    link.symlink_to(target)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    os.mkfifo(pipe)
    with pytest.raises(FileError, match="not a regular file"):
        write_atomically(pipe, "new")
    assert pipe.is_fifo()


def test_files_that_are_too_large_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("12345")
    assert read_text(path, largest=5) == "12345"
    with pytest.raises(FileError, match="more than 4 bytes"):
        read_text(path, largest=4)
