"""What follows from a description of the mover's stones, without looking at the engine.

The theorem about the engine's source is proved in two halves that meet here. One half shows that a
description of the stones gives these facts, of the rules' groups and sizes; it never runs the
source. The other half supposes these facts and runs the source, and never looks for a group.
"""

from dataclasses import dataclass

from churn_verification.proofs.algebra import (
    Algebra,
    Number,
    Truth,
    Word,
    implies,
    is_empty,
    union_of,
)
from churn_verification.proofs.engine_kept import Kept, is_number
from churn_verification.proofs.foundation import Group
from churn_verification.proofs.grid import cells_in
from churn_verification.proofs.rules import Rules


def sets_are_apart(rules: Rules, kept: Kept) -> Truth:
    """No two sets that are kept touch, nor do two single stones."""
    algebra = rules.algebra
    sets = (kept.singles, *kept.groups)
    touching = [
        rules.beside(one) & other
        for number, one in enumerate(sets)
        for other in (sets[number + 1 :] if number else sets)
    ]
    return algebra.every(is_empty(algebra, each) for each in touching)


# Formed sizes ------------------------------------------------------------------------------------


def joined_at(rules: Rules, kept: Kept, cell: int) -> list[tuple[Word, Number]]:
    """What a stone on a cell would join: sets with their sizes, empty ones where nothing is."""
    algebra = rules.algebra
    near, one = rules.grid.neighbours[cell], algebra.number(1)
    joined = [
        _where(algebra, algebra.has(kept.singles, beside), algebra.word(1 << beside), one)
        for beside in cells_in(near)
    ]
    for group, size in zip(kept.groups, kept.sizes, strict=True):
        is_joined = algebra.negation(is_empty(algebra, group & algebra.word(near)))
        joined.append(_where(algebra, is_joined, group, size))
    return joined


def sum_at(rules: Rules, kept: Kept, cell: int) -> tuple[Number, Truth]:
    """One more than the sizes of all that is joined at a cell, and whether that is a size.

    Adding them up, no sum is beyond the cells of the board, and none starts again at 0.
    """
    algebra = rules.algebra
    total, rises = algebra.number(1), []
    for _, size in joined_at(rules, kept, cell):
        more = algebra.plus(total, size)
        rises.append(algebra.negation(algebra.below(more, total)))
        total = more
    return total, algebra.every([*rises, rules.facts.size_is_on_the_board(total)])


def sums_fit(rules: Rules, kept: Kept, empty: Word) -> Truth:
    """At empty cells sums are numbers of cells."""
    algebra = rules.algebra
    return algebra.every(
        implies(algebra, algebra.has(empty, cell), sum_at(rules, kept, cell)[1])
        for cell in range(rules.grid.cells)
    )


def formed_at(rules: Rules, kept: Kept, cell: int) -> Number:
    """The size that a stone on a cell forms."""
    return rules.foundation.group_at(kept.own | rules.algebra.word(1 << cell), cell).size


def formed_size_adds_up(rules: Rules, kept: Kept, cell: int) -> Truth:
    """The formed size of a cell is the sum there."""
    total, fits = sum_at(rules, kept, cell)
    return rules.algebra.every([fits, rules.algebra.same(formed_at(rules, kept, cell), total)])


def small_sizes_tell(rules: Rules, kept: Kept, cell: int) -> Truth:
    """A stone alone forms a size of 1, and one beside a single stone and nothing else one of 2."""
    algebra, size = rules.algebra, formed_at(rules, kept, cell)
    near = algebra.word(rules.grid.neighbours[cell])
    larger = union_of(algebra, kept.groups)
    single = kept.singles & near
    is_one_single = algebra.every(
        [
            algebra.negation(is_empty(algebra, single)),
            algebra.same(algebra.lowest(single), single),
            is_empty(algebra, larger & near),
        ]
    )
    return algebra.every(
        [
            algebra.negation(algebra.same(size, algebra.number(0))),
            rules.facts.size_is_on_the_board(size),
            algebra.same(algebra.same(size, algebra.number(1)), is_empty(algebra, kept.own & near)),
            algebra.same(is_number(algebra, size, 2), is_one_single),
        ]
    )


def why_it_adds_up(rules: Rules, kept: Kept, cell: int) -> list[Truth]:
    """The facts that show it: what is joined is added one at a time, and is the formed group."""
    algebra, facts, size = rules.algebra, rules.facts, rules.foundation.size
    single = algebra.word(1 << cell)
    friendly = kept.own | single
    formed = rules.foundation.group_at(friendly, cell)
    together = single
    reasons = [facts.single_has_size_one(single, size(single))]
    for added, added_size in joined_at(rules, kept, cell):
        more = together | added
        reasons.append(facts.sizes_add_up(together, size(together), added, added_size, size(more)))
        reasons.append(facts.sizes_follow_inclusion(together, size(together), more, size(more)))
        together = more
    reasons += [
        facts.group_is_connected(friendly, cell, formed.stones, together),
        facts.sizes_follow_inclusion(formed.stones, formed.size, together, size(together)),
    ]
    groups = rules.groups(kept.own)
    return reasons + [
        facts.group_is_connected(kept.own, beside, groups[beside].stones, formed.stones)
        for beside in cells_in(rules.grid.neighbours[cell])
    ]


def _where(algebra: Algebra, condition: Truth, word: Word, size: Number) -> tuple[Word, Number]:
    """A set and its size where something holds, otherwise the empty set and 0."""
    return (
        algebra.choose(condition, word, algebra.word(0)),
        algebra.choose(condition, size, algebra.number(0)),
    )


# A placement -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Placing:
    """What a stone placed on an empty cell does to the sets that are kept.

    Attributes:
        whole: the mover's stones with the new one, before removal.
        formed: the formed group.
        size: its size.
        is_isolated: whether it is the new stone alone.
        is_smaller: for each larger group, whether it is smaller than the formed one.
        removed: the stones that leave the board.
        own: the mover's stones afterwards.
    """

    whole: Word

    formed: Word
    size: Number
    is_isolated: Truth
    is_smaller: tuple[Truth, ...]
    removed: Word
    own: Word


def placing(rules: Rules, kept: Kept, placed: Word, size: Number) -> Placing:
    """What a stone does that forms a group of a given size."""
    algebra = rules.algebra
    near, nothing = rules.beside(placed), algebra.word(0)
    touched = [
        algebra.choose(is_empty(algebra, group & near), nothing, group) for group in kept.groups
    ]
    formed = union_of(algebra, [placed, kept.singles & near, *touched])
    is_isolated = algebra.same(size, algebra.number(1))
    is_smaller = tuple(algebra.below(each, size) for each in kept.sizes)
    smaller = [
        algebra.choose(is_less, group, nothing)
        for is_less, group in zip(is_smaller, kept.groups, strict=True)
    ]
    all_smaller = union_of(algebra, [kept.singles, *smaller])
    removed = algebra.choose(is_isolated, nothing, all_smaller & algebra.complement(formed))
    whole = kept.own | placed
    own = whole & algebra.complement(removed)
    return Placing(whole, formed, size, is_isolated, is_smaller, removed, own)


def size_fits_what_is_joined(rules: Rules, kept: Kept, placed: Word, size: Number) -> Truth:
    """A stone that forms a size of 1 joins nothing, and what it joins is smaller than the size."""
    algebra, near = rules.algebra, rules.beside(placed)
    joins_nothing = is_empty(algebra, kept.own & near)
    return algebra.every(
        [
            algebra.same(algebra.same(size, algebra.number(1)), joins_nothing),
            algebra.negation(algebra.same(size, algebra.number(0))),
            *(
                algebra.some([is_empty(algebra, group & near), algebra.below(each, size)])
                for group, each in zip(kept.groups, kept.sizes, strict=True)
            ),
        ]
    )


def kept_after(rules: Rules, kept: Kept, done: Placing) -> Kept:
    """What is kept after a placement, with an empty set of size 0 where no group is.

    An isolated stone is one more single stone. Otherwise no single stone is left, and the formed
    group is put on top of all groups as large or larger, in place of the others.
    """
    algebra = rules.algebra
    nothing, none = algebra.word(0), algebra.number(0)
    groups: list[Word] = []
    sizes: list[Number] = []
    is_on_larger = algebra.truth(True)
    for group, size, is_smaller in zip(
        (*kept.groups, nothing),
        (*kept.sizes, none),
        (*done.is_smaller, algebra.truth(True)),
        strict=True,
    ):
        stays = algebra.some([done.is_isolated, algebra.negation(is_smaller)])
        is_replaced = algebra.every([is_on_larger, algebra.negation(stays)])
        others = algebra.choose(is_replaced, done.formed, nothing)
        its_size = algebra.choose(is_replaced, done.size, none)
        groups.append(algebra.choose(stays, group, others))
        sizes.append(algebra.choose(stays, size, its_size))
        is_on_larger = algebra.every([is_on_larger, stays])
    singles = algebra.choose(done.is_isolated, kept.singles | done.formed, nothing)
    return Kept(done.own, singles, tuple(groups), tuple(sizes))


def why_it_is_formed(rules: Rules, placed: Word, formed: Group, done: Placing) -> list[Truth]:
    """The facts that show that the formed group is what is joined, and when its size is 1."""
    algebra, facts = rules.algebra, rules.facts
    whole = done.whole
    return [
        facts.single_has_size_one(formed.stones, formed.size),
        facts.sizes_follow_inclusion(placed, algebra.number(1), formed.stones, formed.size),
        *(
            facts.group_is_connected(whole, cell, group.stones, done.formed)
            for cell, group in enumerate(rules.groups(whole))
        ),
    ]
