"""The messages of the line protocol: one JSON document a line, requests down, replies up.

These models are the protocol: both sides validate with them, and the published JSON Schema is made
from them. Nothing is allowed beside what they name. `verification/PROTOCOL.md` is the text for
people.
"""

from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import Discriminator, Field, Tag, TypeAdapter, model_validator

from churn_verification.players.answers import (
    Message,
    PerftCount,
    Refusal,
    Skipped,
    State,
    Text,
    Trouble,
)
from churn_verification.results import Line

PROTOCOL = 1
"""The version of the protocol. It rises when an adapter written for the old one would not do."""

Id = Annotated[int, Field(ge=0, description="Chosen by the side that asks; the reply repeats it.")]


# Requests ----------------------------------------------------------------------------------------


class HelloQuestion(Message):
    """The first question: who are you, and what can you do? It is asked once a start."""

    ask: Literal["hello"] = "hello"
    protocol: Annotated[int, Field(description="The version of the protocol that is spoken.")] = (
        PROTOCOL
    )


class PlayQuestion(Message):
    """Begin at a position, take some turns, and say how things stand then."""

    ask: Literal["play"] = "play"
    position: Annotated[Text, Field(description="Where play begins: board, rows, side to move.")]
    turns: Annotated[
        tuple[Text, ...], Field(description="The turns to take, in order: cells, or swap.")
    ] = ()


class PerftQuestion(Message):
    """Begin at a position, take some turns, and count the turn sequences of a length from there."""

    ask: Literal["perft"] = "perft"
    position: Annotated[Text, Field(description="Where play begins: board, rows, side to move.")]
    turns: Annotated[
        tuple[Text, ...], Field(description="The turns to take, in order: cells, or swap.")
    ] = ()
    depth: Annotated[int, Field(ge=1, description="The length of the sequences.")]


class HelloRequest(HelloQuestion):
    """The first question, as it is sent."""

    id: Id


class PlayRequest(PlayQuestion):
    """A question about play, as it is sent."""

    id: Id


class PerftRequest(PerftQuestion):
    """A question for a count, as it is sent."""

    id: Id


SingleRequest: TypeAlias = Annotated[PlayRequest | PerftRequest, Field(discriminator="ask")]


class BatchRequest(Message):
    """Several requests in one line, sent to adapters with the feature `batch` alone."""

    id: Id
    ask: Literal["batch"] = "batch"
    requests: Annotated[tuple[SingleRequest, ...], Field(min_length=1)]


Question: TypeAlias = HelloQuestion | PlayQuestion | PerftQuestion
"""A request without its id."""

Request: TypeAlias = Annotated[
    HelloRequest | PlayRequest | PerftRequest | BatchRequest, Field(discriminator="ask")
]


# Results -----------------------------------------------------------------------------------------


class Identity(Message):
    """Who an adapter is and what it can do: the result of `hello`."""

    protocol: Annotated[int, Field(description="The version of the protocol that is spoken.")]
    name: Annotated[Line, Field(min_length=1, description="What the implementation is called.")]
    version: Annotated[Line, Field(description="The implementation's version.")]
    language: Annotated[Line, Field(description="What it is written in.")]
    boards: Annotated[
        Literal["any", "odd"] | tuple[Text, ...],
        Field(
            description="The boards it knows, as 3 or 3-4-3-4-3-4; or any; or odd: all boards with"
            " an odd number of cells."
        ),
    ]
    positions: Annotated[
        bool,
        Field(description="Whether play can begin at any position, or at the empty board alone."),
    ]
    swap: Annotated[
        Literal["seats", "colours", "recolour", "site", "none"],
        Field(
            description="How the pie rule is done. seats: the players change seats, the stone"
            " stays. colours: the colours change hands, the stone stays. recolour: the stone"
            " becomes blue and Red moves again. site: the site or program around it does the swap,"
            " so it is not asked for here. none: there is none."
        ),
    ]
    refuses: Annotated[
        bool,
        Field(description="Whether illegal turns are refused; else only legal ones are listed."),
    ]
    features: Annotated[
        tuple[Literal["perft", "undo", "batch"], ...],
        Field(
            description="What is understood besides hello and play: the requests perft and batch,"
            " and undo among the turns, which takes the last one back."
        ),
    ] = ()

    @property
    def has_swap(self) -> bool:
        """Whether it does the swap itself."""
        return self.swap not in ("site", "none")

    @model_validator(mode="after")
    def _require_each_once(self) -> Self:
        for listed in (self.boards, self.features):
            if not isinstance(listed, str) and len(set(listed)) < len(listed):
                twice = next(each for each in listed if listed.count(each) > 1)
                raise ValueError(f"{twice} is listed twice")
        return self


# Replies -----------------------------------------------------------------------------------------


class HelloReply(Message):
    """The reply to `hello`."""

    id: Id
    result: Identity


class PlayReply(Message):
    """A reply to `play` that answers it."""

    id: Id
    result: Annotated[
        Annotated[State, Tag("state")] | Annotated[Refusal, Tag("refusal")],
        Discriminator(lambda result: "refusal" if _has(result, "refused") else "state"),
    ]


class PerftReply(Message):
    """A reply to `perft` that answers it."""

    id: Id
    result: PerftCount


class SkippedReply(Message):
    """A reply that says why there is no answer."""

    id: Id
    skipped: Skipped


class ErrorReply(Message):
    """A reply that says what went wrong."""

    id: Id
    error: Trouble


Said: TypeAlias = Identity | State | Refusal | PerftCount | Skipped | Trouble
"""What a reply says, whichever of the three forms it has."""


def _has(value: object, key: str) -> bool:
    return isinstance(value, dict) and key in value


def _form(reply: Any) -> str | None:
    """Which of the three forms a reply has; None where it has none or several."""
    forms = [key for key in ("result", "skipped", "error") if _has(reply, key)]
    return forms[0] if len(forms) == 1 else None


def _form_in_a_batch(reply: Any) -> str | None:
    """The form of a reply among others, where a result does not say what was asked."""
    form = _form(reply)
    if form == "result":
        return "perft" if _has(reply["result"], "perft") else "play"
    return form


_Unanswered: TypeAlias = (
    Annotated[SkippedReply, Tag("skipped")] | Annotated[ErrorReply, Tag("error")]
)
_form_of = Discriminator(
    _form,
    custom_error_type="form",
    custom_error_message="a reply has exactly one of result, skipped and error",
)

AnyHelloReply: TypeAlias = Annotated[Annotated[HelloReply, Tag("result")] | _Unanswered, _form_of]
AnyPlayReply: TypeAlias = Annotated[Annotated[PlayReply, Tag("result")] | _Unanswered, _form_of]
AnyPerftReply: TypeAlias = Annotated[Annotated[PerftReply, Tag("result")] | _Unanswered, _form_of]


class Replies(Message):
    """The replies to the requests of a batch, in their order."""

    replies: tuple[
        Annotated[
            Annotated[PlayReply, Tag("play")]
            | Annotated[PerftReply, Tag("perft")]
            | Annotated[SkippedReply, Tag("skipped")]
            | Annotated[ErrorReply, Tag("error")],
            Discriminator(
                _form_in_a_batch,
                custom_error_type="form",
                custom_error_message="a reply has exactly one of result, skipped and error",
            ),
        ],
        ...,
    ]


class BatchReply(Message):
    """The reply to a batch."""

    id: Id
    result: Replies


AnyReply: TypeAlias = HelloReply | PlayReply | PerftReply | BatchReply | SkippedReply | ErrorReply

REQUEST: TypeAdapter[Request] = TypeAdapter(Request)
REPLY: TypeAdapter[AnyReply] = TypeAdapter(AnyReply)
