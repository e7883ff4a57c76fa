"""What several test files of this room use."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.verification import explorer_browser as seen
from tests.verification.toy_verify import toy_suite

from churn_verification.registry import Registry
from churn_verification.running import worker
from churn_verification.work import processes


@pytest.fixture(scope="module")  # no longer: while it lives no other test can run an event loop
def browser() -> Iterator[Browser]:
    """A Chromium that nobody sees."""
    with sync_playwright() as playwright:
        launched = seen.launched(playwright)
        yield launched
        launched.close()


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Registry:
    """The suite is a toy; workers are forked so that they know it."""
    monkeypatch.setattr("churn_verification.suite.suite", toy_suite)
    monkeypatch.setattr(worker, "known_checks", toy_suite)
    monkeypatch.setattr(processes, "START_METHOD", "fork")
    return toy_suite()
