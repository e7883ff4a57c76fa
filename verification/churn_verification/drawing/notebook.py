"""Pictures that a notebook shows by itself.

`show` makes one of whatever it is handed. After `%load_ext churn_verification.drawing.notebook`
positions, games and small game graphs show themselves.
"""

import html
from typing import TYPE_CHECKING, Any, TypeAlias

from churn_engine import Game as EngineGame
from churn_spec import (
    Board,
    Game,
    Position,
    Record,
    read_position,
    read_start,
    starting_position,
)
from churn_verification.drawing.animation import playing_page
from churn_verification.drawing.overlays import read_overlays
from churn_verification.drawing.palette import Theme
from churn_verification.drawing.png import png_of
from churn_verification.drawing.svg import svg_of
from churn_verification.drawing.terminal import text_of

if TYPE_CHECKING:
    from churn_verification.stategraph.graph import StateGraph

_DEFAULT_OVERLAYS = "names sizes legal mover"


class Picture:
    """A position that a notebook shows as a drawing, and a terminal as text.

    Attributes:
        position: the position.
        overlays: what is shown besides the stones.
        theme: the colours.
    """

    def __init__(
        self, position: Position, overlays: str = _DEFAULT_OVERLAYS, theme: Theme = Theme.AUTO
    ) -> None:
        self.position = position
        self.overlays = read_overlays(position.board, overlays)
        self.theme = theme

    def __repr__(self) -> str:
        return text_of(self.position, self.overlays).plain

    def _repr_svg_(self) -> str:
        return svg_of(self.position, self.overlays, self.theme)

    def png(self) -> bytes:
        """The picture as PNG."""
        return png_of(self.position, self.overlays, self.theme)


class Playback:
    """A record that a notebook shows as a player.

    Attributes:
        record: the record.
        theme: the colours.
    """

    def __init__(self, record: Record, theme: Theme = Theme.AUTO) -> None:
        self.record = record
        self.theme = theme

    def _repr_html_(self) -> str:
        page = html.escape(playing_page(self.record, self.theme))
        return (
            f'<iframe title="A game of Churn" sandbox="allow-scripts" srcdoc="{page}"'
            ' style="width:100%;max-width:44rem;height:40rem;border:0"></iframe>'
        )


Showable: TypeAlias = Position | Game | Board | Record | EngineGame
"""What has a picture: of the specification a position, a game, a board and a record, and of the
engine a game.
"""


def show(
    what: Showable | str,
    overlays: str = _DEFAULT_OVERLAYS,
    theme: Theme = Theme.AUTO,
) -> Picture | Playback:
    """A picture of whatever is handed over, for a notebook.

    Args:
        what: a position or a game; a board, which is shown empty; the text of a position or a
            board; or a record, which plays.
        overlays: what a picture shows besides the stones, as `read_overlays` reads it.
        theme: the colours; `AUTO` follows the reader's system.

    Raises:
        TypeError: what is handed over has no picture.
        NotationError: the text is neither a position's nor a board's.
        OverlayError: the overlays cannot be read or name no cell of the board.
    """
    if isinstance(what, Record):
        return Playback(what, theme)
    return Picture(_position_of(what), overlays, theme)


def _position_of(what: Position | Game | Board | EngineGame | str) -> Position:
    match what:
        case Position():
            return what
        case Game():
            return what.position
        case Board():
            return starting_position(what)
        case EngineGame():
            return read_position(str(what.position))
        case str():
            return read_start(what)
    raise TypeError(
        f"cannot show {type(what).__name__}; expected a position, a game, a board, a record, or the"
        " text of a position or a board"
    )


_GRAPH = ("churn_verification.stategraph.graph", "StateGraph")
"""By name, so that whoever shows positions does not load what builds graphs."""


def load_ipython_extension(shell: Any) -> None:
    """Let a notebook show positions, games, boards, records and game graphs by themselves.

    IPython calls this on `%load_ext churn_verification.drawing.notebook`.
    """
    formatters = shell.display_formatter.formatters
    for kind in (Position, Game, Board, EngineGame):
        formatters["image/svg+xml"].for_type(kind, _svg_of)
    formatters["image/svg+xml"].for_type_by_name(*_GRAPH, _svg_of_graph)
    formatters["text/html"].for_type(Record, _html_of)


def _svg_of(what: Position | Game | Board | EngineGame) -> str:
    return Picture(_position_of(what))._repr_svg_()


def _html_of(record: Record) -> str:
    return Playback(record)._repr_html_()


def _svg_of_graph(graph: "StateGraph") -> str | None:
    """The picture of a graph, or None where it has too many states to be drawn."""
    from churn_verification.stategraph.picture import MOST_STATES, picture_of  # noqa: PLC0415

    return picture_of(graph, "svg").decode() if len(graph) <= MOST_STATES else None
