"""Theorems about what a placement removes and what it leaves: R1, R2."""

from churn_verification.proofs import hints, mistakes
from churn_verification.proofs.algebra import Truth, contains, implies, is_empty
from churn_verification.proofs.model import Model
from churn_verification.proofs.theorem import (
    Given,
    Placement,
    Statement,
    Theorem,
    any_placement,
    for_each_cell,
)


def _formed_group_survives(model: Model, given: Given) -> Statement:
    placement = any_placement(given)
    stones, placed = placement.stones, placement.placed
    formed = model.formed_group(stones, placed)
    return Statement(
        hypotheses=placement.conditions,
        conclusion=given.algebra.every(
            [
                contains(given.algebra, formed.stones, placed),
                contains(given.algebra, model.after(stones, placed).own, formed.stones),
            ]
        ),
    )


def _no_smaller_group_remains(model: Model, given: Given) -> Statement:
    algebra = given.algebra
    placement = any_placement(given)
    stones, placed = placement.stones, placement.placed
    whole, after = stones.own | placed, model.after(stones, placed).own
    formed = model.at_cell(placed, model.groups(whole))
    return Statement(
        hypotheses=placement.conditions,
        conclusion=algebra.every(
            implies(
                algebra,
                algebra.has(after, cell),
                algebra.negation(algebra.below(group.size, formed.size)),
            )
            for cell, group in enumerate(model.groups(after))
        ),
        hints=[hints.others_stay_whole(model, whole, after, formed.size)],
    )


def _others_stay_whole(model: Model, given: Given) -> Statement:
    placement = any_placement(given)
    stones, placed = placement.stones, placement.placed
    whole, after = stones.own | placed, model.after(stones, placed).own
    formed = model.at_cell(placed, model.groups(whole))
    return Statement(
        hypotheses=placement.conditions,
        conclusion=hints.others_stay_whole(model, whole, after, formed.size),
        hints=hints.groups_of_part_and_whole(model, after, whole),
        steps=hints.removal_keeps_groups_whole(model, whole, after),
    )


def _opponent_is_untouched(model: Model, given: Given) -> Statement:
    algebra = given.algebra
    placement = any_placement(given)
    stones, placed = placement.stones, placement.placed
    after = model.after(stones, placed)
    return Statement(
        hypotheses=placement.conditions,
        conclusion=algebra.every(
            [
                algebra.same(after.enemy, stones.enemy),
                contains(algebra, stones.own | placed, after.own),
                contains(algebra, stones.own, model.removed(stones, placed)),
            ]
        ),
    )


def _isolated_removes_nothing(model: Model, given: Given) -> Statement:
    algebra = given.algebra
    placement = any_placement(given)
    stones, placed = placement.stones, placement.placed
    friendly = stones.own | placed
    reasons: list[Truth] = []
    for cell, group in enumerate(model.groups(friendly)):
        reasons += hints.stone_alone(model, friendly, cell, group)
    return Statement(
        hypotheses=[*placement.conditions, algebra.negation(_is_joining(model, placement))],
        conclusion=algebra.every(
            [
                is_empty(algebra, model.removed(stones, placed)),
                algebra.same(model.after(stones, placed).own, friendly),
            ]
        ),
        hints=reasons,
    )


def _is_joining(model: Model, placement: Placement) -> Truth:
    near = model.beside(placement.placed) & placement.stones.own
    return model.algebra.negation(is_empty(model.algebra, near))


_GROUPS = (
    "flood_fill_finds_the_groups",
    "counting_is_sound",
    "board_symmetries_commute_with_turns",
)

THEOREMS = (
    Theorem(
        id="formed_group_survives",
        sentence="The formed group holds the new stone, and all its stones are on the board at the"
        " end of the turn.",
        clauses=("R1", "R2"),
        cases=for_each_cell(_formed_group_survives),
        rests_on=_GROUPS,
        controls=(
            mistakes.control(
                "equal-groups-removed",
                "Groups as large as the formed one are removed too.",
                mistakes.EqualGroupsRemoved,
            ),
            mistakes.control(
                "removal-before-placement",
                "The groups are removed as they were before the stone was placed.",
                mistakes.RemovalBeforePlacement,
            ),
        ),
    ),
    Theorem(
        id="no_smaller_friendly_group_remains",
        sentence="At the end of a turn every friendly group on the board is at least as large as"
        " the formed one.",
        clauses=("R1",),
        cases=for_each_cell(_no_smaller_group_remains),
        rests_on=("equal_and_larger_groups_stay_whole", *_GROUPS),
        controls=(
            mistakes.control(
                "single-stones-only",
                "Of the smaller groups only the single stones are removed.",
                mistakes.OnlySingleStonesRemoved,
                board="3",
            ),
            mistakes.control("nothing-removed", "No group is removed.", mistakes.NothingRemoved),
            mistakes.control(
                "one-joined-group-forgotten",
                "One of the groups beside the new stone is not counted.",
                mistakes.OneJoinedGroupForgotten,
            ),
        ),
    ),
    Theorem(
        id="equal_and_larger_groups_stay_whole",
        sentence="A friendly group at least as large as the formed one, as it stands when the"
        " stone has been placed, is a group with the same stones at the end of the turn.",
        clauses=("R2",),
        cases=for_each_cell(_others_stay_whole),
        rests_on=_GROUPS,
        controls=(
            mistakes.control(
                "equal-other-groups-removed",
                "Other groups as large as the formed one are removed too.",
                mistakes.EqualOtherGroupsRemoved,
            ),
            mistakes.control(
                "larger-groups-removed",
                "The larger groups are removed, not the smaller ones.",
                mistakes.LargerGroupsRemoved,
            ),
        ),
    ),
    Theorem(
        id="opponent_is_untouched",
        sentence="A placement changes no enemy stone, adds no friendly stone but the one placed,"
        " and removes none but friendly ones that stood before.",
        clauses=("R2",),
        cases=for_each_cell(_opponent_is_untouched),
        rests_on=_GROUPS,
        controls=(
            mistakes.control(
                "enemy-stones-removed",
                "Enemy stones beside removed ones are removed too.",
                mistakes.EnemyStonesRemoved,
            ),
            mistakes.control(
                "enemy-stones-count",
                "Enemy stones form groups with friendly ones, and are removed with them.",
                mistakes.EnemyGroupsRemoved,
            ),
        ),
    ),
    Theorem(
        id="isolated_placement_removes_nothing",
        sentence="A placement with no friendly stone beside it leaves all stones and adds one.",
        clauses=("R2",),
        cases=for_each_cell(_isolated_removes_nothing),
        rests_on=_GROUPS,
        controls=(
            mistakes.control(
                "equal-other-groups-removed",
                "Other groups as large as the formed one are removed too.",
                mistakes.EqualOtherGroupsRemoved,
            ),
        ),
    ),
)
