"""Progress of long work: what is done of how much, time left and rate, in logs and on terminals."""

from io import StringIO

import pytest
from rich.console import Console

from churn_verification.support import progress
from churn_verification.support.progress import Display, progress_of


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("churn_verification.support.progress.time.monotonic", clock)
    return clock


def test_logs_tell_share_rate_and_time_left(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress_of("solving", "positions") as update:
        clock.now += 20
        update(30_000, 120_000)
        clock.now += 5
        update(60_000, 120_000)
        clock.now += 15
        update(120_000, 120_000)
    assert capsys.readouterr().err.splitlines() == [
        "solving: 25%, about 60 s left; 1,500 positions a second",
        "solving: 100%, about 0 s left; 3,000 positions a second",
    ]


def test_lines_of_a_log_get_rarer(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    with progress_of("proving") as update:
        for _ in range(1200):
            clock.now += 1
            update(1, 4)
            if capsys.readouterr().err:
                said.append(int(clock.now - 100))
    assert said[:11] == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 112]
    assert said[-1] - said[-2] == 60


def test_what_is_not_counted_has_no_rate_and_what_is_not_known_no_share(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress_of("proving") as update:
        clock.now += 20
        update(1, 4)
    with Display() as display:
        clock.now += 20
        display.show("asking", 7, None)
    assert capsys.readouterr().err == "proving: 25%, about 60 s left\nasking\n"


def test_the_time_left_leaves_out_what_was_done_before(clock: Clock) -> None:
    display = Display(begun=600)
    clock.now += 10
    assert display.time_left(600, 1000) == ""
    assert display.time_left(700, 1000) == "about 30 s left"


def test_an_estimate_made_beforehand_is_told_at_once_and_mended_by_what_goes_on(
    clock: Clock,
) -> None:
    display = Display(expected_seconds=600)
    assert display.time_left(0, 1000) == "about 10 min left"
    clock.now += 1000
    half = display.time_left(500, 1000)
    assert half == "about 16 min left"


def test_bars_tell_all_of_it(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = StringIO()
    terminal = Console(file=shown, width=120, force_terminal=True)
    monkeypatch.setattr(progress, "Console", lambda stderr: terminal)
    with Display() as display:
        clock.now += 20
        display.show("12 of 48 checks", 12, 48, "games/stepping/3 50%")
        display.say("FAILED  even")
    text = shown.getvalue()
    assert "FAILED  even" in text
    last = Console(file=(plain := StringIO()), width=120)
    last.print(display._bar.get_renderable())
    (line,) = plain.getvalue().splitlines()
    assert line.startswith("12 of 48 checks")
    assert line.rstrip().endswith(" about 60 s left; games/stepping/3 50%")
    assert " 25% " in line
