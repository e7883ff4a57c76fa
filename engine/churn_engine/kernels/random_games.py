"""The kernel of random play: whole games, each turn chosen evenly among the legal placements."""

from typing import NamedTuple

import numpy as np

from churn_engine.kernels.compiling import helper, kernel
from churn_engine.kernels.formulas import Word, united, without
from churn_engine.kernels.instructions import cell_at, count, load, some, store
from churn_engine.kernels.philox import fill
from churn_engine.kernels.sides import (
    Memory,
    Side,
    bottom_of_blue,
    empty_side,
    side_of,
    stones_of,
)
from churn_engine.kernels.tables import Numbers, Words
from churn_engine.kernels.turns import legal_placements, place

U = np.uint64
DRAWS_AT_A_TIME = 64  # a power of two, and a multiple of four
TURNS, FORMED, CHOICES, FORCED, LEAD = range(5)  # the columns of `Tally.sums`
_LOW = U(0xFFFFFFFF)
_HALF = U(32)


class Source(NamedTuple):
    """Where random numbers come from.

    Attributes:
        draws: Room for `DRAWS_AT_A_TIME` draws.
        seed: The seed.
        number: The number of the stream.
    """

    draws: Words
    seed: np.uint64
    number: np.uint64


class Unfinished(NamedTuple):
    """A game in progress, in arrays.

    Attributes:
        red: One word: Red's stones.
        blue: One word: Blue's stones.
        blue_moves: One number: 1 if Blue is to move, 0 if Red is.
        drawn: One number: the draws taken.
        sums: Its `Tally.sums` up to here, without the lead.
    """

    red: Words
    blue: Words
    blue_moves: Numbers
    drawn: Numbers
    sums: Numbers


class Tally(NamedTuple):
    """What is counted.

    Attributes:
        formed: For each size how often a placement formed it.
        branching: For each number how often so many placements were legal.
        sums: For each finished game its turns; the sum of the sizes formed; the sum of the numbers
            of legal placements; the turns with a single legal placement; Red's stones less Blue's
            at the end. Shape (games, 5).
    """

    formed: Numbers
    branching: Numbers
    sums: Numbers


class _Game(NamedTuple):
    """A game in progress, inside the kernel; the last four are those of `Tally.sums`."""

    empty: Word
    mover: Side
    other: Side
    drawn: int
    turns: int
    formed: int
    choices: int
    forced: int


@kernel
def play_games(
    memory: Memory, source: Source, unfinished: Unfinished, tally: Tally, turns_left: int
) -> int:
    """Play games one after the other, until the tally is full or the turns are used up.

    The first game goes on from `unfinished`, which must have an empty cell, and the others begin on
    the empty board; `unfinished` holds the next game then. The first takes the draws of stream
    `source.number`, the second those of the next, and so on.

    Returns:
        How many games were finished.
    """
    game = _taken_up(memory, unfinished)
    finished = 0
    while finished < len(tally.sums) and turns_left > 0:
        stream = Source(source.draws, source.seed, source.number + U(finished))
        turns_before = game.turns
        game = _play_on(memory, stream, game, tally, turns_left)
        turns_left -= game.turns - turns_before
        if not some(game.empty):
            _write_sums(game, tally.sums[finished])
            tally.sums[finished, LEAD] = _lead_of_red(memory, game)
            game = _begun(memory)
            finished += 1
    _put_down(memory, game, unfinished)
    return finished


@helper
def _play_on(memory: Memory, source: Source, game: _Game, tally: Tally, turns_left: int) -> _Game:
    """Play a game to its end, or for so many turns."""
    empty, mover, other, drawn, turns, all_formed, all_choices, forced = game
    last = turns + turns_left
    fill_around(source, drawn)
    while some(empty) and turns < last:
        cells, size = legal_placements(memory, empty, mover)
        choices = count(cells)
        tally.formed[size] += 1
        tally.branching[choices] += 1
        all_formed += size
        all_choices += choices
        forced += choices == 1
        rank, drawn = drawn_below(choices, source, drawn)
        empty, moved, _ = place(memory, empty, mover, cell_at(cells, rank), size)
        mover, other = other, moved
        turns += 1
    return _Game(empty, mover, other, drawn, turns, all_formed, all_choices, forced)


@helper
def drawn_below(choices: int, source: Source, drawn: int) -> tuple[int, int]:
    """A number below `choices`, each as likely as any other, and how many were drawn by then.

    Daniel Lemire, Fast Random Integer Generation in an Interval (2019): the high half of a product,
    drawn again where the low half falls into the part that would make some numbers likelier.
    """
    bound = U(choices)
    while True:
        product = source.draws[drawn & (DRAWS_AT_A_TIME - 1)] * bound
        drawn += 1
        if drawn & (DRAWS_AT_A_TIME - 1) == 0:
            fill_around(source, drawn)
        low = product & _LOW
        if low >= bound or low >= (U(1) << _HALF) % bound:
            return int(product >> _HALF), drawn


@helper
def fill_around(source: Source, drawn: int) -> None:
    """Fill the array so that it holds draw number `drawn`, at that number modulo its length."""
    fill(source.draws, source.seed, source.number, U((drawn & ~(DRAWS_AT_A_TIME - 1)) // 4))


@helper
def _begun(memory: Memory) -> _Game:
    """A game on the empty board."""
    red = empty_side(memory, 0)
    blue = empty_side(memory, bottom_of_blue(memory))
    return _Game(load(memory.layout, memory.full, 0), red, blue, 0, 0, 0, 0, 0)


@helper
def _taken_up(memory: Memory, unfinished: Unfinished) -> _Game:
    """The game that was put down."""
    red, blue = load(memory.layout, unfinished.red, 0), load(memory.layout, unfinished.blue, 0)
    empty = without(load(memory.layout, memory.full, 0), united(red, blue))
    mover = side_of(memory, red, 0)
    other = side_of(memory, blue, bottom_of_blue(memory))
    if unfinished.blue_moves[0]:
        mover, other = other, mover
    sums = unfinished.sums
    return _Game(empty, mover, other, unfinished.drawn[0], sums[0], sums[1], sums[2], sums[3])


@helper
def _put_down(memory: Memory, game: _Game, unfinished: Unfinished) -> None:
    """Write a game in progress into arrays."""
    red, blue = game.mover, game.other
    blue_moves = red.bottom != 0
    if blue_moves:
        red, blue = blue, red
    store(unfinished.red, 0, stones_of(memory, red))
    store(unfinished.blue, 0, stones_of(memory, blue))
    unfinished.blue_moves[0] = blue_moves
    unfinished.drawn[0] = game.drawn
    _write_sums(game, unfinished.sums)


@helper
def _write_sums(game: _Game, sums: Numbers) -> None:
    """Write what is summed over the turns of a game."""
    sums[TURNS] = game.turns
    sums[FORMED] = game.formed
    sums[CHOICES] = game.choices
    sums[FORCED] = game.forced


@helper
def _lead_of_red(memory: Memory, game: _Game) -> int:
    """Red's stones less Blue's."""
    lead: int = count(stones_of(memory, game.mover))
    lead -= count(stones_of(memory, game.other))
    return lead if game.mover.bottom == 0 else -lead
