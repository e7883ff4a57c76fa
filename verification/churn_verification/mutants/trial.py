"""One mutant tried against one check: whether it is killed, how, and after how much."""

import time
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from churn_verification.judge.difference import Difference
from churn_verification.misreadings.edited_code import CheckCrashed, EditedCode, result_on
from churn_verification.mutants.control import tried_as
from churn_verification.mutants.probes import Finding
from churn_verification.mutants.ways import probe_named
from churn_verification.players.interface import Implementation, Session
from churn_verification.registry import Context, Level
from churn_verification.results import Counterexample, Result, Status
from churn_verification.work.workers import Cause, Loss


class Fate(Enum):
    """What became of a mutant in a trial."""

    KILLED = "killed"
    CRASHED = "crashed"
    ENDLESS = "endless"
    VOID = "void"
    SURVIVED = "survived"


class Task(NamedTuple):
    """A trial that is to be made, of a mutant or of a control."""

    mutant: str
    probe: str
    level: str
    seed: int


class Trial(BaseModel):
    """What came of one mutant and one check.

    Attributes:
        mutant: the mutant's id, or that of a control.
        probe: the check's id, without the name of an implementation.
        level: the level at which the check was made.
        fate: killed by a difference, by its own crash, by the limit of time, or not at all; void
            where Churn itself does not come through the trial, or where the trial was killed from
            outside.
        examples: how many games and positions were begun until then, or in all; None where the
            process ended without telling.
        turns: how many turns were taken on the mutant until then, or in all.
        seconds: how long it took, without making the case smaller.
        reason: what was found, in one line.
        counterexample: the smallest case found.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    mutant: str
    probe: str
    level: Level
    fate: Fate
    examples: int | None
    turns: int | None
    seconds: float
    reason: str | None = None
    counterexample: Counterexample | None = None

    @property
    def killed(self) -> bool:
        """Whether the check sees the mutant."""
        return self.fate not in {Fate.SURVIVED, Fate.VOID}


class Counted:
    """An implementation that counts what is asked of it.

    Attributes:
        name: the implementation's name.
        examples: how many sessions were begun.
        turns: how many turns were taken or tried.
    """

    def __init__(self, implementation: Implementation) -> None:
        self.name = implementation.name
        self._implementation = implementation
        self.examples = 0
        self.turns = 0

    def begin(self, position: str) -> Session:
        """Begin a session, and count it."""
        self.examples += 1
        session = self._implementation.begin(position)
        session.play = self._counting(session.play)  # type: ignore[assignment, method-assign]
        return session

    def _counting(self, play: Callable[[str], frozenset[str]]) -> Callable[[str], frozenset[str]]:
        def counted(turn: str) -> frozenset[str]:
            self.turns += 1
            return play(turn)

        return counted


def make(task: Task) -> Trial:
    """Make a trial."""
    tried = tried_as(task.mutant)
    return _checked(task, tried) if isinstance(tried, EditedCode) else _played(task, tried)


def _checked(task: Task, code: EditedCode) -> Trial:
    """Run a check of the suite on edited code."""
    start = time.monotonic()
    reason, case = None, None
    try:
        answer = result_on(code, task.probe, task.level, task.seed)
    except CheckCrashed as crash:
        fate, reason = Fate.CRASHED, str(crash)
    else:
        found = Result.model_validate_json(answer)
        fate = Fate.SURVIVED if found.status is Status.HELD else Fate.KILLED
        reason, case = found.reason, found.counterexample
    return Trial(
        mutant=task.mutant,
        probe=task.probe,
        level=Level(task.level),
        fate=fate,
        examples=None,
        turns=None,
        seconds=time.monotonic() - start,
        reason=reason,
        counterexample=case,
    )


def _played(task: Task, implementation: Implementation) -> Trial:
    """Compare an implementation by a check that takes any."""
    probe = probe_named(task.probe)
    counted = Counted(implementation)
    context = Context(Level(task.level), task.seed)
    start = time.monotonic()

    def ended(fate: Fate, reason: str | None, case: Counterexample | None = None) -> Trial:
        return Trial(
            mutant=task.mutant,
            probe=task.probe,
            level=context.level,
            fate=fate,
            examples=examples,
            turns=turns,
            seconds=seconds,
            reason=reason,
            counterexample=case,
        )

    try:
        found = probe.find(counted, context)
    except Exception as error:  # noqa: BLE001 - whatever a mutant raises is its death
        found = Finding(f"{type(error).__name__}: {error}", crashed=True)
    seconds = time.monotonic() - start
    examples, turns = counted.examples, counted.turns
    if found is None:
        return ended(Fate.SURVIVED, None)
    if found.crashed:
        return ended(Fate.CRASHED, found.reason)
    case = found.smallest()
    return ended(Fate.KILLED, str(Difference(case)) if case else found.reason, case)


_FATES = {
    Cause.CRASHED: Fate.CRASHED,
    Cause.KILLED: Fate.VOID,
    Cause.OUT_OF_TIME: Fate.ENDLESS,
}


def cut_short(task: Task, loss: Loss, limit: float) -> Trial:
    """The trial of a mutant that ended its process, or had to be ended at its limit in seconds."""
    return Trial(
        mutant=task.mutant,
        probe=task.probe,
        level=Level(task.level),
        fate=_FATES[loss.cause],
        examples=None,
        turns=None,
        seconds=limit if loss.cause is Cause.OUT_OF_TIME else 0.0,
        reason=loss.reason,
    )
