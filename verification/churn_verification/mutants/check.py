"""The suite tried on implementations that misread one rule each."""

from collections import Counter

from churn_spec import CLAUSES
from churn_verification.misreadings.catalogue import CATALOGUE
from churn_verification.mutants.examining import Terms, find_first_kills
from churn_verification.registry import Check, Context, Kind, Level, Registry
from churn_verification.results import Result, failed, held

_SAMPLE = 8
"""How many mutants are tried where there is little time."""

_LIMIT = 120.0
"""Seconds for one mutant and one check."""


def register(registry: Registry) -> None:
    """Add the check, which speaks for every clause that a mutant breaks."""
    broken = {clause for mutant in CATALOGUE.values() for clause in mutant.clauses}
    registry.add(
        Check(
            id="mutants",
            sentence="Every mutant of the catalogue is killed by the checks that the engine passes"
            " (a few of them, drawn by the seed, at level quick).",
            clauses=tuple(clause for clause in CLAUSES if clause in broken),
            kind=Kind.MUTANT,
            level=Level.QUICK,
            run=_kill_all,
            cost=5,
        )
    )


def _kill_all(context: Context) -> Result:
    """Try mutants until each is killed or has outlived the checks of level standard."""
    chance = context.random("mutants")
    count = context.budget(_SAMPLE, len(CATALOGUE), len(CATALOGUE))
    mutants = sorted(chance.sample(sorted(CATALOGUE), count))
    terms = Terms(Level.STANDARD, chance.getrandbits(63), workers=1, seconds=_LIMIT)
    examination = find_first_kills(mutants, terms, context.progress)
    covered = {"mutants": len(mutants), "trials": len(examination.trials)}
    killers = Counter(trial.probe for trial in examination.trials if trial.killed)
    details: dict[str, str | int] = {"in the catalogue": len(CATALOGUE)}
    if count < len(CATALOGUE):
        details["drawn"] = " ".join(mutants)
    details |= {f"killed first by {probe}": count for probe, count in killers.most_common()}
    survivors = examination.survivors()
    if survivors:
        return failed(f"not killed: {', '.join(survivors)}", covered, None, **details)
    return held(covered, **details)
