"""What all commands share: exit statuses, one-line errors, JSON, boards and positions as arguments.

A command raises; `churn_verification.cli.main` turns what it raises into one line on stderr and
the exit status.
"""

import json
import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from enum import IntEnum
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import rich_click as click

from churn_spec import (
    Board,
    NotationError,
    Position,
    can_tie,
    read_board,
    read_start,
    write_board,
)
from churn_verification.support.typed import board_as_meant, start_as_meant

if TYPE_CHECKING:
    from rich.console import RenderableType

    from churn_verification.work.workers import Workers

LARGEST_SEED = 2**63 - 1

_LOG_WIDTH = 240


class ExitStatus(IntEnum):
    """The exit statuses of every command."""

    HELD = 0
    DIFFERENCE = 1
    REQUEST = 2
    SURROUNDINGS = 3
    INTERRUPTED = 130
    UNREAD = 141


class RequestError(Exception):
    """The request was wrong (status 2): the text says what, where, and what would be right."""


class SurroundingsError(Exception):
    """Something around broke (status 3): an adapter, a file, memory; the text says what."""


class Interrupted(Exception):  # noqa: N818 - it is no error
    """Stopped by hand (status 130): the text says what was saved and how to go on."""


class Leave(Exception):  # noqa: N818 - it is no error
    """The end of a command that has said all it had to say, with its status."""

    def __init__(self, status: ExitStatus) -> None:
        super().__init__(status)
        self.status = status


_Command = TypeVar("_Command", bound=Callable[..., Any])


def json_option(command: _Command) -> _Command:
    """The option `--json`; the command gets `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


def seed_option(command: _Command) -> _Command:
    """The option `--seed`; the command gets `seed`, a random one where none was given."""
    return click.option(
        "--seed",
        type=WholeNumber(0, LARGEST_SEED),
        default=lambda: secrets.randbelow(2**31),
        show_default="random; it is printed",
        help="Set the random seed; the same seed repeats a run.",
    )(command)


class BoardType(click.ParamType[Board]):
    """A board on the command line: `3` or `3-4-3-4-3-4`."""

    name = "sides"

    def convert(
        self, value: str | Board, param: click.Parameter | None, ctx: click.Context | None
    ) -> Board:
        """Read a board, or refuse with the reason."""
        if isinstance(value, Board):
            return value
        try:
            return read_board(board_as_meant(value))
        except NotationError as error:
            self.fail(str(error), param, ctx)


class PositionType(click.ParamType[Position]):
    """A position on the command line, in quotes, as `"2 .b/r../.. r"`; or a board, to start."""

    name = "position"

    def convert(
        self, value: str | Position, param: click.Parameter | None, ctx: click.Context | None
    ) -> Position:
        """Read a position, or refuse with the reason."""
        if isinstance(value, Position):
            return value
        try:
            return read_start(start_as_meant(value))
        except NotationError as error:
            self.fail(str(error), param, ctx)


def workers_option(what: str) -> Callable[[_Command], _Command]:
    """The option `--workers`, one a core where it is left out.

    Args:
        what: what the workers do, for `--help`.
    """
    return click.option(
        "--workers",
        type=WholeNumber(1, 256),
        default=lambda: os.cpu_count() or 1,
        show_default="one per core",
        help=what,
    )


def workers_of(
    count: int, scheduler: str | None, seconds: float | None = None, *, compare: bool = False
) -> "Workers":
    """Those who do parts of a work: processes of this machine, or the workers of a dask scheduler.

    Args:
        count: how many processes.
        scheduler: the scheduler's address; None for processes.
        seconds: the processor time that a part may take in a process; None: any.
        compare: whether a sample of a cluster's results is compared with this machine's.

    Raises:
        RequestError: dask is not installed, or no scheduler can have the address.
    """
    if scheduler is None:
        from churn_verification.work.processes import Processes

        return Processes(count, seconds)
    try:
        from churn_verification.work.cluster import ClusterWorkers
    except ImportError:
        from churn_verification.support.environment import brought_by

        raise RequestError(f"--scheduler needs dask, {brought_by('cluster')}") from None
    try:
        return ClusterWorkers(scheduler, compare=compare)
    except ValueError as error:
        raise RequestError(f"--scheduler: {error}") from None


class WholeNumber(click.IntRange):
    """A whole number in a range, with or without commas between its thousands."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number, or refuse with the reason."""
        text: Any = value.replace(",", "") if isinstance(value, str) else value
        return int(super().convert(text, param, ctx))


class FiniteRange(click.FloatRange):
    """A number on the command line that is in a range, and is a number: not `nan`, not `inf`."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number, or refuse with the reason."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is not a finite number", param, ctx)
        return number


def output_path() -> click.Path:
    """The type of an option that names a file to write."""
    return click.Path(dir_okay=False, path_type=Path)


def require_ending(option: str, path: Path | None, endings: Sequence[str]) -> None:
    """Refuse a file whose name promises another format than is written.

    Args:
        option: the option that names the file.
        path: the file; None where the option was not given.
        endings: the endings of names that it may have, as `.svg`; an empty one stands for none.

    Raises:
        RequestError: the name has another ending.
    """
    if path is not None and path.suffix.lower() not in endings:
        known = " or ".join(filter(None, endings))
        raise RequestError(f"{option} {path}: expected a name that ends in {known}")


def require_place_for(what: str, file: Path, is_one: Callable[[str], bool]) -> None:
    """Find out before anything long is begun that a file which is there may be overwritten.

    Args:
        what: what is to be written there.
        file: where.
        is_one: whether a text is an earlier one of them; an empty file is nobody's.

    Raises:
        RequestError: it is something else.
        SurroundingsError: it may not be written.
        FileError: it cannot be written or read.
    """
    from churn_verification.support.files import FileError, read_text

    if not file.exists():
        if not os.access(file.parent, os.W_OK):
            raise FileError(f"cannot write {file}: its folder is missing or cannot be written")
        return
    if not file.is_file():
        raise FileError(f"cannot write {file}: it exists and is not a regular file")
    if not os.access(file, os.W_OK):
        raise SurroundingsError(f"cannot write {file}: permission denied")
    text = read_text(file)
    if text.strip() and not is_one(text):
        raise RequestError(f"{file} is not {what}; choose another file")


def unknown(what: str, name: str, known: Iterable[str], advice: str) -> RequestError:
    """The refusal of a name that nothing has.

    Args:
        what: what was to be named, as `theorem`.
        name: the name.
        known: the names there are; the nearest are offered.
        advice: what to do where none is near.
    """
    near = get_close_matches(name, known, cutoff=0.4)
    nearest = f"the nearest are {', '.join(near)}" if near else advice
    return RequestError(f"no {what} is called {name!r}; {nearest}")


def print_table(shown: "RenderableType") -> None:
    """Print tables on stdout: as wide as the terminal, or as wide as a log that is read in full.

    In a log nothing is cut to a width, and no line is filled up to one; `COLUMNS` sets another.
    """
    from rich.console import Console

    console = Console()
    if console.is_terminal:
        console.print(shown)
        return
    console = Console(width=None if "COLUMNS" in os.environ else _LOG_WIDTH)
    with console.capture() as table:
        console.print(shown)
    click.echo("\n".join(line.rstrip() for line in table.get().splitlines()))


def print_json(document: object) -> None:
    """Print one JSON document on stdout."""
    click.echo(json.dumps(document, indent=2))


def notice(text: str) -> None:
    """Tell the user something on stderr."""
    click.echo(f"churnproof: {text}", err=True)


def warn_if_even(board: Board) -> None:
    """Tell the user that games on an even board can end in a tie (B2)."""
    if can_tie(board):
        notice(f"board {write_board(board)} has an even number of cells: games on it can tie (B2)")


def leave(status: ExitStatus) -> NoReturn:
    """End the command with a status.

    Raises:
        Leave: always.
    """
    raise Leave(status)
