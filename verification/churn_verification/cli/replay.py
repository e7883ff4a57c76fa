"""`churnproof replay`: check recorded games."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from churn_verification.cli.common import (
    BoardType,
    ExitStatus,
    RequestError,
    SurroundingsError,
    json_option,
    leave,
    notice,
    print_json,
    warn_if_even,
)
from churn_verification.drawing.counting import counted

if TYPE_CHECKING:
    from churn_spec import Board
    from churn_verification.conformance.recorded import Illegal, Walked

_ENDED_BY = {
    "resign": "resignation",
    "timeout": "time",
    "abandoned": "abandonment",
    "draw": "an agreed draw",
}
_MOST_LEGAL_NAMED = 12
_MOST_ERRORS_TOLD = 20


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--board", type=BoardType(), help="Assume this board for records that name none.")
@json_option
def command(*, file: Path, board: Board | None, as_json: bool) -> None:
    """Check recorded games: the first illegal turn, or the result and whether it is as stated.

    FILE is a record (a line with the board or a position, then turns separated by white space; #
    begins a comment, # result: red states one), a file of JSON or JSON Lines with board, turns (or
    moves) and result, or a folder of such files.

    Example: churnproof replay game.txt
    """
    from churn_spec import write_board
    from churn_verification.conformance.recorded import is_single

    sides = None if board is None else write_board(board)
    if is_single(file):
        _replay_one(file, sides, as_json)
    else:
        _replay_all(file, sides, as_json)


def _replay_one(file: Path, board: str | None, as_json: bool) -> None:
    from churn_spec import read_position
    from churn_verification.conformance.recorded import RecordError, read_records, walk

    (record,) = read_records(file, board)
    if isinstance(record, RecordError):
        raise RequestError(str(record))
    warn_if_even(read_position(record.start).board)
    walked = walk(record)
    if as_json:
        print_json(_document(walked))
    else:
        click.echo(_text(walked))
    if not walked.held:
        leave(ExitStatus.DIFFERENCE)


@dataclass
class _Replayed:
    """What came of many records: the first errors as texts, and how many others there were."""

    walked: list[Walked] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    more_errors: int = 0

    def summary(self, seconds: float) -> dict[str, Any]:
        """The counts, and what cannot be read."""
        turns = sum(each.turns for each in self.walked)
        more = [f"{counted(self.more_errors, 'more record')} unreadable"] * bool(self.more_errors)
        return {
            "games": len(self.walked),
            "turns": turns,
            "held": sum(each.held for each in self.walked),
            "illegal": sum(each.illegal is not None for each in self.walked),
            "not_as_stated": sum(each.as_stated is False for each in self.walked),
            "unreadable": self.errors + more,
            "turns_per_second": round(turns / seconds) if seconds else 0,
        }


def _replay_all(file: Path, board: str | None, as_json: bool) -> None:
    """Walk many games; those that are not legal, or did not end as stated, are told."""
    start = time.monotonic()
    replayed = _walked_in(file, board)
    if not replayed.walked:
        raise _nothing_read(file, replayed)
    summary = replayed.summary(time.monotonic() - start)
    if as_json:
        records = [{"name": each.record.name, **_document(each)} for each in replayed.walked]
        print_json({**summary, "records": records})
    else:
        _print_all(replayed, summary)
    for error in summary["unreadable"]:
        notice(error)
    if not all(each.held for each in replayed.walked):
        leave(ExitStatus.DIFFERENCE)
    if replayed.errors:
        leave(ExitStatus.REQUEST)


def _walked_in(file: Path, board: str | None) -> _Replayed:
    from churn_verification.conformance.recorded import RecordError, read_records, walk
    from churn_verification.support.progress import Display

    replayed = _Replayed()
    with Display() as display:
        for number, record in enumerate(read_records(file, board), start=1):
            if not isinstance(record, RecordError):
                replayed.walked.append(walk(record))
            elif len(replayed.errors) < _MOST_ERRORS_TOLD:
                replayed.errors.append(str(record))
            else:
                replayed.more_errors += 1
            display.show(f"replaying: {counted(number, 'record')}", number, None)
    return replayed


def _nothing_read(file: Path, replayed: _Replayed) -> Exception:
    """Why there was nothing to walk."""
    reason = replayed.errors[0] if replayed.errors else "it is empty"
    if file.is_dir():
        return SurroundingsError(f"cannot read {file}: Is a directory without records; {reason}")
    return RequestError(f"{file}: no record can be read; {reason}")


def _print_all(replayed: _Replayed, summary: dict[str, Any]) -> None:
    for each in replayed.walked:
        if not each.held:
            click.echo(f"{each.record.name}: {_text(each)}")
    unreadable = len(replayed.errors) + replayed.more_errors
    click.echo(
        f"{counted(summary['games'], 'game')} with {counted(summary['turns'], 'turn')}:"
        f" {summary['held']:,} legal with the stated result, {summary['illegal']:,} with an illegal"
        f" turn, {summary['not_as_stated']:,} with a result other than stated,"
        f" {unreadable:,} unreadable"
    )


def _document(walked: Walked) -> dict[str, Any]:
    return {
        "position": walked.position,
        "turns": walked.turns,
        "over": walked.over,
        "winner": walked.winner,
        "winning_seat": walked.winning_seat,
        "stated": walked.record.stated,
        "ended_by": walked.record.ended_by,
        "as_stated": walked.as_stated,
        "illegal": walked.illegal and asdict(walked.illegal),
    }


def _text(walked: Walked) -> str:
    if walked.illegal is not None:
        return _illegal_text(walked.illegal)
    stated = f", stated was {walked.record.stated}" if walked.as_stated is False else ""
    return f"{counted(walked.turns, 'legal turn')}, {_outcome_text(walked)}{stated}"


def _outcome_text(walked: Walked) -> str:
    if not walked.over:
        ended_by = walked.record.ended_by
        told = f"ended by {_ENDED_BY[ended_by]}" if ended_by else "not over"
        return f"{told}: {walked.position}"
    if walked.winner == "tie":
        return "a tie"
    return f"won by {walked.winner}, held by the {walked.winning_seat} player"


def _illegal_text(illegal: Illegal) -> str:
    named = " ".join(illegal.legal[:_MOST_LEGAL_NAMED])
    more = len(illegal.legal) - _MOST_LEGAL_NAMED
    rest = f" and {more} more" if more > 0 else ""
    return (
        f"turn {illegal.number}, {illegal.turn}: illegal by {illegal.clause}, {illegal.reason};"
        f" legal: {named or 'nothing, the game is over'}{rest}"
    )
