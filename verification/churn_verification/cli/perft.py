"""`churnproof perft`: count turn sequences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

from churn_verification.cli.common import (
    BoardType,
    PositionType,
    RequestError,
    WholeNumber,
    json_option,
    print_json,
    warn_if_even,
)

if TYPE_CHECKING:
    from churn_spec import Board, Position

_GREATEST_DEPTH = 100
_MOST_SEQUENCES = 10**9


@click.command("perft")
@click.argument("sides", type=BoardType())
@click.option(
    "--depth",
    type=WholeNumber(0, _GREATEST_DEPTH),
    default=3,
    show_default=True,
    help="Count sequences of up to this many turns.",
)
@click.option(
    "--position", type=PositionType(), help="Count from this position instead of the empty board."
)
@click.option("--divide", "by_turn", is_flag=True, help="Also show the count for each first turn.")
@click.option("--force", is_flag=True, help="Start even if counting will take very long.")
@json_option
def command(  # noqa: PLR0913 - the options of the command
    *,
    sides: Board,
    depth: int,
    position: Position | None,
    by_turn: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Count the turn sequences of each length up to a depth, the swap included.

    It ends before a length of which there are more than a thousand million, going by the growth
    so far, unless --force is given.

    Example: churnproof perft 3 --depth 4 --divide
    """
    from churn_spec import starting_position, write_board

    if position is not None and position.board != sides:
        raise RequestError(
            f"the position is on board {write_board(position.board)}, not on {write_board(sides)}"
        )
    if by_turn and not depth:
        raise RequestError("--divide needs a depth of at least 1")
    warn_if_even(sides)
    start = position or starting_position(sides)
    counts: list[int] = []
    division: dict[str, int] = {}
    for length in range(depth + 1):
        if not force:
            _require_few(counts)
        division = _divided(start, length)
        counts.append(sum(division.values()) if length else 1)
        if not as_json:  # told at once: the next length takes many times as long
            click.echo(f"perft({length}) = {counts[-1]}")
    if as_json:
        print_json({"perft": counts, "divide": division if by_turn else None})
    elif by_turn:
        for turn, count in division.items():
            click.echo(f"{turn}: {count}")


def _require_few(counts: list[int]) -> None:
    """Refuse a length that would take for ever: it grows as it grew the last time.

    Raises:
        RequestError: there are too many.
    """
    if len(counts) > 1 and counts[-2]:
        expected = counts[-1] ** 2 // counts[-2]
        if expected > _MOST_SEQUENCES:
            raise RequestError(
                f"perft({len(counts)}) would count about {expected:.1e} sequences: ask for --depth"
                f" {len(counts) - 1}, or use --force"
            )


def _divided(position: Position, depth: int) -> dict[str, int]:
    """Count the turn sequences of one length by first turn, in order of names."""
    from churn_engine import Game
    from churn_engine.perft import perft
    from churn_spec import write_position
    from churn_verification.support.progress import progress_of

    game = Game.from_text(write_position(position))
    division: dict[str, int] = {}
    turns = sorted(game.legal_turns()) if depth else []
    with progress_of(f"perft({depth})") as progress:
        for number, turn in enumerate(turns, start=1):
            game.play(turn)
            division[turn] = perft(game.position, depth - 1)[-1]
            game.undo()
            progress(number, len(turns))
    return division
