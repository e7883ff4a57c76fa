"""Theorems about what may be done: T1, P1, P2."""

from churn_verification.proofs import hints, mistakes
from churn_verification.proofs.algebra import Number, Truth, Word, contains, is_empty
from churn_verification.proofs.rules import Position, Rules
from churn_verification.proofs.theorem import (
    Given,
    Statement,
    Theorem,
    any_placement,
    any_position,
    for_each_cell,
    only,
)


def _a_placement_exists(rules: Rules, given: Given) -> Statement:
    algebra = given.algebra
    position, conditions = any_position(given)
    legal, empty = rules.legal(position), rules.empty(position)
    return Statement(
        hypotheses=[*conditions, algebra.negation(is_empty(algebra, empty))],
        conclusion=algebra.every(
            [algebra.negation(is_empty(algebra, legal)), contains(algebra, empty, legal)]
        ),
    )


def _isolation_is_forced(rules: Rules, given: Given) -> Statement:
    algebra = given.algebra
    position, conditions = any_position(given)
    chosen, apart = given.cell("chosen"), given.cell("apart")
    formed = rules.formed_at(position)
    return Statement(
        hypotheses=[
            *conditions,
            contains(algebra, rules.empty(position), apart),
            algebra.same(rules.at_cell(apart, formed).stones, apart),
            contains(algebra, rules.legal(position), chosen),
        ],
        conclusion=algebra.same(rules.at_cell(chosen, formed).stones, chosen),
        hints=_formed_alone(rules, position),
    )


def _no_smaller_group(rules: Rules, given: Given) -> Statement:
    algebra = given.algebra
    position, conditions = any_position(given)
    chosen, other = given.cell("chosen"), given.cell("other")
    return Statement(
        hypotheses=[
            *conditions,
            contains(algebra, rules.legal(position), chosen),
            contains(algebra, rules.empty(position), other),
        ],
        conclusion=algebra.negation(
            algebra.below(
                _formed_size(rules, position, other), _formed_size(rules, position, chosen)
            )
        ),
        hints=_formed_alone(rules, position),
    )


def _equal_groups(rules: Rules, given: Given) -> Statement:
    algebra = given.algebra
    position, conditions = any_position(given)
    one, other = given.cell("one"), given.cell("other")
    return Statement(
        hypotheses=[*conditions, contains(algebra, rules.legal(position), one | other)],
        conclusion=algebra.same(
            _formed_size(rules, position, one), _formed_size(rules, position, other)
        ),
        hints=_formed_alone(rules, position),
    )


def _formed_size_counts_all(rules: Rules, given: Given) -> Statement:
    """Adds up the new stone and, once for each group beside it, the size of the group."""
    algebra = given.algebra
    placement = any_placement(given)
    own, placed = placement.position.own, placement.placed
    together, total = placed, algebra.number(1)
    reasons = hints.groups_of_part_and_whole(rules, own, own | placed)
    reasons.append(
        rules.facts.single_has_size_one(placed, rules.foundation.size(placed)),
    )
    near = rules.beside(placed)
    for cell, group in enumerate(rules.groups(own)):
        is_first = is_empty(algebra, group.stones & algebra.word((1 << cell) - 1))
        is_joined = algebra.negation(is_empty(algebra, group.stones & near))
        counts = algebra.every([algebra.has(own, cell), is_first, is_joined])
        added = algebra.choose(counts, group.stones, algebra.word(0))
        added_size = algebra.choose(counts, group.size, algebra.number(0))
        total = algebra.plus(total, added_size)
        reasons.append(_adding(rules, together, added, added_size))
        together = together | added
    formed = rules.formed_group(placement.position, placed)
    reasons += _formed_within(rules, own | placed, together)
    reasons.append(
        rules.facts.sizes_follow_inclusion(
            formed.stones, formed.size, together, rules.foundation.size(together)
        )
    )
    return Statement(
        hypotheses=placement.conditions,
        conclusion=algebra.same(formed.size, total),
        hints=reasons,
    )


def _formed_size(rules: Rules, position: Position, placed: Word) -> Number:
    return rules.at_cell(placed, rules.formed_at(position)).size


def _formed_alone(rules: Rules, position: Position) -> list[Truth]:
    """An isolated stone forms a group of size 1, wherever it is placed."""
    reasons = []
    for cell, group in enumerate(rules.formed_at(position)):
        friendly = position.own | rules.algebra.word(1 << cell)
        reasons += hints.stone_alone(rules, friendly, cell, group)
    return reasons


def _adding(rules: Rules, together: Word, added: Word, added_size: Number) -> Truth:
    """What a union gains in size by one more group, or by nothing."""
    size = rules.foundation.size
    return rules.facts.sizes_add_up(
        together, size(together), added, added_size, size(together | added)
    )


def _formed_within(rules: Rules, after: Word, together: Word) -> list[Truth]:
    """The formed group is within any set that is closed once the stone is placed."""
    return [
        rules.facts.group_is_connected(after, cell, group.stones, together)
        for cell, group in enumerate(rules.groups(after))
    ]


A_PLACEMENT_ALWAYS_EXISTS = Theorem(
    id="a_placement_always_exists",
    sentence="While the board is not full the side to move has a legal placement, and all legal"
    " placements are on empty cells.",
    clauses=("T1", "P1", "P2"),
    cases=only(_a_placement_exists),
    controls=(mistakes.ONLY_ISOLATED,),
)

ISOLATION_IS_FORCED = Theorem(
    id="isolation_is_forced",
    sentence="Where some placement forms a group of its stone alone, every legal placement does.",
    clauses=("P1",),
    cases=only(_isolation_is_forced),
    rests_on=("flood_fill_finds_the_groups",),
    controls=(
        mistakes.ANYWHERE,
        mistakes.A_CELL_COUNTS_AS_ISOLATED,
    ),
)

NO_SMALLER_GROUP_CAN_BE_FORMED = Theorem(
    id="no_smaller_group_can_be_formed",
    sentence="No placement on an empty cell forms a smaller group than a legal placement does.",
    clauses=("P1", "P2"),
    cases=only(_no_smaller_group),
    rests_on=("flood_fill_finds_the_groups", "counting_is_sound"),
    controls=(
        mistakes.LARGEST_FOR_SMALLEST,
        mistakes.ANYWHERE,
    ),
)

LEGAL_PLACEMENTS_FORM_EQUAL_GROUPS = Theorem(
    id="legal_placements_form_equal_groups",
    sentence="All legal placements form groups of one size.",
    clauses=("P1", "P2"),
    cases=only(_equal_groups),
    rests_on=("flood_fill_finds_the_groups", "counting_is_sound"),
    controls=(mistakes.ANY_JOINING_PLACEMENT,),
)

FORMED_SIZE_COUNTS_EVERY_JOINED_GROUP = Theorem(
    id="formed_size_counts_every_joined_group",
    sentence="The formed size is one for the new stone and, once for each friendly group beside"
    " it, the size of that group.",
    clauses=("P2",),
    cases=for_each_cell(_formed_size_counts_all),
    rests_on=(
        "flood_fill_finds_the_groups",
        "counting_is_sound",
        "board_symmetries_commute_with_turns",
    ),
    controls=(
        mistakes.ONE_JOINED_STONE_FORGOTTEN,
        mistakes.ENEMY_STONES_COUNT,
    ),
)

THEOREMS = (
    A_PLACEMENT_ALWAYS_EXISTS,
    ISOLATION_IS_FORCED,
    NO_SMALLER_GROUP_CAN_BE_FORMED,
    LEGAL_PLACEMENTS_FORM_EQUAL_GROUPS,
    FORMED_SIZE_COUNTS_EVERY_JOINED_GROUP,
)
