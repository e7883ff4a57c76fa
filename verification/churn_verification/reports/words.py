"""How a run is told in words, the same in every view."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from churn_verification.checks.registry import Kind, Reach, Status
from churn_verification.durations import write_duration
from churn_verification.reports.model import RunReport

KINDS: Final = MappingProxyType(
    {
        Kind.PROPERTY: "Each clause said once more in another way, and tried on positions and games"
        " that chance chooses.",
        Kind.DIFFERENTIAL: "The engine plays what chance chooses, and the specification says after"
        " each turn whether that was right.",
        Kind.EXHAUSTIVE: "The same with nothing left out: every board, position or placement of"
        " some kind.",
        Kind.PROOF: "Theorems about all positions of some boards, proved by a solver from the"
        " specification's own source.",
        Kind.LEMMA: "Lemmas about counts and lengths on boards of every size, proved by a solver;"
        " other checks link them to the code.",
        Kind.GRAPH: "Facts about complete game graphs and solved boards.",
        Kind.VECTOR: "Single cases with their one right answer, published for anybody's"
        " implementation; the designer's own figures are among them.",
        Kind.MUTANT: "Deliberately wrong implementations, each of which the checks must find out.",
        Kind.CLAIM: "What the designer says of the length of games, measured.",
    }
)
"""What each kind of evidence is, for those who see it for the first time."""

REACHES: Final = MappingProxyType(
    {
        Reach.CASES: "Cases or boards that somebody chose.",
        Reach.SAMPLED: "Cases that chance chose; more of them make an unseen fault less likely.",
        Reach.ALL_PLACEMENTS: "Every placement on every arrangement of one's own stones.",
        Reach.ALL_POSITIONS: "Every position of the boards that the check names, or every one that"
        " can be reached there.",
        Reach.LEMMA: "A lemma that holds for boards of every size; it is about counts and lengths,"
        " and not about the code.",
        Reach.PROVED_POSITIONS: "A proof about all positions of the boards that the check lists,"
        " from the specification's own source.",
    }
)
"""What each reach means, from the least to the furthest."""


@dataclass(frozen=True)
class Verdict:
    """What came of a run.

    Attributes:
        name: `held`, `not-held` or `incomplete`.
        heading: in a word or two.
        sentence: in a sentence.
        numbers: how many checks held, failed and were not run.
    """

    name: str
    heading: str
    sentence: str
    numbers: str


def verdict_of(report: RunReport) -> Verdict:
    """The verdict on a run."""
    failed, not_run = report.count(Status.FAILED), report.count(Status.NOT_RUN)
    numbers = (
        f"{report.count(Status.HELD)} held, {failed} failed, {not_run} not run,"
        f" in {write_duration(report.seconds)}"
    )
    if failed:
        with_cases = any(check.counterexample is not None for check in report.checks)
        sentence = (
            "Something is not as the rules say: each failure is shown with its case."
            if with_cases
            else "Checks failed without showing a case that breaks a rule: each says why."
        )
        heading = "Not held" if report.complete else "Not held, and incomplete"
        return Verdict("not-held", heading, sentence, numbers)
    if not report.complete:
        sentence = "The run was stopped before its end: this is what it had found by then."
        return Verdict("incomplete", "Incomplete", sentence, numbers)
    if report.held:
        sentence = f"Engine and specification agree in all that was checked{_left_aside(report)}."
        return Verdict("held", "Held", sentence, numbers)
    sentence = "Nothing failed, but something could not be run." if not_run else "Nothing was run."
    return Verdict("not-held", "Not held", sentence, numbers)


def _left_aside(report: RunReport) -> str:
    """Of how many clauses a run says nothing, which may be as it was asked for."""
    unspoken = [clause.id for clause in report.clauses if not clause.held]
    return f"; nothing was asked of {', '.join(unspoken)}" if unspoken else ""


def claims_text(report: RunReport) -> dict[str, str]:
    """What came of each of the designer's claims that was measured, by clause.

    That the check of a claim held says that the verdict is the published one, whichever that is.
    """
    return {
        clause: f"{check.details['verdict']}: {number_text(check.details['mean'])} turns measured,"
        f" between {number_text(check.details['least'])} and {number_text(check.details['most'])}"
        for check in report.checks
        if check.kind is Kind.CLAIM and check.details
        for clause in check.clauses
    }


def covered_text(covered: Mapping[str, int]) -> str:
    """What was looked at, as one line."""
    return ", ".join(f"{count:,} {_counted(what, count)}" for what, count in covered.items())


def _counted(what: str, count: int) -> str:
    """A plural noun, or its singular where there is one; what is more than a noun stays."""
    if count != 1 or " " in what:
        return what
    return what.removesuffix("ies") + "y" if what.endswith("ies") else what.removesuffix("s")


def details_text(details: Mapping[str, str | int | float]) -> str:
    """What else is worth telling, as one line."""
    return ", ".join(f"{what}: {number_text(value)}" for what, value in details.items())


def number_text(value: str | float) -> str:
    """A figure as people write it: thousands apart, and no more digits than mean something."""
    if isinstance(value, str):
        return value
    if isinstance(value, int) or abs(value) >= 1_000:
        return f"{value:,.0f}"
    return f"{value:.4g}"
