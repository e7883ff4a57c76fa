"""A run while it goes on, on stderr: bars on a terminal, lines elsewhere."""

import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.progress import TaskID
from rich.text import Text

from churn_verification.checks.registry import Check, Status
from churn_verification.durations import write_duration
from churn_verification.progress import progress_bar
from churn_verification.running import Listener, Outcome

_SECONDS_BETWEEN_LINES = 30.0


class LiveView(Listener):
    """Shows how a run goes, with an estimate of the time left.

    On a terminal there is a bar for the whole and one for each running check, and what did not hold
    is told above them. In a log each check is a line, and so is what runs while nothing ends.
    """

    def __init__(self, checks: Sequence[Check]) -> None:
        self._bar = progress_bar()
        self._whole = self._bar.add_task("all checks", total=sum(check.cost for check in checks))
        self._tasks: dict[str, TaskID] = {}
        self._shares: dict[str, float] = {}
        self._left = len(checks)
        self._said = time.monotonic()

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
        self._tasks[check.id] = self._bar.add_task(f"  {check.id}", total=None)

    def advanced(self, check_id: str, done: int, total: int) -> None:
        """Move the check's bar."""
        if check_id not in self._tasks:
            return
        self._bar.update(self._tasks[check_id], completed=done, total=total)
        self._shares[check_id] = done / max(total, 1)
        if self._bar.disable and time.monotonic() - self._said > _SECONDS_BETWEEN_LINES:
            running = ", ".join(f"{name} {share:.0%}" for name, share in self._shares.items())
            self._say(f"running  {running}")

    def finished(self, outcome: Outcome) -> None:
        """Take the check's bar away, and say how it ended."""
        self._left -= 1
        self._shares.pop(outcome.check.id, None)
        self._bar.remove_task(self._tasks.pop(outcome.check.id))
        self._bar.advance(self._whole, outcome.check.cost)
        if outcome.result.status is not Status.HELD or self._bar.disable:
            self._say(_line(outcome, f"{write_duration(outcome.spent.seconds)}, {self._left} left"))

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
