"""The document of a run of proofs."""

from collections.abc import Iterator

from churn_verification.findings import Sight, findings_of
from churn_verification.proofs.jobs import EVERY_BOARD, LISTED_BOARDS, NOT_RUN, PROVED, REFUTED
from churn_verification.proofs.proving import ControlReport, ProofReport, TheoremReport
from churn_verification.results import Checked, Counterexample, Status
from churn_verification.support.durations import write_duration
from churn_verification.views import document as doc

_LEAD = (
    "z3 proves theorems about all positions of a board, from the specification's own source, and"
    " lemmas about numbers that hold for all boards. It looks for a counterexample; where there is"
    " none, the theorem is proved. Each control breaks a rule, or a supposition, and the same"
    " theorem must then be refuted, so that no proof is empty. Coq proves theorems about its own"
    " model of the rules, for every board unless they list boards."
)


_STATUS = {PROVED: Status.HELD, NOT_RUN: Status.NOT_RUN}
"""A theorem that is neither proved nor left out has failed."""


def document_of(report: ProofReport) -> doc.Document:
    """The document of a run."""
    theorems = [_theorem_check(theorem) for theorem in report.theorems]
    controls = [_control_check(control) for control in report.controls]
    checks = (*theorems, *controls)
    return doc.Document(
        command="prove",
        title="Churn proofs report",
        lead=_LEAD,
        verdict=_verdict(report),
        checks=checks,
        findings=findings_of(
            Sight(check.id, check.reason or "", check.sentence, check.counterexample)
            for check in checks
            if check.status is Status.FAILED
        ),
        sections=tuple(_sections(report)),
        identity={"solver": report.solver},
        ended=None if report.complete else "stopped by hand",
    )


def _theorem_check(theorem: TheoremReport) -> Checked:
    is_proved = theorem.status == PROVED
    reason = None if is_proved else f"{theorem.status}, {theorem.reason}"
    case = _case(theorem.clauses[0], theorem.sentence, theorem.counterexample, reason or "")
    return Checked(
        id=f"{theorem.id} on {_board_text(theorem.board)}",
        sentence=theorem.sentence,
        clauses=theorem.clauses,
        status=_STATUS.get(theorem.status, Status.FAILED),
        seconds=theorem.seconds,
        covered={"cases": theorem.cases},
        reason=reason,
        counterexample=case,
    )


def _control_check(control: ControlReport) -> Checked:
    is_refuted = control.status == REFUTED
    reason = None if is_refuted else f"{control.status}: {control.told}"
    return Checked(
        id=f"{control.theorem} under {control.id}, {_board_text(control.board)}",
        sentence=f"With this mistake the theorem is refuted: {control.sentence}",
        clauses=(),
        status=Status.HELD if is_refuted else Status.FAILED,
        seconds=control.seconds,
        covered={"questions": 1},
        reason=reason,
    )


def _case(clause: str, sentence: str, position: str | None, found: str) -> Counterexample | None:
    if position is None:
        return None
    said = {"the theorem": "yes", "the solver": found}
    return Counterexample(clause=clause, question=sentence, said=said, position=position)


def _verdict(report: ProofReport) -> doc.Verdict:
    proved = sum(theorem.status == PROVED for theorem in report.theorems)
    refuted = sum(control.status == REFUTED for control in report.controls)
    sentence = (
        f"{proved} of {len(report.theorems)} proved, {refuted} of {len(report.controls)} controls"
        " refuted."
    )
    not_run = [theorem for theorem in report.theorems if theorem.status == NOT_RUN]
    if not_run:
        sentence += f" {len(not_run)} not run: {not_run[0].reason}."
    if not report.complete:
        return doc.Verdict(doc.Outcome.INCOMPLETE, "Incomplete", sentence, _solvers(report))
    outcome, heading = (
        (doc.Outcome.HELD, "Passed") if report.held else (doc.Outcome.FAILED, "Failed")
    )
    return doc.Verdict(outcome, heading, sentence, _solvers(report))


def _solvers(report: ProofReport) -> str:
    return f"By {report.solver}." if report.solver else ""


def _sections(report: ProofReport) -> Iterator[doc.Section]:
    by_id: dict[str, list[TheoremReport]] = {}
    for theorem in report.theorems:
        by_id.setdefault(theorem.id, []).append(theorem)
    yield doc.Section("theorems", "Theorems", (doc.Entries(tuple(map(_theorem, by_id.values()))),))
    controls = (doc.Entries(tuple(map(_control, report.controls))),) if report.controls else ()
    yield doc.Section("controls", "Controls: with this mistake the theorem is refuted", controls)


def _theorem(on_boards: list[TheoremReport]) -> doc.Entry:
    theorem = on_boards[-1]
    proved = sum(each.status == PROVED for each in on_boards)
    is_whole = proved == len(on_boards)
    where = _board_text(theorem.board)
    if theorem.board == EVERY_BOARD and theorem.prover != "Coq":
        where = f"numbers for {where}"
    if len(on_boards) > 1:
        where = f"{proved} of {len(on_boards)} boards"
    took = write_duration(sum(each.seconds for each in on_boards))
    lines: list[doc.Cell] = [theorem.sentence]
    if theorem.witness:
        lines.append(doc.Mark(f"such as on {theorem.witness}", doc.Tone.FAINT))
    if theorem.status == NOT_RUN:
        status = doc.Mark("not run", doc.Tone.FAINT)
        lines.append(theorem.reason or "")
    else:
        status = (
            doc.Mark(PROVED, doc.Tone.GOOD) if is_whole else doc.Mark("not proved", doc.Tone.BAD)
        )
    by = f"{theorem.prover}, {where}, {took}"
    title = (status, f"  {theorem.id}  [{' '.join(theorem.clauses)}]  {by}")
    return doc.Entry(title, tuple(lines))


def _control(control: ControlReport) -> doc.Entry:
    is_refuted = control.status == REFUTED
    lines: list[doc.Cell] = [control.sentence]
    if is_refuted and control.counterexample:
        lines.append(doc.Mark(f"on {control.counterexample}, {control.told}", doc.Tone.FAINT))
    status = doc.Mark(control.status, doc.Tone.GOOD if is_refuted else doc.Tone.BAD)
    under = f"  {control.theorem}  under {control.id}, {_board_text(control.board)}"
    return doc.Entry((status, under), tuple(lines))


def _board_text(board: str) -> str:
    if board.endswith(f" {LISTED_BOARDS}"):
        return f"{board} boards"
    return "all boards" if board == EVERY_BOARD else f"board {board}"
