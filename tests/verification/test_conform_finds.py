"""Conformance finds mistakes that show late, rarely, or only in sequence."""

import pytest
from wrong_players import PLAYERS

from churn_verification.conformance.interview import Interview
from churn_verification.conformance.outcome import CheckOutcome
from churn_verification.conformance.plan import FULL, LONG_GAMES, QUICK, Amount, plan, usual_boards
from churn_verification.conformance.serving import identity_of

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
