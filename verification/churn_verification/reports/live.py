"""A run while it goes on, on stderr: bars on a terminal, a line a check elsewhere."""

import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.progress import TaskID

from churn_verification.checks.registry import Check, Status
from churn_verification.progress import progress_bar
from churn_verification.running import Listener, Outcome


class LiveView(Listener):
    """Shows how a run goes, with an estimate of the time left."""

    def __init__(self, checks: Sequence[Check]) -> None:
        self._bar = progress_bar()
        self._whole = self._bar.add_task("all checks", total=sum(check.cost for check in checks))
        self._tasks: dict[str, TaskID] = {}
        self._left = len(checks)

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
        self._tasks[check.id] = self._bar.add_task(check.id, total=None)

    def advanced(self, check_id: str, done: int, total: int) -> None:
        """Move the check's bar."""
        if check_id in self._tasks:
            self._bar.update(self._tasks[check_id], completed=done, total=total)

    def finished(self, outcome: Outcome) -> None:
        """Take the check's bar away, and say how it ended."""
        self._left -= 1
        self._bar.remove_task(self._tasks.pop(outcome.check.id))
        self._bar.advance(self._whole, outcome.check.cost)
        if outcome.result.status is not Status.HELD or self._bar.disable:
            print(  # noqa: T201 - stderr is where progress goes
                f"{outcome.result.status.value:>8}  {outcome.check.id}"
                f"  {outcome.seconds:.1f} s, {self._left} to go",
                file=sys.stderr,
            )
