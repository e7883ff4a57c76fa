"""The command line: `churnproof COMMAND`, one module of this package a command.

A command's module is imported when it is asked for; it keeps its heavy imports inside functions,
so that `--help` and the small commands start at once.
"""

import os
import signal
import stat
import sys
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from pkgutil import iter_modules
from types import FrameType

import rich_click as click
from click.exceptions import NoSuchCommand

from churn_verification.cli.common import (
    ExitStatus,
    Interrupted,
    Leave,
    RequestError,
    SurroundingsError,
)
from churn_verification.support.files import FileError
from churn_verification.support.typed import with_positions_joined

_NO_COMMANDS = ("common", "matrix", "planning", "showing")
_COMMANDS_OF_OTHER_ROOMS = {"explore": "churn_explorer.command"}
"""Commands that stand above this package: by name, the module that defines each."""

_CLOSED = "stdout was closed before all output was written"


class _Commands(click.RichGroup):
    """The modules of this package as commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        here = (module.name for module in iter_modules(__path__))
        return sorted({*here, *_COMMANDS_OF_OTHER_ROOMS} - set(_NO_COMMANDS))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = _COMMANDS_OF_OTHER_ROOMS.get(cmd_name, f"{__name__}.{cmd_name}")
        command: click.Command = import_module(module).command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, with_positions_joined(args))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args[0] not in known:
            advice = None if get_close_matches(args[0], known) else _known_by_help(args[0])
            raise NoSuchCommand(args[0], advice, known, ctx)
        return super().resolve_command(ctx, args)


def _known_by_help(name: str) -> str:
    return f"No such command {name!r}; churnproof --help lists the commands."


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="churnproof", message="churnproof %(version)s")
def churnproof() -> None:
    """Verify, explore and test implementations of the board game Churn.

    Example: churnproof verify --level quick

    Exit status: 0 everything passed; 1 a difference was found; 2 the request was wrong; 3 something
    else failed (an adapter, a file, memory); 130 stopped by hand; 141 the output was not read to
    its end, as in a pipe to head.
    """


def main() -> None:
    """Run the command line and leave with its exit status."""
    if sys.stdout is None:
        sys.exit(int(_complain(ExitStatus.SURROUNDINGS, _CLOSED)))
    _write_in_any_encoding()
    warnings.showwarning = _warn_in_a_line  # type: ignore[assignment]
    _be_ready_to_stop()
    status = _run()
    _leave_at_once_if_stopped_again()
    try:
        sys.stdout.flush()
    except OSError as error:
        status = _status_of_broken(error)
    sys.exit(int(status))


def _write_in_any_encoding() -> None:
    """Have signs that the terminal's encoding lacks replaced; what is read is UTF-8 always."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")


def _warn_in_a_line(message: Warning | str, *_more: object) -> None:
    with suppress(OSError):
        click.echo(f"churnproof: {' '.join(str(message).split())}", err=True)


def _be_ready_to_stop() -> None:
    """Have `KeyboardInterrupt` raised from here on: something is begun that can be saved.

    A CI system ends a job by SIGTERM, a terminal that is closed by SIGHUP: what Ctrl-C saves and
    ends, they save and end too.
    """
    _on_stopping(_stop)


def _leave_at_once_if_stopped_again() -> None:
    """From here on nothing is left to save, so whoever is in a hurry need not wait."""
    _on_stopping(lambda _number, _frame: os._exit(ExitStatus.INTERRUPTED))


def _on_stopping(handler: Callable[[int, FrameType | None], None]) -> None:
    """Have a handler called when the program is asked to stop.

    What is ignored stays ignored: Ctrl-C by a program that a shell script starts in the background,
    SIGHUP by one that `nohup` starts.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _stop(number: int, _frame: FrameType | None) -> None:
    if number == getattr(signal, "SIGHUP", None):
        _say_nothing_to_terminals()
    raise KeyboardInterrupt


def _say_nothing_to_terminals() -> None:
    """The terminal is gone; whatever is written to it would fail before the work is saved."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        with suppress(OSError):
            if stat.S_ISCHR(os.fstat(descriptor).st_mode):
                os.dup2(nowhere, descriptor)


_STATUS_OF: dict[type[BaseException], ExitStatus] = {
    click.ClickException: ExitStatus.REQUEST,
    RequestError: ExitStatus.REQUEST,
    FileError: ExitStatus.SURROUNDINGS,
    SurroundingsError: ExitStatus.SURROUNDINGS,
    MemoryError: ExitStatus.SURROUNDINGS,
    Interrupted: ExitStatus.INTERRUPTED,
    click.Abort: ExitStatus.INTERRUPTED,
    KeyboardInterrupt: ExitStatus.INTERRUPTED,
}


def _run() -> ExitStatus:
    try:
        churnproof.main(prog_name="churnproof", standalone_mode=False)
    except Leave as end:
        return end.status
    except SystemExit as end:
        # Commands leave by `Leave`: here shell completion ends, or click met a closed stdout.
        return ExitStatus.UNREAD if end.code else ExitStatus.HELD
    except OSError as error:
        return _status_of_broken(error)
    except tuple(_STATUS_OF) as error:
        status = next(status for kind, status in _STATUS_OF.items() if isinstance(error, kind))
        return _complain(status, _text_of(error))
    except Exception as error:  # noqa: BLE001 - no traceback reaches a user
        return _complain(ExitStatus.SURROUNDINGS, _internal(error))
    return ExitStatus.HELD


def _status_of_broken(error: OSError) -> ExitStatus:
    """Say what is broken; a reader who has read enough, as `head` does, need not be told.

    What stdout still holds is flushed once more here and once more by the interpreter when it ends:
    it must find somewhere to go, or the same is said again.
    """
    if error.filename is None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return ExitStatus.UNREAD
    return _complain(ExitStatus.SURROUNDINGS, f"{error.filename or 'stdout'}: {error.strerror}")


def _internal(error: Exception) -> str:
    """Say where an error that nobody foresaw came from; its traceback where it is asked for."""
    if os.environ.get("CHURNPROOF_TRACEBACK"):
        traceback.print_exception(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"internal error, {type(error).__name__}: {error} ({frame.name}, line {frame.lineno});"
        " CHURNPROOF_TRACEBACK=1 shows all of it"
    )


def _text_of(error: BaseException) -> str:
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, MemoryError):
        return "out of memory"
    return str(error) or "stopped by hand"


def _complain(status: ExitStatus, text: str) -> ExitStatus:
    """Say in one line on stderr what was wrong."""
    line = " ".join(text.split())
    # Where stderr is closed too, the exit status is all that can still be told.
    with suppress(OSError):
        click.echo(f"churnproof: {line}", err=True)
    return status
