"""What an adapter is asked, in the order of what matters first."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from churn_verification.conformance.cases import Case, Item
from churn_verification.conformance.interview import Interview
from churn_verification.conformance.oracle import item
from churn_verification.conformance.outcome import CheckOutcome
from churn_verification.conformance.playing import game_items
from churn_verification.conformance.reducing import followed_down, size_of
from churn_verification.conformance.searching import Effort, search
from churn_verification.conformance.smoke import SMOKE_CHECKS, SmokeCheck, geometry_items
from churn_verification.conformance.vectors.files import manifest, vectors_of
from churn_verification.conformance.vectors.items import board_of, items_of
from churn_verification.conformance.vectors.models import FILES, AnyVector

BOARDS = ("2", "3", "3-4-3-4-3-4", "5-3-3-5-3-3", "4", "6-4-4-6-4-4", "5")
"""The boards on which games are played and positions sought, smallest first."""


def usual_boards() -> tuple[str, ...]:
    """The boards that are asked about unless others are wanted: those of games and vectors."""
    return tuple(dict.fromkeys((*BOARDS, *manifest().boards)))


def vector_items() -> Iterator[Item]:
    """The questions of all published vectors, in the order in which they are asked."""
    for kind in FILES:
        yield from _vectors(kind, usual_boards())


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
    playable = tuple(board for board in BOARDS if board in boards) or boards
    return (
        *adapter_checks(boards),
        asking(
            "geometry",
            "The cells that are next to each other on the board are so on the implementation's.",
            lambda: (each for board in boards for each in geometry_items(board)),
        ),
        *_vector_checks(boards),
        *(
            Planned(
                f"games/{board}",
                f"Random games on {board} are followed turn by turn, and illegal turns refused.",
                partial(_random_items, partial(_games, board, seed, amount.turns), amount),
            )
            for board in playable
        ),
        Planned(
            "search",
            "A search over positions of every kind finds nothing that is answered wrongly.",
            partial(_search, playable, seed, amount),
        ),
    )


def adapter_checks(boards: tuple[str, ...]) -> Iterator[Planned]:
    """The demands on the adapter itself."""
    for check in SMOKE_CHECKS:
        yield Planned(check.id, check.sentence, partial(_smoke, check, boards), is_adapters=True)


def asking(check_id: str, sentence: str, items: Callable[[], Iterable[Item]]) -> Planned:
    """A check that puts items."""
    return Planned(check_id, sentence, partial(_items, items))


def plan_of_case(case: Case, boards: tuple[str, ...]) -> tuple[Planned, ...]:
    """The adapter's soundness and one case: what repeats a difference that was found."""
    asked = item("case", case)
    return (
        *adapter_checks(boards),
        asking("case", "The case is answered rightly.", lambda: [asked]),
    )


def _vector_checks(boards: tuple[str, ...]) -> Iterator[Planned]:
    yield Planned(
        "vectors/first",
        "The few vectors that no known misreading passes are answered rightly.",
        partial(_items, partial(_first_vectors, boards)),
    )
    for kind in FILES:
        yield Planned(
            f"vectors/{kind}",
            f"The published vectors of kind {kind} are answered rightly.",
            partial(_counts if kind == "perft" else _items, partial(_vectors, kind, boards)),
        )


def _smoke(
    check: SmokeCheck, boards: tuple[str, ...], interview: Interview, outcome: CheckOutcome
) -> Iterator[None]:
    outcome.questions = check.run(interview, boards)
    yield


def _first_vectors(boards: tuple[str, ...]) -> Iterator[Item]:
    by_id = {vector.id: vector for kind in FILES for vector in vectors_of(kind)}
    for vector_id in manifest().first:
        yield from _known(by_id[vector_id], boards)


def _vectors(kind: str, boards: tuple[str, ...]) -> Iterator[Item]:
    for vector in vectors_of(kind):
        yield from _known(vector, boards)


def _known(vector: AnyVector, boards: tuple[str, ...]) -> Iterator[Item]:
    """The questions of a vector, if it is on one of some boards."""
    if board_of(vector) in boards:
        yield from items_of(vector)


def _items(
    items: Callable[[], Iterable[Item]], interview: Interview, outcome: CheckOutcome
) -> Iterator[None]:
    for _ in interview.put(items(), outcome.tally):
        yield


def _counts(
    items: Callable[[], Iterable[Item]], interview: Interview, outcome: CheckOutcome
) -> Iterator[None]:
    """Put counts; the smallest wrong one is followed down to where it arises."""
    yield from _items(items, interview, outcome)
    wrong = outcome.tally.differences
    if wrong:
        wrong.append(followed_down(interview, min(wrong, key=size_of)))


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
        for number, each in enumerate(items(interview)):
            if len(tally.differences) >= _MOST_DIFFERENCES:
                outcome.note = f"ended after {_MOST_DIFFERENCES} differences"
                return
            if time.monotonic() > deadline:
                left = f"{amount.turns - number:,} of {amount.turns:,} questions"
                outcome.left_out = f"{left}, its {amount.game_seconds:g} s being over"
                return
            yield each

    for _ in interview.put(until_enough(), tally):
        yield


def _games(board: str, seed: int, turns: int, interview: Interview) -> Iterator[Item]:
    """Random games one after the other, up to a number of turns."""
    identity = interview.dialect.identity
    taken = number = 0
    while taken < turns:
        number += 1
        for each in game_items(
            board, f"{seed}/{board}/{number}", identity.swap != "none", not identity.positions
        ):
            yield each
            taken += 1
            if taken >= turns:
                return


def _search(
    boards: tuple[str, ...], seed: int, amount: Amount, interview: Interview, outcome: CheckOutcome
) -> Iterator[None]:
    effort = Effort(amount.examples, amount.search_seconds)
    searched = search(interview, boards, seed, effort, outcome.tally)
    outcome.note = f"{searched.positions:,} positions"
    if searched.ended_by_time:
        left = f"{amount.examples - searched.positions:,} of {amount.examples:,} positions"
        outcome.left_out = f"{left}, its {amount.search_seconds:g} s being over"
    yield
