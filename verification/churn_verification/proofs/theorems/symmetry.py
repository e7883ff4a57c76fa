"""Theorems about what does not matter: which colour is which, and how the board lies.

On boards of more than 10 cells the theorems about placements are proved on one cell of each orbit
under the board's symmetries (four stand for the nineteen of size 3); that this is enough is what
`board_symmetries_commute_with_turns` proves. It is proved of a few symmetries that make all others:
what commutes with two symmetries commutes with one after the other.
"""

from collections.abc import Sequence
from functools import partial

from churn_verification.proofs import mistakes
from churn_verification.proofs.algebra import Truth, Word, implies
from churn_verification.proofs.grid import Grid
from churn_verification.proofs.model import Model, Position, Stones
from churn_verification.proofs.theorem import (
    Case,
    Given,
    Statement,
    Theorem,
    any_placement,
    any_position,
    only,
)


def _colours_can_be_exchanged(model: Model, given: Given) -> Statement:
    algebra = given.algebra
    position, conditions = any_position(given)
    placed = given.cell("cell")
    exchanged = Position(position.blue, position.red, algebra.negation(position.red_moves))
    after = model.position_after(position, placed)
    after_exchanged = model.position_after(exchanged, placed)
    majority, majority_exchanged = model.majority(position), model.majority(exchanged)
    return Statement(
        hypotheses=conditions,
        conclusion=algebra.every(
            [
                algebra.same(model.legal_in(position), model.legal_in(exchanged)),
                algebra.same(after.red, after_exchanged.blue),
                algebra.same(after.blue, after_exchanged.red),
                algebra.same(after.red_moves, algebra.negation(after_exchanged.red_moves)),
                algebra.same(majority.red, majority_exchanged.blue),
                algebra.same(majority.blue, majority_exchanged.red),
            ]
        ),
    )


def _symmetry_commutes(permutation: tuple[int, ...], model: Model, given: Given) -> Statement:
    """Takes the symmetric image before a turn and after it."""
    algebra = given.algebra
    placement = any_placement(given)
    stones, placed = placement.stones, placement.placed

    def image(word: Word) -> Word:
        return model.image(permutation, word)

    turned = Stones(image(stones.own), image(stones.enemy))
    after, after_turned = model.after(stones, placed), model.after(turned, image(placed))
    return Statement(
        hypotheses=placement.conditions,
        conclusion=algebra.every(
            [
                algebra.same(image(model.legal(stones)), model.legal(turned)),
                algebra.same(image(after.own), after_turned.own),
                algebra.same(image(after.enemy), after_turned.enemy),
            ]
        ),
        hints=_images_of_groups(model, permutation, stones, turned, placed),
    )


def _images_of_groups(
    model: Model, permutation: tuple[int, ...], stones: Stones, turned: Stones, placed: Word
) -> list[Truth]:
    """The groups of an image are the images of the groups, for all groups that a turn asks for."""
    friendly, friendly_turned = model.friendly(stones), model.friendly(turned)
    placed_turned = model.image(permutation, placed)
    reasons = []
    for cell, target in enumerate(permutation):
        single, single_turned = (model.algebra.word(1 << each) for each in (cell, target))
        for more, more_turned in ((placed, placed_turned), (single, single_turned)):
            reasons += _image_of_group(
                model, permutation, cell, friendly | more, friendly_turned | more_turned
            )
    return reasons


def _image_of_group(
    model: Model, permutation: tuple[int, ...], cell: int, stones: Word, turned: Word
) -> list[Truth]:
    """The image of a group is closed in the image of the stones, and the other way round."""
    algebra, target = model.algebra, permutation[cell]
    group = model.foundation.group_at(stones, cell)
    group_turned = model.foundation.group_at(turned, target)
    image = model.image(permutation, group.stones)
    original = model.image(_inverse(permutation), group_turned.stones)
    return [
        model.facts.group_is_connected(stones, cell, group.stones, original),
        model.facts.group_is_connected(turned, target, group_turned.stones, image),
        implies(
            algebra,
            algebra.same(image, group_turned.stones),
            model.facts.same_size(group.size, group_turned.size),
        ),
    ]


def _inverse(permutation: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(permutation.index(cell) for cell in range(len(permutation)))


def _groups_have_images(permutation: tuple[int, ...], model: Model, given: Given) -> Statement:
    """All that theorems say of positions beyond sets of cells, they say of groups and sizes."""
    algebra, stones = given.algebra, given.word("own")
    turned = model.image(permutation, stones)
    pairs = [
        (model.foundation.group_at(stones, cell), model.foundation.group_at(turned, target))
        for cell, target in enumerate(permutation)
    ]
    return Statement(
        hypotheses=[],
        conclusion=algebra.every(
            algebra.every(
                [
                    algebra.same(model.image(permutation, group.stones), group_turned.stones),
                    algebra.same(group.size, group_turned.size),
                ]
            )
            for group, group_turned in pairs
        ),
        hints=[
            reason
            for cell in range(model.grid.cells)
            for reason in _image_of_group(model, permutation, cell, stones, turned)
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
        controls=(
            mistakes.control(
                "red-places-anywhere",
                "Red need not form the smallest group.",
                mistakes.RedPlacesAnywhere,
            ),
        ),
    ),
    Theorem(
        id="board_symmetries_commute_with_turns",
        sentence="Turning or mirroring the board before a placement or after it gives the same:"
        " the images of groups are groups of the same size, the images of the legal placements are"
        " legal, and do the image of what they do.",
        clauses=("B1", "P1", "P2", "R1", "R2"),
        cases=_cases_by_symmetry,
        rests_on=("flood_fill_finds_the_groups", "counting_is_sound"),
        controls=(
            mistakes.control(
                "a-cell-counts-as-isolated",
                "The first cell counts as isolated whatever is next to it.",
                mistakes.FirstCellForbidden,
            ),
        ),
    ),
)
