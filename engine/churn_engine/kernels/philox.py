"""The random numbers: Philox4x32-10, a counter-based generator.

J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, Parallel Random Numbers: As Easy as 1, 2, 3
(2011). A block of four 32-bit numbers is a function of a 64-bit key and a 128-bit counter, so any
number of any stream is had at once and no stream overlaps another. Draw d of stream g under seed s
is number d mod 4 of the block with key s and counter (d div 4) + g * 2**64, each split into 32-bit
parts, lowest first.
"""

import numpy as np

from churn_engine.kernels.compiling import helper
from churn_engine.kernels.tables import Words

U = np.uint64
_LOW = U(0xFFFFFFFF)
_HALF = U(32)
_FACTORS = U(0xD2511F53), U(0xCD9E8D57)
_KEY_STEPS = U(0x9E3779B9), U(0xBB67AE85)
_ROUNDS = 10


@helper
def fill(draws: Words, seed: np.uint64, stream: np.uint64, first_block: np.uint64) -> None:
    """Fill an array, whose length is a multiple of four, with the draws from a block on."""
    for index in range(len(draws) // 4):
        number = first_block + U(index)
        c0, c1, c2, c3 = number & _LOW, number >> _HALF, stream & _LOW, stream >> _HALF
        k0, k1 = seed & _LOW, seed >> _HALF
        for _ in range(_ROUNDS):
            one, other = c0 * _FACTORS[0], c2 * _FACTORS[1]
            c0, c1 = (other >> _HALF) ^ c1 ^ k0, other & _LOW
            c2, c3 = (one >> _HALF) ^ c3 ^ k1, one & _LOW
            k0, k1 = (k0 + _KEY_STEPS[0]) & _LOW, (k1 + _KEY_STEPS[1]) & _LOW
        draws[4 * index] = c0
        draws[4 * index + 1] = c1
        draws[4 * index + 2] = c2
        draws[4 * index + 3] = c3
