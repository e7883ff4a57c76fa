"""The catalogue: every mutant, by what it misreads."""

from collections.abc import Mapping
from types import MappingProxyType

from churn_verification.misreadings.catalogue import (
    boards,
    code,
    ending,
    engine,
    kernels,
    placing,
    removing,
    turns,
)
from churn_verification.misreadings.mutant import Mutant


def _gathered() -> dict[str, Mutant]:
    gathered: dict[str, Mutant] = {}
    for module in (boards, turns, placing, removing, ending, engine, kernels, code):
        for mutant in module.MUTANTS:
            if mutant.id in gathered:
                raise ValueError(f"two mutants are called {mutant.id}")
            gathered[mutant.id] = mutant
    return gathered


CATALOGUE: Mapping[str, Mutant] = MappingProxyType(_gathered())
"""Every mutant by its id."""
