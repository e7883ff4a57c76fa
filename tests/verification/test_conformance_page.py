"""The examples of `docs/conformance.md` run, and come to what the page says."""

import json
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from tests.verification.command_line import Run
from tests.verification.unseen_players import ALL_PLAYERS
from tools.conformance_table import MISBEHAVING, RIGHT, Result, page_of

from churn_verification.cli import main
from churn_verification.conformance.known import KnownDifferences
from churn_verification.conformance.matrix import read_list
from churn_verification.misreadings import MISREADINGS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "conformance.md").read_text()
LITTLE = ("--quick", "--boards", "2", "--seed", "1")


def blocks() -> list[str]:
    """The indented blocks of the page, without their indentation."""
    found = re.findall(r"(?:^|\n)\n((?: {4,}.*\n|\n(?= {4}))+)", PAGE)
    return list(map(dedent, found))


def block(beginning: str) -> str:
    """The only block that begins with some text."""
    (found,) = [each for each in blocks() if each.lstrip().startswith(beginning)]
    return found


def conform(monkeypatch: pytest.MonkeyPatch, command: str) -> int:
    """The exit status of a command of the page, with this interpreter and few questions."""
    churnproof, name, *words = shlex.split(command)
    assert (churnproof, name) == ("churnproof", "conform")
    at = words.index("--")
    program = [sys.executable if word == "python" else word for word in words[at + 1 :]]
    if program[0] == "churnproof":
        start = "from churn_verification.cli import main; main()"
        program = [sys.executable, "-c", start, *program[1:]]
    arguments = [*words[:at], *LITTLE, "--", *program]
    monkeypatch.setattr(sys, "argv", ["churnproof", "conform", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    return int(end.value.code or 0)


def test_the_copied_template_runs_as_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (copy,) = re.findall(r"^ +cp (\S+) \.$", PAGE, re.MULTILINE)
    for file in ROOT.glob(copy):
        shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    (command,) = re.findall(r"^ +(churnproof conform -- python adapter.py)$", PAGE, re.MULTILINE)
    assert conform(monkeypatch, command) == 0
    assert "agrees in all that was asked" in capsys.readouterr().out


def test_the_failing_example_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (command,) = re.findall(r"`(churnproof conform -- churnproof serve --misreading\s\S+)`", PAGE)
    assert conform(monkeypatch, command) == 1
    (words,) = re.findall(r"\*behaves like:\s(.*?), on\s", PAGE, re.DOTALL)
    assert f"behaves like: {' '.join(words.split())}" in capsys.readouterr().out


def test_the_recorded_game_is_legal_and_comes_to_its_result(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record = tmp_path / "record.json"
    record.write_text(block('{"board"'))
    status, out, _ = Run(monkeypatch, capsys, "replay")(str(record))
    assert status == 0
    assert "1 legal" in out


def test_the_files_of_the_page_are_read(tmp_path: Path) -> None:
    known = tmp_path / "known.json"
    known.write_text(block('{"known"'))
    assert KnownDifferences.read(known)
    listed = tmp_path / "list.toml"
    listed.write_text(block("[[implementation]]"))
    assert [each.name for each in read_list(listed)] == ["my Churn", "a wrong one"]


def test_compiling_is_told_alike_on_the_page_and_in_the_list() -> None:
    told = [line for line in block("cc -O2").splitlines() if not line.startswith("churnproof")]
    listed = (ROOT / "adapters" / "implementations.toml").read_text()
    assert [each for each in told if f"#     {each}\n" not in listed] == []
    workflow = (ROOT / ".github" / "workflows" / "implementations.yml").read_text()
    assert [each for each in told if each not in workflow] == []
    assert block("cc -O2").splitlines()[-1] == (
        "churnproof conform --matrix adapters/implementations.toml"
    )


def test_the_examples_in_python_run() -> None:
    names: dict[str, Any] = {}
    exec(block("from churn_verification.conformance.testing"), names)
    test: Callable[..., None] = names["test_my_implementation"]
    assert test.pytestmark  # type: ignore[attr-defined]
    exec(block("from hypothesis"), names)
    names["test_my_legal_moves"]()


def test_every_block_of_the_page_is_run_or_a_command_for_elsewhere() -> None:
    """A new example is not left out."""
    elsewhere = ("git clone", "- uses:")
    run = ("{", "[[", "cc -O2", "from ", "cp ", "churnproof conform -- python")
    left = [each for each in blocks() if not each.lstrip().startswith((*elsewhere, *run))]
    assert left == []
    assert json.loads(block('{"board"'))


def test_the_table_of_what_runs_find_names_every_implementation() -> None:
    """It is made by hand, as it takes half an hour; what is new has to be put to the test too."""
    page = (ROOT / "docs" / "conformance-table.md").read_text()
    named = set(re.findall(r"^\| `([\w-]+)` \|", page, re.MULTILINE))
    assert named == {*MISREADINGS, *ALL_PLAYERS}
    assert "not run" not in page
    rows = {line.split(" | ")[0][2:]: line for line in page.splitlines() if line.startswith("| ")}
    assert set(rows) >= {*RIGHT, *MISBEHAVING.values()}
    for name in RIGHT:
        assert rows[name].count("answers were right") == 2  # quick and full


def test_the_table_says_what_is_held_and_why() -> None:
    result = Result("unseen", "GamesEndAfter10000", "quick", None, 9, 1.0)
    found = Result("unseen", "GamesEndAfter10000", "full", "long-games/x", 12, 60.0)
    page = page_of([result, found], "2026-12-01")
    assert "| `GamesEndAfter10000` | quick | only the full run follows" in page
    assert "| `GamesEndAfter10000` | **held**, 9 | not run | `long-games/x`, 12 |" in page
    assert "| not in the catalogue | quick | 1 | 0 | 1 | 1 |" in page
    assert "took 1 minutes" in page
