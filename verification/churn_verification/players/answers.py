"""What a player answers: how a game stands, that a turn was refused, or a count.

`State`, `Refusal` and `PerftCount` are also what the line protocol carries (`PROTOCOL.md`). The
players of this project tell more, in `FullState` and `FullRefusal`. A member that is None was not
told, and is not compared.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from churn_verification.results import Line

LONGEST_TEXT = 20_000
"""Characters: a position on the largest board that a text may name is shorter."""

_PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f]*$"

Text = Annotated[str, Field(max_length=LONGEST_TEXT, pattern=_PRINTABLE)]
"""A cell, a position or a turn: no control characters."""

Count = Annotated[int, Field(ge=0)]


class Message(BaseModel):
    """What all parts of messages have in common: exact types, and nothing unnamed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class GroupSizes(Message):
    """The sizes of each colour's groups, largest first."""

    red: tuple[Count, ...]
    blue: tuple[Count, ...]


class State(Message):
    """How things stand after the turns of a `play` request."""

    position: Annotated[Text, Field(description="The position: board, rows, side to move.")]
    legal: Annotated[
        tuple[Text, ...], Field(description="The legal turns, in any order; none after the end.")
    ]
    over: Annotated[bool, Field(description="Whether the game is over.")]
    winner: Annotated[
        Literal["red", "blue", "tie"] | None,
        Field(description="Who has won; null while the game lasts."),
    ]
    formed_size: Annotated[
        Count | None,
        Field(
            description="The size of the group that each legal placement forms, 0 after the end;"
            " may be left out."
        ),
    ] = None
    removed: Annotated[
        tuple[Text, ...] | None,
        Field(
            description="The cells whose stones the last turn removed, in any order; may be left"
            " out."
        ),
    ] = None
    first_player: Annotated[
        Literal["red", "blue"] | None,
        Field(
            description="The colour of the player who took the first turn: red until a swap; may"
            " be left out."
        ),
    ] = None
    groups: Annotated[
        GroupSizes | None, Field(description="The sizes of all groups; may be left out.")
    ] = None
    turn_number: Annotated[
        int | None,
        Field(
            ge=1,
            description="The number of the next turn, from 1 where play began; may be left out.",
        ),
    ] = None


class Refusal(Message):
    """A turn of the request was refused as illegal; the turns before it were legal."""

    refused: Annotated[int, Field(ge=1, description="Which of the request's turns it was, from 1.")]
    state: Annotated[
        State | None,
        Field(description="How things stand after that, which is as before; may be left out."),
    ] = None


class PerftCount(Message):
    """The result of a `perft` request."""

    perft: Annotated[Count, Field(description="The number of turn sequences of that length.")]


@dataclass(frozen=True, slots=True)
class Placement:
    """What a placement of the side to move would do, legal or not.

    Attributes:
        formed_size: the number of stones of the formed group.
        removed: the names of the cells whose stones would be removed.
    """

    formed_size: int
    removed: frozenset[str]


class FullState(State):
    """How a game stands, with what the protocol does not carry."""

    placements: Annotated[
        Mapping[str, Placement] | None, Field(description="For each empty cell, its placement.")
    ] = None
    winning_player: Annotated[
        Literal["first", "second", "none"] | None,
        Field(description="The player who has won; none in a tie and while the game lasts."),
    ] = None


class FullRefusal(Refusal):
    """A refused turn, with the clause that it breaks."""

    clause: str | None = None


class Skipped(Message):
    """The adapter does not answer this question, and says why."""

    reason: Annotated[Line, Field(min_length=1)]
    link: Annotated[
        Line | None, Field(description="Where more is said, as an issue's address.")
    ] = None


class Trouble(Message):
    """Something went wrong in the adapter or behind it while it looked for the answer."""

    message: Annotated[str, Field(min_length=1, description="It may have several lines.")]
    context: Annotated[str | None, Field(description="Anything that helps, as a stack trace.")] = (
        None
    )


BEYOND_THE_PROTOCOL = frozenset(
    (FullState.model_fields.keys() - State.model_fields.keys())
    | (FullRefusal.model_fields.keys() - Refusal.model_fields.keys())
)
"""The members that players of this project tell and the protocol does not carry."""

Answer: TypeAlias = State | Refusal | PerftCount
"""An answer to a question."""
