"""What a check finds: a result, and the counterexample on which it failed.

Every package that finds something says so in these words, and every view shows them.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from churn_spec import CLAUSES


class Status(Enum):
    """What a check found."""

    HELD = "held"
    FAILED = "failed"
    NOT_RUN = "not-run"


_LONGEST_LINE = 20_000
"""Characters: a position on the largest board that a text may name is shorter."""


def as_one_line(text: object) -> object:
    """A text as terminals, XML and readers bear it, whatever program or exception it came from."""
    if not isinstance(text, str):
        return text
    if not text.isprintable():
        text = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)
    left_out = len(text) - _LONGEST_LINE
    return f"{text[:_LONGEST_LINE]}… and {left_out:,} characters more" if left_out > 0 else text


Line = Annotated[str, BeforeValidator(as_one_line)]
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


class Checked(Result):
    """One check of a run with what it found; each command adds what else it knows of its checks.

    Attributes:
        id: the check's id, unique in the run.
        sentence: what is true if the check passes.
        clauses: the clauses that it speaks for.
        seconds: how long it took by the clock.
    """

    id: str
    sentence: Line
    clauses: tuple[str, ...]
    seconds: float

    @property
    def group(self) -> str | None:
        """What the checks that are like it are called; None where all are alike."""
        return None


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
