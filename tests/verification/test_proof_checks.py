"""The theorems are proved on a small board, their controls refuted, and checks say which failed."""

import pytest

import churn_spec as spec
from churn_verification.checks import proofs as checks
from churn_verification.proofs import catalogue, everywhere
from churn_verification.proofs.everywhere import LemmaError
from churn_verification.proofs.instances import functions_behind
from churn_verification.proofs.jobs import PROVED, REFUTED, Settings
from churn_verification.proofs.proving import ProofReport, jobs_for, prove, with_foundations
from churn_verification.registry import Context, Kind, Level, Reach, Registry
from churn_verification.results import Status

UNKEPT = Settings(time_limit=60, keeps_answers=False)
ROW = "4-1-1-4-1-1"


def test_every_theorem_is_proved_on_rows_of_four_and_five() -> None:
    theorems = [*catalogue.THEOREMS, *everywhere.THEOREMS]
    jobs = [job for job in jobs_for(theorems, [ROW, "5-1-1-5-1-1"]) if job.control is None]
    report = prove(jobs, UNKEPT)
    assert {each.id for each in report.theorems} == set(theorems)
    assert {each.status for each in report.theorems} == {PROVED}
    assert all(each.questions > 0 for each in report.theorems)


def test_every_theorem_has_controls() -> None:
    controls = [len(theorem.controls) for theorem in catalogue.THEOREMS.values()]
    controls += [len(theorem.controls) for theorem in everywhere.THEOREMS.values()]
    assert min(controls) >= 1
    assert sum(controls) >= 35


@pytest.mark.parametrize(
    "theorem", ["isolation_is_forced", "opponent_is_untouched", "every_game_ends"]
)
def test_controls_are_refuted(theorem: str) -> None:
    jobs = [job for job in jobs_for([theorem], []) if job.control is not None]
    report = prove(jobs, UNKEPT)
    assert report.controls
    assert {each.status for each in report.controls} == {REFUTED}


def test_a_theorem_does_not_hold_without_what_it_rests_on() -> None:
    theorem = "formed_group_survives"
    assert len(with_foundations([theorem])) > 1
    jobs = [job for job in jobs_for([theorem], [ROW]) if job.control is None]
    report = prove(jobs, UNKEPT)
    assert not report.held
    assert "rests on" in str(report.theorems[0].reason)


def test_nothing_to_prove_is_not_held() -> None:
    assert not prove([], UNKEPT).held


def test_a_theorem_is_a_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "_SMALL_BOARDS", (ROW,))
    registry = Registry()
    checks.register(registry)
    theorems = [check.id for check in registry if check.id.startswith("proof/")]
    assert len(theorems) == len(catalogue.THEOREMS) + len(everywhere.THEOREMS)
    result = registry["proof/opponent_is_untouched"].run(Context(Level.STANDARD, 0))
    assert result.status is Status.HELD
    assert result.covered["boards"] == 1
    assert result.covered["controls refuted"] >= 2


def test_a_control_that_is_not_refuted_fails_its_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "REFUTED", "something else")
    registry = Registry()
    checks.register(registry)
    result = registry["proof/every_game_ends"].run(Context(Level.QUICK, 0))
    assert result.status is Status.FAILED
    assert "could not have failed" in str(result.reason)


def test_a_theorem_that_is_not_proved_fails_its_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "_SECONDS_A_QUESTION", 0.000001)
    monkeypatch.setattr(checks, "_SMALL_BOARDS", (ROW,))
    monkeypatch.setattr(
        checks,
        "Settings",
        lambda time_limit, keeps_answers: Settings(time_limit, keeps_answers=False),
    )
    registry = Registry()
    checks.register(registry)
    result = registry["proof/no_smaller_friendly_group_remains"].run(Context(Level.STANDARD, 0))
    assert result.status is Status.FAILED
    assert "unknown on board" in str(result.reason)


@pytest.mark.parametrize("level", Level)
def test_kept_answers_are_used_below_level_exhaustive_only(
    level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[bool] = []

    def seen(_jobs: object, settings: Settings, **_: object) -> ProofReport:
        used.append(settings.keeps_answers)
        return prove([], settings)

    monkeypatch.setattr(checks, "prove", seen)
    registry = Registry()
    checks.register(registry)
    registry["proof/every_game_ends"].run(Context(level, 0))
    assert used == [level is not Level.EXHAUSTIVE]


# What links it to the code -----------------------------------------------------------------------


@pytest.mark.parametrize("clause", ["T1", "S1", "P1", "P2", "R1", "R2", "E1", "E2", "F1"])
def test_a_theorem_runs_the_source_of_the_function_that_states_its_clause(clause: str) -> None:
    stating = spec.stated_by(clause)
    name = f"{stating.__module__}.{stating.__qualname__}".removeprefix("churn_spec.")
    speaking = [each for each in catalogue.THEOREMS.values() if clause in each.clauses]
    assert any(name in functions_behind(theorem) for theorem in speaking)


def test_a_result_lists_its_boards_and_the_functions_it_is_about() -> None:
    registry = Registry()
    checks.register(registry)
    result = registry["proof/odd_board_has_a_majority"].run(Context(Level.QUICK, 0))
    assert result.details["listed boards"] == "1, 2"
    assert "rules.winner" in str(result.details["about"])


def test_a_lemma_is_linked_to_the_code_by_checks() -> None:
    registry = Registry()
    checks.register(registry)
    for lemma in everywhere.THEOREMS.values():
        assert registry[f"proof/{lemma.id}"].reach is Reach.LEMMA
        assert lemma.link
        assert all(registry[each].kind is not Kind.LEMMA for each in lemma.link)


def test_what_lemmas_suppose_is_compared_with_the_specification(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = spec.read_board("3-4-3-4-3-4")
    position = spec.read_position("2 rr/.../r. r")
    everywhere.require_board_as_supposed(board)
    require_all_placements(position)
    with monkeypatch.context() as patch:
        patch.setattr(spec, "friendly_stones_after", lambda at, cell: at.own | {cell})
        with pytest.raises(LemmaError, match="becomes"):
            require_all_placements(position)
    with monkeypatch.context() as patch:
        patch.setattr(spec, "cells_of", lambda at: tuple(spec.rows_of(at)[0]))
        with pytest.raises(LemmaError, match="cells"):
            everywhere.require_board_as_supposed(board)
    for name, wrong in (("cell_count", 28), ("can_tie", True)):
        with monkeypatch.context() as patch:
            patch.setattr(spec, name, lambda _board, wrong=wrong: wrong)
            with pytest.raises(LemmaError, match="has 27 cells"):
                everywhere.require_board_as_supposed(board)
    with monkeypatch.context() as patch:
        near = spec.neighbours_of
        patch.setattr(spec, "neighbours_of", lambda at, cell: near(at, cell) | {(9, 9)})
        with pytest.raises(LemmaError, match="not in the ring"):
            everywhere.require_board_as_supposed(board)


def require_all_placements(position: spec.Position) -> None:
    for cell in spec.empty_cells(position):
        everywhere.require_placement_as_supposed(position, cell)
