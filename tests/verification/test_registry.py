"""The registry refuses what cannot stand in it, and results that say nothing."""

import pytest
from pydantic import ValidationError

import churn_spec as spec
from churn_verification import suite as suite_module
from churn_verification.checks import geometry
from churn_verification.registry import Check, Context, Kind, Level, Registry, RegistryError
from churn_verification.results import Counterexample, Result, Status, failed, held, not_run
from churn_verification.suite import suite


def check(check_id: str = "some/check", clauses: tuple[str, ...] = ("P1",)) -> Check:
    return Check(
        id=check_id,
        sentence="Something holds.",
        clauses=clauses,
        kind=Kind.PROPERTY,
        level=Level.STANDARD,
        run=lambda context: held({"cases": 1}),
    )


def test_two_checks_of_one_name_are_refused() -> None:
    registry = Registry()
    registry.add(check())
    with pytest.raises(RegistryError, match="two checks are called some/check"):
        registry.add(check())
    assert len(registry) == 1


@pytest.mark.parametrize(
    ("clauses", "reason"), [((), "speaks for no clause"), (("P1", "P9"), "P9: no such clause")]
)
def test_a_check_speaks_for_clauses_that_exist(clauses: tuple[str, ...], reason: str) -> None:
    with pytest.raises(RegistryError, match=reason):
        Registry().add(check(clauses=clauses))


def test_clauses_without_a_check_are_known() -> None:
    registry = Registry()
    registry.add(check())
    assert registry.unspoken_clauses() == [clause for clause in spec.CLAUSES if clause != "P1"]


def test_a_suite_that_leaves_a_clause_out_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite_module, "MODULES", (geometry,))
    with pytest.raises(RegistryError, match="no check speaks for clause B2"):
        suite()


def test_every_clause_is_spoken_for_and_every_id_is_plain() -> None:
    registry = suite()
    assert registry.unspoken_clauses() == []
    assert len(registry) > 30
    for each in registry:
        assert " " not in each.id
        assert each.sentence.endswith(".")


@pytest.mark.parametrize(
    ("level", "runs"), [(Level.QUICK, 0), (Level.STANDARD, 1), (Level.EXHAUSTIVE, 1)]
)
def test_a_level_includes_the_ones_before_it(level: Level, runs: int) -> None:
    registry = Registry()
    registry.add(check())
    assert len(registry.at_level(level)) == runs


@pytest.mark.parametrize("covered", [{}, {"positions": 0}, {"positions": 5, "ends": 0}])
def test_a_check_that_ran_nothing_has_failed(covered: dict[str, int]) -> None:
    result = held(covered)
    assert result.status is Status.FAILED
    assert "nothing was checked" in str(result.reason)


def test_what_did_not_hold_says_why() -> None:
    assert failed("because").reason == not_run("because").reason == "because"
    with pytest.raises(ValidationError, match="needs a reason"):
        Result(status=Status.NOT_RUN)


def test_what_held_rests_on_something() -> None:
    for covered in ({}, {"positions": 5, "ends": 0}):
        with pytest.raises(ValidationError, match="needs counts of what was looked at"):
            Result(status=Status.HELD, covered=covered)


def test_whatever_an_exception_says_is_one_line_that_can_be_printed() -> None:
    said = failed("red \x1b[31m, nothing \0, half \ud800, two\nlines, hexagon ⬡").reason
    assert said == r"red \x1b[31m, nothing \x00, half \ud800, two\nlines, hexagon ⬡"
    case = Counterexample(clause="P1", question="a\tb", said={"\x07": "\x7f"}, turns=("\r",))
    assert (case.question, case.said, case.turns) == (r"a\tb", {r"\x07": r"\x7f"}, (r"\r",))
    assert str(failed("x" * 300_000).reason).endswith("x… and 280,000 characters more")


def test_random_numbers_depend_on_seed_and_purpose_alone() -> None:
    draws = {
        (seed, purpose): Context(Level.QUICK, seed).random(purpose).random()
        for seed in (1, 2)
        for purpose in ("a", "b")
    }
    assert len(set(draws.values())) == 4
    assert Context(Level.EXHAUSTIVE, 1).random("a").random() == draws[1, "a"]


def test_budgets_follow_the_level() -> None:
    budgets = [Context(level, 0).budget(1, 20, 300) for level in Level]
    assert budgets == [1, 20, 300]


def test_higher_levels_are_expected_to_take_longer() -> None:
    assert [check().expected_seconds(level) for level in Level] == [1.0, 1.0, 3.0]
