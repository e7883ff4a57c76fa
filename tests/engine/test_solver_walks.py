"""All that the solver says of all positions of small boards, against walks by the specification."""

import random
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from tests.engine.walking import positions, replace_score, walk

import churn_spec as spec
from churn_engine.notation import parse_board
from churn_engine.solver import reach as reaching
from churn_engine.solver.cross_check import compare
from churn_engine.solver.layout import entries_of, entry, image, layout_of, packed, spread
from churn_engine.solver.patterns import _ranking_weights, patterns_of
from churn_engine.solver.reach import reach
from churn_engine.solver.solution import solution_of
from churn_engine.solver.solve import Solver
from churn_engine.solver.tablebase import Tablebase
from churn_engine.solver.values import distance_of, result_of
from churn_engine.solver.write_tablebase import verify_tablebase, write_tablebase

BOARDS = ["1", "2-1-1-2-1-1", "1-2-1-2-1-2", "2-1-2-2-1-2", "5-1-1-5-1-1", "6-1-1-6-1-1"]


@pytest.mark.parametrize(
    ("text", "symmetry"),
    [*((text, True) for text in [*BOARDS, "2"]), *((text, False) for text in BOARDS[2:5])],
)
def test_of_every_position_the_solver_says_what_walking_tells(text: str, symmetry: bool) -> None:
    solver = Solver(parse_board(text), symmetry=symmetry).run()
    assert solver.finished
    number = 0
    for red, blue, position in positions(text):
        walked, number = walk(position), number + 1
        score = solver.score(red, blue)
        assert (result_of(score), distance_of(score)) == (walked.result, walked.distance)
        assert solver.lengths(red, blue) == (walked.shortest, walked.longest)
        played = solver.chances(red, blue)
        chances = (played.turns, played.mover_wins, played.other_wins)
        assert chances == pytest.approx((walked.turns, walked.wins, walked.losses), abs=1e-12)
        assert played.ties == pytest.approx(1 - walked.wins - walked.losses, abs=1e-12)
    assert number == 3**solver.board.size
    assert solver.entries == entries_of(solver.board.symmetries[: None if symmetry else 1])


@pytest.mark.parametrize("text", BOARDS)
def test_the_solution_is_that_of_the_start(text: str) -> None:
    solver = Solver(parse_board(text)).run()
    solution = solution_of(solver)
    start = spec.starting_position(spec.read_board(text))
    walked = walk(start)
    names = {"win": "red", "loss": "blue", "tie": "tie"}
    assert (solution.value, solution.distance) == (names[walked.result], walked.distance)
    assert (solution.shortest_game, solution.longest_game) == (walked.shortest, walked.longest)
    assert (solution.positions, solution.entries) == (3**solver.board.size, solver.entries)
    came = {"win": "blue", "loss": "red", "tie": "tie"}
    openings = {
        spec.write_cell(start.board, cell): walk(spec.play(start, cell))
        for cell in spec.legal_placements(start)
    }
    found = {cell: (one.value, one.distance) for cell, one in solution.openings.items()}
    assert found == {cell: (came[one.result], one.distance + 1) for cell, one in openings.items()}
    assert solution.swap_after == [cell for cell in found if found[cell][0] == "red"]
    if len(found) > 1:
        ties = [value for value, _ in found.values() if value == "tie"]
        assert solution.value_with_swap == ("tie" if ties else "second")
    else:
        assert solution.value_with_swap == "first", "there is no second turn to swap on"
    assert solution.random.turns == pytest.approx(walked.turns)
    assert solution.random.mover_wins == pytest.approx(walked.wins)
    bound = walked.longest * (solver.board.size + 2) / 2**53
    assert solution.rounding_error == pytest.approx(bound, rel=1e-9, abs=0)


class Reached(NamedTuple):
    """What a search from the start finds."""

    states: list[int]
    moves: int
    wins: dict[str, int]
    single: int
    most: int


def search(board: spec.Board) -> Reached:
    """Search the states by the fewest turns that lead to them."""
    layer = {spec.starting_position(board)}
    seen: set[spec.Position] = set()
    found = Reached([], 0, {"red": 0, "blue": 0, "tie": 0}, 0, 0)
    while layer:
        seen |= layer
        found.states.append(len(layer))
        after: set[spec.Position] = set()
        for position in layer:
            legal = [] if spec.is_over(position) else list(spec.legal_placements(position))
            if not legal:
                winner = spec.winner(position)
                assert winner is not None
                found.wins[winner.value] += 1
            after |= {without_swap(spec.play(position, cell)) for cell in legal}
            found = found._replace(
                moves=found.moves + len(legal),
                single=found.single + (len(legal) == 1),
                most=max(found.most, len(legal)),
            )
        layer = after - seen
    return found


def without_swap(position: spec.Position) -> spec.Position:
    return spec.Position(position.board, position.red, position.blue, position.mover)


@pytest.mark.parametrize("text", [*BOARDS, "1-3-1-3-1-3", "2", "8-1-1-8-1-1"])
def test_what_is_reached_is_what_a_search_finds(text: str) -> None:
    found, reached = search(spec.read_board(text)), reach(parse_board(text))
    assert reached.states_by_ply == tuple(found.states)
    assert reached.states == sum(found.states)
    assert (reached.moves, reached.single_move_states) == (found.moves, found.single)
    assert reached.max_branching == found.most
    wins = {"red": reached.red_wins, "blue": reached.blue_wins, "tie": reached.ties}
    assert wins == found.wins


@pytest.mark.parametrize("text", BOARDS)
def test_tablebases_hold_every_score_and_a_wrong_one_is_found(text: str, tmp_path: Path) -> None:
    board = parse_board(text)
    solver = Solver(board).run()
    path = tmp_path / "sound"
    write_tablebase(solver, path)
    told: list[tuple[int, int]] = []
    entries = verify_tablebase(path, progress=lambda *progress: told.append(progress))
    assert told[-1] == (entries, entries) == (solver.entries, solver.entries)
    tablebase = Tablebase(path, board)
    for red, blue, _ in positions(text):
        assert tablebase.score(red, blue) == solver.score(red, blue)


@pytest.mark.parametrize("text", BOARDS)
def test_a_score_that_differs_is_found_wherever_it_is(text: str) -> None:
    board = parse_board(text)
    solver = Solver(board).run()
    plain = Solver(board, symmetry=False, lengths=False, chances=False).run()
    assert compare(solver, plain) == (3**board.size, 3**board.size, None)
    some = [(red, blue) for red, blue, _ in positions(text)][:: board.size**2]
    for red, blue in [(0, board.full), *some]:
        place, sound = int(entry(plain.layout, blue, red)), plain.score(red, blue)
        for other in (sound - 1, sound + 1):
            replace_score(plain, red, blue, other)
            found = compare(solver, plain)
            assert found.difference is not None
            assert (found.difference.red, found.difference.blue) == (red, blue)
            assert (found.positions, found.by_orbits) == (place, 3**board.size)
        replace_score(plain, red, blue, sound)
    assert compare(solver, plain).difference is None


def test_many_scores_at_once_are_those_one_by_one() -> None:
    solver = Solver(parse_board("5-1-1-5-1-1")).run()
    masks = [(red, blue) for red, blue, _ in positions("5-1-1-5-1-1")]
    red, blue = np.array(masks, dtype=np.int64).T
    assert solver.scores(red, blue).tolist() == [solver.score(*pair) for pair in masks]


@pytest.mark.parametrize("step", [1, 20, 100])
def test_the_same_is_reached_in_steps_of_any_length(
    step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = parse_board("2")
    whole, told = reach(board), [0]
    monkeypatch.setattr(reaching, "_ENTRIES_A_STEP", step)
    assert reach(board, lambda done, _total: told.append(done)) == whole
    assert told == sorted(set(told))
    assert (len(told) > 5, told[-1]) == (True, Solver(board).entries)


# Masks of more cells than a piece of a table has


def test_masks_of_up_to_31_cells_are_packed_and_spread() -> None:
    layout, chance = Solver(parse_board("1")).layout, random.Random(31)
    for _ in range(300):
        mask, pattern = chance.getrandbits(31), chance.getrandbits(31)
        bits = [pattern >> cell & 1 for cell in range(31) if mask >> cell & 1]
        value = sum(bit << place for place, bit in enumerate(bits))
        assert packed(layout, mask, pattern) == value
        assert spread(mask, value) == mask & pattern


def test_images_and_entries_on_a_board_of_two_pieces() -> None:
    board = parse_board("2-3-2-3-2-3")
    layout, chance = layout_of(board, patterns_of(board)), random.Random(12)
    for _ in range(300):
        stones, more = chance.getrandbits(12), chance.getrandbits(12)
        owner, guest = stones, more & ~stones
        images = [_moved(symmetry, owner) for symmetry in board.symmetries]
        assert [image(layout, number, owner) for number in range(len(images))] == images
        block, symmetry = layout.block[owner], board.symmetries[layout.symmetry[owner]]
        assert layout.owner[block] == min(images) == _moved(symmetry, owner)
        free = [cell for cell in range(12) if not min(images) >> cell & 1]
        seen = _moved(symmetry, guest)
        place = sum((seen >> cell & 1) << bit for bit, cell in enumerate(free))
        assert entry(layout, owner, guest) == layout.offset[block] + place


def _moved(symmetry: tuple[int, ...], mask: int) -> int:
    return sum(1 << symmetry[cell] for cell in range(len(symmetry)) if mask >> cell & 1)


@pytest.mark.parametrize("cells", range(1, 32))
def test_group_sizes_are_compared_largest_first_on_boards_of_any_size(cells: int) -> None:
    """The heaviest sizes below a size, as many as fit, weigh less than one group of it."""
    weights = [int(weight) for weight in _ranking_weights(cells)]
    for size in range(2, cells + 1):
        assert weights[size] > max(cells // part * weights[part] for part in range(1, size))
    assert cells * max(weights) < 2**63


def test_what_is_reached_does_not_change() -> None:
    reached = reach(parse_board("1"))
    for name in type(reached).__slots__:
        with pytest.raises(FrozenInstanceError):
            setattr(reached, name, None)


def test_reaching_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    two_cells = parse_board("2-1-1-2-1-1")
    reach(two_cells, lambda done, total: told.append((done, total)))
    entries = Solver(two_cells).entries
    assert told == [(entries, entries)]
