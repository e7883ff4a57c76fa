"""Progress on stderr: a bar with an estimate on a terminal, a line now and then elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    Task,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

_SECONDS_BETWEEN_LINES = 10.0


def progress_bar() -> Progress:
    """A bar on stderr that goes away when done; without a terminal it shows nothing."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        _TimeLeft(),
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


@contextmanager
def progress_of(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show the progress of one piece of work.

    Args:
        what: what is being done, in a few words.

    Yields:
        A function to be called with how much is done and how much there is in all.
    """
    if not sys.stderr.isatty():
        yield _Lines(what).update
        return
    with progress_bar() as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


class _Lines:
    """Progress for a log: a line every few seconds with the share done and the time left."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._start = self._last = time.monotonic()

    def update(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._last < _SECONDS_BETWEEN_LINES or not done:
            return
        self._last = now
        left = (now - self._start) * (total - done) / done
        print(  # noqa: T201 - stderr is where progress goes
            f"{self._what}: {done / total:.0%}, about {left:.0f} s left", file=sys.stderr
        )
