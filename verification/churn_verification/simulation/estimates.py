"""What a run will take, before it starts."""

from dataclasses import dataclass
from math import ceil, sqrt

from churn_engine.kernels.words import layout_for
from churn_verification.support.durations import write_estimate

_TURNS_A_SECOND = 3e7  # of one worker, on boards of one word
_SPREAD_OF_LENGTHS = 0.14  # standard deviation by mean; about the same on all sizes


@dataclass(frozen=True)
class Cost:
    """What a run will take, roughly.

    Attributes:
        games: the number of games.
        turns: the turns of one of them.
        seconds: how long it takes.
    """

    games: int
    turns: float
    seconds: float

    def __str__(self) -> str:
        turns = f"{self.turns:.1e}" if self.turns >= 1e6 else f"{self.turns:,.0f}"
        games = "1 game" if self.games == 1 else f"{self.games:,} games"
        return f"{games} of roughly {turns} turns, {write_estimate(self.seconds)}"


def expected_turns(cells: int) -> float:
    """Roughly how many turns a random game takes on a board that is about as wide as high.

    Found by random play on sizes 2 to 8, where it is right within a third: each size takes ten to
    fourteen times as many turns as the one before.
    """
    size = (3 + sqrt(12 * cells - 3)) / 6
    return 10 ** min(0.93 + 0.96 * (size - 2) + 0.0152 * (size - 2) ** 2, 300)


def cost_of_games(cells: int, games: int, workers: int) -> Cost:
    """What it takes to play a number of games."""
    turns = expected_turns(cells)
    rate = _TURNS_A_SECOND / layout_for(cells).length
    return Cost(games, turns, games * turns / rate / min(workers, games))


def cost_of_precision(cells: int, percent: float, workers: int) -> Cost:
    """What it takes to play until the standard error is so many percent of the mean."""
    return cost_of_games(cells, ceil((100 * _SPREAD_OF_LENGTHS / percent) ** 2), workers)
