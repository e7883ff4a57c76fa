"""What checks execute, put together by check and by clause."""

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet

import churn_spec as spec
from churn_verification.registry import Check
from churn_verification.reports.coverage import CheckCoverage, ClauseCoverage, Coverage, Share
from churn_verification.reports.executable import Code, code_of_function, code_of_package

Arc = tuple[int, int]
Executed = Mapping[str, AbstractSet[Arc]]
"""Module to the steps from line to line that were taken in it."""

PACKAGES = ("churn_spec", "churn_engine")


def coverage_of(
    checks: Sequence[Check],
    executed: Mapping[str, Executed],
    cut: Collection[str],
    seconds: int,
) -> Coverage:
    """Put together what was measured.

    Args:
        checks: the checks.
        executed: what each one executed, by its id.
        cut: the ids of those that were ended at the limit of time.
        seconds: that limit.
    """
    specification, engine = (code_of_package(package) for package in PACKAGES)
    union = _together(executed.values())
    return Coverage(
        seconds=seconds,
        specification=_share(specification, union),
        specification_of=_whole(specification),
        engine=_share(engine, union),
        engine_of=_whole(engine),
        checks=tuple(
            CheckCoverage(
                id=check.id,
                specification=_share(specification, executed[check.id]),
                engine=_share(engine, executed[check.id]),
                alone=_lines_alone((*specification, *engine), executed, check.id),
                cut=check.id in cut,
            )
            for check in checks
        ),
        clauses=tuple(
            _clause_coverage(clause, checks, executed, specification, engine)
            for clause in spec.CLAUSES
        ),
        missed=_missed((*specification, *engine), union),
    )


def _clause_coverage(
    clause: str,
    checks: Sequence[Check],
    executed: Mapping[str, Executed],
    specification: Sequence[Code],
    engine: Sequence[Code],
) -> ClauseCoverage:
    union = _together([executed[check.id] for check in checks if clause in check.clauses])
    stating = None if clause in spec.CLAIMED_TURNS else (code_of_function(spec.stated_by(clause)),)
    return ClauseCoverage(
        id=clause,
        stated=None if stating is None else _share(stating, union),
        stated_of=None if stating is None else _whole(stating),
        specification=_share(specification, union),
        engine=_share(engine, union),
    )


def _together(parts: Collection[Executed]) -> dict[str, set[Arc]]:
    union: dict[str, set[Arc]] = {}
    for part in parts:
        for module, arcs in part.items():
            union.setdefault(module, set()).update(arcs)
    return union


def _lines_of(code: Code, executed: Executed) -> set[int]:
    arcs = executed.get(code.module, frozenset())
    return {line for arc in arcs for line in arc} & code.lines


def _share(codes: Collection[Code], executed: Executed) -> Share:
    return Share(
        lines=sum(len(_lines_of(code, executed)) for code in codes),
        branches=sum(len(code.branches & executed.get(code.module, frozenset())) for code in codes),
    )


def _whole(codes: Collection[Code]) -> Share:
    return Share(
        lines=sum(len(code.lines) for code in codes),
        branches=sum(len(code.branches) for code in codes),
    )


def _lines_alone(codes: Collection[Code], executed: Mapping[str, Executed], check_id: str) -> int:
    others = _together([part for other, part in executed.items() if other != check_id])
    return sum(len(_lines_of(code, executed[check_id]) - _lines_of(code, others)) for code in codes)


def _missed(codes: Collection[Code], executed: Executed) -> dict[str, str]:
    missed = {code.module: sorted(code.lines - _lines_of(code, executed)) for code in codes}
    return {module: _ranges(lines) for module, lines in missed.items() if lines}


def _ranges(lines: Sequence[int]) -> str:
    """Line numbers as text, runs of them shortened."""
    runs: list[list[int]] = []
    for line in lines:
        if runs and line == runs[-1][-1] + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
