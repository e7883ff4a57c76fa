"""The solver: its indices, its order, its numbers, and runs that are stopped and gone on with."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from tests.engine.walking import replace_score

from churn_engine.board import Board, board
from churn_engine.game import Game
from churn_engine.solver.cross_check import compare
from churn_engine.solver.estimate import (
    TooLargeError,
    estimate,
    free_memory,
    require_room,
    with_cross_check,
    with_tablebase,
)
from churn_engine.solver.layout import entries_of, entry, image, layout_of, packed, spread
from churn_engine.solver.patterns import patterns_of
from churn_engine.solver.reach import reach
from churn_engine.solver.solution import example_game, solution_of
from churn_engine.solver.solve import Solver
from churn_engine.solver.values import FARTHEST, distance_of, result_of, score_of, value_of

SIZE_2 = board(2)
TWELVE_CELLS = board(2, 3, 2, 3, 2, 3)
LINE = board(5, 1, 1, 5, 1, 1)


@pytest.fixture(scope="module")
def solved() -> Solver:
    """The twelve-cell board, solved; do not change it."""
    return Solver(TWELVE_CELLS).run(threads=2)


# Indices


@pytest.mark.parametrize("which", [board(1), LINE, SIZE_2, TWELVE_CELLS], ids=str)
def test_the_layout_has_as_many_entries_as_counted_without_it(which: Board) -> None:
    layout = layout_of(which, patterns_of(which))
    assert layout.offset[-1] == entries_of(which.symmetries)
    assert np.sum(layout.orbit * np.diff(layout.offset)) == 3**which.size
    assert entries_of(which.symmetries[:1]) == 3**which.size


def test_packing_and_spreading_are_inverse() -> None:
    layout = layout_of(board(3), patterns_of(board(3)))
    for mask in (0b1, 0b1010101010101010101, (1 << 19) - 1, 0b1110000111000011100):
        cells = mask.bit_count()
        for bits in {0, 1, (1 << cells) - 1, (1 << cells) // 3}:
            assert packed(layout, mask, spread(mask, bits)) == bits


def test_symmetric_positions_share_an_entry_or_a_score(solved: Solver) -> None:
    layout = solved.layout
    for mover, other in ((0b11, 0b100), (0b100000000001, 0b10), (0, 0b1001)):
        scores = {
            solved.score(image(layout, number, mover), image(layout, number, other))
            for number in range(len(TWELVE_CELLS.symmetries))
        }
        assert len(scores) == 1


def test_entries_are_a_numbering_without_gaps() -> None:
    layout = layout_of(SIZE_2, patterns_of(SIZE_2))
    entries = {
        int(entry(layout, owner, guest))
        for owner in range(1 << 7)
        for guest in range(1 << 7)
        if not owner & guest
    }
    assert entries == set(range(int(layout.offset[-1])))


# Scores


@pytest.mark.parametrize("result", ["win", "tie", "loss"])
@pytest.mark.parametrize("distance", [0, 1, 118, FARTHEST])
def test_scores_tell_result_and_distance(result: str, distance: int) -> None:
    score = score_of(result, distance)  # type: ignore[arg-type]
    assert (result_of(score), distance_of(score)) == (result, distance)


def test_scores_put_hurried_wins_first_and_delayed_losses_before_hurried_ones() -> None:
    best_to_worst = [
        score_of(*pair)
        for pair in (("win", 1), ("win", 9), ("tie", 1), ("tie", 9), ("loss", 9), ("loss", 1))
    ]
    assert all(better > worse for better, worse in pairwise(best_to_worst))


def test_a_value_is_the_colour_that_wins() -> None:
    assert value_of(score_of("win", 3), "blue") == "blue"
    assert value_of(score_of("loss", 3), "blue") == "red"
    assert value_of(score_of("tie", 3), "red") == "tie"


# What comes out


def test_one_cell_is_won_by_the_only_turn() -> None:
    """The board is full before a swap could be offered, so the first player wins."""
    solution = solution_of(Solver(board(1)).run())
    assert (solution.value, solution.distance, solution.value_with_swap) == ("red", 1, "first")
    assert (solution.shortest_game, solution.longest_game, solution.random.turns) == (1, 1, 1.0)
    assert solution.random.mover_wins == 1.0


def test_two_cells_tie() -> None:
    solution = solution_of(Solver(board(2, 1, 1, 2, 1, 1)).run())
    assert (solution.value, solution.distance, solution.value_with_swap) == ("tie", 2, "tie")
    assert solution.random.ties == 1.0


def test_size_2_is_won_by_the_centre_and_swapped() -> None:
    solution = solution_of(Solver(SIZE_2).run())
    assert (solution.value, solution.value_with_swap) == ("red", "second")
    assert solution.swap_after == ["b2"]
    assert solution.openings["b2"].value == "red"
    others = {opening.value for cell, opening in solution.openings.items() if cell != "b2"}
    assert others == {"blue"}
    assert solution.distance == solution.openings["b2"].distance == 7


def test_random_play_by_hand_on_size_2() -> None:
    """121/15 turns, and 6/7 for Red: fractions from a walk through all games."""
    solution = solution_of(Solver(SIZE_2).run())
    turns, red, blue = _walk(Game.on(SIZE_2))
    error = solution.rounding_error
    assert solution.random.turns == pytest.approx(turns, rel=error, abs=0)
    assert solution.random.mover_wins == pytest.approx(red, abs=error, rel=0)
    assert solution.random.other_wins == pytest.approx(blue, abs=error, rel=0)
    assert turns == pytest.approx(121 / 15)
    assert red == pytest.approx(6 / 7)


def _walk(game: Game) -> tuple[float, float, float]:
    """Expected turns and the chances of Red and Blue, by playing every game; no swap."""
    if game.over:
        return 0.0, float(game.winner == "red"), float(game.winner == "blue")
    turns = [turn for turn in game.legal_turns() if turn != "swap"]
    outcomes = []
    for turn in turns:
        game.play(turn)
        outcomes.append(_walk(game))
        game.undo()
    mean = [sum(column) / len(turns) for column in zip(*outcomes, strict=True)]
    return mean[0] + 1, mean[1], mean[2]


@pytest.mark.parametrize("which", ["shortest", "longest", "best"])
def test_example_games_are_games_of_that_length(solved: Solver, which: str) -> None:
    solution = solution_of(solved)
    length = {
        "shortest": solution.shortest_game,
        "longest": solution.longest_game,
        "best": solution.distance,
    }[which]
    game = Game.on(TWELVE_CELLS)
    for turn in example_game(solved, which):  # type: ignore[arg-type]
        assert not game.over
        game.play(turn)
    assert game.over
    assert game.turn_number == length + 1
    if which == "best":
        assert game.winner == solution.value


def test_the_scores_of_many_positions_are_those_of_each(solved: Solver) -> None:
    chance = np.random.default_rng(5)
    stones = chance.integers(1 << TWELVE_CELLS.size, size=(2, 300))
    movers, others = stones[0] & ~stones[1], stones[1] & ~stones[0]
    each = [solved.score(int(own), int(enemy)) for own, enemy in zip(movers, others, strict=True)]
    assert len(set(each)) > 10
    assert list(solved.scores(movers, others)) == each


def test_what_is_done_grows_from_nothing_to_all(solved: Solver) -> None:
    assert Solver(SIZE_2).entries_done == 0
    assert solved.entries_done == solved.entries


def test_threads_do_not_change_anything(solved: Solver) -> None:
    assert_same(Solver(TWELVE_CELLS).run(threads=1), solved)


def assert_same(one: Solver, other: Solver) -> None:
    assert one.store.finished() == other.store.finished() == set(range(one.plan.shards))
    for shard in range(one.plan.shards):
        columns = one.store.read(shard)
        assert columns.keys() == {*other.plan.least, *other.plan.means}
        for name, column in other.store.read(shard).items():
            np.testing.assert_array_equal(columns[name].unpacked(), column.unpacked())


def test_with_and_without_symmetries_agree_and_a_difference_is_found(solved: Solver) -> None:
    plain = Solver(TWELVE_CELLS, symmetry=False, lengths=False, chances=False).run()
    found = compare(solved, plain)
    assert found.difference is None
    assert found.positions == found.by_orbits == 3**12
    replace_score(plain, 0b101, 0b1010, plain.score(0b101, 0b1010) + 1)
    difference = compare(solved, plain).difference
    assert difference is not None
    assert (difference.red, difference.blue) == (0b101, 0b1010)


def test_what_was_not_asked_for_is_not_told() -> None:
    solver = Solver(LINE, lengths=False, chances=False).run()
    with pytest.raises(ValueError, match="not told to find column shortest"):
        solver.lengths(0, 0)
    with pytest.raises(ValueError, match="not told to find column turns"):
        solver.chances(0, 0)


# Stopping and going on


def stop_halfway(done: int, total: int) -> None:
    if done > total / 2:
        raise KeyboardInterrupt


def test_a_stopped_run_goes_on_from_its_checkpoint(tmp_path: Path, solved: Solver) -> None:
    path = tmp_path / "checkpoint"
    stopped = Solver(TWELVE_CELLS)
    with pytest.raises(KeyboardInterrupt):
        stopped.run(2, stop_halfway)
    assert 0 < stopped.entries_done < stopped.entries
    stopped.save(path)
    again = Solver(TWELVE_CELLS)
    again.resume(path)
    assert again.entries_done == stopped.entries_done
    done: list[int] = []
    again.run(1, lambda entries, _total: done.append(entries))
    assert done[0] > stopped.entries_done
    assert_same(again, solved)


# Estimates


def test_estimates_count_entries_exactly() -> None:
    needed = estimate(TWELVE_CELLS)
    assert (needed.positions, needed.entries) == (3**12, Solver(TWELVE_CELLS).entries)
    assert with_cross_check(needed).memory > needed.memory


def test_a_tablebase_takes_longer_to_verify_than_a_board_to_solve() -> None:
    needed = estimate(board(3), threads=2)
    assert with_tablebase(needed, threads=2).seconds > 4 * needed.seconds


def test_size_3_fits_into_four_gigabytes_and_not_into_one() -> None:
    needed = estimate(board(3))
    require_room(needed, 4 * 10**9)
    with pytest.raises(TooLargeError, match=r"board 3 has 19 cells.*only 1\.0 GB"):
        require_room(needed, 10**9)


@pytest.mark.parametrize("size", [4, 5, 58])
def test_large_boards_are_refused_with_their_estimate(size: int) -> None:
    needed = estimate(board(size))
    with pytest.raises(TooLargeError, match=r"^board .* positions: .* of memory .* may be used"):
        require_room(needed)
    assert len(str(needed)) < 250


def test_free_memory_is_some_amount() -> None:
    assert free_memory() > 10**7


# What can be reached


def test_reached_states_by_hand_on_two_cells() -> None:
    """Start, two openings, and full boards r b and b r with Red to move."""
    reached = reach(board(2, 1, 1, 2, 1, 1))
    assert (reached.states, reached.moves, reached.ties) == (5, 4, 2)
    assert (reached.red_wins, reached.blue_wins) == (0, 0)
    assert (reached.single_move_states, reached.max_branching) == (2, 2)
    assert reached.states_by_ply == (1, 2, 2)
