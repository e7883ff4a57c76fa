"""The rules in numbered clauses, and the functions that state them.

The ids are for good: code, checks, proofs, vectors, mutants and reports refer to them. A clause
may be added where the rules need one; none is ever renumbered. `RULES.md` beside this package
explains each with its reading, the readings that were rejected, and a picture.
"""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

CLAUSES: Final = MappingProxyType(
    {
        "B1": "The board is a hexagon of any size, regular or irregular; it starts empty.",
        "B2": "A board should have an odd number of cells, so that no tie is possible; an even"
        " board is accepted for study, with a warning, and can tie.",
        "T1": "Red and Blue take turns, Red first; a turn places one stone of one's own colour on"
        " an empty cell; there is no passing.",
        "S1": "Pie rule: on the second turn of the game, and only then, the second player may take"
        " over the first player's place in lieu of placing.",
        "P1": "If an isolated placement exists, one must be made; enemy stones do not matter.",
        "P2": "Otherwise the placement must be one of those with the smallest formed size; joining"
        " several groups counts them all and the new stone.",
        "R1": "After a joining placement all friendly groups strictly smaller than the formed group"
        " are removed, anywhere on the board, at once.",
        "R2": "Groups of equal or larger size stay, the formed group stays, the opponent's stones"
        " are never touched, an isolated placement removes nothing.",
        "E1": "The game is over when the board is full at the end of a turn, removal included;"
        " filling the last cell and then removing stones does not end it.",
        "E2": "Who has the majority of the stones on the full board wins.",
        "F1": "Every game ends.",
        "C1": "The designer's claim: a game takes about 7,400 turns on size 5.",
        "C2": "The designer's claim: a game takes about 950,000 turns on size 7.",
    }
)
"""Clause id to its statement."""

CLAIMED_TURNS: Final = MappingProxyType({"C1": (5, 7_400), "C2": (7, 950_000)})
"""Claim id to the regular board's size and the number of turns the designer states for it."""


class Passage(NamedTuple):
    """What a clause rests on.

    Attributes:
        words: the designer's own.
        figures: numbers of the designer's figures that show it.
    """

    words: str
    figures: tuple[int, ...] = ()


RESTS_ON: Final = MappingProxyType(
    {
        "B1": Passage("a hexagonal board of any size, initially empty"),
        "B2": Passage("Only boards with an odd number of cells should be used, to prevent ties."),
        "T1": Passage(
            "take turns placing their own stones onto unoccupied cells on the board, one stone per"
            " turn, starting with Red"
        ),
        "S1": Passage("Churn uses the pie rule."),
        "P1": Passage("in isolation (not adjacent to any friendly groups), you must do so", (1,)),
        "P2": Passage(
            "you must select a placement that forms the smallest friendly group possible", (2,)
        ),
        "R1": Passage(
            "you must immediately remove all friendly groups smaller than the group so formed", (3,)
        ),
        "R2": Passage("all friendly groups smaller than the group so formed", (3, 4)),
        "E1": Passage(
            "If your placement causes the board to be filled, you still have to finish your turn",
            (4,),
        ),
        "E2": Passage("the player having the majority of on-board stones wins", (4,)),
        "F1": Passage("Churn is naturally finite. Play can't go on forever."),
        "C1": Passage("it takes about 7,400 turns to complete a game of Churn on a size 5 board"),
        "C2": Passage(
            "It would take about 950,000 turns to complete a size 7 (127 cells) game of Churn."
        ),
    }
)
"""Clause id to the passage of the designer's rules, and the figures, from which it is read."""

_STATED_BY: dict[str, Callable[..., object]] = {}

_Function = TypeVar("_Function", bound=Callable[..., object])


def states(clause: str) -> Callable[[_Function], _Function]:
    """Mark a function as the statement of a clause.

    Args:
        clause: the clause's id.

    Returns:
        A decorator that leaves the function as it is and records it.

    Raises:
        ValueError: there is no such clause, or another function states it already.
    """
    if clause not in CLAUSES:
        raise ValueError(f"there is no clause {clause}; the clauses are {', '.join(CLAUSES)}")

    def record(function: _Function) -> _Function:
        stated = _STATED_BY.setdefault(clause, function)
        if stated is not function:
            raise ValueError(f"clause {clause} is stated by {stated.__qualname__} already")
        return function

    return record


def stated_by(clause: str) -> Callable[..., object]:
    """The function that states a clause.

    Args:
        clause: the clause's id.

    Raises:
        KeyError: no function states it (the claims C1 and C2 are figures, not functions).
    """
    return _STATED_BY[clause]
