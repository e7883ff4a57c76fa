"""The rules of Churn a third time, as formulas: one method a clause.

Everything is said of sets of cells, numbers and truths (see `algebra`). Where the specification
asks for groups, the model asks its foundation. A placement is given as the set of its one cell.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from churn_verification.proofs.algebra import Number, Truth, Word, is_empty, union_of
from churn_verification.proofs.facts import Facts, beside
from churn_verification.proofs.foundation import Foundation, Group


@dataclass(frozen=True)
class Stones:
    """The stones on the board as the side to move sees them."""

    own: Word
    enemy: Word


@dataclass(frozen=True)
class Position:
    """The stones by colour, and whether Red is to move."""

    red: Word
    blue: Word
    red_moves: Truth


@dataclass(frozen=True)
class Outcome:
    """Who has the majority; neither in a tie."""

    red: Truth
    blue: Truth


class Model:
    """The rules on one board."""

    def __init__(self, foundation: Foundation) -> None:
        self.foundation = foundation
        self.algebra = foundation.algebra
        self.grid = foundation.grid
        self.facts = Facts(self.algebra, self.grid)

    # Sides ---------------------------------------------------------------------------------------

    def seen_by_mover(self, position: Position) -> Stones:
        """The stones of the side to move, and the others."""
        choose, red_moves = self.algebra.choose, position.red_moves
        return Stones(
            own=choose(red_moves, position.red, position.blue),
            enemy=choose(red_moves, position.blue, position.red),
        )

    # Groups --------------------------------------------------------------------------------------

    def groups(self, stones: Word) -> list[Group]:
        """For each cell the group of the stone there."""
        return [self.foundation.group_at(stones, cell) for cell in range(self.grid.cells)]

    def beside(self, word: Word) -> Word:
        """All cells next to any cell of a set."""
        return beside(self.algebra, self.grid, word)

    def friendly(self, stones: Stones) -> Word:
        """The stones that form groups with the mover's."""
        return stones.own

    # What may be done ----------------------------------------------------------------------------

    def empty(self, stones: Stones) -> Word:
        """The cells where a stone can be placed (T1)."""
        return self.algebra.complement(stones.own | stones.enemy)

    def isolated(self, stones: Stones) -> Word:
        """The isolated placements (P1)."""
        near = self.beside(self.friendly(stones))
        return self.empty(stones) & self.algebra.complement(near)

    def formed_at(self, stones: Stones) -> list[Group]:
        """For each cell the group that a stone there would be in, before removal (P2)."""
        friendly = self.friendly(stones)
        return [
            self.foundation.group_at(friendly | self.algebra.word(1 << cell), cell)
            for cell in range(self.grid.cells)
        ]

    def smallest_joining(self, stones: Stones) -> Word:
        """The empty cells where the smallest group would be formed (P2)."""
        algebra, empty = self.algebra, self.empty(stones)
        sizes = [group.size for group in self.formed_at(stones)]
        smallest = algebra.number(self.grid.cells)
        for cell, size in enumerate(sizes):
            better = algebra.every([algebra.has(empty, cell), self.is_preferred(size, smallest)])
            smallest = algebra.choose(better, size, smallest)
        return self.cells_where(
            algebra.every([algebra.has(empty, cell), algebra.same(size, smallest)])
            for cell, size in enumerate(sizes)
        )

    def is_preferred(self, size: Number, best: Number) -> Truth:
        """Whether a formed size is better than the best so far (P2)."""
        return self.algebra.below(size, best)

    def legal(self, stones: Stones) -> Word:
        """The cells where the side to move may place a stone (P1, else P2)."""
        isolated = self.isolated(stones)
        joining = self.smallest_joining(stones)
        return self.algebra.choose(is_empty(self.algebra, isolated), joining, isolated)

    def legal_in(self, position: Position) -> Word:
        """The cells where the side to move in a position may place a stone."""
        return self.legal(self.seen_by_mover(position))

    # What a turn does ----------------------------------------------------------------------------

    def formed_group(self, stones: Stones, placed: Word) -> Group:
        """The group that holds the stone just placed (P2)."""
        groups = self.groups(self.friendly(stones) | placed)
        return self.at_cell(placed, groups)

    def removed(self, stones: Stones, placed: Word) -> Word:
        """The stones that leave the board (R1)."""
        algebra = self.algebra
        friendly = self.friendly(stones) | placed
        formed = self.formed_group(stones, placed)
        return self.cells_where(
            algebra.every(
                [algebra.has(friendly, cell), self.is_removed(group, formed)],
            )
            for cell, group in enumerate(self.groups(friendly))
        )

    def is_removed(self, group: Group, formed: Group) -> Truth:
        """Whether a friendly group is removed when another is formed (R1)."""
        return self.algebra.below(group.size, formed.size)

    def after(self, stones: Stones, placed: Word) -> Stones:
        """The stones at the end of the turn, still seen by the side that took it (R2)."""
        staying = self.algebra.complement(self.removed(stones, placed))
        return Stones((stones.own | placed) & staying, stones.enemy)

    def position_after(self, position: Position, placed: Word) -> Position:
        """The position at the end of a placement (T1, R2)."""
        after = self.after(self.seen_by_mover(position), placed)
        choose, red_moved = self.algebra.choose, position.red_moves
        return Position(
            red=choose(red_moved, after.own, after.enemy),
            blue=choose(red_moved, after.enemy, after.own),
            red_moves=self.algebra.negation(red_moved),
        )

    # The swap ------------------------------------------------------------------------------------

    def offers_swap(self, position: Position, placed: Word) -> Truth:
        """Whether a placement is answered by the offer of the swap (S1)."""
        algebra = self.algebra
        board_is_left = algebra.negation(algebra.same(placed, algebra.word(self.grid.full)))
        return algebra.every([self.is_start(position), board_is_left])

    def is_start(self, position: Position) -> Truth:
        """Whether a position is the start of a game (B1, T1)."""
        empty_board = is_empty(self.algebra, position.red | position.blue)
        return self.algebra.every([empty_board, position.red_moves])

    # The end -------------------------------------------------------------------------------------

    def is_over(self, stones: Stones) -> Truth:
        """Whether the board is full at the end of a turn (E1)."""
        return is_empty(self.algebra, self.empty(stones))

    def majority(self, position: Position) -> Outcome:
        """Who has more stones (E2)."""
        red, blue = (self.foundation.size(word) for word in (position.red, position.blue))
        return Outcome(red=self.algebra.below(blue, red), blue=self.algebra.below(red, blue))

    # Ranking -------------------------------------------------------------------------------------

    def groups_of_size(self, stones: Word, size: Number) -> Word:
        """The first cells of the groups of a size: as many cells as there are such groups."""
        algebra = self.algebra
        return self.cells_where(
            algebra.every(
                [
                    algebra.has(stones, cell),
                    is_empty(algebra, group.stones & algebra.word((1 << cell) - 1)),
                    algebra.same(group.size, size),
                ]
            )
            for cell, group in enumerate(self.groups(stones))
        )

    # Sets of cells -------------------------------------------------------------------------------

    def cells_where(self, truths: Iterable[Truth]) -> Word:
        """The set of the cells for which something holds, given for each cell in order."""
        algebra = self.algebra
        return union_of(
            algebra,
            (
                algebra.choose(truth, algebra.word(1 << cell), algebra.word(0))
                for cell, truth in enumerate(truths)
            ),
        )

    def image(self, permutation: tuple[int, ...], word: Word) -> Word:
        """The image of a set under a permutation of the cells, which takes cell i to p[i]."""
        algebra = self.algebra
        return union_of(
            algebra,
            (
                algebra.choose(algebra.has(word, cell), algebra.word(1 << target), algebra.word(0))
                for cell, target in enumerate(permutation)
            ),
        )

    def at_cell(self, placed: Word, groups: list[Group]) -> Group:
        """The group that belongs to the one cell of a set."""
        algebra = self.algebra
        chosen = Group(algebra.word(0), algebra.number(0))
        for cell, group in enumerate(groups):
            here = algebra.has(placed, cell)
            chosen = Group(
                algebra.choose(here, group.stones, chosen.stones),
                algebra.choose(here, group.size, chosen.size),
            )
        return chosen
