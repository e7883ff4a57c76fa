"""The judge, the comparisons that lead it, and the shrinker.

They hold for the engine and find what is wrong elsewhere, each player for itself, at its smallest.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

import pytest
from hypothesis import Phase, given, seed, settings
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
from churn_verification.checks import differential
from churn_verification.judge.comparing import led_through, played
from churn_verification.judge.difference import Difference
from churn_verification.judge.exhaustive import compare_legal_sets, compare_placements
from churn_verification.judge.figures import figures, require_figure
from churn_verification.judge.games import play_game, take_game_back
from churn_verification.judge.geometry import compare_boards
from churn_verification.judge.judge import Judge, WrongAnswer, wrong_answer
from churn_verification.judge.machine import EXPECTED_EVENTS, missing_events, run_machine
from churn_verification.judge.match import AllHaveFailed, Match
from churn_verification.judge.patterns import own_patterns, own_patterns_up_to_symmetry
from churn_verification.judge.perft import EnginePerft, counting_cases, divide, perft
from churn_verification.judge.reference import Reference, seen_from
from churn_verification.judge.respects import respects_of
from churn_verification.judge.shrink import asked_anew, followed_down, smallest
from churn_verification.players import (
    ENGINES,
    Ask,
    Case,
    FullRefusal,
    FullState,
    GroupSizes,
    Implementation,
    PerftCount,
    Placement,
    Question,
    Refused,
    SessionPlayer,
    Specification,
    State,
)
from churn_verification.players.stepping import SteppingSession
from churn_verification.registry import Context, Level
from churn_verification.strategies import boards, positions
from churn_verification.suite import suite

SIZE_2 = spec.regular_board(2)
STEPPING = ENGINES["stepping"]
QUICK = Context(Level.QUICK, 1)
AFTER_A_TURN = "2 r./.../.. b swap"


def judge_of(*implementations: Implementation) -> Judge:
    return Judge([SessionPlayer(each) for each in implementations])


def found_by(implementation: Implementation, compare: Callable[[Judge], object]) -> WrongAnswer:
    """The wrong answer to which a comparison leads."""
    judge = judge_of(implementation)
    with pytest.raises(AllHaveFailed):
        compare(judge)
    (wrong,) = judge.tallies[implementation.name].wrong
    return wrong


def match_at(judge: Judge, position: str) -> Match:
    return Match(judge, spec.read_position(position))


def no_progress(done: int) -> None:
    assert done > 0


# The judge ----------------------------------------------------------------------------------------


def test_a_player_that_has_failed_is_asked_no_more_and_the_others_go_on() -> None:
    judge = judge_of(Wrong(NeverOver), STEPPING)
    reference = Reference()
    cases = [
        reference.case("one", Question(text))
        for text in ("2 rr/rbb/bb r", AFTER_A_TURN, AFTER_A_TURN)
    ]
    assert list(judge.put(cases)) == cases
    assert len(judge.tallies["wrong"].wrong) == 1
    assert judge.tallies["wrong"].answered == 1
    assert judge.tallies[STEPPING.name].right == 3
    assert not judge.is_done
    judge = judge_of(Wrong(NeverOver))
    judge.ask(cases[0])
    assert judge.is_done
    assert list(judge.put(cases)) == []


def test_the_specification_is_asked_once_for_all_players(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()
    answer = Reference.answer

    def counted(reference: Reference, question: Question) -> object:
        asked[str(question)] += 1
        return answer(reference, question)

    monkeypatch.setattr(Reference, "answer", counted)
    judge = judge_of(*ENGINES.values())
    play_game(judge, SIZE_2, random.Random(1), Counter())
    last = max(asked, key=len)  # asked once on the way and once, in everything, at the end
    assert asked[last] == 2
    assert set(Counter(asked).values()) == {1, 2}
    assert [tally.right for tally in judge.tallies.values()] == [asked.total()] * 2


def test_a_crash_is_no_answer() -> None:
    class Crashes(SteppingSession):
        def over(self) -> bool:
            raise RuntimeError("broken")

    judge = judge_of(Wrong(Crashes))
    judge.ask(Reference().case("one", Question(AFTER_A_TURN)))
    ((_, trouble),) = judge.tallies["wrong"].troubles
    assert trouble.message == "RuntimeError: broken"
    assert judge.tallies["wrong"].has_failed


def test_a_case_that_no_reference_confirms_is_disputed() -> None:
    def confirm(case: Case) -> None:
        raise ValueError(case.name)

    judge = Judge([SessionPlayer(Wrong(NeverOver))], confirm=confirm)
    with pytest.raises(ValueError, match="disputed"):
        judge.ask(Reference().case("disputed", Question("2 rr/rbb/bb r")))


# Respects -----------------------------------------------------------------------------------------

OTHERWISE: dict[str, tuple[object, str]] = {
    "position": ("2 b./.../.. b swap", "B1"),
    "legal": (("a1", "swap"), "P1"),
    "over": (True, "E1"),
    "winner": ("red", "E2"),
    "formed_size": (2, "P2"),
    "removed": (("a1",), "R2"),
    "first_player": ("blue", "S1"),
    "groups": (GroupSizes(red=(2,), blue=()), "F1"),
    "turn_number": (9, "T1"),
    "placements": ({"a2": Placement(2, frozenset({"a1"}))}, "T1"),
    "winning_player": ("first", "S1"),
}
"""Each member of a state, said otherwise, and the clause that decides it."""


def test_no_member_of_a_state_is_forgotten() -> None:
    assert OTHERWISE.keys() == FullState.model_fields.keys()


@pytest.mark.parametrize("member", OTHERWISE)
def test_every_member_of_a_state_is_compared(member: str) -> None:
    case = Reference().case("one", Question(AFTER_A_TURN, ask=Ask.EVERYTHING))
    assert isinstance(case.right, FullState)
    said, clause = OTHERWISE[member]
    assert respects_of(case, case.right) == ()
    (respect,) = respects_of(case, case.right.model_copy(update={member: said}))
    assert respect.clause == clause
    assert respect.right != respect.said
    untold = case.right.model_copy(update={member: None})
    must_be_told = member in ("position", "legal", "over")
    assert must_be_told or respects_of(case, untold) == ()


@pytest.mark.parametrize("member", ["legal", "removed"])
def test_a_list_that_names_a_member_twice_is_wrong(member: str) -> None:
    case = Reference().case("one", Question("7-1-1-7-1-1 r.rrbr. r", ("a7",)))
    names = getattr(case.right, member)
    assert isinstance(case.right, State)
    (respect,) = respects_of(case, case.right.model_copy(update={member: (*names, names[0])}))
    assert respect.said == f"{names[0]} twice"


@pytest.mark.parametrize(
    ("position", "turn", "said", "clause"),
    [
        ("7-1-1-7-1-1 r.rrbr. r", "a7", "7-1-1-7-1-1 r.rrbrr b", "R1"),
        ("7-1-1-7-1-1 r.rrbr. r", "a7", "7-1-1-7-1-1 ..rrbr. b", "R2"),
        ("7-1-1-7-1-1 r.rrbr. r", "a7", "7-1-1-7-1-1 ..rr.rr b", "R2"),
        ("7-1-1-7-1-1 r.rrbr. r", "a7", "7-1-1-7-1-1 ..rrbrr r", "T1"),
        ("7-1-1-7-1-1 r.rrbr. r", "a7", "6-1-1-6-1-1 ..rrbr r", "B1"),
        ("7-1-1-7-1-1 r.rrbr. r", "a7", "nonsense", "B1"),
        ("2 ../.../.. r", "a1", "2 ../.../r. b", "S1"),
        (AFTER_A_TURN, "swap", "2 b./.../.. r", "S1"),
    ],
)
def test_a_wrong_position_is_about_what_went_wrong(
    position: str, turn: str, said: str, clause: str
) -> None:
    case = Reference().case("one", Question(position, (turn,)))
    assert isinstance(case.right, State)
    found = respects_of(case, case.right.model_copy(update={"position": said, "removed": None}))
    assert [each.clause for each in found] == [clause]


class AllIsRefusedByP1(SteppingSession):
    """Refuses what is illegal, by a clause that it does not break."""

    def play(self, turn: str) -> frozenset[str]:
        try:
            return super().play(turn)
        except Refused as refusal:
            raise Refused("P1") from refusal


class IllegalTurnsAreIgnored(SteppingSession):
    """Refuses nothing, and nothing comes of it."""

    def play(self, turn: str) -> frozenset[str]:
        return super().play(turn) if turn in self.legal() else frozenset()


class IllegalTurnsUndo(SteppingSession):
    """Refuses an illegal turn, and takes the last one back."""

    def play(self, turn: str) -> frozenset[str]:
        try:
            return super().play(turn)
        except Refused:
            self.undo()
            raise


class RedWins(SteppingSession):
    """E2: Red wins every game."""

    def winner(self) -> str | None:
        return "red" if self.over() else None


@pytest.mark.parametrize("turn", ["c1", "zz9", "swap"])
def test_a_refusal_by_another_clause_is_a_difference(turn: str) -> None:
    position = "2 r./.../.. b"
    match_at(judge_of(STEPPING), position).try_illegal(turn)
    wrong = found_by(
        Wrong(AllIsRefusedByP1), lambda judge: match_at(judge, position).try_illegal(turn)
    )
    assert wrong.respects[0].question == f"which clause {turn} breaks"


def test_an_illegal_turn_without_a_refusal_is_a_difference() -> None:
    wrong = found_by(
        Wrong(IllegalTurnsAreIgnored),
        lambda judge: match_at(judge, "2 r./.../.. b").try_illegal("c1"),
    )
    assert (wrong.respects[0].question, wrong.clause) == ("is c1 legal", "T1")


def test_a_refusal_that_changes_the_game_is_a_difference() -> None:
    def compare(judge: Judge) -> None:
        match = match_at(judge, "2 ../.../.. r")
        match.play("a1")
        match.try_illegal("a1")

    wrong = found_by(Wrong(IllegalTurnsUndo), compare)
    assert wrong.respects[0].question == "after a1 was refused, the position"
    assert wrong.clause == "T1"


def test_an_illegal_turn_in_the_middle_is_the_one_that_is_refused() -> None:
    question = Question("2 ../.../.. r", ("a1", "a1", "c2"))
    case = Reference().case("one", question)
    assert isinstance(case.right, FullRefusal)
    assert (case.right.refused, case.right.clause, case.clauses) == (2, "T1", ("T1",))
    later = case.right.model_copy(update={"refused": 3})
    assert respects_of(case, later)[0].question == "is a1 legal"
    earlier = case.right.model_copy(update={"refused": 1})
    assert respects_of(case, earlier)[0].said == "no, refused by T1"


# Matches and games --------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "asked"), [(spec.Colour.RED, "red"), (spec.Colour.BLUE, "blue")])
def test_a_ranking_that_does_not_do_what_it_must_is_a_difference(
    monkeypatch: pytest.MonkeyPatch, side: spec.Colour, asked: str
) -> None:
    ranking = spec.ranking

    def falling(position: spec.Position, colour: spec.Colour) -> tuple[int, ...]:
        stones = len(position.red | position.blue)
        return (-stones,) if colour is side else ranking(position, colour)

    match = Match(judge_of(STEPPING), spec.starting_position(SIZE_2), ask=Ask.TURNS)
    monkeypatch.setattr(spec, "ranking", falling)
    with pytest.raises(Difference, match=f"how a1 changes {asked}'s ranking"):
        match.play("a1")


def test_turns_legal_and_illegal_and_taken_back_are_followed() -> None:
    match = match_at(judge_of(*ENGINES.values()), AFTER_A_TURN)
    match.take(["swap", "a1", "b2", "undo", "undo", "swap", "a1"])
    assert match.tally["undo"] == 2
    assert match.tally["refused by S1"] == 0
    assert not match.judge.is_done
    with pytest.raises(ValueError, match="illegal here"):
        match.play("a1")
    with pytest.raises(ValueError, match="legal here"):
        match.try_illegal(min(match.legal))


def test_nothing_is_taken_back_where_nothing_was_taken() -> None:
    match = match_at(judge_of(STEPPING), AFTER_A_TURN)
    with pytest.raises(ValueError, match="no turn has been taken"):
        match.undo()
    with pytest.raises(ValueError, match="no turn has been taken"):
        Reference().answer(Question(AFTER_A_TURN, ("swap", "undo", "undo")))


def test_the_end_of_a_game_is_compared_in_everything() -> None:
    def play_games(judge: Judge) -> None:
        for number in range(8):
            play_game(judge, SIZE_2, random.Random(number), Counter())

    wrong = found_by(Wrong(RedWins), play_games)
    assert (wrong.clause, wrong.respects[0].right, wrong.respects[0].said) == ("E2", "blue", "red")


def test_a_whole_game_counts_what_happened() -> None:
    tally: Counter[str] = Counter()
    turns = play_game(judge_of(STEPPING), spec.regular_board(3), random.Random(3), tally)
    assert turns == tally["ranking rises"] + tally["swap taken"]
    assert tally["isolated"] > tally["joins 1"] > 0


def test_how_many_turns_were_taken_back_is_told() -> None:
    judge = judge_of(STEPPING)
    assert take_game_back(judge, SIZE_2, random.Random(1), Counter(), 5) == 5
    assert take_game_back(judge, SIZE_2, random.Random(1), Counter(), 0) == 0


def test_long_games_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differential, "play_game", lambda *game: game[-1])
    found = suite()["long-game/stepping"].run(QUICK)
    assert found.covered["turns"] == 1_100


# The state machine --------------------------------------------------------------------------------


def test_the_machine_sees_every_event_and_no_difference() -> None:
    tally: Counter[str] = Counter()
    judge = judge_of(STEPPING)
    for number in range(2):
        tally.update(run_machine(judge, 100, number))
    assert missing_events(tally) == []
    assert set(EXPECTED_EVENTS) <= set(tally)
    assert tally["questions"] > 1000
    assert judge.tallies[STEPPING.name].right == tally["questions"]


def test_the_machine_repeats_itself_with_the_same_seed() -> None:
    told: list[tuple[int, int]] = []
    run = partial(run_machine, judge_of(STEPPING), 20)
    tally = run(7, lambda *told_now: told.append(told_now))
    assert tally == run(7)
    assert (told[0], told[-1]) == ((1, 20), (20, 20))
    assert run(7) != run(8)


@pytest.mark.parametrize("session", WRONG_SESSIONS)
def test_the_machine_finds_what_is_wrong(session: type[SteppingSession]) -> None:
    wrong = found_by(Wrong(session), lambda judge: run_machine(judge, 600, 1))
    assert wrong.clause in spec.CLAUSES
    case = wrong.counterexample("wrong")
    assert set(case.said) == {"specification", "wrong"}
    assert len(set(case.said.values())) == 2


def test_every_event_is_expected_and_missed() -> None:
    assert missing_events(Counter()) == list(EXPECTED_EVENTS)
    clauses = {f"refused by {clause}" for clause in ("B1", "T1", "S1", "P1", "P2", "E1")}
    ends = {"red wins", "blue wins", "tie", "board filled, then stones removed"}
    groups = {"equal group stays", "larger group stays", "several groups removed at once"}
    ways = {"swap taken", "swap declined", "undo", "jump", "symmetric image", "colours exchanged"}
    placements = {"isolated", "joins 1", "joins 2", "joins 3", "ranking rises"}
    assert set(EXPECTED_EVENTS) == clauses | ends | groups | ways | placements


def test_positions_of_every_kind_are_drawn() -> None:
    seen: Counter[str] = Counter()

    @seed(1)
    @settings(max_examples=300, database=None, phases=[Phase.generate])
    @given(positions(boards(7)))
    def look_at(position: spec.Position) -> None:
        red, blue, empty = position.red, position.blue, spec.empty_cells(position)
        seen["swap"] += position.swap_on_offer
        seen["full"] += not empty
        seen["empty"] += not red and not blue
        seen["red alone"] += bool(red and not blue)
        seen["blue alone"] += bool(blue and not red)
        seen["both, and room"] += bool(red and blue and empty)
        seen[f"{position.mover.value} to move"] += 1

    look_at()
    assert len(seen) == 8
    assert min(seen.values()) > 0


# Exhaustive comparisons ---------------------------------------------------------------------------


def all_placements(judge: Judge) -> Counter[str]:
    return compare_placements(judge, SIZE_2, own_patterns(SIZE_2), no_progress)


def test_all_placements_on_size_2() -> None:
    assert all_placements(judge_of(STEPPING)) == {"patterns": 128, "placements": 7 * 64}
    wrong = found_by(Wrong(ThreeGroupsCountAsTwo), all_placements)
    assert wrong.question.position == "2 r./..r/r. r"
    (respect, *_) = wrong.respects
    assert respect.placement is not None
    assert f"that {respect.placement} would form" in respect.question
    assert wrong.counterexample("wrong").placement == respect.placement


def test_all_legal_sets_on_a_row_of_five() -> None:
    row = spec.read_board("5-1-1-5-1-1")
    for mover in spec.Colour:
        counts = compare_legal_sets(judge_of(STEPPING), row, mover, no_progress)
        assert counts == {"positions": 243, "ends": 32}
    red = spec.Colour.RED
    for wrong in (EmptyCellsAreLegal, TheLastMoverWins, NeverOver):
        found_by(Wrong(wrong), lambda judge: compare_legal_sets(judge, row, red, no_progress))


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


def test_boards_agree_and_a_wrong_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compare_boards(spec.read_board("3-4-3-4-3-4")) == 27
    monkeypatch.setattr(spec, "write_board", lambda board: "4-3-2-4-3-2")
    with pytest.raises(Difference, match="neighbours"):
        compare_boards(spec.read_board("4-2-3-4-2-3"))


def test_symmetries_of_boards_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    board = spec.regular_board(2)
    right = spec.symmetries(board)
    assert compare_boards(board) == 7
    monkeypatch.setattr(spec, "symmetries", lambda _board: right[:-1])
    with pytest.raises(Difference, match="the number of symmetries"):
        compare_boards(board)
    monkeypatch.setattr(spec, "symmetries", lambda _board: (*right[:-1], right[0]))
    with pytest.raises(Difference, match="where the symmetries take the cells"):
        compare_boards(board)


# Figures ------------------------------------------------------------------------------------------


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


# Counts -------------------------------------------------------------------------------------------


def test_perft_is_counted_by_hand_on_size_2() -> None:
    start = spec.starting_position(SIZE_2)
    # Six placements and the swap answer each of seven first turns.
    assert perft(start, 2) == [1, 7, 49]
    assert divide(start, 2) == dict.fromkeys(("a1", "a2", "b1", "b2", "b3", "c1", "c2"), 7)
    judge = Judge([SessionPlayer(STEPPING), EnginePerft()])
    cases = list(counting_cases(start, 4))
    assert [case.right for case in cases] == [PerftCount(perft=n) for n in perft(start, 4)[1:]]
    assert list(judge.put(cases)) == cases
    assert [tally.right for tally in judge.tallies.values()] == [4, 4]


def test_a_wrong_count_is_followed_to_its_position() -> None:
    judge = judge_of(Wrong(EmptyCellsAreLegal))
    list(judge.put(counting_cases(spec.starting_position(SIZE_2), 3)))
    (wrong,) = judge.tallies["wrong"].wrong
    assert wrong.question.depth > 1
    differs = asked_anew(lambda: SessionPlayer(Wrong(EmptyCellsAreLegal)))
    found = followed_down(differs, Reference(), wrong)
    assert (found.question.depth, found.clause) == (0, "P1")
    assert found.respects[0].question == "which turns are legal"


# The shrinker -------------------------------------------------------------------------------------


def shrunk(session: type[SteppingSession], question: Question) -> WrongAnswer:
    wrong = wrong_answer(SessionPlayer(Wrong(session)), Reference().case("found", question))
    assert wrong is not None
    return played(Wrong(session)).shrink(wrong)


def random_turns(number: int, turns: int) -> Question:
    match = Match(judge_of(STEPPING), spec.starting_position(spec.regular_board(3)))
    chance = random.Random(number)
    while len(match.turns) < turns:
        match.play(chance.choice(sorted(match.legal)), Ask.TURNS)
    return Question("3 .../..../...../..../... r", tuple(match.turns), ask=Ask.EVERYTHING)


def test_a_difference_is_reported_at_its_smallest() -> None:
    found = shrunk(EmptyCellsAreLegal, random_turns(1, 30))
    assert found.question.turns == ()
    position = spec.read_position(found.question.position)
    assert len(position.red | position.blue) == 1
    assert found.clause == "P1"


def test_a_difference_that_needs_its_turns_keeps_them() -> None:
    turns = random_turns(2, 10).turns
    question = Question("3 .../..../...../..../... r", (*turns, "undo", "undo"))
    found = shrunk(UndoDoesNothing, question)
    assert len(found.question.turns) == 2
    assert found.question.turns[1] == "undo"


def test_turns_in_the_middle_are_left_out() -> None:
    class ForgetsAfterTwoUndos(SteppingSession):
        """The second taking back does nothing."""

        undone = 0

        def undo(self) -> None:
            self.undone += 1
            if self.undone != 2:
                super().undo()

    turns = ("a1", "c3", "undo", "e3", "c1", "undo")
    found = shrunk(ForgetsAfterTwoUndos, Question("3 r../b.../...../..../... r", turns))
    assert found.question.turns.count("undo") == 2
    assert len(found.question.turns) == 4


def test_a_case_where_stones_are_removed_is_shrunk() -> None:
    found = shrunk(OneRemovedStoneIsForgotten, Question("7-1-1-7-1-1 r.rrbr. r", ("a7",)))
    assert found.clause == "R1"
    assert found.question.position.count("r") < 5
    assert found.question.turns == ("a7",)
    assert found.respects[0].question == "which stones a7 removes"


def test_whatever_a_player_does_while_it_is_asked_anew_what_was_found_is_kept() -> None:
    question = random_turns(1, 12)
    case = Reference().case("found", question)
    wrong = wrong_answer(SessionPlayer(Wrong(EmptyCellsAreLegal)), case)
    assert wrong is not None

    def breaks(_question: Question) -> None:
        raise MemoryError

    assert smallest(breaks, wrong) is wrong
    assert smallest(lambda _question: None, wrong) is wrong


def test_a_case_that_must_begin_where_it_begins_does() -> None:
    question = random_turns(1, 30)
    case = Reference().case("found", question)
    wrong = wrong_answer(SessionPlayer(Wrong(EmptyCellsAreLegal)), case)
    assert wrong is not None
    differs = asked_anew(lambda: SessionPlayer(Wrong(EmptyCellsAreLegal)))
    found = smallest(differs, wrong, anywhere=False)
    assert found.question.position == question.position
    assert len(found.question.turns) == 2


# Players ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("implementation", [Specification(), *ENGINES.values()])
def test_a_player_goes_on_where_a_question_continues_the_last(
    implementation: Implementation,
) -> None:
    player = SessionPlayer(implementation)
    start = "2 ../.../.. r"
    player.answer(Question(start, ("a1",)))
    session = player.session
    refused = player.answer(Question(start, ("a1", "a1", "b1")))
    assert isinstance(refused, FullRefusal)
    player.answer(Question(start, ("a1", "swap", "undo", "c2")))
    assert player.session is session
    anew = SessionPlayer(implementation).answer(Question(start, ("a1", "swap", "undo", "c2")))
    assert player.answer(Question(start, ("a1", "swap", "undo", "c2"))) == anew
    player.answer(Question(start, ("a2",)))
    assert player.session is not session


def test_a_state_in_a_game_is_seen_from_a_later_position() -> None:
    whole = Reference().answer(Question("2 ../.../.. r", ("a1", "swap", "c2")))
    assert isinstance(whole, State)
    question = Question("2 ../.../r. b", ("c2",))
    assert respects_of(Reference().case("one", question), seen_from(question, whole)) == ()


def test_a_comparison_that_everybody_fails_covers_nothing() -> None:
    def compare(_judge: Judge, _context: Context) -> Mapping[str, int]:
        raise AllHaveFailed

    assert led_through(compare, judge_of(STEPPING), QUICK) == {}
