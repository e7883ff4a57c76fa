"""An examination that never took place, with a survivor."""

from churn_verification.mutants.examining import Examination
from churn_verification.mutants.trial import Fate, Trial
from churn_verification.registry import Level


def made_up_trial(mutant: str, probe: str, level: Level, fate: Fate) -> Trial:
    return Trial(
        mutant=mutant, probe=probe, level=level, fate=fate, examples=3, turns=5, seconds=0.1
    )


MADE_UP = Examination(
    level=Level.STANDARD,
    seed=1,
    mutants=("swap-never", "blue-first", "square-grid"),
    probes=("cheap", "dear"),
    ways=("conform/vectors",),
    trials=(
        made_up_trial("swap-never", "dear", Level.QUICK, Fate.KILLED),
        made_up_trial("swap-never", "cheap", Level.STANDARD, Fate.KILLED),
        made_up_trial("blue-first", "cheap", Level.STANDARD, Fate.ENDLESS),
        made_up_trial("square-grid", "conform/vectors", Level.QUICK, Fate.KILLED),
        made_up_trial("square-grid", "cheap", Level.QUICK, Fate.SURVIVED),
    ),
    complete=True,
)
