"""Differences that are known and have an issue: counted, and missed when they are gone."""

from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from churn_spec import CLAUSES
from churn_verification.conformance.dialect import Dialect
from churn_verification.judge.judge import WrongAnswer
from churn_verification.judge.respects import same
from churn_verification.misreadings import MISREADINGS
from churn_verification.players import SessionPlayer
from churn_verification.support.files import read_text


class KnownError(Exception):
    """A file of known differences that cannot be used; the text says why."""


class KnownDifference(BaseModel):
    """One known difference: which wrong answers it is about, and the issue."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    link: Annotated[str, Field(min_length=1, description="The address of the issue.")]
    vector: Annotated[
        str | None, Field(description="Wrong answers to these vectors; * stands for anything.")
    ] = None
    clause: Annotated[str | None, Field(description="Wrong answers that a clause decides.")] = None
    misreading: Annotated[
        str | None, Field(description="Wrong answers that a known misreading gives too.")
    ] = None

    @model_validator(mode="after")
    def _require_sense(self) -> Self:
        if self.vector is None and self.clause is None and self.misreading is None:
            raise ValueError("needs at least one of vector, clause and misreading")
        if self.clause is not None and self.clause not in CLAUSES:
            raise ValueError(f"there is no clause {self.clause}")
        if self.misreading is not None and self.misreading not in MISREADINGS:
            raise ValueError(f"no misreading is called {self.misreading}")
        return self


class KnownFile(BaseModel):
    """A file of known differences."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    known: tuple[KnownDifference, ...]


class KnownDifferences:
    """Known differences, and how often each was met.

    Attributes:
        met: how often, in their order.
    """

    def __init__(self, entries: tuple[KnownDifference, ...] = ()) -> None:
        self._entries = entries
        self.met = Counter(dict.fromkeys(range(len(entries)), 0))

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read them from a JSON file.

        Raises:
            KnownError: it is no such file.
            FileError: it cannot be read.
        """
        try:
            return cls(KnownFile.model_validate_json(read_text(path)).known)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise KnownError(f"{path}: {where}: {first['msg']}".replace(": :", ":")) from None

    def link_of(self, dialect: Dialect, wrong: WrongAnswer) -> str | None:
        """The issue of a wrong answer that is known; None where it is not."""
        for number, entry in enumerate(self._entries):
            if _fits(entry, wrong, dialect):
                self.met[number] += 1
                return entry.link
        return None

    def gone(self) -> list[str]:
        """Those that were never met, in words."""
        return [_text(self._entries[number]) for number, times in self.met.items() if not times]


def _fits(entry: KnownDifference, wrong: WrongAnswer, dialect: Dialect) -> bool:
    if entry.vector is not None and not fnmatchcase(wrong.case.name, entry.vector):
        return False
    if entry.clause is not None and entry.clause != wrong.clause:
        return False
    if entry.misreading is None:
        return True
    misread = SessionPlayer(MISREADINGS[entry.misreading].implementation).answer(wrong.question)
    return same(dialect.as_told(misread), wrong.answer)


def _text(entry: KnownDifference) -> str:
    parts = {"vector": entry.vector, "clause": entry.clause, "misreading": entry.misreading}
    which = ", ".join(f"{name} {value}" for name, value in parts.items() if value is not None)
    return f"{which} ({entry.link})"
