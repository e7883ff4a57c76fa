"""Theorems about what a placement removes and what it leaves: R1, R2."""

import churn_spec as spec
from churn_verification.proofs import hints, mistakes
from churn_verification.proofs.algebra import Truth, contains, implies, is_empty
from churn_verification.proofs.rules import Rules
from churn_verification.proofs.theorem import (
    Given,
    Placement,
    Statement,
    Theorem,
    any_placement,
    for_each_cell,
)


def _formed_group_survives(rules: Rules, given: Given) -> Statement:
    placement = any_placement(given)
    position, placed = placement.position, placement.placed
    formed = rules.formed_group(position, placed)
    return Statement(
        hypotheses=placement.conditions,
        conclusion=given.algebra.every(
            [
                contains(given.algebra, formed.stones, placed),
                contains(given.algebra, rules.after(position, placed).own, formed.stones),
            ]
        ),
    )


def _no_smaller_group_remains(rules: Rules, given: Given) -> Statement:
    algebra = given.algebra
    placement = any_placement(given)
    position, placed = placement.position, placement.placed
    whole, after = position.own | placed, rules.after(position, placed).own
    formed = rules.at_cell(placed, rules.groups(whole))
    return Statement(
        hypotheses=placement.conditions,
        conclusion=algebra.every(
            implies(
                algebra,
                algebra.has(after, cell),
                algebra.negation(algebra.below(group.size, formed.size)),
            )
            for cell, group in enumerate(rules.groups(after))
        ),
        hints=[hints.others_stay_whole(rules, whole, after, formed.size)],
    )


def _others_stay_whole(rules: Rules, given: Given) -> Statement:
    placement = any_placement(given)
    position, placed = placement.position, placement.placed
    whole, after = position.own | placed, rules.after(position, placed).own
    formed = rules.at_cell(placed, rules.groups(whole))
    return Statement(
        hypotheses=placement.conditions,
        conclusion=hints.others_stay_whole(rules, whole, after, formed.size),
        hints=hints.groups_of_part_and_whole(rules, after, whole),
        steps=hints.removal_keeps_groups_whole(rules, whole, after),
    )


def _opponent_is_untouched(rules: Rules, given: Given) -> Statement:
    algebra = given.algebra
    placement = any_placement(given)
    position, placed = placement.position, placement.placed
    after = rules.after(position, placed)
    mover = rules.played(position, placed)["mover"]
    return Statement(
        hypotheses=placement.conditions,
        conclusion=algebra.every(
            [
                algebra.same(after.enemy, position.enemy),
                contains(algebra, position.own | placed, after.own),
                contains(algebra, position.own, rules.removed(position, placed)),
                algebra.same(rules.is_one(mover, spec.Colour.BLUE), position.red_moves),
            ]
        ),
    )


def _isolated_removes_nothing(rules: Rules, given: Given) -> Statement:
    algebra = given.algebra
    placement = any_placement(given)
    position, placed = placement.position, placement.placed
    friendly = position.own | placed
    reasons: list[Truth] = []
    for cell, group in enumerate(rules.groups(friendly)):
        reasons += hints.stone_alone(rules, friendly, cell, group)
    return Statement(
        hypotheses=[*placement.conditions, algebra.negation(_is_joining(rules, placement))],
        conclusion=algebra.every(
            [
                is_empty(algebra, rules.removed(position, placed)),
                algebra.same(rules.after(position, placed).own, friendly),
            ]
        ),
        hints=reasons,
    )


def _is_joining(rules: Rules, placement: Placement) -> Truth:
    near = rules.beside(placement.placed) & placement.position.own
    return rules.algebra.negation(is_empty(rules.algebra, near))


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
            mistakes.EQUAL_GROUPS_REMOVED,
            mistakes.REMOVAL_BEFORE_PLACEMENT,
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
            mistakes.SINGLE_STONES_ONLY,
            mistakes.NOTHING_REMOVED,
            mistakes.ONE_JOINED_STONE_FORGOTTEN,
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
            mistakes.EQUAL_OTHER_GROUPS_REMOVED,
            mistakes.LARGER_GROUPS_REMOVED,
        ),
    ),
    Theorem(
        id="opponent_is_untouched",
        sentence="A placement changes no enemy stone, adds no friendly stone but the one placed,"
        " and removes none but friendly ones that stood before; then the opponent is to move.",
        clauses=("T1", "R2"),
        cases=for_each_cell(_opponent_is_untouched),
        rests_on=_GROUPS,
        controls=(
            mistakes.ENEMY_STONES_REMOVED,
            mistakes.ENEMY_STONE_TAKEN_OVER,
        ),
    ),
    Theorem(
        id="isolated_placement_removes_nothing",
        sentence="A placement with no friendly stone beside it leaves all stones and adds one.",
        clauses=("R2",),
        cases=for_each_cell(_isolated_removes_nothing),
        rests_on=_GROUPS,
        controls=(mistakes.EQUAL_OTHER_GROUPS_REMOVED,),
    ),
)
