"""Examples of what the engine keeps: values on which its source is run to find its ways.

All sets of stones of a board are looked at, and some are taken of those whose larger groups have
the same sizes.
"""

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from churn_verification.proofs.algebra import Integers
from churn_verification.proofs.foundation import Computed
from churn_verification.proofs.grid import Grid, cells_in
from churn_verification.proofs.rules import Position, Rules

_EXAMPLES = 12
"""About so many sets of stones with the same sizes are taken."""

_ENEMIES = 2
"""Each set of own stones is taken with so many sets of enemy stones, and with none."""

_PLACEMENTS = 300
"""About so many placements are taken for each number of larger groups."""

Sizes = tuple[int, ...]
Values = Mapping[str, int]
Examples = Sequence[Values]


@cache
def all_groups(grid: Grid) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """All sets of stones of a board, and their groups' stones and sizes, by first cell."""
    own = np.arange(1 << grid.cells, dtype=np.int64)
    groups = Rules(Computed(grid, Integers(grid.cells))).groups(own)
    is_first = np.stack(
        [group.stones & -group.stones == 1 << cell for cell, group in enumerate(groups)]
    )
    stones = np.where(is_first, np.stack([group.stones for group in groups]), 0)
    sizes = np.where(is_first, np.stack([group.size for group in groups]), 0)
    return own, stones, sizes


@cache
def examples_of_sizes(grid: Grid) -> Mapping[Sizes, list[dict[str, int]]]:
    """Examples of all sizes that larger groups have on a board: the largest first, to values.

    Among them is one for each cell that can be empty. Full boards are left out.
    """
    own, stones, sizes = all_groups(grid)
    larger = np.sort(np.where(sizes > 1, sizes, 0), axis=0)[::-1]
    patterns, numbers = np.unique(larger, axis=1, return_inverse=True)
    found = {}
    for number, pattern in enumerate(patterns.T):
        fitting = np.flatnonzero(numbers.reshape(-1) == number)
        fitting = fitting[own[fitting] != grid.full]
        chosen = set(fitting[:: len(fitting) // _EXAMPLES + 1].tolist())
        for cell in range(grid.cells):
            chosen.update(fitting[own[fitting] >> cell & 1 == 0][:1].tolist())
        if chosen:
            key = tuple(int(size) for size in pattern if size)
            found[key] = [_values(stones[:, each], sizes[:, each]) for each in sorted(chosen)]
    return found


def _values(stones: NDArray[np.int64], sizes: NDArray[np.int64]) -> dict[str, int]:
    """The values that describe stones, from their groups and the sizes of these."""
    larger = sorted(zip(-sizes[sizes > 1], stones[sizes > 1], strict=True))
    values = {"own": stones.sum(), "singles": stones[sizes == 1].sum(), "enemy": 0}
    for number, (size, group) in enumerate(larger):
        values |= {f"larger_{number}": group, f"size_{number}": -size}
    return {name: int(value) for name, value in values.items()}


def most_larger_groups(grid: Grid) -> int:
    """The most groups of two stones or more that one side can have, with a cell left empty."""
    return max(map(len, examples_of_sizes(grid)))


def _all_examples(grid: Grid) -> list[dict[str, int]]:
    return [values for examples in examples_of_sizes(grid).values() for values in examples]


def _with_room(values: Values, larger: int) -> dict[str, int]:
    """The same with empty groups of size 0 up to a number of groups."""
    rest = {f"{name}_{number}": 0 for name in ("larger", "size") for number in range(larger)}
    return rest | dict(values)


def described(grid: Grid, larger: int, cell: int) -> dict[str, int]:
    """An example with a cell empty, of as many larger groups as can be."""
    fitting = [each for each in _all_examples(grid) if not each["own"] >> cell & 1]
    return _with_room(max(fitting, key=len), larger)


def examples_of_digits(grid: Grid, larger: int, digits: int) -> list[dict[str, int]]:
    """Examples whose sums of sizes have at most so many binary digits at empty cells."""
    examples = _with_enemies(grid)
    sums = _sums(grid, examples)
    found = []
    for number, values in enumerate(examples):
        empty = grid.full & ~(values["own"] | values["enemy"])
        at = {cell: int(sums[cell][number]) for cell in cells_in(empty)}
        if at and max(at.values()) < 1 << digits:
            written = {
                f"digit_{place}": sum((total >> place & 1) << cell for cell, total in at.items())
                for place in range(digits)
            }
            found.append(without_sizes(_with_room(values, larger)) | written)
    return found


def without_sizes(values: Values) -> dict[str, int]:
    """The same where sizes are given otherwise."""
    return {name: value for name, value in values.items() if not name.startswith("size_")}


@cache
def _with_enemies(grid: Grid) -> list[dict[str, int]]:
    generator = np.random.default_rng(grid.cells)
    return [
        values | {"enemy": int(enemy) & ~values["own"]}
        for values in _all_examples(grid)
        for enemy in (0, *generator.integers(grid.full, size=_ENEMIES, endpoint=True))
    ]


def _sums(grid: Grid, examples: Sequence[Values]) -> list[NDArray[np.int64]]:
    """For each cell the sums of the sizes beside it in all examples."""
    own, enemy = (np.array([each[name] for each in examples]) for name in ("own", "enemy"))
    formed = Rules(Computed(grid, Integers(grid.cells))).formed_at(
        Position(own, enemy, np.bool_(True))
    )
    return [group.size - 1 for group in formed]


def examples_of_placing(grid: Grid) -> Mapping[int, list[dict[str, int]]]:
    """Examples of placements by the number of larger groups."""
    examples = _all_examples(grid)
    sums = _sums(grid, examples)
    found: dict[int, list[dict[str, int]]] = {}
    for number, values in enumerate(examples):
        larger = sum(name.startswith("larger") for name in values)
        for cell in cells_in(grid.full & ~values["own"]):
            placed = {"cell": 1 << cell, "formed_size": int(sums[cell][number]) + 1}
            found.setdefault(larger, []).append(values | placed)
    return {
        larger: fitting[:: len(fitting) // _PLACEMENTS + 1]
        for larger, fitting in sorted(found.items())
    }
