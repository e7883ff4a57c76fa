"""Jobs: what a worker process is given to prove, and what it hands back."""

import hashlib
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

import numpy as np

import churn_spec as spec
from churn_verification.proofs import catalogue, everywhere
from churn_verification.proofs.engine_source import Undecided
from churn_verification.proofs.grid import Grid, grid_of
from churn_verification.proofs.keeping import Forgetful, Keeper
from churn_verification.proofs.obligations import (
    SATISFIABLE,
    UNSATISFIABLE,
    Question,
    control_question,
    counterexample_question,
    questions_of,
)
from churn_verification.proofs.replay import is_broken_by_the_rules, position_of, replay
from churn_verification.proofs.samples import witness_of
from churn_verification.proofs.solving import Answer
from churn_verification.proofs.theorem import Case, Control, Theorem
from churn_verification.proofs.values import UnsupportedSource

PROVED, REFUTED, UNKNOWN, NOT_RUN = "proved", "refuted", "unknown", "not-run"
EVERY_BOARD = "all"
LISTED_BOARDS = "listed"
"""Ends the board of a theorem about boards that its statement lists; before it, their number."""
"""Stands where a theorem about all boards has no board."""


@dataclass(frozen=True)
class Settings:
    """How questions are asked.

    Attributes:
        time_limit: the most seconds for one question.
        keeps_answers: whether answers are kept, and kept ones used.
        folder: where answers are kept; None for the user's cache folder.
        export: the folder to which questions are written, if any.
    """

    time_limit: float
    keeps_answers: bool = True
    folder: Path | None = None
    export: Path | None = None


@dataclass(frozen=True)
class Job:
    """One case of a theorem on a board, or one control of a theorem.

    Attributes:
        theorem: the theorem's id.
        board: the board's text, or `all`.
        case: the name of the case; for a control, empty.
        control: the control's id, or None.
    """

    theorem: str
    board: str
    case: str = ""
    control: str | None = None


@dataclass(frozen=True)
class Done:
    """What came of a job.

    Attributes:
        job: the job.
        status: proved, refuted or unknown.
        seconds: how long it took, formulas included.
        questions: how many were put to the solver.
        kept: how many of the answers were kept from earlier runs.
        reason: why it is not proved; for a control, what tells the mistake.
        position: the text of the witness, or of the counterexample.
        statistics: of the solver, added up; of memory, the most.
        notices: what the user is to be told.
    """

    job: Job
    status: str
    seconds: float = 0.0
    questions: int = 0
    kept: int = 0
    reason: str | None = None
    position: str | None = None
    statistics: dict[str, float] = field(default_factory=dict)
    notices: tuple[str, ...] = ()


class Asker(Protocol):
    """Whoever puts questions to the solver."""

    def ask(self, question: Question, time_limit: float) -> Answer:
        """Ask a question."""
        ...


def run(job: Job, settings: Settings) -> Done:
    """Do a job."""
    start = time.perf_counter()
    notices: list[str] = []
    asker: Asker = Forgetful()
    if settings.keeps_answers:
        asker = Keeper(notices.append, settings.folder)
    desk = _Desk(job, settings, asker)
    try:
        done = _universal(desk) if job.board == EVERY_BOARD else _positional(desk)
    except (Undecided, UnsupportedSource) as limit:
        done = Done(job, UNKNOWN, reason=str(limit))
    return replace(
        done,
        seconds=time.perf_counter() - start,
        questions=len(desk.answers),
        kept=sum(answer.is_kept for answer in desk.answers),
        statistics=_added_up(desk.answers),
        notices=tuple(notices),
    )


@dataclass
class _Desk:
    """Where one job's questions are put and answered."""

    job: Job
    settings: Settings
    asker: Asker
    answers: list[Answer] = field(default_factory=list)

    def ask(self, question: Question) -> Answer:
        if self.settings.export is not None:
            _write(question, self.job, self.settings.export)
        answer = self.asker.ask(question, self.settings.time_limit)
        self.answers.append(answer)
        return answer

    def first_surprise(self, questions: Iterable[Question]) -> tuple[Question, Answer] | None:
        """The first answer that is not the expected one."""
        for question in questions:
            answer = self.ask(question)
            if answer.status != question.expected:
                return question, answer
        return None


def _write(question: Question, job: Job, folder: Path) -> None:
    parts = [job.theorem, *filter(None, [job.case, job.control]), question.part]
    path = folder / job.board / (".".join(parts) + ".smt2")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(question.text(), encoding="utf-8")


def _positional(desk: _Desk) -> Done:
    theorem = catalogue.THEOREMS[desk.job.theorem]
    grid = grid_of(spec.read_board(desk.job.board))
    if desk.job.control is not None:
        control = next(each for each in theorem.controls if each.id == desk.job.control)
        return _control(desk, theorem, control, grid)
    case = next(each for each in theorem.cases(grid) if each.name == desk.job.case)
    return _case(desk, theorem, case, grid)


def _case(desk: _Desk, theorem: Theorem, case: Case, grid: Grid) -> Done:
    """Prove one case: nothing unexpected among its questions."""
    witness = case.example
    if witness is None and not theorem.exists:
        witness = witness_of(case, grid, _generator(desk.job))
    surprise = desk.first_surprise(questions_of(theorem, case, grid, witness))
    if surprise is None:
        # The last question has told where it exists; otherwise the witness was found before.
        values = desk.answers[-1].values if theorem.exists else witness or desk.answers[0].values
        return Done(desk.job, PROVED, position=spec.write_position(position_of(grid, values)))
    question, answer = surprise
    if answer.status == UNKNOWN:
        return Done(desk.job, UNKNOWN, reason=f"{question.part}: {answer.reason}")
    if question.part == "witness":
        return Done(desk.job, UNKNOWN, reason="vacuous: nothing meets the hypotheses")
    if theorem.exists:
        return Done(desk.job, REFUTED, reason="there is no such position")
    found = answer.values
    if not theorem.is_computed and not is_broken_by_the_rules(case, grid, found):
        found = desk.ask(counterexample_question(theorem, case, grid)).values
    if found and is_broken_by_the_rules(case, grid, found):
        text = spec.write_position(position_of(grid, found))
        return Done(desk.job, REFUTED, reason="there is a counterexample", position=text)
    return Done(
        desk.job,
        UNKNOWN,
        reason=f"{question.part} does not follow from what is known of groups and sizes",
    )


def _control(desk: _Desk, theorem: Theorem, control: Control, grid: Grid) -> Done:
    """Refute a theorem under a mistaken rule: some case must fail, on a real position."""
    for case in theorem.cases(grid):
        question = control_question(theorem, case, control, grid)
        answer = desk.ask(question)
        if answer.status == UNKNOWN:
            return Done(desk.job, UNKNOWN, reason=answer.reason)
        if answer.status != question.expected:
            continue
        if theorem.exists:
            return Done(desk.job, REFUTED, reason="there is no such position under the mistake")
        replayed = replay(case, control, grid, answer.values)
        if not replayed.is_real:
            reason = f"the counterexample is not real: {replayed.told}"
            return Done(desk.job, UNKNOWN, reason=reason, position=replayed.position)
        return Done(desk.job, REFUTED, reason=replayed.told, position=replayed.position)
    return Done(desk.job, PROVED, reason="the theorem holds under the mistaken rule as well")


def _universal(desk: _Desk) -> Done:
    theorem = everywhere.THEOREMS[desk.job.theorem]
    if desk.job.control is not None:
        control = next(each for each in theorem.controls if each.id == desk.job.control)
        answer = desk.ask(control.question())
        if answer.status == SATISFIABLE:
            return Done(desk.job, REFUTED, reason="z3 gives numbers that break it")
        status = PROVED if answer.status == UNSATISFIABLE else UNKNOWN
        return Done(desk.job, status, reason=answer.reason or "it holds under the mistake as well")
    questions = theorem.parts[desk.job.case]().questions(desk.job.case)
    surprise = desk.first_surprise(questions)
    if surprise is None:
        return Done(desk.job, PROVED)
    question, answer = surprise
    if answer.status == UNKNOWN:
        return Done(desk.job, UNKNOWN, reason=f"{question.part}: {answer.reason}")
    if question.expected == SATISFIABLE:
        return Done(desk.job, UNKNOWN, reason="vacuous: nothing meets the hypotheses")
    return Done(desk.job, REFUTED, reason="z3 gives numbers that break it")


def _generator(job: Job) -> np.random.Generator:
    """Chance that depends on the job alone, so that its questions are the same each time."""
    text = f"{job.theorem}/{job.board}/{job.case}"
    digest = hashlib.sha256(text.encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "little"))


def _added_up(answers: Iterable[Answer]) -> dict[str, float]:
    total: dict[str, float] = {}
    for answer in answers:
        for name, value in answer.statistics.items():
            is_memory = "memory" in name
            total[name] = (
                max(total.get(name, 0), value) if is_memory else total.get(name, 0) + value
            )
    return total


def cases_on(theorem: str, board: str) -> Iterator[Job]:
    """The jobs that prove a theorem on a board; none where it says nothing of the board."""
    if board == EVERY_BOARD:
        yield from (Job(theorem, board, part) for part in everywhere.THEOREMS[theorem].parts)
        return
    grid = grid_of(spec.read_board(board))
    yield from (Job(theorem, board, case.name) for case in catalogue.THEOREMS[theorem].cases(grid))


def controls_of(theorem: str) -> Iterator[Job]:
    """The jobs that refute a theorem under mistaken rules."""
    if theorem in everywhere.THEOREMS:
        for mistake in everywhere.THEOREMS[theorem].controls:
            yield Job(theorem, EVERY_BOARD, control=mistake.id)
        return
    for control in catalogue.THEOREMS[theorem].controls:
        yield Job(theorem, control.board, control=control.id)
