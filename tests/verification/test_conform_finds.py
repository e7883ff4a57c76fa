"""Conformance finds mistakes that show late, rarely, or only in sequence."""

import random
from collections import Counter

import pytest
from tests.verification.wrong_players import PLAYERS

from churn_engine.notation import parse_position
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
from churn_verification.judge.strata import Strata, Stratum, stratum_of

KINDS = ("geometry", "vectors", "sequences", "long-games", "games", "search")


def found_by(name: str, amount: Amount = QUICK, only: str | None = None) -> str | None:
    """The first check that finds a wrong player's mistake.

    Args:
        name: the player's.
        amount: how much is asked.
        only: the id of the check to run; all where none is named.
    """
    interview = Interview(PLAYERS[name](), identity_of(name))
    for planned in plan(usual_boards(), 1, amount):
        if planned.id.split("/")[0] not in KINDS or only not in (None, planned.id):
            continue
        outcome = CheckOutcome(planned.id, planned.sentence)
        for _ in planned.run(interview, outcome):
            if outcome.tally.has_failed:
                return planned.id
    return None


NOT_BY_QUICK = {"GamesEndAfter10000"}
"""The longest game that a quick run follows has fewer turns."""


@pytest.mark.parametrize("name", sorted(set(PLAYERS) - NOT_BY_QUICK))
def test_a_quick_run_finds_it(name: str) -> None:
    assert found_by(name) is not None


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
