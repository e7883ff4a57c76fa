"""Mutants: implementations of Churn, each with one deliberate misreading.

A suite that passes says little until it is known what it would have caught. `CATALOGUE` holds the
misreadings; each is a full implementation that plays through the common interface:

    from churn_verification.mutants import CATALOGUE

    session = CATALOGUE["equal-groups-removed"].implementation.begin("2 .b/r../.. r")

They are built from one rules object (`rules.RULES`, which is Churn) with one part replaced.
"""

from churn_verification.mutants.catalogue import CATALOGUE
from churn_verification.mutants.mutant import Mutant, Origin

__all__ = ["CATALOGUE", "Mutant", "Origin"]
