"""Checks, and the registry that holds them all.

A check has an id, a sentence, the clauses it speaks for, a kind, the level from which it runs, and
a function. The function takes a `Context` and returns a `Result`. Whatever a report lists is
derived from here.

A module that defines checks has a function `register(registry)`; `suite.py` names the modules.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from churn_spec import CLAUSES
from churn_verification.results import Result


class Level(Enum):
    """How much is run: each level includes the ones before it."""

    QUICK = "quick"
    STANDARD = "standard"
    EXHAUSTIVE = "exhaustive"

    def includes(self, other: "Level") -> bool:
        """Whether what runs at the other level runs at this one too."""
        levels = list(Level)
        return levels.index(other) <= levels.index(self)


class Kind(Enum):
    """What sort of evidence a check gives."""

    PROPERTY = "property"
    DIFFERENTIAL = "differential"
    EXHAUSTIVE = "exhaustive"
    PROOF = "proof"
    LEMMA = "lemma"
    GRAPH = "graph"
    VECTOR = "vector"
    MUTANT = "mutant"
    CLAIM = "claim"


class Reach(Enum):
    """How far a check looks, from the least to the furthest."""

    CASES = "chosen cases"
    SAMPLED = "sampled"
    ALL_PLACEMENTS = "all placements"
    ALL_POSITIONS = "exhaustive on listed boards"
    LEMMA = "a lemma for all boards"
    PROVED_POSITIONS = "proved on the listed boards"
    PROVED_BOARDS = "proved for all boards"


_USUAL_REACH = {
    Kind.VECTOR: Reach.CASES,
    Kind.PROPERTY: Reach.SAMPLED,
    Kind.DIFFERENTIAL: Reach.SAMPLED,
    Kind.CLAIM: Reach.SAMPLED,
    Kind.EXHAUSTIVE: Reach.ALL_POSITIONS,
    Kind.GRAPH: Reach.ALL_POSITIONS,
    Kind.PROOF: Reach.PROVED_POSITIONS,
    Kind.LEMMA: Reach.LEMMA,
}
"""What checks of a kind look at, where they do not say otherwise; mutants tell of the suite."""


def _no_progress(done: int, total: int) -> None:
    """Report progress to nobody."""


@dataclass(frozen=True)
class Context:
    """What a check is given when it runs.

    Attributes:
        level: the level of the run, which sets how far the check goes.
        seed: the seed of the run, from which all random choices derive.
        progress: called with how much is done and how much there is in all, in any unit.
    """

    level: Level
    seed: int
    progress: Callable[[int, int], None] = field(default=_no_progress)

    def budget(self, quick: int, standard: int, exhaustive: int) -> int:
        """The number that belongs to the level of the run."""
        budgets = (quick, standard, exhaustive)
        return budgets[list(Level).index(self.level)]

    def random(self, purpose: str) -> random.Random:
        """A generator for one purpose, the same for the same seed and purpose on any machine."""
        return random.Random(f"{self.seed}/{purpose}")  # noqa: S311 - not for secrets


@dataclass(frozen=True)
class Together:
    """A run that several checks share: what they have in common is done once for all of them.

    Attributes:
        name: unique among the shared runs of a suite.
        run: takes the ids of the checks that are wanted and gives a result for each. The result
            of a check does not depend on which others are wanted.
    """

    name: str
    run: Callable[[Sequence[str], Context], Mapping[str, Result]]

    def alone(self, check_id: str) -> Callable[[Context], Result]:
        """The function of one of the checks."""
        return lambda context: self.run([check_id], context)[check_id]


@dataclass(frozen=True)
class Check:
    """One check of the suite.

    Attributes:
        id: unique, without spaces, parts joined by `/`.
        sentence: what holds when the check holds, in one sentence.
        clauses: ids of the clauses it speaks for.
        kind: what sort of evidence it gives.
        level: the first level at which it runs.
        run: the function.
        cost: roughly how many seconds it takes at its first level.
        looks_at: how far it looks, where that is not what its kind usually does.
        together: the run that it shares with other checks, if it does; all of them are then run
            in one go. Its own function is `together.alone(id)`.
    """

    id: str
    sentence: str
    clauses: tuple[str, ...]
    kind: Kind
    level: Level
    run: Callable[[Context], Result]
    cost: float = 1.0
    looks_at: Reach | None = None
    together: Together | None = None

    def expected_seconds(self, level: Level) -> float:
        """Roughly how many seconds it takes at a level; each level takes three times as long."""
        levels = list(Level)
        return self.cost * 3.0 ** max(0, levels.index(level) - levels.index(self.level))

    @property
    def reach(self) -> Reach | None:
        """How far it looks; None for what tells of the suite and not of the rules."""
        return self.looks_at or _USUAL_REACH.get(self.kind)


class RegistryError(Exception):
    """Checks that cannot stand in one registry, or a registry that leaves a clause unspoken for."""


class Registry:
    """The checks of a suite by id, in the order in which they were added."""

    def __init__(self) -> None:
        self._checks: dict[str, Check] = {}

    def add(self, check: Check) -> None:
        """Add a check.

        Raises:
            RegistryError: another check has the id, it speaks for no clause, or for one that does
                not exist.
        """
        if check.id in self._checks:
            raise RegistryError(f"two checks are called {check.id}")
        if not check.clauses:
            raise RegistryError(f"check {check.id} speaks for no clause")
        unknown = [clause for clause in check.clauses if clause not in CLAUSES]
        if unknown:
            raise RegistryError(f"check {check.id} speaks for {', '.join(unknown)}: no such clause")
        self._checks[check.id] = check

    def add_all(self, checks: Iterable[Check]) -> None:
        """Add several checks, as `add` does."""
        for check in checks:
            self.add(check)

    def __iter__(self) -> Iterator[Check]:
        return iter(self._checks.values())

    def __len__(self) -> int:
        return len(self._checks)

    def __getitem__(self, check_id: str) -> Check:
        return self._checks[check_id]

    def at_level(self, level: Level) -> Sequence[Check]:
        """The checks that run at a level."""
        return [check for check in self if level.includes(check.level)]

    def unspoken_clauses(self) -> Sequence[str]:
        """The clauses that no check speaks for."""
        spoken = {clause for check in self for clause in check.clauses}
        return [clause for clause in CLAUSES if clause not in spoken]


Group = tuple[Check, ...]
"""Checks that are run in one go, by one worker: those that share a run, or one alone."""


def in_groups(checks: Iterable[Check]) -> list[Group]:
    """Put checks that share a run together; the order is that of the first of each group."""
    groups: dict[str, list[Check]] = {}
    for check in checks:
        key = f"together {check.together.name}" if check.together else check.id
        groups.setdefault(key, []).append(check)
    return [tuple(group) for group in groups.values()]
