"""Solving a board: every position's value and distance, and what random play does.

    solver = Solver(board(3))
    solver.run(threads=2)
    solution_of(solver).value        # "red"
    solver.score(mover, other)       # of any position of the board

The whole of it is one pass over blocks of positions, see `expand`.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from churn_engine.board import Board
from churn_engine.solver.container import Container, StorageError, write_container
from churn_engine.solver.estimate import has_ties
from churn_engine.solver.expand import Moves, legal, room_for_moves
from churn_engine.solver.layout import Layout, entries, entry, layout_of, layout_without_symmetry
from churn_engine.solver.patterns import Patterns, patterns_of
from churn_engine.solver.scores import full_board_score
from churn_engine.solver.sweep import (
    LONGEST,
    MARGIN,
    SHORTEST,
    TIE,
    TURNS,
    Chances,
    Lengths,
    Scores,
    sweep,
)
from churn_engine.solver.tablebase import OtherBoardError

_ENTRIES_A_TASK = 1 << 20
"""A thread gets about so many entries at a time: well below a second's work."""

Progress = Callable[[int, int], None]
"""Called with how many entries are done, and how many there are."""


class Tables(NamedTuple):
    """What is known of each entry; see `sweep` for the meaning of the columns.

    Attributes:
        owner_scores: int16[entries]. Owner to move: the score of every position.
        guest_scores: int16[entries]. Guest to move, where it ranks below the owner.
        guest_lengths: uint16[entries, 2], or None where it was not asked for.
        guest_chances: float64[entries, 2 or 3], or None likewise.
    """

    owner_scores: NDArray[np.int16]
    guest_scores: NDArray[np.int16]
    guest_lengths: NDArray[np.uint16] | None
    guest_chances: NDArray[np.float64] | None


class Solver:
    """A board being solved, or solved.

    Attributes:
        board: The board.
        patterns: Its tables of patterns.
        layout: Where its positions stand in `tables`.
        tables: What is known of them so far.
        done: How many blocks are evaluated, from the first on.
        seconds: How long that took, compiling excepted.
    """

    def __init__(
        self, board: Board, *, symmetry: bool = True, lengths: bool = True, chances: bool = True
    ) -> None:
        """Make the tables of a board, with nothing evaluated yet.

        Args:
            board: The board. Ask `estimate` first whether it fits.
            symmetry: Whether positions that a symmetry carries onto each other share an entry.
            lengths: Whether to find how long games can be.
            chances: Whether to find what random play does; this takes two thirds of the memory.
        """
        self.board = board
        self.patterns: Patterns = patterns_of(board)
        make_layout = layout_of if symmetry else layout_without_symmetry
        self.layout: Layout = make_layout(board, self.patterns)
        self.tables = _empty_tables(board, int(self.layout.offset[-1]), lengths, chances)
        self.done = 0
        self.seconds = 0.0

    @property
    def entries(self) -> int:
        """How many entries the tables have."""
        return int(self.layout.offset[-1])

    @property
    def entries_done(self) -> int:
        """How many of them are evaluated."""
        return int(self.layout.offset[self.done])

    @property
    def finished(self) -> bool:
        """Whether everything is evaluated."""
        return self.done == len(self.layout.owner)

    def run(self, threads: int = 1, progress: Progress | None = None) -> Self:
        """Evaluate what is not evaluated yet. The result does not depend on the threads.

        Whatever interrupts this, the blocks counted by `done` are evaluated, and calling it again
        goes on from there.

        Args:
            threads: How many threads work.
            progress: Called a few hundred times.

        Returns:
            The solver itself.
        """
        spaces: SimpleQueue[_Workspace] = SimpleQueue()
        for _ in range(threads):
            spaces.put(_workspace(self.board, self.tables))
        self._run_blocks(spaces, 0, 0)  # compiles, where that has not been done yet
        start = time.monotonic()
        try:
            with ThreadPoolExecutor(threads) as pool:
                for end in self._layer_ends():
                    self._run_layer(pool, spaces, end)
                    self.done = end
                    if progress is not None:
                        progress(int(self.layout.offset[end]), self.entries)
        finally:
            self.seconds += time.monotonic() - start
        return self

    def _layer_ends(self) -> list[int]:
        """The ends of the runs of blocks of equal rank that are still to be done."""
        ranks = self.patterns.rank[self.layout.owner].astype(np.int64)
        ends = [*(np.flatnonzero(np.diff(ranks)) + 1), len(ranks)]
        return [int(end) for end in ends if end > self.done]

    def _run_layer(
        self, pool: ThreadPoolExecutor, spaces: "SimpleQueue[_Workspace]", end: int
    ) -> None:
        tasks: list[Future[None]] = []
        first = self.done
        while first < end:
            goal = self.layout.offset[first] + _ENTRIES_A_TASK
            last = min(max(int(np.searchsorted(self.layout.offset, goal)), first + 1), end)
            tasks.append(pool.submit(self._run_blocks, spaces, first, last))
            first = last
        try:
            for task in tasks:
                task.result()
        finally:
            for task in tasks:
                task.cancel()

    def _run_blocks(self, spaces: "SimpleQueue[_Workspace]", first: int, end: int) -> None:
        space = spaces.get()
        try:
            sweep(
                self.patterns,
                self.layout,
                space.moves,
                first,
                end,
                Scores(self.tables.owner_scores, self.tables.guest_scores),
                space.lengths,
                space.chances,
            )
        finally:
            spaces.put(space)

    # What came out

    def score(self, mover: int, other: int) -> int:
        """The score of any position, see `values`.

        Args:
            mover: Mask of the stones of the side to move.
            other: Mask of the other side's stones.
        """
        return int(self.tables.owner_scores[entry(self.layout, mover, other)])

    def scores(self, movers: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.int16]:
        """The scores of many positions, from the masks of each."""
        return self.tables.owner_scores[entries(self.layout, movers, others)]

    def lengths(self, mover: int, other: int) -> tuple[int, int]:
        """How many turns the game can last from a position at least, and at most."""
        table = self.tables.guest_lengths
        if table is None:
            raise ValueError("this solver was not told to find lengths")
        guest_entry = self._guest_entry(mover, other)
        if guest_entry is not None:
            return int(table[guest_entry, SHORTEST]), int(table[guest_entry, LONGEST])
        after = [self.lengths(other, result) for _, result in self.turns(mover, other)]
        if not after:
            return 0, 0
        return min(low for low, _ in after) + 1, max(high for _, high in after) + 1

    def chances(self, mover: int, other: int) -> "RandomPlay":
        """What uniformly random play does from a position."""
        table = self.tables.guest_chances
        if table is None:
            raise ValueError("this solver was not told to find chances")
        guest_entry = self._guest_entry(mover, other)
        if guest_entry is not None:
            row = table[guest_entry]
            tie = float(row[TIE]) if len(row) > TIE else 0.0
            return _random_play(float(row[TURNS]), float(row[MARGIN]), tie)
        after = [self.chances(other, result) for _, result in self.turns(mover, other)]
        if not after:
            score = full_board_score(mover.bit_count(), other.bit_count())
            return RandomPlay(0.0, float(score > 0), float(score < 0), float(score == 0))
        return RandomPlay(
            turns=1.0 + sum(one.turns for one in after) / len(after),
            mover_wins=sum(one.other_wins for one in after) / len(after),
            other_wins=sum(one.mover_wins for one in after) / len(after),
            ties=sum(one.ties for one in after) / len(after),
        )

    def turns(self, mover: int, other: int) -> list[tuple[int, int]]:
        """The legal placements of a position.

        Returns:
            For each the number of the cell and the mover's stones afterwards; nothing where the
            game is over.
        """
        empty = self.board.full & ~(mover | other)
        if not empty:
            return []
        cells = legal(self.patterns, mover, empty)
        return [
            (cell, int(self.patterns.result[mover, cell]))
            for cell in range(self.board.size)
            if cells >> cell & 1
        ]

    def _guest_entry(self, mover: int, other: int) -> int | None:
        """The entry in "guest to move", or None where the mover ranks no lower than the other."""
        if self.patterns.rank[mover] < self.patterns.rank[other]:
            return int(entry(self.layout, other, mover))
        return None

    # Checkpoints

    def save(self, path: Path) -> None:
        """Keep what is done in a file.

        Raises:
            StorageError: It cannot be written.
        """
        end = int(self.layout.offset[self.done])
        arrays = {name: table[:end] for name, table in self._named_tables()}
        facts = {"done": self.done, "entries": self.entries, "seconds": self.seconds}
        write_container(path, "checkpoint", str(self.board), facts, arrays)

    def resume(self, path: Path) -> None:
        """Take over what a checkpoint of the same kind of run holds.

        Raises:
            StorageError: The file is no checkpoint, was altered, or is of a run with other options.
            OtherBoardError: It is of another board.
        """
        with Container(path, "checkpoint") as saved:
            if saved.board != self.board:
                raise OtherBoardError(f"{path} is of board {saved.board}, not of {self.board}")
            done = saved.facts.get("done")
            if saved.facts.get("entries") != self.entries or not isinstance(done, int):
                reason = "it was made with another choice about symmetries"
                raise StorageError(f"cannot use {path}: {reason}")
            if not 0 <= done <= len(self.layout.owner):
                raise StorageError(f"cannot use {path}: it has {done} blocks done, too many")
            end = int(self.layout.offset[done])
            for name, table in self._named_tables():
                self._take_over(saved, name, table[:end])
            self.done = done
            self.seconds = float(saved.facts.get("seconds", 0.0))

    def _take_over(self, saved: Container, name: str, table: NDArray[Any]) -> None:
        array = saved.array(name)
        if array.shape != table.shape or array.dtype != table.dtype:
            raise StorageError(f"cannot use {saved.path}: its array {name} has another shape")
        table[...] = array

    def _named_tables(self) -> list[tuple[str, NDArray[Any]]]:
        return [(name, table) for name, table in self.tables._asdict().items() if table is not None]


@dataclass(frozen=True, slots=True)
class RandomPlay:
    """What happens when both sides choose uniformly among the legal turns.

    Attributes:
        turns: The expected number of turns to the end of the game.
        mover_wins: The chance that the side to move wins.
        other_wins: The chance that the other side wins.
        ties: The chance of a tie.
    """

    turns: float
    mover_wins: float
    other_wins: float
    ties: float


class _Workspace(NamedTuple):
    """What a thread works with: room of its own for the block at hand, and the common tables."""

    moves: Moves
    lengths: Lengths | None
    chances: Chances | None


def _workspace(board: Board, tables: Tables) -> _Workspace:
    largest_block = 1 << board.size
    lengths = chances = None
    if tables.guest_lengths is not None:
        lengths = Lengths(np.zeros((largest_block, 2), dtype=np.uint16), tables.guest_lengths)
    if tables.guest_chances is not None:
        columns = tables.guest_chances.shape[1]
        chances = Chances(np.zeros((largest_block, columns)), tables.guest_chances)
    return _Workspace(room_for_moves(board.size), lengths, chances)


def _empty_tables(board: Board, entries: int, lengths: bool, chances: bool) -> Tables:
    columns = 3 if has_ties(board) else 2
    return Tables(
        owner_scores=np.zeros(entries, dtype=np.int16),
        guest_scores=np.zeros(entries, dtype=np.int16),
        guest_lengths=np.zeros((entries, 2), dtype=np.uint16) if lengths else None,
        guest_chances=np.zeros((entries, columns)) if chances else None,
    )


def _random_play(turns: float, margin: float, tie: float) -> RandomPlay:
    return RandomPlay(
        turns=turns,
        mover_wins=(1.0 + margin - tie) / 2,
        other_wins=(1.0 - margin - tie) / 2,
        ties=tie,
    )
