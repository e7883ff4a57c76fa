"""The misreadings that a stranger may have: those of the rules, not those of this engine's code."""

from collections.abc import Mapping
from types import MappingProxyType

from churn_verification.mutants import CATALOGUE, Mutant
from churn_verification.mutants.playing import RulesImplementation

MISREADINGS: Mapping[str, Mutant] = MappingProxyType(
    {
        name: mutant
        for name, mutant in CATALOGUE.items()
        if isinstance(mutant.implementation, RulesImplementation)
    }
)
"""Misreadings by id: the mutants that are made of the rules object with one part replaced."""
