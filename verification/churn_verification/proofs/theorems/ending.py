"""Theorems about the swap and the end of the game: S1, E1, E2, B2."""

from collections.abc import Sequence

from churn_verification.proofs import mistakes
from churn_verification.proofs.algebra import contains, is_empty
from churn_verification.proofs.grid import Grid
from churn_verification.proofs.model import Model
from churn_verification.proofs.theorem import (
    Case,
    Given,
    Statement,
    Theorem,
    any_placement,
    any_position,
    only,
)


def _ends_when_full_after_removal(model: Model, given: Given) -> Statement:
    algebra = given.algebra
    placement = any_placement(given)
    stones, placed = placement.stones, placement.placed
    fills = algebra.same(stones.own | stones.enemy | placed, algebra.word(model.grid.full))
    nothing_goes = is_empty(algebra, model.removed(stones, placed))
    return Statement(
        hypotheses=placement.conditions,
        conclusion=algebra.same(
            model.is_over(model.after(stones, placed)), algebra.every([fills, nothing_goes])
        ),
    )


def _majority_exists(model: Model, given: Given) -> Statement:
    algebra = given.algebra
    position, conditions = any_position(given)
    size = model.foundation.size
    outcome = model.majority(position)
    rest = algebra.complement(position.red)
    return Statement(
        hypotheses=[*conditions, model.is_over(model.seen_by_mover(position))],
        conclusion=algebra.negation(algebra.same(outcome.red, outcome.blue)),
        hints=[
            model.facts.complement_has_the_rest(size(position.red), size(rest)),
            model.facts.sizes_follow_inclusion(
                rest, size(rest), position.blue, size(position.blue)
            ),
        ],
    )


def _tie_exists(model: Model, given: Given) -> Statement:
    algebra = given.algebra
    position, conditions = any_position(given)
    outcome = model.majority(position)
    return Statement(
        hypotheses=[*conditions, model.is_over(model.seen_by_mover(position))],
        conclusion=algebra.every([algebra.negation(outcome.red), algebra.negation(outcome.blue)]),
    )


def _swap_on_second_turn(model: Model, given: Given) -> Statement:
    """By induction over the turns of a game.

    The start is the position before the first turn. If before a turn the position is the start
    exactly where the turn is the first, then after it the position is not the start, as the next
    turn is not the first; and the swap was offered exactly where it was the first turn and left
    the board with an empty cell.
    """
    algebra = given.algebra
    position, conditions = any_position(given)
    placed, is_first_turn = given.cell("cell"), given.truth("is_first_turn")
    stones = model.seen_by_mover(position)
    after = model.position_after(position, placed)
    is_full = model.is_over(model.seen_by_mover(after))
    return Statement(
        hypotheses=[
            *conditions,
            contains(algebra, model.empty(stones), placed),
            algebra.same(is_first_turn, model.is_start(position)),
        ],
        conclusion=algebra.every(
            [
                algebra.same(
                    model.offers_swap(position, placed),
                    algebra.every([is_first_turn, algebra.negation(is_full)]),
                ),
                algebra.negation(model.is_start(after)),
            ]
        ),
    )


def _on_odd_boards(grid: Grid) -> Sequence[Case]:
    return (Case("", _majority_exists),) if grid.cells % 2 else ()


def _on_even_boards(grid: Grid) -> Sequence[Case]:
    return () if grid.cells % 2 else (Case("", _tie_exists),)


THEOREMS = (
    Theorem(
        id="game_ends_exactly_when_full_after_removal",
        sentence="A game is over after a placement exactly if that filled the board and removed"
        " nothing.",
        clauses=("E1",),
        cases=only(_ends_when_full_after_removal),
        rests_on=("flood_fill_finds_the_groups", "counting_is_sound"),
        controls=(
            mistakes.control(
                "over-before-removal",
                "A placement that fills the board ends the game, whatever it would remove.",
                mistakes.OverBeforeRemoval,
            ),
        ),
    ),
    Theorem(
        id="odd_board_has_a_majority",
        sentence="On a full board of an odd number of cells exactly one colour has the majority.",
        clauses=("E2", "B2"),
        cases=_on_odd_boards,
        rests_on=("counting_is_sound",),
        controls=(
            mistakes.control(
                "majority-of-two",
                "A majority is a lead of at least two stones.",
                mistakes.MajorityNeedsTwoMore,
            ),
        ),
    ),
    Theorem(
        id="even_board_can_tie",
        sentence="On a board of an even number of cells there is a full position in which no"
        " colour has the majority.",
        clauses=("B2", "E2"),
        cases=_on_even_boards,
        is_computed=True,
        exists=True,
        controls=(
            mistakes.control(
                "ties-go-to-red",
                "Red wins unless Blue has more stones.",
                mistakes.TiesGoToRed,
                board="3-2-2-3-2-2",
            ),
        ),
    ),
    Theorem(
        id="swap_is_offered_exactly_on_the_second_turn",
        sentence="A placement is answered by the offer of the swap exactly if it was the first"
        " turn of the game and left a cell empty.",
        clauses=("S1",),
        cases=only(_swap_on_second_turn),
        rests_on=("flood_fill_finds_the_groups", "counting_is_sound"),
        controls=(
            mistakes.control(
                "swap-offered-while-blue-has-no-stone",
                "The swap is offered after any turn of Red's that finds no blue stone.",
                mistakes.SwapOfferedAgain,
            ),
        ),
    ),
)
