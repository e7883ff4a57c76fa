"""Mutants tried against the checks of the suite, side by side, each trial with a limit of time.

Trials stand in lines: a line goes on to its next trial while the mutant survives. In a full
examination there is a line for each mutant and check, in which the level rises; to find the first
check that kills there is one for each mutant.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from churn_verification.checks.registry import Level
from churn_verification.mutants.probes import Probe, probes_at
from churn_verification.mutants.trial import Task, Trial, cut_short, make
from churn_verification.mutants.ways import ways
from churn_verification.processes import Processes, WorkerDied

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
        complete: whether all were made; not so after Ctrl-C.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    level: Level
    seed: int
    mutants: tuple[str, ...]
    probes: tuple[str, ...]
    ways: tuple[str, ...]
    trials: tuple[Trial, ...]
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
    which, probes = tuple(mutants), [*probes_at(terms.level), *ways().values()]
    lines = [
        [Task(mutant, probe.id, at.value, terms.seed) for at in _levels_of(probe, terms.level)]
        for mutant in which
        for probe in probes
    ]
    return _follow(which, lines, terms, progress).model_copy(update={"ways": tuple(ways())})


def find_first_kills(mutants: Iterable[str], terms: Terms, progress: Progress) -> Examination:
    """Try each of some mutants against the checks, the cheap ones first, until one kills it."""
    which, probes = tuple(mutants), probes_at(terms.level)
    order = [
        (probe.id, at.value)
        for at in _up_to(terms.level)
        for probe in probes
        if at in _levels_of(probe, terms.level)
    ]
    lines = [[Task(mutant, probe, at, terms.seed) for probe, at in order] for mutant in which]
    return _follow(which, lines, terms, progress)


def _up_to(level: Level) -> list[Level]:
    return [each for each in Level if level.includes(each)]


def _levels_of(probe: Probe, level: Level) -> list[Level]:
    """The levels up to one at which a check is made."""
    return [each for each in _up_to(level) if each.includes(probe.level)]


def _follow(
    mutants: tuple[str, ...], lines: Sequence[Line], terms: Terms, progress: Progress
) -> Examination:
    """Follow lines of trials, each to its end, or as far as they come until Ctrl-C."""
    trials: list[Trial] = []
    ended = 0
    lines_left = deque(deque(line) for line in lines)
    with suppress(KeyboardInterrupt), Processes(terms.workers, seconds=terms.seconds) as pool:
        trying: dict[Future[Trial], tuple[Task, deque[Task]]] = {}
        while lines_left or trying:
            while lines_left and len(trying) < terms.workers:
                line = lines_left.popleft()
                task = line.popleft()
                trying[pool.submit(make, task)] = task, line
            for future in wait(trying, return_when=FIRST_COMPLETED).done:
                task, line = trying.pop(future)
                trials.append(_trial_of(task, future, terms))
                if line and not trials[-1].killed:
                    lines_left.appendleft(line)
                else:
                    ended += 1
                    progress(ended, len(lines))
    return Examination(
        level=terms.level,
        seed=terms.seed,
        mutants=mutants,
        probes=tuple(probe.id for probe in probes_at(terms.level)),
        ways=(),
        trials=tuple(trials),
        complete=ended == len(lines),
    )


def _trial_of(task: Task, future: Future[Trial], terms: Terms) -> Trial:
    try:
        return future.result()
    except WorkerDied as death:
        return cut_short(task, death, terms.seconds)
