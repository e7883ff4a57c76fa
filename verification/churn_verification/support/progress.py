"""Progress on stderr: a bar with an estimate on a terminal, a line now and then elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

_SECONDS_BETWEEN_LINES = 10.0


def progress_bar(unit: str | None = None) -> Progress:
    """A bar on stderr that goes away when done; without a terminal it shows nothing.

    Args:
        unit: what is counted, where it should also say how many of them are done a second.
    """
    console = Console(stderr=True)
    rate = [] if unit is None else [_Rate(unit)]
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        _TimeLeft(),
        *rate,
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


class _TimeLeft(TimeRemainingColumn):
    """The time left, where something is known of it."""

    def render(self, task: Task) -> Text:
        """The column of one task."""
        if task.finished or task.time_remaining is None:
            return Text("")
        return Text.assemble(super().render(task), " left", style="progress.remaining")


class _Rate(ProgressColumn):
    """How many are done a second, where something is known of it."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self._unit = unit

    def render(self, task: Task) -> Text:
        """The column of one task."""
        return Text("" if not task.speed else _rate(task.speed, self._unit))


def _rate(speed: float, unit: str) -> str:
    return f"{speed:,.0f} {unit} a second"


@contextmanager
def progress_of(what: str, unit: str | None = None) -> Iterator[Callable[[int, int], None]]:
    """Show the progress of one piece of work.

    Args:
        what: what is being done, in a few words.
        unit: what is counted, in the plural, where the rate should be told too.

    Yields:
        A function to be called with how much is done and how much there is in all.
    """
    if not sys.stderr.isatty():
        yield _Lines(what, unit).update
        return
    with progress_bar(unit) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


class _Lines:
    """Progress for a log: a line every few seconds with share done, rate and time left."""

    def __init__(self, what: str, unit: str | None) -> None:
        self._what = what
        self._unit = unit
        self._start = self._last = time.monotonic()

    def update(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._last < _SECONDS_BETWEEN_LINES or not done:
            return
        self._last = now
        speed = done / (now - self._start)
        rate = "" if self._unit is None else f", {_rate(speed, self._unit)}"
        print(  # noqa: T201 - stderr is where progress goes
            f"{self._what}: {done / total:.0%}{rate}, about {(total - done) / speed:.0f} s left",
            file=sys.stderr,
        )
