"""What a mutant is: an implementation of Churn with one deliberate misreading."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from churn_verification.misreadings.edited_code import EditedCode
from churn_verification.misreadings.playing import RulesImplementation
from churn_verification.misreadings.rules import RULES
from churn_verification.players.interface import Implementation


class Origin(Enum):
    """Where a misreading comes from."""

    PROSE = "a plausible reading of the prose"
    SLIP = "a classical programming slip"
    PUBLIC = "a bug seen in public in a similar game"


@dataclass(frozen=True)
class Mutant:
    """One deliberate misreading.

    Attributes:
        id: kebab-case, unique in the catalogue.
        clauses: ids of the clauses that it breaks.
        sentence: what it does, in one sentence.
        origin: what kind of mistake it is.
        source: where it comes from: the words that are misread, the slip, or where it was seen.
        tried: the misreading, to be played; or edited code, to be checked.
    """

    id: str
    clauses: tuple[str, ...]
    sentence: str
    origin: Origin
    source: str
    tried: Implementation | EditedCode

    @property
    def implementation(self) -> Implementation:
        """The misreading, to be played.

        Raises:
            TypeError: it is a slip in code that no game comes to.
        """
        if isinstance(self.tried, EditedCode):
            raise TypeError(f"mutant {self.id} is a slip in code that no game comes to")
        return self.tried


def misreading(
    mutant_id: str, clauses: str, origin: Origin, source: str, sentence: str, **part: Any
) -> Mutant:
    """The rules object with one part replaced.

    Args:
        mutant_id: the id.
        clauses: ids of clauses, separated by spaces.
        origin: what kind of mistake it is.
        source: where it comes from.
        sentence: what it does.
        part: the name of the part, and the function that takes its place.

    Raises:
        ValueError: not just one part is replaced.
    """
    if len(part) != 1:
        raise ValueError(f"mutant {mutant_id} replaces {len(part)} parts; it must replace one")
    rules = replace(RULES, **part)
    implementation = RulesImplementation(f"mutant {mutant_id}", rules)
    return Mutant(mutant_id, tuple(clauses.split()), sentence, origin, source, implementation)
