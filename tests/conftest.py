"""The programs that tests call. A test whose program is missing is counted at the end, or fails."""

import os
import signal
from collections import Counter
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

import pytest
from tools.programs import (
    C_COMPILER,
    C_SHARP,
    CADICAL,
    CHROMIUM,
    JAVA,
    NODE,
    PROGRAMS,
    REQUIRE_ALL,
    Program,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_DEEP = f"deep, they take longer than all others together; {REQUIRE_ALL}=1 runs them"

# A shell has what it runs in the background ignore Ctrl-C, and the programs that tests start and
# stop would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")  # no longer: while it lives no other test can run an event loop
def browser() -> Iterator["Browser"]:
    """A Chromium without a window."""
    # Imported here, so that tests of the specification do not load the explorer and the engine.
    from playwright.sync_api import sync_playwright  # noqa: PLC0415
    from tools.screenshots import launched  # noqa: PLC0415

    with sync_playwright() as playwright:
        try:
            found = launched(playwright)
        except FileNotFoundError:
            pytest.skip(CHROMIUM.missing)
        yield found
        found.close()


@pytest.fixture
def node() -> str:
    """The path of Node.js."""
    return _path_of(NODE)


@pytest.fixture
def c_compiler() -> str:
    """The path of a C compiler."""
    return _path_of(C_COMPILER)


@pytest.fixture
def c_sharp_compiler() -> str:
    """The path of a C# compiler."""
    return _path_of(C_SHARP)


@pytest.fixture
def java_compiler() -> str:
    """The path of a Java compiler."""
    return _path_of(JAVA)


@pytest.fixture
def cadical() -> str:
    """The path of the SAT solver that writes proofs."""
    return _path_of(CADICAL)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave deep tests to those who ask for every test, as CI does."""
    if item.get_closest_marker("deep") and os.environ.get(REQUIRE_ALL) != "1":
        pytest.skip(_DEEP)


def _path_of(program: Program) -> str:
    if program.path is None:
        pytest.skip(program.missing)
    return program.path


_TOO_LARGE = [program.missing for program in PROGRAMS if program.is_large]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail what is skipped, if every test is required to run; not for want of a large program."""
    report = yield
    is_skipped = report.skipped and not hasattr(report, "wasxfail")
    if is_skipped and os.environ.get(REQUIRE_ALL) == "1" and _reason(report) not in _TOO_LARGE:
        report.longrepr = f"{_reason(report)}\n{REQUIRE_ALL}=1 requires every test to run"
        report.outcome = "failed"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests did not run and why, directly above the verdict."""
    reasons = Counter(_reason(report) for report in terminalreporter.getreports("skipped"))
    names = {program.missing: f"{program.tests} test" for program in PROGRAMS}
    for reason, count in reasons.items():
        tests = f"{names.get(reason, 'test')}{'s' if count > 1 else ''}"
        terminalreporter.write_line(f"{count} {tests} not run: {reason}", yellow=True)


def _reason(report: pytest.TestReport) -> str:
    assert isinstance(report.longrepr, tuple)
    return report.longrepr[2].removeprefix("Skipped: ")
