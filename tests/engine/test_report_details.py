"""What is told of positions and written of boards, down to the details that changes showed."""

import re
from dataclasses import FrozenInstanceError
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import numpy as np
import pytest
from tests.engine.walking import positions, walk

import churn_spec as spec
from churn_engine.board import Board
from churn_engine.notation import parse_board, parse_position
from churn_engine.solver import solve
from churn_engine.solver.container import Container, StorageError, write_container
from churn_engine.solver.layout import entry
from churn_engine.solver.report import report_on
from churn_engine.solver.solution import example_game, solution_of
from churn_engine.solver.solve import RandomPlay, Solver
from churn_engine.solver.tablebase import Tablebase
from churn_engine.solver.values import FARTHEST, score_of
from churn_engine.solver.write_tablebase import (
    TablebaseError,
    _codes,
    verify_tablebase,
    write_tablebase,
)

BOARDS = ["2-1-2-2-1-2", "5-1-1-5-1-1", "6-1-1-6-1-1"]
LINE = parse_board("5-1-1-5-1-1")
LATER = {"win": "loss", "tie": "tie", "loss": "win"}


def winner(position: spec.Position) -> str:
    """Who wins under best play, by colour."""
    result = walk(without_swap(position)).result
    if result == "tie":
        return result
    return (position.mover if result == "win" else position.mover.other).value


def without_swap(position: spec.Position) -> spec.Position:
    return spec.Position(position.board, position.red, position.blue, position.mover)


def rank_of(result: str, distance: int) -> tuple[int, int]:
    """The lower, the better: near wins, near ties, far losses."""
    order = {"win": 0, "tie": 1, "loss": 2}
    return order[result], -distance if result == "loss" else distance


# Reports


@pytest.mark.parametrize("text", [*BOARDS[:2], "1-3-1-3-1-3"])
def test_turns_are_told_from_the_best_to_the_worst(text: str) -> None:
    solver = Solver(parse_board(text)).run()
    results: set[str] = set()
    for red, _, start in positions(text):
        position = start if red % 2 else spec.with_colours_exchanged(start)
        report = report_on(parse_position(spec.write_position(position)), solver)
        assert (report.value, report.distance) == (winner(position), walk(position).distance)
        assert report.seat is None
        ranks = []
        for turn in report.turns:
            after = spec.play(position, spec.read_cell(position.board, turn.turn))
            came = walk(after)
            assert (turn.value, turn.distance) == (winner(after), came.distance + 1)
            assert turn.seat is None
            ranks.append(rank_of(LATER[came.result], turn.distance))
        assert ranks == sorted(ranks)
        assert [turn.best for turn in report.turns] == [rank == min(ranks) for rank in ranks]
        results |= {turn.value for turn in report.turns}
    assert len(results) > 1


@pytest.mark.parametrize("text", [*BOARDS, "1-2-1-2-1-2"])
def test_with_the_swap_on_offer_the_seats_are_told(text: str) -> None:
    solver = Solver(parse_board(text)).run()
    start = spec.starting_position(spec.read_board(text))
    for opening in spec.legal_placements(start):
        position = spec.play(start, opening)
        report = report_on(parse_position(spec.write_position(position)), solver)
        ranks = []
        for turn in report.turns:
            after = spec.play(position, spec.read_turn(position.board, turn.turn))
            value = winner(after)
            holder = {"red": "first", "blue": "second", "tie": "tie"}
            if turn.turn == "swap":
                holder = {"red": "second", "blue": "first", "tie": "tie"}
            assert (turn.value, turn.seat) == (value, holder[value])
            assert turn.distance == walk(without_swap(after)).distance + 1
            came = {"second": "win", "tie": "tie", "first": "loss"}[holder[value]]
            ranks.append(rank_of(came, turn.distance))
        assert ranks == sorted(ranks)
        assert len(ranks) == len(spec.legal_turns(position))
        assert report.seat == report.turns[0].seat
        assert [turn.best for turn in report.turns] == [rank == min(ranks) for rank in ranks]


class AllLost:
    """Says of every position that the side to move loses."""

    board = parse_board("1-30-1-1-30-1")

    def score(self, mover: int, other: int) -> int:
        return score_of("loss", mover.bit_count() + other.bit_count())


def test_cells_whose_names_come_after_the_swap_are_no_swap() -> None:
    rows = "/".join("." * 29 + "r")
    report = report_on(parse_position(f"1-30-1-1-30-1 {rows} b swap"), AllLost())
    assert max(turn.turn for turn in report.turns) == "z1"
    assert len(report.turns) == 29 + 1
    assert {turn.seat for turn in report.turns} == {"second"}


# Games


@pytest.mark.parametrize("text", ["1", *BOARDS, "1-3-1-3-1-3", "9-1-1-9-1-1"])
@pytest.mark.parametrize("which", ["shortest", "longest", "best"])
def test_example_games_are_what_they_are_called(
    text: str, which: Literal["shortest", "longest", "best"]
) -> None:
    solver = Solver(parse_board(text)).run()
    position = spec.starting_position(spec.read_board(text))
    start, value = walk(position), winner(position)
    turns = example_game(solver, which)
    lengths = {"shortest": start.shortest, "longest": start.longest, "best": start.distance}
    assert len(turns) == lengths[which]
    for turn in turns:
        position = without_swap(spec.play(position, spec.read_cell(position.board, turn)))
        assert which != "best" or winner(position) == value
    assert spec.is_over(position)


# Runs


def test_progress_is_told_after_each_run_of_blocks_of_equal_rank() -> None:
    solver = Solver(LINE)
    told: list[int] = []
    solver.run(1, lambda done, _total: told.append(done))
    ranks = solver.patterns.rank[solver.layout.owner].tolist()
    ends = [end for end, (one, other) in enumerate(pairwise(ranks), start=1) if one != other]
    assert told == [int(solver.layout.offset[end]) for end in [*ends, len(ranks)]]


def test_a_run_goes_on_after_what_is_done(tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done > total / 2:
            raise KeyboardInterrupt

    stopped, whole, again = Solver(LINE), Solver(LINE).run(), Solver(LINE)
    with pytest.raises(KeyboardInterrupt):
        stopped.run(1, stop)
    assert not stopped.finished
    stopped.save(tmp_path / "checkpoint")
    again.resume(tmp_path / "checkpoint")
    assert again.entries_done == stopped.entries_done > 0
    assert again.seconds == stopped.seconds
    told: list[int] = []
    again.run(1, lambda done, _total: told.append(done))
    assert told[0] > stopped.entries_done
    assert again.finished
    for name, table in whole.tables._asdict().items():
        np.testing.assert_array_equal(getattr(again.tables, name), table)


def test_the_time_of_a_run_is_what_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([5.0, 7.5, 100.0, 101.0])
    monkeypatch.setattr(solve, "time", SimpleNamespace(monotonic=lambda: next(times)))
    assert Solver(LINE).seconds == 0
    assert Solver(LINE).run().seconds == 2.5


def test_checkpoints_of_fewer_entries_and_other_numbers_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    Solver(LINE).save(path)
    with pytest.raises(StorageError, match="another choice about symmetries"):
        Solver(LINE, symmetry=False).resume(path)
    kinds: list[tuple[type[np.generic], int]] = [
        *((kind, 0) for kind in (np.uint8, np.uint16, np.float64)),
        *((np.int16, more) for more in (-1, 1)),
    ]
    for kind, more in kinds:
        solver = Solver(LINE, lengths=False, chances=False)
        facts = {"done": len(solver.layout.owner), "entries": solver.entries}
        ones = np.ones(solver.entries + more, kind)
        scores = dict.fromkeys(("owner_scores", "guest_scores"), ones)
        write_container(path, "checkpoint", str(LINE), facts, scores)
        with pytest.raises(StorageError, match="its array owner_scores has another shape"):
            solver.resume(path)


def test_a_checkpoint_that_tells_no_time_took_none(tmp_path: Path) -> None:
    solver = Solver(LINE, lengths=False, chances=False)
    facts = {"done": 0, "entries": solver.entries}
    none = {name: np.zeros(0, np.int16) for name in ("owner_scores", "guest_scores")}
    write_container(tmp_path / "checkpoint", "checkpoint", str(LINE), facts, none)
    solver.resume(tmp_path / "checkpoint")
    assert solver.seconds == 0


def test_results_do_not_change() -> None:
    solver = Solver(parse_board("1")).run()
    solution = solution_of(solver)
    report = report_on(parse_position("1 . r"), solver)
    chances = RandomPlay(1, 1, 0, 0)
    values: list[Any] = [solution, solution.openings["a1"], report, report.turns[0], chances]
    for value in values:
        for name in value.__slots__:
            with pytest.raises(FrozenInstanceError):
                setattr(value, name, None)


# Tablebases


@pytest.mark.parametrize("board", [LINE, parse_board("2-1-2-2-1-2")], ids=str)
def test_an_entry_that_does_not_follow_is_named_or_one_that_looks_at_it(
    board: Board, tmp_path: Path
) -> None:
    solver, path = Solver(board).run(), tmp_path / "wrong"
    entries = {
        spec.write_position(position): int(entry(solver.layout, red, blue))
        for red, blue, position in positions(str(board))
    }
    scores = solver.tables.owner_scores.copy()
    occurring = sorted(set(scores.tolist()))
    for at in [0, *range(1, solver.entries, 7), solver.entries - 1]:
        for other in {occurring[0], occurring[-1]} - {scores[at]}:
            wrong = scores.copy()
            wrong[at] = other
            solver.tables = solver.tables._replace(owner_scores=wrong)
            write_tablebase(solver, path)
            with pytest.raises(TablebaseError) as refusal:
                verify_tablebase(path)
            told = re.fullmatch(r".*/wrong: (.*) is stored as .*, which .*", str(refusal.value))
            assert told is not None
            named = spec.read_position(told[1])
            after = [spec.play(named, cell) for cell in spec.legal_placements(named)]
            looked_at = [named, *map(spec.with_colours_exchanged, after)]
            assert at in {entries[spec.write_position(position)] for position in looked_at}


def test_the_header_says_how_many_positions_and_bits_an_entry_there_are(tmp_path: Path) -> None:
    write_tablebase(Solver(LINE).run(), tmp_path / "file")
    with Container(tmp_path / "file", "tablebase") as container:
        facts = container.facts
    assert (facts["positions"], facts["bits_an_entry"]) == (243, 8)


@pytest.mark.parametrize(("count", "kind"), [(1, "uint8"), (256, "uint8"), (257, "uint16")])
def test_up_to_256_scores_take_a_byte(count: int, kind: str) -> None:
    code_of, scores = _codes(np.arange(-5, count - 5, dtype=np.int16))
    assert (str(code_of.dtype), len(scores)) == (kind, count)
    assert sorted(scores) == list(range(-5, count - 5))
    assert [int(code_of[score % 65536]) for score in scores] == list(range(count))


@pytest.fixture
def arrays(tmp_path: Path) -> dict[str, Any]:
    write_tablebase(Solver(LINE).run(), tmp_path / "sound")
    with Tablebase(tmp_path / "sound") as tablebase:
        return {"owners": tablebase.owners.astype(np.int32), "values": tablebase.codes() * 0}


def _written(path: Path, arrays: dict[str, Any]) -> Path:
    facts = {"codes": [["win", FARTHEST]]}
    write_container(path, "tablebase", str(LINE), facts, arrays)
    return path


def test_one_code_of_the_largest_distance_is_enough(tmp_path: Path, arrays: dict[str, Any]) -> None:
    with Tablebase(_written(tmp_path / "one", arrays)) as tablebase:
        assert tablebase.score(0, 0) == score_of("win", FARTHEST)
        assert not tablebase.codes().any()


@pytest.mark.parametrize("code", [1, 2, 200])
def test_codes_beyond_those_listed_are_refused(
    code: int, tmp_path: Path, arrays: dict[str, Any]
) -> None:
    arrays["values"] += code
    with Tablebase(_written(tmp_path / "codes", arrays)) as tablebase:
        with pytest.raises(StorageError, match="a code that its header does not list"):
            tablebase.codes()
        with pytest.raises(StorageError, match="a code that its header does not list"):
            tablebase.score(0, 0)


def test_more_values_than_the_owners_have_are_refused(
    tmp_path: Path, arrays: dict[str, Any]
) -> None:
    arrays["values"] = np.append(arrays["values"], arrays["values"][:1])
    with pytest.raises(StorageError, match="its values do not fit its owners"):
        Tablebase(_written(tmp_path / "long", arrays))
