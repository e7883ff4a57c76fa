"""Hints: which instances of the known facts show why a turn theorem holds."""

from churn_verification.proofs.algebra import Number, Truth, Word, contains, implies
from churn_verification.proofs.foundation import Group
from churn_verification.proofs.rules import Rules


def groups_of_part_and_whole(rules: Rules, part: Word, whole: Word) -> list[Truth]:
    """How the groups of some stones relate to the groups of these and more.

    The larger one, cut down to the part, is closed there and so holds the smaller one; the
    smaller one, where nothing of the rest is next to it, is closed in the whole and so holds the
    larger one.
    """
    hints = []
    pairs = zip(rules.groups(part), rules.groups(whole), strict=True)
    for cell, (small, large) in enumerate(pairs):
        hints += [
            rules.facts.group_is_connected(part, cell, small.stones, large.stones),
            rules.facts.group_is_connected(whole, cell, large.stones, small.stones),
            rules.facts.sizes_follow_inclusion(small.stones, small.size, large.stones, large.size),
        ]
    return hints


def removal_keeps_groups_whole(rules: Rules, whole: Word, after: Word) -> list[Truth]:
    """The steps that show that what stays after a removal has the groups it had before.

    First, no stone that stays is next to one that goes; so second, the group of a stone that stays
    stays; so third, it is the stone's group afterwards.
    """
    algebra = rules.algebra
    pairs = list(zip(rules.groups(whole), rules.groups(after), strict=True))
    return [
        rules.facts.is_closed(after, whole),
        algebra.every(
            implies(algebra, algebra.has(after, cell), contains(algebra, after, before.stones))
            for cell, (before, _) in enumerate(pairs)
        ),
        algebra.every(
            implies(
                algebra,
                algebra.has(after, cell),
                algebra.every(
                    [
                        algebra.same(before.stones, left.stones),
                        algebra.same(before.size, left.size),
                    ]
                ),
            )
            for cell, (before, left) in enumerate(pairs)
        ),
    ]


def others_stay_whole(rules: Rules, whole: Word, after: Word, formed: Number) -> Truth:
    """A group as large as the formed one or larger is a group with the same stones afterwards.

    This is what `equal_and_larger_groups_stay_whole` proves; other theorems take it from there.
    """
    algebra = rules.algebra
    groups = zip(rules.groups(whole), rules.groups(after), strict=True)
    return algebra.every(
        implies(
            algebra,
            algebra.every(
                [algebra.has(whole, cell), algebra.negation(algebra.below(before.size, formed))]
            ),
            algebra.every(
                [algebra.same(before.stones, left.stones), algebra.same(before.size, left.size)]
            ),
        )
        for cell, (before, left) in enumerate(groups)
    )


def groups_as_large_stay(rules: Rules, own: Word, whole: Word, formed: Number) -> Truth:
    """Groups from before the placement that are as large as the formed one are not joined by it.

    Neither is any other group that large once the stone is placed, but the formed one itself.
    """
    algebra = rules.algebra
    pairs = zip(rules.groups(own), rules.groups(whole), strict=True)
    return algebra.every(
        implies(
            algebra,
            algebra.every(
                [algebra.has(own, cell), algebra.negation(algebra.below(before.size, formed))]
            ),
            algebra.every(
                [algebra.same(before.stones, then.stones), algebra.same(before.size, then.size)]
            ),
        )
        for cell, (before, then) in enumerate(pairs)
    )


def sizes_of(rules: Rules, part: Word, whole: Word) -> Truth:
    """How the sizes of two sets relate where one holds the other or is equal to it."""
    size = rules.foundation.size
    return rules.facts.sizes_follow_inclusion(part, size(part), whole, size(whole))


def stone_alone(rules: Rules, friendly: Word, cell: int, group: Group) -> list[Truth]:
    """A stone without friendly neighbours is a group of size 1."""
    single = rules.algebra.word(1 << cell)
    return [
        rules.facts.group_is_connected(friendly, cell, group.stones, single),
        rules.facts.single_has_size_one(group.stones, group.size),
    ]
