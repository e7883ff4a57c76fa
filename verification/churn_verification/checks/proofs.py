"""Theorems about all positions of some boards and lemmas about all boards, each with controls.

With them come the checks of their interpreter and of what they leave out (`proof_model`).
"""

from functools import partial

from churn_spec import CLAUSES, write_board
from churn_verification.checks import proof_model
from churn_verification.hexagons import shapes
from churn_verification.proofs import catalogue, everywhere
from churn_verification.proofs.certificates import CertificateError, NoSolver, certify_theorem
from churn_verification.proofs.grid import grid_of, usual_boards
from churn_verification.proofs.instances import functions_behind
from churn_verification.proofs.jobs import PROVED, REFUTED, Done, Settings
from churn_verification.proofs.proving import (
    ControlReport,
    ProofReport,
    TheoremReport,
    jobs_for,
    prove,
    with_foundations,
)
from churn_verification.proofs.theorem import Theorem
from churn_verification.registry import Check, Context, Kind, Level, Registry
from churn_verification.results import Counterexample, Result, failed, held, not_run

_SECONDS_A_QUESTION = 600.0
_SMALL_BOARDS = (*(write_board(board) for board in shapes(5)), "2")
_TINY_BOARDS = ("1", "2-1-2-2-1-2", "2")
_SHOWN_ON_TINY_BOARDS = {"S1", "B2", "E1", "E2"}
"""Clauses whose theorems are proved from level quick on."""


def register(registry: Registry) -> None:
    """Add a check for each theorem, and the checks of the interpreter."""
    proof_model.register(registry)
    for theorem in catalogue.THEOREMS.values():
        registry.add(
            Check(
                id=f"proof/{theorem.id}",
                sentence=theorem.sentence,
                clauses=theorem.clauses,
                kind=Kind.PROOF,
                level=_level_of(theorem),
                run=partial(_prove_on_boards, theorem.id),
                cost=5,
            )
        )
    for universal in everywhere.THEOREMS.values():
        registry.add(
            Check(
                id=f"proof/{universal.id}",
                sentence=universal.sentence,
                clauses=universal.clauses,
                kind=Kind.LEMMA,
                level=Level.QUICK,
                run=partial(_prove_everywhere, universal.id),
            )
        )

    registry.add(
        Check(
            id="proof-certificates",
            sentence="What z3 refutes to prove the theorems on the shapes of up to 4 cells, CaDiCaL"
            " refutes as well, and a checker of its own goes through its proofs.",
            clauses=tuple(
                clause
                for clause in CLAUSES
                if any(clause in theorem.clauses for theorem in catalogue.THEOREMS.values())
            ),
            kind=Kind.PROOF,
            level=Level.EXHAUSTIVE,
            run=_certify,
            cost=60,
        )
    )


def _certify(context: Context) -> Result:
    covered = {"boards": 0, "questions": 0, "clauses": 0}
    boards = shapes(4)
    try:
        for board in boards:
            for theorem in catalogue.THEOREMS.values():
                questions, clauses = certify_theorem(theorem, grid_of(board))
                covered["questions"] += questions
                covered["clauses"] += clauses
            covered["boards"] += 1
            context.progress(covered["boards"], len(boards))
    except NoSolver as error:
        return not_run(str(error))
    except CertificateError as error:
        return failed(f"board {write_board(board)}, {theorem.id}: {error}", covered)
    return held(covered)


def _level_of(theorem: Theorem) -> Level:
    return Level.QUICK if _SHOWN_ON_TINY_BOARDS & set(theorem.clauses) else Level.STANDARD


def _prove_on_boards(theorem: str, context: Context) -> Result:
    boards = {
        Level.QUICK: _TINY_BOARDS,
        Level.STANDARD: _SMALL_BOARDS,
        Level.EXHAUSTIVE: (*usual_boards(), "3"),
    }[context.level]
    report = _report(theorem, boards, context)
    own = [each for each in report.theorems if each.id == theorem]
    on = sorted({each.board for each in own}, key=boards.index)
    about = functions_behind(catalogue.THEOREMS[theorem])
    told = {"listed boards": ", ".join(on), "about": ", ".join(about) or "counting"}
    return _result(report, own, {"boards": len(on)}, told)


def _prove_everywhere(theorem: str, context: Context) -> Result:
    report = _report(theorem, (), context)
    lemma = everywhere.THEOREMS[theorem]
    told = {"linked to the code by": ", ".join(lemma.link)}
    return _result(report, report.theorems, {"lemmas": len(report.theorems)}, told)


def _report(theorem: str, boards: tuple[str, ...], context: Context) -> ProofReport:
    """Prove a theorem and what it rests on, with the theorem's own controls."""
    jobs = [
        job
        for job in jobs_for(with_foundations([theorem]), boards)
        if job.control is None or job.theorem == theorem
    ]

    def progress(done: int, total: int, _last: Done) -> None:
        context.progress(done, total)

    settings = Settings(
        time_limit=_SECONDS_A_QUESTION, keeps_answers=context.level is not Level.EXHAUSTIVE
    )
    return prove(jobs, settings, progress=progress)


def _result(
    report: ProofReport,
    own: "list[TheoremReport] | tuple[TheoremReport, ...]",
    counts: dict[str, int],
    told: dict[str, str],
) -> Result:
    covered = {
        **counts,
        "questions": sum(each.questions for each in report.theorems),
        "controls refuted": sum(each.status == REFUTED for each in report.controls),
    }
    for each in own:
        if each.status != PROVED:
            return _failure(each, covered)
    for control in report.controls:
        if control.status != REFUTED:
            return failed(_control_text(control), covered)
    if not report.held:
        return failed("a theorem that it rests on is not proved", covered)
    kept = sum(each.kept_answers for each in report.theorems)
    return held(covered, solver=report.solver, kept_answers=kept, **told)


def _failure(theorem: TheoremReport, covered: dict[str, int]) -> Result:
    case = None
    if theorem.counterexample is not None:
        case = Counterexample(
            clause=theorem.clauses[0],
            question=theorem.sentence,
            said={"solver": f"{theorem.status}: {theorem.reason or 'see the position'}"},
            position=theorem.counterexample,
        )
    reason = f"{theorem.status} on board {theorem.board}: {theorem.reason or 'see the position'}"
    return failed(reason, covered, case)


def _control_text(control: ControlReport) -> str:
    return (
        f"under the mistake {control.id} it should be refuted on board {control.board},"
        f" and is {control.status}: the theorem could not have failed"
    )
