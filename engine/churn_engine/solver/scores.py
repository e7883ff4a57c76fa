"""Scores in compiled code; `values` says what they mean."""

from churn_engine.solver.compiled import Integer, compiled
from churn_engine.solver.values import FARTHEST, WIN

WORST = -32768
"""Less than any score."""


@compiled
def full_board_score(own_stones: Integer, other_stones: Integer) -> Integer:
    """The score of a full board for the side that would be to move."""
    if own_stones == other_stones:
        return 0
    return WIN if own_stones > other_stones else -WIN


@compiled
def before(score: Integer) -> Integer:
    """The score of a position in which the mover turns to one of this score for the other side."""
    if score > FARTHEST:
        return -score + 1
    if score < -FARTHEST:
        return -score - 1
    return score - 1


@compiled
def cost(score: Integer) -> Integer:
    """What the side that turns to a position of this score wants to be least.

    That is the score, but for ties, where both sides hurry: there it is the distance. The cost of a
    cost is the score again.
    """
    return score if score > FARTHEST or score < -FARTHEST else -score


@compiled
def cost_before(least: Integer) -> Integer:
    """The cost of a position from the least cost among those that its turns lead to."""
    if least > FARTHEST:
        return -least + 1
    if least < -FARTHEST:
        return -least - 1
    return least + 1
