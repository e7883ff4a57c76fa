"""Proofs: answers kept and forgotten, other solvers, the engine's source, and mistakes found."""

import hashlib
import json
from pathlib import Path

import pytest
import z3

import churn_spec as spec
from churn_engine.kernels import turns
from churn_verification.hexagons import hexagons, shapes
from churn_verification.proofs import catalogue, everywhere, keeping
from churn_verification.proofs.algebra import Integers
from churn_verification.proofs.engine_source import Instructions, Recorder, Undecided, as_python
from churn_verification.proofs.grid import Grid, estimated_seconds, grid_of, usual_boards
from churn_verification.proofs.jobs import PROVED, REFUTED, UNKNOWN, Job, Settings, controls_of, run
from churn_verification.proofs.keeping import Keeper, key_of
from churn_verification.proofs.obligations import Question, control_question, questions_of
from churn_verification.proofs.proving import jobs_for, prove
from churn_verification.proofs.replay import replay
from churn_verification.proofs.solving import ask, ask_cvc5

UNKEPT = Settings(time_limit=60, keeps_answers=False)
TRIANGLE = "2-1-2-1-2-1"


def grid_on(board: str) -> Grid:
    return grid_of(spec.read_board(board))


def questions(theorem: str, board: str) -> list[Question]:
    entry, grid = catalogue.THEOREMS[theorem], grid_on(board)
    return [
        question
        for case in entry.cases(grid)
        for question in questions_of(entry, case, grid, case.example)
    ]


# Theorems and controls ---------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["1", TRIANGLE, pytest.param("2", marks=pytest.mark.deep)])
def test_all_theorems_are_proved(board: str) -> None:
    jobs = [job for job in jobs_for([*catalogue.THEOREMS], [board]) if job.control is None]
    report = prove(jobs, UNKEPT)
    assert report.held, [(each.id, each.reason) for each in report.theorems]
    witnesses = [each.witness for each in report.theorems]
    assert all(spec.read_position(str(each)).board == grid_on(board).board for each in witnesses)


@pytest.mark.deep
def test_every_control_is_refuted_on_a_real_position() -> None:
    theorems = [*catalogue.THEOREMS, *everywhere.THEOREMS]
    for job in (job for theorem in theorems for job in controls_of(theorem)):
        done = run(job, UNKEPT)
        assert done.status == REFUTED, (job, done.reason)
        is_about_positions = job.board != "all" and job.theorem != "even_board_can_tie"
        assert (done.position is not None) == is_about_positions


def test_a_counterexample_that_the_rules_do_not_contradict_is_not_real() -> None:
    theorem, grid = catalogue.THEOREMS["formed_group_survives"], grid_on("2")
    control, case = theorem.controls[0], theorem.cases(grid)[0]
    found = ask(control_question(theorem, case, control, grid), 60).values
    assert replay(case, control, grid, found).is_real
    isolated = {"own": 0, "enemy": 0, "red_moves": 0, "cell": 1}
    assert replay(case, control, grid, isolated).is_real
    assert not replay(case, control, grid, isolated | {"own": 1}).is_real


def test_time_that_runs_out_leaves_it_unknown() -> None:
    done = run(Job("ranking_rises_for_the_mover", "2"), Settings(1e-3, keeps_answers=False))
    assert done.status == UNKNOWN
    assert done.reason


def test_what_speaks_of_nothing_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A theorem whose hypotheses cannot hold is vacuous, and that is no proof."""
    monkeypatch.setattr(
        "churn_verification.proofs.theorems.removing.any_placement",
        _nowhere,
    )
    done = run(Job("formed_group_survives", TRIANGLE), UNKEPT)
    assert (done.status, done.reason) == (UNKNOWN, "vacuous: nothing meets the hypotheses")


def _nowhere(given: object) -> object:
    from churn_verification.proofs.theorem import any_placement  # noqa: PLC0415

    placement = any_placement(given)  # type: ignore[arg-type]
    placement.conditions.append(given.algebra.truth(False))  # type: ignore[attr-defined]
    return placement


# Other solvers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("theorem", "board"),
    [
        ("flood_fill_has_converged", "3-2-2-3-2-2"),
        ("flood_fill_finds_the_groups", TRIANGLE),
        ("groups_are_found_once_each", "2-1-2-2-1-2"),
        ("counting_is_sound", "2"),
        ("the_majority_wins", "2"),
        ("swap_exchanges_the_seats", TRIANGLE),
        ("illegal_turns_are_refused", TRIANGLE),
        ("isolation_is_forced", "3-2-2-3-2-2"),
        ("no_smaller_group_can_be_formed", "2"),
        ("equal_and_larger_groups_stay_whole", "2-1-2-2-1-2"),
        ("ranking_rises_for_the_mover", TRIANGLE),
        ("board_symmetries_commute_with_turns", TRIANGLE),
        ("engine_equals_specification", TRIANGLE),
        ("even_board_can_tie", "3-2-2-3-2-2"),
    ],
)
def test_cvc5_says_what_z3_says(theorem: str, board: str) -> None:
    asked = questions(theorem, board)
    assert [ask_cvc5(each, 60) for each in asked] == [each.expected for each in asked]


@pytest.mark.deep
def test_cvc5_confirms_the_quick_theorems_on_a_board_of_each_size_up_to_ten() -> None:
    """All but seven theorems, which take cvc5 too long there; the test above has those on less."""
    long = {
        "flood_fill_finds_the_groups",
        "groups_are_found_once_each",
        "formed_size_counts_every_joined_group",
        "equal_and_larger_groups_stay_whole",
        "ranking_rises_for_the_mover",
        "board_symmetries_commute_with_turns",
        "engine_equals_specification",
    }
    boards = {spec.cell_count(board): spec.write_board(board) for board in reversed(shapes(10))}
    assert sorted(boards) == list(range(1, 11))
    confirmed = 0
    for board in boards.values():
        for theorem in catalogue.THEOREMS.keys() - long:
            asked = questions(theorem, board)
            assert [ask_cvc5(each, 60) for each in asked] == [each.expected for each in asked]
            confirmed += len(asked)
    assert confirmed == 595


def test_cvc5_says_what_z3_says_of_a_mistaken_rule() -> None:
    theorem, grid = catalogue.THEOREMS["formed_group_survives"], grid_on(TRIANGLE)
    question = control_question(theorem, theorem.cases(grid)[0], theorem.controls[0], grid)
    assert ask_cvc5(question, 60) == ask(question, 60).status == "sat"


def test_what_is_exported_is_the_question(tmp_path: Path) -> None:
    run(Job("isolation_is_forced", TRIANGLE), Settings(60, keeps_answers=False, export=tmp_path))
    files = sorted((tmp_path / TRIANGLE).iterdir())
    assert [file.name for file in files] == [
        "isolation_is_forced.claim.smt2",
        "isolation_is_forced.witness.smt2",
    ]
    for file, expected in zip(files, ("unsat", "sat"), strict=True):
        solver = z3.Solver()
        solver.add(z3.parse_smt2_file(str(file)))
        assert str(solver.check()) == expected
        assert f"(set-info :status {expected})" in file.read_text()


# Kept answers ------------------------------------------------------------------------------------


@pytest.fixture
def notices(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(keeping, "_WORTH_KEEPING", 0.0)
    return []


def test_an_answer_is_kept_and_used_again(tmp_path: Path, notices: list[str]) -> None:
    question = questions("isolation_is_forced", TRIANGLE)[-1]
    keeper = Keeper(notices.append, tmp_path)
    first, second = keeper.ask(question, 60), keeper.ask(question, 60)
    assert (first.status, first.is_kept) == ("unsat", False)
    assert (second.status, second.is_kept) == ("unsat", True)
    assert notices == []


@pytest.mark.parametrize("damage", ["cut off", "altered", "of another question", "no text"])
def test_a_damaged_answer_is_told_and_asked_anew(
    damage: str, tmp_path: Path, notices: list[str]
) -> None:
    question, other = questions("isolation_is_forced", TRIANGLE)
    keeper = Keeper(notices.append, tmp_path)
    keeper.ask(question, 60)
    keeper.ask(other, 60)
    path = keeper.path_of(key_of(question))
    kept = path.read_bytes()
    damaged = {
        "cut off": kept[: len(kept) // 2],
        "altered": kept.replace(b'"sat"', b'"unsat"'),
        "of another question": keeper.path_of(key_of(other)).read_bytes(),
        "no text": b"\xff\xfe",
    }[damage]
    assert damaged != kept
    path.write_bytes(damaged)
    answer = keeper.ask(question, 60)
    assert (answer.status, answer.is_kept) == (question.expected, False)
    assert len(notices) == 1
    assert str(path) in notices[0]
    assert keeper.ask(question, 60).is_kept


@pytest.mark.parametrize("status", ["unknown", "sat", "sat with other values"])
def test_a_forged_answer_is_not_believed(status: str, tmp_path: Path, notices: list[str]) -> None:
    """Its digest is right: whoever can write the file can compute that as well."""
    witness, claim = questions("isolation_is_forced", TRIANGLE)
    question = witness if "values" in status else claim
    keeper = Keeper(notices.append, tmp_path)
    keeper.ask(question, 60)
    path = keeper.path_of(key_of(question))
    kept = json.loads(path.read_text())
    values = dict.fromkeys(witness.free, 7)
    forged = {**kept, "status": status.split(maxsplit=1)[0], "values": values}
    del forged["digest"]
    digest = hashlib.sha256(json.dumps(forged, sort_keys=True).encode()).hexdigest()
    path.write_text(json.dumps({**forged, "digest": digest}))
    answer = keeper.ask(question, 60)
    assert (answer.status, answer.is_kept) == (question.expected, False)
    assert len(notices) == 1


def test_a_kept_answer_whose_values_are_right_is_used(tmp_path: Path, notices: list[str]) -> None:
    """So the digest above is computed as it should be: it is the values that are refused."""
    question = questions("isolation_is_forced", TRIANGLE)[0]
    keeper = Keeper(notices.append, tmp_path)
    right = keeper.ask(question, 60)
    path = keeper.path_of(key_of(question))
    kept = json.loads(path.read_text())
    del kept["digest"]
    kept["seconds"] = 1.0
    digest = hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()
    path.write_text(json.dumps({**kept, "digest": digest}))
    answer = keeper.ask(question, 60)
    assert (answer.is_kept, answer.values, notices) == (True, right.values, [])


def test_another_solver_version_asks_anew(
    tmp_path: Path, notices: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    question = questions("isolation_is_forced", TRIANGLE)[-1]
    keeper = Keeper(notices.append, tmp_path)
    keeper.ask(question, 60)
    monkeypatch.setattr(keeping, "SOLVER", "z3 of another day")
    assert not keeper.ask(question, 60).is_kept


def test_what_is_not_decided_is_not_kept(tmp_path: Path, notices: list[str]) -> None:
    question = questions("ranking_rises_for_the_mover", "2")[-1]
    assert Keeper(notices.append, tmp_path).ask(question, 1e-3).status == "unknown"
    assert list(tmp_path.rglob("*.json")) == []


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, notices: list[str]) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    question = questions("isolation_is_forced", TRIANGLE)[-1]
    assert Keeper(notices.append, blocked / "folder").ask(question, 60).status == "unsat"
    assert "could not be kept" in notices[0]


def test_a_kept_answer_holds_no_more_than_the_answer(tmp_path: Path, notices: list[str]) -> None:
    question = questions("isolation_is_forced", TRIANGLE)[0]
    keeper = Keeper(notices.append, tmp_path)
    keeper.ask(question, 60)
    kept = json.loads(keeper.path_of(key_of(question)).read_text())
    assert set(kept) == {
        "question", "solver", "status", "seconds", "values", "statistics", "digest",
    }  # fmt: skip


# The engine's source -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "wrong", "board", "cases"),
    [
        ("isolated_cells", lambda empty, near: empty, TRIANGLE, "legal-red-2-digits"),
        (
            "with_zero_digit",
            lambda cells, digit: cells & digit,
            "3-1-2-2-2-1",
            "legal-blue-3-digits",
        ),
        (
            "cells_forming_two",
            lambda empty, ones, twos, larger: empty & ones & ~twos,
            "5-1-1-5-1-1",
            "legal-red-3-digits",
        ),
        (
            "add_one_digit",
            lambda digit, reach, _: (digit | reach, digit & reach),
            "2",
            "sums-blue-2-2",
        ),
        (
            "empty_after",
            lambda empty, placed, removed: empty ^ placed,
            "4-1-1-4-1-1",
            "placing-red-1",
        ),
        ("united", lambda one, other: one, "4-1-1-4-1-1", "placing-blue-0"),
    ],
)
def test_a_wrong_formula_of_the_engine_is_refuted(
    formula: str, wrong: object, board: str, cases: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Job("engine_equals_specification", board, cases)
    assert run(job, UNKEPT).status == PROVED
    monkeypatch.setattr(turns, formula, wrong)
    done = run(job, UNKEPT)
    assert done.status == REFUTED, done.reason
    assert spec.read_position(str(done.position))


def test_source_that_goes_round_in_circles_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "without", lambda cells, _taken: cells)
    done = run(Job("engine_equals_specification", "4-1-1-4-1-1", "placing-blue-0"), UNKEPT)
    assert done.status == UNKNOWN
    assert "has not ended" in str(done.reason)


def test_an_instruction_without_a_meaning_on_formulas_is_refused() -> None:
    from churn_engine.kernels import sides  # noqa: PLC0415

    with pytest.raises(Undecided, match="count"):
        as_python(sides.side_of, Instructions(Integers(3), Recorder()))


# Boards ------------------------------------------------------------------------------------------


def test_the_usual_boards_stand_for_every_hexagon_of_up_to_ten_cells() -> None:
    """Each is one of them turned or mirrored, so with its cells renumbered it is the same."""
    known = {_shape(grid_on(board)) for board in usual_boards()}
    assert {_shape(grid_of(board)) for board in hexagons(10)} <= known
    assert len(usual_boards()) == len(shapes(10)) + 2


def _shape(grid: Grid) -> frozenset[frozenset[tuple[int, int]]]:
    """All twelve images of the cells, each moved to where its least coordinates are zero."""
    cells = spec.cells_of(grid.board)
    images = set()
    turned = [(cell.x, cell.y) for cell in cells]
    for _ in range(6):
        turned = [(-y, x + y) for x, y in turned]
        for image in (turned, [(y, x) for x, y in turned]):
            left, top = (min(each[axis] for each in image) for axis in (0, 1))
            images.add(frozenset((x - left, y - top) for x, y in image))
    return frozenset(images)


def test_larger_boards_are_estimated_to_take_longer() -> None:
    seconds = [estimated_seconds(spec.read_board(board)) for board in ("2", "3", "3-4-3-4-3-4")]
    assert seconds == sorted(seconds)
    assert seconds[0] < seconds[-1]
