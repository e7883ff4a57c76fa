"""What goes on in the background: boards being solved, and random play."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.verification.explorer_client import EMPTY_2, Client, place, values_of

from churn_engine.board import board as engine_board
from churn_spec import (
    is_over,
    play,
    read_board,
    read_position,
    read_turn,
    starting_position,
    write_position,
)
from churn_verification.explorer.answers import Answers
from churn_verification.explorer.checking import Checker
from churn_verification.explorer.jobs import Job
from churn_verification.explorer.serving import served
from churn_verification.explorer.solutions import Offer, Solutions


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("explorer")
    with served(Answers(Solutions(folder), Checker())) as address:
        yield Client(address)


# Values ------------------------------------------------------------------------------------------


def test_a_small_board_is_solved_unasked(client: Client) -> None:
    values = values_of(client, EMPTY_2)
    assert (values["state"], values["value"], values["distance"]) == ("ready", "red", 7)
    best = [turn["turn"] for turn in values["turns"] if turn["best"]]
    assert best == ["b2"]
    line = client.ask("line", position=EMPTY_2)
    assert line["complete"]
    position = read_position(EMPTY_2)
    for turn in line["turns"]:
        position = play(position, read_turn(position.board, turn))
    assert is_over(position)


def test_a_line_of_best_play_is_cut_off(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    values_of(client, EMPTY_2)
    monkeypatch.setattr("churn_verification.explorer.values.MOST_LINE_TURNS", 3)
    line = client.ask("line", position=EMPTY_2)
    assert (len(line["turns"]), line["complete"]) == (3, False)


def test_with_the_swap_on_offer_the_players_are_told_apart(client: Client) -> None:
    values = values_of(client, "2 ../.r./.. b swap")
    assert values["seat"] == "second"
    assert values["turns"][0] == {
        "turn": "swap",
        "value": "red",
        "distance": 7,
        "seat": "second",
        "best": True,
    }
    assert client.ask("choose", place=place("2 ../.r./.. b swap"), by="perfect")["turn"] == "swap"


def test_a_large_board_is_refused_with_what_it_would_take(client: Client) -> None:
    values = client.ask("values", position=write_position(starting_position(read_board("4"))))
    assert values["state"] == "refused"
    assert "boards of more than 21 cells are not solved" in values["note"]


def test_a_tablebase_is_made_on_request_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("churn_verification.explorer.solutions.MOST_SOLVED_ENTRIES", 0)
    with served(Answers(Solutions(tmp_path), Checker())) as address:
        client = Client(address)
        assert client.ask("values", position=EMPTY_2)["state"] == "offered"
        client.ask("make-tablebase", sides="2")
        assert values_of(client, EMPTY_2)["value"] == "red"
    assert (tmp_path / "2.tablebase").exists()
    again = Solutions(tmp_path)
    assert not isinstance(again.standing(engine_board(2, 2, 2, 2, 2, 2)), Job | Offer)
    again.close()
    (tmp_path / "2.tablebase").write_bytes(b"not a tablebase")
    broken = Solutions(tmp_path).standing(engine_board(2, 2, 2, 2, 2, 2))
    assert isinstance(broken, Offer)
    assert str(broken.failure).startswith(f"cannot use {tmp_path / '2.tablebase'}")


def test_where_no_tablebase_can_be_kept_the_values_are_known_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("churn_verification.explorer.solutions.MOST_SOLVED_ENTRIES", 0)
    (tmp_path / "file").write_text("no folder")
    with served(Answers(Solutions(tmp_path / "file"), Checker())) as address:
        client = Client(address)
        client.ask("make-tablebase", sides="2")
        values = values_of(client, EMPTY_2)
    assert (values["state"], values["value"], values["distance"]) == ("ready", "red", 7)
    assert values["note"].startswith(f"The tablebase is not kept: cannot write {tmp_path}/file/2.")


def test_what_is_being_solved_can_be_stopped() -> None:
    job: Job[None] = Job("waiting", _forever)
    assert job.running
    job.stop()
    job.wait()
    assert (job.running, job.result, job.error) == (False, None, None)


def _forever(job: Job[None]) -> None:
    while True:
        job.progress(1, 2)
        time.sleep(0.01)


def test_a_job_that_fails_tells_why() -> None:
    job: Job[None] = Job("failing", lambda job: job.progress("a", 2))  # type: ignore[arg-type]
    job.wait()
    assert isinstance(job.error, TypeError)


# Random play -------------------------------------------------------------------------------------


def test_random_play_fills_the_histogram_until_it_is_stopped(client: Client) -> None:
    begun = client.ask("begin-statistics", sides="2")
    assert begun["running"]
    for _ in range(1200):
        run = client.ask("statistics", sides="2")
        if run["games"] > 100:
            break
        time.sleep(0.1)
    stopped = client.ask("stop-statistics", sides="2")
    assert stopped["running"] is False
    assert sum(bar["games"] for bar in stopped["bars"]) == stopped["games"] > 100
    assert stopped["red_wins"] + stopped["blue_wins"] == stopped["games"]
    assert stopped["least"] <= stopped["mean"] <= stopped["most"]
    assert client.ask("statistics", sides="3")["games"] == 0


@pytest.mark.parametrize("limit", ["UNASKED_SECONDS", "STATISTICS_SECONDS", "MOST_GAMES"])
def test_a_run_ends_by_each_of_its_limits(
    client: Client, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    for each in ("UNASKED_SECONDS", "STATISTICS_SECONDS", "MOST_GAMES"):
        value = 0 if each == limit else 10**9
        monkeypatch.setattr(f"churn_verification.explorer.statistics.{each}", value)
    client.ask("begin-statistics", sides="5")
    for _ in range(100):
        if not client.ask("statistics", sides="5")["running"]:
            return
        time.sleep(0.1)
    client.ask("stop-statistics", sides="5")
    pytest.fail("the run went on")


def test_the_designers_claims_stand_beside_what_is_played(client: Client) -> None:
    claims = {sides: client.ask("statistics", sides=sides)["claims"] for sides in ("3", "5", "7")}
    assert [[claim["turns"] for claim in found] for found in claims.values()] == [
        [],
        [7400],
        [950000],
    ]
