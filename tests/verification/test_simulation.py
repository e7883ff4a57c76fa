"""Runs of random play: statistics, parts in any order, checkpoints, claims, estimates, pictures."""

import json
import random
import xml.etree.ElementTree as ET
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from churn_engine.notation import parse_board
from churn_engine.random_play import game_to_play, play_at_random
from churn_verification.simulation import parts
from churn_verification.simulation.checkpoints import CheckpointError, load, save
from churn_verification.simulation.claims import Verdict, judge
from churn_verification.simulation.estimates import cost_of_games, expected_turns
from churn_verification.simulation.parts import Part, play_part
from churn_verification.simulation.plots import plot_lengths
from churn_verification.simulation.reports import Report, report_of
from churn_verification.simulation.run import FEWEST_GAMES, Request, Run, games_a_batch
from churn_verification.simulation.statistics import (
    PerGame,
    Statistics,
    length_class,
    next_length_class,
    statistics_of,
)
from churn_verification.simulation.table import print_report

BOARD = "2-3-2-3-2-3"  # 12 cells
SEED = 4


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of few turns, so that games are cut and batches take several."""
    monkeypatch.setattr(parts, "_TURNS_A_PART", 2**16)


def directly(games: int, board: str = BOARD) -> Statistics:
    return statistics_of(play_at_random(SEED, game_to_play(parse_board(board), 0), games))


def finish(run: Run, chance: random.Random, at_once: int) -> None:
    """Play a run to its end, with so many parts out at once that come back in any order."""
    out: list[Part] = []
    while not run.finished:
        while len(out) < at_once and (part := run.next_task()) is not None:
            out.append(part)
        part = out.pop(chance.randrange(len(out)))
        run.take(part, play_part(part))


# Statistics


def test_statistics_add_up() -> None:
    board = parse_board("3")
    whole = statistics_of(play_at_random(1, game_to_play(board, 0), 300))
    pieces = [
        statistics_of(play_at_random(1, game_to_play(board, first), games))
        for first, games in ((0, 100), (100, 1), (101, 199))
    ]
    assert sum(reversed(pieces), Statistics()) == whole
    assert whole.games == 300
    assert whole.red_wins + whole.blue_wins == 300


def test_means_and_errors_are_the_usual_ones() -> None:
    played = play_at_random(1, game_to_play(parse_board("3"), 0), 500)
    found = statistics_of(played)
    turns, choices = played.turns.astype(float), played.choices.astype(float)
    mean, error = found.mean_turns()
    assert mean == pytest.approx(turns.mean())
    assert error == pytest.approx(turns.std(ddof=1) / sqrt(500))
    mean, error = found.per_turn(found.choices)
    ratio = choices.sum() / turns.sum()
    assert mean == pytest.approx(ratio)
    residuals = choices - ratio * turns
    assert error == pytest.approx(sqrt((residuals**2).sum() / 499 / 500) / turns.mean())
    share, error = found.red_share()
    wins = (played.leads > 0).astype(float)
    assert share == wins.mean()
    assert error == pytest.approx(wins.std(ddof=1) / sqrt(500))


def test_one_game_has_no_error() -> None:
    found = directly(1)
    assert found.mean_turns().standard_error is None
    assert found.red_share().standard_error is None
    assert found.per_turn(found.formed).standard_error is None
    assert not found.relative_error_is_at_most(Fraction(100))


def test_an_error_is_compared_exactly() -> None:
    found = Statistics(games=4, turns=PerGame(total=40, squares=404))  # games of 9, 9, 11 and 11
    # The variance of the mean is (4 * 404 - 40 * 40) / (4 * 4 * 3) = 1/3, the error 5.77350 %.
    assert found.relative_error_is_at_most(Fraction("5.7736"))
    assert not found.relative_error_is_at_most(Fraction("5.7735"))


def test_every_length_is_in_one_class() -> None:
    previous = -1
    for length in [*range(1000), *range(10**6, 10**6 + 20_000)]:
        least, following = length_class(length), next_length_class(length)
        assert least <= length < following
        assert following - least <= max(1, length / 64)
        assert length_class(least) == least
        if length == previous + 1:
            assert least == length_class(previous) or least == next_length_class(previous)
        previous = length


# Runs


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("games", [1, 5_000, 16_384, 40_000])
def test_parts_in_any_order_make_the_same_run(games: int) -> None:
    run = Run(Request(board=BOARD, seed=SEED, games=games))
    finish(run, random.Random(games), at_once=5)
    assert run.statistics == directly(games)
    assert run.turns == run.turns_so_far == run.statistics.turns.total
    assert run.next_task() is None


@pytest.mark.usefixtures("small_parts")
def test_a_run_ends_at_the_same_game_whatever_the_order() -> None:
    request = Request(board=BOARD, seed=SEED, until_error="0.06")
    ends = []
    for at_once in (1, 6):
        run = Run(request)
        finish(run, random.Random(at_once), at_once)
        ends.append(run.statistics)
    assert ends[0] == ends[1]
    batch = games_a_batch(12)
    games = ends[0].games
    assert games > batch
    assert ends[0] == directly(games)
    assert ends[0].relative_error_is_at_most(Fraction("0.06"))
    assert not directly(games - batch).relative_error_is_at_most(Fraction("0.06"))


def test_few_games_are_not_believed() -> None:
    run = Run(Request(board="9", seed=1, until_error="99"))
    one = Statistics(games=1, turns=PerGame(total=10, squares=100, with_turns=100))
    for number in range(FEWEST_GAMES):
        assert not run.finished
        part = run.next_task()
        assert part is not None
        assert part.first_game == number
        run.take(part, parts.Played(one, None))
    assert run.finished


def test_what_is_reported_of_a_stopped_run_are_its_first_games() -> None:
    run = Run(Request(board="5", seed=SEED, games=2000))
    first, second = run.next_task(), run.next_task()
    assert first is not None
    assert second is not None
    run.take(second, play_part(second))
    assert run.statistics_so_far.games == 0
    assert run.games_played == 2000 - 1024
    run.take(first, play_part(first))
    assert run.statistics_so_far == directly(2000, "5")


# Checkpoints


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The checkpoint of a run with a batch that is done and one that is not."""
    monkeypatch.setattr(parts, "_TURNS_A_PART", 2**16)
    run = Run(Request(board=BOARD, seed=SEED, games=40_000))
    waiting = [run.next_task() for _ in range(3)]
    for part in waiting[1:]:
        assert part is not None
        run.take(part, play_part(part))
    file = tmp_path / "run.json"
    save(file, run)
    return file


def test_a_resumed_run_gives_the_very_same(begun: Path) -> None:
    request, state = load(begun)
    run = Run(request, state)
    assert run.games_played > 0
    assert run.turns_so_far == 2 * 2**16
    finish(run, random.Random(1), at_once=3)
    assert run.statistics == directly(40_000)


def test_a_checkpoint_cut_off_anywhere_is_refused(begun: Path) -> None:
    text = begun.read_text()
    for length in range(0, len(text) - 1, len(text) // 40):
        begun.write_text(text[:length])
        with pytest.raises(CheckpointError):
            load(begun)


def test_an_altered_checkpoint_is_refused(begun: Path) -> None:
    text = begun.read_text()
    start = text.index('"content"')
    places = [place for place in range(start, len(text)) if text[place].isdigit()]
    for place in places[:: len(places) // 40]:
        digit = "1" if text[place] != "1" else "2"
        begun.write_text(text[:place] + digit + text[place + 1 :])
        with pytest.raises(CheckpointError):
            load(begun)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), 2),
        (("format",), "something else"),
        (("content", "request", "games"), None),
        (("content", "request", "board"), "1-2"),
        (("content", "state", "open", "1", "begun", "number"), 3),
        (("content", "state", "open", "1", "begun", "position"), "2 ../.../.. r"),
        (("content", "state", "open", "1", "begun", "position"), "2-3-2-3-2-3 rr/rrr/rrrr/rrr r"),
        (("content", "state", "open", "1", "begun", "position"), "nonsense"),
        (("content", "state", "batches"), -1),
        (("content", "state", "more"), 0),
    ],
)
def test_a_checkpoint_with_a_fitting_checksum_must_make_sense(
    begun: Path, path: tuple[str, ...], value: object
) -> None:
    document = json.loads(begun.read_text())
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    content = json.dumps(document["content"], sort_keys=True, separators=(",", ":"))
    document["sha256"] = sha256(content.encode()).hexdigest()
    begun.write_text(json.dumps(document))
    with pytest.raises(CheckpointError) as refusal:
        load(begun)
    assert "\n" not in str(refusal.value)
    assert str(begun) in str(refusal.value)


# Claims


@pytest.mark.parametrize(
    ("mean", "spread", "verdict"),
    [
        (100.0, 1, Verdict.HOLDS),
        (92.0, 1, Verdict.HOLDS),
        (80.0, 1, Verdict.DOES_NOT_HOLD),
        (130.0, 1, Verdict.DOES_NOT_HOLD),
        (90.0, 1, Verdict.UNDECIDED),
        (110.0, 1, Verdict.UNDECIDED),
        (100.0, 50, Verdict.UNDECIDED),
    ],
)
def test_a_figure_holds_within_ten_percent(mean: float, spread: float, verdict: Verdict) -> None:
    lengths = np.array([mean - spread, mean + spread] * 8).astype(int).tolist()
    turns = PerGame(total=sum(lengths), squares=sum(length**2 for length in lengths))
    judgement = judge(100, Statistics(games=16, turns=turns))
    assert judgement.verdict is verdict
    assert verdict.value in str(judgement)


# Estimates


@pytest.mark.parametrize(
    ("board", "games"), [("2", 1000), ("3", 1000), ("4", 300), ("5", 50), ("3-4-3-4-3-4", 300)]
)
def test_estimates_are_of_the_right_order(board: str, games: int) -> None:
    mean = directly(games, board).mean_turns().mean
    assert 0.6 < expected_turns(parse_board(board).size) / mean < 1.6


def test_estimates_of_huge_runs_can_be_read() -> None:
    assert str(cost_of_games(10_000, 10**15, 1)).endswith("years")
    assert "hours" in str(cost_of_games(217, 1000, 2))
    assert str(cost_of_games(19, 10, 1)) == "10 games of roughly 80 turns, 0 s"


# What is shown


@pytest.fixture(scope="module")
def report() -> Report:
    run = Run(Request(board="4", seed=SEED, games=3000))
    finish(run, random.Random(0), at_once=1)
    run.seconds = 2.0
    return report_of(run, complete=True)


def test_pictures_are_what_their_names_say(report: Report, tmp_path: Path) -> None:
    for name in ("a.png", "a.svg", "b.svg"):
        plot_lengths(report, tmp_path / name)
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    root = ET.fromstring((tmp_path / "a.svg").read_text())
    assert root.tag.endswith("svg")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png", "a.svg", "b.svg"]


def test_the_histogram_counts_every_game(
    report: Report, capsys: pytest.CaptureFixture[str]
) -> None:
    print_report(report)
    lines = capsys.readouterr().out.split("turns of a game\n")[1].splitlines()
    assert sum(int(line.split()[-1].replace(",", "")) for line in lines) == 3000
    ends = [[int(word.replace(",", "")) for word in line.split()[0:3:2]] for line in lines]
    assert len({last - first for first, last in ends}) == 1
    assert all(one[1] + 1 == two[0] for one, two in pairwise(ends))
    assert ends[0][0] <= report.min_turns
    assert report.max_turns <= ends[-1][1]
