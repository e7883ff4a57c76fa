"""Theorems about what may be done: T1, P1, P2."""

from churn_verification.proofs import hints, mistakes
from churn_verification.proofs.algebra import Number, Truth, Word, contains, is_empty
from churn_verification.proofs.model import Model, Stones
from churn_verification.proofs.theorem import (
    Given,
    Statement,
    Theorem,
    any_placement,
    any_stones,
    for_each_cell,
    only,
)


def _a_placement_exists(model: Model, given: Given) -> Statement:
    algebra = given.algebra
    stones, conditions = any_stones(given)
    legal, empty = model.legal(stones), model.empty(stones)
    return Statement(
        hypotheses=[*conditions, algebra.negation(is_empty(algebra, empty))],
        conclusion=algebra.every(
            [algebra.negation(is_empty(algebra, legal)), contains(algebra, empty, legal)]
        ),
    )


def _isolation_is_forced(model: Model, given: Given) -> Statement:
    algebra = given.algebra
    stones, conditions = any_stones(given)
    chosen, apart = given.cell("chosen"), given.cell("apart")
    formed = model.formed_at(stones)
    return Statement(
        hypotheses=[
            *conditions,
            contains(algebra, model.empty(stones), apart),
            algebra.same(model.at_cell(apart, formed).stones, apart),
            contains(algebra, model.legal(stones), chosen),
        ],
        conclusion=algebra.same(model.at_cell(chosen, formed).stones, chosen),
        hints=_formed_alone(model, stones),
    )


def _no_smaller_group(model: Model, given: Given) -> Statement:
    algebra = given.algebra
    stones, conditions = any_stones(given)
    chosen, other = given.cell("chosen"), given.cell("other")
    return Statement(
        hypotheses=[
            *conditions,
            contains(algebra, model.legal(stones), chosen),
            contains(algebra, model.empty(stones), other),
        ],
        conclusion=algebra.negation(
            algebra.below(_formed_size(model, stones, other), _formed_size(model, stones, chosen))
        ),
        hints=_formed_alone(model, stones),
    )


def _equal_groups(model: Model, given: Given) -> Statement:
    algebra = given.algebra
    stones, conditions = any_stones(given)
    one, other = given.cell("one"), given.cell("other")
    return Statement(
        hypotheses=[*conditions, contains(algebra, model.legal(stones), one | other)],
        conclusion=algebra.same(
            _formed_size(model, stones, one), _formed_size(model, stones, other)
        ),
        hints=_formed_alone(model, stones),
    )


def _formed_size_counts_all(model: Model, given: Given) -> Statement:
    """Adds up the new stone and, once for each group beside it, the size of the group."""
    algebra = given.algebra
    placement = any_placement(given)
    own, placed = placement.stones.own, placement.placed
    together, total = placed, algebra.number(1)
    reasons = hints.groups_of_part_and_whole(model, own, own | placed)
    reasons.append(
        model.facts.single_has_size_one(placed, model.foundation.size(placed)),
    )
    near = model.beside(placed)
    for cell, group in enumerate(model.groups(own)):
        is_first = is_empty(algebra, group.stones & algebra.word((1 << cell) - 1))
        is_joined = algebra.negation(is_empty(algebra, group.stones & near))
        counts = algebra.every([algebra.has(own, cell), is_first, is_joined])
        added = algebra.choose(counts, group.stones, algebra.word(0))
        added_size = algebra.choose(counts, group.size, algebra.number(0))
        total = algebra.plus(total, added_size)
        reasons.append(_adding(model, together, added, added_size))
        together = together | added
    formed = model.formed_group(placement.stones, placed)
    reasons += _formed_within(model, own | placed, together)
    reasons.append(
        model.facts.sizes_follow_inclusion(
            formed.stones, formed.size, together, model.foundation.size(together)
        )
    )
    return Statement(
        hypotheses=placement.conditions,
        conclusion=algebra.same(formed.size, total),
        hints=reasons,
    )


def _formed_size(model: Model, stones: Stones, placed: Word) -> Number:
    return model.at_cell(placed, model.formed_at(stones)).size


def _formed_alone(model: Model, stones: Stones) -> list[Truth]:
    """An isolated stone forms a group of size 1, wherever it is placed."""
    reasons = []
    for cell, group in enumerate(model.formed_at(stones)):
        friendly = stones.own | model.algebra.word(1 << cell)
        reasons += hints.stone_alone(model, friendly, cell, group)
    return reasons


def _adding(model: Model, together: Word, added: Word, added_size: Number) -> Truth:
    """What a union gains in size by one more group, or by nothing."""
    size = model.foundation.size
    return model.facts.sizes_add_up(
        together, size(together), added, added_size, size(together | added)
    )


def _formed_within(model: Model, after: Word, together: Word) -> list[Truth]:
    """The formed group is within any set that is closed once the stone is placed."""
    return [
        model.facts.group_is_connected(after, cell, group.stones, together)
        for cell, group in enumerate(model.groups(after))
    ]


A_PLACEMENT_ALWAYS_EXISTS = Theorem(
    id="a_placement_always_exists",
    sentence="While the board is not full the side to move has a legal placement, and all legal"
    " placements are on empty cells.",
    clauses=("T1", "P1", "P2"),
    cases=only(_a_placement_exists),
    controls=(
        mistakes.control(
            "only-isolated-placements",
            "Where no isolated placement exists, none is legal.",
            mistakes.OnlyIsolated,
        ),
    ),
)

ISOLATION_IS_FORCED = Theorem(
    id="isolation_is_forced",
    sentence="Where some placement forms a group of its stone alone, every legal placement does.",
    clauses=("P1",),
    cases=only(_isolation_is_forced),
    rests_on=("flood_fill_finds_the_groups",),
    controls=(
        mistakes.control(
            "isolation-is-optional",
            "An isolated placement need not be made.",
            mistakes.IsolationOptional,
        ),
        mistakes.control(
            "a-cell-counts-as-isolated",
            "The first cell counts as isolated whatever is next to it.",
            mistakes.FirstCellForbidden,
        ),
    ),
)

NO_SMALLER_GROUP_CAN_BE_FORMED = Theorem(
    id="no_smaller_group_can_be_formed",
    sentence="No placement on an empty cell forms a smaller group than a legal placement does.",
    clauses=("P1", "P2"),
    cases=only(_no_smaller_group),
    rests_on=("flood_fill_finds_the_groups", "counting_is_sound"),
    controls=(
        mistakes.control(
            "largest-for-smallest",
            "Where no placement is isolated, the largest group must be formed.",
            mistakes.SmallestTurnedLargest,
        ),
        mistakes.control(
            "isolation-is-optional",
            "An isolated placement need not be made.",
            mistakes.IsolationOptional,
        ),
    ),
)

LEGAL_PLACEMENTS_FORM_EQUAL_GROUPS = Theorem(
    id="legal_placements_form_equal_groups",
    sentence="All legal placements form groups of one size.",
    clauses=("P1", "P2"),
    cases=only(_equal_groups),
    rests_on=("flood_fill_finds_the_groups", "counting_is_sound"),
    controls=(
        mistakes.control(
            "any-joining-placement",
            "Where no placement is isolated, any will do.",
            mistakes.AnySizeAllowed,
        ),
    ),
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
        mistakes.control(
            "one-joined-group-forgotten",
            "One of the groups beside the new stone is not joined.",
            mistakes.OneJoinedGroupForgotten,
        ),
        mistakes.control(
            "enemy-stones-count",
            "Enemy stones join groups as friendly ones do.",
            mistakes.EnemyStonesCount,
        ),
    ),
)

THEOREMS = (
    A_PLACEMENT_ALWAYS_EXISTS,
    ISOLATION_IS_FORCED,
    NO_SMALLER_GROUP_CAN_BE_FORMED,
    LEGAL_PLACEMENTS_FORM_EQUAL_GROUPS,
    FORMED_SIZE_COUNTS_EVERY_JOINED_GROUP,
)
