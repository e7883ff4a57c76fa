"""`churnproof show`: what it prints and writes, and what it refuses."""

import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.verification.command_line import Run

from churn_spec import (
    Cell,
    Record,
    legal_placements,
    play,
    read_board,
    starting_position,
    write_record,
)
from churn_verification.judge.figures import Figure, figures

FIGURE_3 = "3 brb/rrb./b.brr/r..b/rbr r"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys, "show")


@pytest.mark.parametrize("figure", figures(), ids=lambda figure: f"figure-{figure.figure}")
def test_json_says_what_the_figures_say(run: Run, figure: Figure) -> None:
    status, out, err = run(figure.position, "--json")
    document = json.loads(out)
    assert (status, err) == (0, "")
    assert document["position"] == figure.position
    assert document["to_move"] == figure.to_move
    assert document["over"] is False
    assert document["winner"] is None
    if figure.legal is not None:
        assert document["legal"] == figure.legal
    if figure.formed_sizes_of_all_empty_cells:
        assert sorted(document["formed_sizes"].values()) == figure.formed_sizes_of_all_empty_cells
        assert document["formed_size"] == figure.formed_sizes_of_all_empty_cells[0]
    if figure.play is not None:
        assert document["removed"][figure.play] == figure.removed
    if figure.formed_size is not None:
        assert document["formed_sizes"][figure.play] == figure.formed_size


def test_json_of_the_end_of_a_game(run: Run) -> None:
    status, out, err = run("2-1-1-2-1-1 rb r", "--json")
    assert status == 0
    assert "even number of cells" in err
    assert json.loads(out) == {
        "position": "2-1-1-2-1-1 rb r",
        "board": "2-1-1-2-1-1",
        "cells": 2,
        "can_tie": True,
        "to_move": "red",
        "swap_on_offer": False,
        "legal": [],
        "formed_size": None,
        "formed_sizes": {},
        "removed": {},
        "stones": {"red": 1, "blue": 1},
        "groups": {"red": [1], "blue": [1]},
        "over": True,
        "winner": "tie",
    }


def test_json_of_the_second_turn(run: Run) -> None:
    document = json.loads(run("2 ../.r./.. b swap", "--json")[1])
    assert document["swap_on_offer"] is True
    assert document["legal"] == ["a1", "a2", "b1", "b3", "c1", "c2"]
    assert document["formed_size"] == 1
    assert document["groups"] == {"red": [1], "blue": []}


def test_text_has_the_board_the_legal_placements_and_what_they_remove(run: Run) -> None:
    status, out, err = run(FIGURE_3, "--overlays", "legal")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "e      B   R   B",
        "d    R   R   B  [.]",
        "c  B   .   B   R   R",
        "b    R  [.]  .   B",
        "a      R   B   R",
        "[ ] a legal placement",
        "legal: b2 d4 (forming 3)",
        "b2 removes a3 c4 c5",
        "d4 removes a1 a3 b1",
    ]


@pytest.mark.parametrize(("variable", "colours"), [("COLORTERM", True), ("NO_COLOR", False)])
def test_a_terminal_gets_colours_where_they_are_wanted(variable: str, colours: bool) -> None:
    command = [sys.executable, "-c", "from churn_verification.cli import main; main()", "show"]
    master, slave = os.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment |= {"TERM": "xterm-256color", variable: "1"}
    with open(master, "rb", buffering=0) as terminal:
        subprocess.run([*command, FIGURE_3], stdout=slave, env=environment, check=True)
        os.close(slave)
        shown = terminal.read(100_000).decode()
    assert ("\x1b[1;31mR3" in shown, "\x1b[1;34mB3" in shown) == (colours, colours)
    assert "R3" in shown


def test_a_board_is_shown_empty_and_a_full_one_has_nothing_legal(run: Run) -> None:
    assert "legal: a1 (forming 1)" in run("1")[1]
    assert run("1 r b")[1].splitlines() == [
        "a  R1",
        "Red wins 1 : 0",
        "numbers: on a stone the size of its group",
    ]


def test_many_removals_are_counted(run: Run) -> None:
    out = run(f"49-1-1-49-1-1 r{'.r' * 24} r")[1]
    assert out.count(" removes ") == 20
    assert "and 4 more placements remove stones" in out


def test_pictures_are_written_and_the_terminal_is_left_alone(run: Run, tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    status, out, err = run(FIGURE_3, "--svg", str(svg), "--png", str(png), "--theme", "dark")
    assert (status, out) == (0, "")
    assert err == f"churnproof: wrote {svg}\nchurnproof: wrote {png}\n"
    assert ET.parse(svg).getroot().attrib["class"] == "churn-dark"
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("suffix", "beginning"), [(".svg", "<svg"), (".html", "<!doctype html>")])
def test_a_record_plays_and_its_end_is_shown(
    run: Run, tmp_path: Path, suffix: str, beginning: str
) -> None:
    record, film = tmp_path / "game.txt", tmp_path / f"film{suffix}"
    record.write_text("2\nb1 swap b2 a2\n")
    status, out, _ = run("--record", str(record), "--animate", str(film), "--json")
    assert status == 0
    assert json.loads(out)["position"] == "2 ../rb./.r b"
    assert film.read_text(encoding="utf-8").startswith(beginning)


@pytest.mark.parametrize(
    ("arguments", "status", "error"),
    [
        ((), 2, "give a position, such as '2 .b/r../.. r', or --record FILE"),
        (("2", "--record", "{record}"), 2, "give a position"),
        (("2 .. r",), 2, "Invalid value for '[POSITION]': rows '..'"),
        (("2-2",), 2, "Invalid value for '[POSITION]': board '2-2': expected one size"),
        (("40",), 2, "board 40 has 4,681 cells; at most 3,000 are drawn"),
        (("2", "--overlays", "all"), 2, "overlay 'all': expected some of"),
        (("2", "--overlays", "last=b2"), 2, "last: there is no stone on b2"),
        (("2", "--theme", "pink"), 2, "Invalid value for '--theme'"),
        (("2", "--animate", "{folder}/a.svg"), 2, "--animate needs the record of a game"),
        (("--record", "{record}", "--animate", "{folder}/a.gif"), 2, "--animate {folder}/a.gif:"),
        (("--record", "{illegal}"), 2, "turn 2, b2: illegal by T1"),
        (("--record", "{unreadable}"), 2, "{unreadable}: line 1, board 'x'"),
        (("--record", "{folder}/none"), 3, "cannot read {folder}/none"),
        (("2", "--svg", "{folder}/no/a.svg"), 3, "cannot write {folder}/no/a.svg"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], status: int, error: str
) -> None:
    places = {"folder": str(tmp_path)}
    for name, text in {"record": "2\nb2", "illegal": "2\nb2 b2", "unreadable": "x"}.items():
        (tmp_path / name).write_text(text)
        places[name] = str(tmp_path / name)
    before = sorted(tmp_path.iterdir())
    got, out, err = run(*(argument.format(**places) for argument in arguments))
    assert (got, out) == (status, "")
    assert err.startswith(f"churnproof: {error.format(**places)}")
    assert err.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("second", ["--png", "--animate"])
def test_two_pictures_in_one_file_are_refused(run: Run, tmp_path: Path, second: str) -> None:
    file = tmp_path / ("a" if second == "--png" else "a.svg")
    same = f"{tmp_path}/../{tmp_path.name}/{file.name}"
    assert run("2", "--svg", str(file), second, same) == (
        2,
        "",
        f"churnproof: --svg and {second} name the same file, {file}\n",
    )
    assert not file.exists()


def test_the_example_of_the_readme_is_what_is_printed(run: Run) -> None:
    readme = Path(__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8")
    command, shown = re.findall(r"^    \$ churnproof show (.*)\n((?:    .*\n)+)", readme, re.M)[0]
    assert run(*shlex.split(command)) == (0, textwrap.dedent(shown), "")


def test_a_record_too_long_for_an_svg_is_refused(run: Run, tmp_path: Path) -> None:
    position, turns = starting_position(read_board("4")), list[Cell]()
    while len(turns) < 501:
        turns.append(max(legal_placements(position)))
        position = play(position, turns[-1])
    record, film = tmp_path / "long", tmp_path / "film.svg"
    record.write_text(write_record(Record(starting_position(position.board), tuple(turns))))
    status, out, err = run("--record", str(record), "--animate", str(film))
    assert (status, out) == (2, "")
    assert err == f"churnproof: --animate {film}: 501 turns; at most 500 can be shown so\n"
    assert not film.exists()


def test_a_record_too_long_to_play_is_refused(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "long"
    record.write_text("2\n" + "b2 " * 100_001)
    assert "100,001 turns; at most 100,000 are played" in run("--record", str(record))[2]
