"""What mutants are tried against: every check of the suite that compares an implementation."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from churn_verification.checks import (
    differential,
    exhaustive,
    figures,
    independent,
    large_boards,
    vectors,
)
from churn_verification.judge.comparing import Comparing
from churn_verification.players import ENGINES, Implementation
from churn_verification.registry import Context, Level, Registry
from churn_verification.results import Counterexample

_MODULES = (figures, differential, exhaustive, large_boards, vectors, independent)
"""The modules with such checks. The others would cost each worker their imports for nothing."""

_LIKE = "stepping"
"""The form of the engine that a mutant takes the place of."""


@dataclass(frozen=True)
class Probe:
    """A check that can be made of any implementation.

    Attributes:
        id: the check's id, without the name of the implementation.
        level: the first level at which it is made.
        cost: roughly how many seconds it takes where nothing is found.
        compare: compares an implementation; returns what was covered, raises `Difference`.
        reduce: makes a case that was found smaller.
    """

    id: str
    level: Level
    cost: float
    compare: Callable[[Implementation, Context], Mapping[str, int]]
    reduce: Callable[[Implementation, Counterexample], Counterexample]


@cache
def probes() -> Mapping[str, Probe]:
    """The probes by id, the cheapest first."""
    registry = Registry()
    for module in _MODULES:
        module.register(registry)
    found = []
    for check in registry:
        run = check.run
        if isinstance(run, Comparing) and run.implementation is ENGINES[_LIKE]:
            probe_id = check.id.replace(f"/{_LIKE}", "", 1)
            found.append(Probe(probe_id, check.level, check.cost, run.compare, run.reduce))
    return {probe.id: probe for probe in sorted(found, key=lambda probe: probe.cost)}


def probes_at(level: Level) -> list[Probe]:
    """The probes of a level, the cheapest first."""
    return [probe for probe in probes().values() if level.includes(probe.level)]
