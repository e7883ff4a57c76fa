"""Random games once more, played by the specification from the definition of the draws.

Slow and plain, and it shares nothing with the kernels, so it shows what a seed and a game's number
mean: anybody can play the same game in any language.
"""

from collections.abc import Iterator
from itertools import count
from math import inf

import churn_spec as spec
from churn_engine.random_play import GameSums

_LOW = 0xFFFFFFFF
_ROUNDS = 10


def philox(key: int, counter: int) -> tuple[int, int, int, int]:
    """A block of Philox4x32-10: four numbers below 2**32.

    Args:
        key: 64 bits.
        counter: 128 bits.
    """
    c0, c1, c2, c3 = ((counter >> shift) & _LOW for shift in (0, 32, 64, 96))
    k0, k1 = key & _LOW, key >> 32
    for _ in range(_ROUNDS):
        one, other = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (
            (other >> 32) ^ c1 ^ k0,
            other & _LOW,
            (one >> 32) ^ c3 ^ k1,
            one & _LOW,
        )
        k0, k1 = (k0 + 0x9E3779B9) & _LOW, (k1 + 0xBB67AE85) & _LOW
    return c0, c1, c2, c3


def draws(seed: int, game: int, first: int = 0) -> Iterator[int]:
    """The draws of a game from number `first` on, without end."""
    block, place = divmod(first, 4)
    yield from philox(seed, block | game << 64)[place:]
    for number in count(block + 1):
        yield from philox(seed, number | game << 64)


def drawn_below(bound: int, source: Iterator[int]) -> int:
    """A number below a bound, each as likely as any other.

    The 2**32 values of a draw are shared out evenly: of the products of draw and bound, those are
    passed over whose low half is below 2**32 modulo the bound.
    """
    while True:
        product = next(source) * bound
        if product & _LOW >= 2**32 % bound:
            return product >> 32


def replay(
    board: spec.Board, seed: int, game: int, most_turns: float = inf
) -> tuple[GameSums, spec.Position]:
    """Play a random game by the specification, or its first turns.

    Args:
        board: the board.
        seed: the seed.
        game: the number of the game.
        most_turns: after how many turns to stop where the game is not over by then.

    Returns:
        What is summed over the turns, and the position after them.
    """
    order = {cell: number for number, cell in enumerate(spec.cells_of(board))}
    source = draws(seed, game)
    position = spec.starting_position(board)
    turns = formed = choices = forced = 0
    while turns < most_turns and not spec.is_over(position):
        legal = sorted(spec.legal_placements(position), key=order.__getitem__)
        cell = legal[drawn_below(len(legal), source)]
        turns += 1
        formed += len(spec.formed_group(position, cell))
        choices += len(legal)
        forced += len(legal) == 1
        position = spec.play(position, cell)
    return GameSums(turns, formed, choices, forced), position
