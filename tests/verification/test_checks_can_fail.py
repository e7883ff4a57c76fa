"""Checks as the runner calls them: each turns red where what it looks at is wrong."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest
from tests.verification.wrong_sessions import EmptyCellsAreLegal, ThreeGroupsCountAsTwo, Wrong

from churn_engine.perft import perft as engine_perft
from churn_verification.checks import differential, exhaustive, proof_model, random_play, vectors
from churn_verification.conformance.vectors.files import vectors_of
from churn_verification.conformance.vectors.models import FILES
from churn_verification.judge import perft
from churn_verification.judge.comparing import played
from churn_verification.proofs import catalogue, instances, mistakes
from churn_verification.proofs.algebra import Integers
from churn_verification.proofs.jobs import PROVED, Job, Settings, run
from churn_verification.proofs.proving import report_of
from churn_verification.proofs.values import Operations
from churn_verification.registry import Check, Context, Level
from churn_verification.results import Result, Status
from churn_verification.simulation.claims import PUBLISHED, judge
from churn_verification.simulation.statistics import Statistics
from churn_verification.suite import suite

QUICK = Context(Level.QUICK, 1)


class WrongInMuch(EmptyCellsAreLegal, ThreeGroupsCountAsTwo):
    """Wrong about what is legal, and about what a placement forms."""


def checks_of_wrong() -> Iterator[Check]:
    wrong = {"wrong": partial(played, Wrong(WrongInMuch))}
    for module in (differential, exhaustive, vectors):
        for comparison in module.COMPARISONS:
            yield from replace(comparison, players=wrong).checks()


@pytest.mark.parametrize("check", [*checks_of_wrong()], ids=lambda check: check.id)
def test_a_wrong_implementation_does_not_hold(check: Check) -> None:
    result = check.run(QUICK)
    assert result.status is Status.FAILED
    assert result.counterexample is not None


COVERED = {
    "geometry/every-small-hexagon": {"boards": 1_467, "cells": 39_703},
    "geometry/regular-boards": {"boards": 7, "cells": 973},
    "figures/stepping": {"figures": 4, "statements": 20},
    "neighbours/stepping": {"boards": 10, "cells": 1_377},
    "placements/stepping/small-boards": {"boards": 17, "patterns": 1_462, "placements": 5_245},
    "legal-sets/stepping/up-to-6-cells": {"boards": 70, "positions": 21_714, "ends": 2_284},
    "perft/engine": {"counts": 92, "positions": 28, "turn sequences": 80_230},
    "graph/acyclic": {"boards": 21, "states": 26_917, "turns": 44_671},
    "graph/counts": {"boards": 17, "states": 7_374, "turns": 12_107},
    "graph/specification-and-engine": {"boards": 14, "states": 2_479, "turns": 3_995},
    "graph/acyclic/size-3": {"boards": 1, "patterns": 524_288, "placements": 4_980_736},
    "solution/every-position": {"boards": 11, "positions": 5_802},
    "solution/swap": {"boards": 14, "openings": 66},
    "solution/symmetries": {"boards": 21, "positions": 107_877, "entries": 55_135},
    "proof-model/small-boards": {"boards": 24, "positions": 5_676},
}
"""What checks cover whose cases do not depend on chance: no case may be lost unseen."""


@pytest.mark.parametrize("check", COVERED)
def test_no_case_is_left_out(check: str) -> None:
    found = found_by(check)
    assert found.status is Status.HELD
    assert found.covered == COVERED[check]


def test_every_published_vector_is_answered() -> None:
    found = found_by("vectors/stepping")
    published = sum(len(vectors_of(kind)) for kind in FILES)
    assert found.covered["vectors"] == published > 2_000


def found_by(check: str) -> Result:
    return suite()[check].run(QUICK)


def test_an_event_that_never_happens_fails_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differential, "run_machine", lambda *_: Counter({"steps": 5}))
    found = found_by("machine/stepping")
    assert found.status is Status.FAILED
    assert "nothing was checked: no " in str(found.reason)


def test_the_seed_chooses_the_games() -> None:
    run_games = suite()["games/stepping/2"].run
    assert run_games(Context(Level.QUICK, 1)) != run_games(Context(Level.QUICK, 2))


def test_a_wrong_count_of_turn_sequences_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    right = engine_perft
    monkeypatch.setattr(perft, "engine_perft", lambda *case: [count + 1 for count in right(*case)])
    assert found_by("perft/engine").status is Status.FAILED


@pytest.mark.parametrize("played", ["_by_kernels", "_begun_by_kernels"])
def test_random_games_that_go_another_way_fail(
    monkeypatch: pytest.MonkeyPatch, played: str
) -> None:
    right = getattr(random_play, played)
    monkeypatch.setattr(random_play, played, lambda text, seed, game: right(text, seed + 1, game))
    assert found_by("random-play/replayed").status is Status.FAILED


@pytest.mark.parametrize(("measured", "stretch"), [("mean_turns", 1.1), ("red_share", 1.1)])
def test_random_games_of_another_length_or_outcome_fail(
    monkeypatch: pytest.MonkeyPatch, measured: str, stretch: float
) -> None:
    right = getattr(Statistics, measured)

    def stretched(found: Statistics) -> tuple[float, float | None]:
        mean, error = right(found)
        return stretch * mean, error

    monkeypatch.setattr(Statistics, measured, stretched)
    found = found_by("random-play/expected")
    assert found.status is Status.FAILED


def test_a_claim_that_came_out_otherwise_than_published_is_news(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    as_published = found_by("claim/C1")
    assert as_published.details["verdict"] == PUBLISHED["C1"].value
    assert "news" not in as_published.details
    other = {"C1": PUBLISHED["C2"], "C2": PUBLISHED["C1"]}
    monkeypatch.setattr(random_play, "PUBLISHED", other)
    found = found_by("claim/C1")
    assert found.status is Status.HELD
    assert found.details["news"] == "the published verdict is: does not hold"


def test_games_that_do_not_decide_a_claim_fail_its_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_play, "_GAMES_TO_JUDGE", {"C1": (2, 2, 2)})
    monkeypatch.setattr(
        random_play, "judge", lambda claimed, found: judge(claimed * 9 // 10, found)
    )
    found = found_by("claim/C1")
    assert found.status is Status.FAILED
    assert "do not decide it" in str(found.reason)


@pytest.mark.parametrize("check", ["proof-model/small-boards", "proof-model/positions"])
def test_a_mistaken_interpreter_fails_its_check(
    monkeypatch: pytest.MonkeyPatch, check: str
) -> None:
    def largest(operations: Operations, value: object, default: object, _prefers: object) -> object:
        return least(operations, value, default, lambda one, other: operations.below(other, one))

    least = Operations.least
    monkeypatch.setattr(Operations, "least", largest)
    assert found_by(check).status is Status.FAILED


def test_a_theorem_that_a_position_contradicts_fails_its_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    theorem = catalogue.THEOREMS["formed_group_survives"]
    monkeypatch.setattr(proof_model, "THEOREMS", {theorem.id: theorem})
    assert found_by("proof-model/instances").status is Status.HELD
    monkeypatch.setattr(
        instances,
        "rules_on",
        lambda grid: mistakes.EQUAL_GROUPS_REMOVED.rules(grid, Integers(grid.cells)),
    )
    found = found_by("proof-model/instances")
    assert found.status is Status.FAILED
    assert "formed_group_survives on board 2: the conclusion" in str(found.reason)


def test_a_control_that_holds_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    theorem = catalogue.THEOREMS["formed_group_survives"]
    harmless = replace(theorem.controls[0], slips=())
    monkeypatch.setitem(catalogue.THEOREMS, theorem.id, replace(theorem, controls=(harmless,)))
    job = Job(theorem.id, "2", control=harmless.id)
    done = run(job, Settings(time_limit=60, keeps_answers=False))
    assert done.status == PROVED
    assert not report_of([job], [done]).held
