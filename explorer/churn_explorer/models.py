"""What the page asks and what it is answered, as one model each.

Everything that the page sends is checked against these models before it is looked at; unknown keys
are refused. Cells are named as in texts; where a list follows the cells of the board, it is in the
order of reading (top row first, each from the left).
"""

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen

from churn_explorer.limits import (
    MOST_BODY_BYTES,
    MOST_TEXT,
    MOST_TURNS,
)

Colour = Literal["red", "blue"]
Seat = Literal["first", "second"]
Value = Literal["red", "blue", "tie"]
SeatValue = Literal["first", "second", "tie"]

BoardText = Annotated[str, MaxLen(60)]
PositionText = Annotated[str, MaxLen(MOST_TEXT)]
TurnText = Annotated[str, MaxLen(12)]
LongText = Annotated[str, MaxLen(MOST_BODY_BYTES)]


@dataclass(frozen=True)
class Model:
    """A model without room for what is not in it.

    Models are dataclasses, so that they need nothing but Python where Python runs in the browser.
    The server has pydantic check what it is sent against them.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}


# Boards and positions ----------------------------------------------------------------------------


@dataclass(frozen=True)
class OfBoard(Model):
    """A question about a board."""

    sides: BoardText


@dataclass(frozen=True)
class DrawnBoard(Model):
    """A board as it is drawn.

    Attributes:
        sides: its text.
        cells: the names of the cells.
        x, y: the centre of each cell, in the renderer's units.
        width, height: the extent of all cells, in the same.
        rows: how many cells each row has, from the top.
        even: whether games on it can tie (B2).
    """

    sides: str
    cells: list[str]
    x: list[float]
    y: list[float]
    width: float
    height: float
    rows: list[int]
    even: bool


@dataclass(frozen=True)
class Place(Model):
    """A point in a game: what the specification calls a game.

    Attributes:
        position: the text of the position.
        turn_number: the number of the turn that comes next.
        red_seat: the player who holds Red.
    """

    position: PositionText
    turn_number: Annotated[int, Ge(1), Le(10**9)] = 1
    red_seat: Seat = "first"


@dataclass(frozen=True)
class OfPlace(Model):
    """A question about a point in a game."""

    place: Place


@dataclass(frozen=True)
class OfPosition(Model):
    """A question about a position."""

    position: PositionText


@dataclass(frozen=True)
class View(Model):
    """All that is shown of a point in a game.

    Attributes:
        place: the point.
        sides: the board.
        stones: a letter for each cell: r, b or a full stop.
        sizes: for each cell the size of the group on it or, where it is empty, the size of the
            group that the side to move would form there.
        legal: the legal placements.
        swap: whether the swap is on offer.
        mover: the side to move.
        mover_seat: the player who holds it.
        red_seat: the player who holds Red.
        over: whether the game is over.
        winner: who has won, if it is.
        headline: who is to move, or how the game ended.
        reason: why these placements are legal, in words.
        clause: the clause that decides it.
        red_groups, blue_groups: the sizes of the groups, largest first, in words.
    """

    place: Place
    sides: str
    stones: str
    sizes: list[int]
    legal: list[str]
    swap: bool
    mover: Colour
    mover_seat: Seat
    red_seat: Seat
    over: bool
    winner: Value | None
    headline: str
    reason: str
    clause: str
    red_groups: str
    blue_groups: str


@dataclass(frozen=True)
class CellOfPosition(Model):
    """A question about an empty cell of a position."""

    position: PositionText
    cell: TurnText


@dataclass(frozen=True)
class Preview(Model):
    """What a placement would do.

    Attributes:
        cell: the cell.
        legal: whether it is legal.
        formed: the cells of the group it would form.
        removed: the cells whose stones would be removed.
        words: all that in a sentence.
    """

    cell: str
    legal: bool
    formed: list[str]
    removed: list[str]
    words: str


# Playing -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TurnAt(Model):
    """A turn to be taken."""

    place: Place
    turn: TurnText


@dataclass(frozen=True)
class Step(Model):
    """One turn of a game as the list of turns shows it.

    Attributes:
        turn: a cell, or `swap`.
        number: the number of the turn.
        mover: whose stone was placed; for the swap, the colour to move.
        formed: the size of the formed group; 0 for the swap.
        removed: the cells whose stones were removed.
        place: the point in the game after it.
        words: what it did, in a sentence.
    """

    turn: str
    number: int
    mover: Colour
    formed: int
    removed: list[str]
    place: Place
    words: str


@dataclass(frozen=True)
class Played(Model):
    """A turn that was taken, and what is to be seen after it."""

    step: Step
    view: View


@dataclass(frozen=True)
class Choice(Model):
    """A turn to be chosen by the explorer.

    Attributes:
        place: the point in the game.
        by: `random`, evenly among the placements; `lookahead`, see `lookahead`; or `perfect`.
    """

    place: Place
    by: Literal["random", "lookahead", "perfect"]


@dataclass(frozen=True)
class Chosen(Model):
    """The turn that was chosen."""

    turn: str


@dataclass(frozen=True)
class ToLoad(Model):
    """A text to be loaded: a board, a position, or a record."""

    text: LongText


@dataclass(frozen=True)
class Link(Model):
    """A game as an address names it.

    Attributes:
        board, position: where it begins, the position if both are named; where neither is, it
            begins where the explorer does.
        turns: its turns, as far as it has any.
    """

    board: LongText | None = None
    position: LongText | None = None
    turns: list[LongText] = field(default_factory=list)


@dataclass(frozen=True)
class Loaded(Model):
    """A game that was loaded.

    Attributes:
        start: where it begins.
        steps: its turns, up to the first one that is illegal or cannot be read.
        view: what is to be seen at the last of them.
        refusal: what is wrong with the turn that comes next, if one does.
        refused: that turn, if it is illegal.
    """

    start: Place
    steps: list[Step]
    view: View
    refusal: str | None
    refused: str | None


@dataclass(frozen=True)
class Change(Model):
    """A change of a position that is set up by hand; what is None stays.

    Attributes:
        position: the position.
        cell: a cell to be changed to `stone`.
        stone: what is put on it, or `none`.
        mover: who is to move.
        swap: whether the swap is on offer.
    """

    position: PositionText
    cell: TurnText | None = None
    stone: Colour | Literal["none"] | None = None
    mover: Colour | None = None
    swap: bool | None = None


# Texts -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GameText(Model):
    """A game whose record is wanted."""

    start: PositionText
    turns: Annotated[list[TurnText], MaxLen(MOST_TURNS)]


@dataclass(frozen=True)
class PictureOf(Model):
    """A position whose picture is wanted."""

    position: PositionText
    last: TurnText | None = None
    theme: Literal["auto", "light", "dark"] = "auto"


@dataclass(frozen=True)
class Text(Model):
    """A text to be copied."""

    text: str


# Refusals ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Complaint(Model):
    """Why a question is not answered; shown on the page as it is."""

    message: str
