"""Solving a board: every position's value and distance, and what random play does.

    solver = Solver(board(3))
    solver.run(threads=2)
    solution_of(solver).value        # "red"
    solver.score(mover, other)       # of any position of the board

The whole of it is one pass over shards of blocks of positions, see `sweep`. They are kept in
memory, or in a folder; then a board may be larger than the memory.
"""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue
from typing import Self

import numpy as np
from numpy.typing import NDArray

from churn_engine.board import Board
from churn_engine.solver.estimate import has_ties
from churn_engine.solver.layout import Layout, entries, entry, layout_of, layout_without_symmetry
from churn_engine.solver.patterns import Patterns, legal, patterns_of, result
from churn_engine.solver.scores import cost
from churn_engine.solver.store import (
    CHANCES,
    COST,
    LENGTHS,
    MOST_IN_A_BOOK,
    Column,
    MemoryStore,
    Plan,
    Store,
    copy_shards,
    make_store,
    open_store,
    packed_column,
    shard_goal,
)
from churn_engine.solver.sweep import Columns, Room, Shards, needed_shards, room_for, sweep
from churn_engine.solver.values import FARTHEST

Progress = Callable[[int, int], None]
"""Called with how many entries are done, and how many there are."""


class Solver:
    """A board being solved, or solved.

    Attributes:
        board: The board.
        patterns: Its tables of patterns.
        layout: Where its positions stand.
        plan: What is found of them, and how they are cut into shards.
        shards: The same for compiled code.
        store: The finished shards.
        entries_done: How many entries they have.
        seconds: How long evaluating took, compiling excepted.
    """

    def __init__(
        self,
        board: Board,
        *,
        symmetry: bool = True,
        lengths: bool = True,
        chances: bool = True,
        folder: Path | None = None,
    ) -> None:
        """Make the tables of a board, with nothing evaluated but what is in the folder.

        Args:
            board: The board. Ask `estimate` first whether it fits.
            symmetry: Whether positions that a symmetry carries onto each other share an entry.
            lengths: Whether to find how long games can be.
            chances: Whether to find what random play does; this takes most of the room.
            folder: Where finished shards are kept; in memory if not given.

        Raises:
            StorageError: The folder cannot be used, or was made with other options.
            OtherBoardError: It holds the solution of another board.
        """
        self.board = board
        self.patterns: Patterns = patterns_of(board)
        make_layout = layout_of if symmetry else layout_without_symmetry
        self.layout: Layout = make_layout(board, self.patterns)
        self.plan = Plan(
            board,
            (COST, *LENGTHS) if lengths else (COST,),
            (CHANCES if has_ties(board) else CHANCES[:2]) if chances else (),
            self.layout.owner,
            _cut(self.layout, self.patterns),
        )
        self.store: Store = MemoryStore() if folder is None else make_store(folder, self.plan)
        self.shards = shards_of(self.plan)
        self.seconds = 0.0
        self.forget()

    @property
    def entries(self) -> int:
        """How many entries there are."""
        return int(self.layout.offset[-1])

    @property
    def finished(self) -> bool:
        """Whether everything is evaluated."""
        return len(self._done) == self.plan.shards

    def run(self, threads: int = 1, progress: Progress | None = None) -> Self:
        """Evaluate what is not evaluated yet. The result does not depend on the threads.

        Whatever interrupts this, finished shards stay, and calling it again goes on from there.

        Args:
            threads: How many threads work.
            progress: Called after each shard.

        Returns:
            The solver itself.

        Raises:
            StorageError: A shard cannot be written or read.
        """
        spaces: SimpleQueue[Workspace] = SimpleQueue()
        for _ in range(threads):
            spaces.put(Workspace(self))
        compile_for(self)

        def evaluate(shard: int) -> None:
            space = spaces.get()
            try:
                space.evaluate(shard)
            finally:
                spaces.put(space)

        start = time.monotonic()
        try:
            with ThreadPoolExecutor(threads) as pool:
                for layer in self.layers():
                    for shard in _as_done(pool, evaluate, layer):
                        self.take(shard)
                        if progress is not None:
                            progress(self.entries_done, self.entries)
        finally:
            self.seconds += time.monotonic() - start
        return self

    def take(self, shard: int) -> None:
        """Count a shard as finished: it is in the store, whoever evaluated it."""
        self._done.add(shard)
        self.entries_done += self.entries_of(shard)

    def layers(self) -> list[list[int]]:
        """The shards that are not finished, those of equal rank together, in their order."""
        ranks = self.patterns.rank[self.layout.owner[self.plan.first[:-1]]].astype(np.int64)
        ends = [0, *(np.flatnonzero(np.diff(ranks)) + 1), len(ranks)]
        layers = (range(int(first), int(end)) for first, end in pairwise(ends))
        return [[shard for shard in layer if shard not in self._done] for layer in layers]

    def entries_of(self, shard: int) -> int:
        """How many entries a shard has."""
        first, end = self.plan.first[shard], self.plan.first[shard + 1]
        return int(self.layout.offset[end] - self.layout.offset[first])

    # Runs that are stopped, where the shards are kept in memory

    def save(self, folder: Path) -> None:
        """Copy what is done to a folder.

        Raises:
            StorageError: The folder cannot be used, or was made with other options.
            OtherBoardError: It holds the solution of another board.
        """
        target = make_store(folder, self.plan)
        copy_shards(self.plan, self.store, target, sorted(self._done - target.finished()))

    def resume(self, folder: Path) -> None:
        """Take over what a folder of the same kind of run holds.

        Raises:
            StorageError: The folder cannot be used, or was made with other options.
            OtherBoardError: It holds the solution of another board.
        """
        open_store(folder, self.board)  # refuses where there is nothing yet
        source = make_store(folder, self.plan)
        copy_shards(self.plan, source, self.store, sorted(source.finished() - self._done))
        self.forget()

    def forget(self) -> None:
        """Look anew at the store, which others have written to."""
        self._window = Window(self.plan, self.store)
        self._done = self.store.finished()
        self.entries_done = sum(self.entries_of(shard) for shard in self._done)

    # What came out

    def finds(self, *names: str) -> bool:
        """Whether it finds all of these columns."""
        return set(names) <= {*self.plan.least, *self.plan.means}

    def score(self, mover: int, other: int) -> int:
        """The score of any position, see `values`.

        Args:
            mover: Mask of the stones of the side to move.
            other: Mask of the other side's stones.
        """
        return int(cost(int(self._value(COST, mover, other))))

    def scores(self, movers: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.int16]:
        """The scores of many positions, from the masks of each."""
        places = entries(self.layout, others, movers)
        shards = self.shards.of_block[self.layout.block[others]]
        found = np.empty(len(places), dtype=np.int16)
        for shard in np.unique(shards):
            here = shards == shard
            column = self._window.content(int(shard))[COST]
            values = column.values[places[here] - self._first_entry(int(shard))]
            found[here] = values if column.book is None else column.book[values]
        return np.where(np.abs(found) > FARTHEST, found, -found)

    def lengths(self, mover: int, other: int) -> tuple[int, int]:
        """How many turns the game can last from a position at least, and at most."""
        shortest, longest = (int(self._value(name, mover, other)) for name in LENGTHS)
        return shortest, -longest

    def chances(self, mover: int, other: int) -> "RandomPlay":
        """What uniformly random play does from a position."""
        turns, margin = (self._value(name, mover, other) for name in CHANCES[:2])
        tie = self._value(CHANCES[2], mover, other) if has_ties(self.board) else 0.0
        return RandomPlay(
            turns=turns,
            mover_wins=(1.0 + margin - tie) / 2,
            other_wins=(1.0 - margin - tie) / 2,
            ties=tie,
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
            (cell, int(result(self.patterns, mover, cell)))
            for cell in range(self.board.size)
            if cells >> cell & 1
        ]

    def _value(self, name: str, mover: int, other: int) -> float:
        if not self.finds(name):
            raise ValueError(f"this solver was not told to find column {name}")
        shard = int(self.shards.of_block[self.layout.block[other]])
        place = int(entry(self.layout, other, mover)) - self._first_entry(shard)
        return self._window.content(shard)[name].value(place)

    def _first_entry(self, shard: int) -> int:
        return int(self.layout.offset[self.plan.first[shard]])


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


def shards_of(plan: Plan) -> Shards:
    """How blocks are cut into shards, for compiled code."""
    numbers = np.arange(plan.shards, dtype=np.int32)
    return Shards(plan.first, np.repeat(numbers, np.diff(plan.first)))


class Window:
    """Shards of a store that compiled code can read.

    Attributes:
        columns: Where they are.
    """

    def __init__(self, plan: Plan, store: Store) -> None:
        self._plan = plan
        self._store = store
        self._open: dict[int, dict[str, Column]] = {}
        least, means = (len(plan.least), plan.shards), (len(plan.means), plan.shards)
        self.columns = Columns(
            least=np.zeros(least, dtype=np.int64),
            wide=np.zeros(least, dtype=np.bool_),
            book=np.zeros((*least, MOST_IN_A_BOOK), dtype=np.int16),
            means=np.zeros(means, dtype=np.int64),
        )

    def open(self, shards: Iterable[int]) -> None:
        """Open shards that are not open yet."""
        for shard in shards:
            self.content(shard)

    def content(self, shard: int) -> dict[str, Column]:
        """The columns of a shard, which stays open."""
        if shard not in self._open:
            found = self._store.read(shard)
            for number, name in enumerate(self._plan.least):
                values, book = found[name]
                self.columns.least[number, shard] = values.ctypes.data
                self.columns.wide[number, shard] = book is None
                if book is not None:
                    self.columns.book[number, shard, : len(book)] = book
            for number, name in enumerate(self._plan.means):
                self.columns.means[number, shard] = found[name].values.ctypes.data
            self._open[shard] = found
        return self._open[shard]

    def close(self) -> None:
        """Let go of what does not stay in memory anyhow."""
        if not self._store.keeps_open:
            self._open.clear()


class Workspace:
    """What a thread, or a process on another machine, evaluates shards with."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._window = Window(solver.plan, solver.store)
        self._room: Room | None = None

    def evaluate(self, shard: int) -> None:
        """Evaluate a shard and keep it.

        Raises:
            StorageError: It cannot be written, or one that it looks at cannot be read.
        """
        solver, plan = self._solver, self._solver.plan
        first, end = int(plan.first[shard]), int(plan.first[shard + 1])
        tables = (solver.patterns, solver.layout, solver.shards)
        self._window.open(int(n) for n in np.flatnonzero(needed_shards(*tables, first, end)))
        entries = solver.entries_of(shard)
        least = np.empty((len(plan.least), entries), dtype=np.int16)
        means = np.empty((len(plan.means), entries))
        sweep(*tables, self._window.columns, self._room_for(first, end), first, end, least, means)
        self._window.close()
        columns = {name: packed_column(least[n]) for n, name in enumerate(plan.least)}
        columns |= {name: Column(means[n], None) for n, name in enumerate(plan.means)}
        solver.store.write(shard, columns)

    def _room_for(self, first: int, end: int) -> Room:
        plan = self._solver.plan
        largest = int(np.diff(self._solver.layout.offset[first : end + 1]).max())
        if self._room is None or self._room.least.shape[1] < largest:
            self._room = room_for(plan.board.size, largest, len(plan.least), len(plan.means))
        return self._room


def compile_for(solver: Solver) -> None:
    """Compile what evaluates shards, or load what has been compiled before."""
    plan, tables = solver.plan, (solver.patterns, solver.layout, solver.shards)
    counts = len(plan.least), len(plan.means)
    nothing = np.empty((counts[0], 0), dtype=np.int16), np.empty((counts[1], 0))
    room = room_for(plan.board.size, 1, *counts)
    sweep(*tables, Window(plan, solver.store).columns, room, 0, 0, *nothing)
    needed_shards(*tables, 0, 0)
    packed_column(np.zeros(1, dtype=np.int16))


def _cut(layout: Layout, patterns: Patterns) -> NDArray[np.int64]:
    """Cut the blocks into shards, none of which has blocks of different rank."""
    ranks = patterns.rank[layout.owner].astype(np.int64)
    ends = [*(np.flatnonzero(np.diff(ranks)) + 1), len(ranks)]
    goal = shard_goal(int(layout.offset[-1]))
    first = [0]
    for end in ends:
        while first[-1] < end:
            last = int(np.searchsorted(layout.offset, layout.offset[first[-1]] + goal))
            first.append(min(max(last, first[-1] + 1), int(end)))
    return np.array(first, dtype=np.int64)


def _as_done(pool: Executor, evaluate: Callable[[int], None], shards: list[int]) -> Iterable[int]:
    """Give each shard when it is evaluated; whatever happens, none is waited for afterwards."""
    tasks: dict[int, Future[None]] = {shard: pool.submit(evaluate, shard) for shard in shards}
    try:
        for shard, task in tasks.items():
            task.result()
            yield shard
    finally:
        for task in tasks.values():
            task.cancel()
