"""What the explorer's page tells about a position: values, comparisons, random play."""

import re
import sys
import threading
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.verification import explorer_browser as seen

from churn_engine.board import Board
from churn_engine.solver.report import Lookup
from churn_engine.solver.solve import Solver
from churn_explorer import limits, solutions
from churn_explorer.answers import Answers
from churn_explorer.checking import Checker
from churn_explorer.jobs import Job
from churn_explorer.serving import served
from churn_explorer.solutions import Solutions

VERDICT_2 = "With best play Red wins in 7 turns without the swap; with it the second player wins."
DYING = """
import json, sys
hello = json.loads(sys.stdin.readline())
print(json.dumps({"id": hello["id"], "result": {"protocol": 1, "name": "dying", "version": "1",
    "language": "Python", "boards": "any", "positions": True, "swap": "seats", "refuses": True,
    "features": []}}), flush=True)
sys.stdin.readline()
sys.exit("I am dying")
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("explorer")
    with served(Answers(Solutions(folder), Checker())) as served_at:
        yield served_at


# Values ------------------------------------------------------------------------------------------


def test_values_on_size_2(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        page.locator("#tab-values").click()
        expect(page.locator("#panel-values .verdict")).to_have_text(VERDICT_2)
        best = page.locator("#panel-values tr.best")
        expect(best).to_have_count(1)
        expect(best).to_contain_text("b2")
        page.locator("#show-values").check()
        expect(page.locator('[data-cell="b2"] .value')).to_have_text("R7")
        expect(page.locator('[data-cell="a1"] .value')).to_contain_text("B")
        expect(page.locator("#hint")).to_contain_text("who wins by that turn without the swap")
        page.locator('[data-cell="b2"]').hover()
        expect(page.locator("#hint")).to_have_text(
            "b2 is isolated and removes nothing. So Red wins in 7 turns, best."
        )
        page.locator("h1").hover()
        page.locator("#show-values").uncheck()
        expect(page.locator("#hint")).to_have_text("Groups: Red none; Blue none.")
        page.locator("#show-values").check()
        expect(page.locator('[data-cell="b2"]')).to_have_attribute(
            "aria-label", "b2, empty, forms 1, legal, Red wins in 7 turns, best"
        )
        expect(page.locator(".spot:has(.best-frame)")).to_have_attribute("data-cell", "b2")
        page.locator("#best-line").click()
        line = page.locator("#panel-values .line")
        expect(line).to_have_text(re.compile(r"^Without the swap: b2( [abc][123]){6}$"))
        page.get_by_label("Play b2").click()
        expect(page.locator("#panel-values .verdict")).to_contain_text("the second player wins")


def test_values_are_never_those_of_another_position(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        page.locator("#show-values").check()
        expect(page.locator("#board .value")).to_have_count(7)
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/ask/values", hold)
        seen.play(page, "b2")
        expect(page.locator("#board .value")).to_have_count(0)
        held[0].continue_()
        expect(page.locator("#board .value")).to_have_text(["R6"] * 6)
        page.unroute_all()


def test_perfect_play_keeps_what_is_won(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2&turns=b2.swap") as page:
        page.locator("#tab-values").click()
        expect(page.locator("#panel-values .verdict")).to_contain_text("Red wins in 6 turns")
        page.locator("#second").select_option("perfect")
        page.locator("#pace").select_option("0")
        page.locator("#first").select_option("perfect")
        expect(page.locator("#headline")).to_contain_text("Red wins")
        expect(page.locator("#scrub-text")).to_have_text("8 of 8")


def test_a_tablebase_is_made_by_a_button(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = _solving_only_on_request(monkeypatch)
    with (
        served(Answers(Solutions(tmp_path), Checker())) as address,
        seen.page_of(browser, address, "board=2") as page,
    ):
        page.locator("#show-values").check()  # where nothing is known, this opens the panel
        expect(page.locator("#panel-values .note")).to_contain_text("2,187 positions in ")
        page.locator("#make-tablebase").click()
        expect(page.locator("#panel-values .note")).to_have_text("30%")
        expect(page.get_by_role("progressbar")).to_have_attribute("value", "0.3")
        page.get_by_role("button", name="Stop", exact=True).click()
        expect(page.locator("#make-tablebase")).to_be_visible()
        page.locator("#make-tablebase").click()
        expect(page.get_by_role("progressbar")).to_be_visible()
        page.reload()
        page.locator("#tab-values").click()
        expect(page.get_by_role("progressbar")).to_be_visible()
        assert list(tmp_path.iterdir()) == []
        may_end.set()
        expect(page.locator("#panel-values .verdict")).to_have_text(VERDICT_2)
        page.locator("#show-values").check()
        expect(page.locator('[data-cell="b2"] .value')).to_have_text("R7")
    may_end.clear()
    with (
        served(Answers(Solutions(tmp_path), Checker())) as address,
        seen.page_of(browser, address, "board=2") as page,
    ):
        page.locator("#tab-values").click()
        expect(page.locator("#panel-values tr.best")).to_contain_text("b2")
        expect(page.locator("#panel-values .note")).to_have_count(0)


def test_a_board_waits_for_another_or_stops_it(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = _solving_only_on_request(monkeypatch)
    monkeypatch.setattr(solutions, "MOST_SOLVED_ENTRIES", limits.MOST_SOLVED_ENTRIES)
    with (
        served(Answers(Solutions(tmp_path), Checker())) as address,
        seen.page_of(browser, address, "board=2") as page,
    ):
        page.locator("#tab-values").click()
        verdict = page.locator("#panel-values .verdict")
        expect(verdict).to_have_text("Solving this board …")
        page.locator("#sides").fill("1-2-1-2-1-2")
        page.get_by_role("button", name="New game").click()
        expect(verdict).to_have_text("Board 2 is being solved; this one comes when it is done.")
        page.get_by_role("button", name="Stop", exact=True).click()
        expect(verdict).to_have_text("Solving this board …")
        may_end.set()
        expect(verdict).to_contain_text("With best play")


def test_a_tablebase_that_cannot_be_kept_gives_its_values_all_the_same(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _solving_only_on_request(monkeypatch).set()
    (tmp_path / "file").write_text("no folder")
    with (
        served(Answers(Solutions(tmp_path / "file"), Checker())) as address,
        seen.page_of(browser, address, "board=2") as page,
    ):
        page.locator("#tab-values").click()
        page.locator("#make-tablebase").click()
        expect(page.locator("#panel-values tr.best")).to_contain_text("b2")
        expect(page.locator("#panel-values .note")).to_contain_text("The tablebase is not kept:")


def _solving_only_on_request(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Let no board be solved unasked, and none before the event that this returns is set."""
    may_end = threading.Event()
    solve = solutions._solved

    def slowly(job: Job[Lookup], board: Board) -> Solver:
        job.progress(3, 10)
        while not may_end.wait(0.01):
            job.progress(3, 10)
        return solve(job, board)

    monkeypatch.setattr(solutions, "MOST_SOLVED_ENTRIES", 0)
    monkeypatch.setattr(solutions, "_solved", slowly)
    return may_end


# Who says what -----------------------------------------------------------------------------------


def test_specification_and_engine_agree_on_every_turn(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2&turns=b2.swap.c1") as page:
        expect(page.locator("#panel-turns th").nth(4)).to_have_text("spec")
        expect(page.locator("#panel-turns th").nth(5)).to_have_text("engine")
        columns = page.locator("#panel-turns th").count() - 4
        expect(page.locator(".answer.agrees")).to_have_count(4 * columns)  # with the start


def test_an_adapter_that_misreads_a_rule_is_found(browser: Browser, tmp_path: Path) -> None:
    checker = Checker(
        [sys.executable, "-m", "churn_verification", "serve", "--misreading", "isolation-optional"]
    )
    with (
        served(Answers(Solutions(tmp_path), checker)) as address,
        seen.page_of(browser, address, "board=2&turns=c1.a1", width=360) as page,
    ):
        expect(page.locator("#panel-turns th").last).to_have_text("adapter")
        wrong = page.locator("tr", has_text="a1").locator(".answer.differs")
        expect(wrong).to_have_count(1)
        expect(wrong).to_have_attribute(
            "title", "which turns are legal (P1): a2 b1 b2 b3 c2; the specification says a2 b3"
        )
        page.evaluate("location.hash = '#board=2&turns=c1.swap.a1.a1'")  # the widest of rows
        expect(page.locator("tr.refused .answer.agrees").last).to_be_visible()
        hidden = "panel => panel.scrollWidth - panel.clientWidth"
        assert page.locator("#panel-turns").evaluate(hidden) == 0


def test_all_the_differences_of_an_answer_can_be_read(browser: Browser, address: str) -> None:
    agrees = {"status": "agrees", "words": "removes nothing", "more": []}
    differs = {"status": "differs", "words": "first", "more": ["<b>second</b>", "third"]}
    with seen.page_of(browser, address) as page:
        answer = {"names": ["specification", "adapter"], "answers": [[agrees, differs]]}
        page.route("**/ask/check", lambda route: route.fulfill(json=answer))
        page.locator("#sides").fill("2")
        page.get_by_role("button", name="New game").click()
        rest = page.locator(".remarks details")
        expect(rest.locator("li").first).to_be_hidden()
        rest.get_by_text("2 more differences").click()
        expect(rest.locator("li")).to_have_text(["<b>second</b>.", "third."])
        expect(rest.locator("li").first).to_be_visible()


def test_an_adapter_that_dies_is_told_and_the_page_lives(browser: Browser, tmp_path: Path) -> None:
    script = tmp_path / "dying.py"
    script.write_text(DYING)
    checker = Checker([sys.executable, str(script)])
    with (
        served(Answers(Solutions(tmp_path), checker)) as address,
        seen.page_of(browser, address, "board=2&turns=c1") as page,
    ):
        silent = page.locator(".answer.silent")
        expect(silent).to_have_count(2)  # the start and the turn
        expect(silent.first).to_have_attribute("title", re.compile("exit status 1.*: I am dying"))
        seen.play(page, "a1")
        expect(silent).to_have_count(3)


# Random play -------------------------------------------------------------------------------------


def test_random_play_is_seen_live_with_the_designers_claim(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=5") as page:
        page.locator("#tab-statistics").click()
        expect(page.locator(".claim-line-text")).to_have_text("C1: about 7,400")
        page.locator("#begin-random").click()
        expect(page.locator(".mean-line")).to_have_count(1)
        expect(page.locator(".bar-of-games").first).to_be_visible()
        games = page.locator(".facts dd").first
        before = games.inner_text()
        expect(games).not_to_have_text(before)  # it goes on without being asked
        expect(page.locator("#random-words")).to_contain_text("Playing at random")
        page.locator("#stop-random").click()
        expect(page.locator("#random-words")).to_contain_text("Played at random")
        expect(page.locator("#stop-random")).to_be_disabled()
        shown = dict(
            zip(
                page.locator(".facts dt").all_inner_texts(),
                page.locator(".facts dd").all_inner_texts(),
                strict=True,
            )
        )
        wins = [int(shown[f"{who} wins"].split(" ")[0].replace(",", "")) for who in ("Red", "Blue")]
        assert sum(wins) == int(shown["Games"].replace(",", "")) > int(before.replace(",", ""))
        assert int(shown["Turns per second"].replace(",", "")) > 0
        expect(page.locator(".chart")).to_have_attribute("aria-label", seen.NUMBERED_HISTOGRAM)


RUN = {
    "sides": "5", "running": False, "words": "Played at random: 2 games.", "seed": 1, "games": 2,
    "turns_per_second": 1.0, "mean": 8.5, "standard_error": 0.25, "least": 8, "most": 9,
    "red_wins": 1, "blue_wins": 1, "ties": 0, "unfinished_turns": 0,
    "bars": [{"start": 8, "end": 9, "games": 1}, {"start": 9, "end": 10, "games": 1}],
    "claims": [],
}  # fmt: skip
C1 = {"id": "C1", "turns": 7400, "words": "About 7,400."}
NOT_YET: dict[str, object] = {
    "games": 0,
    "mean": None,
    "standard_error": None,
    "unfinished_turns": 200,
    "bars": [],
}


@pytest.mark.parametrize(
    ("run", "mean", "verdict"),
    [
        ({}, "8.5 ± 0.49 (95 % confidence)", None),
        (
            {"claims": [C1], "games": 29, "mean": 7237.49, "standard_error": 7.6},
            None,
            "average (95 % confidence), of too few games to judge by.",
        ),
        (
            {"claims": [C1], "games": 30, "mean": 7237.49, "standard_error": 7.6},
            "7,237.5 ± 14.9 (95 % confidence)",
            "Here: 7,237.5 ± 14.9 turns on average (95 % confidence), 2.2 % fewer than claimed.",
        ),
        (
            {"claims": [C1], "games": 30, "mean": 7390.0, "standard_error": 7.6},
            "7,390 ± 14.9 (95 % confidence)",
            "7,390 ± 14.9 turns on average (95 % confidence), which the claim lies within.",
        ),
        (
            {"claims": [C1], **NOT_YET},
            None,
            "No game has ended here yet, so nothing is said of it; the first has 200 turns so far.",
        ),
    ],
)
def test_random_play_says_what_its_numbers_mean(
    browser: Browser, address: str, run: dict[str, object], mean: str | None, verdict: str | None
) -> None:
    with seen.page_of(browser, address, "board=5") as page:
        page.route("**/ask/statistics", lambda route: route.fulfill(json=RUN | run))
        page.locator("#tab-statistics").click()
        if mean is not None:
            shown = page.locator("dt", has_text="Mean length").locator("+ dd")
            expect(shown).to_have_text(mean)
        if verdict is not None:
            expect(page.locator(".claim")).to_contain_text(verdict)


def test_a_bar_stands_above_its_number(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=5") as page:
        page.route("**/ask/statistics", lambda route: route.fulfill(json=RUN))
        page.locator("#tab-statistics").click()
        middles = "bars => bars.map(bar => +bar.getAttribute('x') + bar.getAttribute('width') / 2)"
        bars = page.locator(".bar-of-games").evaluate_all(middles)
        ticks = page.locator(".tick", has_text=re.compile("^[89]$")).evaluate_all(
            "ticks => ticks.map(tick => +tick.getAttribute('x'))"
        )
        assert bars == pytest.approx(ticks, abs=1)


# Accessibility -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scheme", "rules"), [("light", "{}"), ("dark", '{runOnly: ["color-contrast"]}')]
)
def test_axe_finds_nothing_wrong(browser: Browser, address: str, scheme: str, rules: str) -> None:
    axe = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    with seen.page_of(
        browser, address, "board=2&turns=b2", scheme=scheme, without_policy=True
    ) as page:
        page.evaluate(axe)
        for tab in ("turns", "values", "graph", "statistics", "texts"):
            page.locator(f"#tab-{tab}").click()
            expect(page.locator(f"#panel-{tab}")).to_be_visible()
            expect(page.locator("progress")).to_have_count(0)
            assert _violations(page.evaluate(f"axe.run({rules})")) == []
        page.locator("#set-up").click()
        assert _violations(page.evaluate(f"axe.run({rules})")) == []


def _violations(found: dict[str, list[dict[str, object]]]) -> list[object]:
    return [(each["id"], each["help"], each["nodes"]) for each in found["violations"]]
