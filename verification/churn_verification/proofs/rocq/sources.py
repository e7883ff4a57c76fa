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

_CLAIM = re.compile(r"\(\*\* ([A-Z]\d(?:, [A-Z]\d)*): ([^*]+?)\s*\*\)\nTheorem (\w+)")


class SourceError(Exception):
    """The Coq sources are missing, or a theorem in them does not say what it is about."""


@dataclass(frozen=True)
class EveryBoardTheorem:
    """A theorem that Coq proves for every board.

    Attributes:
        id: its name.
        sentence: what it says.
        clauses: the clauses it speaks for.
        module: the file that states and proves it, without its ending.
    """

    id: str
    sentence: str
    clauses: tuple[str, ...]
    module: str


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
            found.append(EveryBoardTheorem(name, sentence, clauses, module))
    if not found:
        raise SourceError("the Coq sources state no theorem")
    return tuple(found)
