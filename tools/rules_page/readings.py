"""The readings that `RULES.md` rejects, as rules of their own.

Each is the specification with one part replaced, so that the page can say on which position the
two differ, and a test can say whether that is so.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from churn_spec import (
    Board,
    Cell,
    Colour,
    Outcome,
    Position,
    cell_count,
    empty_cells,
    formed_group,
    friendly_stones_after,
    groups,
    is_over,
    legal_placements,
    neighbours_of,
    starting_position,
    winner,
)
from churn_verification.hexagons import shapes
from tools.rules_page.placements import (
    any_joining,
    counted_per_touch,
    formed_size,
    isolation_optional,
    largest_joined,
    legal_by,
    number_joined,
    smallest_joined,
    stones_beside,
    untouched_first,
    untouched_or_joining,
)


def after_placement(position: Position, own: frozenset[Cell]) -> Position:
    """The position at the end of a turn that left the side to move these stones."""
    red, blue = (own, position.blue) if position.mover is Colour.RED else (position.red, own)
    return Position(position.board, red, blue, position.mover.other)


def _stated_after(position: Position, cell: Cell) -> Position:
    return after_placement(position, friendly_stones_after(position, cell))


def _stated_over(before: Position, cell: Cell, after: Position) -> bool:
    del before, cell
    return is_over(after)


@dataclass(frozen=True)
class Reading:
    """A way to read the rules. Each part is as the specification states it unless replaced.

    Attributes:
        clause: the clause that is read in another way.
        sentence: how.
        legal: the legal placements of a position.
        after: the position at the end of a placement's turn.
        over: whether the game is over at the end of a turn, from the position before, the cell,
            and the position after.
        winner: who has won in a position that ends the game.
    """

    clause: str
    sentence: str
    legal: Callable[[Position], frozenset[Cell]] = legal_placements
    after: Callable[[Position, Cell], Position] = _stated_after
    over: Callable[[Position, Cell, Position], bool] = _stated_over
    winner: Callable[[Position], Outcome | None] = winner


# R1 and R2 ---------------------------------------------------------------------------------------


def _removing(
    gone: Callable[[Position, Cell], frozenset[Cell]],
) -> Callable[[Position, Cell], Position]:
    """The result of a turn for a reading that removes other friendly stones."""

    def after(position: Position, cell: Cell) -> Position:
        return after_placement(position, (position.own | {cell}) - gone(position, cell))

    return after


def _other_groups(position: Position, cell: Cell) -> frozenset[frozenset[Cell]]:
    """The friendly groups at the end of the placement, but for the formed one."""
    formed = formed_group(position, cell)
    return groups(position.board, position.own | {cell}) - {formed}


def _stones_of(some: Iterable[frozenset[Cell]]) -> frozenset[Cell]:
    return frozenset(stone for group in some for stone in group)


def _equal_too(position: Position, cell: Cell) -> frozenset[Cell]:
    size = formed_size(position, cell)
    if size == 1:
        return frozenset()
    return _stones_of(group for group in _other_groups(position, cell) if len(group) <= size)


def _smaller_than_joined(position: Position, cell: Cell) -> frozenset[Cell]:
    size = largest_joined(position, cell) - 1
    return _stones_of(group for group in _other_groups(position, cell) if len(group) < size)


def _joined_too(position: Position, cell: Cell) -> frozenset[Cell]:
    size = formed_size(position, cell)
    standing = groups(position.board, position.own)
    return _stones_of(group for group in standing if len(group) < size)


def _adjacent_only(position: Position, cell: Cell) -> frozenset[Cell]:
    """Nothing, ever: a friendly group next to the formed group would be part of it."""
    formed = formed_group(position, cell)
    beside = frozenset(near for stone in formed for near in neighbours_of(position.board, stone))
    return _stones_of(group for group in _other_groups(position, cell) if group & beside)


def _smallest_only(position: Position, cell: Cell) -> frozenset[Cell]:
    size = formed_size(position, cell)
    smaller = [group for group in _other_groups(position, cell) if len(group) < size]
    least = min(map(len, smaller), default=0)
    return _stones_of(group for group in smaller if len(group) == least)


def _enemy_too(position: Position, cell: Cell) -> Position:
    size = formed_size(position, cell)
    weak = (group for group in groups(position.board, position.enemy) if len(group) < size)
    gone = _stones_of(weak)
    after = _stated_after(position, cell)
    return Position(after.board, after.red - gone, after.blue - gone, after.mover)


# E1 and E2 ---------------------------------------------------------------------------------------


def _after_without_last_removal(position: Position, cell: Cell) -> Position:
    if empty_cells(position) == {cell}:
        return after_placement(position, position.own | {cell})
    return _stated_after(position, cell)


def _over_once_filled(before: Position, cell: Cell, after: Position) -> bool:
    del after
    return empty_cells(before) == {cell}


def _majority(position: Position) -> Outcome:
    return _outcome(len(position.red) - len(position.blue))


def _largest_group(position: Position) -> Outcome:
    largest = {
        colour: max(map(len, groups(position.board, position.stones(colour))), default=0)
        for colour in Colour
    }
    return _outcome(largest[Colour.RED] - largest[Colour.BLUE])


def _outcome(lead: int) -> Outcome:
    if lead == 0:
        return Outcome.TIE
    return Outcome.RED if lead > 0 else Outcome.BLUE


READINGS: Final = MappingProxyType(
    {
        "isolation-optional": Reading(
            "P1",
            "an isolated placement may be made, or one of the smallest joining ones instead",
            legal=isolation_optional,
        ),
        "untouched-first": Reading(
            "P1",
            "isolated means that no stone of either colour is next to the cell",
            legal=untouched_first,
        ),
        "untouched-or-joining": Reading(
            "P1",
            "the same, and where there is no such cell the stone must join a group",
            legal=untouched_or_joining,
        ),
        "any-joining": Reading(
            "P2", "where none is isolated, any placement may be made", legal=any_joining
        ),
        "largest-joined": Reading(
            "P2",
            "only the largest of the joined groups counts, and the new stone",
            legal=legal_by(largest_joined),
        ),
        "smallest-joined": Reading(
            "P2",
            "the stone must touch one of the smallest groups, whatever else it joins",
            legal=legal_by(smallest_joined),
        ),
        "number-joined": Reading(
            "P2", "as few groups as possible must be joined", legal=legal_by(number_joined)
        ),
        "stones-beside": Reading(
            "P2",
            "the stones next to the cell count, and not their groups",
            legal=legal_by(stones_beside),
        ),
        "counted-per-touch": Reading(
            "P2",
            "a group that touches the new stone twice counts twice",
            legal=legal_by(counted_per_touch),
        ),
        "smaller-than-joined": Reading(
            "R1",
            "groups smaller than the largest joined group are removed",
            after=_removing(_smaller_than_joined),
        ),
        "joined-too": Reading(
            "R1",
            "the groups that stood before the placement are removed where smaller, the joined"
            " ones too",
            after=_removing(_joined_too),
        ),
        "adjacent-only": Reading(
            "R1",
            "only groups next to the formed group are removed",
            after=_removing(_adjacent_only),
        ),
        "smallest-only": Reading(
            "R1",
            "of the smaller groups only the smallest are removed",
            after=_removing(_smallest_only),
        ),
        "equal-too": Reading(
            "R2", "groups of the same size are removed too", after=_removing(_equal_too)
        ),
        "enemy-too": Reading(
            "R2", "smaller groups of the opponent are removed too", after=_enemy_too
        ),
        "end-before-removal": Reading(
            "E1",
            "filling the last cell ends the game on the spot; nothing is removed any more",
            after=_after_without_last_removal,
        ),
        "end-once-filled": Reading(
            "E1",
            "filling the last cell ends the game, once the removal is done",
            over=_over_once_filled,
            winner=_majority,
        ),
        "largest-group": Reading("E2", "the largest group wins", winner=_largest_group),
    }
)
"""Name to rejected reading."""


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
    after = reading.after(position, cell)
    over = reading.over(position, cell, after)
    return after, over, reading.winner(after) if over else None


_STATED = Reading("", "as the specification states it")


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
            _stated_after(position, cell): None
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
