"""Two ways to take part: as a player that answers questions, and as a session that is played.

A `Player` answers cases; that is all that the judge knows. An `Implementation` makes a `Session`
from a position's text, and `SessionPlayer` makes a player of it. All speak the notation.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from churn_verification.players.answers import Answer, Placement, Skipped, Trouble
from churn_verification.players.questions import Case


class Refused(Exception):  # noqa: N818 - to refuse an illegal turn is no error
    """An implementation's refusal of an illegal turn.

    Attributes:
        clause: the clause that it says the turn breaks.
    """

    def __init__(self, clause: str) -> None:
        super().__init__(f"refused by {clause}")
        self.clause = clause


class Session(Protocol):
    """One game under way on one implementation."""

    def position(self) -> str:
        """The position's text."""
        ...

    def turn_number(self) -> int:
        """The number of the turn that comes next, from 1 where the session began."""
        ...

    def red_seat(self) -> str:
        """Who holds Red: `first` or `second`."""
        ...

    def legal(self) -> frozenset[str]:
        """The legal turns: names of cells, and `swap`."""
        ...

    def placements(self) -> Mapping[str, Placement]:
        """What a placement would do, for each empty cell."""
        ...

    def formed_size(self) -> int:
        """The size of the group that each legal placement forms, in stones; 0 after the end."""
        ...

    def over(self) -> bool:
        """Whether the game is over."""
        ...

    def winner(self) -> str | None:
        """`red`, `blue`, `tie`, or None while the game lasts."""
        ...

    def winning_seat(self) -> str | None:
        """`first`, `second`, or None in a tie and while the game lasts."""
        ...

    def ranking(self, colour: str) -> tuple[int, ...]:
        """The group sizes of `red` or `blue`, largest first."""
        ...

    def play(self, turn: str) -> frozenset[str]:
        """Take a turn and return the names of the cells whose stones were removed.

        Raises:
            Refused: the turn is illegal; the session is as it was.
        """
        ...

    def undo(self) -> None:
        """Take the last turn back."""
        ...


class Implementation(Protocol):
    """Something that plays Churn."""

    @property
    def name(self) -> str:
        """What it is called in reports."""
        ...

    def begin(self, position: str) -> Session:
        """Begin a session at a position, given as text."""
        ...


@dataclass(frozen=True, slots=True)
class NotAsked:
    """A case that a player cannot be asked, with the reason."""

    reason: str


class Answered(NamedTuple):
    """What came of one case.

    Attributes:
        case: the case.
        as_asked: the case in the form in which the player was asked it.
        answer: the answer, or why there is none; adapters have reasons of their own (`Fault`).
    """

    case: Case
    as_asked: Case
    answer: Answer | NotAsked | Skipped | Trouble | object


class Player(Protocol):
    """Whatever answers questions about Churn: the specification, the engine, mutants, adapters."""

    @property
    def name(self) -> str:
        """What it is called in reports."""
        ...

    def ask(self, cases: Iterable[Case]) -> Iterator[Answered]:
        """Answer cases, in their order.

        A player may read ahead, so that many questions are under way at a time.
        """
        ...
