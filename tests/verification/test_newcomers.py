"""What people type who have read nothing: it works, or one line says what would."""

from pathlib import Path

import pytest
from tests.verification.command_line import Run

from churn_spec import read_board, read_start
from churn_verification.support.typed import board_as_meant, start_as_meant, with_positions_joined


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys)


@pytest.mark.parametrize("text", ["3,4,3,4,3,4", "3, 4, 3, 4, 3, 4", " 3 4 3 4 3 4", "3-4-3-4-3-4"])
def test_the_sides_of_a_board_may_be_apart_by_anything(text: str) -> None:
    assert board_as_meant(text) == "3-4-3-4-3-4"
    assert start_as_meant(text) == "3-4-3-4-3-4"


@pytest.mark.parametrize("text", ["", "3x3", "2,1", "3-4", "three", "3;4;3;4;3;4", "-3"])
def test_what_is_no_board_stays_as_it_was_typed(text: str) -> None:
    assert board_as_meant(text) == text


def test_a_position_may_have_capitals_and_blanks() -> None:
    assert start_as_meant(" 2  .B/R../.. R ") == "2 .b/r../.. r"
    assert start_as_meant("2,1,2,2,1,2 .b/.. R") == "2-1-2-2-1-2 .b/.. r"
    assert start_as_meant("") == ""
    for exact in ("3", "2 ../.r./.. b swap", "1 r b"):
        assert read_start(start_as_meant(exact)) == read_start(exact)


def test_forgotten_quotes_are_put_round_positions_of_this_program_only() -> None:
    line = "show 2 ../.r./.. b swap --svg x.svg"
    assert with_positions_joined(line.split()) == [
        "show",
        "2 ../.r./.. b swap",
        "--svg",
        "x.svg",
    ]
    assert with_positions_joined(["explore", "2", "2", ".b/r../..", "R"]) == [
        "explore",
        "2",
        "2 .b/r../.. R",
    ]
    others = ["conform", "--", "adapter", "2", ".b/r../..", "r"]
    assert with_positions_joined(others) == others
    for plain in (["perft", "3", "--depth", "2"], ["query", "2 .b/r../.. r"], ["prove", "2", "3"]):
        assert with_positions_joined(plain) == plain


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("simluate 3", "No such command 'simluate'. Did you mean 'simulate'?"),
        ("help", "churnproof --help lists the commands"),
        ("show 2 --jsno", "Did you mean '--json'?"),
        ("show 3 --svg out.jpg", "--svg out.jpg: expected a name that ends in .svg"),
        ("show 3 --png out.svg", "--png out.svg: expected a name that ends in .png"),
        ("show 3 --animate out.gif", "expected a name that ends in .svg or .html"),
        ("graph 3x3", "'3x3' is not a side length; expected whole numbers from 1, as in 3 or 3-4"),
        ("prove 2,1", "'2,1' is not a side length"),
        ("simulate 3 --games 1e6", "'1e6' is not a valid integer"),
        ("conform --boards 3,4,3,4,3,4 -- x", "the sides of one board are joined by -"),
        ("verify --for 20", "write 90s, 20m or 1h30m"),
        ("graph 4", "board 4 has 37 cells, so 4.50e17 positions"),
    ],
)
def test_a_slip_is_answered_by_its_remedy(run: Run, line: str, said: str) -> None:
    status, out, err = run(*line.split())
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_capitals_in_a_record_are_answered_by_the_right_letters(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text("3\nC3 swap\n")
    status, _, err = run("replay", str(record))
    assert (status, err.endswith("board 3 has cells a1 to e3; write c3\n")) == (2, True)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("show 2 .B/R../.. R", "Red to move"),
        ("show 3,4,3,4,3,4", "f       [1] [1] [1]"),
        ("query 2 .b/r../.. r", "* b3: red, in 7 turns"),
        ("perft 2", "perft(3) = 162"),
        ("simulate 2", "1,000"),
        ("simulate 2 --games 1,000 --seed 1", "turns of a game"),
        ("verify --level Quick --list", "figures/stepping"),
    ],
)
def test_what_is_meant_is_done(run: Run, line: str, said: str) -> None:
    status, out, _ = run(*line.split())
    assert status == 0
    assert said in out


@pytest.mark.parametrize(
    ("turns", "said"),
    [("c3", "1 legal turn, not over"), ("c3 swap", "2 legal turns, not over")],
)
def test_one_turn_is_one_turn(run: Run, tmp_path: Path, turns: str, said: str) -> None:
    record = tmp_path / "game.txt"
    record.write_text(f"3\n{turns}\n")
    assert run("replay", str(record))[1].startswith(said)
    assert run("replay", str(tmp_path))[1].startswith("1 game with ")


def test_boards_and_positions_of_the_exact_notation_mean_themselves() -> None:
    for text in ("1", "3", "3-4-3-4-3-4", "12"):
        assert read_board(board_as_meant(text)) == read_board(text)
