"""The engine's reading of texts against the specification's."""

from churn_verification.judge.comparing import result_of
from churn_verification.judge.texts import compare_texts
from churn_verification.registry import Check, Context, Kind, Level, Registry
from churn_verification.results import Result


def register(registry: Registry) -> None:
    """Add the comparison of texts."""
    registry.add(
        Check(
            id="texts",
            sentence="From boards, positions and records, right ones and ones with slips, engine"
            " and specification read the same or both refuse.",
            clauses=("B1", "T1", "S1"),
            kind=Kind.DIFFERENTIAL,
            level=Level.QUICK,
            run=_compare,
            cost=0.5,
        )
    )


def _compare(context: Context) -> Result:
    texts = context.budget(quick=2_000, standard=20_000, exhaustive=400_000)
    return result_of(lambda: compare_texts(context.random("texts"), texts))
