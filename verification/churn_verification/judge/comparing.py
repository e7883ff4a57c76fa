"""How a comparison becomes the result of a check."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from churn_verification.judge.difference import Difference
from churn_verification.judge.shrink import smallest
from churn_verification.players.interface import Implementation
from churn_verification.registry import Context
from churn_verification.results import Counterexample, Result, failed, held

Comparison = Callable[[], Mapping[str, int]]
"""Compares something; returns what was covered, raises `Difference`."""


def as_found(_implementation: Implementation, found: Counterexample) -> Counterexample:
    """A case as it was found."""
    return found


@dataclass(frozen=True)
class Comparing:
    """The function of a check that compares an implementation.

    What is compared and how stay apart, so the same can be done with another implementation.

    Attributes:
        implementation: what is compared.
        compare: compares an implementation; returns what was covered, raises `Difference`.
        reduce: makes a case that was found smaller.
    """

    implementation: Implementation
    compare: Callable[[Implementation, Context], Mapping[str, int]]
    reduce: Callable[[Implementation, Counterexample], Counterexample] = smallest

    def __call__(self, context: Context) -> Result:
        """Compare; a difference is reported at its smallest."""
        try:
            return held(self.compare(self.implementation, context))
        except Difference as difference:
            found = self.reduce(self.implementation, difference.counterexample)
            return failed(str(Difference(found)), counterexample=found)


def result_of(comparison: Comparison) -> Result:
    """Run a comparison; a difference is reported as it was found."""
    try:
        return held(comparison())
    except Difference as difference:
        return failed(str(difference), counterexample=difference.counterexample)


def result_of_comparing(implementation: Implementation, comparison: Comparison) -> Result:
    """Run a comparison of an implementation; a difference is reported at its smallest."""
    try:
        return held(comparison())
    except Difference as difference:
        found = smallest(implementation, difference.counterexample)
        return failed(str(Difference(found)), counterexample=found)
