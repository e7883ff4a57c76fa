"""The published vectors against the specification and each form of the engine."""

from collections import Counter
from functools import partial

from churn_verification.conformance.vectors.cases import VectorDisputedError, cases_of
from churn_verification.conformance.vectors.files import vectors_of
from churn_verification.conformance.vectors.models import FILES
from churn_verification.judge.comparing import Comparison, played
from churn_verification.judge.difference import Difference
from churn_verification.judge.judge import Judge
from churn_verification.judge.match import AllHaveFailed
from churn_verification.judge.reference import Reference
from churn_verification.players import ENGINES, Specification
from churn_verification.registry import Context, Kind, Level, Registry


def _answer_all(judge: Judge, context: Context) -> Counter[str]:
    """Put all questions of all vectors.

    Raises:
        AllHaveFailed: no player has come through.
        Difference: the specification does not say what a vector says.
    """
    vectors = [vector for kind in FILES for vector in vectors_of(kind)]
    reference = Reference()
    counts: Counter[str] = Counter()
    for vector in vectors:
        try:
            counts["questions"] += sum(1 for _ in judge.put(cases_of(vector, reference)))
        except VectorDisputedError as disputed:
            raise _difference(disputed) from None
        if judge.is_done:
            raise AllHaveFailed
        counts["vectors"] += 1
        context.progress(counts["vectors"], len(vectors))
    return counts


def _difference(disputed: VectorDisputedError) -> Difference:
    question, vector = disputed.question, disputed.vector
    said = {f"vector {vector.id}": "what the vector says", "specification": str(disputed.right)}
    words = f"the question of vector {vector.id}"
    return Difference.on(question.position, vector.clauses[0], words, said, question.turns)


COMPARISONS = (
    Comparison(
        id="vectors/{form}",
        sentence="The {name} answers all published vectors as they say.",
        clauses=("B1", "B2", "T1", "S1", "P1", "P2", "R1", "R2", "E1", "E2", "F1"),
        kind=Kind.VECTOR,
        level=Level.STANDARD,
        compare=_answer_all,
        cost=6,
        players={
            form: partial(played, implementation)
            for form, implementation in {"specification": Specification(), **ENGINES}.items()
        },
    ),
)
"""The comparison of the published vectors."""


def register(registry: Registry) -> None:
    """Add a check for each side."""
    for comparison in COMPARISONS:
        registry.add_all(comparison.checks())
