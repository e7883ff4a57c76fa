"""`churnproof explore`: look at positions, play them, and see what is known of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

from churn_spec import Board, Position, regular_board, starting_position, write_board
from churn_verification.cli.common import (
    BoardType,
    PositionType,
    RequestError,
    SurroundingsError,
    notice,
    warn_if_even,
)

if TYPE_CHECKING:
    import socket


@click.command()
@click.argument("sides", type=BoardType(), default=lambda: regular_board(3))
@click.argument("position", type=PositionType(), required=False)
@click.option("--port", type=click.IntRange(0, 65535), help="The port; 0 takes any that is free.")
@click.option("--no-browser", is_flag=True, help="Only print the address; open no browser.")
def command(sides: Board, position: Position | None, port: int | None, no_browser: bool) -> None:
    """Explore a board in the browser, on this machine only.

    SIDES is a board, as 3 or 3-4-3-4-3-4; POSITION a text in quotes, as "3 rr./.b.r/r.b.b/r.../bb.
    r". The page shows what is legal and why, plays, and says who wins where the board is solved.

    Example: churnproof explore 3
    """
    from churn_verification.explorer.answers import Answers
    from churn_verification.explorer.links import fragment_of
    from churn_verification.explorer.serving import address_of, serve

    start = position or starting_position(sides)
    if start.board != sides:
        raise RequestError(
            f"the position is on board {write_board(start.board)}, not on {write_board(sides)}"
        )
    warn_if_even(sides)
    with _listener(port) as listener:
        address = address_of(listener, fragment_of(start))
        click.echo(address)
        notice("stop with Ctrl-C")
        serve(Answers(), listener, None if no_browser else address)


def _listener(port: int | None) -> socket.socket:
    from churn_verification.explorer.serving import USUAL_PORT, PortError, listen

    try:
        return listen(USUAL_PORT if port is None else port)
    except PortError as error:
        if port is not None:
            raise SurroundingsError(str(error)) from None
        notice(f"{error}; taking another")
        return listen(0)
