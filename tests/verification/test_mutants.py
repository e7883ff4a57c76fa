"""Mutants are one change away from Churn, and what becomes of each is told as it is."""

import doctest
import re
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.verification.made_up_examination import MADE_UP

import churn_spec as spec
from churn_verification.judge.comparing import played
from churn_verification.judge.exhaustive import compare_neighbours
from churn_verification.judge.games import play_game, take_game_back
from churn_verification.judge.judge import Judge, wrong_answer
from churn_verification.judge.machine import run_machine
from churn_verification.judge.match import AllHaveFailed
from churn_verification.judge.reference import Reference
from churn_verification.misreadings import CATALOGUE, Mutant, Origin
from churn_verification.misreadings.edited_code import CheckCrashed, EditedCode, result_on
from churn_verification.misreadings.engine_copy import Edit, EditedEngine, EditError
from churn_verification.misreadings.mutant import misreading
from churn_verification.misreadings.playing import RulesImplementation
from churn_verification.misreadings.rules import RULES, Rules, removed
from churn_verification.misreadings.state import State, joined
from churn_verification.mutants import control, examining, trial
from churn_verification.mutants.control import CONTROLS, control_of
from churn_verification.mutants.examining import Terms, examine, find_first_kills
from churn_verification.mutants.probes import Probe, probes, probes_at
from churn_verification.mutants.sight import figures_that_see
from churn_verification.mutants.trial import Fate, Task, cut_short, make
from churn_verification.players import ENGINES, Implementation, Question, Session, SessionPlayer
from churn_verification.registry import Context, Level
from churn_verification.suite import suite
from churn_verification.views.mutants_page import page
from churn_verification.work import processes
from churn_verification.work.workers import Cause, Loss

PAGE = Path(__file__).parents[2] / "docs" / "mutants.md"
CHURN = RulesImplementation("rules object", RULES)
ENGINE_MUTANTS = [mutant for mutant in CATALOGUE.values() if isinstance(mutant.tried, EditedEngine)]

CODE_SLIPS = [mutant for mutant in CATALOGUE.values() if isinstance(mutant.tried, EditedCode)]


def chance() -> Context:
    return Context(Level.QUICK, 1)


def judge_of(*implementations: Implementation) -> Judge:
    return Judge([SessionPlayer(each) for each in implementations])


# What mutants are made of


def test_the_rules_object_is_churn() -> None:
    judge = judge_of(CHURN)
    assert run_machine(judge, 60, 1)["questions"] > 500
    turns = play_game(judge, spec.regular_board(4), chance().random("rules object"), Counter())
    assert turns > 100
    assert not judge.is_done


def test_a_game_of_the_rules_object_on_size_5_takes_seconds_at_most() -> None:
    session = CHURN.begin(spec.write_position(spec.starting_position(spec.regular_board(5))))
    choice, turns = chance().random("size 5"), 0
    while not session.over():
        session.play(choice.choice(sorted(session.legal())))
        turns += 1
    assert turns > 5_000
    assert session.turn_number() == turns + 1


@pytest.mark.deep
@pytest.mark.parametrize("form", ["stepping", "kernels"])
def test_a_copy_without_a_change_is_the_engine(form: str) -> None:
    copy = EditedEngine(f"copy of {form}", "stepping" if form == "stepping" else "kernels", None)
    assert run_machine(judge_of(copy), 40, 2)["questions"] > 300
    loaded = [module for name, module in sys.modules.items() if f"copy_of_{form}" in name]
    assert len(loaded) > 5
    # Were one of them loaded as usual, numba would keep its code in the engine's own cache.
    assert {type(module.__loader__).__name__ for module in loaded} == {"_Loader"}
    for module in loaded:
        if module.__name__.endswith(".kernels.stepping"):
            assert bool(module._play.signatures) == (form == "kernels")  # it is compiled


def test_a_copy_refuses_an_edit_that_no_longer_fits() -> None:
    gone = EditedEngine("gone", "stepping", Edit("stones.py", "no such text", ""))
    with pytest.raises(EditError, match="stands 0 times"):
        gone.begin("2 ../.../.. r")


def test_one_part_is_replaced_in_each_misreading() -> None:
    text = ("made-up", "P1", Origin.SLIP, "", "")
    assert misreading(*text, over=RULES.over).clauses == ("P1",)
    with pytest.raises(ValueError, match="replaces 2 parts"):
        misreading(*text, over=RULES.over, swap=RULES.swap)


# The catalogue


def test_the_catalogue_is_as_large_and_as_wide_as_it_should_be() -> None:
    assert len(CATALOGUE) >= 140
    assert len(CATALOGUE) - len(ENGINE_MUTANTS) - len(CODE_SLIPS) >= 70
    forms = Counter(each.tried.form for each in ENGINE_MUTANTS if hasattr(each.tried, "form"))
    assert forms["stepping"] >= 30
    assert forms["kernels"] >= 20
    assert len(CODE_SLIPS) >= 30
    assert {mutant.origin for mutant in CATALOGUE.values()} == set(Origin)
    broken = {clause for mutant in CATALOGUE.values() for clause in mutant.clauses}
    assert broken == set(spec.CLAUSES) - set(spec.CLAIMED_TURNS)


@pytest.mark.parametrize("mutant", CATALOGUE.values(), ids=list(CATALOGUE))
def test_each_mutant_says_what_it_is(mutant: Mutant) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", mutant.id)
    assert mutant.sentence.endswith(".")
    assert mutant.source
    assert mutant.tried.name == f"mutant {mutant.id}"


@pytest.mark.parametrize("mutant", ENGINE_MUTANTS, ids=[each.id for each in ENGINE_MUTANTS])
def test_each_slip_changes_text_that_stands_in_the_engine_once(mutant: Mutant) -> None:
    assert isinstance(mutant.tried, EditedEngine)
    edit = mutant.tried.edit
    assert edit is not None
    text = files("churn_engine").joinpath(edit.file).read_text(encoding="utf-8")
    assert text.count(edit.old) == 1
    assert edit.old != edit.new


@pytest.mark.parametrize("mutant", CODE_SLIPS, ids=[each.id for each in CODE_SLIPS])
def test_each_slip_in_code_changes_text_that_stands_in_its_module_once(mutant: Mutant) -> None:
    assert isinstance(mutant.tried, EditedCode)
    found = find_spec(mutant.tried.module)
    assert found is not None
    assert found.origin is not None
    assert Path(found.origin).read_text(encoding="utf-8").count(mutant.tried.old) == 1
    assert mutant.tried.old != mutant.tried.new
    checks = {check.id: check.level for check in suite()}
    assert all(checks[check] is Level.QUICK for check in mutant.tried.checks)
    with pytest.raises(TypeError, match="no game comes to"):
        _ = mutant.implementation


def after_removal(at: State, cell: int) -> int:
    left = at.rules.kept(at, cell, at.rules.removed(at, cell))
    return min(group.size for group in left)


def until_stable(at: State, cell: int) -> int:
    least, gone = at.rules.formed_size(at, cell), removed(at, cell)
    for _ in at.own:
        left = at.rules.groups(at.lattice, (at.stones[at.mover] | 1 << cell) & ~gone)
        gone |= joined(tuple(group for group in left if group.size < least)).cells
    return gone


@pytest.mark.parametrize(
    "rules",
    [replace(RULES, measure=after_removal), replace(RULES, removed=until_stable)],
    ids=["smallest after removal", "removal until stable"],
)
def test_readings_that_the_page_calls_churn_are_churn(rules: Rules) -> None:
    assert run_machine(judge_of(RulesImplementation("reading", rules)), 60, 3)["joins 2"] > 5


# What kills them


@pytest.mark.parametrize(
    "mutant", ["sign-bit-lost-at-cell-63", "cut-between-cells-63-and-64", "shift-wraps-at-32"]
)
def test_neighbours_beyond_a_machine_word_are_compared(mutant: str) -> None:
    board = spec.read_board("13-1-5-13-1-5")
    assert compare_neighbours(judge_of(CHURN), board) == 65
    with pytest.raises(AllHaveFailed):
        compare_neighbours(judge_of(CATALOGUE[mutant].implementation), board)


@pytest.mark.parametrize("mutant", ["undo-forgets-removed-stones", "undo-forgets-the-seats"])
def test_what_undo_forgets_shows_when_games_are_taken_back_and_can_be_repeated(
    mutant: str,
) -> None:
    implementation = CATALOGUE[mutant].implementation

    judge = judge_of(CHURN, implementation)
    choice = chance().random("taking back")
    for _ in range(10):
        take_game_back(judge, spec.regular_board(2), choice, Counter(), 30)
    assert not judge.tallies[CHURN.name].has_failed
    (wrong,) = judge.tallies[implementation.name].wrong
    case = played(implementation).shrink(wrong).case
    assert case.question.turns[-1] == "undo"
    assert len(case.question.turns) == 2
    assert wrong_answer(SessionPlayer(CHURN), case) is None
    assert wrong_answer(SessionPlayer(implementation), case) is not None


def test_a_fault_that_shows_late_is_told_with_the_few_turns_that_matter() -> None:
    implementation = CATALOGUE["swap-keeps-the-seats"].implementation
    start = spec.write_position(spec.starting_position(spec.regular_board(2)))
    session = ENGINES["stepping"].begin(start)
    turns = ["a1", "swap"]
    for turn in turns:
        session.play(turn)
    while not session.over():
        turns.append(min(session.legal()))
        session.play(turns[-1])
    case = Reference().case("late", Question(start, tuple(turns)))
    wrong = wrong_answer(SessionPlayer(implementation), case)
    assert wrong is not None
    assert played(implementation).shrink(wrong).question.turns == ("swap",)


@pytest.mark.parametrize(
    ("mutant", "seen"),
    [("equal-groups-removed", (3, 4)), ("swap-never", ()), ("any-placement-legal", (1, 2))],
)
def test_what_the_figures_see(mutant: str, seen: tuple[int, ...]) -> None:
    assert figures_that_see(mutant) == seen


# Trials


class Broken:
    """Crashes at the first question."""

    name = "broken"

    def begin(self, position: str) -> Session:
        raise RuntimeError(f"cannot begin at {position}")


class Endless:
    """Never answers."""

    name = "endless"

    def begin(self, position: str) -> Session:
        while True:
            pass


@pytest.fixture
def own_mutants(monkeypatch: pytest.MonkeyPatch) -> None:
    def own(name: str, implementation: Implementation) -> Mutant:
        return Mutant(name, ("P1",), "", Origin.SLIP, "", implementation)

    mine = {each.name: own(each.name, each) for each in (Broken(), Endless())}
    monkeypatch.setattr(control, "CATALOGUE", {**CATALOGUE, **mine, "none": own("none", CHURN)})
    monkeypatch.setattr(processes, "START_METHOD", "fork")  # so that workers know them


@pytest.mark.usefixtures("own_mutants")
def test_a_trial_ends_in_one_of_four_ways() -> None:
    survived = make(Task("none", "games/2", "quick", 1))
    assert survived.fate is Fate.SURVIVED
    assert survived.turns is not None
    assert survived.turns > 100
    crashed = make(Task("broken", "games/2", "quick", 1))
    assert (crashed.fate, crashed.turns) == (Fate.CRASHED, 0)
    assert crashed.reason is not None
    assert "RuntimeError" in crashed.reason
    killed = make(Task("equal-groups-removed", "games/3", "quick", 1))
    assert killed.fate is Fate.KILLED
    assert killed.counterexample is not None
    assert killed.counterexample.clause == "R2"
    task = Task("none", "games/2", "quick", 1)
    fates = [cut_short(task, Loss(cause, "it died"), 9.0).fate for cause in Cause]
    assert fates == [Fate.CRASHED, Fate.VOID, Fate.ENDLESS]


def slip_in(old: str, new: str) -> EditedCode:
    return EditedCode("mutant made-up", "churn_engine.notation", old, new, ("texts",))


def test_a_check_is_run_on_edited_code_in_a_process_of_its_own() -> None:
    task = Task("notation-leading-zeros-read", "texts", "quick", 1)
    killed = make(task)
    assert killed.fate is Fate.KILLED
    assert killed.counterexample is not None
    assert killed.counterexample.clause == "B1"
    found = find_first_kills([task.mutant], Terms(Level.QUICK, 1, 1, seconds=300), nobody)
    assert [trial.probe for trial in found.trials] == ["texts"]
    assert found.probes[-1] == "texts"
    assert found.survivors() == []


ENDLESS = """
import signal
from churn_verification.misreadings import edited_code
edited_code._COMPILING = 0.5
signal.setitimer(signal.ITIMER_PROF, 5)
code = edited_code.EditedCode("x", "churn_engine.notation", "import re\\n", "while 1: pass\\n", ())
edited_code.result_on(code, "texts", "quick", 1)
"""


def test_edited_code_that_never_ends_uses_up_the_limit_of_who_asked() -> None:
    run = subprocess.run([sys.executable, "-c", ENDLESS], check=False)
    assert run.returncode == -signal.SIGPROF


def test_edited_code_that_cannot_be_checked_is_a_crash() -> None:
    with pytest.raises(CheckCrashed, match="stands 0 times in churn_engine"):
        result_on(slip_in("no such text", ""), "texts", "quick", 1)
    elsewhere = EditedCode("mutant made-up", "churn_engine.nowhere", "", "x", ("texts",))
    with pytest.raises(CheckCrashed, match="texts does not come to churn_engine"):
        result_on(elsewhere, "texts", "quick", 1)


def test_every_check_of_an_implementation_is_tried_on_mutants() -> None:
    of_stepping = {
        check.id.replace("/stepping", "", 1) for check in suite() if "/stepping" in check.id
    }
    assert of_stepping == set(probes())
    assert len(probes_at(Level.QUICK)) < len(probes_at(Level.STANDARD)) < len(of_stepping)


# Examinations


def nobody(done: int, total: int) -> None:
    assert 0 < done <= total


def test_first_kills_survivors_and_scores() -> None:
    first = MADE_UP.first_kill("swap-never")
    assert first is not None
    assert first.probe == "dear"
    assert MADE_UP.survivors() == ["square-grid"]
    assert MADE_UP.survivors(Level.QUICK) == ["blue-first", "square-grid"]
    assert MADE_UP.killed_by("cheap") == {"swap-never", "blue-first"}
    assert MADE_UP.first_kill("square-grid") is None
    assert MADE_UP.smallest_kill("swap-never") is None


def test_mutants_are_tried_until_the_first_kill() -> None:
    wanted = ["any-placement-legal", "last-mover-wins"]
    found = find_first_kills(wanted, Terms(Level.QUICK, 1, workers=1, seconds=600), nobody)
    assert found.complete
    assert found.survivors() == []
    assert [trial.probe for trial in found.of("any-placement-legal")] == ["figures"]
    fates = [trial.fate for trial in found.of("last-mover-wins")]
    assert fates == [Fate.SURVIVED] * (len(fates) - 1) + [Fate.KILLED]


def test_an_examination_tries_everything_and_all_ways() -> None:
    found = examine(["any-placement-legal"], Terms(Level.QUICK, 1, 1, seconds=600), nobody)
    tried = {trial.probe for trial in found.trials}
    assert tried == {*found.probes, "conform/vectors", "conform/games", "conform/search"}
    for way in found.ways:
        assert found.killed_by(way) == {"any-placement-legal"}
    case = found.smallest_kill("any-placement-legal")
    assert case is not None
    assert case.counterexample is not None
    assert case.counterexample.position is not None
    assert spec.cell_count(spec.read_position(case.counterexample.position).board) <= 4


@pytest.mark.usefixtures("own_mutants")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_crash_or_a_missed_limit_kills_where_churn_itself_comes_through() -> None:
    found = find_first_kills(["broken", "endless"], Terms(Level.QUICK, 1, 2, seconds=4), nobody)
    assert found.complete
    assert found.survivors() == []
    broken, endless = sorted(found.trials, key=lambda each: each.mutant)
    assert (broken.probe, broken.fate) == (endless.probe, Fate.CRASHED) == ("figures", broken.fate)
    reason = "it used up its limit of 4 s of processor time"
    assert (endless.fate, endless.reason) == (Fate.ENDLESS, reason)
    (tried,) = found.controls
    assert (tried.mutant, tried.probe, tried.fate) == ("churn-by-rules", "figures", Fate.SURVIVED)


def crash_always(implementation: Implementation, context: Context) -> None:
    raise RuntimeError("this check is of no use")


@pytest.mark.usefixtures("own_mutants")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_check_that_crashes_on_churn_kills_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    useless = Probe("useless", Level.QUICK, 1, crash_always)
    monkeypatch.setattr(examining, "probes_at", lambda _: [useless])
    monkeypatch.setattr(trial, "probe_named", lambda _: useless)
    wanted = ["swap-never", "engine-swap-on-a-full-board", "swap-always"]
    found = find_first_kills(wanted, Terms(Level.STANDARD, 1, 2, seconds=600), nobody)
    assert found.complete
    assert found.survivors() == wanted
    assert {each.fate for each in found.trials} == {Fate.VOID}
    assert str(found.trials[0].reason).startswith("void, as Churn itself is crashed: RuntimeError")
    assert len(found.trials) == 6  # quick and standard
    asked = [(each.mutant, each.level) for each in found.controls]
    assert len(asked) == len(set(asked)) == 4
    assert {each.mutant for each in found.controls} == {"churn-by-rules", "churn-by-stepping"}


@pytest.mark.parametrize("name", CONTROLS)
def test_controls_play_churn_as_mutants_play(name: str) -> None:
    assert control.tried_as(name) is CONTROLS[name]
    checks = ["texts"] if isinstance(CONTROLS[name], EditedCode) else ["figures", "games/2"]
    for check in checks:
        assert make(Task(name, check, "quick", 1)).fate is Fate.SURVIVED
    mutants = [each for each in CATALOGUE if control_of(each) == name]
    assert len(mutants) > 5


# The page


def test_the_page_tells_of_every_mutant_and_of_no_survivor() -> None:
    text = PAGE.read_text(encoding="utf-8").replace("\\*", "*")
    for mutant in CATALOGUE.values():
        assert f"| `{mutant.id}` | {' '.join(mutant.clauses)} | {mutant.sentence} |" in text
    assert text.count("\n| `") >= len(CATALOGUE)
    assert "**survived**" not in text


def test_the_example_on_the_page_runs() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted == 3
    assert result.failed == 0


def test_the_page_shows_a_survivor() -> None:
    text = page(MADE_UP)
    assert "| **survived** |" in text
    assert "2 of 3 at level standard" in text
