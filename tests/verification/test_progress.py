"""Progress of long work: share, rate and time left, in logs and on terminals."""

import itertools
from io import StringIO

import pytest
from rich.console import Console

from churn_verification.support.progress import progress_bar, progress_of


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty seconds pass from each look at the clock to the next."""
    times = itertools.count(100.0, 20.0)
    monkeypatch.setattr("churn_verification.support.progress.time.monotonic", lambda: next(times))


@pytest.mark.usefixtures("clock")
def test_logs_tell_share_rate_and_time_left(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_of("solving", "positions") as update:
        update(30_000, 120_000)
        update(120_000, 120_000)
    assert capsys.readouterr().err.splitlines() == [
        "solving: 25%, 1,500 positions a second, about 60 s left",
        "solving: 100%, 3,000 positions a second, about 0 s left",
    ]


@pytest.mark.usefixtures("clock")
def test_what_is_not_counted_has_no_rate(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_of("proving") as update:
        update(1, 4)
    assert capsys.readouterr().err == "proving: 25%, about 60 s left\n"


def test_bars_tell_share_rate_and_time_left() -> None:
    bar = progress_bar("positions")
    times = itertools.count(100.0, 20.0)
    bar.get_time = lambda: next(times)
    task = bar.add_task("solving", total=120_000)
    for done in (30_000, 60_000):
        bar.update(task, completed=done)
    shown = Console(file=StringIO(), width=200)
    shown.print(bar.get_renderable())
    text = shown.file.getvalue() if isinstance(shown.file, StringIO) else ""
    assert "50%" in text
    assert "left" in text
    assert "1,500 positions a second" in text
