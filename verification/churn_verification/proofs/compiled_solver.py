"""The solver's compiled tables beside the specification, for every pattern and position of a board.

The specification's answers come from its source, interpreted on all patterns at once.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

import churn_spec as spec
from churn_engine.board import board as engine_board
from churn_engine.solver.expand import (
    CHUNK,
    COPIED,
    SKIPPED,
    expand_guest_to_move,
    expand_owner_to_move,
    legal,
    room_for_moves,
)
from churn_engine.solver.layout import entries, entries_of, entry, layout_of, spread
from churn_engine.solver.patterns import patterns_of
from churn_verification.proofs.comparing import rules_on
from churn_verification.proofs.compiled import CompiledDifference
from churn_verification.proofs.engine_examples import all_groups
from churn_verification.proofs.grid import Grid
from churn_verification.proofs.rules import Position


def compare_solver_tables(grid: Grid) -> int:
    """Compare the solver's tables with the specification, for every pattern of a board.

    Returns:
        How many patterns there are.

    Raises:
        CompiledDifference: a pattern is followed by another, ranks otherwise, or has other legal
            placements.
    """
    cells = grid.cells
    rules, own = rules_on(grid), np.arange(1 << cells, dtype=np.int64)
    position = Position(own, np.zeros_like(own), np.bool_(True))
    tables = patterns_of(engine_board(*grid.board.sides))
    for cell in range(cells):
        empty = own >> cell & 1 == 0
        after = np.where(empty, rules.own_after(position, np.full_like(own, 1 << cell)), 0)
        _require_table(grid, f"after a stone on cell {cell}", tables.result[:, cell], after)
    _, _, sizes = all_groups(grid)
    ranking = np.sort(sizes, axis=0)[::-1]
    rank = np.unique(ranking, axis=1, return_inverse=True)[1].reshape(-1)
    _require_table(grid, "rank", tables.rank, rank)
    _compare_legal(grid, tables)
    return len(own)


def _compare_legal(grid: Grid, tables: Any) -> None:
    """The legal placements of each pattern, the opponent's stones being none or by chance."""
    chance = np.random.default_rng(grid.cells)
    own = np.arange(grid.full, dtype=np.int64)
    for share in (grid.full, 0, 0):
        drawn = chance.integers(grid.full, size=len(own), endpoint=True) | share
        empty = grid.full & ~own & drawn
        own_here, empty = own[empty != 0], empty[empty != 0]
        position = Position(own_here, grid.full & ~own_here & ~empty, np.bool_(True))
        right = rules_on(grid).legal(position)
        told = np.array([legal(tables, *pair) for pair in zip(own_here, empty, strict=True)])
        _require_table(grid, "legal placements", told, right)


def _require_table(grid: Grid, what: str, told: NDArray[Any], right: NDArray[Any]) -> None:
    differing = np.flatnonzero(told.astype(np.int64) != right)
    if len(differing):
        pattern = int(differing[0])
        raise CompiledDifference(
            f"board {grid}, {what}, entry {pattern}: {told[pattern]}, should be {right[pattern]}"
        )


# Where positions stand, and what they lead to ----------------------------------------------------


def compare_transitions(grid: Grid) -> int:
    """Compare the moves that the solver makes of every position with the specification's.

    Returns:
        How many positions there are in its tables.

    Raises:
        CompiledDifference: a position has other successors.
    """
    board = engine_board(*grid.board.sides)
    tables = patterns_of(board)
    layout = layout_of(board, tables)
    moves = room_for_moves(grid.cells)
    compared = 0
    for block, owner in enumerate(layout.owner.astype(np.int64)):
        free = grid.full ^ int(owner)
        guests = np.array([spread(free, each) for each in range(1 << free.bit_count())])
        for expand, right in (
            (expand_owner_to_move, _from_owner(grid, tables, layout, owner, guests)),
            (expand_guest_to_move, _from_guest(grid, tables, layout, block, guests)),
        ):
            told = []
            for first in range(0, len(guests), CHUNK):
                positions = expand(tables, layout, block, first, moves)
                told += _listed(moves, positions)
            _require_moves(grid, f"{expand.__name__}, owner {owner:b}", guests, told, right)
            compared += len(guests)
    return compared


def _listed(moves: Any, positions: int) -> list[tuple[int, list[int]]]:
    """The count and the successors of each position of a chunk."""
    listed, used = [], 0
    for number in moves.counts[:positions].tolist():
        many = 1 if number == COPIED else max(number, 0)
        listed.append((number, sorted(moves.successors[used : used + many].tolist())))
        used += many
    return listed


def _from_owner(
    grid: Grid, tables: Any, layout: Any, owner: int, guests: NDArray[Any]
) -> list[tuple[int, list[int]]]:
    """The moves of the owner: copied from the guest's block where the guest ranks higher."""
    right = []
    for guest, afters in zip(guests, _afters(grid, owner, guests), strict=True):
        if tables.rank[guest] > tables.rank[owner]:
            right.append((COPIED, [int(entry(layout, guest, owner))]))
        else:
            right.append((len(afters), sorted(int(entry(layout, x, guest)) for x in afters)))
    return right


def _from_guest(
    grid: Grid, tables: Any, layout: Any, block: int, guests: NDArray[Any]
) -> list[tuple[int, list[int]]]:
    """The moves of the guest, as places in the block; none where it ranks no lower."""
    owner, start = int(layout.owner[block]), int(layout.offset[block])
    right: list[tuple[int, list[int]]] = []
    for guest in guests:
        if tables.rank[guest] >= tables.rank[owner]:
            right.append((SKIPPED, []))
            continue
        (afters,) = _afters(grid, int(guest), np.array([owner]))
        right.append((len(afters), sorted(int(entry(layout, owner, x)) - start for x in afters)))
    return right


def _afters(grid: Grid, own: int, others: NDArray[Any]) -> Iterator[list[int]]:
    """The mover's patterns after each legal placement, for each set of the opponent's stones."""
    rules = rules_on(grid)
    position = Position(np.full_like(others, own), others, np.bool_(True))
    placements = rules.legal(position)
    after = [
        np.broadcast_to(rules.own_after(position, np.int64(1 << cell)), others.shape)
        for cell in range(grid.cells)
    ]
    for number, cells in enumerate(np.broadcast_to(placements, others.shape)):
        yield [int(after[cell][number]) for cell in range(grid.cells) if cells >> cell & 1]


def _require_moves(
    grid: Grid,
    what: str,
    guests: NDArray[Any],
    told: list[tuple[int, list[int]]],
    right: list[tuple[int, list[int]]],
) -> None:
    for guest, *moves in zip(guests, told, right, strict=True):
        if moves[0] != moves[1]:
            raise CompiledDifference(
                f"board {grid}, {what}, guest {guest:b}: moves {moves[0]}, should be {moves[1]}"
            )


def compare_layout(board: spec.Board, positions: int) -> int:
    """Require that positions by chance stand where a symmetric image of theirs belongs.

    Args:
        board: a board of at most 21 cells.
        positions: how many positions.

    Returns:
        How many were looked at.

    Raises:
        CompiledDifference: a block has another size, blocks are out of order, or a position stands
            outside its block or where another one belongs.
    """
    the_board = engine_board(*board.sides)
    layout = layout_of(the_board, tables := patterns_of(the_board))
    full, chance = the_board.full, np.random.default_rng(positions)
    sizes = np.left_shift(1, the_board.size - np.bitwise_count(layout.owner).astype(np.int64))
    if not np.array_equal(np.diff(layout.offset), sizes):
        raise CompiledDifference(f"{board.sides}: a block has another size than its guests")
    if layout.offset[-1] != entries_of(the_board.symmetries):
        raise CompiledDifference(f"{board.sides}: {layout.offset[-1]} entries")
    if (np.diff(tables.rank[layout.owner].astype(np.int64)) > 0).any():
        raise CompiledDifference(f"{board.sides}: blocks are not in the order of their ranks")
    owners = chance.integers(full, size=positions, endpoint=True)
    guests = chance.integers(full, size=positions, endpoint=True) & ~owners & full
    for owner, guest, place in zip(owners, guests, entries(layout, owners, guests), strict=True):
        block = int(np.searchsorted(layout.offset, place, side="right")) - 1
        there = int(layout.owner[block])
        its_guest = int(spread(full ^ there, place - layout.offset[block]))
        images = {
            (_image(symmetry, int(owner)), _image(symmetry, int(guest)))
            for symmetry in the_board.symmetries
        }
        if (there, its_guest) not in images:
            raise CompiledDifference(f"{board.sides}: owner {owner:b}, guest {guest:b} at {place}")
    return positions


def _image(symmetry: Any, pattern: int) -> int:
    return sum(1 << target for cell, target in enumerate(symmetry) if pattern >> cell & 1)
