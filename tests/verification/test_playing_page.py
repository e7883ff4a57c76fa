"""The page that `show --animate FILE.html` writes, in a real browser."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from churn_verification.cli.show import command as show

RECORD = "2\nb1 b2 a2 a1 c2 c1 b3 b1\n"
"""Eight turns. The seventh removes a stone, which is seen on a frame of its own."""

LAST_FRAME = 9
A_STEP = 900
"""How long a frame shows at the usual pace, in milliseconds."""


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("film")
    record, film = folder / "game.churn", folder / "game.html"
    record.write_text(RECORD)
    show.main(["--record", str(record), "--animate", str(film)], standalone_mode=False)
    return film


@pytest.fixture
def page(browser: Browser, film: Path) -> Iterator[Page]:
    """The page in a browser whose clock stands still; nothing must go wrong in it."""
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.clock.install(time=0)
    page.goto(film.as_uri())
    page.clock.pause_at(3600)  # an hour later, whatever has passed since
    yield page
    context.close()
    assert asked == [film.as_uri()]
    assert not wrong


def is_at(page: Page, frame: int, *lines: str) -> None:
    """Expect a frame, the first lines of its caption, and the number of stones on its board."""
    expect(page.locator("#place")).to_have_value(str(frame))
    for number, line in enumerate(lines):
        expect(page.locator("#caption p").nth(number)).to_have_text(line)


def stones(page: Page) -> dict[str, int]:
    """How many stones of each colour are to be seen."""
    return {
        colour: page.locator(f"g.{colour} > :not([visibility=hidden])").count()
        for colour in ("red", "red-gone", "blue")
    }


def test_it_plays_pauses_and_stops_at_the_end(page: Page) -> None:
    is_at(page, 0, "start", "turn 0 of 8", "Red groups: none", "Blue groups: none")
    page.get_by_label("Play", exact=True).click()
    page.clock.run_for(A_STEP)
    is_at(page, 1, "Red b1 forms 1", "turn 1 of 8", "Red groups: 1", "Blue groups: none")
    page.clock.run_for(2 * A_STEP)
    is_at(page, 3, "Red a2 forms 1", "turn 3 of 8")
    page.get_by_label("Pause").click()
    page.clock.run_for(5 * A_STEP)
    is_at(page, 3)
    page.get_by_label("Play", exact=True).click()
    page.clock.run_for(20 * A_STEP)
    is_at(page, LAST_FRAME, "Blue b1 forms 4. Blue wins 4 : 3", "turn 8 of 8")
    expect(page.get_by_label("Play", exact=True)).to_have_text("▶ play")
    page.get_by_label("Play", exact=True).click()
    is_at(page, 0, "start")


def test_the_board_shows_what_the_caption_says(page: Page) -> None:
    assert stones(page) == {"red": 0, "red-gone": 0, "blue": 0}
    page.locator("#place").fill("7")
    is_at(page, 7, "Red b3 forms 3, removes 1", "turn 7 of 8")
    assert stones(page) == {"red": 3, "red-gone": 1, "blue": 3}
    page.get_by_label("One step forward").click()
    is_at(page, 8, "Red b3 forms 3, removes 1", "turn 7 of 8", "Red groups: 3", "Blue groups: 3")
    assert stones(page) == {"red": 3, "red-gone": 0, "blue": 3}
    page.get_by_label("To the start").click()
    is_at(page, 0)
    assert stones(page) == {"red": 0, "red-gone": 0, "blue": 0}


def test_keys_step_jump_and_play(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    is_at(page, 2, "Blue b2 forms 1")
    page.keyboard.press("ArrowLeft")
    is_at(page, 1, "Red b1 forms 1")
    page.keyboard.press("End")
    is_at(page, LAST_FRAME)
    page.keyboard.press("Home")
    is_at(page, 0)
    page.keyboard.press("Space")
    page.clock.run_for(2 * A_STEP)
    page.keyboard.press("Space")
    page.clock.run_for(5 * A_STEP)
    is_at(page, 2)


def test_it_plays_at_the_chosen_speed(page: Page) -> None:
    page.get_by_label("Play", exact=True).click()
    page.get_by_label("Speed").select_option("slow")
    page.clock.run_for(2 * A_STEP)
    is_at(page, 0)
    page.get_by_label("Speed").select_option("fast")
    page.clock.run_for(A_STEP)
    is_at(page, 3)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    page.clock.resume()
    page.keyboard.press("End")
    found = page.evaluate("axe.run()")
    assert [(each["id"], each["help"]) for each in found["violations"]] == []
