"""Links and texts of the explorer: what they open, what is copied, what is pasted and loaded."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.verification import explorer_browser as seen
from tests.verification.toy_runs import toy_report

from churn_explorer.answers import Answers
from churn_explorer.checking import Checker
from churn_explorer.serving import served
from churn_explorer.solutions import Solutions
from churn_spec import read_position
from churn_verification.drawing.overlays import read_overlays
from churn_verification.drawing.palette import Theme
from churn_verification.drawing.svg import svg_of
from churn_verification.links import link_to
from churn_verification.results import Counterexample, failed
from churn_verification.views.of_verify import document_of
from churn_verification.views.page import page_of

FIGURE_2 = "3 r.b/bbrb/.rb.b/r.rr/bbr r"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("explorer")
    with served(Answers(Solutions(folder), Checker())) as served_at:
        yield served_at


def test_a_link_opens_the_game_where_it_was(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "position=2+r./.../..+r&turns=a1.c2&at=1") as page:
        expect(page.locator("#scrub-text")).to_have_text("1 of 2")
        expect(page.locator('[data-cell="a1"]')).to_have_attribute(
            "aria-label", "a1, red stone, group of 1"
        )
        page.reload()
        expect(page.locator("#scrub-text")).to_have_text("1 of 2")
        page.evaluate("location.hash = '#board=3-4-3-4-3-4'")
        expect(page.locator(".spot")).to_have_count(27)


def test_a_bad_link_gives_a_message_and_a_board(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2x") as page:
        seen.told(page, "board '2x'")
        expect(page.locator(".spot")).to_have_count(19)
    with seen.page_of(browser, address, "board=2&turns=c1.c1") as page:
        seen.told(page, "Turn 2, c1, is illegal by T1")
        expect(page.locator("#scrub-text")).to_have_text("1 of 1")
        page.get_by_label("Close this message").click()
        expect(page.locator("#message")).to_be_hidden()


@pytest.mark.parametrize(
    ("fragment", "words", "cells", "place"),
    [
        ("board=2&turns=a1.a2.zz", "Turn 3, cell 'zz': board 2 has cells a1 to c2.", 7, "2 of 2"),
        ("board=2&turns=zz&question=q", "Turn 1, cell 'zz': board 2 has", 7, None),
        ("board=2&turns=c1.a1.b3&at=9", "at=9: the game has 3 turns; the last is", 7, "3 of 3"),
        ("board=2&turns=c1.a1&at=1x", "at=1x: the game has 2 turns; the last", 7, "2 of 2"),
        ("foo", 'The link says "foo", which means nothing here.', 19, None),
        ("foo", "It names neither a board nor a position.", 19, None),
        ("board=2&turn=c1", 'The link says "turn", which means nothing here.', 7, None),
        ("board=99", "the explorer shows boards of at most 1,000", 19, None),
    ],
)
def test_the_good_part_of_a_bad_link_is_shown(
    browser: Browser, address: str, fragment: str, words: str, cells: int, place: str | None
) -> None:
    with seen.page_of(browser, address, fragment) as page:
        seen.told(page, words)
        expect(page.locator(".spot")).to_have_count(cells)
        if place is None:
            expect(page.locator("#scrub-bar")).to_be_hidden()
        else:
            expect(page.locator("#scrub-text")).to_have_text(place)
        expect(page.locator("tr.refused")).to_have_count(0)


def test_an_address_that_says_nothing_shows_what_the_command_named(
    browser: Browser, tmp_path: Path
) -> None:
    answers = Answers(Solutions(tmp_path), Checker(), read_position("2 ../.r./.. b"))
    with served(answers) as address:
        for fragment in ("", "board=2x", "turns=a1"):
            with seen.page_of(browser, address, fragment) as page:
                expect(page.locator(".spot")).to_have_count(7)
                taken = "&turns=a1" if fragment == "turns=a1" else ""
                seen.fragment_is(page, f"position=2+../.r./..+b{taken}")


def test_markup_in_a_link_is_shown_and_not_obeyed(browser: Browser, address: str) -> None:
    evil = "<img src=nowhere onerror=document.title='taken'>"
    fragment = f"board=2&turns=c1&question={evil}&clause={evil}&said={evil}:{evil}"
    with seen.page_of(browser, address, fragment) as page:
        expect(page.locator("#about")).to_contain_text(evil)
        expect(page.locator("#about img")).to_have_count(0)
        page.locator("#turn").fill("<b>c1</b>")
        page.keyboard.press("Enter")
        seen.told(page, "<b>c1</b>")
        expect(page.locator("#message b")).to_have_count(0)


def test_texts_are_copied(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2&turns=b2.swap.c1.a1&at=3") as page:
        page.locator("#tab-texts").click()
        copied = {}
        for name in ("position", "record", "link", "picture"):
            page.evaluate("navigator.clipboard.writeText('')")
            page.locator(f"#copy-{name}").click()
            expect(page.locator(f"#copy-{name}")).to_have_class("done")
            copied[name] = page.evaluate("navigator.clipboard.readText()")
            expect(page.locator("#copied")).to_have_value(copied[name])
        position = read_position("2 b./.r./.. r")
        overlays = read_overlays(position.board, "names legal mover last=c1")
        assert copied == {
            "position": "2 b./.r./.. r",
            "record": "2\nb2 swap c1\n",
            "link": urljoin(address, "/#board=2&turns=b2.swap.c1.a1&at=3"),
            "picture": svg_of(position, overlays, Theme.AUTO),
        }
        page.locator("#theme").select_option("dark")
        page.locator("#copy-picture").click()
        expect(page.locator("#copied")).to_have_value(svg_of(position, overlays, Theme.DARK))


def test_a_pasted_position_or_record_is_loaded(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        page.locator("#tab-texts").click()
        _load(page, FIGURE_2)
        expect(page.locator("#reason")).to_contain_text("The smallest group that can be formed is ")
        seen.fragment_is(page, f"position={FIGURE_2.replace(' ', '+')}")
        _load(page, "2\nc1 a1 # and a comment\n")
        expect(page.locator("#scrub-text")).to_have_text("2 of 2")
        seen.fragment_is(page, "board=2&turns=c1.a1")
        _load(page, "2\nc1 a1 c2 b1")
        seen.told(page, "Turn 3, c2, is illegal by P1")
        expect(page.locator("#scrub-text")).to_have_text("2 of 2")
        _load(page, "2 c1 a1")
        seen.told(page, "rows 'c1'")
        expect(page.locator("#scrub-text")).to_have_text("2 of 2")


def _load(page: Page, text: str) -> None:
    """Paste a text as a reader does, and load it."""
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.locator("#to-load").fill("")
    page.locator("#to-load").press("Control+V")
    expect(page.locator("#to-load")).to_have_value(text)
    page.get_by_role("button", name="Load", exact=True).click()


def test_a_counterexample_of_a_report_opens_by_its_link(browser: Browser, address: str) -> None:
    case = Counterexample(
        clause="P1",
        question="is c2 legal",
        said={"specification": "no", "engine": "yes"},
        position="2 r./.../.. r",
        turns=("c2",),
    )
    report = page_of(document_of(toy_report(failed("they differ", counterexample=case))))
    (link,) = re.findall(r'href="http://127\.0\.0\.1:8714/#([^"]+)"', report)
    with seen.page_of(browser, address, unescape(link)) as page:
        expect(page.locator("#about")).to_be_visible()
        expect(page.locator("#about")).to_contain_text("Counterexample to P1: is c2 legal")
        expect(page.locator("#about li")).to_have_text(["specification: no", "engine: yes"])
        expect(page.locator("tr.refused")).to_contain_text("c2")
        expect(page.locator("tr.refused .answer.agrees").first).to_be_visible()
        page.get_by_role("button", name="New game").click()
        expect(page.locator("#about")).to_be_hidden()
        seen.fragment_is(page, "board=2")


def test_a_counterexample_stays_in_the_address_as_long_as_it_is_shown(
    browser: Browser, address: str
) -> None:
    case = Counterexample(
        clause="P1",
        question="are c1 & b1 legal: 100% = yes?",
        said={"specification": "no + #1", "engine": "yes: 'both'"},
        position="2 r./.../.. r",
        turns=("a1", "c1"),
    )
    link = str(link_to(case)).partition("#")[2]
    with seen.page_of(browser, address, link) as page:
        stays = re.escape("position=2+r./.../..+r&turns=a1.c1&at=0&clause=P1&question=")
        page.locator("#restart").click()
        page.wait_for_url(re.compile(stays))
        page.locator("#copy-link").evaluate("button => button.click()")
        expect(page.locator("#copied")).to_have_value(
            urljoin(address, f"/#{page.url.partition('#')[2]}")
        )
        for _ in range(2):  # what was written is what is read and written again
            page.reload()
            expect(page.locator("#about")).to_contain_text(f"Counterexample to P1: {case.question}")
            expect(page.locator("#about li")).to_have_text(
                [f"{who}: {what}" for who, what in case.said.items()]
            )
            expect(page.locator("tr.refused")).to_contain_text("c1")
            page.wait_for_url(re.compile(stays))
