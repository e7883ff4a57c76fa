"""Random play: games in which each turn is chosen evenly among the legal placements.

The swap is no placement and is never taken. Game number g under seed s is the same game on any
machine, in any order and on any number of workers: it takes the draws of stream g of Philox4x32-10
under key s (see `churn_engine.kernels.philox`), and nothing else decides anything.

A game is long: about 7,200 turns on size 5, more than a million on size 7. So games are played in
instalments of at most so many turns, and what is unfinished is a value that can be stored.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from churn_engine.board import Board
from churn_engine.errors import ChurnError
from churn_engine.kernels.random_games import (
    CHOICES,
    DRAWS_AT_A_TIME,
    FORCED,
    FORMED,
    LEAD,
    TURNS,
    Source,
    Tally,
    Unfinished,
    play_games,
)
from churn_engine.kernels.sides import memory_for
from churn_engine.kernels.tables import Numbers, mask_of, tables_of, words_of
from churn_engine.notation import Position, starting_position

LARGEST_SEED = 2**64 - 1
LARGEST_GAME = 2**64 - 1
MOST_TURNS = 2**62


class GameSums(NamedTuple):
    """What is summed over the turns of one game.

    Attributes:
        turns: The number of turns.
        formed: The sum of the sizes formed.
        choices: The sum of the numbers of legal placements.
        forced: The number of turns with a single legal placement.
    """

    turns: int
    formed: int
    choices: int
    forced: int


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """A game between two instalments.

    Attributes:
        number: Which game it is.
        position: The position; it has an empty cell.
        draws: How many draws of its stream have been taken.
        sums: The sums over the turns so far.
    """

    number: int
    position: Position
    draws: int
    sums: GameSums


@dataclass(frozen=True, slots=True, eq=False)
class Instalment:
    """What was played in one go.

    Attributes:
        formed_sizes: Array whose element k is how often a placement formed size k.
        branching: Array whose element k is how often k placements were legal.
        turns: For each finished game, in the order of their numbers, its turns.
        formed: For each finished game the sum of the sizes formed.
        choices: For each finished game the sum of the numbers of legal placements.
        forced: For each finished game the turns with a single legal placement.
        leads: For each finished game Red's stones less Blue's on the full board.
        unfinished: The game that the turns did not suffice for, or None if all were finished.
    """

    formed_sizes: Numbers
    branching: Numbers
    turns: Numbers
    formed: Numbers
    choices: Numbers
    forced: Numbers
    leads: Numbers
    unfinished: UnfinishedGame | None


def play_at_random(
    seed: int, start: UnfinishedGame, games: int, most_turns: int = MOST_TURNS
) -> Instalment:
    """Play games with consecutive numbers.

    Args:
        seed: The seed, 0 to 2**64 - 1.
        start: The first of the games, see `game_to_play`, or as far as it has been played.
        games: How many games to finish.
        most_turns: How many turns to play at most, in all.

    Raises:
        ChurnError: A number is out of range, or the first game is over already.
    """
    _check("seed", seed, 0, LARGEST_SEED)
    _check("games", games, 1, LARGEST_GAME - start.number)
    _check("most_turns", most_turns, 1, MOST_TURNS)
    tables = tables_of(start.position.board)
    unfinished = _put_into_arrays(start)
    tally = Tally(
        formed=np.zeros(tables.cells + 1, dtype=np.int64),
        branching=np.zeros(tables.cells + 1, dtype=np.int64),
        sums=np.zeros((games, 5), dtype=np.int64),
    )
    draws = np.zeros(DRAWS_AT_A_TIME, dtype=np.uint64)
    source = Source(draws, np.uint64(seed), np.uint64(start.number))
    finished = play_games(memory_for(tables), source, unfinished, tally, most_turns)
    done = tally.sums[:finished]
    return Instalment(
        formed_sizes=tally.formed,
        branching=tally.branching,
        turns=done[:, TURNS],
        formed=done[:, FORMED],
        choices=done[:, CHOICES],
        forced=done[:, FORCED],
        leads=done[:, LEAD],
        unfinished=_taken_from_arrays(start, finished, unfinished) if finished < games else None,
    )


def game_to_play(board: Board, number: int) -> UnfinishedGame:
    """Give a game of which no turn has been played.

    Raises:
        ChurnError: The number is out of range.
    """
    _check("game", number, 0, LARGEST_GAME)
    return UnfinishedGame(number, starting_position(board), draws=0, sums=GameSums(0, 0, 0, 0))


def _put_into_arrays(game: UnfinishedGame) -> Unfinished:
    position = game.position
    if position.red | position.blue == position.board.full:
        raise ChurnError(f"game {game.number}", "it is over, so it cannot be played on")
    red, blue = words_of([position.red, position.blue], tables_of(position.board).layout)
    return Unfinished(
        red=red,
        blue=blue,
        blue_moves=np.array([position.mover == "blue"], dtype=np.int64),
        drawn=np.array([game.draws], dtype=np.int64),
        sums=np.array(game.sums, dtype=np.int64),
    )


def _taken_from_arrays(
    start: UnfinishedGame, finished: int, unfinished: Unfinished
) -> UnfinishedGame:
    position = Position(
        board=start.position.board,
        red=mask_of(unfinished.red),
        blue=mask_of(unfinished.blue),
        mover="blue" if unfinished.blue_moves[0] else "red",
    )
    sums = GameSums(*(int(value) for value in unfinished.sums))
    return UnfinishedGame(start.number + finished, position, int(unfinished.drawn[0]), sums)


def _check(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise ChurnError(name, f"it is {least} to {most:,}, not {value:,}")
