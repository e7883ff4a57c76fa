"""Counterexamples to look at: the position in which one tells, drawn, and the way there."""

from collections.abc import Collection

from rich.text import Text

import churn_spec as spec
from churn_verification.drawing.overlays import Overlays
from churn_verification.drawing.palette import STYLES, Theme
from churn_verification.drawing.scene import scene_of
from churn_verification.drawing.shapes import drawing_of
from churn_verification.drawing.svg import document, elements, style_sheet
from churn_verification.drawing.terminal import text_of
from churn_verification.players import UNDO
from churn_verification.results import Counterexample

MOST_CELLS_DRAWN = 400
"""Larger boards are given as text."""

MOST_TURNS_SHOWN = 40
"""Of a longer way to a position the end is shown."""


def telling_moment(case: Counterexample) -> tuple[spec.Position, spec.Cell | None] | None:
    """The position before the last turn, or the placement asked about, and the cell that it takes.

    Where the specification cannot follow the turns, or there are none, it is the position that the
    case begins from, and no cell. `caption_of` says which position it is.

    Returns:
        The position and the cell; None where the case begins from no position.
    """
    if case.position is None:
        return None
    start = spec.read_position(case.position)
    turns = case.turns if case.placement is None else (*case.turns, case.placement)
    if not turns:
        return start, None
    try:
        positions = [start]
        for text in turns[:-1]:
            if text == UNDO:
                positions.pop()
            else:
                turn = spec.read_turn(start.board, text)
                positions.append(spec.play(positions[-1], turn))
        before = positions[-1]
    except (spec.NotationError, spec.IllegalTurn, IndexError):
        return start, None
    try:
        last = spec.read_turn(start.board, turns[-1])
    except spec.NotationError:
        return before, None
    free = spec.empty_cells(before)
    return before, last if isinstance(last, spec.Cell) and last in free else None


def caption_of(case: Counterexample) -> str | None:
    """Which position is drawn, where turns follow the one that the case begins from; else None."""
    moment = telling_moment(case)
    turns = case.turns if case.placement is None else (*case.turns, case.placement)
    if moment is None or case.position is None or not turns:
        return None
    if len(turns) > 1 and moment == (spec.read_position(case.position), None):
        return "before these turns:"
    return f"before {turns[-1]}:"


def picture_of(case: Counterexample) -> str | None:
    """The moment at which a case tells as SVG without styles of its own; None for large boards."""
    moment = telling_moment(case)
    if moment is None or spec.cell_count(moment[0].board) > MOST_CELLS_DRAWN:
        return None
    position, cell = moment
    overlays = Overlays(names=True, sizes=True, legal=True, mover=True, placing=cell)
    drawing = drawing_of(scene_of(position, overlays))
    picture = document(drawing, "", elements(drawing.shapes), Theme.AUTO)
    return picture.replace("<style>\n</style>\n", "")


def text_picture_of(case: Counterexample) -> Text | None:
    """The moment at which a case tells as lines of text, captioned; None for large boards."""
    moment = telling_moment(case)
    if moment is None or spec.cell_count(moment[0].board) > MOST_CELLS_DRAWN:
        return None
    position, cell = moment
    caption = caption_of(case)
    drawn = text_of(position, Overlays(mover=True, placing=cell))
    return drawn if caption is None else Text(f"{caption}\n").append_text(drawn)


def picture_styles() -> str:
    """The style sheet that all pictures of a page share; in print they are light."""
    styles = style_sheet(Theme.AUTO, STYLES.keys())
    return styles.replace("@media (prefers", "@media screen and (prefers")


def turns_text(turns: Collection[str]) -> str:
    """The turns of a case, the end of them where there are many."""
    left_out = len(turns) - MOST_TURNS_SHOWN
    shown = " ".join(list(turns)[-MOST_TURNS_SHOWN:])
    return f"({left_out:,} before) {shown}" if left_out > 0 else shown
