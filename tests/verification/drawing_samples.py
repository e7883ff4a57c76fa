"""Positions that the tests of drawings draw, and with what."""

from churn_spec import (
    Colour,
    Position,
    cells_of,
    read_board,
    read_position,
)
from churn_verification.drawing.overlays import Overlays, read_overlays

FIGURE_2 = "3 r.b/bbrb/.rb.b/r.rr/bbr r"
FIGURE_3 = "3 brb/rrb./b.brr/r..b/rbr r"
POSITIONS = (
    "1 . r",
    "1 r b",
    "5-1-1-5-1-1 r.b.r b",
    "1-5-1-1-5-1 r/././b/r b",
    "2-5-3-3-4-4 r./.b./..../...../r..../b..r/..b r",
    "2-1-1-2-1-1 rb r",
    "2 ../.r./.. b swap",
    FIGURE_2,
    FIGURE_3,
)
ALL_FLAGS = "names sizes legal formed mover"


def drawn(text: str, overlays: str = ALL_FLAGS) -> tuple[Position, Overlays]:
    position = read_position(text)
    return position, read_overlays(position.board, overlays)


def large_position() -> Position:
    board = read_board("10")
    cells = cells_of(board)
    red = frozenset(cells[::3])
    return Position(board, red, frozenset(cells[1::3]), Colour.RED)
