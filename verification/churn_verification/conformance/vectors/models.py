"""What the files of vectors hold. The published JSON Schemas are made from these models."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

FORMAT: Final = 1
"""The version of the files' format."""

Turns: TypeAlias = tuple[str, ...]
Count = Annotated[int, Field(ge=0)]
Winner: TypeAlias = Literal["red", "blue", "tie"]


class Part(BaseModel):
    """What all parts of the files have in common: nothing unnamed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Vector(Part):
    """One test case."""

    id: Annotated[str, Field(description="For good: a vector that changes gets another id.")]
    clauses: Annotated[tuple[str, ...], Field(min_length=1, description="What decides the case.")]
    flags: Annotated[
        tuple[str, ...],
        Field(min_length=1, description="The mistakes it catches, the one it is there for first."),
    ]


class AtPosition(Vector):
    """A test case that begins at a position."""

    position: Annotated[str, Field(description="Board, rows from the top, side to move.")]
    way: Annotated[
        Turns | None,
        Field(
            description="Turns that lead to the position from the empty board; null where none are"
            " known."
        ),
    ] = None


class LegalVector(AtPosition):
    """Which turns are legal, and how large a group each legal placement forms."""

    legal: Turns
    formed_size: Count


class TurnsVector(AtPosition):
    """What the last of some turns does."""

    turns: Annotated[Turns, Field(min_length=1)]
    removed: Annotated[Turns, Field(description="The cells whose stones the last turn removes.")]
    after: Annotated[str, Field(description="The position after the last turn.")]
    over: bool
    winner: Winner | None


class IllegalVector(AtPosition):
    """A turn that must be refused, and leaves everything as it was."""

    turn: str
    clause: Annotated[str, Field(description="The clause that it breaks.")]


class Stones(Part):
    """The number of stones of each colour."""

    red: Count
    blue: Count


class EndVector(AtPosition):
    """Whether the game is over, and who has won."""

    over: bool
    winner: Winner | None
    stones: Stones


class SwapVector(Vector):
    """The first turns of a game, with the swap taken, declined, or no longer to be had."""

    board: str
    turns: Turns
    offered: Annotated[bool, Field(description="Whether the swap is legal now.")]
    after: Annotated[str, Field(description="The position now; the swap leaves the stones.")]
    first_player: Annotated[
        Literal["red", "blue"],
        Field(description="The colour that the player who took the first turn holds now."),
    ]


class PerftVector(AtPosition):
    """How many turn sequences there are; the swap is a turn, and a game that is over has none."""

    turns: Annotated[Turns, Field(description="Turns to take first, then count.")] = ()
    perft: Annotated[tuple[Count, ...], Field(min_length=2, description="By length, from 0.")]
    divide: Annotated[
        dict[str, Count], Field(description="Those of the greatest length, by first turn.")
    ]


class Checkpoint(Part):
    """How a game stands after some of its turns."""

    after: Count
    position: str


class GameVector(Vector):
    """A game from its beginning, to its end or broken off."""

    board: str
    turns: Turns
    checkpoints: tuple[Checkpoint, ...]
    removed: Annotated[Count, Field(description="How many stones are removed in all.")]
    over: bool
    winner: Winner | None
    winning_player: Literal["first", "second"] | None


class GroupsVector(AtPosition):
    """The sizes of all groups, largest first."""

    red: tuple[Count, ...]
    blue: tuple[Count, ...]


class UndoVector(AtPosition):
    """Turns and `undo`, which takes back the last turn that still stands."""

    turns: Turns
    after: str
    first_player: Literal["red", "blue"]
    turn_number: Annotated[int, Field(ge=1, description="The number of the next turn.")]


class SequenceVector(AtPosition):
    """The course of a game: turns, `undo` and the swap in any order, or a refused turn among them.

    Where a turn is refused, the rest describes how things stand before it.
    """

    turns: Annotated[
        Turns, Field(min_length=1, description="The turns; after a refused one none is taken.")
    ]
    refused: Annotated[
        int | None, Field(ge=1, description="Which turn is refused, from 1; null where none is.")
    ]
    after: Annotated[str, Field(description="The position after the turns.")]
    over: bool
    winner: Winner | None
    first_player: Annotated[
        Literal["red", "blue"],
        Field(description="The colour of the player who took the first turn."),
    ]
    turn_number: Annotated[int, Field(ge=1, description="The number of the next turn.")]


AnyVector: TypeAlias = (
    LegalVector
    | TurnsVector
    | IllegalVector
    | EndVector
    | SwapVector
    | PerftVector
    | GameVector
    | GroupsVector
    | UndoVector
    | SequenceVector
)


class Flag(Part):
    """A mistake, told in a sentence."""

    sentence: str
    clauses: tuple[str, ...]


class VectorFile(Part):
    """One file: all vectors of one kind."""

    format: Literal[1] = FORMAT
    kind: str
    about: str
    flags: Annotated[dict[str, Flag], Field(description="The flags that its vectors bear.")]


class LegalFile(VectorFile):
    """legal.json."""

    kind: Literal["legal"] = "legal"
    vectors: tuple[LegalVector, ...]


class TurnsFile(VectorFile):
    """turns.json."""

    kind: Literal["turns"] = "turns"
    vectors: tuple[TurnsVector, ...]


class IllegalFile(VectorFile):
    """illegal.json."""

    kind: Literal["illegal"] = "illegal"
    vectors: tuple[IllegalVector, ...]


class EndsFile(VectorFile):
    """ends.json."""

    kind: Literal["ends"] = "ends"
    vectors: tuple[EndVector, ...]


class SwapFile(VectorFile):
    """swap.json."""

    kind: Literal["swap"] = "swap"
    vectors: tuple[SwapVector, ...]


class PerftFile(VectorFile):
    """perft.json."""

    kind: Literal["perft"] = "perft"
    vectors: tuple[PerftVector, ...]


class GamesFile(VectorFile):
    """games.json."""

    kind: Literal["games"] = "games"
    vectors: tuple[GameVector, ...]


class GroupsFile(VectorFile):
    """groups.json."""

    kind: Literal["groups"] = "groups"
    vectors: tuple[GroupsVector, ...]


class UndoFile(VectorFile):
    """undo.json."""

    kind: Literal["undo"] = "undo"
    vectors: tuple[UndoVector, ...]


class SequencesFile(VectorFile):
    """sequences.json."""

    kind: Literal["sequences"] = "sequences"
    vectors: tuple[SequenceVector, ...]


FILES: dict[str, type[VectorFile]] = {
    "legal": LegalFile,
    "turns": TurnsFile,
    "illegal": IllegalFile,
    "ends": EndsFile,
    "swap": SwapFile,
    "perft": PerftFile,
    "games": GamesFile,
    "groups": GroupsFile,
    "undo": UndoFile,
    "sequences": SequencesFile,
}
"""Kind of vectors to the model of its file."""


class ManifestFile(Part):
    """One file of vectors, as the manifest lists it."""

    name: str
    vectors: Count
    sha256: str


class Manifest(Part):
    """manifest.json: what belongs to this edition of the vectors, and what to ask first."""

    format: Literal[1] = FORMAT
    version: Annotated[str, Field(description="The version of churnproof that made them.")]
    sha256: Annotated[
        str, Field(description="Of the files' hashes, one a line: names the edition.")
    ]
    boards: tuple[str, ...]
    files: tuple[ManifestFile, ...]
    first: Annotated[
        Turns,
        Field(
            description="Ids of a small set of vectors that no known misreading passes, the most"
            " telling first."
        ),
    ]
