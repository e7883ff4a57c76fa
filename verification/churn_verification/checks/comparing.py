"""How a comparison becomes the result of a check."""

from collections.abc import Callable, Mapping

from churn_verification.checks.registry import Result, failed, held
from churn_verification.comparison.difference import Difference
from churn_verification.comparison.shrink import smallest
from churn_verification.implementations.interface import Implementation

Comparison = Callable[[], Mapping[str, int]]
"""Compares something; returns what was covered, raises `Difference`."""


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
