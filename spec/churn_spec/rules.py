"""The rules of a turn and of the end, one function a clause, in the order of play.

A turn begins at a position. `legal_turns` says what may be done (T1, S1, P1, P2), `play` does it
(R1, R2), `is_over` and `winner` judge what results (E1, E2). Everything is computed anew from the
stones each time: these functions are there to be read.
"""

from dataclasses import replace
from enum import Enum
from typing import TypeAlias

from churn_spec.board import Board, Cell, cells_of, neighbours_of
from churn_spec.clauses import states
from churn_spec.position import Colour, Position, starting_position


class Swap(Enum):
    """The turn that is no placement (S1)."""

    SWAP = "swap"


SWAP = Swap.SWAP

Turn: TypeAlias = Cell | Swap
"""One turn: the cell of a placement, or the swap."""


class Outcome(Enum):
    """How a finished game ended (E2); a tie is possible on an even board only (B2)."""

    RED = "red"
    BLUE = "blue"
    TIE = "tie"


class IllegalTurn(ValueError):  # noqa: N818 - the rules' own word for it
    """A turn that the rules forbid.

    Attributes:
        clause: the id of the clause it breaks.
    """

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(reason)
        self.clause = clause


# Groups ------------------------------------------------------------------------------------------


def group_of(board: Board, stones: frozenset[Cell], cell: Cell) -> frozenset[Cell]:
    """The group that holds a stone: all stones reached from it by steps between neighbours.

    Args:
        board: the board.
        stones: the stones of one colour.
        cell: one of them.
    """
    group: frozenset[Cell] = frozenset()
    found = frozenset([cell])
    while found:
        group |= found
        beside = frozenset(near for each in found for near in neighbours_of(board, each))
        found = (beside & stones) - group
    return group


def groups(board: Board, stones: frozenset[Cell]) -> frozenset[frozenset[Cell]]:
    """All groups of one colour's stones. One stone alone is a group."""
    found: set[frozenset[Cell]] = set()
    rest = stones
    while rest:
        group = group_of(board, stones, min(rest))
        found.add(group)
        rest -= group
    return frozenset(found)


def formed_group(position: Position, cell: Cell) -> frozenset[Cell]:
    """The group that would hold the side to move's new stone on a cell, before removal.

    Clause P2: all friendly groups beside the new stone are joined with it, and all their stones
    count, the new one included. A group that touches the new stone twice counts once.
    """
    return group_of(position.board, position.own | {cell}, cell)


# What may be done --------------------------------------------------------------------------------


@states("T1")
def empty_cells(position: Position) -> frozenset[Cell]:
    """The cells where a stone can be placed: those that hold none.

    Clause T1. There is always one while the game lasts, so nobody need ever pass.
    """
    return frozenset(cells_of(position.board)) - position.red - position.blue


@states("S1")
def offers_swap(position: Position, turn: Turn) -> bool:
    """Whether a turn is answered by the offer of the swap: it was the first turn of a game.

    Clause S1. The first turn is Red's placement on the empty board; no later turn can leave the
    board as empty as that again. A board of one cell is full after it, so nothing is offered.
    """
    return position == starting_position(position.board) and empty_cells(position) != {turn}


@states("P1")
def isolated_placements(position: Position) -> frozenset[Cell]:
    """The empty cells with no friendly stone beside them.

    Clause P1. Where there is one, one of these must be chosen. Enemy stones beside the cell do
    not matter.
    """
    return frozenset(
        cell
        for cell in empty_cells(position)
        if not neighbours_of(position.board, cell) & position.own
    )


@states("P2")
def smallest_joining_placements(position: Position) -> frozenset[Cell]:
    """The empty cells where the smallest group would be formed.

    Clause P2. These are the choice where no isolated placement exists. What counts is the formed
    group whole: the sizes of all groups that are joined, and the new stone.
    """
    formed_size = {cell: len(formed_group(position, cell)) for cell in empty_cells(position)}
    smallest = min(formed_size.values(), default=0)
    return frozenset(cell for cell, size in formed_size.items() if size == smallest)


def legal_placements(position: Position) -> frozenset[Cell]:
    """The cells where the side to move may place a stone (P1, else P2); none on a full board."""
    return isolated_placements(position) or smallest_joining_placements(position)


def legal_turns(position: Position) -> frozenset[Turn]:
    """The turns that the side to move may take: the placements, and the swap where on offer."""
    turns: frozenset[Turn] = legal_placements(position)
    return turns | {SWAP} if position.swap_on_offer else turns


# What a turn does --------------------------------------------------------------------------------


@states("R1")
def removed_stones(position: Position, cell: Cell) -> frozenset[Cell]:
    """The stones that leave the board when the side to move places a stone on a cell.

    Clause R1. All friendly groups strictly smaller than the formed group go, wherever they are.
    An isolated placement forms a group of one, and no group is smaller than that.
    """
    formed = formed_group(position, cell)
    friendly_groups = groups(position.board, position.own | {cell})
    return frozenset(
        stone for group in friendly_groups if len(group) < len(formed) for stone in group
    )


@states("R2")
def friendly_stones_after(position: Position, cell: Cell) -> frozenset[Cell]:
    """The stones of the side to move at the end of a turn that places a stone on a cell.

    Clause R2. The new stone and all others stay, but those that R1 removes. The opponent's stones
    are no part of this: nothing that a turn does depends on them or changes them.
    """
    return (position.own | {cell}) - removed_stones(position, cell)


def require_legal(position: Position, turn: Turn) -> None:
    """Refuse an illegal turn.

    Raises:
        IllegalTurn: with the clause that the turn breaks: E1 after the end, S1 for a swap out of
            time, B1 off the board, T1 on an occupied cell, P1 where an isolated placement was
            due, P2 where a smaller group could be formed.
    """
    if is_over(position):
        raise IllegalTurn("E1", "the game is over")
    if isinstance(turn, Swap):
        if not position.swap_on_offer:
            raise IllegalTurn("S1", "the swap is on offer on the second turn of the game only")
        return
    if turn not in cells_of(position.board):
        raise IllegalTurn("B1", "the cell is not on the board")
    if turn not in empty_cells(position):
        raise IllegalTurn("T1", "the cell is occupied")
    if turn not in legal_placements(position):
        if isolated_placements(position):
            raise IllegalTurn("P1", "the placement is not isolated, and an isolated one exists")
        raise IllegalTurn("P2", "the formed group is not the smallest possible")


def play(position: Position, turn: Turn) -> Position:
    """The position at the end of a turn.

    A placement changes the stones of the side to move as R1 and R2 say, and the opponent is to
    move. The swap leaves the stones as they are, and Blue is still to move: the players have
    changed seats (see `churn_spec.game`).

    Raises:
        IllegalTurn: the rules forbid the turn.
    """
    require_legal(position, turn)
    if isinstance(turn, Swap):
        return replace(position, swap_on_offer=False)
    own = friendly_stones_after(position, turn)
    red, blue = (own, position.blue) if position.mover is Colour.RED else (position.red, own)
    swap_on_offer = offers_swap(position, turn)
    return Position(position.board, red, blue, position.mover.other, swap_on_offer)


# The end -----------------------------------------------------------------------------------------


@states("E1")
def is_over(position: Position) -> bool:
    """Whether the game is over: the board is full.

    Clause E1. A position is what stands at the end of a turn, removal included; so a board that
    was full for the moment between placement and removal is no position and ends nothing.
    """
    return not empty_cells(position)


@states("E2")
def winner(position: Position) -> Outcome | None:
    """Who has won: the colour with the majority of the stones on the full board.

    Clause E2.

    Returns:
        The outcome, or None while the game lasts.
    """
    if not is_over(position):
        return None
    lead = len(position.red) - len(position.blue)
    if lead == 0:
        return Outcome.TIE
    return Outcome.RED if lead > 0 else Outcome.BLUE
