"""A browser that looks at an explorer, and what is the same for every page that is looked at."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect

SECONDS_FOR_ANYTHING = 600  # no test is judged by how fast the machine is
NUMBERED_HISTOGRAM = re.compile(
    r"Histogram of the lengths of [\d,]+ games?, from [\d,]+ to [\d,]+ turns"
)
_HAS_VISITED = "try { localStorage.setItem('rules', 'shown'); } catch {}"
expect.set_options(timeout=1000 * SECONDS_FOR_ANYTHING)


@contextmanager
def page_of(
    browser: Browser,
    address: str,
    fragment: str = "",
    *,
    scheme: str = "light",
    width: int = 1280,
    touch: bool = False,
    without_policy: bool = False,
    first: str = "",
    visited: bool = True,
) -> Iterator[Page]:
    """A page that has been opened; when it is left, nothing must have gone wrong in it.

    No request may have gone anywhere but to the explorer, and nothing may stand on the console.

    Args:
        first: a script that runs before the page's own.
        visited: whether this browser has been here before, and so does not open at the rules.
    """
    context = browser.new_context(
        color_scheme="dark" if scheme == "dark" else "light",
        viewport={"width": width, "height": 900},
        has_touch=touch,
        bypass_csp=without_policy,
        permissions=["clipboard-read", "clipboard-write"],
    )
    if visited:
        context.add_init_script(_HAS_VISITED)
    if first:
        context.add_init_script(first)
    page = context.new_page()
    page.set_default_timeout(1000 * SECONDS_FOR_ANYTHING)
    wrong: list[str] = []
    page.on(
        "request",
        lambda request: None if request.url.startswith(address) else wrong.append(request.url),
    )
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "console",
        lambda message: (
            wrong.append(message.text)
            if message.type == "error"
            and "the server responded with a status of 400" not in message.text
            else None
        ),
    )
    page.goto(f"{address}{fragment and '#'}{fragment}")
    expect(page.locator(".spot").first).to_be_visible()
    yield page
    context.close()
    assert not wrong, wrong


def play(page: Page, *turns: str) -> None:
    """Take turns by clicks, each when the one before it is to be seen."""
    for turn in turns:
        taken = int(page.locator("#scrub").get_attribute("max") or 0)
        page.locator("#swap" if turn == "swap" else f'[data-cell="{turn}"]').click()
        expect(page.locator("#scrub")).to_have_attribute("max", str(taken + 1))


def fragment_is(page: Page, fragment: str) -> None:
    """Wait until the address shows a state."""
    page.wait_for_url(lambda url: url.partition("#")[2] == fragment)


def playable(page: Page) -> list[str]:
    """The cells that may be played."""
    return cells(page, '.spot[aria-disabled="false"]')


def stop_clock(page: Page) -> None:
    """Let a page's clock stand still; after that it runs by `page.clock.run_for` alone."""
    page.clock.install(time=0)
    page.clock.pause_at(3600)  # seconds: an hour later, whatever has passed since


def cells(page: Page, selector: str) -> list[str]:
    """The cells of some spots, from the top."""
    found: list[str] = page.locator(selector).evaluate_all(
        "spots => spots.map(spot => spot.dataset.cell)"
    )
    return found


def told(page: Page, words: str) -> None:
    """Wait until a message is to be seen that has some words in it."""
    expect(page.locator("#message")).to_be_visible()
    expect(page.locator("#message")).to_contain_text(words)
