"""The suite: every check of the project in one registry."""

from churn_verification.checks import (
    differential,
    every_board,
    exhaustive,
    figures,
    game_graphs,
    geometry,
    independent,
    large_boards,
    proofs,
    properties,
    random_draws,
    random_play,
    texts,
    vectors,
)
from churn_verification.mutants import check as mutants
from churn_verification.registry import Registry, RegistryError

MODULES = (
    geometry,
    texts,
    figures,
    vectors,
    independent,
    properties,
    differential,
    exhaustive,
    large_boards,
    game_graphs,
    random_play,
    random_draws,
    mutants,
    proofs,
    every_board,
)
"""The modules that define checks; each has `register(registry)`."""


def suite() -> Registry:
    """A new registry with all checks.

    Raises:
        RegistryError: two checks share an id, or a clause has no check that speaks for it.
    """
    registry = Registry()
    for module in MODULES:
        module.register(registry)
    unspoken = registry.unspoken_clauses()
    if unspoken:
        raise RegistryError(f"no check speaks for clause {', '.join(unspoken)}")
    return registry
