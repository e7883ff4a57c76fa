"""The published vectors against the specification and each form of the engine."""

from collections import Counter

from churn_verification.conformance.cases import Item
from churn_verification.conformance.comparing import deviations
from churn_verification.conformance.oracle import answer_of
from churn_verification.conformance.vectors.files import vectors_of
from churn_verification.conformance.vectors.items import items_of
from churn_verification.conformance.vectors.models import FILES
from churn_verification.judge.comparing import Comparing, as_found
from churn_verification.judge.difference import Difference
from churn_verification.players import ENGINES, Implementation, Specification
from churn_verification.registry import Check, Context, Kind, Level, Registry

_CLAUSES = ("B1", "B2", "T1", "S1", "P1", "P2", "R1", "R2", "E1", "E2", "F1")


def register(registry: Registry) -> None:
    """Add a check for each side."""
    for name, implementation in {"specification": Specification(), **ENGINES}.items():
        registry.add(check_of(name, implementation))


def check_of(name: str, implementation: Implementation) -> Check:
    """The check of one implementation, whose name becomes a part of its id."""
    return Check(
        id=f"vectors/{name}",
        sentence=f"The {implementation.name} answers all published vectors as they say.",
        clauses=_CLAUSES,
        kind=Kind.VECTOR,
        level=Level.STANDARD,
        run=Comparing(implementation, _answer_all, as_found),
        cost=6,
    )


def _answer_all(implementation: Implementation, context: Context) -> Counter[str]:
    vectors = [vector for kind in FILES for vector in vectors_of(kind)]
    counts: Counter[str] = Counter()
    for vector in vectors:
        for each in items_of(vector):
            _require(implementation, each)
            counts["questions"] += 1
        counts["vectors"] += 1
        context.progress(counts["vectors"], len(vectors))
    return counts


def _require(implementation: Implementation, item: Item) -> None:
    found = deviations(item, answer_of(implementation, item.case))
    if found:
        first = found[0]
        said = {f"vector {item.name}": first.right, implementation.name: first.said}
        raise Difference.on(item.case.position, first.clause, first.question, said, item.case.turns)
