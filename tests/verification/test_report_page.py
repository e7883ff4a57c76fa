"""The report as a page: what is on it, and how a real browser and axe take it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.verification.toy_runs import CASE, WHERE, draw, toy_course

import churn_spec as spec
from churn_verification.registry import Check, Kind, Level, Reach
from churn_verification.reports.model import RunReport, report_of
from churn_verification.results import Result, failed, held, not_run
from churn_verification.running import Outcome, Spent
from churn_verification.views.of_verify import document_of
from churn_verification.views.page import page_of

CLAIM: dict[str, str | int | float] = {
    "verdict": "does not hold",
    "claimed": 950_000,
    "mean": 1.2e6,
    "least": 1.1e6,
    "most": 1.3e6,
}


def outcome(
    check_id: str,
    kind: Kind,
    result: Result,
    clauses: tuple[str, ...] = ("P1", "R2"),
    reach: Reach | None = None,
    further: tuple[Outcome, ...] = (),
) -> Outcome:
    sentence = f"The sentence of {check_id} <holds>."
    check = Check(check_id, sentence, clauses, kind, Level.QUICK, draw, 1, reach)
    return Outcome(check, result, Spent(3.0, 2.0), 5, 1, 1, further)


LONG = "proof/ranking_rises_on_every_board"


@cache
def report(complete: bool = True) -> RunReport:
    """A run in which everything happened that a page can show."""
    again = outcome("games/toy", Kind.DIFFERENTIAL, failed("once more", counterexample=CASE))
    tricky = CASE.model_copy(update={"said": {"engine": "<script>alert(1)</script>"}})
    outcomes = [
        outcome("property/toy", Kind.PROPERTY, held({"cases": 1_200})),
        outcome(
            "games/toy", Kind.DIFFERENTIAL, failed("x", counterexample=tricky), further=(again,)
        ),
        outcome("crash", Kind.DIFFERENTIAL, failed("the check crashed: <b>")),
        outcome("legal-sets/toy", Kind.EXHAUSTIVE, held({"positions": 5})),
        outcome(LONG, Kind.PROOF, held({"cases": 1}), ("F1",), Reach.PROVED_BOARDS),
        outcome("graph/toy", Kind.GRAPH, held({"states": 9}, depth=3)),
        outcome("vectors/toy", Kind.VECTOR, held({"vectors": 9})),
        outcome("mutants/toy", Kind.MUTANT, held({"killed": 9})),
        outcome("claim/C2", Kind.CLAIM, held({"games": 9}, **CLAIM), ("C2",)),
        outcome("solution", Kind.EXHAUSTIVE, not_run("it takes 6 GB of memory")),
    ]
    return report_of(outcomes, toy_course(complete), WHERE)


@contextmanager
def opened(
    browser: Browser, folder: Path, shown: RunReport, scheme: str = "light", width: int = 1200
) -> Iterator[Page]:
    """The page as a file; it must ask for nothing else and complain of nothing."""
    path = folder / "report.html"
    path.write_text(page_of(document_of(shown)), encoding="utf-8")
    context = browser.new_context(
        color_scheme="dark" if scheme == "dark" else "light",
        viewport={"width": width, "height": 900},
    )
    page = context.new_page()
    wrong: list[str] = []
    page.on(
        "request",
        lambda request: (
            None if request.url.startswith((path.as_uri(), "data:")) else wrong.append(request.url)
        ),
    )
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(path.as_uri())
    yield page
    context.close()
    assert wrong == []


def test_everything_of_the_run_is_on_the_page(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, report()) as page:
        expect(page).to_have_title("Failed: Churn verification report")
        expect(page.locator(".verdict")).to_contain_text("7 passed, 2 failed, 1 not run, in 12 s")
        cases = page.locator("article .case")
        assert cases.count() == 2
        again = page.get_by_text("Also seen in 1 more failure")
        again.click()
        expect(page.get_by_text("Repeat with").nth(1)).to_be_visible()
        expect(cases.first).to_contain_text("<script>alert(1)</script>")
        expect(cases.first).to_contain_text(
            "churnproof verify --level quick --check games/toy --seed 5"
        )
        picture = cases.first.get_by_role("img")
        expect(picture).to_be_visible()
        assert picture.locator("title").text_content() == "Churn, board 2: Blue b1 forms 2"
        stone = picture.locator(".red circle").first
        assert stone.evaluate("each => getComputedStyle(each).fill") == "rgb(200, 40, 30)"
        link = cases.first.get_by_role("link", name="Open the position").get_attribute("href")
        assert str(link).startswith("http://127.0.0.1:")
        assert "position=2+r./.b./..+r&turns=a1.b1" in str(link)
        for text in ("0" * 40, "0123456789abcdef", "Linux, x86_64, 2 cores, 15.6 GB", "3.11.7"):
            expect(page.locator("section", has=page.locator("#run"))).to_contain_text(text)
        expect(page.get_by_role("img", name="Claimed 950,000, measured between")).to_be_visible()
        expect(page.locator("#time ~ table tbody tr")).to_have_count(10)


def test_the_matrix_says_how_far_each_clause_was_checked(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, report()) as page:
        matrix = page.get_by_role("table", name="Checks that passed for each clause")
        rows = matrix.locator("tbody tr")
        assert rows.locator("th").all_text_contents() == list(spec.CLAUSES)
        of_isolation = rows.nth(list(spec.CLAUSES).index("P1"))
        assert of_isolation.locator("td.number").all_inner_texts() == [
            *("1", "2 failed, 1 passed", "", "2", "", "", "")
        ]
        strongest = of_isolation.locator("td", has=page.locator(".good"))
        expect(strongest).to_have_attribute("data-label", "exhaustive on listed boards")
        of_ending = rows.nth(list(spec.CLAUSES).index("F1"))
        strongest = of_ending.locator("td", has=page.locator(".good"))
        expect(strongest).to_have_attribute("data-label", "proved for all boards")


def test_every_link_on_the_page_leads_somewhere_on_it(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, report()) as page:
        targets = page.locator("[id]").evaluate_all("all => all.map(each => each.id)")
        assert len(targets) == len(set(targets))
        links = page.locator('a[href^="#"]').evaluate_all(
            "all => all.map(each => decodeURIComponent(each.hash.slice(1)))"
        )
        assert len(links) > 50
        assert set(links) <= set(targets)
        for check in report().checks:
            entry = page.locator(f'[id="check/{check.id}"]')
            expect(entry).to_contain_text(check.sentence)


def test_the_keyboard_reaches_the_verdict_and_the_sections(
    browser: Browser, tmp_path: Path
) -> None:
    with opened(browser, tmp_path, report()) as page:
        page.keyboard.press("Tab")
        skip = page.get_by_role("link", name="Skip to the verdict")
        expect(skip).to_be_focused()
        expect(skip).to_be_in_viewport()
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Failures")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#failures")).to_be_in_viewport()


def test_on_a_phone_each_number_stands_on_a_line_with_what_it_counts(
    browser: Browser, tmp_path: Path
) -> None:
    with opened(browser, tmp_path, report(), width=360) as page:
        cells = page.locator("#matrix ~ table td.number").filter(has_text=re.compile(r"^\d+$"))
        heights = [cell.bounding_box() for cell in cells.all()]
        assert len(heights) > 5
        assert all(box is not None and box["height"] < 40 for box in heights)


@pytest.mark.parametrize(
    ("scheme", "width"), [("light", 1200), ("dark", 1200), ("light", 360), ("dark", 360)]
)
def test_axe_finds_nothing_and_nothing_sticks_out(
    browser: Browser, tmp_path: Path, scheme: str, width: int
) -> None:
    axe = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    with opened(browser, tmp_path, report(), scheme, width) as page:
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.evaluate(axe)
        found = page.evaluate("axe.run()")
        assert len(found["passes"]) > 20
        # What stands on a stone or a cell is for the drawing's own tests: axe cannot judge it.
        assert [
            (each["id"], node["html"])
            for each in found["violations"] + found["incomplete"]
            for node in each["nodes"]
            if not node["html"].startswith("<text ")
        ] == []


def test_in_print_it_is_dark_on_white_and_all_there(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, report(), scheme="dark") as page:
        ink = "getComputedStyle(document.body).color"
        assert page.evaluate(ink) == "rgb(242, 242, 242)"
        page.emulate_media(media="print")
        assert page.evaluate(ink) == "rgb(28, 28, 28)"
        stone = page.locator(".case .red circle").first
        assert stone.evaluate("each => getComputedStyle(each).fill") == "rgb(200, 40, 30)"
        expect(page.locator("nav")).to_be_hidden()
        expect(page.get_by_role("columnheader", name="a lemma for all boards")).to_be_visible()
        expect(page.locator("#run")).to_be_visible()


def test_a_stopped_run_says_so(browser: Browser, tmp_path: Path) -> None:
    stopped = report_of(
        [
            outcome("property/toy", Kind.PROPERTY, held({"cases": 1})),
            outcome("games/toy", Kind.DIFFERENTIAL, not_run("stopped by hand")),
            outcome("machine/toy", Kind.DIFFERENTIAL, not_run("stopped by hand")),
            outcome("graph/toy", Kind.GRAPH, not_run("no memory")),
        ],
        toy_course(complete=False),
        WHERE,
    )
    with opened(browser, tmp_path, stopped) as page:
        expect(page.get_by_role("heading", level=2).first).to_have_text("Incomplete")
        section = page.locator("section", has=page.locator("#left-out"))
        expect(section.get_by_role("listitem")).to_have_count(2)
        expect(section).to_contain_text("graph/toy: no memory")
        summary = section.get_by_text("2 checks: stopped by hand")
        expect(summary).to_be_visible()
        expect(page.locator('[id="check/games/toy"]')).to_contain_text("not run")


def test_an_empty_run_has_a_page_too() -> None:
    page = page_of(document_of(report_of([], toy_course(complete=False), WHERE)))
    assert "0 passed, 0 failed, 0 not run" in page


def test_the_page_allows_itself_nothing_but_its_own_styles() -> None:
    page = page_of(document_of(report()))
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; style-src &#39;sha256-") or policy[
        1
    ].startswith("default-src 'none'; style-src 'sha256-")
    assert "<script" not in page.replace("&lt;script", "")
    assert " style=" not in page
