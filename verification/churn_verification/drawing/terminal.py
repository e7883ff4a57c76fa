"""Boards as text: letters for stones, marks for overlays, and colours where there are any.

    e       R   R   .
    d     .   B  [.]  R

The letters and marks say everything; colours only repeat it.
"""

from rich.text import Text

from churn_spec import Colour, Position, rows_of, write_cell
from churn_verification.drawing.overlays import NO_OVERLAYS, Overlays
from churn_verification.drawing.scene import Scene, Spot, headline, scene_of

_LETTERS = {Colour.RED: "R", Colour.BLUE: "B"}
_STONE_STYLES = {Colour.RED: "bold red", Colour.BLUE: "bold blue"}

_MARKS = {
    "legal": ("[]", "a legal placement", "green"),
    "placed": ("++", "being placed", "bold"),
    "formed": ("==", "in the formed group", "yellow"),
    "removed": ("--", "about to be removed", "dim"),
    "last": ("><", "placed last", "bold"),
}
"""Kind of mark to the two characters around a cell, what they mean, and their style."""


def text_of(position: Position, overlays: Overlays = NO_OVERLAYS) -> Text:
    """The board of a position as lines of text, with a legend of the marks and numbers that occur.

    Args:
        position: the position.
        overlays: what is shown besides the stones. Group sizes follow the stone's letter; formed
            sizes stand in the empty cells. Row letters always show.

    Raises:
        OverlayError: the overlays do not fit the position.
    """
    scene = scene_of(position, overlays)
    lines = _board_lines(scene)
    if overlays.mover:
        lines.append(Text(headline(scene)))
    lines.extend(Text(line, style="dim") for line in _legend(scene))
    return Text("\n").join(lines)


def _board_lines(scene: Scene) -> list[Text]:
    """The rows, each shifted by half a cell for each half cell that it lies further right."""
    board = scene.position.board
    spots = {spot.cell: spot for spot in scene.spots}
    contents = {cell: _content(spot) for cell, spot in spots.items()}
    half = (max(map(len, contents.values())) + 3) // 2
    rows = rows_of(board)
    left = min(2 * row[0].x + row[0].y for row in rows)
    letters = [write_cell(board, row[0]).removesuffix("1") for row in rows]
    margin = max(map(len, letters)) + 1
    lines = []
    for row, letter in zip(rows, letters, strict=True):
        indent = half * (2 * row[0].x + row[0].y - left)
        line = Text(letter.ljust(margin) + " " * indent)
        for cell in row:
            line.append_text(_field(spots[cell], contents[cell], 2 * half))
        line.rstrip()
        lines.append(line)
    return lines


def _content(spot: Spot) -> str:
    """What is written in a cell, without its mark."""
    parts = [] if spot.name is None else [f"{spot.name}:"]
    if spot.stone is not None:
        parts.append(_LETTERS[spot.stone])
    if spot.size is not None:
        parts.append(str(spot.size))
    if spot.stone is None and spot.size is None:
        parts.append(".")
    return "".join(parts)


def _field(spot: Spot, content: str, width: int) -> Text:
    """A cell with its mark, in the middle of a field."""
    mark = _mark_of(spot)
    around, _, style = _MARKS[mark] if mark else ("  ", "", "")
    field = Text(around[0] + content + around[1])
    if style:
        field.stylize(style)
    if spot.stone is not None:
        field.stylize(_STONE_STYLES[spot.stone], 1, len(field) - 1)
    before = (width - len(field)) // 2
    return Text(" " * before) + field + Text(" " * (width - len(field) - before))


def _mark_of(spot: Spot) -> str | None:
    """The mark of a cell; a stone being placed is in the formed group too, and says the former."""
    marks = {
        "legal": spot.legal and not spot.placed,
        "placed": spot.placed,
        "formed": spot.formed and not spot.placed,
        "removed": spot.removed,
        "last": spot.last and not (spot.formed or spot.removed),
    }
    return next((mark for mark, holds in marks.items() if holds), None)


def _legend(scene: Scene) -> list[str]:
    present = {_mark_of(spot) for spot in scene.spots}
    marks = ", ".join(
        f"{around[0]} {around[1]} {meaning}"
        for mark, (around, meaning, _) in _MARKS.items()
        if mark in present
    )
    return [line for line in (marks, _meaning_of_numbers(scene)) if line]


def _meaning_of_numbers(scene: Scene) -> str:
    counted = [spot for spot in scene.spots if spot.size is not None]
    meanings = []
    if any(spot.stone is not None for spot in counted):
        meanings.append("on a stone the size of its group")
    if any(spot.stone is None for spot in counted):
        meanings.append("on an empty cell the size that a placement there would form")
    return f"numbers: {', '.join(meanings)}" if meanings else ""
