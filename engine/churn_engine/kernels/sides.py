"""One player's stones as the kernels keep them.

Single stones are kept as one set with a counter per cell of how many are next to it, in two binary
digits. Larger groups are kept on a stack, the smallest on top. That order keeps itself: a placement
removes all groups smaller than the one it forms, and those that it joins are smaller too, so the
formed group is put on top of groups at least as large as itself (this is clause F1 at work).
"""

from typing import NamedTuple

import numpy as np

from churn_engine.kernels.compiling import helper
from churn_engine.kernels.formulas import Word, grown, one_more_single, united, without
from churn_engine.kernels.instructions import (
    count,
    first_cell,
    load,
    nothing,
    some,
    store,
)
from churn_engine.kernels.tables import Numbers, Tables, Words
from churn_engine.kernels.words import Layout

_WORDS_A_GROUP = 3  # its stones, its reach, and the union of the reaches up to this one


class Memory(NamedTuple):
    """The arrays that kernels work on.

    Attributes:
        layout: How long words are.
        rows: The board, see `Tables`.
        full: All cells of the board.
        groups: The larger groups of both players, three words each.
        sizes: The size of each of these groups.
        digits: Room for the digits of sums of sizes, one word each.
    """

    layout: Layout
    rows: Words
    full: Words
    groups: Words
    sizes: Numbers
    digits: Words


class Side(NamedTuple):
    """What a player has on the board; for the words see `formulas`.

    Attributes:
        near: The union of the reaches of all groups.
        larger: The union of the reaches of the larger groups.
        ones: The lower digit of the number of single stones next to each cell.
        twos: The higher digit.
        singles: The single stones.
        bottom: Where in memory the player's larger groups begin; no group is ever there, so what
            is kept of it stays empty.
        top: Where the last and smallest of them is; `bottom` if there is none.
    """

    near: Word
    larger: Word
    ones: Word
    twos: Word
    singles: Word
    bottom: int
    top: int


def memory_for(tables: Tables) -> Memory:
    """Give the arrays for one game on a board at a time."""
    length = tables.layout.length
    places = 2 * places_a_side(tables.cells)
    digits = (8 * tables.cells).bit_length()
    return Memory(
        layout=tables.layout,
        rows=tables.rows,
        full=tables.full,
        groups=np.zeros(places * _WORDS_A_GROUP * length, dtype=np.uint64),
        sizes=np.zeros(places, dtype=np.int64),
        digits=np.zeros(digits * length, dtype=np.uint64),
    )


def places_a_side(cells: int) -> int:
    """Give the most larger groups that can be on a board, and one place for the bottom."""
    return cells // 2 + 2


@helper
def bottom_of_blue(memory: Memory) -> int:
    """Where in memory Blue's larger groups begin; Red's begin at 0."""
    return len(memory.sizes) // 2


@helper
def neighbours_of(memory: Memory, cell: int) -> Word:
    """The cells next to a cell."""
    word: Word = load(memory.layout, memory.rows, 2 * cell)
    return word


@helper
def set_of(memory: Memory, cell: int) -> Word:
    """The set that holds just this cell."""
    word: Word = load(memory.layout, memory.rows, 2 * cell + 1)
    return word


@helper
def group_at(memory: Memory, place: int) -> Word:
    """The stones of a larger group."""
    word: Word = load(memory.layout, memory.groups, 3 * place)
    return word


@helper
def reach_at(memory: Memory, place: int) -> Word:
    """The reach of a larger group."""
    word: Word = load(memory.layout, memory.groups, 3 * place + 1)
    return word


@helper
def reaches_up_to(memory: Memory, place: int) -> Word:
    """The union of the reaches of a player's larger groups up to a place on the stack."""
    word: Word = load(memory.layout, memory.groups, 3 * place + 2)
    return word


@helper
def put_group(memory: Memory, place: int, group: Word, reach: Word, size: int) -> Word:
    """Put a larger group at a place on the stack; gives the union of the reaches up to it."""
    larger = united(reaches_up_to(memory, place - 1), reach)
    memory.sizes[place] = size
    store(memory.groups, 3 * place, group)
    store(memory.groups, 3 * place + 1, reach)
    store(memory.groups, 3 * place + 2, larger)
    return larger


@helper
def empty_side(memory: Memory, bottom: int) -> Side:
    """A player without stones, whose larger groups will begin at a place in memory."""
    none = nothing(memory.layout)
    return Side(none, none, none, none, none, bottom, bottom)


@helper
def with_single(side: Side, stone: Word, neighbours: Word) -> Side:
    """The player with one more single stone, which has no friendly neighbour."""
    ones, twos = one_more_single(side.ones, side.twos, neighbours)
    return Side(
        near=united(side.near, neighbours),
        larger=side.larger,
        ones=ones,
        twos=twos,
        singles=united(side.singles, stone),
        bottom=side.bottom,
        top=side.top,
    )


@helper
def side_of(memory: Memory, stones: Word, bottom: int) -> Side:
    """A player whose stones are just anywhere; the larger groups begin at a place in memory."""
    side = empty_side(memory, bottom)
    left = stones
    while some(left):
        group, reach = _group_around(memory, first_cell(left), stones)
        left = without(left, group)
        size = count(group)
        if size == 1:
            side = with_single(side, group, reach)
        else:
            side = _with_larger_group(memory, side, group, reach, size)
    return side


@helper
def stones_of(memory: Memory, side: Side) -> Word:
    """All stones of a player."""
    stones = side.singles
    for place in range(side.bottom + 1, side.top + 1):
        stones = united(stones, group_at(memory, place))
    return stones


@helper
def _group_around(memory: Memory, cell: int, stones: Word) -> tuple[Word, Word]:
    """The group of the stone on a cell, and its reach."""
    group = set_of(memory, cell)
    reach = nothing(memory.layout)
    left = group
    while some(left):
        cell = first_cell(left)
        neighbours = neighbours_of(memory, cell)
        more = grown(group, neighbours, stones)
        reach = united(reach, neighbours)
        left = united(without(left, set_of(memory, cell)), without(more, group))
        group = more
    return group, reach


@helper
def _with_larger_group(memory: Memory, side: Side, group: Word, reach: Word, size: int) -> Side:
    """The player with one more larger group, at its place on the stack.

    Smaller groups move one place up. Where the new group and those go, the unions of the reaches
    are formed anew.
    """
    place = side.top + 1
    while place - 1 > side.bottom and memory.sizes[place - 1] < size:
        place -= 1
    for lower in range(side.top, place - 1, -1):
        moved, its_reach = group_at(memory, lower), reach_at(memory, lower)
        put_group(memory, lower + 1, moved, its_reach, memory.sizes[lower])
    larger = put_group(memory, place, group, reach, size)
    for upper in range(place + 1, side.top + 2):
        moved, its_reach = group_at(memory, upper), reach_at(memory, upper)
        larger = put_group(memory, upper, moved, its_reach, memory.sizes[upper])
    return Side(
        near=united(side.near, reach),
        larger=larger,
        ones=side.ones,
        twos=side.twos,
        singles=side.singles,
        bottom=side.bottom,
        top=side.top + 1,
    )
