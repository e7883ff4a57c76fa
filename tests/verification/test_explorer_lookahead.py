"""The player who looks ahead: it finds what a plain search finds, and plays better than chance."""

import random

import pytest
from playwright.sync_api import Browser, expect
from tests.verification import explorer_browser as seen

from churn_engine.game import Game
from churn_engine.notation import parse_board, parse_position
from churn_explorer import lookahead
from churn_explorer.answers import Answers
from churn_explorer.checking import Checker
from churn_explorer.limits import PageError
from churn_explorer.lookahead import look_ahead
from churn_explorer.serving import served
from churn_explorer.solutions import Solutions
from churn_spec import (
    Outcome,
    Position,
    is_over,
    legal_placements,
    play,
    ranking,
    read_position,
    winner,
    write_cell,
)


class _Every(random.Random):
    """Keeps what there was to choose from."""

    def choice(self, found):  # type: ignore[no-untyped-def]
        self.found = set(found)
        return super().choice(found)


def plainly(position: Position, depth: int) -> int:
    """What a position is worth to the side to move, by the specification and without shortcuts."""
    mover = position.mover
    if is_over(position):
        won = {Outcome.TIE: 0, Outcome[mover.name]: 10**9}
        outcome = winner(position)
        assert outcome is not None
        return won.get(outcome, -(10**9))
    if depth == 0:
        own, other = (sum(n * n for n in ranking(position, c)) for c in (mover, mover.other))
        return own - other
    return max(-plainly(play(position, cell), depth - 1) for cell in legal_placements(position))


def plainly_best(position: Position, depth: int) -> set[str]:
    worth = {
        write_cell(position.board, cell): -plainly(play(position, cell), depth - 1)
        for cell in legal_placements(position)
    }
    return {cell for cell, value in worth.items() if value == max(worth.values())}


@pytest.mark.parametrize(("most", "depth"), [(0, 2), (20_000, 4)])
def test_the_best_are_those_of_a_plain_search(
    monkeypatch: pytest.MonkeyPatch, most: int, depth: int
) -> None:
    monkeypatch.setattr(lookahead, "MOST_TURNS_TRIED", most)
    compared = 0
    for seed in range(60):
        chance = random.Random(seed)
        game = Game.on(parse_board("3" if seed % 8 == 0 else "2-3-2-3-2-3"))
        for _ in range(9 + seed % 7):
            game.play(chance.choice([turn for turn in game.legal_turns() if turn != "swap"]))
        kept = _Every(seed)
        assert look_ahead(game.position, kept) in kept.found
        assert kept.found == plainly_best(read_position(str(game.position)), depth)
        compared += len(kept.found) < len(game.legal_turns())
    assert compared or depth == 2  # there, most positions have no best placement


def test_a_seed_repeats_the_choice() -> None:
    empty = parse_position("3 .../..../...../..../... r")
    chosen = {seed: look_ahead(empty, random.Random(seed)) for seed in range(20)}
    assert len(set(chosen.values())) > 1
    assert all(look_ahead(empty, random.Random(seed)) == turn for seed, turn in chosen.items())


def test_it_beats_random_play_most_of_the_time() -> None:
    won = 0
    for seed in range(40):
        chance = random.Random(seed)
        game = Game.on(parse_board("2"))
        mine = "red" if seed % 2 else "blue"
        while not game.over:
            placements = [turn for turn in game.legal_turns() if turn != "swap"]
            game.play(
                look_ahead(game.position, chance)
                if game.mover == mine
                else chance.choice(placements)
            )
        won += game.winner == mine
    assert won > 30


def test_where_it_does_not_play() -> None:
    with pytest.raises(PageError, match="the game is over"):
        look_ahead(parse_position("2 rr/rbr/bb r"))
    with pytest.raises(PageError, match="plays on boards of at most 127"):
        look_ahead(Game.on(parse_board("8")).position)


def test_it_can_be_chosen_on_the_page(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    answers = Answers(Solutions(tmp_path_factory.mktemp("explorer")), Checker())
    with served(answers) as address, seen.page_of(browser, address, "board=2") as page:
        page.locator("#pace").evaluate("pace => (pace.value = '0')")
        for seat in ("first", "second"):
            page.locator(f"#{seat}").select_option(label="looks 2 to 4 turns ahead")
        expect(page.locator("#headline")).to_contain_text("wins")
