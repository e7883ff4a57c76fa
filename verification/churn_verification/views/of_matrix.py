"""The document of several implementations side by side."""

from collections.abc import Iterator

from churn_verification.conformance.matrix import Matrix, Row
from churn_verification.drawing.counting import counted
from churn_verification.findings import Finding, Sight
from churn_verification.results import Status
from churn_verification.views import document as doc

_LEAD = (
    "Implementations of Churn were asked the same questions. The table shows how each fared on each"
    " clause of the rules; each name leads to a report."
)


def document_of(matrix: Matrix) -> doc.Document:
    """The document of a run."""
    return doc.Document(
        command="conform --matrix",
        title="Churn implementations",
        lead=_LEAD,
        verdict=_verdict(matrix),
        checks=matrix.rows,
        findings=tuple(_findings(matrix)),
        sections=(
            doc.Section("clauses", "By clause", (_clause_table(matrix), doc.Paragraph(_KEY))),
            doc.Section("verdicts", "Verdicts", (_verdict_table(matrix),)),
        ),
        identity={
            "churnproof": matrix.asked.churnproof,
            "vectors": matrix.asked.vectors[:12],
            "seed": str(matrix.asked.seed),
        },
        ended=f"stopped by hand; not checked: {', '.join(matrix.left)}" if matrix.left else None,
    )


_KEY = (
    "passed: all answers were right. failed: an answer was wrong. follows: answers were wrong only"
    " because of a clause that failed. declared: not asked about, as the implementation declares a"
    " permitted difference. not run: not asked about."
)


def _verdict(matrix: Matrix) -> doc.Verdict:
    questions = sum(row.covered.get("questions", 0) for row in matrix.rows)
    numbers = f"{questions:,} questions, seed {matrix.asked.seed}."
    if matrix.left:
        names = ", ".join(matrix.left)
        sentence: doc.Cell = ("The run was stopped by hand; not checked: ", doc.Code(names), ".")
        return doc.Verdict(doc.Outcome.INCOMPLETE, "Incomplete", sentence, numbers)
    if matrix.held:
        sentence = f"{counted(len(matrix.rows), 'implementation')} did as expected."
        return doc.Verdict(doc.Outcome.HELD, "Passed", sentence, numbers)
    wrong = ", ".join(row.id for row in matrix.rows if row.status is Status.FAILED)
    sentence = ("Not as expected: ", doc.Code(wrong), ".")
    return doc.Verdict(doc.Outcome.FAILED, "Failed", sentence, numbers)


def _findings(matrix: Matrix) -> Iterator[Finding]:
    """For each implementation that did not as expected its smallest wrong case, or the reason."""
    for row in matrix.rows:
        if row.status is Status.FAILED:
            sight = Sight(row.id, row.reason or "", row.sentence, row.counterexample, row.repeat)
            yield Finding(row.counterexample.clause if row.counterexample else None, (sight,))


def _clause_table(matrix: Matrix) -> doc.Table:
    clauses = tuple(dict.fromkeys(each for row in matrix.rows for each in row.by_clause))
    rows: tuple[tuple[doc.Cell, ...], ...] = tuple(
        (
            doc.Link(row.id, f"{row.implementation.file_name}.html"),
            doc.Code(row.version),
            *(_on(row, clause) for clause in clauses),
        )
        for row in matrix.rows
    )
    columns = ("implementation", "version", *(f"#{clause}" for clause in clauses))
    return doc.Table(columns, rows, "Results by clause")


def _on(row: Row, clause: str) -> doc.Cell:
    if clause in row.follows:
        return doc.Mark("follows", doc.Tone.FAINT)
    if clause in row.permitted:
        return doc.Mark("declared", doc.Tone.FAINT)
    return row.by_clause.get(clause, Status.NOT_RUN)


def _verdict_table(matrix: Matrix) -> doc.Table:
    rows = tuple(
        (
            doc.Link(row.id, f"{row.implementation.file_name}.html"),
            f"{row.covered.get('questions', 0):,}",
            _expected(row),
            doc.Code(row.verdict),
        )
        for row in matrix.rows
    )
    columns = ("implementation", "#questions", "as expected", "verdict")
    return doc.Table(columns, rows, "Verdicts")


def _expected(row: Row) -> doc.Cell:
    if row.status is Status.HELD:
        known = row.implementation.differs_on
        return f"yes, known to differ on {', '.join(known)}" if known else "yes"
    return doc.Mark("no", doc.Tone.BAD)
