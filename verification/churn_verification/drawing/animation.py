"""Records that play: an animated SVG, or a page with controls. Both need nothing else.

The frames of a film are taken apart into shapes. A shape that is the same in many frames is
written once, with the frames in which it shows; so a film is little larger than its changes.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from itertools import groupby
from typing import TypeAlias

from jinja2 import Environment, StrictUndefined

from churn_spec import Record, write_board
from churn_verification.drawing.counting import counted
from churn_verification.drawing.film import Frame, frames_of
from churn_verification.drawing.palette import STYLES, Theme
from churn_verification.drawing.scene import description, title
from churn_verification.drawing.shapes import Caption, Drawing, Shape, shapes_of, sheet_for
from churn_verification.drawing.svg import document, elements, style_sheet

_MOST_TURNS_OF_SVG = 500
_MOST_TURNS_OF_PAGE = 20_000
_SECONDS_A_FRAME = 1.0
_FRAMES_HELD_AT_THE_END = 4


_Shown: TypeAlias = tuple[int, ...]
"""The numbers of the frames in which a shape shows, rising."""


def animated_svg(record: Record, theme: Theme = Theme.AUTO) -> str:
    """A record as an SVG that plays over and over.

    Where the reader wants no motion, or the viewer knows none, it shows the last position.

    Raises:
        RecordError: a turn is illegal, or there are too many.
    """
    frames = frames_of(record, _MOST_TURNS_OF_SVG)
    captions = [frame.caption for frame in frames]
    parts = _parts(frames, captions)
    moving = sorted({shown for shown in parts.values() if len(shown) < len(frames)})
    names = {shown: f"churn-film-{number}" for number, shown in enumerate(moving)}

    def attributes(shape: Shape) -> str:
        shown = parts[shape]
        if shown not in names:
            return ""
        hidden = "" if shown[-1] == len(frames) - 1 else ' visibility="hidden"'
        return f' class="{names[shown]}"{hidden}'

    style = style_sheet(theme, _styles(parts)) + _animation_rules(names, len(frames))
    return document(_drawing(frames, captions), style, elements(parts, attributes), theme)


def playing_page(record: Record, theme: Theme = Theme.AUTO) -> str:
    """A record as an HTML page with controls: play, step, go to any turn, set the speed.

    Raises:
        RecordError: a turn is illegal, or there are too many.
    """
    frames = frames_of(record, _MOST_TURNS_OF_PAGE)
    captions = [Caption()] * len(frames)
    parts = _parts(frames, captions)
    moving = [shape for shape, shown in parts.items() if len(shown) < len(frames)]
    numbers = {shape: number for number, shape in enumerate(moving)}

    def attributes(shape: Shape) -> str:
        return f' data-part="{numbers[shape]}" visibility="hidden"' if shape in numbers else ""

    style = style_sheet(theme, _styles(parts))
    board = document(_drawing(frames, captions), style, elements(parts, attributes), theme)
    film = {
        "changes": _changes([parts[shape] for shape in moving], len(frames)),
        "captions": [frame.caption.lines for frame in frames],
    }
    template = files(__package__).joinpath("player.html").read_text(encoding="utf-8")
    return (
        Environment(autoescape=True, undefined=StrictUndefined)
        .from_string(template)
        .render(
            heading=f"Churn, board {write_board(frames[0].scene.position.board)}",
            theme=theme.value,
            board=board,
            film=json.dumps(film, separators=(",", ":"), ensure_ascii=False),
            last=len(frames) - 1,
        )
    )


# Parts -------------------------------------------------------------------------------------------


def _parts(frames: Sequence[Frame], captions: Sequence[Caption]) -> dict[Shape, _Shown]:
    """All shapes of a film with the frames in which they show, lowest first."""
    sheet = sheet_for(frames[0].scene.position.board, captions)
    shown: dict[Shape, list[int]] = {}
    for number, (frame, caption) in enumerate(zip(frames, captions, strict=True)):
        for shape in shapes_of(frame.scene, caption, sheet):
            shown.setdefault(shape, []).append(number)
    height = list(STYLES).index
    lowest_first = sorted(shown, key=lambda shape: height(shape.style))
    return {shape: tuple(shown[shape]) for shape in lowest_first}


def _styles(parts: Iterable[Shape]) -> set[str]:
    return {shape.style for shape in parts}


def _changes(moving: Iterable[_Shown], frame_count: int) -> list[list[int]]:
    """For each frame the numbers of the shapes that appear or vanish when it comes."""
    changes: list[list[int]] = [[] for _ in range(frame_count)]
    for number, shown in enumerate(moving):
        for first, end in _runs(shown):
            changes[first].append(number)
            if end < frame_count:
                changes[end].append(number)
    return changes


def _runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """The runs of consecutive numbers, each as its first number and the one after its last."""
    runs = []
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        members = [number for _, number in run]
        runs.append((members[0], members[-1] + 1))
    return runs


# SVG ---------------------------------------------------------------------------------------------


def _drawing(frames: Sequence[Frame], captions: Sequence[Caption]) -> Drawing:
    """Size, name and description of a film; the description is that of its end."""
    last = frames[-1]
    return Drawing(
        size=sheet_for(last.scene.position.board, captions).size,
        title=f"A game of {counted(last.turn, 'turn')}. {title(last.scene)}",
        description=description(last.scene),
        shapes=(),
    )


def _animation_rules(names: Mapping[_Shown, str], frame_count: int) -> str:
    """Rules that show and hide elements, for readers who do not mind motion."""
    length = frame_count - 1 + _FRAMES_HELD_AT_THE_END
    seconds = length * _SECONDS_A_FRAME
    rules = []
    for shown, name in names.items():
        switches = {0: "hidden"}
        for first, end in _runs(shown):
            switches[first] = "visible"
            if end < frame_count:
                switches[end] = "hidden"
        steps = "".join(
            f"{100 * frame / length:.3f}%{{visibility:{state}}}"
            for frame, state in switches.items()
        )
        rules.append(f"@keyframes {name}{{{steps}}}\n")
        rules.append(f".{name}{{animation:{name} {seconds:.1f}s step-end infinite}}\n")
    return f"@media (prefers-reduced-motion:no-preference){{\n{''.join(rules)}}}\n"
