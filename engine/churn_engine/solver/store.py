"""Where the finished shards of a solution are kept: in memory, or in a folder.

A folder holds a file that says what it is a solution of, and a file for each finished shard, both
in the format of `container`. A shard is written whole or not at all and read back before it counts;
so a run that was stopped in any way goes on from the shards that are there. Shards are not waited
for until they are on the disk, which takes longer than evaluating them: after a power failure, one
that is not as it was written is refused by its digests.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from churn_engine.board import Board
from churn_engine.solver.compiled import compiled
from churn_engine.solver.container import Container, StorageError, write_container

KIND = "tablebase"
_SHARD_KIND = "shard of a tablebase"
_PLAN_FILE = "tablebase"
_END = ".shard"
MOST_IN_A_BOOK = 256
COST = "cost"
LENGTHS = ("shortest", "longest")
CHANCES = ("turns", "margin", "tie")
"""Columns; see `sweep`."""

_LISTS_OF_LEAST: tuple[list[str], ...] = ([COST], [COST, *LENGTHS])
_LISTS_OF_MEANS: tuple[list[str], ...] = ([], [*CHANCES[:2]], [*CHANCES])
_PLAN_ARRAYS = {"owners": "int32", "first": "int64"}

_ENTRIES_A_SHARD = 1 << 20
_MOST_ENTRIES_A_SHARD = 1 << 25
_SHARDS = 1 << 11
"""So many shards, about, where that lets them have entries within these bounds."""


class OtherBoardError(ValueError):
    """A solution or a position of another board than the one in question."""


class Column(NamedTuple):
    """One column of a shard.

    Attributes:
        values: uint8, int16 or float64[entries]. The values, or indices into the book.
        book: int16[...]. The values that occur, in order; None where `values` are the values.
    """

    values: NDArray[Any]
    book: NDArray[np.int16] | None

    def value(self, place: int) -> float:
        """The value of an entry of the shard."""
        value = self.values[place]
        return float(value) if self.book is None else float(self.book[value])

    def unpacked(self) -> NDArray[Any]:
        """All values."""
        return self.values if self.book is None else self.book[self.values]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a solution is of, and how it is cut.

    Attributes:
        board: The board.
        least: Names of the columns of the least, see `sweep`.
        means: Names of the columns of means.
        owners: int32[blocks]. The owners of the blocks.
        first: int64[shards + 1]. The first block of each shard; the last is the number of blocks.
    """

    board: Board
    least: tuple[str, ...]
    means: tuple[str, ...]
    owners: NDArray[np.int32]
    first: NDArray[np.int64]

    @property
    def shards(self) -> int:
        """How many shards there are."""
        return len(self.first) - 1

    def offsets(self) -> NDArray[np.int64]:
        """int64[blocks + 1]. The first entry of each block; the last is the number of entries."""
        free = self.board.size - np.bitwise_count(self.owners).astype(np.int64)
        return np.concatenate(([0], np.cumsum(np.int64(1) << free)))


class Store(Protocol):
    """Keeps finished shards. Several threads may use it at a time."""

    keeps_open: bool
    """Whether what has been read stays in memory anyhow."""

    def finished(self) -> set[int]:
        """The numbers of the shards that are there."""

    def write(self, shard: int, columns: Mapping[str, Column]) -> None:
        """Keep a finished shard."""

    def read(self, shard: int) -> dict[str, Column]:
        """Give the columns of a finished shard."""


class MemoryStore:
    """Shards in memory."""

    keeps_open = True

    def __init__(self) -> None:
        self._shards: dict[int, dict[str, Column]] = {}

    def finished(self) -> set[int]:
        """See `Store`."""
        return set(self._shards)

    def write(self, shard: int, columns: Mapping[str, Column]) -> None:
        """See `Store`."""
        self._shards[shard] = dict(columns)

    def read(self, shard: int) -> dict[str, Column]:
        """See `Store`."""
        return self._shards[shard]


class FolderStore:
    """Shards in a folder.

    Attributes:
        path: The folder.
        plan: What the solution is of.
    """

    keeps_open = False

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan
        self._checked: set[int] = set()
        self._containers: dict[int, Container] = {}
        self._offsets = plan.offsets()

    def finished(self) -> set[int]:
        """See `Store`.

        Raises:
            StorageError: The folder cannot be read.
        """
        try:
            names = [file.name for file in self.path.iterdir()]
        except OSError as error:
            raise StorageError(f"cannot read {self.path}: {error.strerror}") from None
        numbers = {int(name[:-6]) for name in names if name[:-6].isdecimal() and name[-6:] == _END}
        return {number for number in numbers if number < self.plan.shards}

    def write(self, shard: int, columns: Mapping[str, Column]) -> None:
        """See `Store`. The shard is read back before it counts.

        Raises:
            StorageError: It cannot be written, or what is read back is something else.
        """
        books = {
            name: [int(value) for value in column.book]
            for name, column in columns.items()
            if column.book is not None
        }
        facts = {"shard": shard, "books": books}
        arrays = {name: column.values for name, column in columns.items()}
        board = str(self.plan.board)
        write_container(self.file(shard), _SHARD_KIND, board, facts, arrays, synced=False)
        self.read(shard)

    def read(self, shard: int) -> dict[str, Column]:
        """See `Store`. The file is mapped; its digests are checked when it is first read.

        Raises:
            StorageError: It is missing, cut off, altered, or of another board.
        """
        container = self._open(shard)
        unchecked = shard not in self._checked
        columns = {}
        for name in self.plan.least + self.plan.means:
            values, book = container.array(name, checked=unchecked), _book(container, name)
            if unchecked and book is not None and int(values.max()) >= len(book):
                raise _without_a_book(container)
            columns[name] = Column(values, book)
        self._checked.add(shard)
        return columns

    def element(self, shard: int, name: str, place: int) -> int:
        """Give one value of a column of the least, after checking its page.

        Raises:
            StorageError: The shard is missing, cut off or of another board, or the page altered.
        """
        if shard not in self._containers:
            self._containers[shard] = self._open(shard)
        container = self._containers[shard]
        value, book = container.element(name, place), _book(container, name)
        if book is None:
            return value
        if value >= len(book):
            raise _without_a_book(container)
        return int(book[value])

    def length(self) -> int:
        """The length of all files in bytes."""
        shards = (self.file(shard) for shard in self.finished())
        return sum(file.stat().st_size for file in (self.path / _PLAN_FILE, *shards))

    def _open(self, shard: int) -> Container:
        """Open a shard, and see that it has the columns that it should."""
        container = Container(self.file(shard), _SHARD_KIND)
        if container.board != self.plan.board or container.facts.get("shard") != shard:
            raise StorageError(
                f"cannot use {container.path}: it is shard {container.facts.get('shard')} of board "
                f"{container.board}, not shard {shard} of board {self.plan.board}"
            )
        offsets, first = self._offsets, self.plan.first
        entries = int(offsets[first[shard + 1]] - offsets[first[shard]])
        for name in self.plan.least + self.plan.means:
            packed = _book(container, name) is not None
            wanted = "float64" if name in self.plan.means else "uint8" if packed else "int16"
            if container.form_of(name) != (wanted, [entries]):
                raise StorageError(f"cannot use {container.path}: column {name} has another form")
        return container

    def file(self, shard: int) -> Path:
        """The file of a shard."""
        return self.path / f"{shard:06}{_END}"


def _without_a_book(container: Container) -> StorageError:
    return StorageError(f"cannot use {container.path}: it has a value that is in no book")


def _book(container: Container, name: str) -> NDArray[np.int16] | None:
    try:
        book = container.facts.get("books", {}).get(name)
        return None if book is None else np.array(book, dtype=np.int16).reshape(len(book))
    except (AttributeError, TypeError, ValueError, OverflowError):
        raise StorageError(f"cannot use {container.path}: its books are not lists") from None


def open_store(path: Path, board: Board | None = None) -> FolderStore:
    """Open a folder that holds a solution, or a part of it.

    Args:
        path: The folder.
        board: The board it must be of, or None where any will do.

    Raises:
        StorageError: There is none, or it cannot be used.
        OtherBoardError: It is of another board.
    """
    if path.is_file():
        raise StorageError(f"cannot use {path}: it is a file; a tablebase is a folder")
    container = Container(path / _PLAN_FILE, KIND)
    if board is not None and board != container.board:
        raise OtherBoardError(f"{path} is of board {container.board}, not of board {board}")
    least, means = container.facts.get("least"), container.facts.get("means")
    if least not in _LISTS_OF_LEAST or means not in _LISTS_OF_MEANS:
        raise StorageError(f"cannot use {path}: it does not say which columns it has")
    owners, first = (_plain_array(container, *each) for each in _PLAN_ARRAYS.items())
    if (
        not (len(owners) and len(first))
        or not 0 <= owners.min() <= owners.max() <= container.board.full
        or (first[0], first[-1]) != (0, len(owners))
        or np.any(np.diff(first) <= 0)
    ):
        raise StorageError(f"cannot use {path}: its shards are not cut as they should be")
    return FolderStore(path, Plan(container.board, tuple(least), tuple(means), owners, first))


def _plain_array(container: Container, name: str, kind: str) -> NDArray[Any]:
    """A list of numbers, in memory."""
    found, shape = container.form_of(name)
    if found != kind or len(shape) != 1:
        raise StorageError(f"cannot use {container.path}: array {name} has another form")
    return container.array(name).copy()


def make_store(path: Path, plan: Plan) -> FolderStore:
    """Make a folder for a solution, or open the one that is there.

    Raises:
        StorageError: It cannot be made, or holds a solution that is cut otherwise.
        OtherBoardError: It holds the solution of another board.
    """
    if (path / _PLAN_FILE).exists() or path.is_file():
        store = open_store(path, plan.board)
        same = np.array_equal(store.plan.owners, plan.owners) and np.array_equal(
            store.plan.first, plan.first
        )
        if not same or (store.plan.least, store.plan.means) != (plan.least, plan.means):
            raise StorageError(f"cannot use {path}: it was made with other options")
        return store
    try:
        path.mkdir(parents=True, exist_ok=True)
        if any(not file.name.startswith(".") for file in path.iterdir()):
            raise StorageError(f"cannot use {path}: it holds other files, and no tablebase")
    except OSError as error:
        raise StorageError(f"cannot make {path}: {error.strerror}") from None
    arrays: dict[str, NDArray[Any]] = {"owners": plan.owners, "first": plan.first}
    facts = {"least": plan.least, "means": plan.means}
    write_container(path / _PLAN_FILE, KIND, str(plan.board), facts, arrays)
    return FolderStore(path, plan)


def shard_goal(entries: int) -> int:
    """How many entries a shard has, unless its layer has fewer or its only block has more."""
    goal = _ENTRIES_A_SHARD
    while goal < _MOST_ENTRIES_A_SHARD and goal * _SHARDS < entries:
        goal *= 2
    return goal


def copy_shards(plan: Plan, source: Store, target: Store, shards: Iterable[int]) -> None:
    """Copy shards from a store to another: the columns of a plan.

    Raises:
        StorageError: One cannot be read or written.
    """
    for shard in shards:
        found = source.read(shard)
        target.write(shard, {name: found[name] for name in plan.least + plan.means})


def packed_column(values: NDArray[np.int16]) -> Column:
    """A column of the least, in bytes if it has few different values."""
    code_of = np.zeros(1 << 16, dtype=np.uint8)
    book = _fill_book(values, code_of)
    if len(book) > MOST_IN_A_BOOK:
        return Column(values.copy(), None)
    codes = np.empty(len(values), dtype=np.uint8)
    _encode(values, code_of, codes)
    return Column(codes, book)


def _fill_book(values: NDArray[np.int16], code_of: NDArray[np.uint8]) -> NDArray[np.int16]:
    occurs = np.zeros(1 << 16, dtype=np.bool_)
    _mark(values, occurs)
    book = np.sort(np.flatnonzero(occurs).astype(np.uint16).view(np.int16))
    code_of[book.view(np.uint16)] = np.arange(len(book)).astype(np.uint8)
    return book


@compiled
def _mark(values: NDArray[np.int16], occurs: NDArray[np.bool_]) -> None:
    for place in range(len(values)):
        occurs[np.int64(values[place]) & 65535] = True


@compiled
def _encode(
    values: NDArray[np.int16], code_of: NDArray[np.uint8], codes: NDArray[np.uint8]
) -> None:
    for place in range(len(values)):
        codes[place] = code_of[np.int64(values[place]) & 65535]
