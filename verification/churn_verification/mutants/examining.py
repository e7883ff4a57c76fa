"""Mutants tried against the checks of the suite, side by side, each trial with a limit of time.

Trials stand in lines: a line goes on to its next trial while the mutant survives. In a full
examination there is a line for each mutant and check, in which the level rises; to find the first
check that kills there is one for each mutant. Before a crash or a missed limit counts, the control
is tried in the same way.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from churn_verification.misreadings.edited_code import EditedCode
from churn_verification.mutants.control import CONTROLS, control_of, tried_as
from churn_verification.mutants.probes import Probe, probes_at
from churn_verification.mutants.trial import Fate, Task, Trial, cut_short, make
from churn_verification.mutants.ways import ways
from churn_verification.registry import Level
from churn_verification.work.processes import Processes
from churn_verification.work.workers import Loss, Tasks, work_through

Line = Sequence[Task]
"""Trials of one mutant, of which each is made if the mutant survived those before it."""


class Examination(BaseModel):
    """What came of all trials of a run.

    Attributes:
        level: the highest level at which checks were made.
        seed: the seed.
        mutants: the ids of the mutants that were tried.
        probes: the ids of the suite's checks, the cheapest first.
        ways: the ids of the ways of conformance, where they were tried too.
        trials: the trials that were made.
        controls: the trials of Churn itself, each where a mutant crashed or did not end.
        complete: whether all were made; not so after Ctrl-C.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    level: Level
    seed: int
    mutants: tuple[str, ...]
    probes: tuple[str, ...]
    ways: tuple[str, ...]
    trials: tuple[Trial, ...]
    controls: tuple[Trial, ...] = ()
    complete: bool

    def of(self, mutant: str) -> list[Trial]:
        """The trials of a mutant, those of low levels and of cheap checks first, then the ways."""
        levels, order = list(Level), [*self.probes, *self.ways]
        mine = [trial for trial in self.trials if trial.mutant == mutant]
        return sorted(
            mine,
            key=lambda t: (t.probe in self.ways, levels.index(t.level), order.index(t.probe)),
        )

    def first_kill(self, mutant: str) -> Trial | None:
        """The first trial against a check of the suite that killed a mutant."""
        mine = self.of(mutant)
        return next((each for each in mine if each.killed and each.probe in self.probes), None)

    def survivors(self, level: Level | None = None) -> list[str]:
        """The mutants that no check of the suite killed, up to a level or that of the run."""
        reached = level or self.level
        killed = {
            trial.mutant
            for trial in self.trials
            if trial.killed and trial.probe in self.probes and reached.includes(trial.level)
        }
        return [mutant for mutant in self.mutants if mutant not in killed]

    def killed_by(self, probe: str) -> set[str]:
        """The mutants that one check or way alone kills."""
        return {t.mutant for t in self.trials if t.killed and t.probe == probe}

    def smallest_kill(self, mutant: str) -> Trial | None:
        """The kill with the smallest counterexample: fewest cells, turns and stones."""
        kills = [trial for trial in self.of(mutant) if trial.counterexample is not None]
        return min(kills, key=_size_of_case, default=None)


def _size_of_case(trial: Trial) -> tuple[int, int, int]:
    case = trial.counterexample
    position = "" if case is None or case.position is None else case.position
    rows = position.split(" ")[1] if position else ""
    stones = rows.count("r") + rows.count("b")
    return stones + rows.count("."), len(case.turns) if case else 0, stones


@dataclass(frozen=True)
class Terms:
    """How mutants are tried.

    Attributes:
        level: the level up to which checks are made; each is made at the lower ones first.
        seed: the seed of the checks.
        workers: how many trials are made at a time.
        seconds: the limit of each trial.
    """

    level: Level
    seed: int
    workers: int
    seconds: float


Progress = Callable[[int, int], None]
"""Is called with how many lines of trials have ended, and how many there are."""


def examine(mutants: Iterable[str], terms: Terms, progress: Progress) -> Examination:
    """Try each of some mutants, given by their ids, against each check and each way."""
    which = tuple(mutants)
    lines = [
        [Task(mutant, probe, at.value, terms.seed) for at in levels]
        for mutant in which
        for probe, levels in _tried_with(mutant, terms.level, ways().values()).items()
    ]
    return _follow(which, lines, terms, progress).model_copy(update={"ways": tuple(ways())})


def find_first_kills(mutants: Iterable[str], terms: Terms, progress: Progress) -> Examination:
    """Try each of some mutants against the checks, the cheap ones first, until one kills it."""
    which = tuple(mutants)
    lines = []
    for mutant in which:
        tried_with = _tried_with(mutant, terms.level)
        lines.append(
            [
                Task(mutant, probe, at.value, terms.seed)
                for at in _up_to(terms.level)
                for probe, levels in tried_with.items()
                if at in levels
            ]
        )
    return _follow(which, lines, terms, progress)


def _tried_with(
    mutant: str, level: Level, more: Iterable[Probe] = ()
) -> dict[str, Sequence[Level]]:
    """The checks that a mutant is tried with, and the levels at which each is made.

    Edited code is tried with the checks that speak of it, at the level of the run.
    """
    tried = tried_as(mutant)
    if isinstance(tried, EditedCode):
        return dict.fromkeys(tried.checks, (level,))
    return {probe.id: _levels_of(probe, level) for probe in (*probes_at(level), *more)}


def _up_to(level: Level) -> list[Level]:
    return [each for each in Level if level.includes(each)]


def _levels_of(probe: Probe, level: Level) -> list[Level]:
    """The levels up to one at which a check is made."""
    return [each for each in _up_to(level) if each.includes(probe.level)]


def _follow(
    mutants: tuple[str, ...], lines: Sequence[Line], terms: Terms, progress: Progress
) -> Examination:
    """Follow lines of trials, each to its end, or as far as they come until Ctrl-C."""
    following = _Following(lines, terms, progress)
    with suppress(KeyboardInterrupt):
        work_through(Processes(terms.workers, terms.seconds), make, following)
    return Examination(
        level=terms.level,
        seed=terms.seed,
        mutants=mutants,
        probes=_all_probes(mutants, terms.level),
        ways=(),
        trials=tuple(following.trials),
        controls=tuple(following.controls.values()),
        complete=following.ended == len(lines),
    )


def _all_probes(mutants: Iterable[str], level: Level) -> tuple[str, ...]:
    """The ids of the checks that some mutants are tried with."""
    of_players = dict.fromkeys(probe.id for probe in probes_at(level))
    of_code = {check: None for mutant in mutants for check in _tried_with(mutant, level)}
    return tuple(of_players | of_code)


class _Following(Tasks[Task, Trial]):
    """Lines of trials under way.

    Attributes:
        trials: what came of the mutants' trials that have ended.
        controls: what came of the controls' trials, by task.
        ended: how many lines have come to their end.
    """

    def __init__(self, lines: Sequence[Line], terms: Terms, progress: Progress) -> None:
        self.trials: list[Trial] = []
        self.controls: dict[Task, Trial] = {}
        self.ended = 0
        self._terms = terms
        self._progress = progress
        self._number = len(lines)
        self._ready: deque[Task] = deque()
        self._rest: dict[Task, deque[Task]] = {}
        self._in_doubt: dict[Task, list[tuple[Task, Trial]]] = {}
        for line in lines:
            self._go_on(deque(line), self._ready.append)

    def next_task(self) -> Task | None:
        return self._ready.popleft() if self._ready else None

    def take(self, task: Task, trial: Trial) -> None:
        if task.mutant in CONTROLS:
            self.controls[task] = trial
            for mutants_task, doubtful in self._in_doubt.pop(task):
                self._settle(mutants_task, _judged(doubtful, trial))
        elif trial.fate in {Fate.CRASHED, Fate.ENDLESS}:
            self._doubt(task, trial)
        else:
            self._settle(task, trial)

    def lose(self, task: Task, loss: Loss) -> None:
        self.take(task, cut_short(task, loss, self._terms.seconds))

    def _doubt(self, task: Task, trial: Trial) -> None:
        """Leave the trial undecided until its control has been tried."""
        control = task._replace(mutant=control_of(task.mutant))
        if control in self.controls:
            self._settle(task, _judged(trial, self.controls[control]))
            return
        if control not in self._in_doubt:
            self._in_doubt[control] = []
            self._ready.appendleft(control)
        self._in_doubt[control].append((task, trial))

    def _settle(self, task: Task, trial: Trial) -> None:
        self.trials.append(trial)
        rest = self._rest.pop(task)
        if rest and not trial.killed:
            self._go_on(rest, self._ready.appendleft)
        else:
            self.ended += 1
            self._progress(self.ended, self._number)

    def _go_on(self, line: deque[Task], add: Callable[[Task], None]) -> None:
        task = line.popleft()
        self._rest[task] = line
        add(task)


def _judged(doubtful: Trial, control: Trial) -> Trial:
    """A crash or a missed limit, which says nothing if Churn itself does not survive either."""
    if control.fate is Fate.SURVIVED:
        return doubtful
    reason = f"void, as Churn itself is {control.fate.value}: {control.reason}"
    return doubtful.model_copy(update={"fate": Fate.VOID, "reason": reason})
