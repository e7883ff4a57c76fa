"""Which boards are proved, and how long a board will take."""

import churn_spec as spec
from churn_verification.hexagons import shapes

MOST_CELLS = 48
"""Beyond this the depth of flood fill alone takes minutes to find."""

MOST_SECONDS_UNASKED = 1800.0
"""Boards estimated to take longer on one core are refused where nobody insists."""

_SECONDS_OF_SEVEN_CELLS = 2.5
_GROWTH_PER_CELL = 1.5


def usual_boards() -> tuple[str, ...]:
    """One board of each shape of up to 10 cells, and two of 12 and 13 cells.

    A turned or mirrored board has the same cells next to each other under other names, and the
    theorems speak of no more than that.
    """
    small = tuple(spec.write_board(board) for board in shapes(10))
    return (*small, "2-3-2-3-2-3", "2-2-4-2-2-4")


def estimated_seconds(board: spec.Board) -> float:
    """Roughly how long all theorems on a board take on one core, as measured up to size 3."""
    return _SECONDS_OF_SEVEN_CELLS * _GROWTH_PER_CELL ** (spec.cell_count(board) - 7)
