"""Theorems about the ranking function: F1."""

from churn_verification.proofs import hints, mistakes
from churn_verification.proofs.algebra import implies
from churn_verification.proofs.model import Model
from churn_verification.proofs.theorem import (
    Given,
    Statement,
    Theorem,
    any_placement,
    for_each_cell,
)


def _ranking_rises(model: Model, given: Given) -> Statement:
    """Rankings compare as the numbers of groups of each size do, the largest size first.

    So it is enough to show a size of which there are more groups than before, while of each
    larger size there are as many; the formed size is one.
    """
    algebra = given.algebra
    placement = any_placement(given)
    stones, placed = placement.stones, placement.placed
    after = model.after(stones, placed).own
    whole = model.friendly(stones) | placed
    formed = model.at_cell(placed, model.groups(whole)).size
    larger = given.number("larger")
    of_size = model.groups_of_size
    had, has = of_size(stones.own, formed), of_size(after, formed)
    had_larger, has_larger = of_size(stones.own, larger), of_size(after, larger)
    size = model.foundation.size
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
            *hints.groups_of_part_and_whole(model, stones.own, whole),
            hints.others_stay_whole(model, whole, after, formed),
            hints.sizes_of(model, had, has),
            hints.sizes_of(model, had_larger, has_larger),
        ],
        steps=[hints.groups_as_large_stay(model, stones.own, whole, formed)],
    )


def _ranking_of_other_stays(model: Model, given: Given) -> Statement:
    algebra = given.algebra
    placement = any_placement(given)
    stones, placed = placement.stones, placement.placed
    after = model.after(stones, placed)
    size, any_size = model.foundation.size, given.number("any_size")
    before_groups = model.groups_of_size(stones.enemy, any_size)
    after_groups = model.groups_of_size(after.enemy, any_size)
    return Statement(
        hypotheses=placement.conditions,
        conclusion=algebra.same(size(before_groups), size(after_groups)),
        hints=[hints.sizes_of(model, before_groups, after_groups)],
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
            mistakes.control(
                "larger-groups-removed",
                "The larger groups are removed, not the smaller ones.",
                mistakes.LargerGroupsRemoved,
            ),
            mistakes.control(
                "equal-other-groups-removed",
                "Other groups as large as the formed one are removed too.",
                mistakes.EqualOtherGroupsRemoved,
            ),
        ),
    ),
    Theorem(
        id="ranking_of_the_other_stays",
        sentence="On each placement the other side has as many groups of each size as before.",
        clauses=("F1", "R2"),
        cases=for_each_cell(_ranking_of_other_stays),
        rests_on=_GROUPS,
        controls=(
            mistakes.control(
                "enemy-stones-removed",
                "Enemy stones beside removed ones are removed too.",
                mistakes.EnemyStonesRemoved,
            ),
        ),
    ),
)
