"""Theorems about flood fill and counting: what all others rest on."""

from collections.abc import Iterable, Sequence
from functools import partial

from churn_verification.proofs import mistakes
from churn_verification.proofs.algebra import Algebra, Truth, Word, implies
from churn_verification.proofs.grid import Grid
from churn_verification.proofs.rules import Rules
from churn_verification.proofs.theorem import Case, Given, Statement, Theorem, only


def _one_more_step_changes_nothing(cell: int, rules: Rules, given: Given) -> Statement:
    algebra, stones = given.algebra, given.word("own")
    group = rules.foundation.group_at(stones, cell).stones
    one_step_more = (group | rules.beside(group)) & stones
    return Statement(hypotheses=[], conclusion=algebra.same(one_step_more, group))


def _finds_the_group(cell: int, rules: Rules, given: Given) -> Statement:
    algebra = given.algebra
    stones, part = given.word("own"), given.word("part")
    group = rules.foundation.group_at(stones, cell).stones
    return Statement(
        hypotheses=[],
        conclusion=algebra.every(
            [
                rules.facts.group_holds_its_stone(stones, cell, group),
                rules.facts.group_is_closed(stones, group),
                rules.facts.group_is_connected(stones, cell, group, part),
            ]
        ),
    )


def _all_stones_share_the_group(cell: int, rules: Rules, given: Given) -> Statement:
    """Follows for any sets that are to their cells what flood fill has been shown to be.

    Two groups are closed, and so is what is left of the stones without one of them; each of these
    holds the whole group of a stone it holds. So two groups are the same or have nothing in common.
    """
    algebra, facts, stones = given.algebra, rules.facts, given.word("own")
    cells = range(rules.grid.cells)
    groups = [given.word(f"group_{number}") for number in cells]
    group = groups[cell]
    hypotheses = []
    for other, its_group in enumerate(groups):
        rest = stones & algebra.complement(its_group)
        hypotheses += [
            facts.group_holds_its_stone(stones, other, its_group),
            facts.group_is_closed(stones, its_group),
            facts.group_is_connected(stones, cell, group, its_group),
            facts.group_is_connected(stones, cell, group, rest),
            facts.group_is_connected(stones, other, its_group, group),
        ]
    return Statement(
        hypotheses=hypotheses,
        conclusion=algebra.every(
            facts.group_is_shared(group, other, groups[other]) for other in cells
        ),
    )


def _finds_the_group_of_a_new_stone(cell: int, rules: Rules, given: Given) -> Statement:
    """Of a cell without a stone the source finds the group that a stone there would have."""
    algebra, stones = given.algebra, given.word("own")
    found = rules.foundation.found(stones, cell)
    group = rules.foundation.group_at(stones | algebra.word(1 << cell), cell).stones
    return Statement(hypotheses=[], conclusion=algebra.same(found, group))


def _all_groups_are_found(rules: Rules, given: Given) -> Statement:
    """The source of `groups` gives the groups of all stones and nothing else.

    Going through its result meets each group once: of several stones of a group only one is its
    first cell.
    """
    algebra, stones = given.algebra, given.word("own")
    family, required = rules.groups_by_source(stones)
    groups = rules.groups(stones)
    found = [(guard, each.word) for guard, each in family.members]
    firsts = [
        (rules.is_first(stones, cell, group), group.stones) for cell, group in enumerate(groups)
    ]
    of_stones = [
        implies(
            algebra,
            algebra.has(stones, cell),
            algebra.every(
                [
                    _is_among(algebra, group.stones, found),
                    _is_among(algebra, group.stones, firsts),
                ]
            ),
        )
        for cell, group in enumerate(groups)
    ]
    none_else = [
        implies(
            algebra,
            guard,
            algebra.some(
                algebra.every([algebra.has(stones, cell), algebra.same(each, group.stones)])
                for cell, group in enumerate(groups)
            ),
        )
        for guard, each in found
    ]
    return Statement(hypotheses=[], conclusion=algebra.every([*required, *of_stones, *none_else]))


def _is_among(algebra: Algebra, word: Word, sets: Iterable[tuple[Truth, Word]]) -> Truth:
    """Whether a set is one of several."""
    return algebra.some(algebra.every([guard, algebra.same(each, word)]) for guard, each in sets)


def _for_each_cell(grid: Grid) -> Sequence[Case]:
    return [
        Case(f"cell-{cell}", partial(_one_more_step_changes_nothing, cell))
        for cell in range(grid.cells)
    ]


def _groups_cases(grid: Grid) -> Sequence[Case]:
    one_group = dict.fromkeys(("own", *_names_of_groups(grid)), grid.full)
    cells = range(grid.cells)
    return [
        *(Case(f"found-{cell}", partial(_finds_the_group, cell)) for cell in cells),
        *(
            Case(f"shared-{cell}", partial(_all_stones_share_the_group, cell), example=one_group)
            for cell in cells
        ),
        *(Case(f"new-{cell}", partial(_finds_the_group_of_a_new_stone, cell)) for cell in cells),
    ]


def _names_of_groups(grid: Grid) -> list[str]:
    return [f"group_{number}" for number in range(grid.cells)]


def _counting(rules: Rules, given: Given) -> dict[str, Truth]:
    """All facts about sizes, of any two sets."""
    algebra, size = given.algebra, rules.foundation.size
    one, other = given.word("own"), given.word("other")
    return {
        "positive": rules.facts.size_is_positive(one, size(one)),
        "bounded": rules.facts.size_is_on_the_board(size(one)),
        "single": rules.facts.single_has_size_one(one, size(one)),
        "inclusion": rules.facts.sizes_follow_inclusion(one, size(one), other, size(other)),
        "union": rules.facts.sizes_add_up(one, size(one), other, size(other), size(one | other)),
        "complement": rules.facts.complement_has_the_rest(size(one), size(algebra.complement(one))),
    }


def _counting_is_sound(fact: str, rules: Rules, given: Given) -> Statement:
    return Statement(hypotheses=[], conclusion=_counting(rules, given)[fact])


def _images_have_the_same_size(
    permutation: tuple[int, ...], rules: Rules, given: Given
) -> Statement:
    one, size = given.word("own"), rules.foundation.size
    image = rules.image(permutation, one)
    return Statement(
        hypotheses=[],
        conclusion=rules.facts.same_size(size(one), size(image)),
    )


_SIZE_FACTS = ("positive", "bounded", "single", "inclusion", "union", "complement")


def _counting_cases(grid: Grid) -> Sequence[Case]:
    of_images = [
        Case(
            f"image-{grid.symmetries.index(permutation) + 1}",
            partial(_images_have_the_same_size, permutation),
        )
        for permutation in grid.generators
    ]
    return [Case(fact, partial(_counting_is_sound, fact)) for fact in _SIZE_FACTS] + of_images


THEOREMS = (
    Theorem(
        id="flood_fill_has_converged",
        sentence="From any cell, among any stones, one more step of flood fill reaches no further"
        " stone.",
        clauses=("P2", "R1"),
        cases=_for_each_cell,
        is_computed=True,
        controls=(
            mistakes.FILL_STOPS_EARLY,
            mistakes.FILL_STOPS_EARLY,
        ),
    ),
    Theorem(
        id="flood_fill_finds_the_groups",
        sentence="What flood fill reaches from a stone is its group: it holds the stone, no other"
        " stone is next to it, it is connected, and it is the group of all its stones.",
        clauses=("P2", "R1"),
        cases=_groups_cases,
        is_computed=True,
        controls=(
            mistakes.FILL_STOPS_EARLY,
            mistakes.FILL_LEAKS,
        ),
    ),
    Theorem(
        id="groups_are_found_once_each",
        sentence="Looking for groups until no stone is left finds the group of each stone, and"
        " nothing else.",
        clauses=("R1",),
        cases=only(_all_groups_are_found),
        rests_on=("flood_fill_finds_the_groups",),
        controls=(mistakes.LAST_STONE_LEFT_OUT,),
    ),
    Theorem(
        id="counting_is_sound",
        sentence="Sizes are what counting gives: a single cell has size 1, a larger set a larger"
        " size, sets apart add up, a set and its complement make the board, images are of one"
        " size.",
        clauses=("P2", "R1", "E2"),
        cases=_counting_cases,
        is_computed=True,
        controls=(mistakes.FIRST_CELL_FORGOTTEN,),
    ),
)
