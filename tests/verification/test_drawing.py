"""Pictures of positions: what they show, where, and in which colours."""

import io
import re
from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from matplotlib.image import imread

from churn_engine import Game as EngineGame
from churn_engine.notation import parse_board
from churn_spec import (
    Board,
    Cell,
    Colour,
    Game,
    Position,
    Record,
    cells_of,
    formed_group,
    groups,
    legal_placements,
    neighbours_of,
    new_game,
    read_board,
    read_cell,
    read_position,
    read_record,
    starting_position,
    write_cell,
)
from churn_verification.comparison.figures import Figure, figures
from churn_verification.drawing.layout import CELL_RADIUS, Point, centres_of
from churn_verification.drawing.notebook import (
    Picture,
    Playback,
    load_ipython_extension,
    show,
)
from churn_verification.drawing.overlays import NO_OVERLAYS, OverlayError, Overlays, read_overlays
from churn_verification.drawing.palette import DARK, LIGHT, STYLES, Theme
from churn_verification.drawing.png import png_of
from churn_verification.drawing.scene import description, headline, names_of, scene_of
from churn_verification.drawing.shapes import Circle, Label, Line, Polygon, drawing_of
from churn_verification.drawing.svg import elements, svg_of
from churn_verification.drawing.terminal import text_of
from churn_verification.stategraph.graph import StateGraph, build_graph
from churn_verification.stategraph.picture import picture_of

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


# The scene ---------------------------------------------------------------------------------------


def marked(position: Position, overlays: Overlays, mark: str) -> list[str]:
    spots = scene_of(position, overlays).spots
    return names_of(position.board, [spot.cell for spot in spots if getattr(spot, mark)])


@pytest.mark.parametrize("figure", figures(), ids=lambda figure: f"figure-{figure.figure}")
def test_marks_are_those_of_the_figures(figure: Figure) -> None:
    position = read_position(figure.position)
    if figure.play is None:
        overlays = Overlays(legal=True, formed=True)
        assert marked(position, overlays, "legal") == figure.legal
    else:
        overlays = Overlays(placing=read_cell(position.board, figure.play))
        assert marked(position, overlays, "removed") == figure.removed
        assert marked(position, overlays, "placed") == [figure.play]
    if figure.formed_sizes_of_all_empty_cells:
        sizes = [spot.size for spot in scene_of(position, overlays).spots if spot.size]
        assert sorted(sizes) == figure.formed_sizes_of_all_empty_cells


def test_sizes_are_those_of_the_groups_and_after_a_placement_of_the_formed_one() -> None:
    position, overlays = drawn(FIGURE_3, "sizes placing=d4")
    sizes = {spot.cell: spot.size for spot in scene_of(position, overlays).spots}
    formed = formed_group(position, read_cell(position.board, "d4"))
    for colour in Colour:
        for group in groups(position.board, position.stones(colour)):
            if not group & formed:
                assert {sizes[cell] for cell in group} == {len(group)}
    assert {sizes[cell] for cell in formed} == {3}
    assert marked(position, overlays, "formed") == ["c4", "c5", "d4"]
    assert sizes[read_cell(position.board, "c2")] is None


@pytest.mark.parametrize(
    ("overlays", "reason"),
    [
        ("placing=a1", "placing: the cell is occupied"),
        ("last=e2", "last: there is no stone"),
        ("placing=f1", "overlay 'placing=f1', cell 'f1': board 3 has cells a1 to e3"),
        ("names,big", "overlay 'big': expected some of names, sizes, legal, formed, mover"),
        ("names=a1", "overlay 'names=a1': expected"),
        ("placing", "overlay 'placing': expected"),
    ],
)
def test_overlays_that_do_not_fit_are_refused_with_the_reason(overlays: str, reason: str) -> None:
    with pytest.raises(OverlayError) as refusal:
        svg_of(*drawn(FIGURE_2, overlays))
    assert str(refusal.value).startswith(reason)


def test_placing_off_the_board_is_refused() -> None:
    with pytest.raises(OverlayError, match="off the board"):
        svg_of(starting_position(read_board("2")), Overlays(placing=Cell(9, 9)))


@pytest.mark.parametrize(
    ("text", "overlays", "expected"),
    [
        ("2 ../.../.. r", "", "Red to move"),
        ("2 ../.r./.. b swap", "", "Blue to move, or swap"),
        (FIGURE_3, "placing=d4", "Red d4 forms 3"),
        ("1 r b", "", "Red wins 1 : 0"),
        ("2 br/bbr/br r", "", "Blue wins 4 : 3"),
        ("2-1-1-2-1-1 rb r", "", "Tie 1 : 1"),
    ],
)
def test_headline(text: str, overlays: str, expected: str) -> None:
    assert headline(scene_of(*drawn(text, overlays))) == expected


def test_description_names_all_that_is_to_be_seen() -> None:
    assert description(scene_of(*drawn(FIGURE_3, "placing=d4 last=e1"))) == (
        "Red stones: a1 a3 b1 c4 c5 d1 d2 e2. Blue stones: a2 b4 c1 c3 d3 e1 e3."
        " Being placed: d4. Forming one group: c4 c5 d4. About to be removed: a1 a3 b1."
        " Placed last: e1."
    )
    assert description(scene_of(*drawn("2-1-1-2-1-1 .. r", "legal"))) == (
        "Red stones: none. Blue stones: none. Legal placements: a1 a2."
    )


# The drawing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", POSITIONS)
def test_nothing_is_drawn_beyond_the_edge(text: str) -> None:
    drawing = drawing_of(scene_of(*drawn(text)))
    xs, ys = [], []
    for shape in drawing.shapes:
        match shape:
            case Polygon(_, corners):
                points, reach_x, reach_y = corners, 0.0, 0.0
            case Circle(_, centre, radius):
                points, reach_x, reach_y = (centre,), radius, radius
            case Line(_, start, end):
                points, reach_x, reach_y = (start, end), 0.0, 0.0
            case Label(_, centre, label, height):
                points, reach_x, reach_y = (centre,), 0.3 * height * len(label), height / 2
        xs += [point.x + side * reach_x for point in points for side in (-1, 1)]
        ys += [point.y + side * reach_y for point in points for side in (-1, 1)]
    assert min(xs) >= 0
    assert min(ys) >= 0
    assert max(xs) <= drawing.size.x
    assert max(ys) <= drawing.size.y


@pytest.mark.parametrize("sides", ["1", "3", "2-5-3-3-4-4", "5-1-1-5-1-1", "3-4-3-4-3-4"])
def test_neighbours_and_no_others_touch(sides: str) -> None:
    board = read_board(sides)
    centres = centres_of(board)
    for cell in cells_of(board):
        for other in cells_of(board):
            apart = (
                (centres[cell].x - centres[other].x) ** 2
                + (centres[cell].y - centres[other].y) ** 2
            ) ** 0.5
            touching = 0.1 < apart < 1.01 * CELL_RADIUS * 3**0.5
            assert touching == (other in neighbours_of(board, cell))


# SVG ---------------------------------------------------------------------------------------------

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


# Colours -----------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """Relative luminance as the WCAG define it."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("mark", "ground", "least"),
    [
        ("on-red", "red", 4.5),
        ("ink", "hole", 4.5),
        ("ink", "panel", 4.5),
        ("ink", "legal", 4.5),
        ("faint", "cell", 4.5),
        ("faint", "formed", 3.9),
        ("red", "cell", 3),
        ("blue", "cell", 3),
        ("blue", "hole", 3),
        ("red", "formed", 2.4),
        ("blue", "formed", 2.4),
        ("ink", "cell", 3),
        ("legal-line", "cell", 3),
    ],
)
def test_marks_stand_out(colours: dict[str, str], mark: str, ground: str, least: float) -> None:
    assert contrast(colours[mark], colours[ground]) >= least


def test_red_and_blue_differ_without_colours() -> None:
    full, ring = STYLES["red"], STYLES["blue"]
    assert full.fill == "red"
    assert full.stroke is None
    assert ring.fill == "hole"
    assert ring.stroke == "blue"
    for colours in (LIGHT, DARK):
        assert contrast(colours["red"], colours["hole"]) > 4


# PNG ---------------------------------------------------------------------------------------------


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


# Terminal ----------------------------------------------------------------------------------------


def test_text_of_figure_2() -> None:
    assert text_of(*drawn(FIGURE_2, "sizes legal formed mover")).plain.splitlines() == [
        "e      R1 [3]  B3",
        "d    B3  B3  R1  B3",
        "c [3]  R2  B3  5   B3",
        "b    R2  6   R3  R3",
        "a      B2  B2  R3",
        "Red to move",
        "[ ] a legal placement",
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


# Notebooks ---------------------------------------------------------------------------------------


def test_a_notebook_shows_whatever_it_is_handed() -> None:
    board = read_board("2")
    start = starting_position(board)
    for what in (start, new_game(board), board, EngineGame.from_text("2"), "2", "2 ../.../.. r"):
        picture = show(what)
        assert isinstance(picture, Picture)
        assert picture._repr_svg_() == svg_of(
            start, read_overlays(board, "names sizes legal mover")
        )
        assert repr(picture) == text_of(start, picture.overlays).plain
        assert picture.png().startswith(b"\x89PNG")
    playback = show(read_record("2\nb1 b2 a2"))
    assert isinstance(playback, Playback)
    assert re.match(
        r'<iframe [^>]*sandbox="allow-scripts" srcdoc="&lt;!doctype', playback._repr_html_()
    )


class Formatters(dict[type, Callable[[Any], object]]):
    """What IPython keeps for one kind of display, as far as it matters here."""

    def for_type(self, kind: type, function: Callable[[Any], object]) -> None:
        self[kind] = function

    def for_type_by_name(self, room: str, name: str, function: Callable[[Any], object]) -> None:
        self[getattr(import_module(room), name)] = function


def test_in_ipython_positions_games_and_records_show_themselves() -> None:
    formatters = {"image/svg+xml": Formatters(), "text/html": Formatters()}
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    load_ipython_extension(shell)
    for text in ("2 ../.r./.. b swap", "2 br/bbr/br r"):
        position = read_position(text)
        expected = show(text)
        assert isinstance(expected, Picture)
        for what in (position, Game(position), EngineGame.from_text(text)):
            assert formatters["image/svg+xml"][type(what)](what) == expected._repr_svg_()
    start = starting_position(read_board("2"))
    assert formatters["image/svg+xml"][Board](start.board) == show(start)._repr_svg_()  # type: ignore[union-attr]
    record = Record(start, ())
    assert formatters["text/html"][Record](record) == Playback(record)._repr_html_()


def test_in_ipython_small_game_graphs_show_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    formatters = {"image/svg+xml": Formatters(), "text/html": Formatters()}
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    load_ipython_extension(shell)
    graph = build_graph(parse_board("2"))
    shown = formatters["image/svg+xml"][StateGraph](graph)
    assert shown == picture_of(graph, "svg").decode()
    monkeypatch.setattr("churn_verification.stategraph.picture.MOST_STATES", len(graph) - 1)
    assert formatters["image/svg+xml"][StateGraph](graph) is None


def test_a_text_is_written_so_that_it_is_no_markup() -> None:
    (group,) = ET.fromstring(f"<svg>{elements([Label('name', Point(0, 0), '<&>', 10)])}</svg>")
    assert group[0].text == "<&>"


def test_names_are_in_the_order_of_names() -> None:
    board = read_board("2")
    assert names_of(board, cells_of(board)) == ["a1", "a2", "b1", "b2", "b3", "c1", "c2"]
    assert names_of(board, legal_placements(read_position("2 ../rb./.. r"))) == ["a2", "b3", "c2"]
