"""What mutants are tried against: every check of the suite that compares an implementation."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial

from churn_verification.checks import (
    differential,
    exhaustive,
    figures,
    independent,
    large_boards,
    vectors,
)
from churn_verification.judge.comparing import Compare, Comparing, led_through, played
from churn_verification.judge.difference import Difference
from churn_verification.judge.judge import Judge
from churn_verification.players import ENGINES, Implementation
from churn_verification.registry import Context, Level, Registry
from churn_verification.results import Counterexample

_COMPARISONS = tuple(
    comparison
    for module in (vectors, differential, exhaustive, large_boards)
    for comparison in module.COMPARISONS
)
"""The comparisons by the judge. Other modules would cost each worker their imports for nothing."""

_OUTSIDE_EVIDENCE = (figures, independent)
"""The modules with checks that compare an implementation with evidence from outside."""

_LIKE = "stepping"
"""The form of the engine that a mutant takes the place of."""


@dataclass(frozen=True)
class Finding:
    """What a check finds wrong with an implementation.

    Attributes:
        reason: what it is, in one line.
        crashed: whether it broke, instead of answering wrongly.
        smallest: makes the smallest case that shows it, where there is one.
    """

    reason: str
    crashed: bool = False
    smallest: Callable[[], Counterexample | None] = lambda: None


@dataclass(frozen=True)
class Probe:
    """A check that can be made of any implementation.

    Attributes:
        id: the check's id, without the name of the implementation.
        level: the first level at which it is made.
        cost: roughly how many seconds it takes where nothing is found.
        find: looks for something wrong with an implementation; None where it finds nothing.
    """

    id: str
    level: Level
    cost: float
    find: Callable[[Implementation, Context], Finding | None]


@cache
def probes() -> Mapping[str, Probe]:
    """The probes by id, the cheapest first."""
    found = [*_comparisons(), *_outside_evidence()]
    return {probe.id: probe for probe in sorted(found, key=lambda probe: probe.cost)}


def probes_at(level: Level) -> list[Probe]:
    """The probes of a level, the cheapest first."""
    return [probe for probe in probes().values() if level.includes(probe.level)]


def _comparisons() -> Iterator[Probe]:
    for each in _COMPARISONS:
        yield Probe(each.topic, each.level, each.cost, partial(judged, each.compare))


def judged(compare: Compare, implementation: Implementation, context: Context) -> Finding | None:
    """Lead an implementation through a comparison by the judge."""
    going = played(implementation)
    judge = Judge([going.player])
    led_through(compare, judge, context)
    tally = judge.tallies[going.player.name]
    if tally.wrong:
        wrong = tally.wrong[0]
        case = wrong.counterexample(implementation.name)
        smallest = partial(going.smallest, wrong)
        return Finding(f"{case.question}: {case.said}", smallest=smallest)
    for _, trouble in tally.troubles:
        return Finding(trouble.message, crashed=True)
    return None


def _outside_evidence() -> Iterator[Probe]:
    registry = Registry()
    for module in _OUTSIDE_EVIDENCE:
        module.register(registry)
    for check in registry:
        run = check.run
        if isinstance(run, Comparing) and run.implementation is ENGINES[_LIKE]:
            probe_id = check.id.replace(f"/{_LIKE}", "", 1)
            yield Probe(probe_id, check.level, check.cost, partial(_against_evidence, run))


def _against_evidence(
    comparing: Comparing, implementation: Implementation, context: Context
) -> Finding | None:
    try:
        comparing.compare(implementation, context)
    except Difference as difference:
        case = difference.counterexample
        return Finding(str(difference), smallest=lambda: case)
    return None
