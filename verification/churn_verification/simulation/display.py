"""A run on stderr while it goes on: a bar on a terminal, a line now and then elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction

from churn_engine.notation import parse_board
from churn_verification.simulation.estimates import expected_turns
from churn_verification.simulation.run import Run
from churn_verification.support.progress import progress_bar

_SECONDS_BETWEEN_LINES = 10.0


@contextmanager
def display(run: Run) -> Iterator[Callable[[Run], None]]:
    """Show how a run goes. Yields a function to be called several times a second."""
    start = time.monotonic()
    if not sys.stderr.isatty():
        yield _Lines(start).show
        return
    with progress_bar() as bar:
        task = bar.add_task("random play", total=None)

        def show(run: Run) -> None:
            bar.update(
                task,
                description=_rate(run, time.monotonic() - start),
                completed=run.turns_so_far,
                total=expected_total(run),
            )

        yield show


def expected_total(run: Run) -> float:
    """How many turns the whole run will take, as far as can be told by now."""
    found = run.statistics
    mean = (
        found.mean_turns().mean
        if found.games
        else expected_turns(parse_board(run.request.board).size)
    )
    return max(run.turns_so_far, _games_in_all(run) * mean)


def _games_in_all(run: Run) -> float:
    if run.request.games is not None:
        return run.request.games
    mean, error = run.statistics.mean_turns() if run.statistics.games > 1 else (1.0, None)
    wanted = float(Fraction(run.request.until_error or 0)) / 100 * mean
    return run.statistics.games * (error / wanted) ** 2 if error and wanted else run.games_played


class _Lines:
    def __init__(self, start: float) -> None:
        self._start = self._last = start

    def show(self, run: Run) -> None:
        now = time.monotonic()
        if now - self._last < _SECONDS_BETWEEN_LINES or not run.turns:
            return
        self._last = now
        seconds = now - self._start
        left = (expected_total(run) - run.turns_so_far) * seconds / run.turns
        line = f"{_rate(run, seconds)}, about {left:.0f} s left"
        print(line, file=sys.stderr)  # noqa: T201 - stderr is where progress goes


def _rate(run: Run, seconds: float) -> str:
    return f"{run.games_played:,} games, {run.turns / seconds / 1e6:.1f} million turns a second"
