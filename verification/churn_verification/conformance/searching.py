"""A search over positions and games for something on which an adapter is wrong.

Hypothesis chooses what is asked and, once an answer is wrong, looks for the smallest case that
still is.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky

import churn_spec as spec
from churn_verification.conformance.cases import Item
from churn_verification.conformance.dialogue import GivenUpError, OutOfTimeError
from churn_verification.conformance.interview import Difference, Interview, Tally
from churn_verification.conformance.playing import position_items
from churn_verification.conformance.reducing import size_of
from churn_verification.strategies import games, meeting_positions, positions

_MOST_TURNS = 4
_MOST_GAME_TURNS = 60

Place = tuple[str, tuple[str, ...] | None]
"""A position's text, and the turns that lead to it from the empty board where they are known."""


@dataclass(frozen=True)
class Effort:
    """How much a search may do.

    Attributes:
        examples: the most positions that are asked about.
        seconds: the time after which no new one is begun.
    """

    examples: int
    seconds: float


class Searched(NamedTuple):
    """How far a search has come.

    Attributes:
        positions: the number of positions that were asked about.
        ended_by_time: whether it would have gone on if there had been more time.
    """

    positions: int
    ended_by_time: bool


class _FoundError(Exception):
    """The search has found a difference; Hypothesis shrinks what led to it."""


class _Enough(BaseException):
    """The time is over, or the adapter gave out."""


def search(
    interview: Interview, boards: tuple[str, ...], seed_number: int, effort: Effort, tally: Tally
) -> Searched:
    """Search until something is found or the effort is spent.

    What is found is in the tally, at its smallest, as its last difference.

    Raises:
        GivenUpError, OutOfTimeError: the adapter or the time gave out; the tally stands.
    """
    return _Search(interview, effort, tally).run(_places(interview, boards), seed_number)


def _places(interview: Interview, boards: tuple[str, ...]) -> st.SearchStrategy[Place]:
    on = st.sampled_from([spec.read_board(board) for board in boards])
    if not interview.dialect.identity.positions:
        return games(on, _MOST_GAME_TURNS).map(_reached)
    return st.one_of(positions(on), meeting_positions(on)).map(
        lambda position: (spec.write_position(position), None)
    )


def _reached(record: spec.Record) -> Place:
    position = record.start
    for turn in record.turns:
        position = spec.play(position, turn)
    way = tuple(spec.write_turn(record.start.board, turn) for turn in record.turns)
    return spec.write_position(position), way


class _Search:
    def __init__(self, interview: Interview, effort: Effort, tally: Tally) -> None:
        self._interview = interview
        self._effort = effort
        self._tally = tally
        self._deadline = time.monotonic() + effort.seconds
        self._broken: Exception | None = None
        self._asked: dict[Place, Difference | None] = {}
        self._best: Difference | None = None
        self._late = False

    def run(self, places: st.SearchStrategy[Place], seed_number: int) -> Searched:
        test = self._test(places)
        # An adapter that answers now so, now otherwise is called flaky: what it said is kept.
        with suppress(_FoundError, Flaky, _Enough):
            seed(seed_number)(test)()
        if self._best is not None:
            self._tally.differences.append(self._best)
        if self._broken is not None:
            raise self._broken
        return Searched(len(self._asked), self._late)

    def _test(self, places: st.SearchStrategy[Place]) -> Callable[[], None]:
        @settings(
            max_examples=self._effort.examples,
            database=None,
            deadline=None,
            phases=(Phase.generate, Phase.shrink),
            print_blob=False,
            report_multiple_bugs=False,
            verbosity=Verbosity.quiet,
            suppress_health_check=list(HealthCheck),
        )
        @given(places)
        def test(place: Place) -> None:
            self._ask_about(place)

        return test

    def _ask_about(self, place: Place) -> None:
        if place not in self._asked:
            self._late = time.monotonic() > self._deadline
            if self._broken is not None or self._late:
                raise _Enough
            self._asked[place] = self._first_difference(position_items(*place, _MOST_TURNS))
        found = self._asked[place]
        if found is not None:
            self._best = min(self._best or found, found, key=size_of)
            raise _FoundError

    def _first_difference(self, items: list[Item]) -> Difference | None:
        """Put items; the first difference is taken out of the tally, as it may yet shrink."""
        before = len(self._tally.differences)
        try:
            for _ in self._interview.put(items, self._tally):
                pass
        except (GivenUpError, OutOfTimeError) as broken:
            self._broken = broken
            return None
        new = self._tally.differences[before:]
        del self._tally.differences[before:]
        return new[0] if new else None
