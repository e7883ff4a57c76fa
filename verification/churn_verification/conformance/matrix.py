"""Several implementations side by side: the file that lists them, and what came of each.

The list is a TOML file:

    [[implementation]]
    name = "my Churn"
    version = "2.3"
    command = "node adapter.js"

`version` may be left out; the adapter's own is then shown. `differs_on = ["R2"]` says that the
implementation is known to be wrong on these clauses: it is then as expected only if exactly they
fail.
"""

import re
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator

import churn_spec as spec
from churn_verification.conformance.report import ConformReport
from churn_verification.results import Checked, Counterexample, Line, Status
from churn_verification.support.files import read_text


class MatrixError(Exception):
    """A list of implementations that cannot be used; the text says where and why."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


def _words(command: object) -> object:
    return tuple(shlex.split(command)) if isinstance(command, str) else command


class Implementation(_Part):
    """An implementation to be checked.

    Attributes:
        name: what it is called; the files about it are named after it.
        command: starts its adapter: words, or one text that is split as a shell would.
        version: its version, where the list says it.
        differs_on: the clauses on which it is known to be wrong.
    """

    name: Annotated[Line, Field(min_length=1)]
    command: Annotated[tuple[str, ...], BeforeValidator(_words), Field(min_length=1)]
    version: Line | None = None
    differs_on: tuple[str, ...] = ()

    @field_validator("differs_on")
    @classmethod
    def _require_clauses(cls, clauses: tuple[str, ...]) -> tuple[str, ...]:
        for clause in clauses:
            if clause not in spec.CLAUSES:
                raise ValueError(f"there is no clause {clause!r}")
        return clauses

    @property
    def file_name(self) -> str:
        """The beginning of the names of the files about it."""
        name = self.name.lower().replace("#", "sharp").replace("+", "p")
        return re.sub(r"[^a-z0-9]+", "-", name).strip("-") or "unnamed"


class _List(_Part):
    implementation: Annotated[tuple[Implementation, ...], Field(min_length=1)]


class Row(Checked):
    """What came of one implementation: held where it did as expected.

    Attributes:
        implementation: the implementation as it was listed.
        version: its version.
        degree: how much of Churn it lets be asked.
        outcome: whether it passed, whatever was expected.
        verdict: what is true of it, in a phrase that goes on from its name.
        by_clause: how it fared on each clause.
        follows: the clauses that failed only because of others.
        permitted: the clauses that it was not asked about, as it declares.
        repeat: the command that asks its smallest wrong case again.
    """

    implementation: Implementation
    version: Line
    degree: str | None
    outcome: Status
    verdict: Line
    by_clause: dict[str, Status]
    follows: tuple[str, ...]
    permitted: tuple[str, ...]
    repeat: str | None


class Asked(_Part):
    """What all implementations were checked with."""

    churnproof: str
    vectors: str
    seed: int
    quick: bool
    boards: tuple[str, ...]


class Matrix(_Part):
    """What came of all implementations.

    Attributes:
        held: whether each did as expected, and none is left.
        asked: what they were checked with.
        rows: what came of those that were checked, in the order of the list.
        left: the names of those that were not, because the run was stopped.
    """

    held: bool
    asked: Asked
    rows: tuple[Row, ...]
    left: tuple[str, ...] = ()


def read_list(path: Path) -> tuple[Implementation, ...]:
    """The implementations that a file lists.

    Raises:
        MatrixError: it is no TOML, or no such list.
        FileError: it cannot be read.
    """
    try:
        listed = _List.model_validate(tomllib.loads(read_text(path))).implementation
    except tomllib.TOMLDecodeError as error:
        raise MatrixError(f"{path} is no TOML: {error}") from None
    except ValidationError as error:
        raise MatrixError(f"{path}: {_what_is_wrong(error)}") from None
    files = [each.file_name for each in listed]
    for each in listed:
        if each.file_name in _RESERVED or files.count(each.file_name) > 1:
            raise MatrixError(f"{path}: the name {each.name!r} is taken; choose another")
    return listed


_RESERVED = ("index", "matrix")


def _what_is_wrong(error: ValidationError) -> str:
    """The first thing that is wrong with a list: where, what, and what would be right."""
    errors = error.errors(include_url=False, include_input=False)
    first = next((each for each in errors if each["type"] == "extra_forbidden"), errors[0])
    names = [str(each) for each in first["loc"] if not isinstance(each, int)]
    numbers = [each + 1 for each in first["loc"] if isinstance(each, int)]
    where = f"implementation {numbers[0]}: " if numbers else ""
    key = names[-1]
    if first["type"] == "extra_forbidden":
        keys = list(Implementation.model_fields if numbers else _List.model_fields)
        near = get_close_matches(key, keys, 1)
        meant = f"; did you mean {near[0]}?" if near else ""
        right = (
            f"the keys are {', '.join(keys)}" if numbers else "a list has [[implementation]] only"
        )
        return f"{where}unknown key {key!r}; {right}{meant}"
    if first["type"] == "missing":
        right = " in double brackets, [[implementation]], once for each" if not numbers else ""
        return f"{where}the key {key!r} is missing{right}"
    message = first["msg"][:1].lower() + first["msg"][1:]
    return f"{where}{key}: {message.removeprefix('value error, ')}"


def row_of(listed: Implementation, report: ConformReport) -> Row:
    """What came of an implementation, from the report of its run."""
    by_clause = {each.id: each.status for each in report.clauses}
    wrong = {
        each.id for each in report.clauses if each.status is Status.FAILED and not each.follows_from
    }
    outcome = Status.HELD if report.held else Status.FAILED if wrong else Status.NOT_RUN
    verdict = report.verdict or _verdict(report, sorted(wrong))
    if listed.differs_on:
        as_expected = wrong == set(listed.differs_on)
        sentence = f"Expected: it differs from the rules on {' and '.join(listed.differs_on)} only."
    else:
        as_expected = report.held
        sentence = "Expected: it answers every question, and as the rules do."
    return Row(
        id=listed.name,
        sentence=sentence,
        clauses=tuple(
            clause for clause, status in by_clause.items() if status is not Status.NOT_RUN
        ),
        seconds=report.seconds,
        status=Status.HELD if as_expected else Status.FAILED,
        covered={"questions": report.questions} if report.questions else {},
        reason=None if as_expected else verdict,
        counterexample=_case_of(report),
        implementation=listed,
        version=listed.version or (report.adapter.version if report.adapter else "unknown"),
        degree=report.degree,
        outcome=outcome,
        verdict=verdict,
        by_clause=by_clause,
        follows=tuple(each.id for each in report.clauses if each.follows_from),
        permitted=tuple(each.id for each in report.clauses if each.permitted),
        repeat=report.counterexample.repeat if report.counterexample else None,
    )


def _case_of(report: ConformReport) -> Counterexample | None:
    case = report.counterexample
    if case is None:
        return None
    return Counterexample(**{name: getattr(case, name) for name in Counterexample.model_fields})


def _verdict(report: ConformReport, wrong: Sequence[str]) -> str:
    if wrong:
        return f"differs from the rules on {', '.join(wrong)}"
    if report.adapter is None:
        return f"could not be started: {(report.broken or '').removeprefix('cannot start ')}"
    return f"could not be checked to the end: {report.broken or 'each check says why'}"


def badge_of(row: Row) -> dict[str, Any]:
    """An endpoint for shields.io: https://shields.io/badges/endpoint-badge."""
    plays = row.verdict.startswith("plays Churn")
    message, _, _ = row.verdict.partition(":")
    colour = {Status.HELD: "brightgreen" if plays else "green", Status.FAILED: "red"}
    return {
        "schemaVersion": 1,
        "label": "Churn",
        "message": message,
        "color": colour.get(row.outcome, "lightgrey"),
    }


def earlier_rows(text: str, asked: Asked, listed: Sequence[Implementation]) -> Mapping[str, Row]:
    """The rows of an earlier run that need not be made again.

    Args:
        text: the JSON document of the earlier run.
        asked: what this run asks.
        listed: the implementations.

    Raises:
        MatrixError: it is no such document, or something else was asked.
    """
    try:
        earlier = Matrix.model_validate_json(text)
    except ValidationError:
        raise MatrixError("no report of conform --matrix; leave out --resume") from None
    for name in Asked.model_fields:
        was, now = getattr(earlier.asked, name), getattr(asked, name)
        if was != now:
            raise MatrixError(f"made with {name} {was}, not {now}; leave out --resume")
    return {row.id: row for row in earlier.rows if row.implementation in listed}
