"""Boards, positions and game records as text, read and written.

Writing and reading are exact inverses: every value has one text, and only that text is read as it.
The one exception is the long form of a regular board, "3-3-3-3-3-3", which is read as "3".

- A board: six side lengths in cells, clockwise from the top side, "3-4-3-4-3-4"; "3" where all are
  equal.
- A cell: the letter of its row counted from the bottom row, then its place in the row from the
  left, "c3". After z comes aa.
- A position: the board, the rows from the top with r, b or . for each cell, and who is to move,
  separated by single spaces: "3 rr./.b.r/r.b.b/r.../bb. r". Where the swap is on offer the word
  "swap" follows.
- A turn: a cell, or "swap".
- A record: a line with a board or a position, then turns separated by white space; # starts a
  comment, which ends with its line. What is written has no comments and twenty turns in a line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from churn_engine.board import MOST_CELLS, Board, board
from churn_engine.errors import NotationError, quote

Colour = Literal["red", "blue"]
SWAP = "swap"
TURNS_IN_A_LINE = 20

_LETTER_OF: dict[Colour, str] = {"red": "r", "blue": "b"}
_COLOUR_OF: dict[str, Colour] = {letter: colour for colour, letter in _LETTER_OF.items()}
_EMPTY = "."
_WHITE_SPACE = " \t\r"
_TURN = re.compile(rf"{SWAP}|[a-z]+[1-9][0-9]*")
_LONGEST_LENGTH = len(str(MOST_CELLS))


@dataclass(frozen=True, slots=True)
class Position:
    """The stones, who is to move, and whether the swap is on offer.

    Attributes:
        board: The board.
        red: Mask of Red's stones, bit i for cell i of the board.
        blue: Mask of Blue's stones.
        mover: Who is to move, "red" or "blue".
        swap_on_offer: Whether the turn may be the swap. That is so on the second turn of a game at
            most, so the board must hold one red stone and no other, have room for another, and
            Blue be to move.

    Raises:
        NotationError: The stones overlap or lie outside the board, or the swap cannot be on offer.
    """

    board: Board
    red: int
    blue: int
    mover: Colour
    swap_on_offer: bool = False

    def __post_init__(self) -> None:
        if self.red & self.blue:
            raise NotationError("stones", "a cell holds one stone, not one of each colour")
        if (self.red | self.blue) & ~self.board.full:
            raise NotationError("stones", f"there are stones outside board {self.board}")
        if self.swap_on_offer and not self._may_offer_swap():
            reason = (
                "the swap is on offer on the second turn of a game alone: with one red stone, "
                "no blue one, Blue to move and an empty cell left"
            )
            raise NotationError("swap", reason)

    def _may_offer_swap(self) -> bool:
        one_red_stone = self.red.bit_count() == 1 and not self.blue
        return one_red_stone and self.mover == "blue" and self.red != self.board.full

    def __str__(self) -> str:
        return write_position(self)


def starting_position(on: Board) -> Position:
    """Give the position in which every game on this board starts: no stones, Red to move."""
    return Position(on, red=0, blue=0, mover="red")


def parse_board(text: str) -> Board:
    """Read a board, "3" or "3-4-3-4-3-4".

    Raises:
        NotationError: The text is not one or six side lengths, or they do not make a board.
    """
    lengths = text.split("-")
    if len(lengths) not in (1, 6):
        reason = (
            "a board is one side length or six with - between them, as 3 or 3-4-3-4-3-4; "
            f"{quote(text)} has {len(lengths)}"
        )
        raise NotationError("board", reason)
    sides = [_length(length, number) for number, length in enumerate(lengths, start=1)]
    return board(*sides)


def write_board(which: Board) -> str:
    """Write a board in its one form, the short one where it is regular."""
    return str(which)


def parse_position(text: str) -> Position:
    """Read a position, "3 rr./.b.r/r.b.b/r.../bb. r".

    Raises:
        NotationError: Some part of the text does not say what its place asks for.
    """
    fields = text.split(" ")
    if len(fields) not in (3, 4) or "" in fields:
        reason = (
            "a position is a board, its rows and who is to move, with single spaces between them, "
            f"and swap at the end where it is on offer; this is {quote(text)}"
        )
        raise NotationError("position", reason)
    which = parse_board(fields[0])
    cells = _cells(fields[1], which)
    mover = _COLOUR_OF.get(fields[2])
    if mover is None:
        raise NotationError("mover", f"r or b must be to move, not {quote(fields[2])}")
    if fields[3:] not in ([], [SWAP]):
        raise NotationError("swap", f"{SWAP} or nothing may follow, not {quote(fields[3])}")
    return Position(
        which,
        red=_mask(cells, "red"),
        blue=_mask(cells, "blue"),
        mover=mover,
        swap_on_offer=len(fields) == 4,
    )


def write_position(position: Position) -> str:
    """Write a position in its one form."""
    swap = f" {SWAP}" if position.swap_on_offer else ""
    return f"{position.board} {_rows(position)} {_LETTER_OF[position.mover]}{swap}"


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was written down.

    Its turns have the form of turns; whether they are legal shows when they are played.

    Attributes:
        start: The position it starts from.
        turns: Cell names and "swap", in the order they were taken.
    """

    start: Position
    turns: tuple[str, ...]

    def __str__(self) -> str:
        return write_record(self)


def parse_start(text: str) -> Position:
    """Read where a game starts: a board, for its starting position, or a position.

    Raises:
        NotationError: The text is neither.
    """
    return parse_position(text) if " " in text else starting_position(parse_board(text))


def parse_record(text: str) -> Record:
    """Read a game record.

    Raises:
        NotationError: There is no first line, it is neither a board nor a position, or what follows
            has not the form of a turn.
    """
    lines = _lines(text)
    number, first = next(lines, (0, ""))
    if not first:
        raise NotationError("record", "it is empty; its first line is a board or a position")
    try:
        start = parse_start(first)
    except NotationError as error:
        raise NotationError(f"line {number}, {error.place}", error.reason) from None
    turns: list[str] = []
    for number, line in lines:
        for turn in re.split(f"[{_WHITE_SPACE}]+", line):
            if not _TURN.fullmatch(turn):
                reason = f"a turn is a cell or {SWAP}, not {quote(turn)}"
                raise NotationError(f"line {number}, turn {len(turns) + 1}", reason)
            turns.append(turn)
    return Record(start, tuple(turns))


def write_record(record: Record) -> str:
    """Write a game record, each line ended."""
    start = record.start
    first = str(start.board) if start == starting_position(start.board) else str(start)
    turns = [
        " ".join(record.turns[at : at + TURNS_IN_A_LINE])
        for at in range(0, len(record.turns), TURNS_IN_A_LINE)
    ]
    return "".join(f"{line}\n" for line in (first, *turns))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Give the lines that say something, numbered from 1, without comments and white space."""
    for number, line in enumerate(text.split("\n"), start=1):
        said = line.partition("#")[0].strip(_WHITE_SPACE)
        if said:
            yield number, said


def _length(text: str, number: int) -> int:
    place = f"side {number}"
    if not (text.isascii() and text.isdigit()):
        raise NotationError(place, f"a length is written in digits, not {quote(text)}")
    if text.startswith("0") and text != "0":
        raise NotationError(place, f"a length has no leading zero, as {quote(text)} has")
    if len(text) > _LONGEST_LENGTH:
        raise NotationError(place, f"a board has at most {MOST_CELLS:,} cells")
    return int(text)


def _cells(text: str, which: Board) -> str:
    """Read the rows of a position and give one character for each cell, in the board's order."""
    rows = text.split("/")
    if len(rows) != len(which.row_lengths):
        reason = f"board {which} has {len(which.row_lengths)} rows, here are {len(rows)}"
        raise NotationError("rows", reason)
    for number, (row, length) in enumerate(zip(rows, which.row_lengths, strict=True), start=1):
        if len(row) != length:
            reason = f"it has {length} cells on board {which}, here are {len(row)}"
            raise NotationError(f"row {number} from the top", reason)
        for place, character in enumerate(row, start=1):
            if character not in _COLOUR_OF and character != _EMPTY:
                reason = f"a cell is r, b or ., not {quote(character)}"
                raise NotationError(f"row {number} from the top, place {place}", reason)
    return "".join(rows)


def _mask(cells: str, colour: Colour) -> int:
    letter = _LETTER_OF[colour]
    return sum(1 << cell for cell, character in enumerate(cells) if character == letter)


def _rows(position: Position) -> str:
    rows = []
    first = 0
    for length in position.board.row_lengths:
        cells = range(first, first + length)
        rows.append("".join(_character(position, cell) for cell in cells))
        first += length
    return "/".join(rows)


def _character(position: Position, cell: int) -> str:
    if position.red >> cell & 1:
        return _LETTER_OF["red"]
    if position.blue >> cell & 1:
        return _LETTER_OF["blue"]
    return _EMPTY
