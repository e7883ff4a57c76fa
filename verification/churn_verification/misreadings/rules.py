"""The rules of Churn as one object with replaceable parts.

Each part is a function of the state; where it needs another part it asks the state's rules for it,
so a part that was replaced is replaced everywhere. `RULES` is Churn. A mutant is `RULES` with one
part replaced.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import churn_spec as spec
from churn_verification.misreadings.state import (
    BLUE,
    COLOURS,
    RED,
    Group,
    Groups,
    Lattice,
    State,
    cells_in,
    joined,
    reach_of,
)

SWAP = "swap"


@dataclass(frozen=True)
class Rules:
    """The parts. `at` is a state, `cell` an empty cell of it; masks are sets of cells.

    Attributes:
        names: board to the name of each cell in reading order (B1).
        neighbours: board to the neighbours of each cell, as masks (B1).
        opening: a state as it was given to the state where play begins (B1, T1).
        groups: lattice and stones to the groups they make.
        free: the cells where a stone may be put, whatever it forms (T1).
        isolated: the isolated placements (P1).
        beside: the groups that a stone on a cell joins (P2).
        formed_size: the size of the group that a stone on a cell forms (P2).
        measure: what is to be smallest, for a cell (P2).
        smallest: the placements where the measure is smallest (P2).
        legal: the legal placements (P1, P2).
        legal_turns: the names of the legal turns (T1, S1).
        yardstick: the size below which a placement on a cell removes groups (R1).
        removed: the stones that a placement on a cell removes (R1, R2).
        kept: the mover's groups after a placement on a cell that removes some stones (R2).
        place: the state after a placement on a cell (T1, R1, R2).
        offers_swap: whether the swap is on offer, by the states before and after a turn (S1).
        swap: the state after the swap (S1).
        over: whether the game is over (E1).
        outcome: who has won a game that is over (E2).
        refusal: the clause that an illegal turn breaks.
        refused: the state after an illegal turn was tried.
        undo: the state after taking back, by the state before the turn and the one after.
        ranking: the group sizes of a colour, largest first (F1).
    """

    names: Callable[[spec.Board], tuple[str, ...]]
    neighbours: Callable[[spec.Board], tuple[int, ...]]
    opening: Callable[[State], State]
    groups: Callable[[Lattice, int], Groups]
    free: Callable[[State], int]
    isolated: Callable[[State], int]
    beside: Callable[[State, int], Groups]
    formed_size: Callable[[State, int], int]
    measure: Callable[[State, int], int]
    smallest: Callable[[State], int]
    legal: Callable[[State], int]
    legal_turns: Callable[[State], frozenset[str]]
    yardstick: Callable[[State, int], int]
    removed: Callable[[State, int], int]
    kept: Callable[[State, int, int], Groups]
    place: Callable[[State, int], State]
    offers_swap: Callable[[State, State], bool]
    swap: Callable[[State], State]
    over: Callable[[State], bool]
    outcome: Callable[[State], str]
    refusal: Callable[[State, str], str]
    refused: Callable[[State], State]
    undo: Callable[[State, State], State]
    ranking: Callable[[State, int], tuple[int, ...]]


# Where play takes place ---------------------------------------------------------------------------


def names(board: spec.Board) -> tuple[str, ...]:
    """The names as the notation has them."""
    return tuple(spec.write_cell(board, cell) for cell in spec.cells_of(board))


def neighbours(board: spec.Board) -> tuple[int, ...]:
    """The neighbours as the specification has them."""
    number = {cell: i for i, cell in enumerate(spec.cells_of(board))}
    return tuple(
        sum(1 << number[near] for near in spec.neighbours_of(board, cell)) for cell in number
    )


def opening(at: State) -> State:
    """The state as it was given."""
    return at


def groups(lattice: Lattice, stones: int) -> Groups:
    """The groups, each grown from one of its stones."""
    found = []
    while stones:
        group, grown = 0, stones & -stones
        reach = 0
        while grown:
            group |= grown
            for cell in cells_in(grown):
                reach |= lattice.neighbours[cell]
            grown = reach & stones & ~group
        found.append(Group(group, reach, group.bit_count()))
        stones &= ~group
    return tuple(found)


# What may be done ---------------------------------------------------------------------------------


def free(at: State) -> int:
    """The empty cells."""
    return at.empty


def isolated(at: State) -> int:
    """The free cells beside which there is no friendly stone."""
    return at.rules.free(at) & ~reach_of(at.own)


def beside(at: State, cell: int) -> Groups:
    """The friendly groups that reach the cell."""
    return tuple(group for group in at.own if group.reach >> cell & 1)


def formed_size(at: State, cell: int) -> int:
    """The new stone, and all stones of all groups that it joins."""
    return 1 + sum(group.size for group in at.rules.beside(at, cell))


def measure(at: State, cell: int) -> int:
    """The formed size."""
    return at.rules.formed_size(at, cell)


def smallest(at: State) -> int:
    """The free cells of the smallest measure."""
    cells = list(cells_in(at.rules.free(at)))
    measures = [at.rules.measure(at, cell) for cell in cells]
    least = min(measures, default=0)
    return sum(1 << cell for cell, size in zip(cells, measures, strict=True) if size == least)


def legal(at: State) -> int:
    """The isolated placements, or else those of the smallest measure."""
    return at.rules.isolated(at) or at.rules.smallest(at)


def legal_turns(at: State) -> frozenset[str]:
    """The legal placements, and the swap where it is on offer; nothing after the end."""
    if at.rules.over(at):
        return frozenset()
    turns = {at.lattice.names[cell] for cell in cells_in(at.rules.legal(at))}
    return frozenset(turns | {SWAP} if at.swap_on_offer else turns)


def refusal(at: State, turn: str) -> str:
    """The first clause that an illegal turn breaks, in the specification's order."""
    if at.rules.over(at):
        return "E1"
    if turn == SWAP:
        return "S1"
    cell = at.lattice.index.get(turn)
    if cell is None:
        return "B1"
    if not at.rules.free(at) >> cell & 1:
        return "T1"
    return "P1" if at.rules.isolated(at) else "P2"


def refused(at: State) -> State:
    """The state as it was."""
    return at


# What a turn does ---------------------------------------------------------------------------------


def yardstick(at: State, cell: int) -> int:
    """The formed size."""
    return at.rules.formed_size(at, cell)


def removed(at: State, cell: int) -> int:
    """All friendly groups below the yardstick, but those that are joined."""
    least = at.rules.yardstick(at, cell)
    formed = at.rules.beside(at, cell)
    return joined(tuple(g for g in at.own if g.size < least and g not in formed)).cells


def kept(at: State, cell: int, removed: int) -> Groups:
    """The groups of the stones that are left, found anew."""
    return at.rules.groups(at.lattice, (at.stones[at.mover] | 1 << cell) & ~removed)


def place(at: State, cell: int) -> State:
    """The stone is put, stones are removed, and the other side is to move."""
    mine, other = at.stones[at.mover], at.stones[1 - at.mover]
    gone = at.rules.removed(at, cell)
    left = tuple(group for group in at.enemy if not group.cells & gone)
    after = with_side(at, 1 - at.mover, other & ~gone, left)
    own = at.rules.kept(at, cell, gone)
    after = with_side(after, at.mover, (mine | 1 << cell) & ~gone, own)._replace(
        mover=1 - at.mover,
        turn_number=at.turn_number + 1,
        swap_on_offer=False,
        filled=mine | other | 1 << cell == at.lattice.full,
    )
    return after._replace(swap_on_offer=at.rules.offers_swap(at, after))


def with_side(at: State, colour: int, stones: int, own: Groups) -> State:
    """The state with other stones and groups of one colour."""
    if colour == RED:
        return at._replace(stones=(stones, at.stones[BLUE]), groups=(own, at.groups[BLUE]))
    return at._replace(stones=(at.stones[RED], stones), groups=(at.groups[RED], own))


def offers_swap(before: State, after: State) -> bool:
    """After Red's first stone on the empty board, unless it has filled it."""
    return before.empty == before.lattice.full and before.mover == RED and after.empty != 0


def swap(at: State) -> State:
    """The players change seats; the stones stay, and the same colour is to move."""
    return at._replace(
        swap_on_offer=False, turn_number=at.turn_number + 1, red_seat=1 - at.red_seat
    )


def undo(before: State, _after: State) -> State:
    """The state before the turn."""
    return before


# The end ------------------------------------------------------------------------------------------


def over(at: State) -> bool:
    """The board is full at the end of a turn."""
    return not at.empty


def outcome(at: State) -> str:
    """The colour with more stones, or a tie."""
    lead = at.stones[RED].bit_count() - at.stones[BLUE].bit_count()
    if lead == 0:
        return "tie"
    return COLOURS[RED if lead > 0 else BLUE]


def ranking(at: State, colour: int) -> tuple[int, ...]:
    """The sizes of the groups that are kept."""
    return tuple(sorted((group.size for group in at.groups[colour]), reverse=True))


RULES = Rules(
    names=names,
    neighbours=neighbours,
    opening=opening,
    groups=groups,
    free=free,
    isolated=isolated,
    beside=beside,
    formed_size=formed_size,
    measure=measure,
    smallest=smallest,
    legal=legal,
    legal_turns=legal_turns,
    yardstick=yardstick,
    removed=removed,
    kept=kept,
    place=place,
    offers_swap=offers_swap,
    swap=swap,
    over=over,
    outcome=outcome,
    refusal=refusal,
    refused=refused,
    undo=undo,
    ranking=ranking,
)
"""Churn."""
