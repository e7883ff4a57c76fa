"""Proving theorems on boards: jobs side by side, and what they add up to."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial

from pydantic import BaseModel, ConfigDict

import churn_spec as spec
from churn_verification.proofs import catalogue, everywhere
from churn_verification.proofs.everywhere import UniversalTheorem
from churn_verification.proofs.jobs import (
    EVERY_BOARD,
    PROVED,
    REFUTED,
    UNKNOWN,
    Done,
    Job,
    Settings,
    cases_on,
    controls_of,
    run,
)
from churn_verification.proofs.solving import SOLVER
from churn_verification.proofs.theorem import Theorem
from churn_verification.work.processes import Processes
from churn_verification.work.workers import InThisProcess, Loss, Tasks, Workers, work_through

Progress = Callable[[int, int, Done], None]
"""Told after each job how many are done, how many there are, and what came of it."""


class TheoremReport(BaseModel):
    """What came of a theorem on one board."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    sentence: str
    clauses: tuple[str, ...]
    board: str
    prover: str = "z3"
    status: str
    reason: str | None = None
    rests_on: tuple[str, ...] = ()
    seconds: float
    cases: int
    questions: int
    kept_answers: int
    witness: str | None = None
    counterexample: str | None = None
    statistics: dict[str, float] = {}


class ControlReport(BaseModel):
    """What came of a theorem under a mistaken rule: it must be refuted."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    theorem: str
    id: str
    sentence: str
    board: str
    status: str
    told: str | None = None
    counterexample: str | None = None
    seconds: float


class ProofReport(BaseModel):
    """What came of a run."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    solver: str = SOLVER
    held: bool
    complete: bool
    theorems: tuple[TheoremReport, ...]
    controls: tuple[ControlReport, ...]
    notices: tuple[str, ...] = ()


def with_foundations(theorems: Iterable[str]) -> list[str]:
    """Some theorems and all that they rest on, in the order of the catalogue."""
    wanted: set[str] = set()
    waiting = list(theorems)
    while waiting:
        theorem = waiting.pop()
        if theorem not in wanted:
            wanted.add(theorem)
            waiting += _rests_on(theorem)
    return [each for each in (*catalogue.THEOREMS, *everywhere.THEOREMS) if each in wanted]


def jobs_for(theorems: Sequence[str], boards: Sequence[str]) -> list[Job]:
    """All cases and controls of some theorems on some boards."""
    jobs = [job for each in theorems for job in controls_of(each)]
    for theorem in theorems:
        on = [EVERY_BOARD] if theorem in everywhere.THEOREMS else boards
        jobs += [job for board in on for job in cases_on(theorem, board)]
    return jobs


def prove(
    jobs: Sequence[Job],
    settings: Settings,
    workers: int = 1,
    progress: Progress = lambda _done, _total, _last: None,
) -> ProofReport:
    """Do jobs, in processes of their own where there are several workers.

    Stopped by hand, it reports what was done so far, as incomplete.
    """
    proving = _Proving(jobs, progress)
    where: Workers = InThisProcess() if workers == 1 else Processes(workers)
    with suppress(KeyboardInterrupt):
        work_through(where, partial(run, settings=settings), proving)
    return report_of(jobs, proving.finished_jobs)


class _Proving(Tasks[Job, Done]):
    """Jobs under way. What takes longest is begun first, so that workers end together."""

    def __init__(self, jobs: Sequence[Job], progress: Progress) -> None:
        self.finished_jobs: list[Done] = []
        self._waiting = sorted(jobs, key=_cells)
        self._number = len(jobs)
        self._progress = progress

    def next_task(self) -> Job | None:
        return self._waiting.pop() if self._waiting else None

    def take(self, job: Job, done: Done) -> None:
        self.finished_jobs.append(done)
        self._progress(len(self.finished_jobs), self._number, done)

    def lose(self, job: Job, loss: Loss) -> None:
        self.take(job, Done(job, UNKNOWN, reason=loss.reason))


def _cells(job: Job) -> int:
    """The cells of a job's board, by which one sees how long it takes."""
    if job.board == EVERY_BOARD:
        return 0
    return spec.cell_count(spec.read_board(job.board))


# Reports -----------------------------------------------------------------------------------------


def report_of(jobs: Sequence[Job], finished: Sequence[Done]) -> ProofReport:
    """Put together what came of jobs, in the order of the jobs, whichever ended first."""
    place = {job: number for number, job in enumerate(jobs)}
    finished = sorted(finished, key=lambda done: place[done.job])
    by_theorem: dict[tuple[str, str], list[Done]] = {}
    for done in finished:
        if done.job.control is None:
            by_theorem.setdefault((done.job.theorem, done.job.board), []).append(done)
    wanted: dict[tuple[str, str], int] = {}
    for job in jobs:
        if job.control is None:
            key = job.theorem, job.board
            wanted[key] = wanted.get(key, 0) + 1
    alone = {key: _theorem_report(*key, done, wanted[key]) for key, done in by_theorem.items()}
    theorems = [_resting(alone[key], alone) for key in wanted if key in alone]
    controls = [_control_report(done) for done in finished if done.job.control is not None]
    held = (
        len(finished) == len(jobs) > 0
        and all(each.status == PROVED for each in theorems)
        and all(each.status == REFUTED for each in controls)
    )
    return ProofReport(
        held=held,
        complete=len(finished) == len(jobs),
        theorems=tuple(theorems),
        controls=tuple(controls),
        notices=tuple(dict.fromkeys(notice for done in finished for notice in done.notices)),
    )


def _theorem_report(
    theorem: str, board: str, finished: Sequence[Done], wanted: int
) -> TheoremReport:
    worst = min(finished, key=lambda done: (REFUTED, UNKNOWN, PROVED).index(done.status))
    status, reason = worst.status, worst.reason
    if status == PROVED and len(finished) < wanted:
        status, reason = UNKNOWN, f"stopped with {wanted - len(finished)} cases left"
    elif reason and worst.job.case:
        reason = f"{worst.job.case}, {reason}"
    return TheoremReport(
        id=theorem,
        sentence=_entry(theorem).sentence,
        clauses=_entry(theorem).clauses,
        board=board,
        status=status,
        reason=reason,
        rests_on=tuple(_rests_on(theorem)),
        seconds=round(sum(done.seconds for done in finished), 3),
        cases=len(finished),
        questions=sum(done.questions for done in finished),
        kept_answers=sum(done.kept for done in finished),
        witness=finished[0].position if status == PROVED else None,
        counterexample=worst.position if status == REFUTED else None,
        statistics=_statistics(finished),
    )


def _resting(report: TheoremReport, others: dict[tuple[str, str], TheoremReport]) -> TheoremReport:
    """A theorem is not proved unless those it rests on are, on the same board."""
    for other in with_foundations([report.id]):
        base = others.get((other, report.board))
        if base is None and not any(cases_on(other, report.board)):
            continue  # it says nothing of this board, as of symmetries where there are none
        if report.status == PROVED and (base is None or base.status != PROVED):
            state = "was not asked" if base is None else f"is {base.status}"
            return report.model_copy(
                update={"status": UNKNOWN, "reason": f"rests on {other}, which {state}"}
            )
    return report


def _control_report(done: Done) -> ControlReport:
    control = next(
        each for each in _entry(done.job.theorem).controls if each.id == done.job.control
    )
    return ControlReport(
        theorem=done.job.theorem,
        id=control.id,
        sentence=control.sentence,
        board=done.job.board,
        status=done.status,
        told=done.reason,
        counterexample=done.position,
        seconds=round(done.seconds, 3),
    )


def _statistics(finished: Sequence[Done]) -> dict[str, float]:
    total: dict[str, float] = {}
    for done in finished:
        for name, value in done.statistics.items():
            more = (
                max(total.get(name, 0), value) if "memory" in name else total.get(name, 0) + value
            )
            total[name] = round(more, 2)
    return total


def _entry(theorem: str) -> Theorem | UniversalTheorem:
    return catalogue.THEOREMS.get(theorem) or everywhere.THEOREMS[theorem]


def _rests_on(theorem: str) -> Sequence[str]:
    entry = _entry(theorem)
    return entry.rests_on if isinstance(entry, Theorem) else ()
