"""A board as proofs see it: numbered cells, and masks of the cells next to each."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import churn_spec as spec
from churn_verification.hexagons import shapes


@dataclass(frozen=True)
class Grid:
    """The cells of a board, numbered from 0 in reading order; sets of cells are bit masks.

    Attributes:
        board: the board.
        cells: the number of cells.
        neighbours: for each cell the mask of the cells next to it.
        symmetries: the permutations of cells that the board's symmetries make, without the
            identity; symmetry p takes cell i to cell p[i].
    """

    board: spec.Board
    cells: int
    neighbours: tuple[int, ...]
    symmetries: tuple[tuple[int, ...], ...]

    @property
    def full(self) -> int:
        """The mask of all cells."""
        return (1 << self.cells) - 1

    @cached_property
    def generators(self) -> tuple[tuple[int, ...], ...]:
        """A few of the symmetries: all others are some of these one after the other."""
        chosen: list[tuple[int, ...]] = []
        made: set[tuple[int, ...]] = {tuple(range(self.cells))}
        while len(made) <= len(self.symmetries):
            closures = {each: _closure([*chosen, each]) for each in self.symmetries}
            best = max(closures, key=lambda each: len(closures[each]))
            chosen.append(best)
            made = closures[best]
        return tuple(chosen)

    @property
    def counter_bits(self) -> int:
        """How many bits hold any number of cells of the board."""
        return self.cells.bit_length()

    def __str__(self) -> str:
        return spec.write_board(self.board)


@cache
def grid_of(board: spec.Board) -> Grid:
    """Give the grid of a board."""
    cells = spec.cells_of(board)
    number_of = {cell: number for number, cell in enumerate(cells)}
    neighbours = tuple(
        sum(1 << number_of[near] for near in spec.neighbours_of(board, cell)) for cell in cells
    )
    permutations = [
        tuple(number_of[symmetry[cell]] for cell in cells) for symmetry in spec.symmetries(board)
    ]
    return Grid(
        board=board,
        cells=len(cells),
        neighbours=neighbours,
        symmetries=tuple(each for each in permutations if each != tuple(range(len(cells)))),
    )


def cells_in(mask: int) -> Iterator[int]:
    """The numbers of the cells of a mask, rising."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _closure(permutations: list[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """All permutations that some make, taken one after the other as often as one likes."""
    made = {tuple(range(len(permutations[0])))}
    new = made
    while new:
        longer = {tuple(last[each] for each in first) for first in new for last in permutations}
        new = longer - made
        made = made | new
    return made


# Which boards are proved -------------------------------------------------------------------------

MOST_CELLS = 48
"""Beyond this unrolling the search for groups alone takes minutes."""

MOST_CELLS_OF_THE_ENGINE = 19
"""The engine's source is followed on boards of at most so many cells.

Examples of all lists of sizes are taken from all sets of stones, and each cell doubles those.
"""

MOST_SECONDS_UNASKED = 1800.0
"""Boards estimated to take longer on one core are refused where nobody insists."""

_SECONDS_OF_SEVEN_CELLS = 2.3
_GROWTH_PER_CELL = 1.3
_SECONDS_OF_THE_ENGINE = 0.9
_GROWTH_OF_THE_ENGINE = 1.65


def usual_boards() -> tuple[str, ...]:
    """One board of each shape of up to 10 cells, and two of 12 and 13 cells.

    A turned or mirrored board has the same cells next to each other under other names, and the
    theorems speak of no more than that.
    """
    small = tuple(spec.write_board(board) for board in shapes(10))
    return (*small, "2-3-2-3-2-3", "2-2-4-2-2-4")


def estimated_seconds(board: spec.Board) -> float:
    """Roughly how long all theorems on a board take on one core, as measured up to 27 cells."""
    cells = spec.cell_count(board)
    seconds = _SECONDS_OF_SEVEN_CELLS * _GROWTH_PER_CELL ** (cells - 7)
    if cells <= MOST_CELLS_OF_THE_ENGINE:
        seconds += _SECONDS_OF_THE_ENGINE * _GROWTH_OF_THE_ENGINE ** (cells - 7)
    return seconds
