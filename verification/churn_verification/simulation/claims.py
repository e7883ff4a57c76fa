"""The designer's two figures: when one of them holds, and what was found.

The rule, written down before the published runs. A number that is said to be "about" the turns of a
game claims that the mean over random games is within 10 % of it. Both numbers have two digits, so
rounding accounts for half a percent; the rest allows for few games, or another way of counting. The
verdict is on the interval of the mean plus and minus 3.29 standard errors, which covers the true
mean in 999 cases of 1,000: the figure holds where all of it is within 10 %, does not hold where
none of it is, and is undecided, which is a failure to measure, where it is neither.
"""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from churn_verification.simulation.statistics import Statistics

ABOUT = Fraction(1, 10)
STANDARD_ERRORS = 3.29


class Verdict(Enum):
    """What a measurement says of a figure."""

    HOLDS = "holds"
    DOES_NOT_HOLD = "does not hold"
    UNDECIDED = "undecided"


PUBLISHED = {"C1": Verdict.HOLDS, "C2": Verdict.DOES_NOT_HOLD}
"""The verdicts in the documentation. A measurement that differs is news and does not fail."""


@dataclass(frozen=True)
class Judgement:
    """A figure and what was measured.

    Attributes:
        claimed: the designer's figure, in turns.
        mean: the mean turns of the games played.
        least: the lower end of its interval.
        most: the upper end.
        verdict: what follows.
    """

    claimed: int
    mean: float
    least: float
    most: float
    verdict: Verdict

    def __str__(self) -> str:
        return (
            f"about {self.claimed:,} {self.verdict.value}: the mean is {self.mean:,.0f},"
            f" between {self.least:,.0f} and {self.most:,.0f}"
        )


def judge(claimed: int, found: Statistics) -> Judgement:
    """Judge a figure by games played; there must be two at least."""
    mean, error = found.mean_turns()
    if error is None:
        raise ValueError("one game says nothing about the spread of games")
    least, most = mean - STANDARD_ERRORS * error, mean + STANDARD_ERRORS * error
    lower, upper = float(claimed * (1 - ABOUT)), float(claimed * (1 + ABOUT))
    if lower <= least and most <= upper:
        verdict = Verdict.HOLDS
    elif most < lower or upper < least:
        verdict = Verdict.DOES_NOT_HOLD
    else:
        verdict = Verdict.UNDECIDED
    return Judgement(claimed, mean, least, most, verdict)
