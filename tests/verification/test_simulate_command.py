"""`churnproof simulate`: what it prints and writes, what it refuses, being stopped and resumed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from churn_engine.notation import parse_board
from churn_engine.random_play import game_to_play, play_at_random
from churn_verification.cli import main
from churn_verification.simulation.checkpoints import load, save
from churn_verification.simulation.parts import play_part
from churn_verification.simulation.run import Request, Run
from churn_verification.simulation.statistics import Statistics, statistics_of
from churn_verification.support.environment import held_alone

Command = Callable[..., tuple[int, str, str]]
OF_THE_MACHINE = ("seconds", "turns_per_second")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's cache folder, elsewhere."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "churnproof"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs the command in this process: status, stdout, stderr."""

    def command(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["churnproof", "simulate", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        assert isinstance(end.value.code, int)
        return end.value.code, *capsys.readouterr()

    return command


def directly(board: str, seed: int, games: int) -> Statistics:
    return statistics_of(play_at_random(seed, game_to_play(parse_board(board), 0), games))


def test_json_has_what_was_counted(run: Command, cache: Path) -> None:
    status, out, err = run("3", "--games", "400", "--seed", "5", "--json")
    assert status == 0
    assert err == "churnproof: board 3, 400 games, seed 5\n"
    document, expected = json.loads(out), directly("3", 5, 400)
    assert document["cells"] == 19
    assert document["games"] == 400
    assert document["seed"] == 5
    assert document["complete"] is True
    assert (document["mean_turns"], document["standard_error"]) == expected.mean_turns()
    assert document["min_turns"] == expected.shortest
    assert document["max_turns"] == expected.longest
    assert document["red_wins"] == expected.red_wins
    assert document["first_player_share"]["mean"] == expected.red_wins / 400
    assert document["formed_size"]["mean"] == expected.formed.total / expected.turns.total
    assert document["turns"] == expected.turns.total
    assert document["turns_per_second"] > 0
    assert sum(lengths["games"] for lengths in document["lengths"]) == 400
    assert not list(cache.glob("*.json"))


def test_the_result_does_not_depend_on_the_workers(run: Command) -> None:
    documents = []
    for workers in ("1", "2"):
        options = ("--until-error", "1", "--seed", "5", "--workers", workers, "--json")
        status, out, _ = run("5", *options)
        assert status == 0
        documents.append(json.loads(out))
    for key in OF_THE_MACHINE:
        for document in documents:
            del document[key]
    assert documents[0] == documents[1]


def test_text_and_picture(run: Command, tmp_path: Path) -> None:
    picture = tmp_path / "lengths.svg"
    status, out, err = run("2-1-2-2-1-2", "--games", "50", "--plot", str(picture))
    assert status == 0
    assert "an even number of cells" in err
    assert "2-1-2-2-1-2, 4 cells" in out
    assert "ties" in out
    assert picture.read_text().startswith("<?xml")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["3", "--games", "0"], "0 is not in the range"),
        (["3", "--games", "-4"], "-4 is not in the range"),
        (["3", "--games", "many"], "many"),
        (["3", "--games", "5", "--until-error", "1"], "either --games or --until-error"),
        (["3", "--until-error", "0"], "expected a percentage above 0"),
        (["3", "--until-error", "nan"], "expected a percentage above 0"),
        (["3", "--games", "5", "--seed", "x"], "x"),
        (["3", "--games", "5", "--seed", "-1"], "-1 is not in the range"),
        (["3", "--games", "5", "--workers", "0"], "0 is not in the range"),
        (["1-2", "--games", "5"], "1-2"),
        (["12", "--games", "5"], "use --force to start anyway"),
        (["7", "--until-error", "0.0001"], "use --force to start anyway"),
        (["3", "--games", "5", "--resume"], "--resume needs the --seed"),
        (["3", "--games", "5", "--resume", "--seed", "1"], "there is nothing to resume"),
        (
            ["3", "--games", "5", "--plot", "lengths.gif"],
            "a name that ends in .png or .svg",
        ),
        (["3", "--games", "5", "--plot", "no/such/folder.png"], "there is no folder no/such"),
        (["3", "--games", "5", "--scheduler", "nowhere"], "not the address of a scheduler"),
    ],
)
def test_wrong_requests_are_refused(run: Command, arguments: list[str], reason: str) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert reason in err.splitlines()[-1]
    assert all(line.startswith("churnproof: ") for line in err.splitlines())


def test_what_cannot_be_written_is_said(run: Command, tmp_path: Path) -> None:
    status, _, err = run("2", "--games", "5", "--checkpoint", str(tmp_path / "no" / "x.json"))
    assert status == 3
    assert err.splitlines()[-1].startswith("churnproof: cannot write ")


# Stopping and resuming


def checkpoint_of(request: Request, file: Path) -> None:
    """A run of which one part has been played."""
    run = Run(request)
    part = run.next_task()
    assert part is not None
    run.take(part, play_part(part))
    save(file, run)


def test_a_resumed_run_prints_what_an_undisturbed_one_prints(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    checkpoint_of(Request(board="5", seed=3, games=1500), file)
    options = ("5", "--games", "1500", "--seed", "3", "--json")
    resumed, undisturbed = run(*options, "--resume", "--checkpoint", str(file)), run(*options)
    assert resumed[0] == undisturbed[0] == 0
    again = run(*options, "--resume", "--checkpoint", str(file))
    documents = [json.loads(each[1]) for each in (resumed, undisturbed, again)]
    assert documents[2]["seconds"] >= documents[0]["seconds"]
    for document in documents:
        assert document["turns_per_second"] * document["seconds"] == pytest.approx(
            document["turns"]
        )
        for key in OF_THE_MACHINE:
            del document[key]
    assert documents[0] == documents[1] == documents[2]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            ["3", "--games", "1500", "--seed", "3"],
            "holds another run: board 5, 1,500 games, seed 3",
        ),
        (["5", "--games", "1501", "--seed", "3"], "holds another run"),
        (["5", "--games", "1500", "--seed", "4"], "holds another run"),
        (["5", "--until-error", "9", "--seed", "3"], "holds another run"),
    ],
)
def test_the_checkpoint_of_another_run_is_refused(
    run: Command, tmp_path: Path, arguments: list[str], reason: str
) -> None:
    file = tmp_path / "run.json"
    checkpoint_of(Request(board="5", seed=3, games=1500), file)
    before = file.read_bytes()
    status, out, err = run(*arguments, "--resume", "--checkpoint", str(file))
    assert (status, out) == (2, "")
    assert reason in err
    assert file.read_bytes() == before


def test_a_checkpoint_cut_off_is_refused_and_left(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    checkpoint_of(Request(board="5", seed=3, games=1500), file)
    half = file.read_bytes()[:1000]
    file.write_bytes(half)
    options = ("5", "--games", "1500", "--seed", "3", "--checkpoint", str(file))
    status, _, err = run(*options, "--resume")
    assert status == 2
    assert "is incomplete" in err
    assert run(*options)[0] == 2  # a file that was named is not written over either
    assert file.read_bytes() == half


SAVING_OFTEN = """
from churn_verification.cli import main
from churn_verification.simulation import simulate
simulate._SECONDS_BETWEEN_CHECKPOINTS = 0.0
main()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stop_saves_and_reports_what_was_done_and_leaves_nothing(
    cache: Path, tmp_path: Path, number: signal.Signals
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    options = ["simulate", "6", "--games", "1000000", "--seed", "3", "--json"]
    with subprocess.Popen(
        [sys.executable, "-c", SAVING_OFTEN, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(temporary)},
    ) as process:
        file = cache / "simulate-6-games1000000-seed3.json"
        while not file.exists() or not Run(*load(file)).games_played:
            time.sleep(0.05)
        assert [each.name[:11] for each in temporary.iterdir()] == ["churnproof-"]
        children = children_of(process.pid)
        assert children
        process.send_signal(number)
        out, err = process.communicate()
    assert process.returncode == 130, err
    assert f"what was done is in {file}" in err.splitlines()[-1]
    document = json.loads(out)
    assert document["complete"] is False
    request, state = load(file)
    assert Run(request, state).games_played >= document["games"] > 0
    first = directly("6", 3, document["games"])
    assert document["mean_turns"] == first.mean_turns().mean
    assert document["red_wins"] == first.red_wins
    assert list(temporary.iterdir()) == []
    deadline = time.monotonic() + 60  # they end when they see that it is gone
    while left := [each for each in children if Path(f"/proc/{each}").exists()]:
        assert time.monotonic() < deadline, left
        time.sleep(0.05)


def children_of(process: int) -> list[str]:
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()


def test_two_runs_do_not_save_to_one_file(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    request = ("3", "--games", "10", "--seed", "5", "--checkpoint", str(file))
    with held_alone(file):
        status, out, err = run(*request)
    assert (status, out) == (3, "")
    assert err == (
        f"churnproof: another run is at work on {file}; name another with --checkpoint\n"
    )
    assert not file.exists()
    assert run(*request)[0] == 0
    with held_alone(file):
        assert file.exists()
