"""Each clause as a property of the specification alone."""

from functools import partial

from churn_verification.judge.comparing import result_of
from churn_verification.properties import PROPERTIES, Property, require_property
from churn_verification.registry import Check, Context, Kind, Level, Registry
from churn_verification.results import Result


def register(registry: Registry) -> None:
    """Add a check for each property."""
    for claim in PROPERTIES:
        registry.add(
            Check(
                id=f"property/{claim.name}",
                sentence=claim.sentence,
                clauses=claim.clauses,
                kind=Kind.PROPERTY,
                level=Level.QUICK,
                run=partial(_try_property, claim),
                cost=0.4,
            )
        )


def _try_property(claim: Property, context: Context) -> Result:
    examples = context.budget(quick=100, standard=1_000, exhaustive=10_000)
    seed = context.random(claim.name).getrandbits(64)
    return result_of(lambda: require_property(claim, examples, seed))
