"""Texts of the specification: what is read, what is written, what is refused and how."""

import pytest

import churn_spec as spec


@pytest.mark.parametrize(
    "text", ["1", "3", "3-4-3-4-3-4", "5-1-1-5-1-1", "57", "10000-1-1-10000-1-1"]
)
def test_boards_are_read_and_written(text: str) -> None:
    assert spec.write_board(spec.read_board(text)) == text


def test_the_long_form_of_a_regular_board_is_read() -> None:
    assert spec.read_board("3-3-3-3-3-3") == spec.regular_board(3)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is not a side length"),
        ("0", "expected whole numbers from 1"),
        ("-3", "expected one size"),
        ("03", "'03' is not a side length"),
        ("3.0", "'3.0' is not a side length"),
        ("three", "'three' is not a side length"),
        ("\N{ARABIC-INDIC DIGIT THREE}", "is not a side length"),
        ("3_0", "is not a side length"),
        ("3-4-3-4-3", "six side lengths"),
        ("3-4-3-4-3-5", "do not close"),
        ("3-4-3-4-3-0", "'0' is not a side length"),
        ("99999999999999999999", "too long"),
        ("59", "10,267 cells; the largest board has 10,000"),
        ("10001-1-1-10001-1-1", "10,001 cells; the largest board has 10,000"),
        ("9" * 5000, "'999999.*\\.\\.\\.' cells is too long"),
    ],
)
def test_boards_that_cannot_be_read(text: str, reason: str) -> None:
    with pytest.raises(spec.NotationError, match=reason) as refusal:
        spec.read_board(text)
    assert refusal.value.place.startswith("board ")
    assert len(str(refusal.value)) < 300


def test_names_go_on_after_z() -> None:
    board = spec.Board((1, 28, 1, 1, 28, 1))
    names = [spec.write_cell(board, cell) for cell in reversed(spec.cells_of(board))]
    assert names[:2] == ["a1", "b1"]
    assert names[24:] == ["y1", "z1", "aa1", "ab1"]
    tall = spec.Board((1, 704, 1, 1, 704, 1))
    assert spec.write_cell(tall, spec.cells_of(tall)[0]) == "aab1"


@pytest.mark.parametrize(
    ("length", "shown"), [(40, "x" * 40), (41, "x" * 37 + "..."), (300, "x" * 37 + "...")]
)
def test_long_cells_are_quoted_in_forty_characters(length: int, shown: str) -> None:
    with pytest.raises(spec.NotationError) as refusal:
        spec.read_turn(spec.regular_board(2), "x" * length)
    assert refusal.value.place == f"cell '{shown}'"


@pytest.mark.parametrize("text", ["a0", "a4", "f1", "A1", "a01", "1a", "", "c", "swap", "a1 "])
def test_cells_that_are_not_on_the_board(text: str) -> None:
    with pytest.raises(spec.NotationError, match="board 3 has cells a1 to e3"):
        spec.read_cell(spec.regular_board(3), text)


def test_turns_are_read_and_written() -> None:
    board = spec.regular_board(2)
    texts = ["swap", "a1", "b3", "c2"]
    assert [spec.write_turn(board, spec.read_turn(board, text)) for text in texts] == texts


def test_a_name_that_sorts_after_swap_is_still_a_cell() -> None:
    board = spec.read_board("1-30-1-1-30-1")
    names = [spec.write_turn(board, cell) for cell in spec.cells_of(board)]
    assert max(names) > "swap"
    assert [spec.read_turn(board, name) for name in names] == list(spec.cells_of(board))


LONG_ROW = "".join("rb."[cell % 3] for cell in range(300))


@pytest.mark.parametrize(
    "text",
    [
        "1 . r",
        "2 .b/r../.. r",
        "2 r./.../.. b swap",
        "2-1-1-2-1-1 r. b swap",
        "3 rr./.b.r/r.b.b/r.../bb. b",
        "3-4-3-4-3-4 .../..../...../....../r..../...b b",
        # More cells in a row, and more rows, than Python keeps one object for each number.
        pytest.param(f"300-1-1-300-1-1 {LONG_ROW} b", id="one row of 300 cells"),
        pytest.param(f"1-300-1-1-300-1 {'/'.join(LONG_ROW)} b", id="300 rows of one cell"),
    ],
)
def test_positions_are_read_and_written(text: str) -> None:
    assert spec.write_position(spec.read_position(text)) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected board, rows, side to move"),
        ("2 ../.../..", "expected board, rows, side to move"),
        ("2  ../.../.. r", "expected swap or nothing|expected board|rows"),
        ("2 ../.../.. r swap x", "expected board, rows, side to move"),
        ("x ../.../.. r", "'x' is not a side length"),
        ("2 ../.../../.. r", "3 slashes; board 2 has 3 rows, so 2 slashes between them"),
        ("2 ../... r", "1 slashes; board 2 has 3 rows, so 2 slashes between them"),
        ("2 ../.../... r", "row 3 '...': 3 cells; this row has 2"),
        ("2 ../.../. r", "row 3 '.': 1 cell; this row has 2"),
        ("2 ../.../ r", "row 3 '': 0 cells; this row has 2"),
        ("2 ../.x./.. r", "row 2 '.x.', character 2: 'x' is none of r, b and ."),
        ("2 ../.R./.. r", "'R' is none of r, b and ."),
        ("2 ../.-./.. r", "'-' is none of r, b and ."),
        ("2 ../.../.. red", "side to move 'red': expected r or b"),
        ("2 ../.../.. R", "side to move 'R': expected r or b"),
        ("2 r./.../.. b pie", "word 4 'pie': expected swap or nothing"),
        ("2 r./.../.. b swaps", "word 4 'swaps': expected swap or nothing"),
        ("2 ../.../.. r swap", "swap is on offer on the second turn"),
        ("2 ../.../.. b swap", "swap is on offer on the second turn"),
        ("2 r./.../.. r swap", "swap is on offer on the second turn"),
        ("2 rr/.../.. b swap", "swap is on offer on the second turn"),
        ("2 r./..b/.. b swap", "swap is on offer on the second turn"),
        ("1 r b swap", "swap is on offer on the second turn"),
    ],
)
def test_positions_that_cannot_be_read(text: str, reason: str) -> None:
    with pytest.raises(spec.NotationError, match=reason):
        spec.read_position(text)


def test_a_record_is_read_with_comments_and_any_white_space() -> None:
    record = spec.read_record("# a game\n\n 2 # size 2\nb2  swap\n\ta1#corner\n")
    assert spec.write_position(record.start) == "2 ../.../.. r"
    assert [spec.write_turn(record.start.board, turn) for turn in record.turns] == [
        "b2",
        "swap",
        "a1",
    ]
    assert spec.write_record(record) == "2\nb2 swap a1\n"


def test_a_comment_goes_on_to_the_line_feed() -> None:
    assert spec.read_record("2\r\n# said\ra1\x85b1\r\n").turns == ()
    assert spec.read_record("2\r\nb2\r\n").turns == spec.read_record("2\nb2").turns


def test_a_record_can_begin_at_a_position() -> None:
    text = "2 r./.../.. b swap\nswap\n"
    assert spec.write_record(spec.read_record(text)) == text


def test_a_game_begins_at_a_position_or_on_an_empty_board() -> None:
    assert spec.read_start("2") == spec.starting_position(spec.regular_board(2))
    assert spec.read_start("2 .r/.../.. b") == spec.read_position("2 .r/.../.. b")
    for text in ("2x", "2 .r"):
        with pytest.raises(spec.NotationError):
            spec.read_start(text)


def test_long_records_are_written_in_lines() -> None:
    record = spec.Record(
        spec.starting_position(spec.regular_board(3)), spec.cells_of(spec.regular_board(3))[:1] * 45
    )
    lines = spec.write_record(record).splitlines()
    assert [len(line.split()) for line in lines] == [1, 20, 20, 5]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no line with a board"),
        ("# nothing\n\n", "no line with a board"),
        ("x\na1", "line 1, board 'x'"),
        ("\n2 ../.../.. q\n", "line 2, side to move 'q'"),
        ("2\na1 b2\n# more\nb9", "line 4, turn 3, cell 'b9'"),
        ("2\nA1", "line 2, turn 1, cell 'A1'"),
        ("2\u2028a1", r"line 1, board '2\\u2028a1'"),
        ("2\na1\xa0b1", r"line 2, turn 1, cell 'a1\\xa0b1'"),
    ],
)
def test_records_that_cannot_be_read(text: str, reason: str) -> None:
    with pytest.raises(spec.NotationError, match=reason):
        spec.read_record(text)


def test_a_cell_in_capitals_is_answered_by_its_name() -> None:
    board = spec.read_board("3")
    with pytest.raises(spec.NotationError) as refused:
        spec.read_cell(board, "C3")
    assert refused.value.reason == "board 3 has cells a1 to e3; write c3"
    with pytest.raises(spec.NotationError) as refused:
        spec.read_cell(board, "Z3")
    assert refused.value.reason == "board 3 has cells a1 to e3"
