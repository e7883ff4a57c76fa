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
