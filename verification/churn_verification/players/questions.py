"""What a player is asked: a position, turns from there, and something about what results."""

from dataclasses import dataclass, field
from enum import Flag, auto

import churn_spec as spec
from churn_verification.players.answers import Answer

UNDO = "undo"
"""Stands among the turns of a question and takes the last turn back."""


class Ask(Flag):
    """What is asked of the state to which a question leads; the rest is not told."""

    LEGAL = auto()
    """The legal turns, whether the game is over, and who has won."""
    COURSE = auto()
    """The position, what the last turn removed, the number of the turn, and who holds Red."""
    GROUPS = auto()
    """The sizes of all groups, the size that legal placements form, and which player has won."""
    PLACEMENTS = auto()
    """What a placement on each empty cell would form and remove, legal or not."""

    TURNS = LEGAL | COURSE
    """What changes with each turn of a game."""
    STATE = LEGAL | COURSE | GROUPS
    """All that the line protocol tells."""
    EVERYTHING = STATE | PLACEMENTS
    """All that there is."""


@dataclass(frozen=True, slots=True)
class Question:
    """A place in a game, and what is asked there.

    Attributes:
        position: the text of the position where it begins.
        turns: the turns from there: cells, `swap` and `undo`. Where one is illegal, the answer is
            the refusal of that turn, and the turns after it are not taken.
        depth: 0 to ask how the game stands, else the length of the turn sequences to count.
        ask: how much of the state is asked for.
        way: turns that lead to `position` from the empty board, where they are known.
    """

    position: str
    turns: tuple[str, ...] = ()
    depth: int = 0
    ask: Ask = field(default=Ask.STATE, compare=False)
    way: tuple[str, ...] | None = field(default=None, compare=False)

    @property
    def board(self) -> str:
        """The text of the board."""
        return self.position.partition(" ")[0]

    def __str__(self) -> str:
        turns = f", then {' '.join(self.turns)}" if self.turns else ""
        count = f", perft({self.depth})" if self.depth else ""
        return f"{self.position}{turns}{count}"


@dataclass(frozen=True, slots=True)
class Case:
    """A question with its right answer.

    Attributes:
        name: what it is called in reports: a vector's id, or where it comes from.
        question: the question.
        right: the right answer.
        clauses: the clauses that decide it.
    """

    name: str
    question: Question
    right: Answer
    clauses: tuple[str, ...]


def start_of(board: str) -> str:
    """The text of the empty board with Red to move.

    Args:
        board: the board's text.

    Raises:
        NotationError: the text names no board.
    """
    return spec.write_position(spec.starting_position(spec.read_board(board)))
