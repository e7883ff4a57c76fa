"""The Coq sources: where they are, and the theorems in them.

A theorem that the project claims is written `Theorem`, under a comment with its clauses and what it
says; what only serves to prove it is a `Lemma`. So the list is read off the sources.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from churn_spec import CLAUSES

_IN_A_CHECKOUT = Path(__file__).parents[3] / "rocq"

_LISTED = re.compile(r"\bIn \w+ (\w+)")
"""A hypothesis that takes something from a list: of boards, if the list is one of `Sides`."""

_CLAIM = re.compile(r"\(\*\* ([A-Z]\d(?:, [A-Z]\d)*): ([^*]+?)\s*\*\)\nTheorem (\w+)")


class SourceError(Exception):
    """The Coq sources are missing, or a theorem in them does not say what it is about."""


@dataclass(frozen=True)
class EveryBoardTheorem:
    """A theorem that Coq proves, for every board unless it lists some.

    Attributes:
        id: its name.
        sentence: what it says.
        clauses: the clauses it speaks for.
        module: the file that states and proves it, without its ending.
        listed_boards: how many boards it is about, where its statement takes them from a list.
    """

    id: str
    sentence: str
    clauses: tuple[str, ...]
    module: str
    listed_boards: int | None = None

    @property
    def prover(self) -> str:
        """Who proves it, of what."""
        about = "every board" if self.listed_boards is None else f"{self.listed_boards} boards"
        return f"Coq, {about}"


def folder() -> Path:
    """Where the sources are: in the checkout, or in the installed package.

    Raises:
        SourceError: they are in neither place.
    """
    installed = Path(str(files("churn_verification"))) / "rocq"
    for place in (_IN_A_CHECKOUT, installed):
        if (place / "_CoqProject").is_file():
            return place
    raise SourceError(f"the Coq sources are not in {installed}; install churnproof anew")


def modules() -> tuple[str, ...]:
    """The names of the source files, each after those it needs.

    Raises:
        SourceError: the sources are missing.
    """
    lines = (folder() / "_CoqProject").read_text().splitlines()
    return tuple(line.removesuffix(".v") for line in lines if line.endswith(".v"))


@cache
def theorems() -> tuple[EveryBoardTheorem, ...]:
    """All theorems, in the order of the sources.

    Raises:
        SourceError: the sources are missing, a theorem has no comment with its clauses above it,
            or there is none at all.
    """
    found = []
    for module in modules():
        text = (folder() / f"{module}.v").read_text()
        claims = {match[3]: match for match in _CLAIM.finditer(text)}
        for name in re.findall(r"^Theorem (\w+)", text, re.MULTILINE):
            if name not in claims:
                raise SourceError(f"{module}.v: no comment with clauses stands above {name}")
            clauses = tuple(claims[name][1].split(", "))
            unknown = [clause for clause in clauses if clause not in CLAUSES]
            if unknown:
                raise SourceError(f"{module}.v: {name} names {', '.join(unknown)}: no such clause")
            sentence = re.sub(r"\[(\w+)\]", r"\1", " ".join(claims[name][2].split()))
            boards = _listed_boards(text, claims[name].end())
            found.append(EveryBoardTheorem(name, sentence, clauses, module, boards))
    if not found:
        raise SourceError("the Coq sources state no theorem")
    return tuple(found)


def _listed_boards(text: str, start: int) -> int | None:
    """How many boards the statement that begins somewhere in a file lists, if it does."""
    statement = text[start : text.index("Proof", start)]
    for name in _LISTED.findall(statement):
        listed = re.search(rf"^Definition {name} : list Sides :=(.*?)\.$", text, re.M | re.S)
        if listed:
            return listed[1].count("sides_of")
    return None


def clauses_for_every_board() -> tuple[str, ...]:
    """The clauses of which all theorems that speak for them hold for every board, in their order.

    Raises:
        SourceError: as `theorems` does.
    """
    listed = set(clauses_for_listed_boards())
    spoken = {clause for theorem in theorems() for clause in theorem.clauses}
    return tuple(clause for clause in CLAUSES if clause in spoken - listed)


def clauses_for_listed_boards() -> tuple[str, ...]:
    """The clauses for which a theorem about listed boards speaks, in their order.

    Raises:
        SourceError: as `theorems` does.
    """
    some = [theorem for theorem in theorems() if theorem.listed_boards is not None]
    spoken = {clause for theorem in some for clause in theorem.clauses}
    return tuple(clause for clause in CLAUSES if clause in spoken)
