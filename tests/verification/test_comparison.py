"""Comparisons hold for the engine and find what is wrong elsewhere, at its smallest."""

import random
from collections import Counter

import pytest
from tests.verification.wrong_sessions import (
    WRONG_SESSIONS,
    EmptyCellsAreLegal,
    NeverOver,
    OneRemovedStoneIsForgotten,
    TheLastMoverWins,
    ThreeGroupsCountAsTwo,
    UndoDoesNothing,
    Wrong,
)

import churn_spec as spec
from churn_verification.judge.comparing import result_of_comparing
from churn_verification.judge.difference import Difference
from churn_verification.judge.exhaustive import compare_legal_sets, compare_placements
from churn_verification.judge.figures import figures, require_figure
from churn_verification.judge.games import compare_game, compare_taking_back
from churn_verification.judge.geometry import compare_boards
from churn_verification.judge.machine import EXPECTED_EVENTS, missing_events, run_machine
from churn_verification.judge.match import Match, replay
from churn_verification.judge.patterns import own_patterns, own_patterns_up_to_symmetry
from churn_verification.judge.perft import compare_perft, count_by_playing, divide, perft
from churn_verification.judge.shrink import smallest
from churn_verification.players import ENGINES
from churn_verification.players.stepping import SteppingSession
from churn_verification.results import Status

SIZE_2 = spec.regular_board(2)
STEPPING = ENGINES["stepping"]


def no_progress(done: int) -> None:
    assert done > 0


def test_the_machine_sees_every_event_and_no_difference() -> None:
    tally: Counter[str] = Counter()
    for seed in range(2):
        tally.update(run_machine(STEPPING, 100, seed))
    assert missing_events(tally) == []
    assert set(EXPECTED_EVENTS) <= set(tally)
    assert tally["steps"] > 1000


def test_the_machine_repeats_itself_with_the_same_seed() -> None:
    told: list[tuple[int, int]] = []
    tally = run_machine(STEPPING, 20, 7, lambda *told_now: told.append(told_now))
    assert tally == run_machine(STEPPING, 20, 7)
    assert (told[0], told[-1]) == ((1, 20), (20, 20))
    assert run_machine(STEPPING, 20, 7) != run_machine(STEPPING, 20, 8)


@pytest.mark.parametrize("session", WRONG_SESSIONS)
def test_the_machine_finds_what_is_wrong(session: type[SteppingSession]) -> None:
    with pytest.raises(Difference) as found:
        run_machine(Wrong(session), 600, 1)
    case = found.value.counterexample
    assert case.clause in spec.CLAUSES
    assert set(case.said) == {"specification", "wrong"}
    assert len(set(case.said.values())) == 2


def test_a_difference_is_reported_at_its_smallest() -> None:
    def play_games() -> Counter[str]:
        tally: Counter[str] = Counter()
        for seed in range(20):
            compare_game(
                Wrong(EmptyCellsAreLegal), spec.regular_board(3), random.Random(seed), tally
            )
        return tally

    result = result_of_comparing(Wrong(EmptyCellsAreLegal), play_games)
    assert result.status is Status.FAILED
    case = result.counterexample
    assert case is not None
    assert case.turns == ()
    assert case.position is not None
    position = spec.read_position(case.position)
    assert len(position.red | position.blue) == 1
    assert case.clause == "P1"


def test_a_difference_that_needs_its_turns_keeps_them() -> None:
    match = Match(Wrong(UndoDoesNothing), "2 ../.../.. r")
    match.play("b2")
    match.undo()
    with pytest.raises(Difference) as found:
        match.compare()
    case = found.value.counterexample
    assert smallest(Wrong(UndoDoesNothing), case) == case


def test_turns_legal_and_illegal_are_replayed() -> None:
    replay(STEPPING, "2 r./.../.. b swap", ["swap", "a1", "b2"])
    position, turns = "7-1-1-7-1-1 r.rrbr. r", ["a2", "a7"]
    replay(STEPPING, position, turns)
    with pytest.raises(Difference, match="which stones a7 removes"):
        replay(Wrong(OneRemovedStoneIsForgotten), position, turns)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_engine_says_what_the_figures_say(number: int) -> None:
    assert require_figure(STEPPING, figures()[number - 1]) >= 2


def test_the_figures_see_what_is_wrong() -> None:
    seen = {
        session.__name__
        for session in WRONG_SESSIONS
        for figure in figures()
        if not says(Wrong(session), figure.figure)
    }
    assert seen == {"EmptyCellsAreLegal", "OneRemovedStoneIsForgotten"}


def says(implementation: Wrong, number: int) -> bool:
    try:
        require_figure(implementation, figures()[number - 1])
    except Difference:
        return False
    return True


def test_all_placements_on_size_2() -> None:
    counts = compare_placements(STEPPING, SIZE_2, own_patterns(SIZE_2), no_progress)
    assert counts == {"patterns": 128, "placements": 7 * 64}
    with pytest.raises(Difference) as found:
        compare_placements(Wrong(ThreeGroupsCountAsTwo), SIZE_2, own_patterns(SIZE_2), no_progress)
    assert found.value.counterexample.position == "2 r./..r/r. r"


def test_patterns_up_to_symmetry_stand_for_all() -> None:
    representatives = own_patterns_up_to_symmetry(SIZE_2)
    cells = spec.cells_of(SIZE_2)
    images = {
        sum(1 << cells.index(symmetry[cell]) for n, cell in enumerate(cells) if mask >> n & 1)
        for mask in map(int, representatives)
        for symmetry in spec.symmetries(SIZE_2)
    }
    assert images == set(range(128))
    # Thirteen hexagon colourings (bracelets of six beads), with the centre empty or not.
    assert len(representatives) == 26


def test_a_placement_that_is_asked_about_is_named() -> None:
    wrong = Wrong(ThreeGroupsCountAsTwo)
    with pytest.raises(Difference, match="would form") as found:
        compare_placements(wrong, SIZE_2, own_patterns(SIZE_2), no_progress)
    case = found.value.counterexample
    assert case.placement is not None
    assert f"that {case.placement} would form" in case.question
    assert result_of_comparing(wrong, lambda: raised(found.value)).counterexample is not None


def raised(difference: Difference) -> dict[str, int]:
    raise difference


def test_all_legal_sets_on_a_row_of_five() -> None:
    row = spec.read_board("5-1-1-5-1-1")
    for mover in spec.Colour:
        counts = compare_legal_sets(STEPPING, row, mover, no_progress)
        assert counts == {"positions": 243, "ends": 32}
    for wrong in (EmptyCellsAreLegal, TheLastMoverWins, NeverOver):
        with pytest.raises(Difference):
            compare_legal_sets(Wrong(wrong), row, spec.Colour.RED, no_progress)


def test_the_end_is_compared_with_the_legal_turns() -> None:
    match = Match(Wrong(NeverOver), "2 rr/rbb/bb r")
    with pytest.raises(Difference, match="is the game over"):
        match.compare_legal()


def test_boards_agree_and_a_wrong_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compare_boards(spec.read_board("3-4-3-4-3-4")) == 27
    monkeypatch.setattr(spec, "write_board", lambda board: "4-3-2-4-3-2")
    with pytest.raises(Difference, match="neighbours"):
        compare_boards(spec.read_board("4-2-3-4-2-3"))


def test_perft_is_counted_by_hand_on_size_2() -> None:
    start = spec.starting_position(SIZE_2)
    # Six placements and the swap answer each of seven first turns.
    assert perft(start, 2) == [1, 7, 49]
    assert divide(start, 2) == dict.fromkeys(("a1", "a2", "b1", "b2", "b3", "c1", "c2"), 7)
    assert compare_perft("engine", count_by_playing(STEPPING), start, 4) == 408


def test_a_wrong_count_is_followed_to_its_position() -> None:
    start = spec.starting_position(SIZE_2)
    with pytest.raises(Difference) as found:
        compare_perft("wrong", count_by_playing(Wrong(EmptyCellsAreLegal)), start, 3)
    case = found.value.counterexample
    assert case.question == "how many sequences of 1 turns there are"
    assert case.position is not None
    position = spec.read_position(case.position)
    assert case.said["specification"] == str(len(spec.legal_turns(position)))


def test_a_whole_game_counts_what_happened() -> None:
    tally: Counter[str] = Counter()
    turns = compare_game(STEPPING, spec.regular_board(3), random.Random(3), tally)
    assert turns == tally["ranking rises"] + tally["swap taken"]
    assert tally["isolated"] > tally["joins 1"] > 0


def test_how_many_turns_were_taken_back_is_told() -> None:
    board = spec.regular_board(2)
    assert compare_taking_back(STEPPING, board, random.Random(1), Counter(), 5) == 5
    assert compare_taking_back(STEPPING, board, random.Random(1), Counter(), 0) == 0
