"""A turn: which placements are legal, and what a placement does.

All that plays, steps or compares with compiled code comes through here.
"""

from churn_engine.kernels.compiling import helper
from churn_engine.kernels.formulas import (
    Word,
    add_one_digit,
    add_zero_digit,
    cells_forming_two,
    empty_after,
    isolated_cells,
    shared,
    united,
    with_zero_digit,
    without,
)
from churn_engine.kernels.instructions import (
    first_cell,
    load,
    nothing,
    some,
    store,
)
from churn_engine.kernels.sides import (
    Memory,
    Side,
    group_at,
    neighbours_of,
    put_group,
    reach_at,
    set_of,
    with_single,
)


@helper
def legal_placements(memory: Memory, empty: Word, side: Side) -> tuple[Word, int]:
    """The cells that may be chosen (P1, P2) and the size that each of them forms.

    There must be an empty cell.
    """
    cells = isolated_cells(empty, side.near)
    if some(cells):
        return cells, 1
    cells = cells_forming_two(empty, side.ones, side.twos, side.larger)
    if some(cells):
        return cells, 2
    digits = add_sizes(memory, side)
    return _cells_with_least_sum(memory, digits, empty)


@helper
def add_sizes(memory: Memory, side: Side) -> int:
    """Sum for each cell the sizes of the groups next to it, all cells at once.

    Gives how many binary digits the sums have; `memory.digits` holds them, the lowest first.
    """
    store(memory.digits, 0, side.ones)
    store(memory.digits, 1, side.twos)
    digits = 2
    for place in range(side.bottom + 1, side.top + 1):
        reach = reach_at(memory, place)
        size = memory.sizes[place]
        carry = nothing(memory.layout)
        index = 0
        while size or some(carry):
            if index == digits:
                store(memory.digits, index, nothing(memory.layout))
                digits += 1
            digit = load(memory.layout, memory.digits, index)
            if size & 1:
                digit, carry = add_one_digit(digit, reach, carry)
            else:
                digit, carry = add_zero_digit(digit, carry)
            store(memory.digits, index, digit)
            size >>= 1
            index += 1
    return digits


@helper
def _cells_with_least_sum(memory: Memory, digits: int, empty: Word) -> tuple[Word, int]:
    """The empty cells next to whose groups a stone forms the smallest, and that size."""
    cells = empty
    total = 0
    for index in range(digits - 1, -1, -1):
        less = with_zero_digit(cells, load(memory.layout, memory.digits, index))
        total *= 2
        if some(less):
            cells = less
        else:
            total += 1
    return cells, total + 1


@helper
def formed_size(memory: Memory, digits: int, cell: int) -> int:
    """The size that a stone on an empty cell forms, legal or not, from what `add_sizes` left."""
    stone = set_of(memory, cell)
    total = 0
    for index in range(digits - 1, -1, -1):
        digit = load(memory.layout, memory.digits, index)
        total = 2 * total + (1 if some(shared(digit, stone)) else 0)
    return total + 1


@helper
def place(memory: Memory, empty: Word, side: Side, cell: int, size: int) -> tuple[Word, Side, Word]:
    """Place a stone on an empty cell where it forms a group of a size (T1, R1, R2).

    Gives the cells that are empty then, the player's side, and the stones removed.
    """
    stone = set_of(memory, cell)
    neighbours = neighbours_of(memory, cell)
    if size == 1:
        removed = nothing(memory.layout)
        after = with_single(side, stone, neighbours)
    else:
        after, removed = _join(memory, side, stone, neighbours, size)
    return empty_after(empty, stone, removed), after, removed


@helper
def _join(
    memory: Memory, side: Side, stone: Word, neighbours: Word, size: int
) -> tuple[Side, Word]:
    """Form a group of two or more: the player's side, and the stones removed.

    All single stones and all groups smaller than the formed one leave the stack; what the stone
    touches of them comes back as the formed group.
    """
    touched = shared(side.singles, neighbours)
    formed = united(stone, touched)
    reach = neighbours
    while some(touched):
        cell = first_cell(touched)
        reach = united(reach, neighbours_of(memory, cell))
        touched = without(touched, set_of(memory, cell))
    smaller = side.singles
    top = side.top
    while top > side.bottom and memory.sizes[top] < size:
        group = group_at(memory, top)
        smaller = united(smaller, group)
        if some(shared(group, neighbours)):
            formed = united(formed, group)
            reach = united(reach, reach_at(memory, top))
        top -= 1
    larger = put_group(memory, top + 1, formed, reach, size)
    none = nothing(memory.layout)
    after = Side(larger, larger, none, none, none, side.bottom, top + 1)
    return after, without(smaller, formed)
