"""The explorer in a real browser: games by clicks, keys and touch, set-up, and how it looks."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect
from tests.verification import explorer_browser as seen

from churn_explorer.answers import Answers
from churn_explorer.checking import Checker
from churn_explorer.serving import served
from churn_explorer.solutions import Solutions
from churn_spec import is_over, play, read_position, read_turn, winner

EMPTY_2 = "2 ../.../.. r"
FIGURE_3 = "position=3+brb/rrb./b.brr/r..b/rbr+r"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("explorer")
    with served(Answers(Solutions(folder), Checker())) as served_at:
        yield served_at


def a_game_on_2() -> tuple[list[str], str]:
    """A whole game, always by the first legal turn in the order of names, and who wins it."""
    position = read_position(EMPTY_2)
    turns = []
    while not is_over(position):
        turn = min(
            name for name in ("a1", "a2", "b1", "b2", "b3", "c1", "c2") if _is_legal(position, name)
        )
        turns.append(turn)
        position = play(position, read_turn(position.board, turn))
    outcome = winner(position)
    assert outcome is not None
    return turns, outcome.value


def _is_legal(position: object, name: str) -> bool:
    try:
        play(position, read_turn(position.board, name))  # type: ignore[arg-type, attr-defined]
    except ValueError:
        return False
    return True


# Playing -----------------------------------------------------------------------------------------


def test_a_whole_game_by_clicks(browser: Browser, address: str) -> None:
    turns, won_by = a_game_on_2()
    with seen.page_of(browser, address, "board=2") as page:
        seen.play(page, *turns)
        expect(page.locator("#headline")).to_contain_text(f"{won_by.capitalize()} wins")
        assert seen.playable(page) == []
        expect(page.locator("#panel-turns tbody tr")).to_have_count(len(turns) + 1)
        expect(page.locator("#said")).to_contain_text(f"{won_by.capitalize()} wins")
        seen.fragment_is(page, f"board=2&turns={'.'.join(turns)}")


def test_a_whole_game_by_keys(browser: Browser, address: str) -> None:
    turns, won_by = a_game_on_2()
    with seen.page_of(browser, address, "board=2") as page:
        page.locator("#theme").focus()
        page.keyboard.press("Tab")
        expect(page.locator(".spot:focus")).to_have_attribute("data-cell", "b2")
        for number, turn in enumerate(turns, start=1):
            _walk_to(page, turn)
            page.keyboard.press("Enter")
            expect(page.locator("#scrub")).to_have_attribute("max", str(number))
        expect(page.locator("#headline")).to_contain_text(f"{won_by.capitalize()} wins")
        page.keyboard.press("u")
        expect(page.locator("#scrub-text")).to_have_text(f"{len(turns) - 1} of {len(turns)}")
        page.keyboard.press("Home")
        expect(page.locator("#headline")).to_have_text("Red to move")
        page.keyboard.press("r")
        expect(page.locator("#scrub-text")).to_have_text(f"1 of {len(turns)}")
        page.keyboard.press("s")
        expect(page.locator("#headline")).to_have_text("Blue to move")


def _walk_to(page: Page, cell: str) -> None:
    """Move the focus to a cell by arrow keys alone: first to its row, then along it."""
    for _ in range(10):
        here = page.evaluate("document.activeElement.dataset.cell")
        if here == cell:
            return
        if here[0] != cell[0]:
            page.keyboard.press("ArrowUp" if here[0] < cell[0] else "ArrowDown")
        else:
            page.keyboard.press("ArrowRight" if here < cell else "ArrowLeft")
    pytest.fail(f"the arrow keys did not lead to {cell}")


def test_a_typed_turn_is_taken_or_refused_in_words(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2&turns=c1.a1") as page:
        page.locator("#turn").fill("C2")
        page.keyboard.press("Enter")
        seen.told(page, "Turn 3, c2, is illegal by P1")
        page.locator("#turn").fill("b3")
        page.keyboard.press("Enter")
        expect(page.locator("#scrub-text")).to_have_text("3 of 3")
        expect(page.locator("#message")).to_be_hidden()


@pytest.mark.parametrize("width", [1280, 768, 320])
def test_a_message_about_a_form_leaves_it_free(browser: Browser, address: str, width: int) -> None:
    with seen.page_of(browser, address, "board=3", width=width) as page:
        for form, field, wrong in (
            ("#board-form", "#sides", "3-3-3"),
            ("#turn-form", "#turn", "x9"),
        ):
            page.locator(field).fill(wrong)
            page.locator(field).press("Enter")
            message, box = page.locator("#message"), page.locator(form)
            expect(message).to_be_visible()
            over, under = message.bounding_box(), box.bounding_box()
            assert over is not None
            assert under is not None
            is_below = over["y"] >= under["y"] + under["height"]
            assert is_below or over["y"] + over["height"] <= under["y"]
            page.get_by_role("button", name="Close this message").click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_cut_off_on_a_narrow_phone(browser: Browser, address: str, scheme: str) -> None:
    with seen.page_of(browser, address, "board=3", width=320, scheme=scheme) as page:
        for tab in page.locator("[role=tab]").all():
            tab.click()
            assert page.evaluate("document.documentElement.scrollWidth") == 320
            for button in page.locator("button:visible").all():
                place = button.bounding_box()
                assert place is not None
                assert place["x"] >= 0
                assert place["x"] + place["width"] <= 320, button.inner_text()
                assert button.evaluate("each => each.scrollWidth <= each.clientWidth + 1")


@pytest.mark.parametrize("width", [1280, 360])
def test_a_message_neither_moves_the_board_nor_covers_it(
    browser: Browser, address: str, width: int
) -> None:
    with seen.page_of(browser, address, "board=2&turns=c1.a1", width=width) as page:
        board, message = page.locator("#board"), page.locator("#message")
        for scrolled in (0, 150):
            page.evaluate(f"scrollTo(0, {scrolled})")
            before = board.bounding_box()
            page.locator('[data-cell="c2"]').click(force=True)
            seen.told(page, "Turn 3, c2, is illegal by P1")
            after, over = board.bounding_box(), message.bounding_box()
            assert after is not None
            assert over is not None
            assert after == before
            above = over["y"] + over["height"] <= after["y"]
            assert above or over["y"] >= after["y"] + after["height"]
            page.get_by_label("Close this message").click()


@pytest.mark.parametrize("width", [1280, 360])
def test_a_longer_reason_does_not_move_the_board(
    browser: Browser, address: str, width: int
) -> None:
    with seen.page_of(browser, address, FIGURE_3, width=width) as page:
        before = page.locator("#board").bounding_box()
        page.get_by_role("button", name="New game").click()
        expect(page.locator("#reason")).to_contain_text("Every empty cell is isolated")
        assert page.locator("#board").bounding_box() == before


def test_undo_redo_and_restart(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2&turns=c1.a1") as page:
        page.locator("#undo").click()
        expect(page.locator("#headline")).to_have_text("Blue to move, or swap")
        seen.fragment_is(page, "board=2&turns=c1.a1&at=1")
        page.locator("#redo").click()
        expect(page.locator("#redo")).to_be_disabled()
        page.locator("#restart").click()
        expect(page.locator("#undo")).to_be_disabled()
        page.locator('[data-cell="b2"]').click()  # another turn takes the place of the old ones
        expect(page.locator("#scrub-text")).to_have_text("1 of 1")
        seen.fragment_is(page, "board=2&turns=b2")


def test_the_swap_changes_the_players_places(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        expect(page.locator("#swap")).to_be_disabled()
        seen.play(page, "b2", "swap")
        expect(page.locator("#headline")).to_have_text("Blue to move")
        expect(page.locator("#first-colour")).to_have_text("(Blue)")
        expect(page.locator("#second-colour")).to_have_text("(Red)")
        expect(page.locator("#swap")).to_be_disabled()


def test_pointing_at_a_cell_shows_what_a_placement_would_do(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, FIGURE_3) as page:
        expect(page.locator("#reason")).to_contain_text(
            "The smallest group that can be formed is 3"
        )
        page.locator('[data-cell="d4"]').hover()
        expect(page.locator("#hint")).to_have_text("d4 forms a group of 3 and removes 3 stones.")
        expect(page.locator('.spot:has(.look > [class="formed"])')).to_have_count(3)
        d4 = page.locator('[data-cell="d4"] .look')
        expect(d4.locator('> [class="legal-frame"]')).to_have_count(1)
        expect(d4.locator('> [class="legal"]')).to_have_count(0)  # it would hide the yellow
        expect(page.locator(".spot:has(.red-gone)")).to_have_count(3)
        page.locator('[data-cell="c2"]').hover()
        expect(page.locator("#hint")).to_contain_text("Not legal (P2)")
        page.locator("h1").hover()
        expect(page.locator("#hint")).to_contain_text("Groups: Red")
        expect(page.locator(".red-gone")).to_have_count(0)


def test_the_keys_show_what_a_placement_would_do(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, FIGURE_3) as page:
        page.locator("#theme").focus()
        page.keyboard.press("Tab")
        expect(page.locator('[data-cell="c3"]')).to_be_focused()
        expect(page.locator("#hint")).to_have_text("c3: a blue stone in a group of 3.")
        _walk_to(page, "d4")
        expect(page.locator("#hint")).to_have_text("d4 forms a group of 3 and removes 3 stones.")
        assert seen.cells(page, '.spot:has(.look > [class="formed"])') == ["d4", "c4", "c5"]
        assert seen.cells(page, ".spot:has(.red-gone)") == ["b1", "a1", "a3"]
        expect(page.locator('[data-cell="d4"] .placed')).to_be_visible()
        expect(page.locator('[data-cell="d4"]')).to_have_attribute(
            "aria-label", "d4, empty, forms 3, legal"
        )
        _walk_to(page, "c2")
        expect(page.locator("#hint")).to_contain_text("c2 forms a group of 6 and removes 3")
        expect(page.locator("#hint")).to_contain_text("Not legal (P2)")
        page.keyboard.press("Tab")
        expect(page.locator("#hint")).to_contain_text("Groups: Red")
        expect(page.locator(".red-gone")).to_have_count(0)


@pytest.mark.parametrize(("motion", "leaving"), [("no-preference", 3), ("reduce", 0)])
def test_what_is_removed_is_seen_to_leave_unless_motion_is_unwanted(
    browser: Browser, address: str, motion: str, leaving: int
) -> None:
    with seen.page_of(browser, address, FIGURE_3) as page:
        page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
        seen.stop_clock(page)
        page.locator('[data-cell="d4"]').click()
        expect(page.locator("#headline")).to_have_text("Blue to move")
        expect(page.locator(".leaving")).to_have_count(leaving)
        page.clock.run_for(1000)
        expect(page.locator(".leaving")).to_have_count(0)
        assert seen.cells(page, ".spot:has(.stone .red)") == ["e2", "d1", "d2", "d4", "c4", "c5"]


def test_both_players_can_be_the_machine(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        page.locator("#second").select_option("random")
        page.locator("#pace").select_option("0")
        page.locator("#first").select_option("random")
        expect(page.locator("#headline")).to_contain_text("wins")
        page.locator("#first").select_option("hand")
        expect(page.locator("#pause")).to_be_visible()


def test_perfect_play_on_a_board_that_is_not_solved_says_what_is_missing(
    browser: Browser, address: str
) -> None:
    with seen.page_of(browser, address, "board=3") as page:
        page.locator("#pace").evaluate("pace => { pace.value = '0'; }")
        page.locator("#first").select_option("perfect")
        seen.told(page, "perfect play needs the solution of board 3: see Values")
        expect(page.get_by_role("button", name="Go on")).to_be_visible()
        expect(page.locator("#headline")).to_have_text("Red to move")


def test_perfect_play_that_is_not_to_be_had_is_told_before_its_first_turn(
    browser: Browser, address: str
) -> None:
    with seen.page_of(browser, address, "board=4") as page:
        page.locator("#second").select_option("perfect")
        seen.told(page, "perfect play needs the solution of board 4: see Values")


def test_a_cell_of_the_board_is_suggested(browser: Browser, address: str) -> None:
    for sides, cell in (("2", "b2"), ("3", "c3"), ("1", "a1")):
        with seen.page_of(browser, address, f"board={sides}") as page:
            expect(page.locator("#turn")).to_have_attribute("placeholder", cell)


def test_play_by_the_machine_pauses_and_goes_on(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=5") as page:
        seen.stop_clock(page)
        for seat in ("first", "second"):
            page.locator(f"#{seat}").select_option("random")
        page.clock.run_for(600)
        expect(page.locator("#scrub-text")).to_have_text("1 of 1")
        page.locator("#pause").click()
        page.clock.run_for(6000)
        expect(page.locator("#scrub-text")).to_have_text("1 of 1")
        page.get_by_role("button", name="Go on").click()
        page.clock.run_for(600)
        expect(page.locator("#scrub-text")).to_have_text("2 of 2")
        page.locator("#second").select_option("hand")
        page.locator("#first").select_option("hand")
        expect(page.locator("#pause")).to_be_hidden()


# Setting up --------------------------------------------------------------------------------------


def test_quick_changes_are_all_made(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        page.locator("#set-up").click()
        page.evaluate(
            "for (const cell of ['a1', 'b2', 'c2'])"
            " document.querySelector(`[data-cell=${cell}]`)"
            ".dispatchEvent(new MouseEvent('click', {bubbles: true}))"
        )
        expect(page.locator("#board .stone")).to_have_count(3)


def test_a_position_is_set_up_by_hand(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2") as page:
        page.locator("#set-up").click()
        page.locator('[data-cell="b2"]').click()
        expect(page.locator('[data-cell="b2"]')).to_have_attribute(
            "aria-label", "b2, red stone, group of 1"
        )
        page.get_by_label("blue", exact=True).check()
        page.locator('[data-cell="c1"]').click()
        page.get_by_label("swap on offer").click()
        seen.told(page, "The swap is on offer on the second turn")
        page.get_by_label("Blue", exact=True).check()
        page.locator('[data-cell="c1"]').click()
        expect(page.locator('[data-cell="c1"]')).to_have_attribute("aria-label", "c1, empty")
        page.get_by_label("swap on offer").check()
        page.locator("#set-done").click()
        expect(page.locator("#headline")).to_have_text("Blue to move, or swap")
        seen.fragment_is(page, "position=2+../.r./..+b+swap")


# Other ways of looking ---------------------------------------------------------------------------


def test_dark_follows_the_system_and_the_readers_choice(browser: Browser, address: str) -> None:
    back = "getComputedStyle(document.body).backgroundColor"
    cell = "getComputedStyle(document.querySelector('.look .cell')).fill"
    with seen.page_of(browser, address, "board=2", scheme="dark") as page:
        dark = page.evaluate(back), page.evaluate(cell)
        page.locator("#theme").select_option("light")
        light = page.evaluate(back), page.evaluate(cell)
        assert dark == ("rgb(16, 19, 22)", "rgb(40, 45, 52)")
        assert light == ("rgb(250, 248, 244)", "rgb(241, 237, 228)")
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", "light")


NO_STORAGE = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("Access is denied for this document.", "SecurityError"); },
});"""


def test_a_browser_that_keeps_nothing_shows_all_the_same(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=2", first=NO_STORAGE) as page:
        page.locator("#theme").select_option("dark")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_phone_shows_all_of_it_and_plays_by_touch(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=3", width=360, touch=True) as page:
        page.locator('[data-cell="c3"]').tap()
        expect(page.locator("#hint")).to_contain_text("Tap again to play.")
        page.locator('[data-cell="c3"]').tap()
        expect(page.locator("#headline")).to_have_text("Blue to move, or swap")
        for tab in ("values", "graph", "statistics", "texts", "turns"):
            page.locator(f"#tab-{tab}").tap()
            expect(page.locator(f"#panel-{tab}")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_board_of_300_cells_is_played_and_looked_into(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=10-11-10-11-10-11") as page:
        expect(page.locator(".spot")).to_have_count(300)
        seen.play(page, "k10", "a1", "t1")
        page.locator('[data-cell="k11"]').hover()
        expect(page.locator("#hint")).to_contain_text("k11 is isolated and removes nothing.")
        page.locator("#undo").click()
        expect(page.locator("#scrub-text")).to_have_text("2 of 3")
        expect(page.locator(".answer.agrees").nth(11)).to_be_visible()
        page.locator("#tab-values").click()
        expect(page.locator("#panel-values .note")).to_contain_text("of memory may be used")
        page.locator("#tab-graph").click()
        page.locator("#graph-what").select_option("1")
        expect(page.locator(".node")).to_have_count(120 + 2)  # with those that were come from
        page.locator("#tab-statistics").click()
        page.locator("#begin-random").click()
        expect(page.locator(".facts")).to_contain_text("First game")
        page.locator("#stop-random").click()
        expect(page.locator("#random-words")).to_contain_text("0 games")


def test_an_explorer_that_has_been_stopped_is_told_apart(browser: Browser, tmp_path: Path) -> None:
    with served(Answers(Solutions(tmp_path), Checker())) as address:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{address}#board=2")
        expect(page.locator(".spot").first).to_be_visible()
    page.locator('[data-cell="b2"]').click()
    seen.told(page, "Has it been stopped?")
    context.close()


# The rules ---------------------------------------------------------------------------------------


def test_the_rules_are_open_on_the_first_visit_and_closed_afterwards(
    browser: Browser, address: str
) -> None:
    with seen.page_of(browser, address, visited=False) as page:
        rules = page.locator("#panel-rules")
        expect(rules).to_be_visible()
        expect(rules).to_contain_text("you must choose such a cell")
        page.reload()
        expect(page.locator("#panel-turns")).to_be_visible()
        expect(rules).to_be_hidden()
        page.locator("#tab-rules").click()
        rules.get_by_role("link", name="every game ends").click()
        expect(page.locator("#rule-F1")).to_be_focused()


def test_clause_ids_lead_to_their_clause(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "position=2+r./.../..+r") as page:
        page.locator("#turn").fill("c2")
        page.locator("#turn").press("Enter")
        page.locator("#message").get_by_role("link", name="P1").click()
        expect(page.locator("#rule-P1")).to_be_focused()
        expect(page.locator("#panel-rules .here")).to_have_text("P1")
        page.locator("#turn").fill("c1")
        page.locator("#turn").press("Enter")
        seen.told(page, "is illegal by T1")
        page.locator("#message").get_by_role("link", name="T1").click()
        expect(page.locator("#rule-T1")).to_be_focused()
        expect(page.locator("#panel-rules .here")).to_have_text("T1")
        seen.fragment_is(page, "position=2+r./.../..+r")


# Large boards on small screens --------------------------------------------------------------------


def _cell(page: Page, name: str) -> FloatRect:
    box = page.locator(f'[data-cell="{name}"] .hit').bounding_box()
    assert box is not None
    return box


def test_the_cells_of_size_7_can_be_made_large_enough_for_a_finger(
    browser: Browser, address: str
) -> None:
    with seen.page_of(browser, address, "board=7", width=320, touch=True) as page:
        whole = _cell(page, "g7")
        assert whole["width"] < 44
        while _cell(page, "g7")["width"] < 44:
            page.get_by_role("button", name="Enlarge the board").tap()
        place = page.locator("#board-place").bounding_box()
        middle = _cell(page, "g7")
        assert place is not None
        for start, size in (("x", "width"), ("y", "height")):  # the middle stays in the middle
            centre = middle[start] + middle[size] / 2  # type: ignore[literal-required]
            assert abs(centre - place[start] - place[size] / 2) < 22  # type: ignore[literal-required]
        for name in ("a1", "m7"):  # at the edges; the tap scrolls there
            cell = page.locator(f'[data-cell="{name}"]')
            taken = int(page.locator("#scrub").get_attribute("max") or 0)
            cell.tap()
            expect(page.locator("#hint")).to_contain_text("Tap again to play.")
            cell.tap()
            expect(page.locator("#scrub")).to_have_attribute("max", str(taken + 1))
            assert _cell(page, name)["width"] >= 44
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        while page.get_by_role("button", name="Shrink the board").is_enabled():
            page.get_by_role("button", name="Shrink the board").tap()
        assert abs(_cell(page, "g7")["width"] - whole["width"]) < 0.1


def test_what_is_large_enough_needs_no_enlarging(browser: Browser, address: str) -> None:
    with seen.page_of(browser, address, "board=7", width=768, touch=True) as page:
        assert _cell(page, "g7")["width"] >= 44
        expect(page.locator("#zoom-bar")).to_be_hidden()
        page.set_viewport_size({"width": 320, "height": 900})
        page.get_by_role("button", name="Enlarge the board").click()
        page.locator("#sides").fill("2")
        page.locator("#sides").press("Enter")
        expect(page.locator(".spot")).to_have_count(7)
        expect(page.locator("#zoom-bar")).to_be_hidden()
