"""`import churnproof`: what people use in Python and in notebooks."""

import copy
import doctest
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import churn_engine
import churn_spec
import churnproof
from churn_verification.cli import main
from churn_verification.stategraph.graph import build_graph
from churnproof import (
    Board,
    Game,
    IllegalTurn,
    NotationError,
    Position,
    conform,
    graph,
    misreadings,
    prove,
    show,
    simulate,
    solve,
    tablebase,
)

TEXT = "2 .b/r../.. r"


def test_the_example_of_the_package_runs() -> None:
    results = doctest.testmod(churnproof)
    assert (results.attempted, results.failed) == (5, 0)


def test_every_name_is_in_the_table_of_the_package() -> None:
    told = churnproof.__doc__ or ""
    assert [name for name in churnproof.__all__ if f"`{name}" not in told] == []


@pytest.mark.parametrize(
    "board",
    [
        2,
        "2",
        "2-2-2-2-2-2",
        "2,2,2,2,2,2",
        churn_spec.read_board("2"),
        churn_engine.parse_board("2"),
    ],
)
def test_a_board_is_made_of_whatever_names_it(board: Any) -> None:
    made = Board(board)
    assert made == Board(made)
    assert (str(made), repr(made), len(made), made.can_tie) == ("2", "Board('2')", 7, False)
    assert made.cells == ("c1", "c2", "b1", "b2", "b3", "a1", "a2")
    assert made.neighbours("c1") == ("c2", "b1", "b2")
    assert len({made, Board("2"), Board("3")}) == 2
    assert Position(board) == Position("2 ../.../.. r")


@pytest.mark.parametrize(
    "position",
    [
        TEXT,
        "2 .B/R../.. R",
        churn_spec.read_position(TEXT),
        churn_spec.Game(churn_spec.read_position(TEXT)),
        churn_engine.parse_position(TEXT),
        churn_engine.Game.from_text(TEXT),
        Position(TEXT),
        Game(TEXT),
    ],
)
def test_a_position_is_made_of_whatever_has_one(position: Any) -> None:
    made = Position(position)
    assert (str(made), repr(made)) == (TEXT, f"Position({TEXT!r})")
    assert (made.board, made.mover, made.over, made.winner) == (Board("2"), "red", False, None)
    assert (made.stones("red"), made.stones("blue")) == (("b1",), ("c2",))
    assert made.legal_turns() == ("b3", "a2")
    assert (made.formed_size("b2"), made.would_remove("b2")) == (2, ())
    assert str(made.play("a2")) == "2 .b/r../.r b"
    assert len({made, Position(TEXT), Position("2")}) == 2


def test_a_position_tells_what_a_stone_removes_and_who_has_won() -> None:
    position = Position("3 brb/rrb./b.brr/r..b/rbr r")
    assert position.legal_turns() == ("d4", "b2")
    assert position.would_remove("d4") == ("b1", "a1", "a3")
    assert Position("1 r b").winner == "red"
    assert Position("1 r b").over
    assert "swap" in Position("2 ../.r./.. b swap").legal_turns()


def test_a_game_is_played_taken_back_and_copied() -> None:
    game = Game("2")
    game.play("b2", "swap", "c1")
    assert game.turns == ("b2", "swap", "c1")
    for copied in (game.copy(), copy.copy(game)):
        assert copied.undo() == "c1"
        copied.play("a1")
        assert copied.turns == ("b2", "swap", "a1")
    assert str(game) == "2\nb2 swap c1\n"
    assert str(Game.replay(str(game))) == str(game)
    assert repr(game) == "<Game, turn 4: 2 b./.r./.. r after b2 swap c1>"
    assert repr(Game(TEXT)) == f"<Game, turn 1: {TEXT}>"
    with pytest.raises(IllegalTurn) as refused:
        game.play("b2")
    assert refused.value.clause == "T1"
    assert len(game) == 3
    assert bool(Game("2"))


def test_a_game_is_played_to_its_end() -> None:
    game = Game("2")
    game.play("b2", "swap")
    while not game.over:
        game.play(game.legal_turns()[0])
    assert game.legal_turns() == ()
    seat = {"red": "second", "blue": "first"}
    assert game.winning_seat == seat[str(game.winner)]


@pytest.mark.parametrize("what", ["2", TEXT, Board("2"), Position(TEXT), Game("2")])
def test_what_a_notebook_shows_is_what_is_saved(what: Any, tmp_path: Path) -> None:
    picture = show(what)
    picture.save(tmp_path / "x.svg")
    picture.save(str(tmp_path / "x.png"))
    text = (tmp_path / "x.svg").read_text()
    ElementTree.fromstring(text)
    if not isinstance(what, str):
        assert what._repr_svg_() == text
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")


def test_a_record_plays(tmp_path: Path) -> None:
    game = Game("2")
    game.play("b2", "swap", "c1")
    playback = show(game.record)
    assert repr(playback) == "<Playback of 3 turns>"
    playback.save(tmp_path / "x.html")
    playback.save(tmp_path / "x.svg")
    assert "<script" in (tmp_path / "x.html").read_text()
    assert (
        "<animate" in (tmp_path / "x.svg").read_text()
        or "@keyframes" in (tmp_path / "x.svg").read_text()
    )


def test_a_graph_is_asked_and_handed_on(tmp_path: Path) -> None:
    found = graph("2")
    assert repr(found) == "<Graph of board 2: 585 positions, 1,005 turns>"
    assert found[0] == next(iter(found)) == Position("2")
    assert found[-1].over
    assert len(list(found)) == len(found) == 585
    assert "2" in found
    assert "2 rr/rrr/r. r" not in found
    assert found.turns("2")["b2"] == Position("2 ../.r./.. b")
    assert (found.value("2"), found.distance("2")) == ("red", 7)
    networkx, rustworkx = found.to_networkx(), found.to_rustworkx()
    assert len(networkx) == rustworkx.num_nodes() == 585
    positions, turns = found.to_pandas()
    assert (len(positions), len(turns)) == (585, 1005)
    assert positions["position"][0] == "2 ../.../.. r"
    assert positions["value"].value_counts()["red"] == sum(
        facts["value"] == "red" for _, facts in networkx.nodes(data=True)
    )
    first = turns[turns["state"] == 0]
    assert dict(zip(first["turn"], (found[n] for n in first["next_state"]), strict=True)) == (
        found.turns("2")
    )
    assert found.save(tmp_path / "g.graphml") == [tmp_path / "g.graphml"]
    drawn = found._repr_svg_()
    assert drawn is not None
    ElementTree.fromstring(drawn)


def test_a_solution_says_who_wins_and_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "size2"
    monkeypatch.setattr("sys.argv", ["churnproof", "solve", "2", "--tablebase", str(folder)])
    with pytest.raises(SystemExit) as end:
        main()
    assert (end.value.code, "value: red" in capsys.readouterr().out) == (0, True)
    whole = graph("2")
    for solution in (solve("2"), tablebase(folder)):
        assert repr(solution) == "<Solution of board 2: red wins in 7 turns>"
        assert (solution.value(), solution.distance(), solution.best()) == ("red", 7, ("b2",))
        assert solution.best(TEXT) == ("b3", "a2")
        assert [turn.turn for turn in solution.turns(TEXT)] == ["b3", "a2"]
        assert all(solution.value(each) == whole.value(each) for each in whole)


def test_random_play_is_repeated_by_its_seed(tmp_path: Path) -> None:
    found = simulate("2", games=500, seed=7)
    assert (found.games, found.seed, found.board) == (500, 7, "2")
    again = simulate(Board("2"), games=500, seed=7)
    assert again.lengths == found.lengths
    assert repr(found).startswith("<Simulation of 500 games on board 2: 8.")
    assert "<th style='text-align:left'>mean turns</th>" in found._repr_html_()
    found.save(tmp_path / "lengths.svg")
    ElementTree.parse(tmp_path / "lengths.svg")
    assert simulate("1", games=1).games == 1


def test_proofs_are_true_where_all_is_proved(tmp_path: Path) -> None:
    outcome = prove("1", Board("2"), theorems=["isolated_placement_removes_nothing"])
    assert outcome
    assert outcome.held
    assert repr(outcome).startswith("<Passed: ")
    outcome.save(tmp_path / "proof.json")
    assert json.loads((tmp_path / "proof.json").read_text())["held"] is True


@pytest.mark.parametrize(
    ("more", "held", "begins"),
    [((), True, "<Passed: "), (("--misreading", "equal-groups-removed"), False, "<Failed: ")],
)
def test_an_implementation_is_checked(
    more: tuple[str, ...], held: bool, begins: str, tmp_path: Path
) -> None:
    start = "from churn_verification.cli import main; main()"
    outcome = conform([sys.executable, "-c", start, "serve", *more], ["2"], quick=True, seed=1)
    assert (bool(outcome), outcome.held) == (held, held)
    assert repr(outcome).startswith(begins)
    outcome.save(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text().lower().startswith("<!doctype html>")
    assert 'sandbox=""' in outcome._repr_html_()


def test_misreadings_can_be_played() -> None:
    known = misreadings()
    assert len(known) > 50
    assert known["equal-groups-removed"].endswith(".")


@pytest.mark.parametrize(
    ("request_", "error", "said"),
    [
        (lambda: Board("3x3"), NotationError, "'3x3' is not a side length"),
        (lambda: Board(None), TypeError, "expected a board, such as '3'"),  # type: ignore[arg-type]
        (lambda: Board(True), TypeError, "expected a board"),
        (lambda: Position(3.5), TypeError, "expected a position, a game, a board"),  # type: ignore[arg-type]
        (lambda: Position(TEXT).formed_size("b1"), ValueError, "b1 is occupied"),
        (lambda: Game("2").undo(), IndexError, "none to undo"),
        (lambda: Game("2").play("z9"), NotationError, "board 2 has cells a1 to c2"),
        (lambda: show(TEXT).save("x.gif"), ValueError, "ends in .svg or .png"),
        (lambda: graph("2")[585], IndexError, "has no number 585"),
        (lambda: graph("4"), ValueError, "board 4 has 37 cells"),
        (lambda: simulate("2", games=0), ValueError, "expected games from 1"),
        (lambda: simulate("2", seed=-1), ValueError, "a seed from 0"),
        (prove, ValueError, "at least one board"),
        (lambda: prove("2", theorems=["x"]), ValueError, "is called 'x'; they are called"),
        (lambda: conform("node adapter.js"), TypeError, "'node', 'adapter.js'"),
        (lambda: conform([]), ValueError, "the command of an adapter"),
        (lambda: churn_engine.Game("3"), TypeError, "try Game.from_text"),  # type: ignore[arg-type]
        (lambda: build_graph("2"), TypeError, "churnproof.graph takes texts"),  # type: ignore[arg-type]
        (
            lambda: build_graph(churn_spec.read_board("2")),  # type: ignore[arg-type]
            TypeError,
            "expected a churn_engine.Board",
        ),
    ],
)
def test_a_slip_is_answered_in_one_line(
    request_: Callable[[], object], error: type[Exception], said: str
) -> None:
    with pytest.raises(error) as refused:
        request_()
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_in_ipython_importing_it_makes_values_show_themselves() -> None:
    script = """
import sys, types
shown = {}
class Formatters(dict):
    def for_type(self, kind, function): shown[kind.__module__] = True
    def for_type_by_name(self, room, name, function): shown[name] = True
formatters = {"image/svg+xml": Formatters(), "text/html": Formatters()}
display = types.SimpleNamespace(formatters=formatters)
shell = types.SimpleNamespace(display_formatter=display)
sys.modules["IPython"] = types.SimpleNamespace(get_ipython=lambda: shell)
import churnproof
print(*sorted(shown))
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.split() == [
        "StateGraph",
        "churn_engine.board",
        "churn_engine.game",
        "churn_engine.notation",
        "churn_spec.board",
        "churn_spec.game",
        "churn_spec.notation",
        "churn_spec.position",
    ]
