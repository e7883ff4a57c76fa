"""Theorems about what does not matter: which colour is which, and how the board lies.

On boards of more than 10 cells the theorems about placements are proved on one cell of each orbit
under the board's symmetries (four stand for the nineteen of size 3); that this is enough is what
`board_symmetries_commute_with_turns` proves. It is proved of a few symmetries that make all others:
what commutes with two symmetries commutes with one after the other.
"""

from collections.abc import Sequence
from functools import partial
from itertools import permutations

import churn_spec as spec
from churn_verification.proofs import mistakes
from churn_verification.proofs.algebra import Truth, Word, implies
from churn_verification.proofs.grid import Grid
from churn_verification.proofs.rules import Position, Rules
from churn_verification.proofs.theorem import (
    Case,
    Given,
    Statement,
    Theorem,
    any_placement,
    any_position,
    only,
)


def _colours_can_be_exchanged(rules: Rules, given: Given) -> Statement:
    """The same stones of the mover and of the opponent, in the other colours."""
    algebra = given.algebra
    position, conditions = any_position(given)
    placed, red_moves = given.cell("cell"), position.red_moves
    exchanged = Position(position.own, position.enemy, algebra.negation(red_moves))
    after, after_exchanged = rules.played(position, placed), rules.played(exchanged, placed)
    winner, winner_exchanged = rules.winner(position), rules.winner(exchanged)
    sides = ("red", "blue"), (spec.Colour.RED, spec.Colour.BLUE)
    outcomes = spec.Outcome.RED, spec.Outcome.BLUE
    return Statement(
        hypotheses=conditions,
        conclusion=algebra.every(
            [
                algebra.same(rules.legal(position), rules.legal(exchanged)),
                *(
                    algebra.same(after[one].word, after_exchanged[other].word)
                    for one, other in permutations(sides[0])
                ),
                *(
                    algebra.same(
                        rules.is_one(after["mover"], one),
                        rules.is_one(after_exchanged["mover"], other),
                    )
                    for one, other in permutations(sides[1])
                ),
                *(
                    algebra.same(rules.is_one(winner, one), rules.is_one(winner_exchanged, other))
                    for one, other in permutations(outcomes)
                ),
            ]
        ),
    )


def _symmetry_commutes(permutation: tuple[int, ...], rules: Rules, given: Given) -> Statement:
    """Takes the symmetric image before a turn and after it."""
    algebra = given.algebra
    placement = any_placement(given)
    position, placed = placement.position, placement.placed

    def image(word: Word) -> Word:
        return rules.image(permutation, word)

    turned = Position(image(position.own), image(position.enemy), position.red_moves)
    after, after_turned = rules.after(position, placed), rules.after(turned, image(placed))
    return Statement(
        hypotheses=placement.conditions,
        conclusion=algebra.every(
            [
                algebra.same(image(rules.legal(position)), rules.legal(turned)),
                algebra.same(image(after.own), after_turned.own),
                algebra.same(image(after.enemy), after_turned.enemy),
            ]
        ),
        hints=_images_of_groups(rules, permutation, position, turned, placed),
    )


def _images_of_groups(
    rules: Rules, permutation: tuple[int, ...], position: Position, turned: Position, placed: Word
) -> list[Truth]:
    """The groups of an image are the images of the groups, for all groups that a turn asks for."""
    placed_turned = rules.image(permutation, placed)
    reasons = []
    for cell, target in enumerate(permutation):
        single, single_turned = (rules.algebra.word(1 << each) for each in (cell, target))
        for more, more_turned in ((placed, placed_turned), (single, single_turned)):
            reasons += _image_of_group(
                rules, permutation, cell, position.own | more, turned.own | more_turned
            )
    return reasons


def _image_of_group(
    rules: Rules, permutation: tuple[int, ...], cell: int, stones: Word, turned: Word
) -> list[Truth]:
    """The image of a group is closed in the image of the stones, and the other way round."""
    algebra, target = rules.algebra, permutation[cell]
    group = rules.foundation.group_at(stones, cell)
    group_turned = rules.foundation.group_at(turned, target)
    image = rules.image(permutation, group.stones)
    original = rules.image(_inverse(permutation), group_turned.stones)
    return [
        rules.facts.group_is_connected(stones, cell, group.stones, original),
        rules.facts.group_is_connected(turned, target, group_turned.stones, image),
        implies(
            algebra,
            algebra.same(image, group_turned.stones),
            rules.facts.same_size(group.size, group_turned.size),
        ),
    ]


def _inverse(permutation: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(permutation.index(cell) for cell in range(len(permutation)))


def _groups_have_images(permutation: tuple[int, ...], rules: Rules, given: Given) -> Statement:
    """All that theorems say of positions beyond sets of cells, they say of groups and sizes."""
    algebra, stones = given.algebra, given.word("own")
    turned = rules.image(permutation, stones)
    pairs = [
        (rules.foundation.group_at(stones, cell), rules.foundation.group_at(turned, target))
        for cell, target in enumerate(permutation)
    ]
    return Statement(
        hypotheses=[],
        conclusion=algebra.every(
            algebra.every(
                [
                    algebra.same(rules.image(permutation, group.stones), group_turned.stones),
                    algebra.same(group.size, group_turned.size),
                ]
            )
            for group, group_turned in pairs
        ),
        hints=[
            reason
            for cell in range(rules.grid.cells)
            for reason in _image_of_group(rules, permutation, cell, stones, turned)
        ],
    )


def _cases_by_symmetry(grid: Grid) -> Sequence[Case]:
    numbers = {
        permutation: grid.symmetries.index(permutation) + 1 for permutation in grid.generators
    }
    return [
        Case(f"{name}-{number}", partial(claim, permutation))
        for permutation, number in numbers.items()
        for name, claim in (("symmetry", _symmetry_commutes), ("groups", _groups_have_images))
    ]


THEOREMS = (
    Theorem(
        id="colours_can_be_exchanged",
        sentence="With Red and Blue exchanged, stones and side to move alike, the same placements"
        " are legal, they do the same, and the majority is exchanged.",
        clauses=("T1", "P1", "P2", "R1", "R2", "E2"),
        cases=only(_colours_can_be_exchanged),
        controls=(mistakes.RED_PLACES_ANYWHERE,),
    ),
    Theorem(
        id="board_symmetries_commute_with_turns",
        sentence="Turning or mirroring the board before a placement or after it gives the same:"
        " the images of groups are groups of the same size, the images of the legal placements are"
        " legal, and do the image of what they do.",
        clauses=("P1", "P2", "R1", "R2"),
        cases=_cases_by_symmetry,
        rests_on=("flood_fill_finds_the_groups", "counting_is_sound"),
        controls=(mistakes.A_CELL_COUNTS_AS_ISOLATED,),
    ),
)
