"""Facts about groups and sizes: what the proofs of the turn theorems take for granted.

Each is a formula about given words. The catalogue proves each one of flood fill and of counting
bits, for all words (`flood_fill_finds_the_groups`, `counting_is_sound`); the turn theorems then
hold of whatever has these properties.
"""

from churn_verification.proofs.algebra import (
    Algebra,
    Number,
    Truth,
    Word,
    contains,
    implies,
    is_empty,
    union_of,
)
from churn_verification.proofs.grid import Grid


def beside(algebra: Algebra, grid: Grid, word: Word) -> Word:
    """All cells next to any cell of a set."""
    return union_of(
        algebra,
        (
            algebra.choose(algebra.has(word, cell), algebra.word(near), algebra.word(0))
            for cell, near in enumerate(grid.neighbours)
        ),
    )


class Facts:
    """The facts on one board.

    Args:
        algebra: the operations.
        grid: the board.
    """

    def __init__(self, algebra: Algebra, grid: Grid) -> None:
        self._algebra = algebra
        self._grid = grid

    # Of groups -----------------------------------------------------------------------------------

    def is_closed(self, part: Word, stones: Word) -> Truth:
        """Whether no stone outside a part is next to a stone of the part."""
        near = beside(self._algebra, self._grid, part & stones)
        return contains(self._algebra, part, near & stones)

    def group_holds_its_stone(self, stones: Word, cell: int, group: Word) -> Truth:
        """A cell's group holds the cell if a stone is there, and is empty otherwise."""
        algebra = self._algebra
        is_there = algebra.has(stones, cell)
        return algebra.every(
            [
                algebra.same(algebra.has(group, cell), is_there),
                algebra.some([is_there, is_empty(algebra, group)]),
            ]
        )

    def group_is_closed(self, stones: Word, group: Word) -> Truth:
        """A group consists of stones, and no other stone is next to it."""
        consists_of_stones = contains(self._algebra, stones, group)
        return self._algebra.every([consists_of_stones, self.is_closed(group, stones)])

    def group_is_shared(self, group: Word, cell: int, group_of_cell: Word) -> Truth:
        """All stones of a group have the same group."""
        algebra = self._algebra
        return implies(algebra, algebra.has(group, cell), algebra.same(group, group_of_cell))

    def group_is_connected(self, stones: Word, cell: int, group: Word, part: Word) -> Truth:
        """A closed part of the stones that holds a stone holds its whole group.

        So a group cannot be divided into two parts that do not touch: it is connected.
        """
        algebra = self._algebra
        holds_the_stone = algebra.has(part & stones, cell)
        condition = algebra.every([holds_the_stone, self.is_closed(part, stones)])
        return implies(algebra, condition, contains(algebra, part, group))

    # Of sizes ------------------------------------------------------------------------------------

    def size_is_positive(self, word: Word, size: Number) -> Truth:
        """A set has size 0 exactly if it has no cell."""
        algebra = self._algebra
        return algebra.same(is_empty(algebra, word), algebra.same(size, algebra.number(0)))

    def size_is_on_the_board(self, size: Number) -> Truth:
        """No set has more cells than the board."""
        algebra = self._algebra
        return algebra.negation(algebra.below(algebra.number(algebra.cells), size))

    def sizes_follow_inclusion(
        self, part: Word, part_size: Number, whole: Word, whole_size: Number
    ) -> Truth:
        """A set has the size of an equal set, and a smaller size than a set that has more."""
        algebra = self._algebra
        is_whole = algebra.same(part, whole)
        is_less = algebra.every([contains(algebra, whole, part), algebra.negation(is_whole)])
        return algebra.every(
            [
                implies(algebra, is_whole, algebra.same(part_size, whole_size)),
                implies(algebra, is_less, algebra.below(part_size, whole_size)),
            ]
        )

    def sizes_add_up(
        self, one: Word, one_size: Number, other: Word, other_size: Number, union_size: Number
    ) -> Truth:
        """Sets without common cells have together as many cells as each for itself."""
        algebra = self._algebra
        total = algebra.plus(one_size, other_size)
        return implies(algebra, is_empty(algebra, one & other), algebra.same(total, union_size))

    def single_has_size_one(self, word: Word, size: Number) -> Truth:
        """A set of one cell has size 1."""
        algebra = self._algebra
        singles = (algebra.word(1 << cell) for cell in range(algebra.cells))
        is_single = algebra.some(algebra.same(word, single) for single in singles)
        return implies(algebra, is_single, algebra.same(size, algebra.number(1)))

    def same_size(self, one_size: Number, other_size: Number) -> Truth:
        """Two sets have the same size; a fact of a set and its image under a permutation."""
        return self._algebra.same(one_size, other_size)

    def complement_has_the_rest(self, size: Number, complement_size: Number) -> Truth:
        """A set and its complement have together as many cells as the board."""
        algebra = self._algebra
        total = algebra.plus(size, complement_size)
        return algebra.same(total, algebra.number(algebra.cells))
