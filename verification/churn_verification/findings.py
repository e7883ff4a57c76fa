"""What is wrong in a run, each cause once.

One broken rule makes many checks fail. Here their failures are put together: by the clause that
the case of each breaks, or by their reason where they have no case.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from churn_verification.results import Counterexample


@dataclass(frozen=True)
class Sight:
    """One failure of one check.

    Attributes:
        check: the check's id.
        reason: why it failed, in one line.
        sentence: what is true if the check passes.
        case: the smallest case that it found, where there is one.
        repeat: the command that finds it again.
        more: what else helps to see it, as pairs of a label and a text.
    """

    check: str
    reason: str
    sentence: str
    case: Counterexample | None = None
    repeat: str | None = None
    more: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong.

    Attributes:
        clause: the clause that is broken; None where no case tells.
        sights: the failures that show it, the one with the smallest case first.
        consequences: other broken clauses that follow from this one.
    """

    clause: str | None
    sights: tuple[Sight, ...]
    consequences: tuple["Finding", ...] = ()

    @property
    def checks(self) -> tuple[str, ...]:
        """The ids of the checks that see it, each once."""
        return tuple(dict.fromkeys(sight.check for sight in self.sights))


def size_of(case: Counterexample) -> tuple[int, int, int]:
    """How large a case is: cells, turns and stones; one without a position is the largest."""
    if case.position is None:
        return 10**6, len(case.turns), 0
    rows = case.position.split(" ")[1]
    stones = rows.count("r") + rows.count("b")
    return stones + rows.count("."), len(case.turns), stones


def findings_of(
    sights: Iterable[Sight], follows_from: Mapping[str, Iterable[str]] | None = None
) -> tuple[Finding, ...]:
    """Put failures together by what they show.

    Args:
        sights: the failures, in any order.
        follows_from: for a clause whose failures follow from other broken clauses, those clauses.

    Returns:
        Each thing that is wrong: first the clauses with the smallest cases, then what has no case.
        A clause that follows from others is among the consequences of the first of them only.
    """
    groups: dict[tuple[str | None, str], list[Sight]] = {}
    for sight in sights:
        key = (None, sight.reason) if sight.case is None else (sight.case.clause, "")
        groups.setdefault(key, []).append(sight)
    found = sorted(
        (
            Finding(clause, tuple(sorted(group, key=_order)))
            for (clause, _), group in groups.items()
        ),
        key=lambda finding: _order(finding.sights[0]),
    )
    by_clause = {finding.clause: finding for finding in found if finding.clause}
    causes = _causes(by_clause, follows_from or {})
    return tuple(
        replace(
            finding,
            consequences=tuple(
                by_clause[clause] for clause, cause in causes.items() if cause == finding.clause
            ),
        )
        for finding in found
        if finding.clause not in causes
    )


def _causes(
    broken: Mapping[str, Finding], follows_from: Mapping[str, Iterable[str]]
) -> dict[str, str]:
    """For each broken clause that follows from another, that one; a cause itself follows none."""
    causes = {}
    for clause in broken:
        roots = [each for each in follows_from.get(clause, ()) if each in broken]
        roots = [each for each in roots if each != clause and not follows_from.get(each)]
        if roots:
            causes[clause] = roots[0]
    return causes


def _order(sight: Sight) -> tuple[bool, tuple[int, int, int]]:
    return sight.case is None, (0, 0, 0) if sight.case is None else size_of(sight.case)
