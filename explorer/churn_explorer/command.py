"""`churnproof explore`: look at positions, play them, and see what is known of them."""

from __future__ import annotations

import shlex
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

import rich_click as click

from churn_spec import (
    Position,
    cells_of,
    regular_board,
    starting_position,
    write_board,
)
from churn_verification.cli.common import (
    PositionType,
    RequestError,
    SurroundingsError,
    WholeNumber,
    notice,
    warn_if_even,
)

if TYPE_CHECKING:
    import socket

    from churn_explorer.solutions import Solutions


class CommandType(click.ParamType[tuple[str, ...]]):
    """A command with its arguments in one text, quoted as in a shell; no shell runs it."""

    name = "command"

    def convert(
        self,
        value: str | tuple[str, ...],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[str, ...]:
        """Take a command apart, or refuse with the reason."""
        if isinstance(value, tuple):
            return value
        try:
            words = tuple(shlex.split(value))
        except ValueError as error:
            self.fail(f"{value!r}: {error}", param, ctx)
        if not words:
            self.fail("expected a command, such as 'node adapter.js'", param, ctx)
        return words


@click.command("explore")
@click.argument("sides", type=PositionType(), default=lambda: starting_position(regular_board(3)))
@click.argument("position", type=PositionType(), required=False)
@click.option(
    "--port", type=WholeNumber(0, 65535), help="Listen on this port; 0 chooses a free one."
)
@click.option("--no-browser", is_flag=True, help="Print the address and do not open a browser.")
@click.option(
    "--adapter",
    type=CommandType(),
    help="Also compare this implementation on each turn, e.g. 'node adapter.js'.",
)
@click.option(
    "--tablebase",
    type=click.Path(file_okay=False, path_type=Path),
    help="Use this tablebase; if it does not exist, the page can make it.",
)
def command(  # noqa: PLR0913, PLR0917 - one argument an option
    sides: Position,
    position: Position | None,
    port: int | None,
    no_browser: bool,
    adapter: tuple[str, ...] | None,
    tablebase: Path | None,
) -> None:
    """Explore a board in the browser, on this machine only.

    SIDES is a board such as 3 or 3-4-3-4-3-4. To start from a position, give it instead or after
    SIDES, in quotes: "3 rr./.b.r/r.b.b/r.../bb. r".

    The page shows which turns are legal and why, plays against you, shows who wins on solved
    boards, draws the game graph around a position, and compares implementations.

    Example: churnproof explore 3
    """
    from churn_explorer.answers import Answers
    from churn_explorer.checking import Checker
    from churn_explorer.guard import Keys
    from churn_explorer.limits import MOST_CELLS
    from churn_explorer.serving import address_of, serve
    from churn_verification.links import fragment_of

    start = position or sides
    board = write_board(start.board)
    if start.board != sides.board:
        raise RequestError(f"the position is on board {board}, not on {write_board(sides.board)}")
    if len(cells_of(start.board)) > MOST_CELLS:
        raise RequestError(f"board {board}: the page shows at most {MOST_CELLS:,} cells")
    if adapter and which(adapter[0]) is None:
        raise SurroundingsError(f"cannot start the adapter: no program {adapter[0]!r} is found")
    warn_if_even(start.board)
    answers = Answers(_solutions(tablebase), Checker(adapter or ()), start)
    with _listener(port) as listener:
        keys, fragment = Keys(), fragment_of(start)
        click.echo(address_of(listener, f"{keys.lasting}/", fragment))
        notice("stop with Ctrl-C")
        opened = None if no_browser else address_of(listener, keys.once, fragment)
        serve(answers, listener, keys, opened)


def _solutions(tablebase: Path | None) -> Solutions:
    from platformdirs import user_cache_path

    from churn_engine.solver.container import StorageError
    from churn_explorer.solutions import Solutions

    try:
        return Solutions(user_cache_path("churnproof"), tablebase)
    except StorageError as error:
        raise SurroundingsError(str(error)) from None


def _listener(port: int | None) -> socket.socket:
    from churn_explorer.serving import PortError, listen
    from churn_verification.links import USUAL_PORT

    try:
        return listen(USUAL_PORT if port is None else port)
    except PortError as error:
        if port is not None:
            raise SurroundingsError(str(error)) from None
        notice(f"{error}; taking another")
        return listen(0)
