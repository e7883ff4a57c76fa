"""The verdict in one sentence, which claims no more than was asked and answered."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from churn_verification.conformance.dialect import has_odd_cells
from churn_verification.conformance.messages import Identity
from churn_verification.drawing.counting import counted

FULL = "complete"
"""The degree of an implementation of which everything could be asked."""


def degree_of(identity: Identity, *, skips: bool = False) -> str:
    """How much of Churn an adapter lets be asked, in words that a badge can carry.

    Args:
        identity: what the adapter declares.
        skips: whether it skipped questions that it should be able to answer by what it declares.
    """
    return ", ".join((*_limits_of(identity), *(("partly skipped",) if skips else ()))) or FULL


def permitted_of(identity: Identity) -> dict[str, str]:
    """What an adapter declares to be otherwise, as it may be: clauses, and why each is not asked.

    A game site may do the swap around the implementation (S1), and nobody has to offer boards with
    an even number of cells (B2). Whatever else is not asked about is missing.
    """
    permitted = {}
    if identity.swap == "site":
        permitted["S1"] = "the site does the swap"
    if identity.boards == "odd" or (
        identity.boards != "any" and all(map(has_odd_cells, identity.boards))
    ):
        permitted["B2"] = "it has no boards with an even number of cells"
    return permitted


def _limits_of(identity: Identity) -> Iterator[str]:
    if not identity.has_swap:
        yield "swap by the site" if identity.swap == "site" else "without swap"
    if "B2" in permitted_of(identity):
        yield "odd boards only"
    if not identity.positions:
        yield "from the empty board only"
    if "undo" not in identity.features:
        yield "without undo"
    if not identity.refuses:
        yield "legal turns only"


@dataclass(frozen=True)
class Scope:
    """What an implementation was asked, none of whose answers was wrong but as known.

    Attributes:
        degree: how much could be asked.
        right: how many answers were right.
        known: how many were wrong as known.
        not_asked: the clauses about which nothing was answered, the permitted ones left out.
        permitted: the clauses that were not asked about because the adapter declares a permitted
            difference.
        skipped: how many questions the adapter skipped.
        skipped_on: the clauses that decide them, and how many each; one may be several clauses'.
        left_out: the checks that a time limit cut.
    """

    degree: str
    right: int
    known: int
    not_asked: Sequence[str]
    skipped: int
    skipped_on: Mapping[str, int]
    left_out: Sequence[str]
    permitted: Sequence[str] = ()

    @property
    def verdict(self) -> str:
        """What can be said of it, in a phrase that goes on from the implementation's name."""
        missing = list(self._missing())
        if missing or self.known:
            return "; ".join((f"agrees in all that was asked: {self._answers}", *missing))
        plays = "plays Churn" if self.degree == FULL else f"plays Churn ({self.degree})"
        but = f" but {' and '.join(self.permitted)}, as declared" if self.permitted else ""
        return f"{plays}: {self._answers}, and every clause was asked about{but}"

    @property
    def _answers(self) -> str:
        if self.known:
            return f"{self.right:,} answers were right and {self.known:,} wrong as known"
        if self.right == 1:
            return "its one answer was right"
        return f"all {self.right:,} answers were right"

    def _missing(self) -> Iterator[str]:
        if self.not_asked:
            yield f"not asked: {', '.join(self.not_asked)}"
        if self.skipped:
            counts = ", ".join(f"{count:,} on {each}" for each, count in self.skipped_on.items())
            about = f" ({counts})" if counts else ""
            yield f"skipped: {counted(self.skipped, 'question')}{about}"
        if self.left_out:
            yield f"cut short: {', '.join(self.left_out)}"
