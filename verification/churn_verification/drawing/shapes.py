"""A scene as plain shapes, each with its style: what all pictures are made of."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from churn_spec import Board, Cell, Colour, Outcome, winner
from churn_verification.drawing.layout import (
    CELL_RADIUS,
    Point,
    centres_of,
    extent_of,
    hexagon,
)
from churn_verification.drawing.palette import STYLES
from churn_verification.drawing.scene import Scene, Spot, description, headline, title

_MARGIN = 4.0
_FRAME_RADIUS = CELL_RADIUS - 1.5
_STONE_RADIUS = {Colour.RED: 11.3, Colour.BLUE: 9.1}
_PLACED_RADIUS = 11.9
_CROSS_REACH = 9.0
_CROSS_GAP = 5.5
_NAME_HEIGHT = 6.2
_NAME_DROP = 12.3
_RAISED_FOR_NAME = 3.2
_HEIGHTS = (12.0, 10.5, 8.0, 6.0)
_HEIGHTS_IN_A_RING = (11.5, 8.5, 6.0, 4.5)
"""The text heights of numbers with one digit, two, three, and more."""

_LETTER_WIDTH = 0.55
"""The mean width of a letter, as a share of the text's height."""


class Polygon(NamedTuple):
    """A closed outline."""

    style: str
    corners: tuple[Point, ...]


class Circle(NamedTuple):
    """A circle; its line lies on the radius."""

    style: str
    centre: Point
    radius: float


class Line(NamedTuple):
    """A straight line."""

    style: str
    start: Point
    end: Point


class Label(NamedTuple):
    """A text around its centre, of a height in units."""

    style: str
    centre: Point
    text: str
    height: float


Shape: TypeAlias = Polygon | Circle | Line | Label


@dataclass(frozen=True)
class Caption:
    """Lines of text below the board.

    Attributes:
        lines: the lines.
        colour: a stone of this colour stands before the first line.
    """

    lines: tuple[str, ...] = ()
    colour: Colour | None = None


@dataclass(frozen=True)
class Sheet:
    """The paper: where the board and the lines of text below it are.

    Attributes:
        size: width and height in units.
        centres: the centre of each cell.
        text_height: the height of the text lines.
        first_line: the centre of the first line of text.
    """

    size: Point
    centres: Mapping[Cell, Point]
    text_height: float
    first_line: Point

    def line_centre(self, number: int) -> Point:
        """The centre of a line of text, counted from 0."""
        return Point(self.first_line.x, self.first_line.y + 1.5 * number * self.text_height)


@dataclass(frozen=True)
class Drawing:
    """A picture before it is put into any format.

    Attributes:
        size: width and height in units.
        title: a short name.
        description: what is to be seen, in words.
        shapes: what is drawn, lowest first; shapes of one style follow each other.
    """

    size: Point
    title: str
    description: str
    shapes: tuple[Shape, ...]


def drawing_of(scene: Scene) -> Drawing:
    """The drawing of a scene, with its headline as the caption where the overlays want one."""
    caption = _headline_caption(scene) if scene.overlays.mover else Caption()
    sheet = sheet_for(scene.position.board, [caption])
    shapes = shapes_of(scene, caption, sheet)
    return Drawing(sheet.size, title(scene), description(scene), shapes)


def _headline_caption(scene: Scene) -> Caption:
    outcome = winner(scene.position)
    if outcome is None:
        return Caption((headline(scene),), scene.position.mover)
    return Caption((headline(scene),), _COLOUR_OF_WINNER[outcome])


_COLOUR_OF_WINNER = {Outcome.RED: Colour.RED, Outcome.BLUE: Colour.BLUE, Outcome.TIE: None}


def sheet_for(board: Board, captions: Collection[Caption]) -> Sheet:
    """A sheet with room for a board and for each of several captions below it.

    Args:
        board: the board.
        captions: one or more captions.
    """
    extent = extent_of(board)
    text_height = max(10.0, extent.x / 24)
    widths = [_text_width(line, text_height) for caption in captions for line in caption.lines]
    width = max([extent.x, *widths])
    most_lines = max(len(caption.lines) for caption in captions)
    shift = Point((width - extent.x) / 2 + _MARGIN, _MARGIN)
    return Sheet(
        size=Point(width + 2 * _MARGIN, extent.y + 2 * _MARGIN + 1.5 * text_height * most_lines),
        centres={
            cell: Point(centre.x + shift.x, centre.y + shift.y)
            for cell, centre in centres_of(board).items()
        },
        text_height=text_height,
        first_line=Point(width / 2 + _MARGIN, extent.y + _MARGIN + text_height),
    )


def shapes_of(scene: Scene, caption: Caption, sheet: Sheet) -> tuple[Shape, ...]:
    """All shapes of a scene and its caption on a sheet, lowest first."""
    shapes: list[Shape] = [_panel(sheet.size)]
    for spot in scene.spots:
        shapes.extend(_spot_shapes(spot, sheet.centres[spot.cell]))
    for number, line in enumerate(caption.lines):
        shapes.append(Label("caption", sheet.line_centre(number), line, sheet.text_height))
    if caption.colour is not None:
        shapes.append(_caption_stone(caption.colour, caption.lines[0], sheet))
    layers = list(STYLES)
    return tuple(sorted(shapes, key=lambda shape: layers.index(shape.style)))


def _panel(size: Point) -> Polygon:
    return Polygon("panel", (Point(0, 0), Point(size.x, 0), size, Point(0, size.y)))


def _text_width(text: str, height: float) -> float:
    """The width of a line with room for a stone before it and some air."""
    return len(text) * height * _LETTER_WIDTH + 3 * height


def _caption_stone(colour: Colour, line: str, sheet: Sheet) -> Circle:
    height = sheet.text_height
    centre = sheet.line_centre(0)
    left = centre.x - len(line) * height * _LETTER_WIDTH / 2 - 0.8 * height
    radius = 0.45 * height * _STONE_RADIUS[colour] / _STONE_RADIUS[Colour.RED]
    return Circle(f"{colour.value}-small", Point(left, centre.y), radius)


# One cell ----------------------------------------------------------------------------------------


def _spot_shapes(spot: Spot, centre: Point) -> Iterator[Shape]:
    yield Polygon("formed" if spot.formed else "cell", hexagon(centre, CELL_RADIUS))
    if spot.legal:
        # In the formed group the frame alone tells: a filled one would hide the group's yellow.
        style = "legal-frame" if spot.formed else "legal"
        yield Polygon(style, hexagon(centre, _FRAME_RADIUS))
    if spot.last:
        yield Polygon("last", hexagon(centre, _FRAME_RADIUS))
    middle = centre
    if spot.name is not None:
        yield Label("name", Point(centre.x, centre.y + _NAME_DROP), spot.name, _NAME_HEIGHT)
        middle = Point(centre.x, centre.y - _RAISED_FOR_NAME)
    if spot.stone is not None:
        yield from _stone_shapes(spot, spot.stone, middle)
    if spot.size is not None:
        yield _size_label(spot, spot.size, middle)


def _stone_shapes(spot: Spot, colour: Colour, centre: Point) -> Iterator[Shape]:
    style = f"{colour.value}-gone" if spot.removed else colour.value
    yield Circle(style, centre, _STONE_RADIUS[colour])
    if spot.placed:
        yield Circle("placed", centre, _PLACED_RADIUS)
    if spot.removed:
        gap = 0 if spot.size is None else _CROSS_GAP
        yield from _cross(centre, gap)


def _cross(centre: Point, gap: float) -> Iterator[Line]:
    """The four arms of a cross, with a gap in the middle for a number."""
    for right, down in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        inner, outer = (
            Point(centre.x + right * reach, centre.y + down * reach)
            for reach in (gap, _CROSS_REACH)
        )
        yield Line("cross", inner, outer)


def _size_label(spot: Spot, size: int, centre: Point) -> Label:
    text = str(size)
    in_ring = spot.stone is Colour.BLUE and not spot.removed
    heights = _HEIGHTS_IN_A_RING if in_ring else _HEIGHTS
    return Label(_size_style(spot), centre, text, heights[min(len(text), len(heights)) - 1])


def _size_style(spot: Spot) -> str:
    if spot.removed:
        return "on-gone"
    if spot.stone is not None:
        return f"on-{spot.stone.value}"
    return "legal-size" if spot.legal else "size"
