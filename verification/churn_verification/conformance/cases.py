"""What is asked of an adapter, in the words of this project."""

from dataclasses import dataclass, field

from churn_verification.conformance.messages import PerftCount, Refusal, State

Right = State | Refusal | PerftCount
"""A right answer."""


@dataclass(frozen=True, slots=True)
class Case:
    """A place in the game tree, and what is asked there.

    Attributes:
        position: the text of the position where it begins.
        turns: the turns from there; all but the last are legal.
        depth: 0 to ask how things stand, else the length of the turn sequences to count.
        way: turns that lead to `position` from the empty board, where they are known.
    """

    position: str
    turns: tuple[str, ...] = ()
    depth: int = 0
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
class Item:
    """A case with its right answer.

    Attributes:
        name: what it is called in reports: a vector's id, or where it comes from.
        case: the case.
        right: the right answer.
        clauses: the clauses that decide it.
    """

    name: str
    case: Case
    right: Right
    clauses: tuple[str, ...]
