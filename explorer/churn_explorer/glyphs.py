"""The pieces of which the page puts a board together, taken from the renderer.

The renderer draws a board of one cell in every way that a cell can look. Its shapes, by style, are
the pieces; the page copies them to where the layout says a cell is. So nothing of how a cell or a
stone looks is said twice.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from churn_spec import Cell, Colour, regular_board, starting_position
from churn_verification.drawing.layout import Point
from churn_verification.drawing.overlays import NO_OVERLAYS
from churn_verification.drawing.palette import STYLES, Theme
from churn_verification.drawing.scene import Scene, Spot
from churn_verification.drawing.shapes import (
    Caption,
    Circle,
    Label,
    Line,
    Polygon,
    Shape,
    shapes_of,
    sheet_for,
)
from churn_verification.drawing.svg import elements, style_sheet

_BOARD = regular_board(1)
_CELL = Cell(0, 0)
_NAME = "a1"
_STONE = Spot(_CELL, stone=Colour.RED)


@dataclass(frozen=True)
class Glyph:
    """A piece: its name and its elements, around the origin."""

    name: str
    content: str


_DRAWN: Mapping[str, tuple[Spot, str]] = MappingProxyType(
    {
        "cell": (Spot(_CELL), "cell"),
        "formed": (Spot(_CELL, formed=True), "formed"),
        "legal": (Spot(_CELL, legal=True), "legal"),
        "legal-frame": (Spot(_CELL, legal=True, formed=True), "legal-frame"),
        "last": (Spot(_CELL, last=True), "last"),
        "red": (_STONE, "red"),
        "blue": (Spot(_CELL, stone=Colour.BLUE), "blue"),
        "red-gone": (Spot(_CELL, stone=Colour.RED, removed=True), "red-gone"),
        "blue-gone": (Spot(_CELL, stone=Colour.BLUE, removed=True), "blue-gone"),
        "placed": (Spot(_CELL, stone=Colour.RED, placed=True), "placed"),
        "cross": (Spot(_CELL, stone=Colour.RED, removed=True), "cross"),
        "cross-around": (Spot(_CELL, stone=Colour.RED, removed=True, size=1), "cross"),
    }
)
"""Name of a piece to a cell on which it is seen, and its style."""


@cache
def glyphs() -> tuple[Glyph, ...]:
    """All pieces."""
    return tuple(
        Glyph(name, elements(shape for shape in _shapes(spot) if shape.style == style))
        for name, (spot, style) in _DRAWN.items()
    )


@cache
def text_places() -> Mapping[str, float]:
    """Where texts stand on a cell, for the page's own texts.

    Returns:
        `name_y` and `name_height` of a cell's name; `raise`, how far everything else is raised
        where the name is shown; `height_1` to `height_3`, the height of numbers by their digits.
    """
    label = _label(Spot(_CELL, name=_NAME))
    with_name, without = (_label(Spot(_CELL, name=name, size=1), "size") for name in (_NAME, None))
    heights = {
        f"height_{digits}": _label(Spot(_CELL, size=10 ** (digits - 1)), "size").height
        for digits in (1, 2, 3)
    }
    return {
        "name_y": round(label.centre.y, 2),
        "name_height": label.height,
        "raise": round(with_name.centre.y - without.centre.y, 2),
        **heights,
    }


def board_styles() -> str:
    """The style sheet of the pieces in every theme."""
    return "".join(style_sheet(theme, list(STYLES)) for theme in Theme)


def _label(spot: Spot, style: str = "name") -> Label:
    found = [s for s in _shapes(spot) if isinstance(s, Label) and s.style == style]
    return found[0]


def _shapes(spot: Spot) -> list[Shape]:
    """The shapes of one cell around the origin."""
    scene = Scene(starting_position(_BOARD), NO_OVERLAYS, (spot,))
    sheet = sheet_for(_BOARD, [Caption()])
    return list(_around(sheet.centres[_CELL], shapes_of(scene, Caption(), sheet)))


def _around(origin: Point, shapes: Iterable[Shape]) -> Iterable[Shape]:
    def moved(point: Point) -> Point:
        return Point(point.x - origin.x, point.y - origin.y)

    for shape in shapes:
        match shape:
            case Polygon(style, corners):
                yield Polygon(style, tuple(map(moved, corners)))
            case Circle(style, centre, radius):
                yield Circle(style, moved(centre), radius)
            case Line(style, start, end):
                yield Line(style, moved(start), moved(end))
            case Label(style, centre, text, height):
                yield Label(style, moved(centre), text, height)
