"""All theorems about positions, by id."""

from churn_verification.proofs.theorem import Theorem
from churn_verification.proofs.theorems import (
    ending,
    engine,
    foundations,
    placing,
    ranking,
    removing,
    symmetry,
)

THEOREMS: dict[str, Theorem] = {
    theorem.id: theorem
    for module in (foundations, placing, removing, ending, ranking, symmetry, engine)
    for theorem in module.THEOREMS
}
"""The theorems by id, those that others rest on first."""
