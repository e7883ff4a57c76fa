"""An examination of mutants as a JSON document, and its scores."""

from typing import Any

from churn_verification.misreadings.catalogue import CATALOGUE
from churn_verification.mutants.examining import Examination
from churn_verification.mutants.sight import figures_that_see, unseen
from churn_verification.registry import Level


def document(examination: Examination) -> dict[str, Any]:
    """The examination as one JSON document; `docs/mutants.md` says what its keys mean."""
    return {
        "level": examination.level.value,
        "seed": examination.seed,
        "complete": examination.complete,
        "mutants": [_mutant(examination, mutant) for mutant in examination.mutants],
        "survivors": examination.survivors(),
        "controls": [
            {
                "control": trial.mutant,
                "check": trial.probe,
                "level": trial.level.value,
                "fate": trial.fate.value,
            }
            for trial in examination.controls
        ],
        "scores": {
            "mutants": len(examination.mutants),
            "levels": {level.value: killed for level, killed in levels_scores(examination).items()},
            "checks": {each: len(examination.killed_by(each)) for each in examination.probes},
            "conformance": {
                each: {
                    "killed": len(examination.killed_by(each)),
                    "missed": missed(examination, each),
                }
                for each in examination.ways
            },
        },
        "unseen_by_figures": unseen(examination.mutants),
    }


def missed(examination: Examination, way: str) -> list[str]:
    """The mutants that a way of conformance does not kill."""
    killed = examination.killed_by(way)
    return [mutant for mutant in examination.mutants if mutant not in killed]


def levels_scores(examination: Examination) -> dict[Level, int]:
    """How many mutants each level kills, up to the level of the run."""
    return {
        level: len(examination.mutants) - len(examination.survivors(level))
        for level in Level
        if examination.level.includes(level)
    }


def _mutant(examination: Examination, mutant_id: str) -> dict[str, Any]:
    mutant = CATALOGUE[mutant_id]
    kill, smallest = examination.first_kill(mutant_id), examination.smallest_kill(mutant_id)
    case = smallest.counterexample if smallest else None
    return {
        "id": mutant_id,
        "clauses": list(mutant.clauses),
        "sentence": mutant.sentence,
        "origin": mutant.origin.value,
        "source": mutant.source,
        "killed_by": kill.probe if kill else None,
        "how": kill.fate.value if kill else None,
        "level": kill.level.value if kill else None,
        "examples_to_kill": kill.examples if kill else None,
        "turns_to_kill": kill.turns if kill else None,
        "counterexample": case.model_dump(mode="json") if case else None,
        "checks": {trial.probe: trial.fate.value for trial in examination.of(mutant_id)},
        "figures": list(figures_that_see(mutant_id)),
    }
