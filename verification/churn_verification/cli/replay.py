"""`churnproof replay`: walk a game record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from churn_verification.cli.common import (
    ExitStatus,
    RequestError,
    json_option,
    leave,
    print_json,
    warn_if_even,
)

if TYPE_CHECKING:
    from churn_spec import Game, IllegalTurn, Record, Turn

_MOST_LEGAL_NAMED = 12


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def command(*, file: Path, as_json: bool) -> None:
    """Walk a game record: its first illegal turn, or how it stands at the end.

    A record is a line with the board (or a position to begin from), then turns separated by white
    space; # begins a comment.

    Example: churnproof replay game.txt
    """
    from churn_spec import NotationError, read_record
    from churn_verification.files import read_text

    try:
        record = read_record(read_text(file))
    except NotationError as error:
        raise RequestError(f"{file}: {error}") from None
    warn_if_even(record.start.board)
    game, illegal = _walk(record)
    document = _document(game, illegal)
    if as_json:
        print_json(document)
    else:
        click.echo(_text(document))
    if illegal is not None:
        leave(ExitStatus.DIFFERENCE)


def _walk(record: Record) -> tuple[Game, tuple[Turn, IllegalTurn] | None]:
    """The game after all turns, or before the first illegal one, with that turn."""
    from churn_spec import Game, IllegalTurn, take_turn

    game = Game(record.start)
    for turn in record.turns:
        try:
            game = take_turn(game, turn)
        except IllegalTurn as error:
            return game, (turn, error)
    return game, None


def _document(game: Game, illegal: tuple[Turn, IllegalTurn] | None) -> dict[str, Any]:
    import churn_spec as spec

    outcome, seat = spec.winner(game.position), spec.winning_seat(game)
    return {
        "position": spec.write_position(game.position),
        "turns": game.turn_number - 1,
        "over": spec.is_over(game.position),
        "winner": outcome and outcome.value,
        "winning_seat": seat and seat.value,
        "illegal": illegal and _illegal_document(game, *illegal),
    }


def _illegal_document(game: Game, turn: Turn, error: IllegalTurn) -> dict[str, Any]:
    import churn_spec as spec

    board = game.position.board
    return {
        "number": game.turn_number,
        "turn": spec.write_turn(board, turn),
        "clause": error.clause,
        "reason": str(error),
        "legal": sorted(spec.write_turn(board, each) for each in spec.legal_turns(game.position)),
    }


def _text(document: dict[str, Any]) -> str:
    illegal = document["illegal"]
    if illegal:
        legal = illegal["legal"]
        named = " ".join(legal[:_MOST_LEGAL_NAMED])
        more = len(legal) - _MOST_LEGAL_NAMED
        rest = f" and {more} more" if more > 0 else ""
        return (
            f"turn {illegal['number']}, {illegal['turn']}: illegal by {illegal['clause']},"
            f" {illegal['reason']}; legal: {named or 'nothing, the game is over'}{rest}"
        )
    if not document["over"]:
        return f"{document['turns']} legal turns, not over: {document['position']}"
    if document["winner"] == "tie":
        return f"{document['turns']} legal turns, a tie"
    return (
        f"{document['turns']} legal turns, won by {document['winner']},"
        f" held by the {document['winning_seat']} player"
    )
