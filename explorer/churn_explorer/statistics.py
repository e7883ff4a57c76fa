"""Random play on a board, live: what has been played so far, while it goes on."""

import secrets
import threading
from time import monotonic

import numpy as np

from churn_engine.board import Board
from churn_engine.notation import parse_board
from churn_engine.random_play import Instalment, game_to_play, play_at_random
from churn_explorer.jobs import Job
from churn_explorer.knowledge import Bar, Claim, Statistics, no_statistics
from churn_explorer.limits import (
    MOST_GAMES,
    STATISTICS_SECONDS,
    UNASKED_SECONDS,
    PageError,
)
from churn_explorer.models import OfBoard
from churn_explorer.reading import board_of
from churn_spec import CLAIMED_TURNS, CLAUSES, write_board
from churn_verification.drawing.counting import counted

_CELLS_TIMES_TURNS_AT_A_TIME = 60_000_000
"""A turn takes longer on a larger board; so an instalment is a fraction of a second on each."""
_GAMES_AT_A_TIME = 5_000
_MOST_BARS = 40
_COMPILING = "preparing: the first run after an installation compiles the engine"


class Run:
    """One run of random play.

    Attributes:
        board: the board.
        seed: the seed, which repeats the run.
    """

    def __init__(self, board: Board) -> None:
        """Begin."""
        self.board = board
        self.seed = secrets.randbelow(2**31)
        self._lengths: list[int] = []
        self._leads: list[int] = []
        self._unfinished = 0
        self._turns = 0
        self._seconds = 0.0
        self._lock = threading.Lock()
        self.job: Job[None] = Job("", self._work)

    def _work(self, job: Job[None]) -> None:
        game = game_to_play(self.board, 0)
        play_at_random(self.seed, game, 1, 1)  # compiles, where that has not been done yet
        most_turns = _CELLS_TIMES_TURNS_AT_A_TIME // self.board.size
        start = monotonic()
        while self._goes_on(job, monotonic() - start):
            instalment = play_at_random(self.seed, game, _GAMES_AT_A_TIME, most_turns)
            number = game.number + len(instalment.turns)
            game = instalment.unfinished or game_to_play(self.board, number)
            self._add(instalment, game.sums.turns, monotonic() - start)

    def _goes_on(self, job: Job[None], seconds: float) -> bool:
        job.progress(int(seconds), int(STATISTICS_SECONDS))
        wanted = monotonic() - job.asked < UNASKED_SECONDS
        return wanted and seconds < STATISTICS_SECONDS and len(self._lengths) < MOST_GAMES

    def _add(self, instalment: Instalment, unfinished: int, seconds: float) -> None:
        with self._lock:
            finished = [int(turns) for turns in instalment.turns]
            self._turns += sum(finished) + unfinished - self._unfinished
            self._lengths += finished
            self._leads += [int(lead) for lead in instalment.leads]
            self._unfinished = unfinished
            self._seconds = seconds

    def statistics(self) -> Statistics:
        """The run as far as it has come."""
        self.job.asked = monotonic()
        with self._lock:
            lengths = np.array(self._lengths, dtype=np.int64)
            leads = np.array(self._leads, dtype=np.int64)
            turns, seconds, unfinished = self._turns, self._seconds, self._unfinished
        games = len(lengths)
        return Statistics(
            sides=str(self.board),
            running=self.job.running,
            words=self._words(games, seconds),
            seed=self.seed,
            games=games,
            turns_per_second=turns / seconds if seconds else 0.0,
            mean=float(lengths.mean()) if games else None,
            standard_error=float(lengths.std(ddof=1) / games**0.5) if games > 1 else None,
            least=int(lengths.min()) if games else None,
            most=int(lengths.max()) if games else None,
            red_wins=int((leads > 0).sum()),
            blue_wins=int((leads < 0).sum()),
            ties=int((leads == 0).sum()),
            bars=_bars(lengths),
            claims=_claims(self.board),
            unfinished_turns=unfinished,
        )

    def _words(self, games: int, seconds: float) -> str:
        if self.job.error is not None:
            return f"The run broke off: {self.job.error}"
        if self.job.running and not seconds:
            return f"{_COMPILING} …"
        state = "Playing" if self.job.running else "Played"
        return f"{state} at random: {counted(games, 'game')}."


class Runs:
    """The runs of random play; one goes on at a time."""

    def __init__(self) -> None:
        self._run: Run | None = None
        self._lock = threading.Lock()
        self._closed = False

    def begin(self, question: OfBoard) -> Statistics:
        """Begin a run on a board, when the one before it has ended.

        Raises:
            PageError: the explorer is being stopped.
        """
        board = parse_board(write_board(board_of(question.sides)))
        with self._lock:
            if self._closed:
                raise PageError("the explorer is being stopped")
            self._end()
            self._run = Run(board)
            return self._run.statistics()

    def look(self, question: OfBoard) -> Statistics:
        """How the run on a board stands; an empty one if there is none."""
        board = parse_board(write_board(board_of(question.sides)))
        run = self._run
        if run is not None and run.board == board:
            return run.statistics()
        return no_statistics(str(board), "Nothing has been played yet.", _claims(board))

    def stop(self, question: OfBoard) -> Statistics:
        """Stop the run on a board."""
        with self._lock:
            self._end()
        return self.look(question)

    def _end(self) -> None:
        if self._run is not None:
            self._run.job.stop()
            self._run.job.wait()

    def close(self) -> None:
        """Stop what goes on, and begin nothing more."""
        self._closed = True
        if self._run is not None:
            self._run.job.stop()


def _bars(lengths: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> list[Bar]:
    """A histogram with bars of equal whole width."""
    if not len(lengths):
        return []
    least, most = int(lengths.min()), int(lengths.max())
    width = -(-(most - least + 1) // _MOST_BARS)
    counts = np.bincount((lengths - least) // width)
    return [
        Bar(start=least + width * place, end=least + width * (place + 1), games=int(games))
        for place, games in enumerate(counts)
    ]


def _claims(board: Board) -> list[Claim]:
    return [
        Claim(id=claim, turns=turns, words=CLAUSES[claim])
        for claim, (size, turns) in CLAIMED_TURNS.items()
        if str(board) == str(size)
    ]
