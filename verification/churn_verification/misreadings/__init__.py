"""The catalogue of misreadings: implementations of Churn with one deliberate mistake each.

`CATALOGUE` holds them by id. Most are full implementations that play through the common interface:

    from churn_verification.misreadings import CATALOGUE

    session = CATALOGUE["equal-groups-removed"].implementation.begin("2 .b/r../.. r")

Many are built from one rules object (`rules.RULES`, which is Churn) with one part replaced. Others
are copies of the engine with one line changed (`engine_copy`). The rest are slips in code that no
game comes to, such as random play and the solver (`edited_code`): they are checked, not played.
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
        if isinstance(mutant.tried, RulesImplementation)
    }
)
"""The misreadings of the rules, by id, without the slips in this engine's code."""

__all__ = ["CATALOGUE", "MISREADINGS", "Mutant", "Origin"]
