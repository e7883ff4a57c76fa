"""The catalogue of misreadings: implementations of Churn with one deliberate mistake each.

`CATALOGUE` holds them by id. Each is a full implementation that plays through the common interface:

    from churn_verification.misreadings import CATALOGUE

    session = CATALOGUE["equal-groups-removed"].implementation.begin("2 .b/r../.. r")

Most are built from one rules object (`rules.RULES`, which is Churn) with one part replaced; the
others are copies of the engine with one line changed (`engine_copy`).
"""

from collections.abc import Mapping
from types import MappingProxyType

from churn_verification.misreadings.catalogue import CATALOGUE
from churn_verification.misreadings.mutant import Mutant, Origin
from churn_verification.misreadings.playing import RulesImplementation

MISREADINGS: Mapping[str, Mutant] = MappingProxyType(
    {
        name: mutant
        for name, mutant in CATALOGUE.items()
        if isinstance(mutant.implementation, RulesImplementation)
    }
)
"""The misreadings of the rules, by id, without the slips in this engine's code."""

__all__ = ["CATALOGUE", "MISREADINGS", "Mutant", "Origin"]
