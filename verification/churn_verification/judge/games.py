"""Whole random games, and games that are taken back, compared turn by turn."""

import random
import sys
from collections import Counter

import churn_spec as spec
from churn_verification.judge.judge import Judge
from churn_verification.judge.match import Match
from churn_verification.players import Ask

WHOLE = sys.maxsize
"""More turns than any game has that can be played."""


def play_game(
    judge: Judge,
    board: spec.Board,
    chance: random.Random,
    tally: Counter[str],
    most_turns: int = WHOLE,
) -> int:
    """Play one random game to its end or for so many turns.

    After each turn the legal turns, the position and the removed stones are compared; at the end
    everything is. The swap is taken as often as any other turn.

    Args:
        judge: compares the players.
        board: the board.
        chance: chooses the turns.
        tally: to which the events of the game are added.
        most_turns: after how many turns to stop.

    Returns:
        The number of turns.

    Raises:
        AllHaveFailed: no player has come through.
    """
    match = Match(judge, spec.starting_position(board), tally, ask=Ask.TURNS)
    while not spec.is_over(match.at) and len(match.turns) < most_turns:
        match.play(_chosen(match, chance))
    match.compare()
    return len(match.turns)


def take_game_back(
    judge: Judge,
    board: spec.Board,
    chance: random.Random,
    tally: Counter[str],
    turns: int,
) -> int:
    """Play some turns of a random game and take all of them back, asking everything on the way.

    The swap is taken as often as not.

    Args:
        judge: compares the players.
        board: the board.
        chance: chooses the turns.
        tally: to which the events of the game are added.
        turns: how many turns to play at most.

    Returns:
        How many turns were taken back.

    Raises:
        AllHaveFailed: no player has come through.
    """
    match = Match(judge, spec.starting_position(board), tally)
    while not spec.is_over(match.at) and len(match.turns) < turns:
        if match.at.swap_on_offer and chance.random() < 0.5:
            match.play(spec.SWAP.value, Ask.TURNS)
        else:
            match.play(_chosen(match, chance, swap=False), Ask.TURNS)
    taken = len(match.turns)
    while match.can_undo:
        match.undo()
    return taken


def _chosen(match: Match, chance: random.Random, *, swap: bool = True) -> str:
    return chance.choice(sorted(match.legal if swap else match.legal - {spec.SWAP.value}))
