"""Checks, their results, and the registry that holds them all.

A check has an id, a sentence, the clauses it speaks for, a kind, the level from which it runs, and
a function. The function takes a `Context` and returns a `Result`. Whatever a report lists is
derived from here.

A module that defines checks has a function `register(registry)`; `suite` in `checks/suite.py`
names the modules.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from churn_spec import CLAUSES


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


class Status(Enum):
    """What a check found."""

    HELD = "held"
    FAILED = "failed"
    NOT_RUN = "not-run"


_LONGEST_LINE = 20_000
"""Characters: a position on the largest board that a text may name is shorter."""


def _as_one_line(text: object) -> object:
    """A text as terminals, XML and readers bear it, whatever program or exception it came from."""
    if not isinstance(text, str):
        return text
    if not text.isprintable():
        text = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)
    left_out = len(text) - _LONGEST_LINE
    return f"{text[:_LONGEST_LINE]}… and {left_out:,} characters more" if left_out > 0 else text


Line = Annotated[str, BeforeValidator(_as_one_line)]
"""A text in one line and of bounded length; what cannot be printed is written as in Python."""


class Counterexample(BaseModel):
    """A smallest case on which something did not hold.

    Attributes:
        clause: the clause that decides the case.
        question: what was asked, in words.
        said: who said what, the specification first where it is one of them.
        position: the text of the position it began from, where there is one.
        turns: the turns from there; the last one is the one that tells.
        placement: the cell of a placement that the question is about and that was not made.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    clause: str
    question: Line
    said: dict[Line, Line]
    position: Line | None = None
    turns: tuple[Line, ...] = ()
    placement: Line | None = None

    @model_validator(mode="after")
    def _require_clause(self) -> Self:
        if self.clause not in CLAUSES:
            raise ValueError(f"there is no clause {self.clause}")
        return self


class Result(BaseModel):
    """What a check found, and how far it looked.

    Attributes:
        status: held, failed or not-run.
        covered: what was looked at, as counts (positions, boards, turns); none may be zero where
            the status is held: a check that ran nothing has not held.
        details: anything else worth telling: figures, intervals, solver statistics.
        reason: why it failed or was not run, in one line.
        counterexample: the smallest case found, where it failed on one.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    status: Status
    covered: dict[str, int] = {}
    details: dict[str, Line | int | float] = {}
    reason: Line | None = None
    counterexample: Counterexample | None = None

    @model_validator(mode="after")
    def _require_what_it_rests_on(self) -> Self:
        if self.status is not Status.HELD and not self.reason:
            raise ValueError(f"a result that is {self.status.value} needs a reason")
        if self.status is Status.HELD and not (self.covered and min(self.covered.values()) > 0):
            raise ValueError("a result that held needs counts of what was looked at, none zero")
        return self


def held(covered: Mapping[str, int], **details: str | int | float) -> Result:
    """The result of a check that held, or a failed one where a count is zero or none is given."""
    empty = [name for name, count in covered.items() if count <= 0]
    if empty or not covered:
        reason = f"nothing was checked: no {', '.join(empty) or 'count was given'}"
        return Result(status=Status.FAILED, covered=dict(covered), details=details, reason=reason)
    return Result(status=Status.HELD, covered=dict(covered), details=details)


def failed(
    reason: str,
    covered: Mapping[str, int] | None = None,
    counterexample: Counterexample | None = None,
    **details: str | int | float,
) -> Result:
    """The result of a check that did not hold."""
    return Result(
        status=Status.FAILED,
        covered=dict(covered or {}),
        details=details,
        reason=reason,
        counterexample=counterexample,
    )


def not_run(reason: str) -> Result:
    """The result of a check that could not run; the reason is printed and counted."""
    return Result(status=Status.NOT_RUN, reason=reason)


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
class Check:
    """One check of the suite.

    Attributes:
        id: unique, without spaces, parts joined by `/`.
        sentence: what holds when the check holds, in one sentence.
        clauses: ids of the clauses it speaks for.
        kind: what sort of evidence it gives.
        level: the first level at which it runs.
        run: the function.
        cost: roughly how many seconds it takes at its first level; dear ones are started first.
        looks_at: how far it looks, where that is not what its kind usually does.
    """

    id: str
    sentence: str
    clauses: tuple[str, ...]
    kind: Kind
    level: Level
    run: Callable[[Context], Result]
    cost: float = 1.0
    looks_at: Reach | None = None

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
