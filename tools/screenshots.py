"""The pictures of the explorer for the documentation.

    churnproof solve 3 --tablebase size3.tablebase
    python -m tools.screenshots docs/pictures size3.tablebase

It opens an explorer of its own in Chromium, by way of playwright, which is part of the extra
`test`.
"""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import Browser, Error, Page, Playwright, expect, sync_playwright

from churn_explorer.answers import Answers
from churn_explorer.checking import Checker
from churn_explorer.serving import served
from churn_explorer.solutions import Solutions
from tools.programs import CHROMIUM

BROWSER_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Chromium without a sandbox (it may run as root) and without a word to anybody else."""

ADAPTER = ("churn_verification", "serve", "--misreading", "only-near-groups-removed")
"""An adapter that misreads a rule, so that the explorer has a difference to show."""

_MILLISECONDS_TO_SETTLE = 900
_PATIENCE = 60_000


@dataclass(frozen=True)
class Shot:
    """One picture.

    Attributes:
        name: the name of its file, without the suffix.
        fragment: what the address shows.
        prepare: what is done on the page before the picture is taken.
        scheme: the colours that the system is said to prefer.
        width, height: the size of the window.
        with_adapter: whether an adapter is connected that misreads a rule.
    """

    name: str
    fragment: str
    prepare: Callable[[Page], None]
    scheme: Literal["light", "dark"] = "light"
    width: int = 1280
    height: int = 900
    with_adapter: bool = False


def main() -> None:
    """Take the pictures: into a folder, with the values of a tablebase of size 3."""
    places = [Path(argument) for argument in sys.argv[1:]]
    if len(places) != 2 or not places[0].is_dir() or not places[1].is_file():
        sys.exit("usage: python -m tools.screenshots FOLDER TABLEBASE")
    take_all(*places)


def take_all(folder: Path, tablebase: Path) -> None:
    """Take all pictures.

    Args:
        folder: where they are written.
        tablebase: the solution of size 3.

    Raises:
        FileNotFoundError: there is no Chromium.
    """
    with ExitStack() as stack:
        kept = Path(stack.enter_context(TemporaryDirectory()))
        adapter = [sys.executable, "-m", *ADAPTER]
        alone, compared = (
            stack.enter_context(served(Answers(Solutions(kept, tablebase), Checker(command))))
            for command in ([], adapter)
        )
        playwright = stack.enter_context(sync_playwright())
        browser = launched(playwright)
        for shot in SHOTS:
            _take(browser, compared if shot.with_adapter else alone, shot, folder)


def launched(playwright: Playwright) -> Browser:
    """Start the system's Chromium, Chrome or Edge, or else the browser that playwright installed.

    Raises:
        FileNotFoundError: there is none of them; says how to get one.
    """
    try:
        return playwright.chromium.launch(
            executable_path=CHROMIUM.path, args=list(BROWSER_ARGUMENTS)
        )
    except Error as error:
        if CHROMIUM.path or "Executable doesn't exist" not in error.message:
            raise
        raise FileNotFoundError(CHROMIUM.missing) from None


def _take(browser: Browser, address: str, shot: Shot, folder: Path) -> None:
    context = browser.new_context(
        color_scheme=shot.scheme, viewport={"width": shot.width, "height": shot.height}
    )
    context.add_init_script("localStorage.setItem('rules', 'shown')")  # not on the first visit
    page = context.new_page()
    page.set_default_timeout(_PATIENCE)
    page.goto(f"{address}#{shot.fragment}")
    expect(page.locator(".spot").first).to_be_visible(timeout=_PATIENCE)
    shot.prepare(page)
    page.wait_for_timeout(_MILLISECONDS_TO_SETTLE)
    page.screenshot(path=folder / f"{shot.name}.png")
    context.close()


def _point(page: Page) -> None:
    page.locator('[data-cell="d4"]').hover()
    expect(page.locator(".red-gone").first).to_be_visible(timeout=_PATIENCE)


def _values(page: Page) -> None:
    page.locator("#tab-values").click()
    page.locator("#show-values").check()
    expect(page.locator(".look .value").first).to_be_visible(timeout=_PATIENCE)
    page.locator("#best-line").click()


def _near(page: Page) -> None:
    _values(page)
    page.locator("#tab-graph").click()
    page.locator("#graph-what").select_option("3")
    expect(page.locator(".node").nth(10)).to_be_visible(timeout=_PATIENCE)


def _whole(page: Page) -> None:
    page.locator("#tab-graph").click()
    page.locator("#graph-what").select_option("whole")
    expect(page.locator(".node")).to_have_count(585, timeout=_PATIENCE)
    page.get_by_label("Larger or smaller").click()
    page.locator(".node").nth(40).hover()


def _statistics(page: Page) -> None:
    page.locator("#tab-statistics").click()
    page.locator("#begin-random").click()
    expect(page.locator(".mean-line")).to_have_count(1, timeout=_PATIENCE)
    page.wait_for_timeout(4_000)
    page.locator("#stop-random").click()


def _checks(page: Page) -> None:
    expect(page.locator(".answer.differs").first).to_be_visible(timeout=_PATIENCE)


def _set_up(page: Page) -> None:
    page.locator("#set-up").click()
    for cell in ("c3", "e1", "a3"):
        page.locator(f'[data-cell="{cell}"]').click()
    page.locator('[data-cell="d2"]').hover()


SHOTS = (
    Shot("explorer-board", "position=3+brb/rrb./b.brr/r..b/rbr+r", _point),
    Shot("explorer-values", "board=3", _values, height=1050),
    Shot("explorer-graph", "board=2&turns=b2.b1.a1", _near),
    Shot("explorer-whole-graph", "board=2", _whole),
    Shot("explorer-random-play", "board=5", _statistics),
    Shot(
        "explorer-checks",
        "board=3&turns=d2.e2.c5.b4.c1.d4.b2.c3.a3.a1.e3.d1.c4.b1.d2.e3",
        _checks,
        with_adapter=True,
    ),
    Shot("explorer-set-up", "board=3", _set_up, height=820),
    Shot("explorer-dark", "position=3+brb/rrb./b.brr/r..b/rbr+r", _point, scheme="dark"),
    Shot("explorer-phone", "position=3+brb/rrb./b.brr/r..b/rbr+r", _point, width=390, height=844),
)


if __name__ == "__main__":
    main()
