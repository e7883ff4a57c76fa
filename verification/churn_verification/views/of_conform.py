"""The document of a conformance run."""

from collections import Counter
from collections.abc import Iterator, Sequence

from churn_spec import CLAUSES
from churn_verification.conformance.report import ConformCheck, ConformReport, TroubleReport
from churn_verification.drawing.counting import counted
from churn_verification.findings import Finding, Sight, findings_of, size_of
from churn_verification.results import Counterexample, Status
from churn_verification.views.document import (
    Block,
    Cell,
    Code,
    Document,
    Entries,
    Entry,
    Facts,
    Heading,
    In,
    Outcome,
    Pairs,
    Paragraph,
    Section,
    Table,
    Verdict,
    pieces,
)
from churn_verification.views.words import broken_clauses_text, listed, turns_after

_LEAD = (
    "An implementation of Churn was asked about positions and games, and each answer was compared"
    " with the one that the rules require."
)
_MOST_TROUBLES = 5


def document_of(report: ConformReport) -> Document:
    """The document of a run."""
    causes = next((each.follows_from for each in report.clauses if each.follows_from), ())
    follows = {clause: causes for clause in CLAUSES if clause not in causes}
    findings = findings_of(_sights(report), follows)
    return Document(
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


def _sights(report: ConformReport) -> Iterator[Sight]:
    """The smallest case of the whole run, that of each check, and what failed without a case."""
    failed = [check for check in report.checks if check.status is Status.FAILED]
    smallest = report.counterexample
    if smallest is not None:
        by = _finder(failed, smallest)
        dialogue = tuple(("On standard input", line) for line in smallest.dialogue)
        yield Sight(by.id, by.reason or "", by.sentence, smallest, smallest.repeat, dialogue)
    for check in failed:
        yield Sight(check.id, check.reason or "", check.sentence, check.counterexample)


def _finder(failed: Sequence[ConformCheck], smallest: Counterexample) -> ConformCheck:
    """The check whose case was made smaller."""

    def order(check: ConformCheck) -> tuple[bool, bool, tuple[int, int, int]]:
        case = check.counterexample
        if case is None:
            return True, True, (0, 0, 0)
        return False, case.clause != smallest.clause, size_of(case)

    return min(failed, key=order)


def _verdict(report: ConformReport, findings: tuple[Finding, ...]) -> Verdict:
    rate = report.questions / report.seconds if report.seconds else 0
    numbers = (
        f"{report.questions:,} questions in {report.seconds:.1f} s ({rate:,.0f} a second),"
        f" seed {report.suite.seed}."
    )
    name = Code(_name(report))
    if report.broken:
        return Verdict(Outcome.FAILED, "Ended early", (Code(report.broken), "."), numbers)
    if not report.complete:
        sentence = "The run was stopped by hand; this is what it had found by then."
        return Verdict(Outcome.INCOMPLETE, "Incomplete", sentence, numbers)
    if report.held:
        return Verdict(Outcome.HELD, "Passed", (name, f" {report.verdict}."), numbers)
    broken = broken_clauses_text(findings)
    if broken:
        sentence_of: Cell = (name, f" differs from the rules on {broken}.")
    else:
        sentence_of = (name, f" {_unanswered(report)}.")
    return Verdict(Outcome.FAILED, "Failed", sentence_of, numbers)


def _name(report: ConformReport) -> str:
    return report.adapter.name if report.adapter else " ".join(report.command)


def _unanswered(report: ConformReport) -> str:
    answered = sum(check.right for check in report.checks)
    skipped = sum(sum(check.skipped.values()) for check in report.checks)
    if skipped > answered:
        return f"answered {answered:,} questions and skipped {skipped:,}"
    return "did not do its part; each check that failed says why"


# Sections -----------------------------------------------------------------------------------------


def _sections(report: ConformReport) -> Iterator[Section]:
    yield Section("adapter", "The implementation", (_adapter(report),))
    yield Section("checks", "By check", (_check_table(report), *_remarks(report)))
    yield Section("clauses", "By clause", tuple(_clause_table(report)))
    yield Section("answers", "Wrong answers", tuple(_answers(report)), In.PAGE)
    yield Section("troubles", "Questions without an answer", tuple(_troubles(report)))
    yield Section("known", "Known differences", tuple(_known(report)))
    yield Section("diagnosis", "Diagnosis", tuple(_diagnosis(report)))


def _adapter(report: ConformReport) -> Facts:
    adapter = report.adapter
    pairs: list[tuple[str, Cell]] = []
    if adapter is not None:
        swap = "no swap" if adapter.swap == "none" else f"swap by {adapter.swap}"
        positions = "any position" if adapter.positions else "from the empty board only"
        about = f"{adapter.name} {adapter.version} ({adapter.language}; {positions}, {swap})"
        pairs.append(("Name", Code(about)))
    pairs.append(("Command", Code(" ".join(report.command))))
    if report.suite.boards:
        pairs.append(("Boards", ", ".join(report.suite.boards)))
    pairs.append(("Vectors", Code(report.suite.vectors)))
    return Facts(tuple(pairs))


def _check_table(report: ConformReport) -> Table:
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
    return Table(columns, rows, "Answers by check")


def _remark(check: ConformCheck, report: ConformReport) -> Cell:
    """Why a check failed or was not run; the verdict says why the whole run ended early."""
    if not check.reason or check.reason == report.broken:
        return ""
    return Code(check.reason.removesuffix(f": {report.broken}"))


def _remarks(report: ConformReport) -> Iterator[Block]:
    counts: Counter[Cell] = Counter()
    for check in report.checks:
        counts.update(check.not_asked)
        for reason, count in check.skipped.items():
            counts["the adapter skips them, ", Code(reason)] += count
    for cell, count in counts.items():
        yield Paragraph((f"{counted(count, 'question')} not asked: ", *pieces(cell)))
    for check in report.checks:
        if "strata" in check.covered:
            strata = check.covered["strata"]
            yield Paragraph(f"Strata of positions reached by {check.id}: {strata:,}.")
    cut = [check.id for check in report.checks if check.left_out]
    if cut:
        yield Paragraph(f"Cut short by the time limit: {', '.join(cut)}")


def _clause_table(report: ConformReport) -> Iterator[Block]:
    if not any(clause.asked or clause.wrong for clause in report.clauses):
        return
    rows = tuple(
        (
            clause.id,
            clause.status,
            str(clause.asked),
            str(clause.wrong),
            clause.statement
            + (f" (Follows from {listed(clause.follows_from)}.)" if clause.follows_from else ""),
        )
        for clause in report.clauses
    )
    columns = ("clause", "result", "#asked", "#wrong", "says")
    yield Table(columns, rows, "Answers by clause")


def _answers(report: ConformReport) -> Iterator[Block]:
    for check in report.checks:
        if not check.differences:
            continue
        rows = tuple(
            (
                each.name,
                Code(each.position + turns_after(each.turns)),
                f"{each.deviations[0].question} ({each.deviations[0].clause})",
                Code(each.deviations[0].right),
                Code(each.deviations[0].said),
            )
            for each in check.differences
        )
        yield Heading(check.id)
        columns = ("question", "position and turns", "asked", "the rules", "the answer")
        yield Table(columns, rows, f"Wrong answers of {check.id}")


def _troubles(report: ConformReport) -> Iterator[Block]:
    for check in report.checks:
        if check.troubles:
            yield Heading(check.id)
            yield Entries(tuple(map(_trouble_entry, check.troubles[:_MOST_TROUBLES])))


def _trouble_entry(trouble: TroubleReport) -> Entry:
    context = (("context", Code(line)) for line in trouble.context)
    said: Pairs = (*context, *(("stderr", Code(line)) for line in trouble.stderr))
    return Entry(Code(trouble.case or "(no single question)"), (Code(trouble.what),), said)


def _known(report: ConformReport) -> Iterator[Block]:
    for link, count in report.known.items():
        yield Paragraph((f"{counted(count, 'wrong answer')}: ", Code(link)))


def _diagnosis(report: ConformReport) -> Iterator[Block]:
    if report.diagnosis is not None:
        yield Paragraph(report.diagnosis.text)


def _notes(check: ConformCheck, report: ConformReport) -> Iterator[str]:
    for trouble in check.troubles[:_MOST_TROUBLES]:
        yield f"{trouble.case or 'no single question'}: {trouble.what}"
    if check.differences and report.diagnosis:
        yield report.diagnosis.text
