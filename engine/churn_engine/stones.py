"""One colour's stones as groups: clauses P1, P2, R1 and R2 on bit masks.

What a placement forms and removes depends on the stones of its own colour alone, so all of it is
here; the opponent's stones only decide which cells are empty.

A `Stones` value is never changed. A placement gives a new value that shares the groups it did not
touch, so taking a turn back is going back to the old value, and nothing in it can be out of date.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from churn_engine.board import BOARDS_KEPT, Board


class Group(NamedTuple):
    """A maximal connected set of stones.

    Attributes:
        cells: Mask of its stones.
        beside: Mask of all cells next to any of its stones (its own stones may be among them).
        size: The number of its stones.
    """

    cells: int
    beside: int
    size: int


class Stones:
    """The stones of one colour on a board.

    Attributes:
        cells: Mask of the stones.
        beside: Mask of all cells next to any of the stones (stones may be among them).
        groups: The groups, in no particular order.
    """

    __slots__ = ("_singles", "beside", "cells", "groups")

    def __init__(
        self, singles: tuple[Group, ...], cells: int, beside: int, groups: tuple[Group, ...]
    ) -> None:
        self._singles = singles
        self.cells = cells
        self.beside = beside
        self.groups = groups

    @classmethod
    def of(cls, board: Board, cells: int) -> "Stones":
        """Give the stones that stand on a mask of cells, whatever way they got there."""
        singles = _singles(board)
        groups: list[Group] = []
        for single in singles:
            if single.cells & cells:
                touched = [group for group in groups if group.beside & single.cells]
                apart = [group for group in groups if not group.beside & single.cells]
                groups = [*apart, _joined([single, *touched])]
        whole = _joined(groups)
        return cls(singles, whole.cells, whole.beside, tuple(groups))

    def formed_size(self, cell: int) -> int:
        """Give the size of the group that a stone on an empty cell would be in, before removal."""
        bit = 1 << cell
        return 1 + sum(group.size for group in self.groups if group.beside & bit)

    def by_formed_size(self, empty: int) -> dict[int, int]:
        """Sort empty cells by the size of the group that a stone there would form.

        Args:
            empty: Mask of empty cells.

        Returns:
            For each formed size that occurs the mask of the cells that form it. No mask is 0.
        """
        sorted_cells = {1: empty} if empty else {}
        for group in self.groups:
            if group.beside & empty:
                sorted_cells = _enlarged(sorted_cells, group)
        return sorted_cells

    def smallest(self, empty: int) -> tuple[int, int]:
        """Give the mask of the cells that may be chosen from these empty ones, and the size formed.

        An isolated placement forms a group of one, the smallest there is. So P1 and P2 are the same
        demand, and all cells that may be chosen form one size. Without a cell to choose both are 0.
        """
        isolated = empty & ~self.beside
        if isolated:
            return isolated, 1
        if not empty:
            return 0, 0
        sorted_cells = self.by_formed_size(empty)
        size = min(sorted_cells)
        return sorted_cells[size], size

    def after(self, cell: int) -> tuple["Stones", int]:
        """Place a stone on an empty cell and remove what is smaller than the group it forms.

        Returns:
            The stones after that, and the mask of those removed.
        """
        placed = self._singles[cell]
        bit, beside, _ = placed
        if not self.beside & bit:
            groups = (*self.groups, placed)
            return Stones(self._singles, self.cells | bit, self.beside | beside, groups), 0
        touched = [group for group in self.groups if group.beside & bit]
        apart = [group for group in self.groups if not group.beside & bit]
        formed = _joined([placed, *touched])
        staying = [group for group in apart if group.size >= formed.size]
        staying.append(formed)
        whole = _joined(staying)
        stones = Stones(self._singles, whole.cells, whole.beside, tuple(staying))
        return stones, self.cells & ~whole.cells

    def ranking(self) -> tuple[int, ...]:
        """Give the sizes of the groups, largest first (clause F1 compares these)."""
        return tuple(sorted((group.size for group in self.groups), reverse=True))


@lru_cache(maxsize=BOARDS_KEPT)
def _singles(board: Board) -> tuple[Group, ...]:
    """Give for each cell the group that one stone there is, alone."""
    return tuple(Group(1 << cell, beside, 1) for cell, beside in enumerate(board.neighbours))


def _joined(groups: Iterable[Group]) -> Group:
    cells = beside = size = 0
    for group in groups:
        cells |= group.cells
        beside |= group.beside
        size += group.size
    return Group(cells, beside, size)


def _enlarged(sorted_cells: dict[int, int], group: Group) -> dict[int, int]:
    """Move the cells beside a group up by its size, the others stay where they are."""
    enlarged: dict[int, int] = {}
    for size, cells in sorted_cells.items():
        touching = cells & group.beside
        apart = cells & ~group.beside
        if touching:
            enlarged[size + group.size] = enlarged.get(size + group.size, 0) | touching
        if apart:
            enlarged[size] = enlarged.get(size, 0) | apart
    return enlarged
