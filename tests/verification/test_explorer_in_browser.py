"""The explorer as a static page: Python in the browser answers what the server answers."""

import json
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.verification import explorer_browser as seen
from tests.verification.explorer_client import EMPTY_2, Client, values_of
from tools.programs import NPM
from tools.static_explorer import build, modules

from churn_explorer.answers import Answers
from churn_explorer.checking import Checker
from churn_explorer.in_browser import BrowserAnswers, answer
from churn_explorer.serving import served
from churn_explorer.solutions import Solutions

ROOT = Path(__file__).parents[2]
AFTER_A1 = "2 ../.../r. b swap"
FIGURE_3 = "3 brb/rrb./b.brr/r..b/rbr r"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The static page, built as the site has it, behind a server that only hands out files."""
    if NPM.path is None:
        pytest.skip(NPM.missing)
    folder = tmp_path_factory.mktemp("static")
    try:
        build(folder)
    except subprocess.CalledProcessError:
        pytest.skip("npm could not install pyodide, which needs the npm registry")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(Answers(Solutions(tmp_path_factory.mktemp("explorer")), Checker())) as served_at:
        yield Client(served_at)


def told(name: str, question: dict[str, object]) -> Any:
    return json.loads(answer(name, json.dumps(question)))


# Without a browser -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("board", {"sides": "3-4-3-4-3-4"}),
        ("view", {"place": {"position": FIGURE_3, "turn_number": 7, "red_seat": "second"}}),
        ("preview", {"position": FIGURE_3, "cell": "d4"}),
        ("play", {"place": {"position": AFTER_A1, "turn_number": 2}, "turn": "swap"}),
        ("load", {"text": "2\nb2 a1 swap"}),
        ("open", {}),
        ("open", {"board": "2", "position": None, "turns": ["b2", "swap", "zz"]}),
        ("change", {"position": EMPTY_2, "cell": "b2", "stone": "blue"}),
        ("record", {"start": EMPTY_2, "turns": ["b2", "swap"]}),
        ("picture", {"position": FIGURE_3, "last": "c1", "theme": "dark"}),
        (
            "near",
            {"position": FIGURE_3, "ahead": 1, "before": [{"position": FIGURE_3, "turn": "d4"}]},
        ),
        ("whole", {"sides": "2"}),
        ("values", {"position": EMPTY_2}),
        ("values", {"position": "2 rb/b.r/rb r"}),
    ],
)
def test_the_same_is_answered_as_by_the_server(
    client: Client, name: str, question: dict[str, object]
) -> None:
    values_of(client, EMPTY_2)
    assert told(name, question) == {"answer": client.ask(name, **question)}


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("play", {"place": {"position": "2 r./.../.. r"}, "turn": "c2"}),
        ("board", {"sides": "2-2"}),
        ("choose", {"place": {"position": "3 .../..../...../..../... r"}, "by": "perfect"}),
    ],
)
def test_the_same_is_refused(client: Client, name: str, question: dict[str, object]) -> None:
    assert told(name, question) == {"message": client.refusal(name, **question)}


def test_every_question_of_the_page_has_an_answer(client: Client, tmp_path: Path) -> None:
    served_questions = Answers(Solutions(tmp_path), Checker()).questions()
    found = BrowserAnswers().questions()
    assert {name: model for name, (model, _) in found.items()} == {
        name: model for name, (model, _) in served_questions.items()
    }


def test_what_needs_the_engine_says_so() -> None:
    needs = "the engine, which does not run in the browser: install churnproof and run"
    assert needs in told("begin-statistics", {"sides": "5"})["message"]
    assert needs in told("statistics", {"sides": "5"})["answer"]["words"]
    assert needs in told("make-tablebase", {"sides": "3"})["message"]


def test_the_page_carries_no_engine() -> None:
    rooms = {name.partition(".")[0] for name in modules()}
    assert rooms == {"annotated_types", "churn_explorer", "churn_spec", "churn_verification"}
    assert not [name for name in modules() if "judge" in name or "players" in name]


# In a browser ------------------------------------------------------------------------------------


def test_it_plays_explains_and_refuses(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=5") as page:
        seen.play(page, "e5", "swap", "a1")
        expect(page.locator("#panel-turns tbody tr")).to_have_count(4)
        page.locator('[data-cell="e6"]').hover()
        expect(page.locator("#hint")).to_contain_text("e6 forms")
        page.locator("#turn").fill("e5")
        page.locator("#turn").press("Enter")
        seen.told(page, "is illegal by T1")
        page.locator("#tab-texts").click()
        page.locator("#copy-link").click()
        expect(page.locator("#copied")).to_have_value(f"{address}#board=5&turns=e5.swap.a1")
        page.locator("#tab-statistics").click()
        expect(page.locator("#random-words")).to_contain_text("Random play needs the engine")
        page.locator("#begin-random").click()
        seen.told(page, "Random play needs the engine")


def test_it_knows_values_and_graphs_of_small_boards(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        page.locator("#tab-values").click()
        expect(page.locator("#panel-values .verdict")).to_have_text(
            "With best play Red wins in 7 turns without the swap; with it the second player wins."
        )
        page.locator("#tab-graph").click()
        page.locator("#graph-what").select_option("whole")
        expect(page.locator(".node")).to_have_count(585)
        page.locator("#tab-values").click()
        page.locator("#sides").fill("3")
        page.locator("#sides").press("Enter")
        expect(page.locator("#panel-values")).to_contain_text("its values need the engine")


def test_two_perfect_players_end_a_game(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        page.locator("#pace").evaluate("pace => (pace.value = '0')")
        for seat in ("first", "second"):
            page.locator(f"#{seat}").select_option("perfect")
        expect(page.locator("#headline")).to_contain_text("wins")


def test_a_position_is_set_up(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        page.locator("#set-up").click()
        page.locator('[data-cell="a1"]').click()
        page.locator("#set-done").click()
        seen.fragment_is(page, "position=2+../.../r.+r")


@pytest.mark.parametrize("missing", ["pyodide.asm.wasm", "sources.zip", "worker.js"])
def test_files_that_are_missing_are_told(browser: Browser, address: str, missing: str) -> None:
    context = browser.new_context()
    context.route(f"**/{missing}", lambda route: route.abort())
    page = context.new_page()
    page.goto(address)
    seen.told(page, "Python cannot be started in this browser")
    expect(page.locator("#headline")).to_have_text("No board can be shown")
    context.close()
