"""A run: which parts there are, how their results come together, and when it is enough.

Games are numbered from 0 and played in batches whose size depends on the board alone. Batches come
back in any order and are added up in the order of their numbers, so that what is known at any time
is about the first so many games: it does not favour the short ones, which come back first.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeFloat,
    NonNegativeInt,
    PositiveInt,
    model_validator,
)

from churn_engine.notation import parse_board
from churn_verification.simulation.estimates import expected_turns
from churn_verification.simulation.parts import Part, Played, StoredGame
from churn_verification.simulation.statistics import Statistics
from churn_verification.work.workers import Loss, Tasks, WorkersError

FEWEST_GAMES = 32
"""How many games are played at least before a standard error is believed."""

_MOST_LOSSES_IN_A_ROW = 3

_GAMES_A_BATCH = ((10, 2**16), (19, 2**14), (37, 2**12), (61, 2**10), (91, 2**7), (127, 2**3))


class Request(BaseModel):
    """What a run is asked for.

    Attributes:
        board: the board's text.
        seed: the seed.
        games: how many games to play; None where `until_error` decides.
        until_error: how many percent of the mean its standard error may be at the end, as a
            decimal fraction; None where `games` decides.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    board: Annotated[str, Field(max_length=100)]
    seed: NonNegativeInt
    games: PositiveInt | None = None
    until_error: Annotated[str, Field(pattern=r"^[0-9]{1,6}(\.[0-9]{1,9})?$")] | None = None

    @model_validator(mode="after")
    def _require_one_end(self) -> Self:
        if (self.games is None) == (self.until_error is None):
            raise ValueError("a run ends after a number of games, or at a standard error")
        return self


class OpenBatch(BaseModel):
    """A batch of which a part has been played, or nothing yet.

    Attributes:
        statistics: what was counted so far.
        begun: the next game as far as it has been played, None where it has not been begun.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    statistics: Statistics = Statistics()
    begun: StoredGame | None = None


class State(BaseModel):
    """How far a run has come.

    Attributes:
        batches: how many batches have been added up, from the first on.
        statistics: what was counted in these.
        open: the other batches that have been begun, by number; those that are finished have as
            many games as belong to them.
        seconds: how long it has taken.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    batches: NonNegativeInt = 0
    statistics: Statistics = Statistics()
    open: dict[NonNegativeInt, OpenBatch] = {}
    seconds: NonNegativeFloat = 0.0


class Run(Tasks[Part, Played]):
    """A run under way: gives parts to be played and takes what came of them.

    Attributes:
        request: what is asked for.
        turns: the turns that were played in this process.
        seconds: how long it has taken, what came before an interruption included.
    """

    def __init__(self, request: Request, state: State | None = None) -> None:
        """Begin a run, or go on from where it was."""
        state = state or State()
        self.request = request
        self.turns = 0
        self.seconds = state.seconds
        self._games_a_batch = games_a_batch(parse_board(request.board).size)
        self._batches = state.batches
        self._statistics = state.statistics
        self._open = dict(state.open)
        self._out: set[int] = set()
        self._again: list[Part] = []
        self._losses_in_a_row = 0
        self._add_up()

    @property
    def statistics(self) -> Statistics:
        """What was counted in the batches that have been added up."""
        return self._statistics

    @property
    def statistics_so_far(self) -> Statistics:
        """What was counted in the first games, as many as have been finished without a gap."""
        next_batch = self._open.get(self._batches)
        return self._statistics if next_batch is None else self._statistics + next_batch.statistics

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        if self.request.games is not None:
            return self._statistics.games == self.request.games
        percent = Fraction(self.request.until_error or 0)
        enough = self._statistics.games >= FEWEST_GAMES
        return enough and self._statistics.relative_error_is_at_most(percent)

    @property
    def games_played(self) -> int:
        """How many games have been finished, those of open batches included."""
        return self._statistics.games + sum(b.statistics.games for b in self._open.values())

    @property
    def turns_so_far(self) -> int:
        """How many turns have been played, those before an interruption included."""
        so_far = [self._statistics, *(begun.statistics for begun in self._open.values())]
        return sum(sum(statistics.formed_sizes.values()) for statistics in so_far)

    @property
    def expected_turns(self) -> float:
        """How many turns the whole run will take, as far as can be told by now."""
        found = self._statistics
        cells = parse_board(self.request.board).size
        mean = found.mean_turns().mean if found.games else expected_turns(cells)
        return max(self.turns_so_far, self._expected_games() * mean)

    def _expected_games(self) -> float:
        if self.request.games is not None:
            return self.request.games
        mean, error = self._statistics.mean_turns() if self._statistics.games > 1 else (1.0, None)
        wanted = float(Fraction(self.request.until_error or 0)) / 100 * mean
        played = self.games_played
        return self._statistics.games * (error / wanted) ** 2 if error and wanted else played

    def next_task(self) -> Part | None:
        """Give a part to be played, or None if there is none but those given out already."""
        if self._again:
            return self._again.pop()
        for batch in self._batches_to_play():
            if self._games_of(batch) == 0:
                return None
            self._out.add(batch)
            return self._part_of(batch)
        return None

    def take(self, part: Part, played: Played) -> None:
        """Take what came of a part."""
        self._losses_in_a_row = 0
        self._out.discard(part.batch)
        before = self._open.get(part.batch, OpenBatch())
        self.turns += sum(played.statistics.formed_sizes.values())
        self._open[part.batch] = OpenBatch(
            statistics=before.statistics + played.statistics, begun=played.unfinished
        )
        self._add_up()

    def lose(self, part: Part, loss: Loss) -> None:
        """Have a part whose worker died done again, unless they die again and again.

        Raises:
            WorkersError: they do, and nothing came back in between.
        """
        self._losses_in_a_row += 1
        if self._losses_in_a_row > _MOST_LOSSES_IN_A_ROW:
            times = self._losses_in_a_row
            raise WorkersError(
                f"workers died {times} times and did nothing in between: {loss.reason}"
            )
        self._again.append(part)

    def snapshot(self) -> State:
        """How far the run has come: `Run(request, state)` goes on from there."""
        return State(
            batches=self._batches,
            statistics=self._statistics,
            open=dict(self._open),
            seconds=self.seconds,
        )

    def _batches_to_play(self) -> Iterator[int]:
        """Numbers of batches that are neither finished nor given out, the first ones first."""
        batch = self._batches
        while True:
            if batch not in self._out and not self._is_finished(batch):
                yield batch
            batch += 1

    def _part_of(self, batch: int) -> Part:
        so_far = self._open.get(batch, OpenBatch())
        return Part(
            batch=batch,
            board=self.request.board,
            seed=self.request.seed,
            first_game=batch * self._games_a_batch,
            games=self._games_of(batch) - so_far.statistics.games,
            begun=so_far.begun,
        )

    def _games_of(self, batch: int) -> int:
        if self.request.games is None:
            return self._games_a_batch
        left = self.request.games - batch * self._games_a_batch
        return max(0, min(left, self._games_a_batch))

    def _is_finished(self, batch: int) -> bool:
        begun = self._open.get(batch)
        return begun is not None and begun.statistics.games == self._games_of(batch)

    def _add_up(self) -> None:
        """Add up the batches that are finished, up to the first that is not or that is enough."""
        while not self.finished and self._is_finished(self._batches):
            self._statistics += self._open.pop(self._batches).statistics
            self._batches += 1


def games_a_batch(cells: int) -> int:
    """How many games on a board of so many cells are played, counted and stored together."""
    return next((games for most_cells, games in _GAMES_A_BATCH if cells <= most_cells), 1)
