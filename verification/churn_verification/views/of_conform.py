"""The document of a conformance run."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from churn_verification.conformance.report import (
    ConformCheck,
    ConformClause,
    ConformReport,
    TroubleReport,
)
from churn_verification.drawing.counting import counted
from churn_verification.findings import Finding, Sight, findings_of, size_of
from churn_verification.results import Counterexample, Status
from churn_verification.views import document as doc
from churn_verification.views.words import broken_clauses_text, listed, turns_after

_LEAD = (
    "An implementation of Churn was asked about positions and games, and each answer was compared"
    " with the one that the rules require."
)
_MOST_TROUBLES = 5
_SWAPS = {
    "seats": "seats",
    "colours": "colours",
    "recolour": "recolouring",
    "site": "the site",
}


def document_of(report: ConformReport) -> doc.Document:
    """The document of a run."""
    causes = next((each.follows_from for each in report.clauses if each.follows_from), ())
    findings = findings_of(_sights(report, is_explained=bool(causes)), causes)
    return doc.Document(
        command="conform",
        title="Churn conformance report",
        lead=_LEAD,
        verdict=_verdict(report, findings),
        checks=report.checks,
        findings=findings,
        sections=tuple(_sections(report)),
        identity=dict(_identity(report)),
        ended=report.broken or (None if report.complete else "stopped by hand"),
        notes={check.id: tuple(_notes(check, report)) for check in report.checks},
    )


def _identity(report: ConformReport) -> Iterator[tuple[str, str]]:
    yield "churnproof", report.suite.version
    yield "vectors", report.suite.vectors[:12]
    yield "seed", str(report.suite.seed)
    if report.adapter:
        yield "adapter", f"{report.adapter.name} {report.adapter.version}"
    yield "questions", str(report.questions)


def _sights(report: ConformReport, *, is_explained: bool) -> Iterator[Sight]:
    """The smallest case of the whole run, that of each check, and what failed without a case.

    Where one misreading explains all wrong answers, checks with wrong counts alone saw it too.
    """
    failed = [check for check in report.checks if check.status is Status.FAILED]
    smallest = report.counterexample
    if smallest is not None:
        by = _finder(failed, smallest)
        dialogue = tuple(("On standard input", line) for line in smallest.dialogue)
        yield Sight(by.id, by.reason or "", by.sentence, smallest, smallest.repeat, dialogue)
    reasons: dict[str, str] = {}
    for check in failed:
        reason = _reason_of(check, report)
        reason = reasons.setdefault(_VARYING.sub("", reason), reason)
        cases: list[Counterexample | None] = [*_cases_of(check)]
        if check.wrong and not cases:
            reason = f"{reason}: counts of turn sequences, which tell no clause"
            cases = [smallest] if is_explained else []
        for case in cases or [None]:
            yield Sight(check.id, reason, check.sentence, case)


_VARYING = re.compile(r"\d+|'[^']*'")
"""What differs between reasons that are the same fault: ids, numbers and what was quoted."""


def _reason_of(check: ConformCheck, report: ConformReport) -> str:
    """Why a check failed; nothing where the verdict says so already."""
    if report.broken is not None and check.reason == report.broken:
        return ""
    if check.troubles and not check.wrong:
        return check.troubles[0].what
    return check.reason or ""


def _cases_of(check: ConformCheck) -> list[Counterexample]:
    """For each clause that a check saw broken its smallest case; counts tell no clause."""
    found = [
        Counterexample(
            clause=each.deviations[0].clause,
            question=each.deviations[0].question,
            said={"the rules": each.deviations[0].right, "the adapter": each.deviations[0].said},
            position=each.position,
            turns=each.turns,
        )
        for each in check.differences
        if not each.depth
    ]
    found += [] if check.counterexample is None else [check.counterexample]
    smallest: dict[str, Counterexample] = {}
    for case in sorted(found, key=size_of):
        smallest.setdefault(case.clause, case)
    return list(smallest.values())


def _finder(failed: Sequence[ConformCheck], smallest: Counterexample) -> ConformCheck:
    """The check whose case was made smaller."""

    def order(check: ConformCheck) -> tuple[bool, bool, tuple[int, int, int]]:
        case = check.counterexample
        if case is None:
            return True, True, (0, 0, 0)
        return False, case.clause != smallest.clause, size_of(case)

    return min(failed, key=order)


def _verdict(report: ConformReport, findings: tuple[Finding, ...]) -> doc.Verdict:
    rate = report.questions / report.seconds if report.seconds else 0
    numbers = (
        f"{counted(report.questions, 'question')} in {report.seconds:.1f} s ({rate:,.0f} a second),"
        f" seed {report.suite.seed}."
    )
    name = doc.Code(_name(report))
    if report.broken:
        return doc.Verdict(
            doc.Outcome.FAILED, "Ended early", (doc.Code(report.broken), "."), numbers
        )
    if not report.complete:
        sentence = "The run was stopped by hand; this is what it had found by then."
        return doc.Verdict(doc.Outcome.INCOMPLETE, "Incomplete", sentence, numbers)
    if report.held:
        return doc.Verdict(doc.Outcome.HELD, "Passed", (name, f" {report.verdict}."), numbers)
    if report.verdict:
        sentence_of_part = (name, f" {report.verdict}.")
        return doc.Verdict(doc.Outcome.INCOMPLETE, "Incomplete", sentence_of_part, numbers)
    broken = broken_clauses_text(findings)
    if report.diagnosis is not None and not report.diagnosis.reproducible:
        sentence_of: doc.Cell = (name, f" {report.diagnosis.text}.")
    elif broken:
        sentence_of = (name, f" differs from the rules on {broken}.")
    else:
        sentence_of = (name, f" {_unanswered(report)}.")
    return doc.Verdict(doc.Outcome.FAILED, "Failed", sentence_of, numbers)


def _name(report: ConformReport) -> str:
    return report.adapter.name if report.adapter else " ".join(report.command)


def _unanswered(report: ConformReport) -> str:
    if any(check.wrong for check in report.checks):
        return "counts turn sequences otherwise than the rules"
    return "did not do its part; each check that failed says why"


# Sections -----------------------------------------------------------------------------------------


def _sections(report: ConformReport) -> Iterator[doc.Section]:
    yield doc.Section("adapter", "The implementation", (_adapter(report),))
    yield doc.Section("checks", "By check", (_check_table(report), *_remarks(report)))
    yield doc.Section("clauses", "By clause", tuple(_clause_table(report)))
    yield doc.Section("answers", "Wrong answers", tuple(_answers(report)), doc.In.PAGE)
    yield doc.Section("troubles", "Questions without an answer", tuple(_troubles(report)))
    yield doc.Section("known", "Known differences", tuple(_known(report)))
    yield doc.Section("diagnosis", "Diagnosis", tuple(_diagnosis(report)))


def _adapter(report: ConformReport) -> doc.Facts:
    adapter = report.adapter
    pairs: list[tuple[str, doc.Cell]] = []
    if adapter is not None:
        swap = "no swap" if adapter.swap == "none" else f"swap by {_SWAPS[adapter.swap]}"
        positions = "any position" if adapter.positions else "from the empty board only"
        about = f"{adapter.name} {adapter.version} ({adapter.language}; {positions}, {swap})"
        pairs.append(("Name", doc.Code(about)))
    pairs.append(("Command", doc.Code(" ".join(report.command))))
    if report.suite.boards:
        pairs.append(("Boards", ", ".join(report.suite.boards)))
    pairs.append(("Vectors", doc.Code(report.suite.vectors)))
    return doc.Facts(tuple(pairs))


def _check_table(report: ConformReport) -> doc.Table:
    rows = tuple(
        (
            check.id,
            check.status,
            str(check.right or check.questions),
            str(check.wrong),
            str(check.known),
            str(sum(check.not_asked.values())),
            str(sum(check.skipped.values())),
            _remark(check, report),
        )
        for check in report.checks
    )
    columns = ("check", "result", "#right", "#wrong", "#known", "#not asked", "#skipped", "remark")
    return doc.Table(columns, rows, "Answers by check")


def _remark(check: ConformCheck, report: ConformReport) -> doc.Cell:
    """Why a check failed or was not run; the verdict says why the whole run ended early."""
    if not check.reason or check.reason == report.broken:
        return ""
    return doc.Code(check.reason.removesuffix(f": {report.broken}"))


def _remarks(report: ConformReport) -> Iterator[doc.Block]:
    counts: Counter[doc.Cell] = Counter()
    for check in report.checks:
        counts.update(check.not_asked)
        for reason, count in check.skipped.items():
            counts["the adapter skips them, ", doc.Code(reason)] += count
    for cell, count in counts.items():
        yield doc.Paragraph((f"{counted(count, 'question')} not asked: ", *doc.pieces(cell)))
    for check in report.checks:
        if "strata" in check.covered:
            strata = check.covered["strata"]
            yield doc.Paragraph(f"Strata of positions reached by {check.id}: {strata:,}.")
    cut = [check.id for check in report.checks if check.left_out]
    if cut:
        yield doc.Paragraph(f"Cut short by the time limit: {', '.join(cut)}")


def _clause_table(report: ConformReport) -> Iterator[doc.Block]:
    if not any(clause.asked or clause.wrong for clause in report.clauses):
        return
    rows = tuple(
        (
            clause.id,
            clause.status,
            str(clause.asked),
            str(clause.wrong),
            clause.statement + _aside(clause),
        )
        for clause in report.clauses
    )
    columns = ("clause", "result", "#asked", "#wrong", "says")
    yield doc.Table(columns, rows, "Answers by clause")


def _aside(clause: ConformClause) -> str:
    if clause.permitted:
        return f" (Permitted difference, declared: {clause.permitted}.)"
    return f" (Follows from {listed(clause.follows_from)}.)" if clause.follows_from else ""


def _answers(report: ConformReport) -> Iterator[doc.Block]:
    for check in report.checks:
        if not check.differences:
            continue
        rows = tuple(
            (
                each.name,
                doc.Code(each.position + turns_after(each.turns)),
                f"{each.deviations[0].question} ({each.deviations[0].clause})",
                doc.Code(each.deviations[0].right),
                doc.Code(each.deviations[0].said),
            )
            for each in check.differences
        )
        yield doc.Heading(check.id)
        columns = ("question", "position and turns", "asked", "the rules", "the answer")
        yield doc.Table(columns, rows, f"Wrong answers of {check.id}")


def _troubles(report: ConformReport) -> Iterator[doc.Block]:
    for check in report.checks:
        if check.troubles:
            yield doc.Heading(check.id)
            yield doc.Entries(tuple(map(_trouble_entry, check.troubles[:_MOST_TROUBLES])))


def _trouble_entry(trouble: TroubleReport) -> doc.Entry:
    context = (("context", doc.Code(line)) for line in trouble.context)
    said: doc.Pairs = (*context, *(("stderr", doc.Code(line)) for line in trouble.stderr))
    about = doc.Code(trouble.case or "(no single question)")
    return doc.Entry(about, (doc.Code(trouble.what),), said)


def _known(report: ConformReport) -> Iterator[doc.Block]:
    for link, count in report.known.items():
        yield doc.Paragraph((f"{counted(count, 'wrong answer')}: ", doc.Code(link)))


def _diagnosis(report: ConformReport) -> Iterator[doc.Block]:
    if report.diagnosis is not None:
        yield doc.Paragraph(report.diagnosis.text)


def _notes(check: ConformCheck, report: ConformReport) -> Iterator[str]:
    for trouble in check.troubles[:_MOST_TROUBLES]:
        yield f"{trouble.case or 'no single question'}: {trouble.what}"
    if check.differences and report.diagnosis:
        yield report.diagnosis.text
