"""What a run will take, said before it starts."""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from churn_engine.board import Board
from churn_engine.solver.layout import entries_of
from churn_engine.solver.patterns import MOST_CELLS

NANOSECONDS_AN_ENTRY = 120
"""What one entry takes one thread in a full run, measured on size 3; scores alone take a third."""
NANOSECONDS_AN_ENTRY_VERIFIED = 210
"""What an entry of a tablebase takes one thread to be written and verified, measured likewise."""
_SCORE_BYTES = 4
_LENGTH_BYTES = 4
_CHANCE_BYTES = 8
_BYTES_BEFORE_ANY_ENTRY = 2_100
_BYTES_BEFORE_ANY_TABLE = 300_000_000
"""The interpreter with numpy, numba and what numba compiled."""


class TooLargeError(Exception):
    """A board that cannot be solved here; the text says what it would take."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What solving a board takes.

    Attributes:
        board: The board.
        positions: How many positions it has, 3^n: stones and whose turn it is, colours normalised.
        entries: How many of them are kept: positions that a symmetry carries onto each other share
            an entry.
        memory: Bytes of memory.
        disk: Bytes of a tablebase; its values take one byte each, or two on boards with many
            different distances.
        seconds: Roughly how long it takes.
    """

    board: Board
    positions: int
    entries: int
    memory: int
    disk: int
    seconds: int

    def __str__(self) -> str:
        return (
            f"board {self.board}: {_number(self.positions)} positions in "
            f"{_number(self.entries)} entries, "
            f"about {_amount(self.memory)} of memory, {_amount(self.disk)} of disk for a "
            f"tablebase, {_duration(self.seconds)}"
        )


def estimate(
    board: Board,
    *,
    threads: int = 1,
    symmetry: bool = True,
    lengths: bool = True,
    chances: bool = True,
) -> Estimate:
    """Estimate what a run of a `Solver` with these options takes, from the exact number of entries.

    The time is what a full run takes, or a third of it where only scores are found.
    """
    symmetries = board.symmetries if symmetry else board.symmetries[:1]
    entries = entries_of(symmetries)
    entry_bytes = _SCORE_BYTES
    entry_bytes += _LENGTH_BYTES if lengths else 0
    entry_bytes += _CHANCE_BYTES * (3 if has_ties(board) else 2) if chances else 0
    seconds = entries * NANOSECONDS_AN_ENTRY // (10**9 * threads)
    return Estimate(
        board=board,
        positions=3**board.size,
        entries=entries,
        memory=_BYTES_BEFORE_ANY_TABLE + _pattern_bytes(board.size) + entries * entry_bytes,
        disk=entries + _BYTES_BEFORE_ANY_ENTRY,
        seconds=seconds if chances else seconds // 3,
    )


def with_cross_check(needed: Estimate, *, threads: int = 1) -> Estimate:
    """Add what solving the board a second time, without symmetries, takes."""
    plain = estimate(needed.board, threads=threads, symmetry=False, lengths=False, chances=False)
    return replace(
        needed,
        memory=needed.memory + plain.memory - _BYTES_BEFORE_ANY_TABLE,
        seconds=needed.seconds + plain.seconds,
    )


def with_tablebase(needed: Estimate, *, threads: int = 1) -> Estimate:
    """Add what writing a tablebase and verifying the finished file takes: time, and its copy."""
    seconds = needed.entries * NANOSECONDS_AN_ENTRY_VERIFIED // (10**9 * threads)
    return replace(needed, memory=needed.memory + needed.disk, seconds=needed.seconds + seconds)


def has_ties(board: Board) -> bool:
    """Whether a game on the board can end in a tie: its number of cells is even."""
    return board.size % 2 == 0


def require_room(needed: Estimate, memory: int | None = None) -> None:
    """Refuse what does not fit.

    Args:
        needed: The estimate.
        memory: Bytes that may be used; what is free on this machine where not given.

    Raises:
        TooLargeError: It has more cells than any table is made for, or takes more memory.
    """
    if needed.board.size > MOST_CELLS:
        reason = f"boards of more than {MOST_CELLS} cells are not solved"
        raise TooLargeError(f"{needed}: {reason}")
    limit = free_memory() if memory is None else memory
    if needed.memory > limit:
        raise TooLargeError(f"{needed}; only {_amount(limit)} of memory may be used")


def free_memory() -> int:
    """Bytes of memory that can still be had on this machine, as its system says.

    Linux tells how much it could make available; elsewhere half of all memory is taken to be free.
    """
    try:
        text = Path("/proc/meminfo").read_text(encoding="ascii")
        return 1024 * int(text.partition("MemAvailable:")[2].split()[0])
    except (OSError, IndexError, ValueError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2


def _pattern_bytes(cells: int) -> int:
    """Bytes of what is kept and, while it is built, needed for each of the 2^n patterns."""
    return (5 * cells + 60) << cells


def _number(number: int) -> str:
    """A number of any size: with all digits, or where they are many in the form 4.50e17."""
    if number < 10**15:
        return f"{number:,}"
    exponent = number.bit_length() // 3  # a digit is more than three bits, so this is enough
    while 10**exponent > number:
        exponent -= 1
    mantissa = number // 10 ** (exponent - 2)
    return f"{mantissa // 100}.{mantissa % 100:02}e{exponent}"


def _amount(size: int) -> str:
    if size >= 10**15:
        return f"{_number(size)} bytes"
    for unit, factor in (("TB", 10**12), ("GB", 10**9), ("MB", 10**6)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size:,} bytes"


def _duration(seconds: int) -> str:
    if seconds < 120:
        return f"{max(1, seconds)} s"
    if seconds < 7200:
        return f"{seconds // 60} min"
    if seconds < 172_800:
        return f"{seconds // 3600} h"
    return f"{_number(seconds // 86_400)} days"
