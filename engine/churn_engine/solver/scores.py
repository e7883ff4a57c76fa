"""Values and distances as one number, so that the best turn is the one with the largest.

A score is seen from the side to move: positive where it wins, negative where it loses. The distance
is the number of turns to the end of the game when the winner hurries and the loser delays; in a
tied position both hurry, among the turns that keep the tie.
"""

from typing import Literal

from churn_engine.solver.compiled import Integer, compiled

Result = Literal["win", "tie", "loss"]

WIN = 16384
"""The score of a won full board; a win d turns away scores d less, a loss is the negative of it."""
FARTHEST = 8191
"""The largest distance that scores can tell."""
WORST = -32768


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


def result_of(score: int) -> Result:
    """Whether the side to move wins, ties or loses."""
    if score > FARTHEST:
        return "win"
    return "loss" if score < -FARTHEST else "tie"


def distance_of(score: int) -> int:
    """The number of turns to the end."""
    return -score if result_of(score) == "tie" else WIN - abs(score)


def score_of(result: Result, distance: int) -> int:
    """The score of a result at a distance."""
    if result == "tie":
        return -distance
    return WIN - distance if result == "win" else distance - WIN
