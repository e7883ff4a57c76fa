"""What a run will take, said before it starts."""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from churn_engine.board import Board
from churn_engine.solver.layout import entries_of
from churn_engine.solver.patterns import MOST_CELLS, patterns_of
from churn_engine.solver.store import shard_goal

NANOSECONDS_AN_ENTRY = 28
"""What an entry takes one thread, measured on size 3: values and distances alone."""
NANOSECONDS_OF_LENGTHS = 18
"""What the lengths of games add."""
NANOSECONDS_OF_A_CHANCE = 26
"""What each column of random play adds."""
NANOSECONDS_AN_ENTRY_WRITTEN = 4
"""What an entry takes to be copied into a tablebase, measured likewise."""
NANOSECONDS_AN_ENTRY_VERIFIED = 410
"""What an entry of a tablebase takes one thread to be verified, measured on 18, 19 and 20 cells."""
_BYTES_OF_LENGTHS = 2
_BYTES_OF_A_CHANCE = 8
_BYTES_OF_A_PLAN = 2_000
_BYTES_OF_A_SHARD = 1_400
"""What a tablebase takes besides its entries: headers, digests, and zeros that fill them up."""
_MOST_CELLS_WITH_COUNTED_SHARDS = 16
"""On larger boards headers are less than a hundredth, and counting shards takes seconds."""
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
        memory: Bytes of memory, for all threads together.
        disk: Roughly how many bytes a tablebase takes, or all values where they are kept on disk. A
            value takes a byte, or two where there are many different distances.
        seconds: Roughly how long it takes, if disks and networks keep up.
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
            f"about {_amount(self.memory)} of memory, about {_amount(self.disk)} of disk for a "
            f"tablebase, {_duration(self.seconds)}"
        )


def estimate(  # noqa: PLR0913 - the options of a solver
    board: Board,
    *,
    threads: int = 1,
    symmetry: bool = True,
    lengths: bool = True,
    chances: bool = True,
    on_disk: bool = False,
) -> Estimate:
    """Estimate what a run of a `Solver` with these options takes, from the exact number of entries.

    Args:
        board: The board.
        threads: How many threads or workers share the work.
        symmetry: As for a `Solver`.
        lengths: As for a `Solver`.
        chances: As for a `Solver`.
        on_disk: Whether the values are kept on disk while the board is solved.
    """
    symmetries = board.symmetries if symmetry else board.symmetries[:1]
    entries = entries_of(symmetries)
    means = (3 if has_ties(board) else 2) if chances else 0
    entry_bytes = 1 + (_BYTES_OF_LENGTHS if lengths else 0) + _BYTES_OF_A_CHANCE * means
    nanoseconds = NANOSECONDS_AN_ENTRY + NANOSECONDS_OF_A_CHANCE * means
    nanoseconds += NANOSECONDS_OF_LENGTHS if lengths else 0
    memory = _BYTES_BEFORE_ANY_TABLE + _pattern_bytes(board.size)
    memory += _room_bytes(board, entries, entry_bytes) * threads
    return Estimate(
        board=board,
        positions=3**board.size,
        entries=entries,
        memory=memory if on_disk else memory + entries * entry_bytes,
        disk=entries * (entry_bytes if on_disk else 1) + _bytes_of_headers(board),
        seconds=entries * nanoseconds // (10**9 * threads),
    )


def with_cross_check(needed: Estimate, *, threads: int = 1) -> Estimate:
    """Add what solving the board a second time, without symmetries, takes."""
    plain = estimate(needed.board, threads=threads, symmetry=False, lengths=False, chances=False)
    return replace(
        needed,
        memory=needed.memory + plain.memory - _BYTES_BEFORE_ANY_TABLE,
        seconds=needed.seconds + plain.seconds,
    )


def with_tablebase(
    needed: Estimate, *, threads: int = 1, on_disk: bool = False, verified: bool = True
) -> Estimate:
    """Add what a tablebase takes: time, and a copy of what is in memory.

    Args:
        needed: What solving the board takes.
        threads: How many threads share the work.
        on_disk: Whether the board is solved there, so that nothing is copied.
        verified: Whether every value is verified after it was written.
    """
    nanoseconds = 0 if on_disk else NANOSECONDS_AN_ENTRY_WRITTEN
    nanoseconds += NANOSECONDS_AN_ENTRY_VERIFIED if verified else 0
    seconds = needed.entries * nanoseconds // (10**9 * threads)
    memory = needed.memory if on_disk else needed.memory + needed.disk
    return replace(needed, memory=memory, seconds=needed.seconds + seconds)


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
    limit = free_memory() if memory is None else memory
    what = (
        f"board {needed.board} has {needed.board.size} cells, so {_number(needed.positions)}"
        " positions"
    )
    if needed.memory > limit:
        raise TooLargeError(
            f"{what}: they take about {_amount(needed.memory)} of memory and"
            f" {_duration(needed.seconds)}; only {_amount(limit)} of memory may be used"
        )
    if needed.board.size > MOST_CELLS:
        raise TooLargeError(f"{what}; tables are made for at most {MOST_CELLS} cells")


def free_memory() -> int:
    """Bytes of memory that can still be had on this machine, as its system says.

    Linux tells how much it could make available; elsewhere half of all memory is taken to be free.
    """
    try:
        text = Path("/proc/meminfo").read_text(encoding="ascii")
        return 1024 * int(text.partition("MemAvailable:")[2].split()[0])
    except (OSError, IndexError, ValueError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2


def _bytes_of_headers(board: Board) -> int:
    """Roughly the bytes of a tablebase's files besides entries: on small boards most of all."""
    if board.size > _MOST_CELLS_WITH_COUNTED_SHARDS:
        return _BYTES_OF_A_PLAN
    shards = 1 + int(patterns_of(board).rank.max())
    return _BYTES_OF_A_PLAN + shards * _BYTES_OF_A_SHARD


def _pattern_bytes(cells: int) -> int:
    """Bytes of what is kept and, while it is built, needed for each of the 2^n patterns."""
    return (2 * cells + 60) << cells


def _room_bytes(board: Board, entries: int, entry_bytes: int) -> int:
    """Bytes in which a thread evaluates a shard: its own values, and those it looks at.

    Measured on 21 to 23 cells.
    """
    return 12 * entry_bytes * max(min(shard_goal(entries), entries), 1 << board.size)


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
