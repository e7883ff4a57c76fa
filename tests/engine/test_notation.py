"""Texts of the engine: exact inverses, and refusals that say where and why."""

import random

import pytest

from churn_engine.board import board
from churn_engine.errors import NotationError
from churn_engine.notation import (
    Position,
    Record,
    parse_board,
    parse_position,
    parse_record,
    parse_start,
    starting_position,
    write_board,
    write_position,
    write_record,
)

BOARDS = ["1", "2-1-1-2-1-1", "1-3-1-3-1-3", "3", "3-4-3-4-3-4", "1-30-1-1-30-1", "10"]
# More cells in a row, and more rows, than Python keeps one object for each number.
LONG_BOARDS = ["300-1-1-300-1-1", "1-300-1-1-300-1"]


@pytest.mark.parametrize("text", BOARDS)
def test_boards_are_written_as_they_are_read(text: str) -> None:
    assert write_board(parse_board(text)) == text


def test_the_long_form_of_a_regular_board_is_read() -> None:
    assert parse_board("3-3-3-3-3-3") is parse_board("3")
    assert str(parse_position("1-1-1-1-1-1 . r")) == "1 . r"


@pytest.mark.parametrize("text", BOARDS + LONG_BOARDS)
def test_positions_are_written_as_they_are_read(text: str) -> None:
    source = random.Random(text)
    which = parse_board(text)
    for _ in range(20):
        rows = "/".join("".join(source.choices("rb.", k=length)) for length in which.row_lengths)
        for mover in "rb":
            written = f"{text} {rows} {mover}"
            position = parse_position(written)
            assert write_position(position) == str(position) == written
            assert parse_position(str(position)) == position


def test_a_position_says_what_its_text_says() -> None:
    position = parse_position("2 r./.b./br b")
    assert position == Position(board(2), red=0b1000001, blue=0b0101000, mover="blue")
    assert starting_position(board(2)) == parse_position("2 ../.../.. r")


def test_the_swap_is_read_and_written() -> None:
    text = "2 r./.../.. b swap"
    assert parse_position(text).swap_on_offer
    assert str(parse_position(text)) == text
    assert not parse_position("2 r./.../.. b").swap_on_offer


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "side 1", "a length is written in digits, not ''"),
        ("x", "side 1", "a length is written in digits, not 'x'"),
        (" 3", "side 1", "a length is written in digits, not ' 3'"),
        ("3\n", "side 1", r"a length is written in digits, not '3\n'"),
        ("+3", "side 1", "a length is written in digits, not '+3'"),
        ("3.0", "side 1", "a length is written in digits, not '3.0'"),
        ("٣", "side 1", r"a length is written in digits, not '\u0663'"),
        ("²", "side 1", r"a length is written in digits, not '\xb2'"),
        ("03", "side 1", "a length has no leading zero, as '03' has"),
        ("0", "side 1 (top)", "a side has at least 1 cell"),
        ("9" * 5000, "side 1", "a board has at most 10,000 cells"),
        ("99999", "side 1 (top)", "a board has at most 10,000 cells"),
        ("59", "sides", "a board has at most 10,000 cells, this one would have 10,267"),
        ("3-3-3-3-3-", "side 6", "a length is written in digits, not ''"),
        (
            "-3",
            "board",
            "a board is one side length or six with - between them, as 3 or 3-4-3-4-3-4; "
            "'-3' has 2",
        ),
        (
            "3-3-3-3-3-5",
            "sides",
            "the outline does not close: sides 2 and 3 add up to 6, sides 5 and 6 to 8; "
            "the sums must be equal",
        ),
    ],
)
def test_wrong_boards_are_refused(text: str, place: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_board(text)
    assert (caught.value.place, caught.value.reason) == (place, reason)
    assert str(caught.value) == f"{place}: {reason}"


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("3-3 ... r", "board", "'3-3' has 2"),
        ("2 ../.../..", "position", "single spaces between them"),
        ("2 ../.../.. r swap swap", "position", "single spaces between them"),
        ("2  ../.../.. r", "position", "single spaces between them"),
        (" 2 ../.../.. r", "position", "single spaces between them"),
        ("2 ../.../.. r ", "position", "single spaces between them"),
        ("2 ../.../..\tr", "position", "single spaces between them"),
        ("2 ../... r", "rows", "board 2 has 3 rows, here are 2"),
        ("2 ../.../../ r", "rows", "board 2 has 3 rows, here are 4"),
        ("2 ../../.. r", "row 2 from the top", "it has 3 cells on board 2, here are 2"),
        ("2 ../..../.. r", "row 2 from the top", "it has 3 cells on board 2, here are 4"),
        ("2 ../.../.x r", "row 3 from the top, place 2", "a cell is r, b or ., not 'x'"),
        ("2 R./.../.. r", "row 1 from the top, place 1", "a cell is r, b or ., not 'R'"),
        ("2 .-/.../.. r", "row 1 from the top, place 2", "a cell is r, b or ., not '-'"),
        ("2 ../.../.. red", "mover", "r or b must be to move, not 'red'"),
        ("2 ../.../.. .", "mover", "r or b must be to move, not '.'"),
        ("2 r./.../.. b pie", "swap", "swap or nothing may follow, not 'pie'"),
        ("2 ../.../.. b swap", "swap", "on the second turn of a game alone"),
        ("2 rr/.../.. b swap", "swap", "on the second turn of a game alone"),
        ("2 ../.../.. r swap", "swap", "on the second turn of a game alone"),
        ("2 r./.../.. r swap", "swap", "on the second turn of a game alone"),
        ("2 b./.../.. b swap", "swap", "on the second turn of a game alone"),
        ("2 r./.../r. b swap", "swap", "on the second turn of a game alone"),
        ("2 r./.../b. b swap", "swap", "on the second turn of a game alone"),
        ("1 r b swap", "swap", "on the second turn of a game alone"),
    ],
)
def test_wrong_positions_are_refused(text: str, place: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert caught.value.place == place
    assert reason in caught.value.reason
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("red", "blue", "reason"),
    [
        (0b11, 0b10, "a cell holds one stone, not one of each colour"),
        (1 << 7, 0, "there are stones outside board 2"),
        (0, -1, "there are stones outside board 2"),
    ],
)
def test_impossible_stones_are_refused(red: int, blue: int, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position(board(2), red=red, blue=blue, mover="red")
    assert (caught.value.place, caught.value.reason) == ("stones", reason)


def test_long_texts_are_cut_in_messages() -> None:
    with pytest.raises(NotationError) as caught:
        parse_position("x" * 100)
    assert f"'{'x' * 40}...'" in caught.value.reason
    assert "x" * 41 not in caught.value.reason


@pytest.mark.parametrize("start", ["2", "2-1-1-2-1-1", "2 r./.../.. b swap", "2 ../.../.. b"])
@pytest.mark.parametrize("count", [0, 1, 20, 21, 45])
def test_records_are_written_as_they_are_read(start: str, count: int) -> None:
    record = Record(parse_start(start), tuple(f"a{place}" for place in range(1, count + 1)))
    text = write_record(record)
    assert text == str(record)
    assert parse_record(text) == record
    lines = text.splitlines()
    assert lines[0] == start
    assert [len(line.split()) for line in lines[1:-1]] == [20] * ((count - 1) // 20)


@pytest.mark.parametrize(
    "text",
    [
        "# a game\n\n  3 # the board\n c3 swap\t#c1\n# nothing\n\n   e1\t a1  # end",
        "3\r\nc3 swap\r\ne1 a1\r\n",
        "3\nc3\nswap\ne1\na1",
    ],
)
def test_records_may_have_comments_and_any_white_space(text: str) -> None:
    start = starting_position(board(3))
    assert parse_record(text) == Record(start, ("c3", "swap", "e1", "a1"))


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "record", "it is empty; its first line is a board or a position"),
        ("# nothing\n\n \t\n", "record", "it is empty; its first line is a board or a position"),
        ("\n03\n", "line 2, side 1", "a length has no leading zero, as '03' has"),
        ("2 ../... r", "line 1, rows", "board 2 has 3 rows, here are 2"),
        ("2\na1 b1\n# no\nb2 A1", "line 4, turn 4", "a turn is a cell or swap, not 'A1'"),
        ("2\na0", "line 2, turn 1", "a turn is a cell or swap, not 'a0'"),
        ("2\na1,b1", "line 2, turn 1", "a turn is a cell or swap, not 'a1,b1'"),
        ("2\nswaps", "line 2, turn 1", "a turn is a cell or swap, not 'swaps'"),
        ("2\na1\u00a0b1", "line 2, turn 1", r"a turn is a cell or swap, not 'a1\xa0b1'"),
        ("2\na\uff11", "line 2, turn 1", r"a turn is a cell or swap, not 'a\uff11'"),
    ],
)
def test_wrong_records_are_refused(text: str, place: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_record(text)
    assert (caught.value.place, caught.value.reason) == (place, reason)
