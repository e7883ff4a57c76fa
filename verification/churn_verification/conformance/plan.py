"""What an adapter is asked, in the order of what matters first."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from churn_verification.conformance.cases import Item
from churn_verification.conformance.interview import Interview
from churn_verification.conformance.outcome import CheckOutcome
from churn_verification.conformance.playing import game_items
from churn_verification.conformance.searching import Effort, search
from churn_verification.conformance.smoke import SMOKE_CHECKS, SmokeCheck, geometry_items

BOARDS = ("2", "3", "3-4-3-4-3-4", "5-3-3-5-3-3", "4", "6-4-4-6-4-4", "5")
"""The boards that are asked about unless others are wanted, smallest first."""

_MOST_DIFFERENCES = 20
"""A random check that has found so many differences ends: more would tell nothing new."""

Run = Callable[[Interview, CheckOutcome], Iterator[None]]
"""Does a check and records what comes of it; yields now and then, so that progress is seen."""


@dataclass(frozen=True)
class Amount:
    """How much is asked where chance chooses.

    Attributes:
        turns: the most turns of random games on each board.
        game_seconds: the most seconds for each board.
        examples: the most positions of the search.
        search_seconds: the most seconds for the search.
    """

    turns: int
    game_seconds: float
    examples: int
    search_seconds: float


QUICK = Amount(turns=500, game_seconds=0.5, examples=100, search_seconds=2.0)
FULL = Amount(turns=8_000, game_seconds=5.0, examples=1_500, search_seconds=20.0)


@dataclass(frozen=True)
class Planned:
    """A check that is to be run."""

    id: str
    sentence: str
    run: Run
    is_adapters: bool = False


def plan(boards: tuple[str, ...], seed: int, amount: Amount) -> tuple[Planned, ...]:
    """All checks for an adapter that knows some boards, in their order."""
    return (
        *(
            Planned(check.id, check.sentence, partial(_smoke, check, boards), is_adapters=True)
            for check in SMOKE_CHECKS
        ),
        Planned(
            "geometry",
            "The cells that are next to each other on the board are so on the implementation's.",
            partial(_items, lambda _: (each for board in boards for each in geometry_items(board))),
        ),
        *(
            Planned(
                f"games/{board}",
                f"Random games on {board} are followed turn by turn, and illegal turns refused.",
                partial(_random_items, partial(_games, board, seed, amount.turns), amount),
            )
            for board in boards
        ),
        Planned(
            "search",
            "A search over positions of every kind finds nothing that is answered wrongly.",
            partial(_search, boards, seed, amount),
        ),
    )


def _smoke(
    check: SmokeCheck, boards: tuple[str, ...], interview: Interview, outcome: CheckOutcome
) -> Iterator[None]:
    outcome.questions = check.run(interview, boards)
    yield


def _items(
    items: Callable[[Interview], Iterable[Item]], interview: Interview, outcome: CheckOutcome
) -> Iterator[None]:
    for _ in interview.put(items(interview), outcome.tally):
        yield


def _random_items(
    items: Callable[[Interview], Iterable[Item]],
    amount: Amount,
    interview: Interview,
    outcome: CheckOutcome,
) -> Iterator[None]:
    """Put random items until they end, the time is over, or enough is known to be wrong."""
    deadline = time.monotonic() + amount.game_seconds
    tally = outcome.tally

    def until_enough() -> Iterator[Item]:
        for item in items(interview):
            if len(tally.differences) >= _MOST_DIFFERENCES:
                outcome.note = f"ended after {_MOST_DIFFERENCES} differences"
                return
            if time.monotonic() > deadline:
                outcome.note = f"ended after {amount.game_seconds:g} s"
                return
            yield item

    for _ in interview.put(until_enough(), tally):
        yield


def _games(board: str, seed: int, turns: int, interview: Interview) -> Iterator[Item]:
    """Random games one after the other, up to a number of turns."""
    identity = interview.dialect.identity
    taken = number = 0
    while taken < turns:
        number += 1
        for item in game_items(
            board, f"{seed}/{board}/{number}", identity.swap != "none", not identity.positions
        ):
            yield item
            taken += 1
            if taken >= turns:
                return


def _search(
    boards: tuple[str, ...], seed: int, amount: Amount, interview: Interview, outcome: CheckOutcome
) -> Iterator[None]:
    effort = Effort(amount.examples, amount.search_seconds)
    positions = search(interview, boards, seed, effort, outcome.tally)
    outcome.note = f"{positions} positions"
    yield
