"""Mistaken rules: one deliberate misreading each, under which a theorem must be refuted.

All are built on computed groups and sizes, so a counterexample under a mistaken rule is a real
position, which the specification can judge.
"""

from collections.abc import Callable

from churn_verification.proofs.algebra import Algebra, Number, Truth, Word
from churn_verification.proofs.foundation import Computed, Group
from churn_verification.proofs.grid import Grid
from churn_verification.proofs.model import Model, Outcome, Position, Stones
from churn_verification.proofs.theorem import Control


class OneStepShort(Computed):
    """Flood fill that stops one step too soon."""

    def __init__(self, grid: Grid, algebra: Algebra) -> None:
        super().__init__(grid, algebra, depth=max(grid.depth - 1, 0))


class LeakyFill(Computed):
    """Flood fill that takes in the cells next to the stones it reached, stones or not."""

    def spread(self, reached: Word, stones: Word) -> Word:
        """One step: whatever is next to what was reached, where that is a stone."""
        near = super().spread(reached, self.algebra.word(self.grid.full))
        return near & self.algebra.choose(
            self.algebra.has(near, 0), self.algebra.word(self.grid.full), stones
        )


class FirstCellForgotten(Computed):
    """A count that leaves out the first cell."""

    def size(self, word: Word) -> Number:
        """How many cells a set has, not counting the first cell of the board."""
        return super().size(word & self.algebra.complement(self.algebra.word(1)))


class SmallestTurnedLargest(Model):
    """P2 with the largest group in place of the smallest."""

    def is_preferred(self, size: Number, best: Number) -> Truth:
        """Larger is better."""
        is_first = self.algebra.same(best, self.algebra.number(self.grid.cells))
        return self.algebra.some([is_first, self.algebra.below(best, size)])


class AnySizeAllowed(Model):
    """P2 left out: without an isolated placement, any cell will do."""

    def smallest_joining(self, stones: Stones) -> Word:
        """All empty cells."""
        return self.empty(stones)


class IsolationOptional(Model):
    """P1 left out: an isolated placement need not be made."""

    def legal(self, stones: Stones) -> Word:
        """All empty cells where there is an isolated placement."""
        return self.isolated(stones) | self.smallest_joining(stones)

    def smallest_joining(self, stones: Stones) -> Word:
        """All empty cells."""
        return self.empty(stones)


class OnlyIsolated(Model):
    """P2 left out: where no isolated placement exists, none is legal."""

    def legal(self, stones: Stones) -> Word:
        """The isolated placements."""
        return self.isolated(stones)


class EnemyStonesCount(Model):
    """Groups of stones of both colours."""

    def friendly(self, stones: Stones) -> Word:
        """All stones."""
        return stones.own | stones.enemy


class EnemyGroupsRemoved(EnemyStonesCount):
    """Groups of stones of both colours, which are removed with all that is in them."""

    def after(self, stones: Stones, placed: Word) -> Stones:
        """The stones after a removal that does not tell the colours apart."""
        after = super().after(stones, placed)
        staying = self.algebra.complement(self.removed(stones, placed))
        return Stones(after.own, after.enemy & staying)


class OneJoinedGroupForgotten(Model):
    """The formed group lacks the group of one neighbour, the last one beside the new stone."""

    def formed_group(self, stones: Stones, placed: Word) -> Group:
        """The formed group without what hangs on its last neighbour."""
        algebra = self.algebra
        beside = self.beside(placed) & self.friendly(stones)
        last = algebra.word(0)
        for cell in range(algebra.cells):
            single = algebra.word(1 << cell)
            last = algebra.choose(algebra.has(beside, cell), single, last)
        whole = super().formed_group(stones, placed)
        forgotten = self.at_cell(last, self.groups(self.friendly(stones)))
        remaining = whole.stones & algebra.complement(forgotten.stones)
        return Group(remaining, self.foundation.size(remaining))


class EqualGroupsRemoved(Model):
    """R1 with `not larger` in place of `smaller`."""

    def is_removed(self, group: Group, formed: Group) -> Truth:
        """Whether a group is not larger than the formed one."""
        return self.algebra.negation(self.algebra.below(formed.size, group.size))


class EqualOtherGroupsRemoved(Model):
    """R1 with `not larger` in place of `smaller`, but for the formed group itself."""

    def is_removed(self, group: Group, formed: Group) -> Truth:
        """Whether a group is another one and not larger than the formed one."""
        algebra = self.algebra
        is_other = algebra.negation(algebra.same(group.stones, formed.stones))
        is_larger = algebra.below(formed.size, group.size)
        return algebra.every([is_other, algebra.negation(is_larger)])


class LargerGroupsRemoved(Model):
    """R1 with `larger` in place of `smaller`."""

    def is_removed(self, group: Group, formed: Group) -> Truth:
        """Whether a group is larger than the formed one."""
        return self.algebra.below(formed.size, group.size)


class OnlySingleStonesRemoved(Model):
    """R1 for groups of one stone only."""

    def is_removed(self, group: Group, formed: Group) -> Truth:
        """Whether a group is a single stone and smaller than the formed one."""
        is_single = self.algebra.same(group.size, self.algebra.number(1))
        return self.algebra.every([is_single, super().is_removed(group, formed)])


class NothingRemoved(Model):
    """R1 left out."""

    def removed(self, stones: Stones, placed: Word) -> Word:
        """No stones."""
        return self.algebra.word(0)


class RemovalBeforePlacement(Model):
    """The groups that are removed are those from before the placement, joined ones as well."""

    def removed(self, stones: Stones, placed: Word) -> Word:
        """The stones of all groups smaller than the formed one, as they were before it formed."""
        algebra = self.algebra
        formed = self.formed_group(stones, placed)
        return self.cells_where(
            algebra.every([algebra.has(stones.own, cell), self.is_removed(group, formed)])
            for cell, group in enumerate(self.groups(stones.own))
        )


class EnemyStonesRemoved(Model):
    """R2 broken: enemy stones next to the removed ones go too."""

    def after(self, stones: Stones, placed: Word) -> Stones:
        """The stones after a removal that spills over."""
        after = super().after(stones, placed)
        spilled = self.beside(self.removed(stones, placed))
        return Stones(after.own, after.enemy & self.algebra.complement(spilled))


class OverBeforeRemoval(Model):
    """E1 with the board judged between placement and removal.

    What a turn leaves is called full when it was full before the removal.
    """

    def after(self, stones: Stones, placed: Word) -> Stones:
        """The stones at the end of the turn, none removed where that filled the board."""
        algebra = self.algebra
        after = super().after(stones, placed)
        whole = stones.own | stones.enemy | placed
        was_full = algebra.same(whole, algebra.word(self.grid.full))
        return Stones(algebra.choose(was_full, stones.own | placed, after.own), after.enemy)


class TiesGoToRed(Model):
    """E2 with `not fewer` in place of `more`."""

    def majority(self, position: Position) -> Outcome:
        """Red has it unless Blue has more."""
        outcome = super().majority(position)
        return Outcome(red=self.algebra.negation(outcome.blue), blue=outcome.blue)


class MajorityNeedsTwoMore(Model):
    """E2 with a lead of two stones asked for."""

    def majority(self, position: Position) -> Outcome:
        """Who has more even when one stone is given away."""
        algebra = self.algebra
        red, blue = (self.foundation.size(word) for word in (position.red, position.blue))
        one = algebra.number(1)
        return Outcome(
            red=algebra.every([algebra.below(blue, red), self._differ(blue, one, red)]),
            blue=algebra.every([algebra.below(red, blue), self._differ(red, one, blue)]),
        )

    def _differ(self, less: Number, one: Number, more: Number) -> Truth:
        return self.algebra.negation(self.algebra.same(self.algebra.plus(less, one), more))


class RedPlacesAnywhere(Model):
    """P1 and P2 for Blue only."""

    def legal_in(self, position: Position) -> Word:
        """All empty cells where Red is to move."""
        stones = self.seen_by_mover(position)
        return self.algebra.choose(position.red_moves, self.empty(stones), self.legal(stones))


class FirstCellForbidden(Model):
    """One cell of the board is treated differently: a stone there counts as isolated."""

    def isolated(self, stones: Stones) -> Word:
        """The isolated placements, and the first cell wherever it is empty."""
        return super().isolated(stones) | (self.algebra.word(1) & self.empty(stones))


class SwapOfferedAgain(Model):
    """S1 with the swap on offer after any turn of Red's that began without blue stones."""

    def is_start(self, position: Position) -> Truth:
        """Whether there are no blue stones and Red is to move."""
        no_blue = self.algebra.same(position.blue, self.algebra.word(0))
        return self.algebra.every([no_blue, position.red_moves])


def control(control_id: str, sentence: str, mistaken: type[Model], board: str = "2") -> Control:
    """The control of a mistaken model."""
    return Control(
        control_id,
        sentence,
        lambda grid, algebra: mistaken(Computed(grid, algebra)),
        board,
    )


def foundation_control(
    control_id: str,
    sentence: str,
    mistaken: Callable[[Grid, Algebra], Computed],
    board: str = "2",
) -> Control:
    """The control of a mistake in how groups are found or cells are counted."""
    return Control(
        control_id, sentence, lambda grid, algebra: Model(mistaken(grid, algebra)), board
    )
