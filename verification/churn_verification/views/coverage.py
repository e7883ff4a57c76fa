"""What the checks execute, as a part of the document of a run of the suite."""

from collections.abc import Iterator

from churn_verification.reports.coverage import Coverage, Share
from churn_verification.views import document as doc


def coverage_blocks(coverage: Coverage | None) -> Iterator[doc.Block]:
    """What the checks execute, by clause and by check; nothing where it was not measured."""
    if coverage is None:
        return
    yield doc.Paragraph(
        "Lines in the bodies of functions, and branches of lines that have several. Each check runs"
        f" alone at the quick level, for at most {coverage.seconds} s. Compiled functions of the"
        " engine cannot be watched and are left out. All checks together execute"
        f" {_shares(coverage.specification, coverage.specification_of)} of the specification, and"
        f" {_shares(coverage.engine, coverage.engine_of)} of the engine."
    )
    yield _coverage_by_clause(coverage)
    yield _coverage_by_check(coverage)
    if coverage.missed:
        yield doc.Heading("Lines that no check executes")
        yield doc.Facts(tuple(coverage.missed.items()))


def _coverage_by_clause(coverage: Coverage) -> doc.Table:
    rows = tuple(
        (
            doc.clause_ref(clause.id),
            f"{clause.stated.lines} of {clause.stated_of.lines}, {clause.stated.branches} of"
            f" {clause.stated_of.branches}"
            if clause.stated and clause.stated_of
            else "",
            _shares(clause.specification, coverage.specification_of),
            _shares(clause.engine, coverage.engine_of),
        )
        for clause in coverage.clauses
    )
    columns = ("clause", "#the function that states it", "#specification", "#engine")
    return doc.Table(columns, rows, "Lines and branches that the checks of each clause execute")


def _coverage_by_check(coverage: Coverage) -> doc.Table:
    rows = tuple(
        (
            (doc.check_ref(check.id), f" (ended after {coverage.seconds} s)" if check.cut else ""),
            f"{check.specification.lines}, {check.specification.branches}",
            f"{check.engine.lines}, {check.engine.branches}",
            str(check.alone or ""),
        )
        for check in coverage.checks
    )
    columns = ("check", "#specification", "#engine", "#lines no other check executes")
    return doc.Table(columns, rows, "Lines and branches that each check executes")


def _shares(part: Share, whole: Share) -> str:
    lines = f" ({part.lines / whole.lines:.0%})" if whole.lines else ""
    branches = f" ({part.branches / whole.branches:.0%})" if whole.branches else ""
    return f"{part.lines:,} lines{lines} and {part.branches:,} branches{branches}"
