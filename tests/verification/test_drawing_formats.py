"""Pictures of positions as SVG, as PNG and as text."""

import io
import re
from xml.etree import ElementTree as ET

import pytest
from matplotlib.image import imread
from tests.verification.drawing_samples import (
    ALL_FLAGS,
    FIGURE_2,
    FIGURE_3,
    POSITIONS,
    drawn,
    large_position,
)

from churn_spec import (
    Board,
    Colour,
    cells_of,
    neighbours_of,
    read_board,
    starting_position,
    write_cell,
)
from churn_verification.drawing.layout import Point, centres_of
from churn_verification.drawing.overlays import NO_OVERLAYS, Overlays
from churn_verification.drawing.palette import DARK, LIGHT, Theme
from churn_verification.drawing.png import png_of
from churn_verification.drawing.scene import scene_of
from churn_verification.drawing.shapes import Circle, Label, drawing_of
from churn_verification.drawing.svg import elements, svg_of
from churn_verification.drawing.terminal import text_of

# SVG ----------------------------------------------------------------------------------------------

_SVG = "{http://www.w3.org/2000/svg}"


def circles(svg: str, style: str) -> list[tuple[float, float]]:
    root = ET.fromstring(svg)
    return [
        (float(circle.attrib["cx"]), float(circle.attrib["cy"]))
        for group in root.iter(f"{_SVG}g")
        if group.attrib["class"] == style
        for circle in group.iter(f"{_SVG}circle")
    ]


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("overlays", ["", ALL_FLAGS])
def test_svg_is_sound_and_holds_one_mark_a_stone(text: str, overlays: str) -> None:
    position, shown = drawn(text, overlays)
    svg = svg_of(position, shown)
    root = ET.fromstring(svg)
    assert [child.tag.removeprefix(_SVG) for child in root][:3] == ["title", "desc", "style"]
    assert root.attrib["role"] == "img"
    assert len(circles(svg, "red")) == len(position.red)
    assert len(circles(svg, "blue")) == len(position.blue)
    cells = root.findall(f"{_SVG}g[@class='cell']/{_SVG}path")
    assert len(cells) == len(cells_of(position.board))
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


def test_svg_shows_each_stone_on_its_cell() -> None:
    position, _ = drawn(FIGURE_3)
    centres = centres_of(position.board)
    svg = svg_of(position)
    for colour in Colour:
        expected = [
            (round(centres[cell].x + 4, 1), round(centres[cell].y + 4, 1))
            for cell in cells_of(position.board)
            if cell in position.stones(colour)
        ]
        assert circles(svg, colour.value) == expected


@pytest.mark.parametrize(
    ("overlay", "style", "text"),
    [
        ("names", "name", "e1"),
        ("sizes", "on-red", "3"),
        ("sizes", "on-blue", "3"),
        ("formed", "size", "5"),
        ("legal", "legal", None),
        ("mover", "caption", "Red to move"),
        ("placing=e2", "placed", None),
        ("placing=e2", "red-gone", None),
        ("placing=e2", "cross", None),
        ("last=a1", "last", None),
    ],
)
def test_each_overlay_adds_its_mark(overlay: str, style: str, text: str | None) -> None:
    root = ET.fromstring(svg_of(*drawn(FIGURE_2, overlay)))
    plain = ET.fromstring(svg_of(*drawn(FIGURE_2, "")))
    path = f"{_SVG}g[@class='{style}']"
    assert plain.find(path) is None
    group = root.find(path)
    assert group is not None
    if text is not None:
        assert text in [element.text for element in group]


def test_themes() -> None:
    position, overlays = drawn(FIGURE_2)
    light, dark, auto = (
        svg_of(position, overlays, theme) for theme in (Theme.LIGHT, Theme.DARK, Theme.AUTO)
    )
    assert LIGHT["red"] in light
    assert DARK["red"] not in light
    assert DARK["red"] in dark
    assert LIGHT["red"] not in dark
    before, media, after = auto.partition("@media (prefers-color-scheme:dark)")
    assert LIGHT["red"] in before
    assert media
    assert DARK["red"] in after
    style = ET.fromstring(auto).findtext(f"{_SVG}style") or ""
    rules = re.findall(r"^([^@}{]+)\{", style, re.MULTILINE)
    assert rules
    assert all(rule.strip().startswith(".churn-auto ") for rule in rules)


def test_pictures_are_small_and_the_same_every_time() -> None:
    position, overlays = drawn(FIGURE_2)
    assert svg_of(position, overlays) == svg_of(*drawn(FIGURE_2))
    assert len(svg_of(position)) < 4_000
    assert len(svg_of(large_position(), Overlays(names=True, formed=True, legal=True))) < 60_000


def test_a_text_is_written_so_that_it_is_no_markup() -> None:
    (group,) = ET.fromstring(f"<svg>{elements([Label('name', Point(0, 0), '<&>', 10)])}</svg>")
    assert group[0].text == "<&>"


# PNG ----------------------------------------------------------------------------------------------


def test_png_shows_stones_where_the_svg_does() -> None:
    position, _ = drawn(FIGURE_3)
    image = imread(io.BytesIO(png_of(position, width=724)))
    drawing = drawing_of(scene_of(position, NO_OVERLAYS))
    scale = 724 / drawing.size.x
    assert image.shape[1] == 724
    assert image.shape[0] == pytest.approx(drawing.size.y * scale, abs=1)

    def pixel(x: float, y: float) -> str:
        red, green, blue = (round(255 * float(part)) for part in image[int(y), int(x)][:3])
        return f"#{red:02x}{green:02x}{blue:02x}"

    stones = [shape for shape in drawing.shapes if shape.style in ("red", "blue")]
    assert len(stones) == 15
    for stone in stones:
        assert isinstance(stone, Circle)
        x, y = stone.centre.x * scale, stone.centre.y * scale
        assert pixel(x, y) == LIGHT["red" if stone.style == "red" else "hole"]
        assert pixel(x + 8.5 * scale, y) == LIGHT[stone.style]
    assert pixel(1, 1) == LIGHT["panel"]


def test_png_is_dark_where_asked_and_draws_every_mark() -> None:
    position, overlays = drawn(FIGURE_3, "names sizes placing=d4 mover")
    dark = png_of(position, overlays, Theme.DARK, width=200)
    assert dark != png_of(position, overlays, width=200)
    for overlay in ("names", "sizes", "formed", "legal", "mover", "placing=d4", "last=e1"):
        assert png_of(*drawn(FIGURE_3, overlay), width=200) != png_of(position, width=200)


# Terminal -----------------------------------------------------------------------------------------


def test_text_of_figure_2() -> None:
    assert text_of(*drawn(FIGURE_2, "sizes legal formed mover")).plain.splitlines() == [
        "e      R1 [3]  B3",
        "d    B3  B3  R1  B3",
        "c [3]  R2  B3  5   B3",
        "b    R2  6   R3  R3",
        "a      B2  B2  R3",
        "Red to move",
        "[ ] a legal placement",
        "numbers: on a stone the size of its group,"
        " on an empty cell the size that a placement there would form",
    ]


def test_text_of_a_placement() -> None:
    assert text_of(*drawn(FIGURE_3, "placing=d4 last=e1")).plain.splitlines() == [
        "e     >B<  R   B",
        "d    R   R   B  +R+",
        "c  B   .   B  =R= =R=",
        "b   -R-  .   .   B",
        "a     -R-  B  -R-",
        "+ + being placed, = = in the formed group, - - about to be removed, > < placed last",
    ]


def test_text_has_the_colours_of_the_stones() -> None:
    text = text_of(*drawn("2 r./.b./.. r", "legal"))
    styled = {(str(span.style), text.plain[span.start : span.end].strip()) for span in text.spans}
    assert {("bold red", "R"), ("bold blue", "B"), ("green", "[.]")} <= styled


@pytest.mark.parametrize("sides", ["1", "3", "2-5-3-3-4-4", "1-5-1-1-5-1", "3-4-3-4-3-4"])
def test_text_has_neighbours_half_a_cell_apart(sides: str) -> None:
    board = read_board(sides)
    lines = text_of(starting_position(board), Overlays(names=True)).plain.splitlines()
    columns = {}
    for height, line in enumerate(reversed(lines)):
        assert line[0] == "abcdefghijk"[height]
        for name in re.finditer(r"[a-z]+[0-9]+(?=:\.)", line):
            columns[name[0]] = name.start()
    half = 3
    for cell in cells_of(board):
        for other in neighbours_of(board, cell):
            here, there = (columns[write_cell(board, each)] for each in (cell, other))
            assert abs(here - there) == (half if cell.y != other.y else 2 * half)
    assert len(columns) == len(cells_of(board))


def test_text_has_two_letters_for_the_27th_row() -> None:
    lines = text_of(starting_position(Board((1, 27, 1, 1, 27, 1)))).plain.splitlines()
    assert lines[0].startswith("aa ")
    assert lines[1].startswith("z  ")
    assert len(lines) == 27
