"""Pictures of positions: what they show, where, and in which colours."""

from collections import Counter

import pytest
from tests.verification.drawing_samples import FIGURE_2, FIGURE_3, POSITIONS, drawn

from churn_spec import (
    Cell,
    Colour,
    Position,
    cells_of,
    formed_group,
    groups,
    legal_placements,
    neighbours_of,
    read_board,
    read_cell,
    read_position,
    starting_position,
)
from churn_verification.drawing.layout import CELL_WIDTH, centres_of
from churn_verification.drawing.overlays import OverlayError, Overlays
from churn_verification.drawing.palette import DARK, LIGHT, STYLES
from churn_verification.drawing.scene import description, headline, names_of, scene_of
from churn_verification.drawing.shapes import Circle, Label, Line, Polygon, drawing_of
from churn_verification.drawing.svg import svg_of
from churn_verification.judge.figures import Figure, figures

# The scene ----------------------------------------------------------------------------------------


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
        ("placing=a1", "placing: a1 is occupied"),
        ("last=e2", "last: there is no stone on e2"),
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


def test_a_legal_placed_stone_lies_on_yellow_as_the_group_that_it_forms() -> None:
    position, overlays = drawn(FIGURE_3, "legal placing=d4")
    shapes = drawing_of(scene_of(position, overlays)).shapes
    marked = Counter(shape.style for shape in shapes if isinstance(shape, Polygon))
    legal = len(legal_placements(position))
    assert (marked["formed"], marked["legal"], marked["legal-frame"]) == (3, legal - 1, 1)
    assert STYLES["legal-frame"].fill is None


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


def test_names_are_in_the_order_of_names() -> None:
    board = read_board("2")
    assert names_of(board, cells_of(board)) == ["a1", "a2", "b1", "b2", "b3", "c1", "c2"]
    assert names_of(board, legal_placements(read_position("2 ../rb./.. r"))) == ["a2", "b3", "c2"]


# The drawing --------------------------------------------------------------------------------------


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
            if other in neighbours_of(board, cell):
                assert apart == pytest.approx(CELL_WIDTH)  # side by side in all six directions
            elif other != cell:
                assert apart > 1.5 * CELL_WIDTH


# Colours ------------------------------------------------------------------------------------------


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


def test_the_ring_of_a_stone_that_is_being_placed_leaves_its_name_free() -> None:
    position = read_position(FIGURE_3)
    overlays = Overlays(names=True, placing=read_cell(position.board, "d4"))
    shapes = drawing_of(scene_of(position, overlays)).shapes
    (ring,) = (each for each in shapes if isinstance(each, Circle) and each.style == "placed")
    (name,) = (each for each in shapes if isinstance(each, Label) and each.text == "d4")
    lowest = ring.centre.y + ring.radius + STYLES["placed"].width / 2
    ascender = 0.41 * name.height  # above the middle, in fonts such as DejaVu
    assert lowest < name.centre.y - ascender
