"""Whole random games, compared turn by turn."""

import random
from collections import Counter

import churn_spec as spec
from churn_verification.comparison.match import Match
from churn_verification.implementations.interface import Implementation


def compare_game(
    implementation: Implementation, board: spec.Board, chance: random.Random, tally: Counter[str]
) -> int:
    """Play one random game to its end on both sides.

    After each turn the legal turns and the removed stones are compared; at the end everything is.
    The swap is taken as often as any other turn.

    Args:
        implementation: what is compared.
        board: the board.
        chance: chooses the turns.
        tally: to which the events of the game are added.

    Returns:
        The number of turns.

    Raises:
        Difference: where the sides differ.
    """
    match = Match(implementation, spec.write_position(spec.starting_position(board)), tally)
    match.compare()
    while not spec.is_over(match.at):
        match.compare_legal()
        match.play(chance.choice(sorted(match.reference.legal())))
    match.compare()
    return len(match.turns)
