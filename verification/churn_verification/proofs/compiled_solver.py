"""The solver's compiled tables beside the specification, for every pattern and position of a board.

The specification's answers come from its source, interpreted on all patterns at once.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

import churn_spec as spec
from churn_engine.board import board as engine_board
from churn_engine.solver.layout import entries, entries_of, entry, layout_of, spread
from churn_engine.solver.patterns import legal, patterns_of, result
from churn_engine.solver.scores import cost_before, full_board_score
from churn_engine.solver.solve import Solver, Workspace
from churn_engine.solver.store import COST, Column, packed_column
from churn_engine.solver.values import WIN
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
        told = np.array(
            [
                result(tables, each, cell) if free else 0
                for each, free in zip(own, empty, strict=True)
            ]
        )
        _require_table(grid, f"after a stone on cell {cell}", told, after)
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
    """Compare what the solver makes of random values with what the specification's moves make.

    Every entry gets a random cost and a random mean; the solver evaluates each shard from them as
    if they had been found. A mean of random numbers tells which moves were taken, and how many.

    Returns:
        How many positions there are in its tables.

    Raises:
        CompiledDifference: a position has another value than follows from its moves.
    """
    solver = Solver(engine_board(*grid.board.sides), lengths=False)
    layout, chance = solver.layout, np.random.default_rng(grid.cells)
    distances = chance.integers(1, 40, size=solver.entries)
    costs = chance.choice([WIN, 0, -WIN], size=solver.entries)
    costs = (costs - np.sign(costs) * distances + (costs == 0) * distances).astype(np.int16)
    means = chance.random(solver.entries)
    solver.store = probe = _Probe(solver, costs, means)
    workspace = Workspace(solver)
    for shard in range(solver.plan.shards):
        workspace.evaluate(shard)
    told_costs = np.concatenate(
        [probe.told[shard][COST].unpacked() for shard in sorted(probe.told)]
    )
    told_means = np.concatenate([probe.told[shard]["turns"].values for shard in sorted(probe.told)])
    for block, owner in enumerate(layout.owner.tolist()):
        first, end = int(layout.offset[block]), int(layout.offset[block + 1])
        right_costs, right_means = _two_turns_before(grid, layout, owner, costs, means)
        wrong = np.flatnonzero(
            (told_costs[first:end] != right_costs)
            | ~np.isclose(told_means[first:end], right_means, rtol=1e-12, atol=0)
        )
        if len(wrong):
            guest = int(spread(grid.full ^ owner, int(wrong[0])))
            raise CompiledDifference(
                f"board {grid}, owner {owner:b}, guest {guest:b}: another value than its moves have"
            )
    return int(solver.entries)


class _Probe:
    """A store that hands out some values and keeps what is made of them."""

    keeps_open = True

    def __init__(self, solver: Solver, costs: NDArray[Any], means: NDArray[Any]) -> None:
        self.told: dict[int, Any] = {}
        self._given: list[dict[str, Column]] = []
        for first, end in pairwise(solver.layout.offset[solver.plan.first]):
            column = Column(means[first:end], None)
            given = {COST: packed_column(costs[first:end])}
            self._given.append(given | dict.fromkeys(solver.plan.means, column))

    def finished(self) -> set[int]:
        return set(range(len(self._given)))

    def write(self, shard: int, columns: Mapping[str, Column]) -> None:
        self.told[shard] = dict(columns)

    def read(self, shard: int) -> dict[str, Column]:
        return self._given[shard]


def _two_turns_before(
    grid: Grid, layout: Any, owner: int, costs: NDArray[Any], means: NDArray[Any]
) -> tuple[list[int], list[float]]:
    """What follows for the guests of an owner from values two turns later."""
    free = grid.full ^ owner
    guests = np.array([spread(free, each) for each in range(1 << free.bit_count())])
    stones = owner.bit_count()
    between: dict[int, tuple[int, float]] = {}
    for guest, afters in zip(guests.tolist(), _afters(grid, owner, guests), strict=True):
        places = [int(entry(layout, after, guest)) for after in afters]
        over = int(full_board_score(stones, guest.bit_count()))
        between[guest] = _value(over, [(costs[place], means[place]) for place in places])
    values = []
    for guest in guests.tolist():
        (afters,) = _afters(grid, guest, np.array([owner]))
        over = int(full_board_score(guest.bit_count(), stones))
        values.append(_value(over, [between[after] for after in afters]))
    return [cost for cost, _ in values], [mean for _, mean in values]


def _value(over: int, following: list[tuple[int, float]]) -> tuple[int, float]:
    """Cost and mean number of turns of a position; `over` is its cost if the board is full."""
    if not following:
        return over, 0.0
    least = min(int(cost) for cost, _ in following)
    return int(cost_before(least)), 1 + sum(mean for _, mean in following) / len(following)


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
