"""Conformance finds mistakes that show late, rarely, or only in sequence."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from tests.verification.unseen_players import ALL_PLAYERS, NEW_PLAYERS
from tests.verification.wrong_players import PLAYERS, Answering, Worded, first_finding

from churn_engine.notation import parse_position
from churn_verification.conformance.common import in_common
from churn_verification.conformance.dialect import Dialect
from churn_verification.conformance.interview import Interview
from churn_verification.conformance.outcome import CheckOutcome
from churn_verification.conformance.plan import (
    FULL,
    LONG_GAMES,
    QUICK,
    Amount,
    adapter_checks,
    plan,
    usual_boards,
)
from churn_verification.conformance.serving import identity_of
from churn_verification.conformance.smoke import end_cases
from churn_verification.conformance.verdict import Scope, degree_of, permitted_of
from churn_verification.judge.reference import engine_reference
from churn_verification.judge.strata import Strata, Stratum, stratum_of
from churn_verification.players import Case, Question, State, start_of
from churn_verification.players.stepping import SteppingEngine


def found_by(
    name: str, amount: Amount = QUICK, only: str | None = None, *, positions: bool = True
) -> str | None:
    """The first check that finds a wrong player's mistake.

    Args:
        name: the player's.
        amount: how much is asked.
        only: the id of the check to run; all where none is named.
        positions: whether the player takes positions, or begins at the empty board only.
    """
    return first_finding(ALL_PLAYERS[name](), amount, positions=positions, only=only)[0]


NOT_BY_QUICK = {"GamesEndAfter10000", "GamesAreDrawnAfter3000Turns"}
"""The longest game that a quick run follows has fewer turns."""


SELDOM = "MostGroupsAreJoinedFromSizeEightOn"
"""Found after as many questions as all others together."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.deep) if name == SELDOM else name
        for name in sorted(set(ALL_PLAYERS) - NOT_BY_QUICK)
    ],
)
def test_a_quick_run_finds_it(name: str) -> None:
    assert found_by(name) is not None


NOT_FROM_THE_EMPTY_BOARD_BY_QUICK = NOT_BY_QUICK | {
    "GroupsHaveAtMost32Stones",
    SELDOM,
}
"""Random games hardly reach the positions in which these two differ."""

SLOWLY = {"EqualGroupsGoFromSizeSixOn", "FewestGroupsAreJoinedFromSizeSixOn"}
"""Random games find these, after ten seconds each."""


@pytest.mark.deep
@pytest.mark.parametrize("name", sorted(set(PLAYERS) - NOT_FROM_THE_EMPTY_BOARD_BY_QUICK - SLOWLY))
def test_a_quick_run_finds_it_from_the_empty_board_too(name: str) -> None:
    assert found_by(name, positions=False) is not None


def test_the_unseen_players_are_sixty() -> None:
    assert len(NEW_PLAYERS) == 20
    assert len(ALL_PLAYERS) == 60


@pytest.mark.parametrize(
    ("name", "check"),
    [
        ("TiesGoToBlueOnLargerBoards", "ends"),
        ("AllOfOneColourIsNoMajority", "ends"),
        ("CountsHave16Bits", "large-count/6-4-4-6-4-4"),
    ],
)
def test_ends_and_large_counts_are_asked(name: str, check: str) -> None:
    assert found_by(name, QUICK, check) == check


def test_full_boards_of_every_lead_are_asked_about() -> None:
    reference = engine_reference()
    for board in usual_boards():
        rights = [case.right for case in end_cases(reference, board, 1)]
        assert all(isinstance(each, State) and each.over for each in rights)
        winners = Counter(each.winner for each in rights if isinstance(each, State))
        assert {"red", "blue"} <= set(winners)
        cells = reference.answer(Question(start_of(board))).position.count(".")  # type: ignore[union-attr]
        assert ("tie" in winners) is (cells % 2 == 0)


@pytest.mark.deep
def test_a_full_run_follows_a_game_past_10000_turns() -> None:
    (board,) = [board for board, most in LONG_GAMES if 10_000 < most <= FULL.longest]
    only = f"long-games/{board}"
    assert found_by("GamesEndAfter10000", FULL, only) == only


@pytest.mark.parametrize(
    "name",
    [
        "FewestGroupsAreJoinedFromSizeSixOn",
        "MostGroupsAreJoinedFromSizeEightOn",
        "AtMostFourGroupsAreRemoved",
    ],
)
def test_rare_positions_are_searched(name: str) -> None:
    assert found_by(name, QUICK, "search") == "search"


def test_positions_are_drawn_evenly_and_repeatably() -> None:
    def drawn() -> Counter[Stratum]:
        strata = Strata()
        for number in range(150):
            strata.arbitrary("3", random.Random(number))
        return strata.drawn

    first = drawn()
    assert first == drawn()
    assert {each.formed_size for each in first} >= {0, 1, 2, 3, 4, 5, 6, 8, 11}
    assert {each.most_joined for each in first} == {0, 1, 2, 3}
    courses: Counter[tuple[int, ...]] = Counter()
    for stratum, times in first.items():
        courses[stratum.course] += times
    assert len(courses) > 60
    assert max(courses.values()) < 15


def test_a_stratum_says_what_the_legal_placements_do() -> None:
    assert stratum_of(parse_position("3 ..r/..../...../..../... r")).course == (1, 0, 0, 0, False)
    full = stratum_of(parse_position("2 rb/rbr/br r"))
    assert (full.formed_size, full.empty) == (0, 0)
    joining = stratum_of(parse_position("5-1-1-5-1-1 rr.rb b"))
    assert (joining.formed_size, joining.mover, joining.empty) == (1, "blue", 1)
    larger = stratum_of(parse_position("7-1-1-7-1-1 rr.rbrb r"))
    assert larger.course == (4, 2, 2, 1, False)
    assert (larger.removed_stones, larger.cells, larger.is_regular) == (1, 1, False)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("NeighboursAreWrongOnOneBoard", ["3-4-2-5-2-4"]),
        ("TheLastCellIsMissingAbove64", ["4-6-5-5-5-6", "3-8-9-8-3-14"]),
    ],
)
def test_one_wrong_board_is_a_difference_and_leaves_the_others(name: str, wrong: list[str]) -> None:
    boards = usual_boards()
    interview = Interview(PLAYERS[name](), identity_of(name))
    for check in adapter_checks(boards):  # raises where the adapter is held to be unsound
        outcome = CheckOutcome(check.id, check.sentence)
        list(check.run(interview, outcome))
    (geometry,) = (each for each in plan(boards, 1, QUICK) if each.id == "geometry")
    outcome = CheckOutcome(geometry.id, geometry.sentence)
    list(geometry.run(interview, outcome))
    assert {each.question.board for each in outcome.tally.wrong} == set(wrong)
    assert outcome.tally.right > 300


# What the wrong answers have in common ------------------------------------------------------------


def common_to(name: str, *checks: str) -> tuple[str, ...]:
    interview = Interview(PLAYERS[name](), identity_of(name))
    wrong: list[Case] = []
    right: list[Case] = []
    for planned in plan(usual_boards(), 3, QUICK):  # a seed with which search meets each
        if planned.id in checks:
            outcome = CheckOutcome(planned.id, planned.sentence)
            list(planned.run(interview, outcome))
            wrong += [each.case for each in outcome.tally.wrong]
            right += [each.case for each in outcome.tally.right_answers]
    assert wrong
    return in_common(wrong, right)


@pytest.mark.parametrize(
    ("name", "check", "phrase"),
    [
        ("NeighboursAreWrongOnOneBoard", "search", "on board 3-4-2-5-2-4"),
        ("TheLastCellIsMissingAbove64", "geometry", "on boards of at least 65 cells"),
        ("EqualGroupsGoFromSizeSixOn", "search", "where a placement forms at least"),
        ("WinnerIsExchangedAfterTheSwap", "sequences/2", "after the swap"),
        ("WinnerIsExchangedAfterTheSwap", "sequences/2", "at the end of a game"),
        ("OnlyTheFirstUndoWorks", "sequences/2", "with turns taken back"),
        ("CountsForgetUndo", "sequences/2", "counts of turn sequences"),
    ],
)
def test_what_wrong_answers_have_in_common_is_told(name: str, check: str, phrase: str) -> None:
    assert any(each.startswith(phrase) for each in common_to(name, "geometry", check))


def test_nothing_is_common_to_two_answers_or_to_right_ones_too() -> None:
    reference = engine_reference()
    cases = [reference.case("x", Question("2 ../.../.. r", (cell,))) for cell in ("a1", "a2", "b1")]
    assert in_common(cases[:2], []) == ()
    assert in_common(cases, cases) == ()
    other = [reference.case("x", Question("3 .../..../...../..../... r"))]
    assert "on board 2" in in_common(cases, other)


# The verdict --------------------------------------------------------------------------------------


def test_the_verdict_names_what_is_missing() -> None:
    full = Scope("complete", 12_345, 0, (), 0, {}, ())
    words = "all 12,345 answers were right, and every clause was asked about"
    assert full.verdict == f"plays Churn: {words}"
    assert replace(full, degree="without undo").verdict == f"plays Churn (without undo): {words}"
    for change, text in (
        ({"not_asked": ("S1", "B2")}, "not asked: S1, B2"),
        (
            {"skipped": 12, "skipped_on": {"P1": 12, "R1": 3}},
            "skipped: 12 questions (12 on P1, 3 on R1)",
        ),
        ({"skipped": 1}, "skipped: 1 question"),
        ({"left_out": ("search",)}, "cut short: search"),
    ):
        said = replace(full, **change).verdict
        assert said.startswith("agrees in all that was asked: all 12,345 answers were right; ")
        assert said.endswith(text)
    assert replace(full, permitted=("B2", "S1")).verdict == (
        f"plays Churn: {words} but B2 and S1, as declared"
    )
    known = replace(full, known=3).verdict
    assert known == "agrees in all that was asked: 12,345 answers were right and 3 wrong as known"


def test_the_degree_says_what_cannot_be_asked() -> None:
    identity = identity_of("x")
    assert degree_of(identity) == "complete"
    least = identity.model_copy(
        update={"swap": "none", "positions": False, "features": (), "refuses": False}
    )
    assert degree_of(identity, skips=True) == "partly skipped"
    assert degree_of(least, skips=True).endswith(", legal turns only, partly skipped")
    words = "without swap, from the empty board only, without undo, legal turns only"
    assert degree_of(least) == words
    site = identity.model_copy(update={"swap": "site", "boards": ("2", "3")})
    assert degree_of(site) == "swap by the site, odd boards only"


@pytest.mark.parametrize(
    ("change", "permitted"),
    [
        ({}, set()),
        ({"features": (), "positions": False, "refuses": False}, set()),
        ({"swap": "none"}, set()),
        ({"swap": "site"}, {"S1"}),
        ({"boards": "odd"}, {"B2"}),
        ({"boards": ("2", "3-4-3-4-3-4")}, {"B2"}),
        ({"boards": ("2", "2-1-2-2-1-2")}, set()),
    ],
)
def test_only_declared_differences_of_two_kinds_are_permitted(
    change: dict[str, object], permitted: set[str]
) -> None:
    assert set(permitted_of(identity_of("x").model_copy(update=change))) == permitted


# Right implementations of every kind --------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"positions": False},
        {"swap": "none"},
        {"swap": "site", "positions": False},
        {"boards": "odd"},
        {"swap": "recolour"},
        {"swap": "colours", "positions": False},
        {"features": ()},
        {"refuses": False, "features": ()},
    ],
)
def test_right_implementations_of_every_kind_pass(change: dict[str, object]) -> None:
    identity = identity_of("right").model_copy(update=change)
    interview = Interview(Worded(Answering(SteppingEngine()), identity), identity)
    little = Amount(turns=60, positions=40, sequences=120, longest=0)
    asked: Counter[str] = Counter()
    boards = tuple(filter(Dialect(identity).knows, ("2", "3-2-2-3-2-2")))
    for planned in plan(boards, 1, little):
        if not planned.is_adapters:
            outcome = CheckOutcome(planned.id, planned.sentence)
            list(planned.run(interview, outcome))
            assert not outcome.tally.has_failed, outcome.tally
            asked[planned.id.split("/")[0]] += outcome.tally.right
    assert min(asked[kind] for kind in ("geometry", "sequences", "games", "search")) > 10
