"""Boards as SVG: small, self-contained, the same text for the same request."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import groupby, pairwise
from xml.sax.saxutils import escape

from churn_spec import Position
from churn_verification.drawing.layout import Point
from churn_verification.drawing.overlays import NO_OVERLAYS, Overlays
from churn_verification.drawing.palette import DARK, LIGHT, STYLES, Style, Theme
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

_PIXELS_A_UNIT = 1.15
"""At its own size a picture shows a cell 40 pixels wide."""

_BASELINE_DROP = 0.36
"""From the middle of a text's digits to its baseline, as a share of the text's height."""


def svg_of(position: Position, overlays: Overlays = NO_OVERLAYS, theme: Theme = Theme.AUTO) -> str:
    """The picture of a position as SVG.

    Args:
        position: the position.
        overlays: what is shown besides the stones.
        theme: the colours; `AUTO` follows the reader's system.

    Raises:
        OverlayError: the overlays do not fit the position.
    """
    drawing = drawing_of(scene_of(position, overlays))
    used = {shape.style for shape in drawing.shapes}
    return document(drawing, style_sheet(theme, used), elements(drawing.shapes), theme)


def document(drawing: Drawing, style: str, content: str, theme: Theme) -> str:
    """A whole SVG document.

    Args:
        drawing: gives the size, the title and the description.
        style: the style sheet.
        content: the elements.
        theme: the theme that the style sheet is for.
    """
    width, height = drawing.size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="churn-{theme.value}" role="img"'
        f' viewBox="0 0 {_number(width)} {_number(height)}"'
        f' width="{width * _PIXELS_A_UNIT:.0f}" height="{height * _PIXELS_A_UNIT:.0f}">\n'
        f"<title>{escape(drawing.title)}</title>\n<desc>{escape(drawing.description)}</desc>\n"
        f"<style>\n{style}</style>\n{content}</svg>\n"
    )


# Styles ------------------------------------------------------------------------------------------


def style_sheet(theme: Theme, used: Collection[str]) -> str:
    """The rules for some styles.

    They are bound to the theme's class, so that pictures of several themes can stand in one page.

    Args:
        theme: the theme.
        used: the names of the styles.
    """
    scope = f".churn-{theme.value}"
    styles = {name: style for name, style in STYLES.items() if name in used}
    lines = [
        f"{scope} text{{font-family:system-ui,sans-serif;text-anchor:middle}}",
        *(_form_rule(scope, name, style) for name, style in styles.items()),
        *_colour_rules(scope, styles, DARK if theme is Theme.DARK else LIGHT),
    ]
    if theme is Theme.AUTO:
        lines.append("@media (prefers-color-scheme:dark){")
        lines.extend(_colour_rules(scope, styles, DARK))
        lines.append("}")
    return "".join(f"{line}\n" for line in lines if line)


def _form_rule(scope: str, name: str, style: Style) -> str:
    declarations = {
        "fill": "none" if style.fill is None else None,
        "stroke-width": _number(style.width) if style.stroke is not None else None,
        "opacity": str(style.opacity) if style.opacity != 1 else None,
        "stroke-dasharray": "3 2" if style.dashed else None,
        "font-weight": "bold" if style.bold else None,
    }
    return _rule(f"{scope} .{name}", declarations)


def _colour_rules(
    scope: str, styles: Mapping[str, Style], colours: Mapping[str, str]
) -> Iterator[str]:
    for name, style in styles.items():
        paints = {"fill": style.fill, "stroke": style.stroke}
        declarations = {what: colours[of] for what, of in paints.items() if of is not None}
        yield _rule(f"{scope} .{name}", declarations)


def _rule(selector: str, declarations: Mapping[str, str | None]) -> str:
    """One rule, or nothing where it would declare nothing."""
    body = ";".join(f"{name}:{value}" for name, value in declarations.items() if value is not None)
    return f"{selector}{{{body}}}" if body else ""


# Shapes ------------------------------------------------------------------------------------------


def elements(shapes: Iterable[Shape], attributes: Callable[[Shape], str] = lambda _: "") -> str:
    """The elements of shapes, one group for each run of shapes of one style.

    Args:
        shapes: the shapes, lowest first.
        attributes: what a shape's element says besides; each attribute with a space before it.
    """
    groups = []
    for style, run in groupby(shapes, key=lambda shape: shape.style):
        content = "\n".join(_element(shape, attributes(shape)) for shape in run)
        groups.append(f'<g class="{style}">\n{content}\n</g>\n')
    return "".join(groups)


def _element(shape: Shape, attributes: str) -> str:
    """The element that draws a shape; its style comes from the group that it stands in."""
    match shape:
        case Polygon(_, corners):
            return f'<path d="{_outline(corners)}"{attributes}/>'
        case Circle(_, centre, radius):
            place = f'cx="{_number(centre.x)}" cy="{_number(centre.y)}"'
            return f'<circle {place} r="{_number(radius)}"{attributes}/>'
        case Line(_, start, end):
            way = f"M{_number(start.x)} {_number(start.y)}L{_number(end.x)} {_number(end.y)}"
            return f'<path d="{way}"{attributes}/>'
        case Label(_, centre, text, height):
            baseline = centre.y + _BASELINE_DROP * height
            place = f'x="{_number(centre.x)}" y="{_number(baseline)}"'
            font = f'font-size="{_number(height)}"'
            return f"<text {place} {font}{attributes}>{escape(text)}</text>"


def _outline(corners: tuple[Point, ...]) -> str:
    """A closed path: the first corner, then the steps between the rounded corners."""
    rounded = [Point(round(corner.x, 1), round(corner.y, 1)) for corner in corners]
    steps = [
        f"{_number(there.x - here.x)} {_number(there.y - here.y)}"
        for here, there in pairwise(rounded)
    ]
    return f"M{_number(rounded[0].x)} {_number(rounded[0].y)}l{' '.join(steps)}z".replace(" -", "-")


def _number(value: float) -> str:
    """A number with at most one decimal, as short as it can be."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
