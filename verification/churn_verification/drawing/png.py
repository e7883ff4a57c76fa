"""Boards as PNG, painted by matplotlib from the same shapes as the SVG."""

import io

from matplotlib.figure import Figure
from matplotlib.patches import Circle as CirclePatch
from matplotlib.patches import Patch
from matplotlib.patches import Polygon as PolygonPatch

from churn_spec import Position
from churn_verification.drawing.overlays import NO_OVERLAYS, Overlays
from churn_verification.drawing.palette import DARK, LIGHT, STYLES, Theme
from churn_verification.drawing.scene import scene_of
from churn_verification.drawing.shapes import (
    Circle,
    Drawing,
    Label,
    Line,
    Polygon,
    Shape,
    drawing_of,
)

_DOTS_AN_INCH = 100
_POINTS_AN_INCH = 72
_DEFAULT_WIDTH = 800


def png_of(
    position: Position,
    overlays: Overlays = NO_OVERLAYS,
    theme: Theme = Theme.LIGHT,
    width: int = _DEFAULT_WIDTH,
) -> bytes:
    """The picture of a position as PNG.

    Args:
        position: the position.
        overlays: what is shown besides the stones.
        theme: the colours; a PNG cannot follow the reader's system, so `AUTO` is light.
        width: in pixels.

    Raises:
        OverlayError: the overlays do not fit the position.
    """
    drawing = drawing_of(scene_of(position, overlays))
    return _Painter(drawing, theme, width).png()


class _Painter:
    """Paints one drawing.

    The axes are the drawing's units, so that only line widths and text heights need a scale:
    matplotlib wants them in points.
    """

    def __init__(self, drawing: Drawing, theme: Theme, width: int) -> None:
        self._drawing = drawing
        self._colours = DARK if theme is Theme.DARK else LIGHT
        inches = width / _DOTS_AN_INCH
        self._points_a_unit = inches * _POINTS_AN_INCH / drawing.size.x
        self._figure = Figure(
            figsize=(inches, inches * drawing.size.y / drawing.size.x), dpi=_DOTS_AN_INCH
        )
        self._axes = self._figure.add_axes((0, 0, 1, 1))
        self._axes.set_axis_off()
        self._axes.set_xlim(0, drawing.size.x)
        self._axes.set_ylim(drawing.size.y, 0)

    def png(self) -> bytes:
        """The finished picture."""
        for height, shape in enumerate(self._drawing.shapes):
            self._paint(shape, height)
        buffer = io.BytesIO()
        self._figure.savefig(
            buffer, format="png", metadata={"Title": self._drawing.title, "Software": "churnproof"}
        )
        return buffer.getvalue()

    def _paint(self, shape: Shape, height: int) -> None:
        match shape:
            case Polygon(style, corners):
                self._add(PolygonPatch(list(corners), closed=True), style, height)
            case Circle(style, centre, radius):
                self._add(CirclePatch(centre, radius), style, height)
            case Line(style, start, end):
                self._add(PolygonPatch([start, end], closed=False), style, height)
            case Label(style, centre, text, text_height):
                self._write(text, centre, text_height, style, height)

    def _add(self, patch: Patch, name: str, height: int) -> None:
        style = STYLES[name]
        patch.set_facecolor("none" if style.fill is None else self._colours[style.fill])
        patch.set_edgecolor("none" if style.stroke is None else self._colours[style.stroke])
        patch.set_linewidth(style.width * self._points_a_unit)
        patch.set_alpha(style.opacity if style.opacity != 1 else None)
        if style.dashed:
            patch.set_linestyle((0, (1.7, 1.1)))
        patch.set_zorder(height)
        self._axes.add_patch(patch)

    def _write(
        self, text: str, centre: tuple[float, float], text_height: float, name: str, height: int
    ) -> None:
        style = STYLES[name]
        self._axes.text(
            *centre,
            text,
            fontsize=text_height * self._points_a_unit,
            color=self._colours[style.fill or "ink"],
            fontweight="bold" if style.bold else "normal",
            horizontalalignment="center",
            verticalalignment="center_baseline",
            zorder=height,
            parse_math=False,
        )
