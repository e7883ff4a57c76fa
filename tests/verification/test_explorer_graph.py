"""The explorer's drawing of the game graph: what it holds, filters, and moving about in it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.verification import explorer_browser as seen

from churn_explorer.answers import Answers
from churn_explorer.checking import Checker
from churn_explorer.serving import served
from churn_explorer.solutions import Solutions


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("explorer")
    with served(Answers(Solutions(folder), Checker())) as served_at:
        yield served_at


def whole_graph(page: Page) -> Locator:
    """The drawing of all positions of size 2."""
    page.locator("#tab-graph").click()
    page.locator("#graph-what").select_option("whole")
    expect(page.locator(".node")).to_have_count(585)
    return page.locator(".network")


def test_the_graph_fills_its_place_again_when_the_window_changes(
    browser: Browser, address: str
) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        network = whole_graph(page)
        before = network.get_attribute("viewBox")
        for width in (400, 1280, 320, 1280):
            page.set_viewport_size({"width": width, "height": 900})
        expect(network).to_have_attribute("viewBox", str(before))
        page.get_by_role("button", name="Zoom in").click()
        zoomed = network.get_attribute("viewBox")
        assert zoomed != before
        for width in (400, 1280, 320, 1280):
            page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function(
            """wanted => {
              const box = document.querySelector(".network").getAttribute("viewBox").split(" ");
              return box.every((each, at) => Math.abs(each - wanted.split(" ")[at]) < 0.5);
            }""",
            arg=zoomed,
        )


# The graph ---------------------------------------------------------------------------------------


def test_the_graph_leads_to_positions(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2&turns=b2") as page:
        page.locator("#tab-graph").click()
        expect(page.locator(".node.here")).to_have_count(1)
        page.locator("#graph-what").select_option("1")
        expect(page.locator(".node")).to_have_count(4)  # the start, here, a placement, the swap
        page.locator(':is([aria-label^="a1:"], [aria-label^="b1:"], [aria-label^="c1:"])').click()
        expect(page.locator("#scrub-text")).to_have_text("2 of 2")
        start = page.locator('.node[aria-label^="2 turns back:"]')
        expect(start).to_have_count(1)
        start.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#scrub-text")).to_have_text("0 of 2")
        expect(page.locator(".node.here:focus")).to_have_count(1)


def test_the_whole_graph_is_filtered_zoomed_and_walked(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        whole_graph(page)
        expect(page.locator(".edge")).to_have_count(1005)
        page.locator("#graph-won-by").select_option("blue")
        expect(page.locator(".node.dim.wins-blue")).to_have_count(0)
        expect(page.locator(".node:not(.dim).wins-red")).to_have_count(0)
        page.locator("#graph-won-by").select_option("")
        page.locator("#graph-forced").check()
        expect(page.locator(".node.forced:not(.dim)")).to_have_count(
            page.locator(".node.forced").count()
        )
        expect(page.locator(".node:not(.dim):not(.forced)")).to_have_count(0)
        page.locator("#graph-forced").uncheck()
        page.locator("#graph-depth").fill("1")
        expect(page.locator(".node:not(.dim)")).to_have_count(8)
        expect(page.locator("#panel-graph")).to_contain_text("The filter leaves 8 positions.")
        page.locator("#graph-won-by").select_option("red")
        expect(page.locator(".node:not(.dim)")).to_have_count(2)  # the start and b2
        page.locator("#graph-won-by").select_option("")
        before = page.locator(".network").get_attribute("viewBox")
        page.get_by_label("Zoom in").click()
        expect(page.locator(".network")).not_to_have_attribute("viewBox", str(before))
        page.get_by_label("Show all").click()
        page.locator(".node.here").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(page.locator("#scrub-text")).to_have_text("1 of 1")
        expect(page.locator(".node.here:not(.dim)")).to_have_count(1)


def test_symmetric_positions_are_drawn_once_unless_unticked(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        page.locator("#tab-graph").click()
        page.locator("#graph-what").select_option("1")
        expect(page.locator(".node")).to_have_count(3)
        page.get_by_label("symmetric ones as one").uncheck()
        expect(page.locator(".node")).to_have_count(8)
        expect(page.locator(".column")).to_have_text(["0 · 1", "+1 · 7"])
        page.locator('.node[aria-label^="a1:"]').hover()
        expect(page.locator(".looked")).to_contain_text("a1: Blue wins in ")
        expect(page.locator(".edge.lit")).to_have_count(1)


# Moving about ------------------------------------------------------------------------------------


def view_box(network: Locator) -> list[float]:
    return [float(number) for number in str(network.get_attribute("viewBox")).split()]


def test_dragging_moves_the_graph_and_plays_nothing(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        network = whole_graph(page)
        before = view_box(network)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        node = page.locator('.node[aria-label^="b2:"]')
        place = node.bounding_box()
        assert place is not None
        x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 30, y + 20, steps=3)
        page.mouse.move(x + 60, y + 40, steps=3)
        page.mouse.up()
        after = view_box(network)
        moved = node.bounding_box()
        assert moved is not None
        assert (moved["x"] - place["x"], moved["y"] - place["y"]) == pytest.approx((60, 40), abs=1)
        assert after[2:] == before[2:]
        page.get_by_label("Show all").click()
        assert asked == []
        assert view_box(network) == pytest.approx(before)
        node.click()  # while a click does
        expect(page.locator("#scrub-text")).to_have_text("1 of 1")


def test_the_wheel_zooms_about_the_pointer(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        network = whole_graph(page)
        expect(network).to_have_class("board network churn-auto far")  # dots
        far = page.locator(".node").nth(300)
        place = far.bounding_box()
        assert place is not None
        x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        page.mouse.move(x, y)
        width = view_box(network)[2]
        page.mouse.wheel(0, -900)
        expect(network).to_have_class("board network churn-auto")  # small boards
        assert view_box(network)[2] == pytest.approx(width / 2.718281828**1.35)
        zoomed = far.bounding_box()
        assert zoomed is not None
        assert zoomed["x"] <= x <= zoomed["x"] + zoomed["width"]
        assert zoomed["y"] <= y <= zoomed["y"] + zoomed["height"]
        page.mouse.wheel(0, 9000)
        expect(network).to_have_class("board network churn-auto far")
        assert view_box(network)[2] < 1.5 * width  # no further out than it is of use
        assert page.evaluate("scrollY") == 0


def test_keys_zoom_and_the_way_by_keys_stays_in_sight(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        network = whole_graph(page)
        all_of_it = view_box(network)
        page.locator(".node.here").focus()
        for _ in range(6):
            page.keyboard.press("+")
        near = view_box(network)
        assert near[2] == pytest.approx(all_of_it[2] / 1.35**6)
        expect(page.locator(".node.here")).to_be_in_viewport()
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        expect(page.locator(".node:focus")).to_be_in_viewport()
        assert view_box(network)[0] > near[0]
        page.keyboard.press("-")
        assert view_box(network)[2] == pytest.approx(all_of_it[2] / 1.35**5)
        page.keyboard.press("0")
        assert view_box(network) == pytest.approx(all_of_it)


def test_two_fingers_zoom(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2", width=360, touch=True) as page:
        network = whole_graph(page)
        network.scroll_into_view_if_needed()
        width = view_box(network)[2]
        place = network.bounding_box()
        assert place is not None
        middle = {"x": place["x"] + 150, "y": place["y"] + 100}
        devices = page.context.new_cdp_session(page)
        for kind, apart in (("touchStart", 30), ("touchMove", 60), ("touchMove", 90)):
            fingers = [middle | {"id": 0}, {"x": middle["x"] + apart, "y": middle["y"], "id": 1}]
            devices.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
        devices.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert view_box(network)[2] == pytest.approx(width / 3, rel=0.01)
