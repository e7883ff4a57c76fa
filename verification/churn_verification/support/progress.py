"""Progress on stderr: what is done of how much, what is under way, and about how long is left."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
from rich.table import Column
from rich.text import Text

from churn_verification.support.durations import write_estimate

_SECONDS_BETWEEN_LINES = (10.0, 60.0)
"""In a log: at first, and later on."""

_SECONDS_OF_TRUST = 10.0
"""An estimate made beforehand counts like so many seconds of work that went by it."""

_LEAST_SHARE = 1e-4
"""What must be done of all before an estimate is made of it."""


class Display:
    """How far a piece of work is: a bar on a terminal, a line now and then in a log."""

    def __init__(self, begun: float = 0.0, expected_seconds: float | None = None) -> None:
        """Begin to show.

        Args:
            begun: how much was done before.
            expected_seconds: an estimate of how long all of it takes, where there is one.
        """
        console = Console(stderr=True)
        self.is_terminal = console.is_terminal
        self._begun = begun
        self._expected = expected_seconds
        self._start = time.monotonic()
        self._said = 0.0
        self._bar = Progress(
            TextColumn("{task.description}", table_column=Column(no_wrap=True)),
            BarColumn(bar_width=20),
            TaskProgressColumn(),
            TextColumn("{task.fields[more]}", table_column=Column(no_wrap=True, ratio=1)),
            console=console,
            expand=True,
            transient=True,
            disable=not self.is_terminal,
        )
        self._task = self._bar.add_task("", total=None, more="")

    @property
    def seconds(self) -> float:
        """How long it has gone on."""
        return time.monotonic() - self._start

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def show(self, what: str, done: float, total: float | None, more: str = "") -> None:
        """Show how far it is.

        Args:
            what: what is being done, or how many of how many are done.
            done: how much is done, in any unit.
            total: how much there is in all; None where nobody knows.
            more: what else there is to say: the rate, what is under way.
        """
        left = self.time_left(done, total)
        self._bar.update(
            self._task,
            description=what,
            completed=done,
            total=total,
            more="; ".join(filter(None, (left, more))),
        )
        if not self.is_terminal and self._was_silent_for_long():
            share = f"{done / total:.0%}" if total else ""
            told = ", ".join(filter(None, (share, left)))
            self.say("; ".join(filter(None, (f"{what}: {told}" if told else what, more))))

    def say(self, line: str) -> None:
        """Say something that stays: above the bar, or as a line of the log."""
        self._said = self.seconds
        self._bar.console.print(Text(line), soft_wrap=True)

    def time_left(self, done: float, total: float | None) -> str:
        """About how long it will take, in words; nothing where it cannot be told."""
        if not total:
            return ""
        seconds, speed = self.seconds, done - self._begun
        if self._expected:
            seconds += _SECONDS_OF_TRUST
            speed += _SECONDS_OF_TRUST * (total - self._begun) / self._expected
        if speed <= 0 or (speed < _LEAST_SHARE * total and not self._expected):
            return ""
        return f"about {write_estimate(max(0.0, total - done) * seconds / speed)} left"

    def _was_silent_for_long(self) -> bool:
        least, most = _SECONDS_BETWEEN_LINES
        silent = self.seconds - self._said
        return silent >= min(most, max(least, self.seconds / 10))


@contextmanager
def progress_of(
    what: str, unit: str | None = None, expected_seconds: float | None = None
) -> Iterator[Callable[[int, int], None]]:
    """Show the progress of one piece of work.

    Args:
        what: what is being done, in a few words.
        unit: what is counted, in the plural, where the rate should be told too.
        expected_seconds: an estimate of how long all of it takes, where there is one.

    Yields:
        A function to be called with how much is done and how much there is in all.
    """

    def update(done: int, total: int) -> None:
        seconds = display.seconds
        rate = f"{done / seconds:,.0f} {unit} a second" if unit and seconds and done else ""
        display.show(what, done, total, rate)

    with Display(expected_seconds=expected_seconds) as display:
        display.show(what, 0, None)
        yield update
