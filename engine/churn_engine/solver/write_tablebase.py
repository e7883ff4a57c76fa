"""Writing the tablebase of a solved board, and verifying a finished one."""

import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from churn_engine.notation import Position, write_position
from churn_engine.solver.addresses import bytes_at, floats_at, words_at
from churn_engine.solver.compiled import Integer, compiled, helper
from churn_engine.solver.container import StorageError
from churn_engine.solver.layout import Layout, entry, free_cells, layout_of, packed, spread
from churn_engine.solver.patterns import Patterns, legal, ones, patterns_of, result
from churn_engine.solver.scores import cost, full_board_score
from churn_engine.solver.solve import Solver, Window, shards_of
from churn_engine.solver.store import COST, Plan, copy_shards, make_store, open_store
from churn_engine.solver.sweep import (
    LONGEST,
    MARGIN,
    SHORTEST,
    TIE,
    TURNS,
    Columns,
    Shards,
    needed_shards,
)
from churn_engine.solver.values import FARTHEST, WIN, distance_of, value_of


class TablebaseError(Exception):
    """A finished tablebase with a value that does not follow from its successors' values."""


def write_tablebase(solver: Solver, path: Path) -> int:
    """Write values and distances of a board that was solved with symmetries.

    Returns:
        The length of the files in bytes.

    Raises:
        StorageError: It cannot be written; what stood at the path before still stands.
    """
    if not solver.finished:
        raise ValueError("the board is not solved to the end")
    plan = replace(solver.plan, least=(COST,), means=())
    try:
        beside = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    except OSError as error:
        raise StorageError(f"cannot write {path}: {error.strerror}") from None
    try:
        store = make_store(beside / "new", plan)
        copy_shards(plan, solver.store, store, range(plan.shards))
        length = store.length()
        if path.exists():
            path.rename(beside / "old")
        store.path.rename(path)
    except StorageError as error:
        raise StorageError(f"cannot write {path}: {str(error).rpartition(': ')[2]}") from None
    except OSError as error:
        raise StorageError(f"cannot write {path}: {error.strerror}") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return length


def verify_tablebase(
    path: Path, threads: int = 1, progress: Callable[[int, int], None] | None = None
) -> int:
    """Check every page of a tablebase, and that each value follows from those two turns later.

    Neither the order of evaluation nor any value but the stored ones are used. Each position is
    taken apart: the placements of the side to move are made, and those of the other side after each
    of them, and what they lead to is looked up. As every game ends, values of which each follows
    from those two turns later are right.

    Returns:
        How many entries were checked: all.

    Raises:
        StorageError: A file cannot be used.
        TablebaseError: A value does not follow.
    """
    store = open_store(path)
    plan = store.plan
    patterns = patterns_of(plan.board)
    layout = layout_of(plan.board, patterns)
    if not np.array_equal(layout.owner, plan.owners):
        raise StorageError(f"cannot use {path}: its owners are not the board's")
    if len(store.finished()) < plan.shards:
        raise StorageError(f"cannot use {path}: it is not finished")
    shards = shards_of(plan)

    def first_wrong(shard: int) -> tuple[int, int]:
        blocks = int(plan.first[shard]), int(plan.first[shard + 1])
        window = Window(plan, store)
        window.open([shard])
        needed = needed_shards(patterns, layout, shards, *blocks)
        window.open(int(number) for number in np.flatnonzero(needed))
        column, at = _first_wrong(patterns, layout, shards, window.columns, *blocks)
        return int(column), int(at)

    entries = int(layout.offset[-1])
    pool = ThreadPoolExecutor(threads)
    try:
        for shard, (column, at) in enumerate(pool.map(first_wrong, range(plan.shards))):
            if at >= 0:
                raise TablebaseError(_complaint(path, plan, layout, column, at))
            if progress is not None:
                progress(int(layout.offset[plan.first[shard + 1]]), entries)
    finally:  # also after Ctrl-C, which must not wait for the shards that are not begun
        pool.shutdown(cancel_futures=True)
    return entries


def _complaint(path: Path, plan: Plan, layout: Layout, column: int, wrong: int) -> str:
    block = int(np.searchsorted(layout.offset, wrong, side="right")) - 1
    guest = int(spread(free_cells(layout, block), wrong - layout.offset[block]))
    text = write_position(Position(plan.board, guest, int(layout.owner[block]), "red"))
    name = (plan.least + plan.means)[column]
    store = open_store(path)
    shard = int(np.searchsorted(plan.first, block, side="right")) - 1
    place = wrong - int(layout.offset[plan.first[shard]])
    stored = store.read(shard)[name].value(place)
    said = f"{name} {stored:g}"
    if name == COST:
        score = int(cost(int(stored)))
        said = f"{value_of(score, 'red')} in {distance_of(score)}"
    return f"{path}: {text} is stored as {said}, which does not follow from its turns"


@compiled
def _first_wrong(  # noqa: PLR0913, PLR0917 - compiled code takes its tables one by one
    patterns: Patterns,
    layout: Layout,
    shards: Shards,
    columns: Columns,
    first_block: Integer,
    end_block: Integer,
) -> tuple[Integer, Integer]:
    """The first column and entry of these blocks whose value does not follow, or -1, -1."""
    largest = np.int64(0)
    for block in range(first_block, end_block):
        largest = max(largest, layout.offset[block + 1] - layout.offset[block])
    least = np.zeros((len(columns.least), largest), dtype=np.int64)
    means = np.zeros((len(columns.means), largest), dtype=np.float64)
    for block in range(first_block, end_block):
        _look_up_owner(patterns, layout, shards, columns, block, least, means)
        owner, free = np.int64(layout.owner[block]), free_cells(layout, block)
        guest = np.int64(0)
        for at in range(layout.offset[block], layout.offset[block + 1]):
            for column in range(len(least)):
                value = _least_of_guest(patterns, layout, column, owner, guest, least[column])
                if _stored(layout, shards, columns, column, block, at) != value:
                    return column, at
            for column in range(len(means)):
                mean = _mean_of_guest(patterns, layout, column, owner, guest, means[column])
                if _stored_mean(layout, shards, columns, column, block, at) != mean:
                    return len(least) + column, at
            guest = (guest - free) & free
    return -1, -1


@helper
def _look_up_owner(  # noqa: PLR0913, PLR0917 - as above
    patterns: Patterns,
    layout: Layout,
    shards: Shards,
    columns: Columns,
    block: Integer,
    least: NDArray[np.int64],
    means: NDArray[np.float64],
) -> None:
    """Find the values of a block's positions with the owner to move."""
    owner, free = np.int64(layout.owner[block]), free_cells(layout, block)
    after = np.zeros(layout.cells, dtype=np.int64)
    for cell in range(layout.cells):
        if free >> cell & 1:
            after[cell] = result(patterns, owner, cell)
    guest = np.int64(0)
    for place in range(layout.offset[block + 1] - layout.offset[block]):
        cells = legal(patterns, owner, free ^ guest) if guest != free else np.int64(0)
        for column in range(len(least)):
            value = _least_of_owner(layout, shards, columns, column, owner, guest, cells, after)
            least[column, place] = value
        for column in range(len(means)):
            mean = _mean_of_owner(layout, shards, columns, column, owner, guest, cells, after)
            means[column, place] = mean
        guest = (guest - free) & free


@helper
def _least_of_owner(  # noqa: PLR0913, PLR0917 - as above
    layout: Layout,
    shards: Shards,
    columns: Columns,
    column: Integer,
    owner: Integer,
    guest: Integer,
    cells: Integer,
    after: NDArray[np.int64],
) -> Integer:
    """The value of the position with the owner to move, from the stored ones a turn later."""
    if cells == 0:
        return _value_of_full_board(column, ones(owner), ones(guest))
    best: Integer = np.int64(2 * WIN)
    for cell in range(layout.cells):
        if cells >> cell & 1:
            at = entry(layout, after[cell], guest)
            block = layout.block[after[cell]]
            best = min(best, _stored(layout, shards, columns, column, block, at))
    return _value_before(column, best)


@helper
def _least_of_guest(  # noqa: PLR0913, PLR0917 - as above
    patterns: Patterns,
    layout: Layout,
    column: Integer,
    owner: Integer,
    guest: Integer,
    values: NDArray[np.int64],
) -> Integer:
    """The value of the position with the guest to move, from those of the block's owner to move."""
    free = ((np.int64(1) << layout.cells) - 1) ^ owner
    if guest == free:
        return _value_of_full_board(column, ones(guest), ones(owner))
    best: Integer = np.int64(2 * WIN)
    cells = legal(patterns, guest, free ^ guest)
    for cell in range(layout.cells):
        if cells >> cell & 1:
            best = min(best, values[packed(layout, free, result(patterns, guest, cell))])
    return _value_before(column, best)


@helper
def _mean_of_owner(  # noqa: PLR0913, PLR0917 - as above
    layout: Layout,
    shards: Shards,
    columns: Columns,
    column: Integer,
    owner: Integer,
    guest: Integer,
    cells: Integer,
    after: NDArray[np.int64],
) -> Any:
    if cells == 0:
        return _mean_of_full_board(column, ones(owner), ones(guest))
    total: Any = 0.0
    turns = 0
    for cell in range(layout.cells):
        if cells >> cell & 1:
            at = entry(layout, after[cell], guest)
            total += _stored_mean(layout, shards, columns, column, layout.block[after[cell]], at)
            turns += 1
    return _mean_one_turn_before(column, total, turns)


@helper
def _mean_of_guest(  # noqa: PLR0913, PLR0917 - as above
    patterns: Patterns,
    layout: Layout,
    column: Integer,
    owner: Integer,
    guest: Integer,
    values: NDArray[np.float64],
) -> Any:
    free = ((np.int64(1) << layout.cells) - 1) ^ owner
    if guest == free:
        return _mean_of_full_board(column, ones(guest), ones(owner))
    total: Any = 0.0
    turns = 0
    cells = legal(patterns, guest, free ^ guest)
    for cell in range(layout.cells):
        if cells >> cell & 1:
            total += values[packed(layout, free, result(patterns, guest, cell))]
            turns += 1
    return _mean_one_turn_before(column, total, turns)


@helper
def _value_before(column: Integer, best: Integer) -> Integer:
    """A value from the best of those that a turn leads to: a turn is one more turn to the end."""
    if column == SHORTEST:
        return best + 1
    if column == LONGEST or best < -FARTHEST:
        return best - 1 if column == LONGEST else -best - 1
    return 1 - best if best > FARTHEST else best + 1


@helper
def _value_of_full_board(column: Integer, own: Integer, other: Integer) -> Integer:
    return 0 if column in (SHORTEST, LONGEST) else full_board_score(own, other)


@helper
def _mean_one_turn_before(column: Integer, total: float, turns: Integer) -> Any:
    if column == TURNS:
        return 1.0 + total / turns
    return total / turns if column == TIE else -total / turns


@helper
def _mean_of_full_board(column: Integer, own: Integer, other: Integer) -> Any:
    if column == MARGIN:
        return full_board_score(own, other) / WIN
    return 1.0 if column == TIE and own == other else 0.0


@helper
def _stored(  # noqa: PLR0913, PLR0917 - as above
    layout: Layout,
    shards: Shards,
    columns: Columns,
    column: Integer,
    block: Integer,
    at: Integer,
) -> Integer:
    shard = shards.of_block[block]
    place = at - layout.offset[shards.first[shard]]
    address = columns.least[column, shard]
    if columns.wide[column, shard]:
        return np.int64(words_at(address + 2 * place, 1)[0])
    return np.int64(columns.book[column, shard, bytes_at(address + place, 1)[0]])


@helper
def _stored_mean(  # noqa: PLR0913, PLR0917 - as above
    layout: Layout,
    shards: Shards,
    columns: Columns,
    column: Integer,
    block: Integer,
    at: Integer,
) -> Any:
    shard = shards.of_block[block]
    place = at - layout.offset[shards.first[shard]]
    return floats_at(columns.means[column, shard] + 8 * place, 1)[0]
