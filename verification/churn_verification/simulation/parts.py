"""A part of a run as a value that can be sent anywhere, and the function that plays it."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt

from churn_engine.board import Board
from churn_engine.kernels.words import layout_for
from churn_engine.notation import parse_board, parse_position
from churn_engine.random_play import GameSums, UnfinishedGame, game_to_play, play_at_random
from churn_verification.simulation.statistics import Statistics, statistics_of

_TURNS_A_PART = 2**24  # some tenths of a second


class StoredGame(BaseModel):
    """A game in progress, in the words of the notation.

    Attributes:
        number: which game it is.
        position: the position's text.
        draws: how many random numbers it has taken.
        turns: its turns so far.
        formed: the sizes formed so far, summed.
        choices: the numbers of legal placements so far, summed.
        forced: the turns so far with a single legal placement.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: NonNegativeInt
    position: Annotated[str, Field(max_length=50_000)]
    draws: NonNegativeInt
    turns: NonNegativeInt
    formed: NonNegativeInt
    choices: NonNegativeInt
    forced: NonNegativeInt


@dataclass(frozen=True, slots=True)
class Part:
    """Some games to be played, or to be played on.

    Attributes:
        batch: the number of the batch to which they belong.
        board: the board's text.
        seed: the seed.
        first_game: the number of the batch's first game, with which to begin where none has been
            begun.
        games: how many games are to be finished.
        begun: the game to go on with, as far as it has been played; None where there is none.
    """

    batch: int
    board: str
    seed: int
    first_game: int
    games: int
    begun: StoredGame | None


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a part.

    Attributes:
        statistics: what was counted.
        unfinished: the game for which the turns of one part did not suffice, or None if all games
            were finished.
    """

    statistics: Statistics
    unfinished: StoredGame | None


def play_part(part: Part) -> Played:
    """Play a part: to its end, or for as many turns as take some tenths of a second."""
    board = parse_board(part.board)
    start = game_to_play(board, part.first_game) if part.begun is None else taken_up(part.begun)
    played = play_at_random(part.seed, start, part.games, _turns_a_part(board))
    unfinished = None if played.unfinished is None else put_down(played.unfinished)
    return Played(statistics_of(played), unfinished)


def put_down(game: UnfinishedGame) -> StoredGame:
    """A game in progress as it is stored."""
    return StoredGame(
        number=game.number,
        position=str(game.position),
        draws=game.draws,
        **game.sums._asdict(),
    )


def taken_up(stored: StoredGame) -> UnfinishedGame:
    """A stored game as it is played on.

    Raises:
        churn_engine.errors.NotationError: its position is none.
    """
    sums = GameSums(stored.turns, stored.formed, stored.choices, stored.forced)
    return UnfinishedGame(stored.number, parse_position(stored.position), stored.draws, sums)


def _turns_a_part(board: Board) -> int:
    return _TURNS_A_PART // layout_for(board.size).length
