"""The readings that `RULES.md` rejects: misreadings of the catalogue, under the page's names.

The page can say on which position a reading and the specification differ, and a test can say
whether that is so.
"""

from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from types import MappingProxyType
from typing import Final

from churn_spec import (
    Board,
    Cell,
    Colour,
    Outcome,
    Position,
    cell_count,
    cells_of,
    is_over,
    legal_placements,
    play,
    starting_position,
)
from churn_verification.hexagons import shapes
from churn_verification.misreadings import CATALOGUE
from churn_verification.misreadings.playing import RulesImplementation, state_at
from churn_verification.misreadings.rules import RULES, Rules
from churn_verification.misreadings.state import BLUE, COLOURS, RED, State, cells_in


@dataclass(frozen=True)
class Reading:
    """A way to read the rules.

    Attributes:
        clause: the clause that is read in another way.
        misreading: the id of the misreading in the catalogue; empty for the rules as they are.
    """

    clause: str
    misreading: str = ""

    @cached_property
    def rules(self) -> Rules:
        """The rules object of the misreading."""
        if not self.misreading:
            return RULES
        played = CATALOGUE[self.misreading].implementation
        if not isinstance(played, RulesImplementation):
            raise TypeError(f"{self.misreading} is no misreading of the rules")
        return played.rules

    @property
    def sentence(self) -> str:
        """What it does, in one sentence."""
        return CATALOGUE[self.misreading].sentence

    def legal(self, position: Position) -> frozenset[Cell]:
        """The legal placements."""
        state = state_at(self.rules, position)
        return _cells(position.board, self.rules.legal(state))

    def after(self, position: Position, cell: Cell) -> Position:
        """The position at the end of a placement's turn."""
        state = self._after(position, cell)
        red, blue = (_cells(position.board, state.stones[colour]) for colour in (RED, BLUE))
        return Position(position.board, red, blue, Colour(COLOURS[state.mover]))

    def over(self, position: Position, cell: Cell) -> bool:
        """Whether the game is over at the end of a placement's turn."""
        return self.rules.over(self._after(position, cell))

    def winner(self, position: Position, cell: Cell) -> Outcome | None:
        """Who has won at the end of a placement's turn."""
        if not self.over(position, cell):
            return None
        return Outcome(self.rules.outcome(self._after(position, cell)))

    def _after(self, position: Position, cell: Cell) -> State:
        state = state_at(self.rules, position)
        return self.rules.place(state, cells_of(position.board).index(cell))


def _cells(board: Board, mask: int) -> frozenset[Cell]:
    cells = cells_of(board)
    return frozenset(cells[number] for number in cells_in(mask))


READINGS: Final = MappingProxyType(
    {
        "isolation-optional": Reading("P1", "isolation-optional"),
        "untouched-first": Reading("P1", "isolation-means-touching-nothing"),
        "untouched-or-joining": Reading("P1", "enemy-stones-block-isolation"),
        "any-joining": Reading("P2", "any-joining-placement-legal"),
        "largest-joined": Reading("P2", "smallest-by-largest-joined-group"),
        "smallest-joined": Reading("P2", "smallest-by-smallest-joined-group"),
        "number-joined": Reading("P2", "smallest-by-number-of-joined-groups"),
        "stones-beside": Reading("P2", "smallest-by-stones-beside"),
        "counted-per-touch": Reading("P2", "smallest-by-touches"),
        "smaller-than-joined": Reading("R1", "removal-by-largest-joined-group"),
        "joined-too": Reading("R1", "removal-before-joining"),
        "adjacent-only": Reading("R1", "nothing-removed"),
        "smallest-only": Reading("R1", "only-smallest-groups-removed"),
        "equal-too": Reading("R2", "equal-groups-removed"),
        "enemy-too": Reading("R2", "enemy-groups-removed-too"),
        "end-before-removal": Reading("E1", "no-removal-on-the-last-cell"),
        "end-once-filled": Reading("E1", "end-before-removal"),
        "largest-group": Reading("E2", "largest-group-wins"),
    }
)
"""Name on the page to rejected reading.

A group next to the formed group would be a part of it, so a reading that removes only groups next
to it removes nothing.
"""


# Differences -------------------------------------------------------------------------------------


def differs(reading: Reading, position: Position) -> bool:
    """Whether a reading and the specification differ on a position that does not end the game.

    They are asked for the legal placements and, for those legal in both, what the turn leads to.
    """
    legal = reading.legal(position)
    return legal != legal_placements(position) or any(
        turn_differs(reading, position, cell) for cell in legal
    )


def turn_differs(reading: Reading, position: Position, cell: Cell) -> bool:
    """Whether a turn leads to another position, ends the game or not, or has another winner."""
    return _end_of_turn(reading, position, cell) != _end_of_turn(_STATED, position, cell)


def _end_of_turn(
    reading: Reading, position: Position, cell: Cell
) -> tuple[Position, bool, Outcome | None]:
    return (
        reading.after(position, cell),
        reading.over(position, cell),
        reading.winner(position, cell),
    )


_STATED = Reading("")


@lru_cache(maxsize=20)
def reachable(board: Board) -> tuple[Position, ...]:
    """The positions that games on a board pass through, earliest first, without the final ones.

    The swap, which moves no stone, is left out. Small boards are asked for again and again, so some
    are kept.
    """
    seen = {starting_position(board): None}
    layer = list(seen)
    while layer:
        following = {
            replace(play(position, cell), swap_on_offer=False): None
            for position in layer
            for cell in sorted(legal_placements(position))
        }
        layer = [after for after in following if after not in seen and not is_over(after)]
        seen |= dict.fromkeys(layer)
    return tuple(seen)


@cache
def fewest_cells(reading_name: str) -> int:
    """The cells of the smallest boards on which a reading ever makes a difference.

    Looked for in the reachable positions of all boards from one cell upwards.

    Raises:
        ValueError: it makes none on any board of at most `_LARGEST_SEARCHED` cells.
    """
    reading = READINGS[reading_name]
    for board in shapes(_LARGEST_SEARCHED):
        if any(differs(reading, position) for position in reachable(board)):
            return cell_count(board)
    raise ValueError(f"no difference on any board of at most {_LARGEST_SEARCHED} cells")


_LARGEST_SEARCHED = 10
"""All readings differ on a board of at most so many cells."""
