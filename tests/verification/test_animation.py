"""Records that play: at each moment the picture shows what the record says."""

import json
import re
from collections.abc import Callable, Iterator
from xml.etree import ElementTree as ET

import pytest

from churn_spec import (
    Cell,
    Record,
    cells_of,
    is_over,
    legal_placements,
    play,
    read_board,
    read_record,
    starting_position,
)
from churn_verification.drawing.animation import animated_svg, playing_page
from churn_verification.drawing.film import Frame, RecordError, frames_of, games_of
from churn_verification.drawing.palette import Theme
from churn_verification.drawing.shapes import Caption, shapes_of, sheet_for
from churn_verification.drawing.svg import elements

GAME = "2\nb1 b2 a2 a1 c2 c1 b3 b1\n"
"""The turn before the last fills the board, and removes a stone."""


def long_record(turns: int) -> Record:
    """A game that always takes the legal placement nearest to the board's middle."""
    position = start = starting_position(read_board("5"))
    cells = cells_of(start.board)
    taken: list[Cell] = []
    while len(taken) < turns and not is_over(position):
        taken.append(min(legal_placements(position), key=lambda cell: abs(cells.index(cell) - 30)))
        position = play(position, taken[-1])
    return Record(start, tuple(taken))


RECORDS = (read_record(GAME), read_record("2\nb2 swap a1"), long_record(60))


# The film ----------------------------------------------------------------------------------------


def test_frames_tell_turn_placement_removal_and_end() -> None:
    frames = frames_of(read_record(GAME), 100)
    assert [frame.caption.lines[0] for frame in frames] == [
        "start",
        "Red b1 forms 1",
        "Blue b2 forms 1",
        "Red a2 forms 1",
        "Blue a1 forms 2",
        "Red c2 forms 1",
        "Blue c1 forms 3",
        "Red b3 forms 3, removes 1",
        "Red b3 forms 3, removes 1",
        "Blue b1 forms 4. Blue wins 4 : 3",
    ]
    assert [frame.turn for frame in frames] == [0, 1, 2, 3, 4, 5, 6, 7, 7, 8]
    assert frames[6].caption.lines[1:] == ("turn 6 of 8", "Red groups: 1, 1, 1", "Blue groups: 3")
    assert frames[0].caption.lines[2:] == ("Red groups: none", "Blue groups: none")
    before, after = frames[7].scene, frames[8].scene
    assert [spot.removed for spot in before.spots].count(True) == 1
    assert before.overlays.placing == after.overlays.last
    assert after.position == [*games_of(read_record(GAME))][7].position


def test_the_end_is_told_after_the_last_removal() -> None:
    frames = frames_of(read_record("2\nb1 b2 a2 a1 c2 c1 b3"), 100)
    assert [frame.caption.lines[0] for frame in frames[-2:]] == [
        "Red b3 forms 3, removes 1",
        "Red b3 forms 3, removes 1. Blue to move",
    ]


def test_the_swap_has_a_frame_of_its_own() -> None:
    frames = frames_of(read_record("2\nb2 swap a1"), 100)
    assert [frame.caption.lines[0] for frame in frames[1:]] == [
        "Red b2 forms 1",
        "the players change seats",
        "Blue a1 forms 1. Red to move",
    ]
    assert frames[1].scene.position.red == frames[2].scene.position.red


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ("2\nb2 b2", "turn 2, b2: illegal by T1, the cell is occupied; legal: a1 a2 b1"),
        ("1\na1 a1", "turn 2, a1: illegal by E1, the game is over; legal: nothing"),
        ("2\nb2 a1 swap", "turn 3, swap: illegal by S1"),
    ],
)
def test_an_illegal_turn_is_named_with_its_clause(record: str, reason: str) -> None:
    with pytest.raises(RecordError) as refusal:
        animated_svg(read_record(record))
    assert str(refusal.value).startswith(reason)


def test_a_long_list_of_legal_turns_is_cut() -> None:
    with pytest.raises(RecordError, match=r"legal: a1 a2 a3 b1 .* d1 \.\.\.$"):
        frames_of(read_record("3\nc4 c4"), 100)


def test_too_many_turns_are_refused() -> None:
    record = long_record(501)
    with pytest.raises(RecordError, match="501 turns; at most 500"):
        animated_svg(record)


# What is seen ------------------------------------------------------------------------------------


_SVG = "{http://www.w3.org/2000/svg}"
_ADDED = ("class", "visibility", "data-part")

Element = tuple[str, str, tuple[tuple[str, str], ...], str | None]
"""The style of its group, its tag, what places and shapes it, its text."""


def elements_of(svg: str) -> Iterator[tuple[str, ET.Element]]:
    root = ET.fromstring(svg)
    for group in root.iter(f"{_SVG}g"):
        for element in group:
            yield group.attrib["class"], element


def key(style: str, element: ET.Element) -> Element:
    form = {name: value for name, value in element.attrib.items() if name not in _ADDED}
    return style, element.tag, tuple(sorted(form.items())), element.text


def still_pictures(frames: list[Frame], captions: list[Caption]) -> list[frozenset[Element]]:
    """What each frame would show if it were drawn alone."""
    sheet = sheet_for(frames[0].scene.position.board, captions)
    return [
        frozenset(
            key(*each)
            for each in elements_of(
                f'<svg xmlns="http://www.w3.org/2000/svg">'
                f"{elements(shapes_of(frame.scene, caption, sheet))}</svg>"
            )
        )
        for frame, caption in zip(frames, captions, strict=True)
    ]


def states(style_sheet: str, frame_count: int) -> dict[str, list[bool]]:
    """For each animation the frames in which its elements show, from its steps in percent."""
    shown = {}
    for name, steps in re.findall(r"@keyframes (\S+?)\{((?:[\d.]+%\{[^}]*\})+)\}", style_sheet):
        switches = [
            (float(percent), state == "visible")
            for percent, state in re.findall(r"([\d.]+)%\{visibility:(\w+)\}", steps)
        ]
        assert switches == sorted(switches)
        length = frame_count - 1 + 4
        shown[name] = [
            [state for start, state in switches if start <= 100 * (frame + 0.5) / length][-1]
            for frame in range(frame_count)
        ]
    return shown


@pytest.mark.parametrize(
    "record", [read_record(GAME), read_record("2\nb2 swap a1"), long_record(60)]
)
def test_the_animated_svg_shows_each_frame_in_its_time(record: Record) -> None:
    frames = frames_of(record, 100)
    svg = animated_svg(record)
    shown = states(svg, len(frames))
    pictures = [
        frozenset(
            key(style, element)
            for style, element in elements_of(svg)
            if "class" not in element.attrib or shown[element.attrib["class"]][number]
        )
        for number in range(len(frames))
    ]
    assert pictures == still_pictures(frames, [frame.caption for frame in frames])


def test_one_turn_is_one_turn() -> None:
    assert "<title>A game of 1 turn. " in animated_svg(read_record("2\nb2"))


def test_without_motion_the_last_frame_shows() -> None:
    frames = frames_of(read_record(GAME), 100)
    svg = animated_svg(read_record(GAME))
    picture = frozenset(
        key(style, element)
        for style, element in elements_of(svg)
        if element.attrib.get("visibility") != "hidden"
    )
    assert picture == still_pictures(frames, [frame.caption for frame in frames])[-1]
    before, media, animations = svg.partition("@media (prefers-reduced-motion:no-preference)")
    assert media
    assert "animation:" not in before
    assert "animation:" in animations


@pytest.mark.parametrize(
    "record", [read_record(GAME), read_record("2\nb2 swap a1"), long_record(60)]
)
def test_the_page_changes_from_frame_to_frame_what_differs(record: Record) -> None:
    frames = frames_of(record, 100)
    page = playing_page(record)
    svg = page[page.index("<svg") : page.index("</svg>") + len("</svg>")]
    film = json.loads(re.search(r"^const film = (.*);$", page, re.MULTILINE)[1])  # type: ignore[index]
    assert [tuple(lines) for lines in film["captions"]] == [frame.caption.lines for frame in frames]
    showing: set[int] = set()
    pictures = []
    for changed in film["changes"]:
        showing ^= set(changed)
        pictures.append(
            frozenset(
                key(style, element)
                for style, element in elements_of(svg)
                if "data-part" not in element.attrib or int(element.attrib["data-part"]) in showing
            )
        )
    assert pictures == still_pictures(frames, [Caption()] * len(frames))
    assert f'max="{len(frames) - 1}"' in page


@pytest.mark.parametrize("make", [animated_svg, playing_page])
def test_a_hundred_turns_stay_under_a_megabyte_and_need_nothing_else(
    make: Callable[[Record, Theme], str],
) -> None:
    content = make(long_record(100), Theme.DARK)
    assert len(content.encode()) < 1_000_000
    assert "http" not in content.replace("http://www.w3.org/2000/svg", "")
    assert 'class="churn-dark"' in content
    assert "prefers-color-scheme:dark" not in content
