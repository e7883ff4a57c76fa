"""The questions that an implementation of Churn must answer, all in the words of the notation."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


class Refused(Exception):  # noqa: N818 - to refuse an illegal turn is no error
    """An implementation's refusal of an illegal turn.

    Attributes:
        clause: the clause that it says the turn breaks.
    """

    def __init__(self, clause: str) -> None:
        super().__init__(f"refused by {clause}")
        self.clause = clause


@dataclass(frozen=True)
class Placement:
    """What a placement of the side to move would do, legal or not.

    Attributes:
        formed_size: the number of stones of the formed group.
        removed: the names of the cells whose stones would be removed.
    """

    formed_size: int
    removed: frozenset[str]


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


@dataclass(frozen=True)
class Observation:
    """Everything that can be asked of a session without changing it."""

    position: str
    turn_number: int
    red_seat: str
    legal: frozenset[str]
    placements: Mapping[str, Placement]
    over: bool
    winner: str | None
    winning_seat: str | None
    red_ranking: tuple[int, ...]
    blue_ranking: tuple[int, ...]


def observe(session: Session) -> Observation:
    """Ask a session everything."""
    return Observation(
        position=session.position(),
        turn_number=session.turn_number(),
        red_seat=session.red_seat(),
        legal=session.legal(),
        placements=session.placements(),
        over=session.over(),
        winner=session.winner(),
        winning_seat=session.winning_seat(),
        red_ranking=session.ranking("red"),
        blue_ranking=session.ranking("blue"),
    )
