"""Pictures that a notebook shows by itself.

`show` makes one of whatever it is handed. After `import churnproof`, or
`%load_ext churn_verification.drawing.notebook`, values of the specification and of the engine show
themselves too.
"""

import html
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

from churn_engine import Board as EngineBoard
from churn_engine import Game as EngineGame
from churn_engine import Position as EnginePosition
from churn_spec import (
    Board,
    Game,
    Position,
    Record,
    read_start,
    starting_position,
)
from churn_verification.drawing.animation import animated_svg, playing_page
from churn_verification.drawing.counting import counted
from churn_verification.drawing.overlays import read_overlays
from churn_verification.drawing.palette import Theme
from churn_verification.drawing.png import png_of
from churn_verification.drawing.svg import svg_of
from churn_verification.drawing.terminal import text_of
from churn_verification.support.files import write_atomically

if TYPE_CHECKING:
    from churn_verification.stategraph.graph import StateGraph

DEFAULT_OVERLAYS = "names sizes legal mover"


class Picture:
    """A position that a notebook shows as a drawing, and a terminal as text.

    Attributes:
        position: the position.
        overlays: what is shown besides the stones.
        theme: the colours.
    """

    def __init__(
        self, position: Position, overlays: str = DEFAULT_OVERLAYS, theme: Theme = Theme.AUTO
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

    def save(self, path: str | Path) -> None:
        """Write the picture to a file, .svg or .png.

        Raises:
            ValueError: the file has another ending.
        """
        _save(path, {".svg": self._repr_svg_, ".png": self.png})


class Playback:
    """A record that a notebook shows as a player.

    Attributes:
        record: the record.
        theme: the colours.
    """

    def __init__(self, record: Record, theme: Theme = Theme.AUTO) -> None:
        self.record = record
        self.theme = theme

    def __repr__(self) -> str:
        return f"<Playback of {counted(len(self.record.turns), 'turn')}>"

    def _repr_html_(self) -> str:
        return framed(playing_page(self.record, self.theme), "A game of Churn", scripts=True)

    def save(self, path: str | Path) -> None:
        """Write the game to a file: an animation as .svg, a page with controls as .html.

        Raises:
            ValueError: the file has another ending.
        """
        makers = {".svg": animated_svg, ".html": playing_page}
        _save(path, {end: partial(maker, self.record, self.theme) for end, maker in makers.items()})


def _save(path: str | Path, makers: Mapping[str, Callable[[], str | bytes]]) -> None:
    file = Path(path)
    if file.suffix.lower() not in makers:
        known = " or ".join(makers)
        raise ValueError(f"cannot write {file}: expected a name that ends in {known}")
    write_atomically(file, makers[file.suffix.lower()]())


def framed(page: str, title: str, *, scripts: bool) -> str:
    """A whole page inside a notebook, which it can neither read nor change.

    Args:
        page: the page, as HTML.
        title: what screen readers call it.
        scripts: whether its own scripts may run.
    """
    allowed = "allow-scripts" if scripts else ""
    return (
        f'<iframe title="{title}" sandbox="{allowed}" srcdoc="{html.escape(page)}"'
        ' style="width:100%;max-width:44rem;height:40rem;border:0"></iframe>'
    )


Placed: TypeAlias = Position | Game | Board | EnginePosition | EngineGame | EngineBoard
"""What has a position: positions, games and boards of the specification and of the engine."""

Showable: TypeAlias = Placed | Record
"""What has a picture."""


def show(
    what: Showable | str,
    overlays: str = DEFAULT_OVERLAYS,
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
    return Picture(position_of(what), overlays, theme)


def position_of(what: Placed | str) -> Position:
    """The position that something has: its own, or the starting position of a board.

    Raises:
        TypeError: it has none.
        NotationError: the text is neither a position's nor a board's.
    """
    match what:
        case Position():
            return what
        case Game() | EngineGame():
            return position_of(what.position)
        case Board():
            return starting_position(what)
        case EnginePosition() | EngineBoard() | str():
            return read_start(str(what))
    raise TypeError(
        f"expected a position, a game, a board, or the text of a position or a board, not"
        f" {type(what).__name__} {what!r}"
    )


_GRAPH = ("churn_verification.stategraph.graph", "StateGraph")
"""By name, so that whoever shows positions does not load what builds graphs."""


def load_ipython_extension(shell: Any) -> None:
    """Let a notebook show positions, games, boards, records and game graphs by themselves.

    IPython calls this on `%load_ext churn_verification.drawing.notebook`.
    """
    formatters = shell.display_formatter.formatters
    for kind in get_args(Placed):
        formatters["image/svg+xml"].for_type(kind, _svg_of)
    formatters["image/svg+xml"].for_type_by_name(*_GRAPH, svg_of_graph)
    formatters["text/html"].for_type(Record, _html_of)


def _svg_of(what: Placed) -> str:
    return Picture(position_of(what))._repr_svg_()


def _html_of(record: Record) -> str:
    return Playback(record)._repr_html_()


def svg_of_graph(graph: "StateGraph") -> str | None:
    """The picture of a graph, or None where it has too many states to be drawn."""
    from churn_verification.stategraph.picture import MOST_STATES, picture_of  # noqa: PLC0415

    return picture_of(graph, "svg").decode() if len(graph) <= MOST_STATES else None
