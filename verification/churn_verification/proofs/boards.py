"""Which boards are proved, and how long a board will take."""

import churn_spec as spec
from churn_verification.hexagons import shapes

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
