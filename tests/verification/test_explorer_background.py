"""What goes on in the background: boards being solved, and random play."""

import gc
import threading
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NoReturn

import pytest
from tests.verification.explorer_client import EMPTY_2, Client, place, values_of

from churn_engine.board import Board
from churn_engine.board import board as engine_board
from churn_engine.notation import parse_board
from churn_engine.random_play import Instalment, play_at_random
from churn_engine.solver.estimate import estimate, with_tablebase
from churn_engine.solver.report import Lookup
from churn_engine.solver.solution import solution_of
from churn_engine.solver.solve import Solver
from churn_engine.solver.tablebase import Tablebase
from churn_engine.solver.write_tablebase import write_tablebase
from churn_explorer import solutions
from churn_explorer.answers import Answers
from churn_explorer.checking import Checker
from churn_explorer.jobs import Job
from churn_explorer.limits import PageError
from churn_explorer.models import OfBoard
from churn_explorer.serving import served
from churn_explorer.solutions import Busy, Offer, Solutions
from churn_explorer.statistics import Runs
from churn_spec import (
    is_over,
    play,
    read_board,
    read_position,
    read_turn,
    starting_position,
    write_position,
)

FIRST = "1-2-1-2-1-2"


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


@pytest.mark.parametrize(
    ("position", "words", "length"),
    [
        (EMPTY_2, "Red wins in 7 turns without the swap; with it the second player wins", 7),
        ("2-1-1-2-1-1 .. r", "it is a tie in 2 turns without the swap; with it nobody wins", 2),
        ("1 . r", "Red wins in 1 turn", 1),
        ("2 ../.../.. b", "Blue wins in 7 turns", 7),
        ("2 ../.r./.. b", "Red wins in 6 turns", 6),
    ],
)
def test_words_and_line_agree_about_the_swap(
    client: Client, position: str, words: str, length: int
) -> None:
    values = values_of(client, position)
    assert values["words"] == f"With best play {words}."
    line = client.ask("line", position=position)
    assert (len(line["turns"]), line["complete"]) == (length, True)
    assert line["without_swap"] == values["without_swap"] == ("without the swap" in words)


@pytest.mark.parametrize("sides", ["2", "1-2-1-2-1-2", "2-1-1-2-1-1", "2-1-2-2-1-2"])
def test_who_wins_with_the_swap_is_what_the_solution_says(client: Client, sides: str) -> None:
    empty = write_position(starting_position(read_board(sides)))
    solution = solution_of(Solver(parse_board(sides)).run())
    with_swap = {"second": "the second player wins", "tie": "nobody wins"}[solution.value_with_swap]
    assert values_of(client, empty)["words"].endswith(f"; with it {with_swap}.")


def test_a_line_of_best_play_is_cut_off(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    values_of(client, EMPTY_2)
    monkeypatch.setattr("churn_explorer.valuing.MOST_LINE_TURNS", 3)
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
    assert "of memory may be used" in values["note"]


def test_a_tablebase_is_made_on_request_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("churn_explorer.solutions.MOST_SOLVED_ENTRIES", 0)
    with served(Answers(Solutions(tmp_path), Checker())) as address:
        client = Client(address)
        assert client.ask("values", position=EMPTY_2)["state"] == "offered"
        client.ask("make-tablebase", sides="2")
        assert values_of(client, EMPTY_2)["value"] == "red"
    assert (tmp_path / "2.tablebase").exists()
    again = Solutions(tmp_path)
    assert not isinstance(again.standing(engine_board(2, 2, 2, 2, 2, 2)), Job | Offer)
    again.close()
    (tmp_path / "2.tablebase" / "tablebase").write_bytes(b"not a tablebase")
    broken = Solutions(tmp_path).standing(engine_board(2, 2, 2, 2, 2, 2))
    assert isinstance(broken, Offer)
    assert str(broken.failure).startswith(f"cannot use {tmp_path / '2.tablebase'}")


def test_what_making_a_tablebase_takes_is_said_with_the_writing(tmp_path: Path) -> None:
    offer = Solutions(tmp_path).standing(parse_board("3"))
    solving = estimate(parse_board("3"), threads=2, lengths=False, chances=False)
    assert isinstance(offer, Offer)
    assert f"board 3: {offer.takes}" == str(with_tablebase(solving, threads=2, verified=False))


def test_where_no_tablebase_can_be_kept_the_values_are_known_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("churn_explorer.solutions.MOST_SOLVED_ENTRIES", 0)
    (tmp_path / "file").write_text("no folder")
    with served(Answers(Solutions(tmp_path / "file"), Checker())) as address:
        client = Client(address)
        client.ask("make-tablebase", sides="2")
        values = values_of(client, EMPTY_2)
    assert (values["state"], values["value"], values["distance"]) == ("ready", "red", 7)
    assert values["note"].startswith(f"The tablebase is not kept: cannot write {tmp_path}/file/2.")


def test_the_users_place_is_for_the_first_board_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solutions, "MOST_SOLVED_ENTRIES", 0)
    given, folder = tmp_path / "t.tb", tmp_path / "folder"
    with served(Answers(Solutions(folder, given), Checker())) as address:
        client = Client(address)
        for sides, empty in ((FIRST, "1-2-1-2-1-2 ./.. r"), ("2", EMPTY_2)):
            client.ask("make-tablebase", sides=sides)
            note = values_of(client, empty)["note"]
    made = (given, folder / "2.tablebase")
    assert [str(Tablebase(path).board) for path in made] == [FIRST, "2"]
    assert note == (
        f"The tablebase is kept in {folder}/2.tablebase, for {given} is board {FIRST}'s."
    )


def test_what_has_come_to_the_users_place_since_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = tmp_path / "t.tb"
    monkeypatch.setattr(solutions, "MOST_SOLVED_ENTRIES", 0)
    solve = solutions._solved

    def meanwhile(job: Job[Lookup], board: Board) -> Solver:
        given.write_text("a letter")
        return solve(job, board)

    monkeypatch.setattr(solutions, "_solved", meanwhile)
    with served(Answers(Solutions(tmp_path / "folder", given), Checker())) as address:
        client = Client(address)
        client.ask("make-tablebase", sides="2")
        values = values_of(client, EMPTY_2)
    assert given.read_text() == "a letter"
    assert (values["value"], values["note"]) == (
        "red",
        f"The tablebase is not kept: {given} is there by now, and holds something else.",
    )


def test_a_tablebase_of_the_same_board_may_be_written_over(tmp_path: Path) -> None:
    given = tmp_path / "t.tb"
    known = Solutions(tmp_path / "folder", given)
    write_tablebase(Solver(parse_board("2"), lengths=False, chances=False).run(), given)
    known.make(parse_board("2"))
    assert isinstance(_solution(known, "2"), Tablebase)
    assert known.note(parse_board("2")) is None


def _solution(known: Solutions, sides: str) -> object:
    """How it stands with a board when nothing is being solved any more."""
    while isinstance(standing := known.standing(parse_board(sides)), Job | Busy):
        standing.wait() if isinstance(standing, Job) else standing.job.wait()
    return standing


def test_one_board_is_solved_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []

    def endless(job: Job[Lookup], board: Board) -> Solver:
        begun.append(str(board))
        return _forever(job)

    monkeypatch.setattr(solutions, "_solved", endless)
    with served(Answers(Solutions(tmp_path), Checker())) as address:
        client = Client(address)
        client.ask("values", position=EMPTY_2)
        waiting = client.ask("values", position="1-2-1-2-1-2 ./.. r")
        assert (waiting["state"], waiting["solving"], waiting["words"]) == (
            "working",
            "2",
            "Board 2 is being solved; this one comes when it is done.",
        )
        assert client.refusal("make-tablebase", sides=FIRST) == (
            "board 2 is being solved; wait for it or stop it"
        )
        assert begun == ["2"]
        client.ask("stop-tablebase", sides="2")
        while client.ask("values", position="1-2-1-2-1-2 ./.. r")["solving"] == "2":
            time.sleep(0.01)
        assert begun == ["2", FIRST]


def test_few_solutions_are_kept(tmp_path: Path) -> None:
    known = Solutions(tmp_path)
    solved = {
        sides: weakref.ref(_solution(known, sides))
        for sides in ("2", FIRST, "1", "2-1-1-2-1-1", "3-1-1-3-1-1", "2-1-2-2-1-2")
    }
    gc.collect()
    assert [sides for sides, solution in solved.items() if solution() is None] == ["2", FIRST]


def test_what_is_being_solved_can_be_stopped() -> None:
    job: Job[None] = Job("waiting", _forever)
    assert job.running
    job.stop()
    job.wait()
    assert (job.running, job.result, job.error) == (False, None, None)


def _forever(job: Job[Any]) -> NoReturn:
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
    while client.ask("statistics", sides="2")["games"] <= 100:
        time.sleep(0.1)
    stopped = client.ask("stop-statistics", sides="2")
    assert stopped["running"] is False
    assert sum(bar["games"] for bar in stopped["bars"]) == stopped["games"] > 100
    assert stopped["red_wins"] + stopped["blue_wins"] == stopped["games"]
    assert stopped["least"] <= stopped["mean"] <= stopped["most"]
    assert client.ask("statistics", sides="3")["games"] == 0


def test_one_run_goes_on_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    playing, most, lock = 0, 0, threading.Lock()

    def counted(*arguments: Any) -> Instalment:
        nonlocal playing, most
        with lock:
            playing += 1
            most = max(most, playing)
        time.sleep(0.02)
        try:
            return play_at_random(*arguments)
        finally:
            with lock:
                playing -= 1

    monkeypatch.setattr("churn_explorer.statistics.play_at_random", counted)
    with served(Answers(Solutions(tmp_path), Checker())) as address:
        client = Client(address)
        with ThreadPoolExecutor(10) as pool:
            runs = list(pool.map(lambda _: client.ask("begin-statistics", sides="2"), range(10)))
        assert len({run["seed"] for run in runs}) == 10
        assert most == 1


def test_no_run_begins_while_the_explorer_is_being_stopped() -> None:
    runs = Runs()
    runs.close()
    with pytest.raises(PageError, match="the explorer is being stopped"):
        runs.begin(OfBoard(sides="2"))


@pytest.mark.parametrize("limit", ["UNASKED_SECONDS", "STATISTICS_SECONDS", "MOST_GAMES"])
def test_a_run_ends_by_each_of_its_limits(
    client: Client, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    for each in ("UNASKED_SECONDS", "STATISTICS_SECONDS", "MOST_GAMES"):
        value = 0 if each == limit else 10**9
        monkeypatch.setattr(f"churn_explorer.statistics.{each}", value)
    client.ask("begin-statistics", sides="5")
    while client.ask("statistics", sides="5")["running"]:
        time.sleep(0.1)


def test_the_designers_claims_stand_beside_what_is_played(client: Client) -> None:
    claims = {sides: client.ask("statistics", sides=sides)["claims"] for sides in ("3", "5", "7")}
    assert [[claim["turns"] for claim in found] for found in claims.values()] == [
        [],
        [7400],
        [950000],
    ]
