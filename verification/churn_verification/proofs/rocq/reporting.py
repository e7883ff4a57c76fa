"""The theorems for every board in the report of `churnproof prove`."""

import time
from collections.abc import Container, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from churn_verification.proofs.jobs import EVERY_BOARD, LISTED_BOARDS, NOT_RUN, PROVED, UNKNOWN
from churn_verification.proofs.proving import ProofReport, TheoremReport
from churn_verification.proofs.rocq import building, sources
from churn_verification.proofs.rocq.sources import EveryBoardTheorem

NOTHING_YET = ProofReport(solver="", held=True, complete=True, theorems=(), controls=())
"""The report of a run in which z3 was asked nothing."""


def with_every_board(report: ProofReport, wanted: Container[str]) -> ProofReport:
    """Add to a report what Coq says of some theorems; where it is missing they are not run.

    Args:
        report: What z3 proved.
        wanted: The theorems to add, by id.
    """
    chosen = [theorem for theorem in sources.theorems() if theorem.id in wanted]
    if not chosen:
        return report
    theorems = tuple(_reports(chosen))
    held = all(each.status in {PROVED, NOT_RUN} for each in theorems)
    return report.model_copy(
        update={
            "solver": ", ".join(filter(None, (report.solver, building.coq_version()))),
            "theorems": report.theorems + theorems,
            "held": report.held and held,
        }
    )


def _reports(chosen: Sequence[EveryBoardTheorem]) -> list[TheoremReport]:
    """What Coq says of some theorems: it compiles all, whichever are asked for."""
    start = time.monotonic()
    status, reason = _status()
    seconds = (time.monotonic() - start) / len(chosen)
    return [
        TheoremReport(
            id=theorem.id,
            sentence=theorem.sentence,
            clauses=theorem.clauses,
            board=EVERY_BOARD if theorem.listed_boards is None else _listed(theorem.listed_boards),
            prover="Coq",
            status=status,
            reason=reason,
            seconds=seconds,
            cases=1,
            questions=1,
            kept_answers=0,
        )
        for theorem in chosen
    ]


def _listed(boards: int) -> str:
    return f"{boards} {LISTED_BOARDS}"


def _status() -> tuple[str, str | None]:
    """The status that the theorems have in common, and the reason where they are not proved."""
    missing = building.missing_programs()
    if missing is not None:
        return NOT_RUN, missing
    with TemporaryDirectory() as folder:
        try:
            assumed = building.assumptions(Path(folder))
        except building.BuildError as error:
            return UNKNOWN, str(error)
    return (PROVED, None) if assumed == building.CLOSED else (UNKNOWN, assumed)
