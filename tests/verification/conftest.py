"""What several test files of this room use."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.verification import explorer_browser as seen


@pytest.fixture(scope="module")  # no longer: while it lives no other test can run an event loop
def browser() -> Iterator[Browser]:
    """A Chromium that nobody sees."""
    with sync_playwright() as playwright:
        launched = seen.launched(playwright)
        yield launched
        launched.close()
