"""What is wrong in a run, each cause once.

One broken rule makes many checks fail. Here their failures are put together: by the clause that
the case of each breaks, or by their reason where they have no case.
"""

from collections.abc import Iterable, Sequence
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


def findings_of(sights: Iterable[Sight], causes: Sequence[str] = ()) -> tuple[Finding, ...]:
    """Put failures together by what they show.

    Args:
        sights: the failures, in any order.
        causes: the clauses from whose misreading all cases follow, where that is known.

    Returns:
        Each thing that is wrong: first the clauses with the smallest cases, then what has no case.
        Where the causes are known, other clauses are consequences of the cause with the smallest
        case; where no case decides a cause itself, the first cause has the cases of all.
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
    following = [each for each in found if each.clause and each.clause not in causes]
    if not causes or not following:
        return tuple(found)
    rest = [each for each in found if each not in following]
    if not any(each.clause in causes for each in rest):
        seen = sorted((sight for each in following for sight in each.sights), key=_order)
        rest.insert(0, Finding(causes[0], tuple(seen)))
    cause, *others = rest
    return replace(cause, consequences=tuple(following)), *others


def _order(sight: Sight) -> tuple[bool, tuple[int, int, int]]:
    return sight.case is None, (0, 0, 0) if sight.case is None else size_of(sight.case)
