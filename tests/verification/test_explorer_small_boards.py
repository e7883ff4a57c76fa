"""Values from the specification alone agree with the engine's solver, which shares no code."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from churn_engine.board import Board as EngineBoard
from churn_engine.solver.solve import Solver
from churn_explorer.knowledge import Values
from churn_explorer.models import OfPosition
from churn_explorer.small_boards import MOST_CELLS_SOLVED, SmallBoardValues, placed
from churn_explorer.solutions import Solutions
from churn_explorer.values import SolvedValues
from churn_spec import (
    Board,
    Colour,
    NotationError,
    Position,
    cell_count,
    cells_of,
    legal_placements,
    legal_turns,
    play,
    read_board,
    starting_position,
    write_position,
)


def boards_up_to(cells: int) -> list[Board]:
    """Every board of at most so many cells."""
    found = []
    for sides in product(range(1, cells + 1), repeat=6):
        if (
            sides[0] + sides[1] == sides[3] + sides[4]
            and sides[1] + sides[2] == sides[4] + sides[5]
        ):
            try:
                board = read_board("-".join(map(str, sides)))
            except NotationError:
                continue
            if cell_count(board) <= cells:
                found.append(board)
    return found


@pytest.fixture
def solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SolvedValues:
    """The engine's values, each board solved when it is asked for."""
    known: dict[EngineBoard, Solver] = {}

    def lookup(_: SolvedValues, board: EngineBoard) -> Solver:
        if board not in known:
            known[board] = Solver(board, lengths=False, chances=False).run(1)
        return known[board]

    monkeypatch.setattr(SolvedValues, "lookup", lookup)
    return SolvedValues(Solutions(tmp_path))


def all_positions(board: Board) -> Iterator[Position]:
    """Every position of a board, whether or not a game leads to it; none with the swap."""
    cells = cells_of(board)
    for stones in product((None, Colour.RED, Colour.BLUE), repeat=len(cells)):
        red, blue = (
            frozenset(cell for cell, stone in zip(cells, stones, strict=True) if stone is colour)
            for colour in Colour
        )
        for mover in Colour:
            yield Position(board, red, blue, mover)


def reachable(board: Board) -> set[Position]:
    """Every position to which games without the swap lead."""
    found = {starting_position(board)}
    fringe = list(found)
    while fringe:
        position = fringe.pop()
        for cell in legal_placements(position):
            after = placed(position, cell)
            if after not in found:
                found.add(after)
                fringe.append(after)
    return found


def test_every_position_of_every_board_up_to_6_cells(solved: SolvedValues) -> None:
    ours = SmallBoardValues()
    boards = boards_up_to(6)
    assert len(boards) == 1 + 3 + 5 + 6 + 9 + 11
    for board in boards:
        value, right = ours.solution(board), solved.solution(board)
        assert value is not None
        assert right is not None
        assert [p for p in all_positions(board) if value(p) != right(p)] == []


@pytest.mark.parametrize("cells", [7, 9])
def test_the_positions_of_games_on_larger_boards(solved: SolvedValues, cells: int) -> None:
    boards = [board for board in boards_up_to(cells) if cell_count(board) == cells]
    some = boards if cells == 7 else [read_board("1-3-3-1-3-3"), read_board("1-4-1-3-2-3")]
    assert set(some) <= set(boards)
    for board in some:
        ours, right = SmallBoardValues().solution(board), solved.solution(board)
        assert ours is not None
        assert right is not None
        assert [p for p in reachable(board) if ours(p) != right(p)] == []


def test_the_page_is_told_the_same(solved: SolvedValues) -> None:
    """Words, values of turns, and which are best, with the swap on offer and without."""
    ours = SmallBoardValues()
    for board in [*boards_up_to(4), read_board("2")]:
        start = starting_position(board)
        offered = [play(start, turn) for turn in legal_turns(start)]
        for position in [*offered, *reachable(board)]:
            found, right = ours.known(position), solved.known(position)
            assert found is not None
            assert right is not None
            assert _in_order(found) == _in_order(right), write_position(position)
            likings = [turn.best for turn in found.turns]
            assert likings == sorted(likings, reverse=True)


def _in_order(values: Values) -> Values:
    """Values whose words and turns do not depend on which of equally good turns comes first."""
    turns = sorted(values.turns, key=lambda turn: turn.turn)
    words = re.sub(r"by placing at \w+", "by placing", values.words)
    return replace(values, words=words, turns=turns)


def test_a_larger_board_needs_the_engine() -> None:
    start = starting_position(read_board("3-2-2-3-2-2"))
    assert cell_count(start.board) == MOST_CELLS_SOLVED + 1
    values = SmallBoardValues().values(OfPosition(write_position(start)))
    assert (values.state, values.words) == (
        "refused",
        "Boards of at most 9 cells are solved in the browser.",
    )
    assert values.note is not None
    assert "has 10 cells, so its values need the engine" in values.note
