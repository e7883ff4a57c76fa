"""Theorems about the ranking function: F1."""

import churn_spec as spec
from churn_verification.proofs import hints, mistakes
from churn_verification.proofs.algebra import implies
from churn_verification.proofs.rules import Rules
from churn_verification.proofs.theorem import (
    Given,
    Statement,
    Theorem,
    any_placement,
    for_each_cell,
)


def _ranking_rises(rules: Rules, given: Given) -> Statement:
    """Rankings compare as the numbers of groups of each size do, the largest size first.

    So it is enough to show a size of which there are more groups than before, while of each
    larger size there are as many; the formed size is one.
    """
    algebra, of_size = given.algebra, rules.groups_of_size
    placement = any_placement(given)
    position, placed = placement.position, placement.placed
    before, after = rules.as_record(position), rules.played(position, placed)
    mover = before["mover"]
    own_after, whole = rules.after(position, placed).own, position.own | placed
    formed = rules.formed_group(position, placed).size
    larger = given.number("larger")
    had, has = of_size(before, mover, formed), of_size(after, mover, formed)
    had_larger, has_larger = of_size(before, mover, larger), of_size(after, mover, larger)
    size = rules.foundation.size
    return Statement(
        hypotheses=placement.conditions,
        conclusion=algebra.every(
            [
                algebra.below(size(had), size(has)),
                implies(
                    algebra,
                    algebra.below(formed, larger),
                    algebra.same(size(had_larger), size(has_larger)),
                ),
            ]
        ),
        hints=[
            *hints.groups_of_part_and_whole(rules, position.own, whole),
            hints.others_stay_whole(rules, whole, own_after, formed),
            hints.sizes_of(rules, had, has),
            hints.sizes_of(rules, had_larger, has_larger),
        ],
        steps=[hints.groups_as_large_stay(rules, position.own, whole, formed)],
    )


def _ranking_of_other_stays(rules: Rules, given: Given) -> Statement:
    algebra = given.algebra
    placement = any_placement(given)
    position, placed = placement.position, placement.placed
    before, after = rules.as_record(position), rules.played(position, placed)
    other = rules.source.operations.choose(position.red_moves, spec.Colour.BLUE, spec.Colour.RED)
    size, any_size = rules.foundation.size, given.number("any_size")
    before_groups = rules.groups_of_size(before, other, any_size)
    after_groups = rules.groups_of_size(after, other, any_size)
    return Statement(
        hypotheses=placement.conditions,
        conclusion=algebra.same(size(before_groups), size(after_groups)),
        hints=[hints.sizes_of(rules, before_groups, after_groups)],
    )


_GROUPS = (
    "flood_fill_finds_the_groups",
    "counting_is_sound",
    "board_symmetries_commute_with_turns",
)

THEOREMS = (
    Theorem(
        id="ranking_rises_for_the_mover",
        sentence="On each placement the mover gains a group of the formed size, and of each larger"
        " size there are as many as before; so the list of the mover's group sizes, largest first,"
        " rises.",
        clauses=("F1",),
        cases=for_each_cell(_ranking_rises),
        rests_on=("equal_and_larger_groups_stay_whole", *_GROUPS),
        controls=(
            mistakes.LARGER_GROUPS_REMOVED,
            mistakes.EQUAL_OTHER_GROUPS_REMOVED,
        ),
    ),
    Theorem(
        id="ranking_of_the_other_stays",
        sentence="On each placement the other side has as many groups of each size as before.",
        clauses=("F1", "R2"),
        cases=for_each_cell(_ranking_of_other_stays),
        rests_on=_GROUPS,
        controls=(mistakes.ENEMY_STONES_REMOVED,),
    ),
)
