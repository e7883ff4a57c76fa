"""Whole random games, compared turn by turn."""

import random
import sys
from collections import Counter

import churn_spec as spec
from churn_verification.judge.match import Match
from churn_verification.players.interface import Implementation

WHOLE = sys.maxsize
"""More turns than any game has that can be played."""


def compare_game(
    implementation: Implementation,
    board: spec.Board,
    chance: random.Random,
    tally: Counter[str],
    most_turns: int = WHOLE,
) -> int:
    """Play one random game on both sides, to its end or for so many turns.

    After each turn the legal turns and the removed stones are compared; at the end everything is.
    The swap is taken as often as any other turn.

    Args:
        implementation: what is compared.
        board: the board.
        chance: chooses the turns.
        tally: to which the events of the game are added.
        most_turns: after how many turns to stop.

    Returns:
        The number of turns.

    Raises:
        Difference: where the sides differ.
    """
    match = _match_on(implementation, board, tally)
    while not spec.is_over(match.at) and len(match.turns) < most_turns:
        match.compare_legal()
        match.play(chance.choice(sorted(match.reference.legal())))
    match.compare()
    return len(match.turns)


def compare_taking_back(
    implementation: Implementation,
    board: spec.Board,
    chance: random.Random,
    tally: Counter[str],
    turns: int,
) -> int:
    """Play some turns of a random game and take all of them back, comparing everything on the way.

    The swap is taken as often as not.

    Args:
        implementation: what is compared.
        board: the board.
        chance: chooses the turns.
        tally: to which the events of the game are added.
        turns: how many turns to play at most.

    Returns:
        How many turns were taken back.

    Raises:
        Difference: where the sides differ.
    """
    match = _match_on(implementation, board, tally)
    while not spec.is_over(match.at) and len(match.turns) < turns:
        if match.at.swap_on_offer and chance.random() < 0.5:
            match.play(spec.SWAP.value)
        else:
            match.play(chance.choice(sorted(match.reference.legal() - {spec.SWAP.value})))
    taken = len(match.turns)
    while match.turns:
        match.compare()
        match.undo()
    match.compare()
    return taken


def _match_on(implementation: Implementation, board: spec.Board, tally: Counter[str]) -> Match:
    match = Match(implementation, spec.write_position(spec.starting_position(board)), tally)
    match.compare()
    return match
