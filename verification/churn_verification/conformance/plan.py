"""What an adapter is asked, in the order of what matters first."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count, islice

from churn_verification.conformance.interview import Cases, Interview
from churn_verification.conformance.outcome import CheckOutcome
from churn_verification.conformance.smoke import (
    SMOKE_CHECKS,
    SmokeCheck,
    end_cases,
    geometry_cases,
)
from churn_verification.conformance.vectors.cases import board_of, cases_of
from churn_verification.conformance.vectors.files import manifest, vectors_of
from churn_verification.conformance.vectors.models import FILES, AnyVector
from churn_verification.judge.questions import (
    game_cases,
    position_cases,
)
from churn_verification.judge.sequences import (
    Abilities,
    late_position,
    long_game_cases,
    sequence_cases,
)
from churn_verification.judge.shrink import followed_down, size_of
from churn_verification.judge.strata import Strata
from churn_verification.players import Case, Question, start_of

BOARDS = ("2", "3", "3-4-3-4-3-4", "5-3-3-5-3-3", "4", "6-4-4-6-4-4", "5")
"""The boards on which games are played and positions sought, smallest first."""

MANY_ROWS = "1-1-27-1-1-27"
"""A board of 27 rows with one cell each: the row after z is called aa."""

LARGER_EVEN = "4-3-3-4-3-3"
"""A board with an even number of cells that is no tiny one: games on it can be tied too."""

LARGE_COUNT = ("6-4-4-6-4-4", 3)
"""A board, and a depth at which its turn sequences are more than 16 bits can count."""

_MOST_DIFFERENCES = 20
"""A random check that has found so many differences ends: more would tell nothing new."""

_MOST_TURNS = 4
_MOST_GAME_TURNS = 120


def usual_boards() -> tuple[str, ...]:
    """The boards that are asked about unless others are wanted."""
    return tuple(dict.fromkeys((*BOARDS, *manifest().boards, MANY_ROWS, LARGER_EVEN)))


def vector_cases() -> Iterator[Case]:
    """The questions of all published vectors, in the order in which they are asked."""
    for kind in FILES:
        yield from _vectors(kind, usual_boards())


Run = Callable[[Interview, CheckOutcome], Iterator[None]]
"""Does a check and records what comes of it; yields now and then, so that progress is seen."""


@dataclass(frozen=True)
class Amount:
    """How much is asked where chance chooses. Time plays no part: a seed asks the same always.

    Attributes:
        turns: the number of questions about random games on each board.
        positions: the number of positions of the search.
        sequences: the number of questions about the course of games on each board.
        longest: the number of turns that the longest game has.
    """

    turns: int
    positions: int
    sequences: int = 0
    longest: int = 0


QUICK = Amount(turns=500, positions=300, sequences=250, longest=4_000)
FULL = Amount(turns=8_000, positions=2_000, sequences=2_500, longest=10_500)

LONG_GAMES = (("6-4-4-6-4-4", 4_000), ("5", 10_000), ("3-8-9-8-3-14", 10_500))
"""Boards and the number of turns at which a game on them is broken off. A whole game has about
2,900 turns on the first and 7,400 on the second."""


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
            lambda interview: (
                each for board in boards for each in geometry_cases(interview.reference, board)
            ),
        ),
        *_vector_checks(boards),
        asking(
            "ends",
            "Full boards are won by whoever has more stones, and tied where that is nobody.",
            lambda interview: (
                each for board in boards for each in end_cases(interview.reference, board, seed)
            ),
        ),
        *(
            asking(
                f"large-count/{board}",
                f"The turn sequences of length {depth} on {board}, more than 65,535, are counted.",
                partial(_large_count, board, depth),
            )
            for board, depth in (LARGE_COUNT,)
            if board in boards
        ),
        *(
            asking_at_random(
                f"games/{board}",
                f"Random games on {board} are followed turn by turn, and illegal turns refused.",
                partial(_games, board, seed, amount.turns),
            )
            for board in playable
        ),
        *(
            asking_at_random(
                f"sequences/{board}",
                f"Games on {board} are followed through undo, the swap and illegal turns.",
                partial(_sequences, board, seed, amount.sequences),
            )
            for board in playable
            if amount.sequences
        ),
        *(
            asking(
                f"long-games/{board}",
                f"A game on {board} is followed for up to {most:,} turns.",
                partial(_long_games, board, seed, most),
            )
            for board, most in LONG_GAMES
            if board in boards and most <= amount.longest
        ),
        Planned(
            "search",
            "A search over positions of every kind finds nothing that is answered wrongly.",
            partial(_put_search, boards, seed, amount.positions),
        ),
    )


def adapter_checks(boards: tuple[str, ...]) -> Iterator[Planned]:
    """The demands on the adapter itself."""
    for check in SMOKE_CHECKS:
        yield Planned(check.id, check.sentence, partial(_smoke, check, boards), is_adapters=True)


def asking(check_id: str, sentence: str, cases: Cases) -> Planned:
    """A check that puts cases."""
    return Planned(check_id, sentence, partial(_put, cases))


def asking_at_random(check_id: str, sentence: str, cases: Cases) -> Planned:
    """A check that puts cases until they end or enough is known to be wrong."""
    return Planned(check_id, sentence, partial(_put_until_enough, cases))


def plan_of_question(question: Question, boards: tuple[str, ...]) -> tuple[Planned, ...]:
    """The adapter's soundness and one question: what repeats a difference that was found."""
    return (
        *adapter_checks(boards),
        asking(
            "case",
            "The case is answered rightly.",
            lambda interview: [interview.reference.case("case", question)],
        ),
    )


def _vector_checks(boards: tuple[str, ...]) -> Iterator[Planned]:
    yield asking(
        "vectors/first",
        "The few vectors that no known misreading passes are answered rightly.",
        lambda _interview: _first_vectors(boards),
    )
    for kind in FILES:
        yield Planned(
            f"vectors/{kind}",
            f"The published vectors of kind {kind} are answered rightly.",
            partial(_put_counts if kind == "perft" else _put, partial(_vectors_of, kind, boards)),
        )


# Cases -------------------------------------------------------------------------------------------


def _first_vectors(boards: tuple[str, ...]) -> Iterator[Case]:
    by_id = {vector.id: vector for kind in FILES for vector in vectors_of(kind)}
    for vector_id in manifest().first:
        yield from _known(by_id[vector_id], boards)


def _vectors_of(kind: str, boards: tuple[str, ...], _interview: Interview) -> Iterator[Case]:
    return _vectors(kind, boards)


def _vectors(kind: str, boards: tuple[str, ...]) -> Iterator[Case]:
    for vector in vectors_of(kind):
        yield from _known(vector, boards)


def _known(vector: AnyVector, boards: tuple[str, ...]) -> Iterator[Case]:
    """The cases of a vector, if it is on one of some boards."""
    if board_of(vector) in boards:
        yield from cases_of(vector)


def _large_count(board: str, depth: int, interview: Interview) -> Iterator[Case]:
    yield interview.reference.case(f"large-count/{board}", Question(start_of(board), (), depth))


def _games(board: str, seed: int, turns: int, interview: Interview) -> Iterator[Case]:
    """Random games one after the other, up to a number of questions."""
    identity = interview.identity
    taken = number = 0
    while taken < turns:
        number += 1
        for case in game_cases(
            interview.reference,
            board,
            f"{seed}/{board}/{number}",
            with_swap=identity.has_swap,
            whole_way=not identity.positions,
        ):
            yield case
            taken += 1
            if taken >= turns:
                return


def _sequences(board: str, seed: int, questions: int, interview: Interview) -> Iterator[Case]:
    """Games with undo, the swap and illegal turns, up to a number of questions.

    A player that takes positions begins every other one shortly before the end of a game.
    """
    identity = interview.identity
    can = Abilities(
        swap=identity.has_swap,
        undo="undo" in identity.features,
        perft="perft" in identity.features,
    )

    def all_games() -> Iterator[Case]:
        for number in count():
            of = f"{seed}/sequences/{board}/{number}"
            begin = Question(start_of(board), way=())
            if identity.positions and number % 2:
                begin = late_position(board, random.Random(of))  # noqa: S311 - not for secrets
            yield from sequence_cases(interview.reference, begin, of, can)

    return islice(all_games(), questions)


def _long_games(board: str, seed: int, most_turns: int, interview: Interview) -> Iterator[Case]:
    of = f"{seed}/long-games/{board}"
    with_swap = interview.identity.has_swap
    return long_game_cases(interview.reference, board, of, most_turns, with_swap=with_swap)


def _search(
    strata: Strata, boards: tuple[str, ...], seed: int, positions: int, interview: Interview
) -> Iterator[Case]:
    """What can be asked at positions of every stratum; at reached ones where no others can be."""
    identity, reference = interview.identity, interview.reference
    for number in range(positions):
        chance = random.Random(f"{seed}/search/{number}")  # noqa: S311 - not for secrets
        board = boards[number % len(boards)]
        if identity.positions:
            question = strata.arbitrary(board, chance)
        else:
            with_swap = identity.has_swap
            question = strata.reached(board, chance, _MOST_GAME_TURNS, with_swap=with_swap)
        yield from position_cases(reference, question, _MOST_TURNS)


# How they are put --------------------------------------------------------------------------------


def _smoke(
    check: SmokeCheck, boards: tuple[str, ...], interview: Interview, outcome: CheckOutcome
) -> Iterator[None]:
    """The run ends where no board is right; where some are, it may be the rules that are wrong."""
    outcome.questions, outcome.note = check.run(interview, boards, outcome.tally)
    if outcome.note:
        outcome.is_partly_met, outcome.is_adapters = True, False
    yield


def _put(cases: Cases, interview: Interview, outcome: CheckOutcome) -> Iterator[None]:
    for _ in interview.put(cases(interview), outcome.tally):
        yield


def _put_counts(cases: Cases, interview: Interview, outcome: CheckOutcome) -> Iterator[None]:
    """Put counts; the smallest wrong one is followed down to where it arises."""
    yield from _put(cases, interview, outcome)
    wrong = outcome.tally.wrong
    if wrong:
        smallest = min(wrong, key=size_of)
        wrong.append(followed_down(interview.differs, interview.reference, smallest))


def _put_until_enough(cases: Cases, interview: Interview, outcome: CheckOutcome) -> Iterator[None]:
    tally = outcome.tally

    def until_enough() -> Iterable[Case]:
        for case in cases(interview):
            if len(tally.wrong) >= _MOST_DIFFERENCES:
                outcome.note = f"ended after {_MOST_DIFFERENCES} differences"
                return
            yield case

    yield from _put(lambda _interview: until_enough(), interview, outcome)


def _put_search(
    boards: tuple[str, ...],
    seed: int,
    positions: int,
    interview: Interview,
    outcome: CheckOutcome,
) -> Iterator[None]:
    strata = Strata()
    cases = partial(_search, strata, boards, seed, positions)
    for _ in _put_until_enough(cases, interview, outcome):
        outcome.counts["strata"] = len(strata.drawn)
        yield
