"""Reading and writing: boards, cells, positions, turns and game records as text.

| thing | text | example |
|---|---|---|
| board | six side lengths clockwise from the top; a size if regular | `3-4-3-4-3-4`, `3` |
| cell | the row's letter from the bottom, the place in the row from the left | `c3` |
| turn | a cell, or `swap` | `swap` |
| position | board, rows from the top, side to move, `swap` where on offer | `2 .b/r../.. r` |
| record | a line with the board, then turns; `#` begins a comment | `2` / `b2 swap a1` |

Reading undoes writing exactly. Writing undoes reading too, but for what a reader may take
liberties with: the long form of a regular board (`3-3-3-3-3-3`), and white space and comments in a
record. A record may begin with a position in place of the board; play then starts from there.

White space in a record is the blank, the tab and the carriage return, and a line ends with a line
feed: what else Unicode has of either kind is not the same in all languages.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from churn_spec.board import (
    BOARDS_KEPT,
    Board,
    BoardError,
    Cell,
    cell_count,
    regular_board,
    rows_of,
)
from churn_spec.position import Colour, Position, PositionError, starting_position
from churn_spec.rules import SWAP, Swap, Turn

LARGEST_BOARD = 10_000
"""The number of cells of the largest board that a text may name."""

_STONE_LETTERS = {"r": Colour.RED, "b": Colour.BLUE}
_TURNS_A_LINE = 20
_WHITE_SPACE = " \t\r"


class NotationError(ValueError):
    """A text that cannot be read.

    Attributes:
        place: where in the text, in words.
        reason: what is wrong there and what would be right.
    """

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason


# Boards ------------------------------------------------------------------------------------------


def write_board(board: Board) -> str:
    """The side lengths of a board, or its size where it is regular."""
    lengths = set(board.sides)
    return "-".join(map(str, lengths if len(lengths) == 1 else board.sides))


def read_board(text: str) -> Board:
    """The board that a text names.

    Raises:
        NotationError: the text is not one or six whole numbers of at least 1 joined by `-`, the
            sides do not close, or there would be more than `LARGEST_BOARD` cells.
    """
    place = f"board {_quoted(text)}"
    parts = text.split("-")
    if len(parts) not in (1, 6):
        raise NotationError(place, "expected one size (3) or six side lengths (3-4-3-4-3-4)")
    lengths = [_read_length(part, place) for part in parts]
    try:
        board = regular_board(lengths[0]) if len(lengths) == 1 else Board(tuple(lengths))  # type: ignore[arg-type]
    except BoardError as error:
        raise NotationError(place, str(error)) from None
    if cell_count(board) > LARGEST_BOARD:
        raise NotationError(
            place, f"{cell_count(board):,} cells; the largest board has {LARGEST_BOARD:,}"
        )
    return board


def _read_length(text: str, place: str) -> int:
    if not re.fullmatch("[1-9][0-9]*", text):
        raise NotationError(
            place,
            f"{_quoted(text)} is not a side length; expected whole numbers from 1, as in 3 or"
            " 3-4-3-4-3-4",
        )
    if len(text) > len(str(LARGEST_BOARD)):
        raise NotationError(place, f"a side of {_quoted(text)} cells is too long")
    return int(text)


# Cells and turns ---------------------------------------------------------------------------------


def write_cell(board: Board, cell: Cell) -> str:
    """The name of a cell: its row's letter counted from the bottom, its place from the left.

    Raises:
        KeyError: the cell is not on the board.
    """
    return _names(board)[cell]


def read_cell(board: Board, text: str) -> Cell:
    """The cell with a name.

    Raises:
        NotationError: no cell of the board has that name.
    """
    try:
        return _cells_by_name(board)[text]
    except KeyError:
        remedy = f"; write {text.lower()}" if text.lower() in _cells_by_name(board) else ""
        raise NotationError(
            f"cell {_quoted(text)}", f"board {write_board(board)} has {_names_text(board)}{remedy}"
        ) from None


def _names_text(board: Board) -> str:
    """Where the names of a board begin and end: `cells a1 to e3`."""
    rows = rows_of(board)
    return f"cells {write_cell(board, rows[-1][0])} to {write_cell(board, rows[0][-1])}"


@lru_cache(maxsize=BOARDS_KEPT)
def _names(board: Board) -> dict[Cell, str]:
    return {
        cell: f"{_row_letters(height)}{place}"
        for height, row in enumerate(reversed(rows_of(board)), start=1)
        for place, cell in enumerate(row, start=1)
    }


@lru_cache(maxsize=BOARDS_KEPT)
def _cells_by_name(board: Board) -> dict[str, Cell]:
    return {name: cell for cell, name in _names(board).items()}


def _row_letters(height: int) -> str:
    """The letters of a row, counted from 1: a to z, then aa, ab, and so on."""
    letters = ""
    while height:
        height, letter = divmod(height - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def write_turn(board: Board, turn: Turn) -> str:
    """A turn: the name of the cell, or `swap`."""
    return turn.value if isinstance(turn, Swap) else write_cell(board, turn)


def read_turn(board: Board, text: str) -> Turn:
    """The turn that a text names.

    Raises:
        NotationError: it is neither a cell of the board nor `swap`.
    """
    return SWAP if text == SWAP.value else read_cell(board, text)


# Positions ---------------------------------------------------------------------------------------


def write_position(position: Position) -> str:
    """A position: board, rows from the top, the mover's letter, and `swap` where on offer."""
    rows = "/".join(
        "".join(_cell_letter(position, cell) for cell in row) for row in rows_of(position.board)
    )
    words = [write_board(position.board), rows, position.mover.value[0]]
    if position.swap_on_offer:
        words.append(SWAP.value)
    return " ".join(words)


def _cell_letter(position: Position, cell: Cell) -> str:
    if cell in position.red:
        return "r"
    return "b" if cell in position.blue else "."


def read_position(text: str) -> Position:
    """The position that a text describes.

    Raises:
        NotationError: the parts are too few or too many, or one of them is not as it should be.
    """
    words = text.split(" ")
    if len(words) not in (3, 4):
        raise NotationError(
            f"position {_quoted(text)}",
            "expected board, rows, side to move (and swap where it is on offer),"
            " one space between: 2 .b/r../.. r",
        )
    board = read_board(words[0])
    red, blue = _read_rows(board, words[1])
    mover = _read_mover(words[2])
    if len(words) == 4 and words[3] != SWAP.value:
        raise NotationError(f"word 4 {_quoted(words[3])}", "expected swap or nothing")
    try:
        return Position(board, red, blue, mover, swap_on_offer=len(words) == 4)
    except PositionError as error:
        raise NotationError("word 4 'swap'", str(error)) from None


def _read_rows(board: Board, text: str) -> tuple[frozenset[Cell], frozenset[Cell]]:
    rows = rows_of(board)
    texts = text.split("/")
    if len(texts) != len(rows):
        raise NotationError(
            f"rows {_quoted(text)}",
            f"{text.count('/')} slashes; board {write_board(board)} has {len(rows)} rows,"
            f" so {len(rows) - 1} slashes between them",
        )
    stones: dict[Colour, set[Cell]] = {Colour.RED: set(), Colour.BLUE: set()}
    for number, (row, row_text) in enumerate(zip(rows, texts, strict=True), start=1):
        for cell, colour in _read_row(row, row_text, f"row {number} {_quoted(row_text)}"):
            stones[colour].add(cell)
    return frozenset(stones[Colour.RED]), frozenset(stones[Colour.BLUE])


def _read_row(row: tuple[Cell, ...], text: str, place: str) -> Iterator[tuple[Cell, Colour]]:
    if len(text) != len(row):
        raise NotationError(place, f"{_cells_text(len(text))}; this row has {len(row)}")
    for column, (cell, letter) in enumerate(zip(row, text, strict=True), start=1):
        if letter in _STONE_LETTERS:
            yield cell, _STONE_LETTERS[letter]
        elif letter != ".":
            raise NotationError(
                f"{place}, character {column}", f"{_quoted(letter)} is none of r, b and ."
            )


def _cells_text(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def _read_mover(text: str) -> Colour:
    if text not in _STONE_LETTERS:
        raise NotationError(f"side to move {_quoted(text)}", "expected r or b")
    return _STONE_LETTERS[text]


# Game records ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Record:
    """A game as it was played, legal or not: where it began, and the turns."""

    start: Position
    turns: tuple[Turn, ...]


def write_record(record: Record) -> str:
    """A record: a line with the board (or the position it began from), then lines of turns."""
    start = record.start
    at_start = start == starting_position(start.board)
    lines = [write_board(start.board) if at_start else write_position(start)]
    turns = [write_turn(start.board, turn) for turn in record.turns]
    lines.extend(
        " ".join(turns[first : first + _TURNS_A_LINE])
        for first in range(0, len(turns), _TURNS_A_LINE)
    )
    return "\n".join(lines) + "\n"


def read_start(text: str) -> Position:
    """Where a game begins: a position, or the starting position of a board.

    Raises:
        NotationError: the text is neither.
    """
    return read_position(text) if " " in text else starting_position(read_board(text))


def read_record(text: str) -> Record:
    """The game that a text records. Whether its turns are legal is not looked at.

    Raises:
        NotationError: with the number of the line, and of the turn where it is one.
    """
    lines = _lines_without_comments(text)
    try:
        number, heading = next(lines)
    except StopIteration:
        raise NotationError("record", "no line with a board, such as 3 or 3-4-3-4-3-4") from None
    start = _read_heading(heading, number)
    return Record(start, tuple(_read_turns(start.board, lines)))


def _lines_without_comments(text: str) -> Iterator[tuple[int, str]]:
    """The number and the text of each line that holds more than a comment."""
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.partition("#")[0].strip(_WHITE_SPACE)
        if content:
            yield number, content


def _read_heading(heading: str, number: int) -> Position:
    try:
        return read_start(heading)
    except NotationError as error:
        place = f"line {number}, {error.place}"
        reason = f"{error.reason}; turns stand on the lines below the board"
        raise NotationError(place, reason) from None


def _read_turns(board: Board, lines: Iterable[tuple[int, str]]) -> Iterator[Turn]:
    count = 0
    for number, line in lines:
        for word in re.split(f"[{_WHITE_SPACE}]+", line):
            count += 1
            try:
                yield read_turn(board, word)
            except NotationError as error:
                raise NotationError(
                    f"line {number}, turn {count}, {error.place}", error.reason
                ) from None


def _quoted(text: str) -> str:
    """The text in quotes, cut where it is long, with what cannot be printed made visible."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
