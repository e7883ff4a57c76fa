"""What a game of the mutants' own rules object consists of: sets of cells as bit masks.

Bit i of a mask stands for cell i of the board in reading order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import churn_spec as spec

if TYPE_CHECKING:
    from churn_verification.misreadings.rules import Rules

RED: Final = 0
BLUE: Final = 1
COLOURS: Final = ("red", "blue")
SEATS: Final = ("first", "second")


@dataclass(frozen=True)
class Lattice:
    """A board as masks.

    Attributes:
        board: the board.
        names: the name of each cell.
        index: the number of each name.
        neighbours: for each cell the mask of those next to it.
        full: the mask of all cells.
    """

    board: spec.Board
    names: tuple[str, ...]
    index: dict[str, int]
    neighbours: tuple[int, ...]
    full: int


class Group(NamedTuple):
    """A group of stones.

    Attributes:
        cells: the mask of its stones.
        reach: the mask of the cells next to any of them.
        size: the number of its stones.
    """

    cells: int
    reach: int
    size: int


Groups = tuple[Group, ...]


class State(NamedTuple):
    """A game between two turns. Red is 0 and Blue is 1, wherever something is kept by colour.

    Attributes:
        rules: the rules by which it is played.
        lattice: the board.
        stones: by colour, the mask of the stones.
        groups: by colour, the groups that these stones make.
        mover: the side to move.
        swap_on_offer: whether the swap is on offer.
        turn_number: the number of the turn that comes next.
        red_seat: who holds Red, 0 for the first player.
        filled: whether the last placement filled the board, before its removal.
    """

    rules: Rules
    lattice: Lattice
    stones: tuple[int, int]
    groups: tuple[Groups, Groups]
    mover: int
    swap_on_offer: bool = False
    turn_number: int = 1
    red_seat: int = 0
    filled: bool = False

    @property
    def own(self) -> Groups:
        """The groups of the side to move."""
        return self.groups[self.mover]

    @property
    def enemy(self) -> Groups:
        """The groups of the other side."""
        return self.groups[1 - self.mover]

    @property
    def empty(self) -> int:
        """The mask of the cells without a stone."""
        return self.lattice.full & ~(self.stones[RED] | self.stones[BLUE])


def cells_in(mask: int) -> Iterator[int]:
    """The cells of a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def joined(groups: Groups) -> Group:
    """Several groups as one."""
    cells = reach = size = 0
    for group in groups:
        cells |= group.cells
        reach |= group.reach
        size += group.size
    return Group(cells, reach, size)


def reach_of(groups: Groups) -> int:
    """The mask of the cells next to any stone of some groups."""
    reach = 0
    for group in groups:
        reach |= group.reach
    return reach
