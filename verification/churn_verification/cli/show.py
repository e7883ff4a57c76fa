"""`churnproof show`: draw a position, or play a record."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from churn_verification.cli.common import (
    PositionType,
    RequestError,
    json_option,
    notice,
    output_path,
    print_json,
    require_ending,
    warn_if_even,
)

if TYPE_CHECKING:
    from churn_spec import Board, Position, Record
    from churn_verification.drawing.overlays import Overlays

_THEMES = ("auto", "light", "dark")
_DEFAULT_OVERLAYS = "legal formed sizes mover"
_MOST_CELLS = 3_000
_MOST_TURNS = 100_000
_MOST_LISTED = 20


@click.command("show")
@click.argument("position", type=PositionType(), required=False)
@click.option(
    "--record",
    "record_path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Show the position at the end of a game record.",
)
@click.option("--svg", "svg_path", type=output_path(), metavar="FILE", help="Write an SVG picture.")
@click.option("--png", "png_path", type=output_path(), metavar="FILE", help="Write a PNG picture.")
@click.option(
    "--animate",
    "film_path",
    type=output_path(),
    metavar="FILE",
    help="Write the game as an animation: FILE.svg, or FILE.html with controls.",
)
@click.option(
    "--overlays",
    "overlays_text",
    default=_DEFAULT_OVERLAYS,
    show_default=True,
    metavar="WORDS",
    help="Show these besides the stones: names, sizes, legal, formed, mover,"
    " placing=CELL (what a stone there would form and remove), last=CELL.",
)
@click.option(
    "--theme",
    "theme_name",
    type=click.Choice(_THEMES, case_sensitive=False),
    default="auto",
    show_default=True,
    help="Choose the colours of pictures; auto follows the reader's system.",
)
@json_option
def command(  # noqa: PLR0913 - one parameter an option
    *,
    position: Position | None,
    record_path: Path | None,
    svg_path: Path | None,
    png_path: Path | None,
    film_path: Path | None,
    overlays_text: str,
    theme_name: str,
    as_json: bool,
) -> None:
    """Draw POSITION with its legal placements, the sizes they form and the stones they remove.

    POSITION is a position in quotes, or a board, which is shown empty. Without --svg, --png or
    --animate, the board is drawn in the terminal.

    Example: churnproof show "3 brb/rrb./b.brr/r..b/rbr r" --overlays "names placing=d4"
    """
    _require_endings(svg_path, png_path, film_path)
    _require_different({"--svg": svg_path, "--png": png_path, "--animate": film_path})
    record = _read_record(record_path) if record_path is not None else None
    shown = _shown_position(position, record)
    overlays = _read_overlays(shown, overlays_text)
    if film_path is not None:
        _write_film(film_path, record, theme_name)
    _write_pictures(svg_path, png_path, shown, overlays, theme_name)
    warn_if_even(shown.board)
    if as_json:
        from churn_verification.drawing.summary import summary_of

        print_json(summary_of(shown))
    elif not (svg_path or png_path or film_path):
        _print_board(shown, overlays)


def _require_endings(svg: Path | None, png: Path | None, film: Path | None) -> None:
    require_ending("--svg", svg, (".svg", ""))
    require_ending("--png", png, (".png", ""))
    require_ending("--animate", film, (".svg", ".html"))


def _require_different(paths: dict[str, Path | None]) -> None:
    """Refuse two pictures in one file, of which only one would be left."""
    from churn_verification.support.files import target_of

    given = [(option, path) for option, path in paths.items() if path is not None]
    for (one, path), (other, same) in combinations(given, 2):
        if target_of(path) == target_of(same):
            raise RequestError(f"{one} and {other} name the same file, {path}")


# What is shown -----------------------------------------------------------------------------------


def _read_record(path: Path) -> Record:
    from churn_spec import NotationError, read_record
    from churn_verification.support.files import read_text

    try:
        return read_record(read_text(path))
    except NotationError as error:
        raise RequestError(f"{path}: {error}") from None


def _shown_position(position: Position | None, record: Record | None) -> Position:
    if position is not None and record is None:
        _require_drawable(position.board)
        return position
    if position is None and record is not None:
        return _end_of(record)
    raise RequestError("give a position, such as '2 .b/r../.. r', or --record FILE")


def _require_drawable(board: Board) -> None:
    from churn_spec import cell_count, write_board

    cells = cell_count(board)
    if cells > _MOST_CELLS:
        raise RequestError(
            f"board {write_board(board)} has {cells:,} cells; at most {_MOST_CELLS:,} are drawn"
        )


def _end_of(record: Record) -> Position:
    from churn_verification.drawing.film import RecordError, games_of

    _require_drawable(record.start.board)
    if len(record.turns) > _MOST_TURNS:
        raise RequestError(f"{len(record.turns):,} turns; at most {_MOST_TURNS:,} are played")
    try:
        *_, last = games_of(record)
    except RecordError as error:
        raise RequestError(str(error)) from None
    return last.position


def _read_overlays(position: Position, text: str) -> Overlays:
    from churn_verification.drawing.overlays import OverlayError, read_overlays
    from churn_verification.drawing.scene import require_fitting

    try:
        overlays = read_overlays(position.board, text)
        require_fitting(position, overlays)
    except OverlayError as error:
        raise RequestError(str(error)) from None
    return overlays


# Where it is shown -------------------------------------------------------------------------------


def _write_film(path: Path, record: Record | None, theme_name: str) -> None:
    from churn_verification.drawing.animation import animated_svg, playing_page
    from churn_verification.drawing.film import RecordError
    from churn_verification.drawing.palette import Theme

    makers = {".svg": animated_svg, ".html": playing_page}
    if record is None:
        raise RequestError("--animate needs the record of a game: --record FILE")
    try:
        content = makers[path.suffix.lower()](record, Theme(theme_name))
    except RecordError as error:
        raise RequestError(f"--animate {path}: {error}") from None
    _write(path, content)


def _write_pictures(
    svg_path: Path | None,
    png_path: Path | None,
    position: Position,
    overlays: Overlays,
    theme_name: str,
) -> None:
    from churn_verification.drawing.palette import Theme

    if svg_path is not None:
        from churn_verification.drawing.svg import svg_of

        _write(svg_path, svg_of(position, overlays, Theme(theme_name)))
    if png_path is not None:
        from churn_verification.drawing.png import png_of

        _write(png_path, png_of(position, overlays, Theme(theme_name)))


def _write(path: Path, content: str | bytes) -> None:
    from churn_verification.support.files import write_atomically

    write_atomically(path, content)
    notice(f"wrote {path}")


def _print_board(position: Position, overlays: Overlays) -> None:
    from rich.console import Console

    from churn_verification.drawing.summary import summary_of
    from churn_verification.drawing.terminal import text_of

    console = Console(highlight=False)
    with console.capture() as captured:
        console.print(text_of(position, overlays), soft_wrap=True)
        for line in _placement_lines(summary_of(position)):
            console.print(line, soft_wrap=True)
    click.echo(captured.get(), nl=False)


def _placement_lines(summary: dict[str, Any]) -> list[str]:
    """What is legal, and for each placement that removes something what that is."""
    legal, removed = summary["legal"], summary["removed"]
    if not legal:
        return []
    lines = [f"legal: {' '.join(legal)} (forming {summary['formed_size']})"]
    removing = [name for name in legal if removed[name]]
    lines += [f"{name} removes {' '.join(removed[name])}" for name in removing[:_MOST_LISTED]]
    if len(removing) > _MOST_LISTED:
        lines.append(f"and {len(removing) - _MOST_LISTED} more placements remove stones")
    return lines
