"""What the documents show works as it is printed: commands, examples, pictures."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import rich_click as click
from click.testing import CliRunner

from churn_engine.notation import parse_board
from churn_engine.solver.solve import Solver
from churn_engine.solver.write_tablebase import write_tablebase
from churn_spec import read_record
from churn_verification.cli import churnproof
from churn_verification.drawing.animation import animated_svg
from churn_verification.drawing.palette import Theme
from churn_verification.support.typed import with_positions_joined
from churnproof import Game, Position

ROOT = Path(__file__).parents[2]
PAGES = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    ROOT / "spec/RULES.md",
    ROOT / "verification/PROTOCOL.md",
]
_CODE = re.compile(r"^```.*?^```|^ {4}.*?$", re.M | re.S)
_LINE = re.compile(r"^[ !$]*(?:- run: )?churnproof (?!: )(.*)$", re.M)
_INLINE = re.compile(r"`churnproof ([a-z]+(?: [^`]*)?)`")
_PLACES = {"SIDES": "2", "POSITION": "2 .b/r../.. r", "BOARD": "2", "$board": "2", "FILE": "x.txt"}
"""Words that stand for something of the reader's, and what a reader might put there."""


def commands_of(text: str) -> list[str]:
    """The command lines that a page shows, without comments and what a shell does with them."""
    joined = re.sub(r"\\\n\s*", "", text)
    code = "\n".join(_CODE.findall(joined))
    found = [*_LINE.findall(code), *_INLINE.findall(joined)]
    return [re.split(r"\s+#|\s+[|>]|\s+2>|;", line)[0].strip() for line in found]


ALL = sorted({(page.name, line) for page in PAGES for line in commands_of(page.read_text())})


def test_pages_show_every_command() -> None:
    shown = {line.split()[0] for _, line in ALL}
    commands = churnproof.list_commands(click.Context(churnproof))
    assert [name for name in commands if name not in shown] == []
    assert len(ALL) > 60


@pytest.mark.parametrize(("page", "line"), ALL)
def test_commands_are_understood_as_they_are_printed(page: str, line: str) -> None:
    words = [_PLACES.get(word, word) for word in shlex.split(line)]
    name, *arguments = with_positions_joined(words)
    if name == "COMMAND" or "..." in arguments or not arguments:
        return  # stands for any command, or names one
    context = click.Context(churnproof)
    command = churnproof.get_command(context, name)
    assert command is not None, f"{page}: {line}"
    # Nothing is run: click reads the words, and would refuse what the command does not know.
    command.make_context(name, arguments, parent=context)


@pytest.mark.deep
def test_the_first_commands_work_as_they_are_printed_in_a_clone(tmp_path: Path) -> None:
    shown = (ROOT / "README.md").read_text().partition("## Get started")[2]
    block = re.findall(r"(?:^ {4}.*\n)+", shown, re.M)[0]
    assert block.count("\n") == 3
    subprocess.run(["git", "clone", "-q", ROOT, "churnproof"], cwd=tmp_path, check=True)
    inherited = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    run = subprocess.run(
        ["bash", "-euc", block],
        cwd=tmp_path,
        env=inherited | {"XDG_CACHE_HOME": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert re.search(r"^ +passed +figures/specification .*\(1 of \d+, about", run.stderr, re.M)
    assert "PASSED: Every check that was run passed." in " ".join(run.stdout.split())


def test_a_command_that_is_not_understood_is_found() -> None:
    assert commands_of("x\n    churnproof solve 3x --tablbase F  # why\n") == [
        "solve 3x --tablbase F"
    ]
    with pytest.raises(click.UsageError):
        test_commands_are_understood_as_they_are_printed("page", "solve 3 --tablbase F")
    with pytest.raises(click.BadParameter):
        test_commands_are_understood_as_they_are_printed("page", "solve 3x")
    with pytest.raises(AssertionError):
        test_commands_are_understood_as_they_are_printed("page", "slove 3")


def test_the_examples_of_the_python_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    results = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False)
    assert results.attempted > 25
    assert results.failed == 0


def test_the_example_of_the_page_about_size_3_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    solver = Solver(parse_board("3"), lengths=False, chances=False).run(2)
    write_tablebase(solver, tmp_path / "size3.tablebase")
    results = doctest.testfile(str(ROOT / "docs/solution.md"), module_relative=False)
    assert (results.failed, results.attempted) == (0, 7)


def test_the_record_that_the_readme_replays_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    replays = [line for page, line in ALL if page == "README.md" and line.startswith("replay")]
    assert replays == ["replay docs/pictures/a-turn.txt"]
    done = CliRunner().invoke(churnproof, replays[0].split())
    assert done.exit_code == 0, done.output


def test_the_first_picture_is_drawn_from_its_record() -> None:
    pictures = ROOT / "docs/pictures"
    record = read_record((pictures / "a-turn.txt").read_text())
    assert animated_svg(record, Theme.AUTO) == (pictures / "a-turn.svg").read_text()


def test_the_picture_shows_what_its_text_says() -> None:
    text = "removes 16 of the 29 stones on the board"
    assert text in (ROOT / "README.md").read_text()
    assert text in (ROOT / "docs/index.md").read_text()
    game = Game.replay((ROOT / "docs/pictures/a-turn.txt").read_text())
    after = stones(game.position)
    game.undo()
    assert stones(game.position) == 29
    assert stones(game.position) + 1 - after == 16


def stones(position: Position) -> int:
    return len(position.stones("red")) + len(position.stones("blue"))
