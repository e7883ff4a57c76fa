"""Numbers, cases and causes in words, the same in every view."""

from collections.abc import Iterator, Mapping, Sequence

import churn_spec as spec
from churn_verification.drawing.cases import turns_text
from churn_verification.findings import Finding, Sight
from churn_verification.results import Counterexample
from churn_verification.views.document import Cell, Code, Pairs, clause_ref


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


def listed(names: Sequence[str]) -> str:
    """Names as people list them: `R1`, `R1 and R2`, `P1, R1 and R2`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def one_line(text: str | None) -> str:
    """A text on one line."""
    return " ".join((text or "").split())


def broken_clauses_text(findings: Sequence[Finding]) -> str:
    """The clauses that are broken, with those that follow; empty where no case breaks one."""
    causes = [each.clause for each in findings if each.clause]
    follow = [each.clause for cause in findings for each in cause.consequences if each.clause]
    if not follow:
        return listed(causes) if causes else ""
    verb = "follows" if len(follow) == 1 else "follow"
    return f"{listed(causes)} ({listed(follow)} {verb} from {'it' if len(causes) == 1 else 'them'})"


def facts_of(sight: Sight) -> Pairs:
    """A failure as labels and texts: what was asked where, who said what, how to see it again."""
    facts: list[tuple[str, Cell]] = [("Check", (Code(sight.check), f": {sight.sentence}"))]
    if sight.case is None and sight.reason:
        facts.append(("Reason", Code(one_line(sight.reason))))
    elif sight.case is not None:
        facts += facts_of_case(sight.case)
    facts += [(label, Code(text)) for label, text in sight.more]
    if sight.repeat:
        facts.append(("Repeat with", Code(sight.repeat)))
    return tuple(facts)


def facts_of_case(case: Counterexample) -> Iterator[tuple[str, Cell]]:
    """A case as labels and texts: the clause, what was asked where, who said what."""
    yield "Clause", (clause_ref(case.clause), f": {spec.CLAUSES[case.clause]}")
    if case.position is not None:
        yield "Position", Code(case.position)
    if case.turns:
        yield "Turns", Code(turns_text(case.turns))
    yield "Asked", Code(case.question)
    yield from ((who, Code(what)) for who, what in case.said.items())


def place_of(sight: Sight) -> str:
    """Where a failure shows, in one line: its position and turns, or its reason."""
    case = sight.case
    if case is None or case.position is None:
        return one_line(sight.reason)
    return case.position + turns_after(case.turns)


def turns_after(turns: Sequence[str]) -> str:
    """Turns, to be read after the position in which they begin."""
    return f", then {turns_text(turns)}" if turns else ""
