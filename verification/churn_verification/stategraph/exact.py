"""What uniformly random play does on a small board, as exact fractions."""

from dataclasses import dataclass
from fractions import Fraction

from churn_verification.stategraph.graph import StateGraph


@dataclass(frozen=True, slots=True)
class ExactRandomPlay:
    """What happens when both sides choose uniformly among the legal placements; no swap.

    Attributes:
        turns: The expected number of turns of a game.
        red: The chance that Red wins.
        blue: The chance that Blue wins.
        tie: The chance of a tie.
    """

    turns: Fraction
    red: Fraction
    blue: Fraction
    tie: Fraction


def exact_random_play(graph: StateGraph) -> ExactRandomPlay:
    """Walk all games at once: how likely a game comes through each state, from the start on.

    Each turn adds its chance to the expected number of turns. So this looks from the start to the
    end, where the solver looks from the end to the start.

    Args:
        graph: The graph; fractions grow with the length of games, so one of a small board.
    """
    chance = [Fraction(0)] * len(graph)
    chance[0] = Fraction(1)
    turns = Fraction(0)
    won = {"red": Fraction(0), "blue": Fraction(0), "tie": Fraction(0)}
    for state in map(int, graph.order):
        following = graph.turns(state)
        if not following:
            won[graph.value(state)] += chance[state]
            continue
        turns += chance[state]
        share = chance[state] / len(following)
        for _, target in following:
            chance[target] += share
    return ExactRandomPlay(turns, **won)
