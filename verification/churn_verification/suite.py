"""The suite: every check of the project in one registry."""

from importlib import import_module

from churn_verification.registry import Registry, RegistryError

MODULES: tuple[str, ...] = (
    "geometry",
    "texts",
    "figures",
    "vectors",
    "properties",
    "differential",
    "exhaustive",
    "game_graphs",
    "random_play",
    "mutants",
    "proofs",
)
"""The modules of this package that define checks; each has `register(registry)`."""


def suite() -> Registry:
    """A new registry with all checks.

    Raises:
        RegistryError: two checks share an id, or a clause has no check that speaks for it.
    """
    registry = Registry()
    for module in MODULES:
        import_module(f"churn_verification.checks.{module}").register(registry)
    unspoken = registry.unspoken_clauses()
    if unspoken:
        raise RegistryError(f"no check speaks for clause {', '.join(unspoken)}")
    return registry
