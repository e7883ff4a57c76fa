"""A run while it goes on, on stderr: bars on a terminal, lines elsewhere."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from rich.progress import TaskID
from rich.text import Text

from churn_verification.registry import Check
from churn_verification.results import Status
from churn_verification.running import Listener, Outcome
from churn_verification.support.durations import write_duration
from churn_verification.support.progress import progress_bar

_SECONDS_BETWEEN_LINES = 30.0


@dataclass
class _Running:
    """A check that runs: its bar, its cost, and the share of it that is done."""

    task: TaskID
    cost: float
    share: float = 0.0


class LiveView(Listener):
    """Shows how a run goes, with an estimate of the time left.

    On a terminal there is a bar for the whole and one for each running check, and what did not hold
    is told above them. In a log each check is a line, and so is what runs while nothing ends.
    """

    def __init__(self, checks: Sequence[Check]) -> None:
        self._bar = progress_bar()
        self._whole = self._bar.add_task("", total=sum(check.cost for check in checks))
        self._running: dict[str, _Running] = {}
        self._number = len(checks)
        self._done, self._done_cost = 0, 0.0
        self._said = time.monotonic()
        self._update_whole()

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

    def started(self, check: Check) -> None:
        """Give the check a bar of its own."""
        task = self._bar.add_task(f"  {check.id}", total=None)
        self._running[check.id] = _Running(task, check.cost)

    def advanced(self, check_id: str, done: int, total: int) -> None:
        """Move the check's bar."""
        running = self._running.get(check_id)
        if running is None:
            return
        running.share = done / max(total, 1)
        self._bar.update(running.task, completed=done, total=total)
        self._update_whole()
        if self._bar.disable and time.monotonic() - self._said > _SECONDS_BETWEEN_LINES:
            shares = (f"{name} {each.share:.0%}" for name, each in self._running.items())
            self._say(f"running  {', '.join(shares)}")

    def finished(self, outcome: Outcome) -> None:
        """Take the check's bar away, and say how it ended."""
        running = self._running.pop(outcome.check.id)
        self._bar.remove_task(running.task)
        self._done += 1
        self._done_cost += running.cost
        self._update_whole()
        if outcome.result.status is not Status.HELD or self._bar.disable:
            left = self._number - self._done
            self._say(_line(outcome, f"{write_duration(outcome.spent.seconds)}, {left} left"))

    def _update_whole(self) -> None:
        begun = sum(each.cost * each.share for each in self._running.values())
        self._bar.update(
            self._whole,
            description=f"{self._done} of {self._number} checks",
            completed=self._done_cost + begun,
        )

    def _say(self, line: str) -> None:
        self._said = time.monotonic()
        self._bar.console.print(Text(line), soft_wrap=True)


class RoundsView(Listener):
    """Shows how repeated checks go: the time, the rounds, and each failure at once."""

    def __init__(self, seconds: float) -> None:
        """Begin to show.

        Args:
            seconds: how long it will go on.
        """
        self._seconds = seconds
        self._start = self._said = time.monotonic()
        self._rounds = self._failures = 0
        self._known: dict[str, int] = {}
        self._bar = progress_bar()
        self._whole = self._bar.add_task("rounds", total=seconds)

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

    def finished(self, outcome: Outcome) -> None:
        """Count a round, and say what is new about a check that failed."""
        self._rounds += 1
        failures = len(outcome.further) + (outcome.result.status is Status.FAILED)
        new = failures - self._known.get(outcome.check.id, 0)
        self._known[outcome.check.id] = failures
        self._failures += new
        if new:
            self._say(_line(outcome, f"round {outcome.last_round:,}"))
        now = time.monotonic()
        if self._bar.disable and now - self._said > _SECONDS_BETWEEN_LINES:
            left = write_duration(max(0.0, self._seconds - (now - self._start)))
            self._say(f"running  {self._so_far()}, {left} left")
        self._bar.update(self._whole, description=self._so_far(), completed=now - self._start)

    def _so_far(self) -> str:
        return f"{self._rounds:,} rounds, {self._failures:,} failures"

    def _say(self, line: str) -> None:
        self._said = time.monotonic()
        self._bar.console.print(Text(line), soft_wrap=True)


def _line(outcome: Outcome, ending: str) -> str:
    result = outcome.result
    reason = f": {result.reason}" if result.reason else ""
    return f"{result.status.value:>7}  {outcome.check.id}  {ending}{reason}"
