"""What is told of positions and written of boards."""

import re
from dataclasses import FrozenInstanceError
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from tests.engine.walking import positions, replace_score, walk

import churn_spec as spec
from churn_engine.board import Board
from churn_engine.notation import parse_board, parse_position
from churn_engine.solver import solve
from churn_engine.solver.layout import entry
from churn_engine.solver.report import report_on
from churn_engine.solver.solution import example_game, solution_of
from churn_engine.solver.solve import RandomPlay, Solver
from churn_engine.solver.values import score_of
from churn_engine.solver.write_tablebase import TablebaseError, verify_tablebase, write_tablebase

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


def test_the_time_of_a_run_is_what_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([5.0, 7.5, 100.0, 101.0])
    monkeypatch.setattr(solve, "time", SimpleNamespace(monotonic=lambda: next(times)))
    assert Solver(LINE).seconds == 0
    assert Solver(LINE).run().seconds == 2.5


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
    """A value is looked at by those two turns before it."""
    solver, path = Solver(board).run(), tmp_path / "wrong"
    occurring = sorted({solver.score(red, blue) for red, blue, _ in positions(str(board))})
    entry_of = {
        spec.write_position(position): int(entry(solver.layout, blue, red))
        for red, blue, position in positions(str(board))
    }
    for red, blue, altered in list(positions(str(board)))[::7]:
        sound = solver.score(red, blue)
        for other in {occurring[0], occurring[-1]} - {sound}:
            replace_score(solver, red, blue, other)
            write_tablebase(solver, path)
            with pytest.raises(TablebaseError) as refusal:
                verify_tablebase(path)
            told = re.fullmatch(r".*/wrong: (.*) is stored as .*, which .*", str(refusal.value))
            assert told is not None
            named = spec.read_position(told[1])
            looked_at = {named, *(two for one in after(named) for two in after(one))}
            seen = {entry_of[spec.write_position(position)] for position in looked_at}
            assert entry_of[spec.write_position(altered)] in seen
        replace_score(solver, red, blue, sound)


def after(position: spec.Position) -> list[spec.Position]:
    """What the turns lead to, seen with Red to move."""
    return [
        spec.with_colours_exchanged(without_swap(spec.play(position, cell)))
        for cell in spec.legal_placements(position)
    ]


def test_with_a_tie_neither_player_wins() -> None:
    solver = Solver(parse_board("2-1-1-2-1-1")).run()
    report = report_on(parse_position("2-1-1-2-1-1 r. b swap"), solver)
    assert (report.value, report.seat) == ("tie", "tie")
    assert [(turn.seat, turn.distance, turn.best) for turn in report.turns] == [
        ("tie", 1, True),
        ("tie", 2, False),
    ]


def test_nothing_follows_a_full_board() -> None:
    two, three = Solver(parse_board("2-1-1-2-1-1")).run(), Solver(parse_board("2-1-2-1-2-1")).run()
    for mover, other in ((0b111, 0), (0, 0b111)):
        won = float(mover > other)
        assert three.lengths(mover, other) == (0, 0)
        assert three.chances(mover, other) == RandomPlay(0.0, won, 1.0 - won, 0.0)
    for mover, other in ((0b01, 0b10), (0b10, 0b01)):
        assert two.lengths(mover, other) == (0, 0)
        assert two.chances(mover, other) == RandomPlay(0.0, 0.0, 0.0, 1.0)
