"""Whom the explorer lets in, in a real browser: who has its key, and no page of another site."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.verification.explorer_client import Client

from churn_explorer import serving
from churn_explorer.answers import Answers
from churn_explorer.checking import Checker
from churn_explorer.guard import NOT_LET_IN, Keys
from churn_explorer.serving import address_of, listen, served
from churn_explorer.solutions import Solutions


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with served(Answers(Solutions(tmp_path), Checker())) as served_at:
        yield served_at


class _Elsewhere(BaseHTTPRequestHandler):
    """A site with one empty page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()

    def log_message(self, *_words: object) -> None:
        """Say nothing."""


@pytest.fixture
def elsewhere(browser: Browser) -> Iterator[Page]:
    """A page of another site, in a browser."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Elsewhere) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"http://localhost:{server.server_port}/")
        yield page
        context.close()
        server.shutdown()
        thread.join()


ASK = """async ([url, mode, type]) => {
    try {
        const body = '{"sides": "2"}';
        const headers = {"Content-Type": type};
        return await (await fetch(url, {method: "POST", mode, body, headers})).text();
    } catch (error) {
        return error.name;
    }
}"""


def test_a_page_of_another_site_starts_nothing_and_reads_nothing(
    address: str, elsewhere: Page
) -> None:
    ask = f"{address}ask/begin-statistics"
    assert elsewhere.evaluate(ASK, [ask, "cors", "application/json"]) == "TypeError"
    assert elsewhere.evaluate(ASK, [ask, "cors", "text/plain"]) == "TypeError"
    assert elsewhere.evaluate(ASK, [ask, "no-cors", "text/plain"]) == "TypeError"
    assert elsewhere.evaluate(READ, address) == "TypeError"
    run = Client(address).ask("statistics", sides="2")
    assert (run["running"], run["games"]) == (False, 0)
    Client(address).ask("begin-statistics", sides="2")  # as the explorer's own page would
    assert Client(address).ask("statistics", sides="2")["running"]


READ = "url => fetch(url).then(answer => answer.text(), error => error.name)"


def test_a_page_of_another_site_cannot_frame_it(address: str, elsewhere: Page) -> None:
    with elsewhere.expect_console_message(lambda said: "frame-ancestors" in said.text):
        elsewhere.evaluate(
            "url => { const frame = document.createElement('iframe');"
            " frame.src = url; document.body.append(frame); }",
            address,
        )
    assert elsewhere.frames[1].locator("#board").count() == 0


def test_what_is_slipped_into_the_page_is_not_run(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}#board=2")
    expect(page.locator(".spot").first).to_be_visible()
    with page.expect_console_message(lambda said: "Content Security Policy" in said.text):
        page.evaluate(
            "() => { const script = document.createElement('script');"
            " script.textContent = 'document.title = \"taken\"'; document.head.append(script); }"
        )
    assert page.title() == "Churn 2: Red to move"
    context.close()


def test_a_browser_is_led_on_with_its_fragment(browser: Browser, tmp_path: Path) -> None:
    """By the key that works once, and later by links that have none."""
    answers = Answers(Solutions(tmp_path), Checker())
    with listen(0) as listener:
        keys = Keys()
        server = serving._server(answers, listener, keys)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        context = browser.new_context()
        page = context.new_page()
        whole = address_of(listener, f"{keys.lasting}/", "board=2")
        page.goto(address_of(listener, "", "board=2"))
        expect(page.get_by_text(NOT_LET_IN)).to_be_visible()
        page.goto(address_of(listener, keys.once, "board=2"))
        page.wait_for_url(whole)
        expect(page.locator(".spot")).to_have_count(7)
        other = context.new_page()
        other.goto(address_of(listener, "", "board=2"))
        other.wait_for_url(whole)
        expect(other.locator(".spot")).to_have_count(7)
        context.close()
        server.should_exit = True
        thread.join()
