"""Values and distances as one number, so that the best turn is the one with the largest.

A score is seen from the side to move: positive where it wins, negative where it loses. The distance
is the number of turns to the end of the game when the winner hurries and the loser delays; in a
tied position both hurry, among the turns that keep the tie.
"""

from typing import Literal

from churn_engine.notation import Colour

Result = Literal["win", "tie", "loss"]
Value = Literal["red", "blue", "tie"]

WIN = 16384
"""The score of a won full board; a win d turns away scores d less, a loss is the negative of it."""
FARTHEST = 8191
"""The largest distance that scores can tell."""

OTHER_COLOUR: dict[Colour, Colour] = {"red": "blue", "blue": "red"}


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


def value_of(score: int, mover: Colour) -> Value:
    """Who wins, by colour."""
    result = result_of(score)
    if result == "tie":
        return "tie"
    return mover if result == "win" else OTHER_COLOUR[mover]
