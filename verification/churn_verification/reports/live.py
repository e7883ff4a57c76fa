"""A run of checks while it goes on, on stderr."""

import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from churn_verification.drawing.counting import counted
from churn_verification.registry import Check, Level
from churn_verification.results import Status
from churn_verification.running import Listener, Outcome
from churn_verification.support.durations import write_duration
from churn_verification.support.progress import Display

_WORDS = {Status.HELD: "passed", Status.FAILED: "FAILED", Status.NOT_RUN: "not run"}


class _View(Listener):
    """A listener that shows what it hears; `with` begins and ends it."""

    def __init__(self, display: Display) -> None:
        self._display = display

    def __enter__(self) -> Self:
        self._display.__enter__()
        self.tick()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._display.__exit__(kind, error, trace)

    def _say(self, outcome: Outcome, ending: str) -> None:
        result = outcome.result
        reason = f": {result.reason}" if result.reason else ""
        self._display.say(f"{_WORDS[result.status]:>7}  {outcome.check.id}  {ending}{reason}")


class LiveView(_View):
    """How many checks of how many are done, which ones are running, and about how long is left.

    In a log each check is a line. On a terminal only those that did not pass are, above the bar.
    """

    def __init__(self, checks: Sequence[Check], level: Level, workers: int) -> None:
        """Begin to show.

        Args:
            checks: all checks of the run.
            level: the level of the run.
            workers: how many checks run at a time.
        """
        self._costs = {check.id: check.expected_seconds(level) for check in checks}
        self._whole = sum(self._costs.values())
        self._passed = 0
        self._done: set[str] = set()
        self._running: dict[str, float] = {}
        """By check: the share of it that is done."""
        super().__init__(Display(expected_seconds=self._whole / workers))

    def started(self, check: Check) -> None:
        """Name the check among those that are running."""
        self._running[check.id] = 0.0

    def advanced(self, check_id: str, done: int, total: int) -> None:
        """Count the share of the check that is done."""
        if check_id in self._running:
            self._running[check_id] = done / max(total, 1)

    def finished(self, outcome: Outcome) -> None:
        """Count the check, and say how it ended."""
        del self._running[outcome.check.id]
        self._done.add(outcome.check.id)
        passed = outcome.result.status is Status.HELD
        self._passed += passed
        if not passed or not self._display.is_terminal:
            left = self._display.time_left(self._so_far(), self._whole)
            count = f"{len(self._done)} of {len(self._costs)}"
            if left and len(self._done) < len(self._costs):
                count += f", {left}"
            self._say(outcome, f"{write_duration(outcome.spent.seconds)} ({count})")
        self.tick()

    def tick(self) -> None:
        """Show how far the run is."""
        running = (f"{name} {share:.0%}" for name, share in self._running.items())
        self._display.show(
            f"{len(self._done)} of {len(self._costs)} checks done, {self._passed} passed",
            self._so_far(),
            self._whole,
            ", ".join(running),
        )

    def _so_far(self) -> float:
        begun = sum(self._costs[name] * share for name, share in self._running.items())
        return begun + sum(self._costs[name] for name in self._done)


class RoundsView(_View):
    """How long checks have been repeated, how often, and each failure at once."""

    def __init__(self, seconds: float) -> None:
        """Begin to show.

        Args:
            seconds: how long it will go on.
        """
        self._seconds = seconds
        self._start = time.monotonic()
        self._rounds = self._failures = 0
        self._known: dict[str, int] = {}
        super().__init__(Display(expected_seconds=seconds))

    def finished(self, outcome: Outcome) -> None:
        """Count a round, and say what is new about a check that failed."""
        self._rounds += 1
        failures = len(outcome.further) + (outcome.result.status is Status.FAILED)
        new = failures - self._known.get(outcome.check.id, 0)
        self._known[outcome.check.id] = failures
        self._failures += new
        if new:
            self._say(outcome, f"round {outcome.last_round:,}")
        self.tick()

    def tick(self) -> None:
        """Show how far the time is."""
        so_far = f"{counted(self._rounds, 'round')}, {counted(self._failures, 'failure')}"
        self._display.show(so_far, time.monotonic() - self._start, self._seconds)
