"""What is counted in random play, and what follows from the counts.

All counts are integers, so that adding them up in any order gives the same. Means, standard errors
and the decision to stop are computed from the totals.
"""

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, NonNegativeInt

from churn_engine.random_play import Instalment

_EXACT_LENGTHS = 128
_SIGNIFICANT_BITS = 7


class Estimate(NamedTuple):
    """A mean over games with its standard error; None where there is one game only."""

    mean: float
    standard_error: float | None


class PerGame(BaseModel):
    """Sums over games of something that is counted in each game.

    Attributes:
        total: the sum.
        squares: the sum of the squares.
        with_turns: the sum of the products with the game's turns.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    total: NonNegativeInt = 0
    squares: NonNegativeInt = 0
    with_turns: NonNegativeInt = 0

    def __add__(self, other: Self) -> Self:
        return self.model_copy(
            update={
                "total": self.total + other.total,
                "squares": self.squares + other.squares,
                "with_turns": self.with_turns + other.with_turns,
            }
        )


class Statistics(BaseModel):
    """What was counted in some games.

    Attributes:
        games: the number of finished games.
        red_wins: how many of them Red won.
        blue_wins: how many of them Blue won; the others were ties.
        shortest: the fewest turns of a game, None where there is none.
        longest: the most turns of a game.
        turns: the turns of the games.
        formed: the sizes formed, summed over each game.
        choices: the numbers of legal placements, summed over each game.
        forced: the turns with a single legal placement.
        lengths: how many games had so many turns; lengths from 128 on are counted under
            the greatest length below or equal to them with seven significant binary digits.
        formed_sizes: how many placements formed so large a group, those of a game in progress
            included.
        branching: how many turns had so many legal placements, those of a game in progress
            included.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    games: NonNegativeInt = 0
    red_wins: NonNegativeInt = 0
    blue_wins: NonNegativeInt = 0
    shortest: NonNegativeInt | None = None
    longest: NonNegativeInt | None = None
    turns: PerGame = PerGame()
    formed: PerGame = PerGame()
    choices: PerGame = PerGame()
    forced: PerGame = PerGame()
    lengths: dict[int, NonNegativeInt] = {}
    formed_sizes: dict[int, NonNegativeInt] = {}
    branching: dict[int, NonNegativeInt] = {}

    def __add__(self, other: "Statistics") -> "Statistics":
        return Statistics(
            games=self.games + other.games,
            red_wins=self.red_wins + other.red_wins,
            blue_wins=self.blue_wins + other.blue_wins,
            shortest=min(_known(self.shortest, other.shortest), default=None),
            longest=max(_known(self.longest, other.longest), default=None),
            turns=self.turns + other.turns,
            formed=self.formed + other.formed,
            choices=self.choices + other.choices,
            forced=self.forced + other.forced,
            lengths=_added(self.lengths, other.lengths),
            formed_sizes=_added(self.formed_sizes, other.formed_sizes),
            branching=_added(self.branching, other.branching),
        )

    @property
    def ties(self) -> int:
        """The number of games without a winner."""
        return self.games - self.red_wins - self.blue_wins

    def mean_turns(self) -> Estimate:
        """The turns of a game. There must be a finished game."""
        mean = Fraction(self.turns.total, self.games)
        variance = self._variance_of_mean_turns()
        return Estimate(float(mean), None if variance is None else sqrt(variance))

    def red_share(self) -> Estimate:
        """The share of games that Red won. There must be a finished game."""
        share = Fraction(self.red_wins, self.games)
        if self.games == 1:
            return Estimate(float(share), None)
        return Estimate(float(share), sqrt(share * (1 - share) / (self.games - 1)))

    def per_turn(self, counted: PerGame) -> Estimate:
        """The mean over all turns of something that is summed over each game.

        It is a ratio of two means, so the standard error is that of the usual linear
        approximation. Games are independent of each other, the turns of one game are not.
        """
        ratio = Fraction(counted.total, self.turns.total)
        if self.games == 1:
            return Estimate(float(ratio), None)
        spread = counted.squares - 2 * ratio * counted.with_turns + ratio**2 * self.turns.squares
        variance = spread * self.games / ((self.games - 1) * Fraction(self.turns.total) ** 2)
        return Estimate(float(ratio), sqrt(variance))

    def relative_error_is_at_most(self, percent: Fraction) -> bool:
        """Whether the standard error of the mean turns is at most so many percent of it."""
        variance = self._variance_of_mean_turns()
        if variance is None:
            return False
        return variance <= (percent / 100 * Fraction(self.turns.total, self.games)) ** 2

    def _variance_of_mean_turns(self) -> Fraction | None:
        if self.games == 1:
            return None
        spread = self.games * self.turns.squares - self.turns.total**2
        return Fraction(spread, self.games**2 * (self.games - 1))


def statistics_of(played: Instalment) -> Statistics:
    """Count what an instalment of random play gave."""
    turns, leads = played.turns.tolist(), played.leads
    return Statistics(
        games=len(turns),
        red_wins=int((leads > 0).sum()),
        blue_wins=int((leads < 0).sum()),
        shortest=min(turns, default=None),
        longest=max(turns, default=None),
        turns=_per_game(turns, turns),
        formed=_per_game(played.formed.tolist(), turns),
        choices=_per_game(played.choices.tolist(), turns),
        forced=_per_game(played.forced.tolist(), turns),
        lengths=dict(Counter(length_class(length) for length in turns)),
        formed_sizes=_counts(played.formed_sizes),
        branching=_counts(played.branching),
    )


def length_class(length: int) -> int:
    """The least length that is counted together with this one."""
    if length < _EXACT_LENGTHS:
        return length
    dropped = length.bit_length() - _SIGNIFICANT_BITS
    return length >> dropped << dropped


def next_length_class(length: int) -> int:
    """The least length that is counted apart from the class of this one, and above it."""
    if length < _EXACT_LENGTHS:
        return length + 1
    return length_class(length) + (1 << (length.bit_length() - _SIGNIFICANT_BITS))


def _per_game(counted: list[int], turns: list[int]) -> PerGame:
    return PerGame(
        total=sum(counted),
        squares=sum(count * count for count in counted),
        with_turns=sum(count * length for count, length in zip(counted, turns, strict=True)),
    )


def _counts(counts: NDArray[np.int64]) -> dict[int, int]:
    return {int(value): int(counts[value]) for value in np.flatnonzero(counts)}


def _added(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    return dict(sorted((Counter(one) + Counter(other)).items()))


def _known(*values: int | None) -> list[int]:
    return [value for value in values if value is not None]
