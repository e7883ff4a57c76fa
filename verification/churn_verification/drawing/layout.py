"""Where things are on a drawn board: cells as hexagons that stand on a point.

Coordinates are in units of which a cell is 40 high, x to the right and y downwards.
"""

import math
from typing import NamedTuple

from churn_spec import Board, Cell, cells_of

CELL_RADIUS = 20.0
"""From a cell's centre to its corners."""

CELL_WIDTH = CELL_RADIUS * math.sqrt(3)
ROW_STEP = CELL_RADIUS * 1.5


class Point(NamedTuple):
    """A place on the drawing."""

    x: float
    y: float


def centres_of(board: Board) -> dict[Cell, Point]:
    """The centre of each cell, the leftmost and topmost cells touching the axes."""
    left = min(2 * cell.x + cell.y for cell in cells_of(board))
    return {
        cell: Point(
            (2 * cell.x + cell.y - left + 1) * CELL_WIDTH / 2, cell.y * ROW_STEP + CELL_RADIUS
        )
        for cell in cells_of(board)
    }


def extent_of(board: Board) -> Point:
    """Width and height of the board's cells."""
    points = centres_of(board).values()
    return Point(
        max(point.x for point in points) + CELL_WIDTH / 2,
        max(point.y for point in points) + CELL_RADIUS,
    )


def hexagon(centre: Point, radius: float) -> tuple[Point, ...]:
    """The corners of a hexagon that stands on a point, clockwise from the top."""
    angles = (math.radians(60 * corner - 90) for corner in range(6))
    return tuple(
        Point(centre.x + radius * math.cos(angle), centre.y + radius * math.sin(angle))
        for angle in angles
    )
