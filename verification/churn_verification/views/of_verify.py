"""The document of a run of the suite."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from churn_verification.drawing.counting import counted
from churn_verification.findings import Finding, Sight, findings_of
from churn_verification.registry import Kind, Reach
from churn_verification.reports.model import CheckReport, ClauseReport, Failure, RunReport
from churn_verification.results import Status
from churn_verification.running import STOPPED
from churn_verification.support.durations import write_duration
from churn_verification.views import document as doc
from churn_verification.views.coverage import coverage_blocks
from churn_verification.views.words import (
    broken_clauses_text,
    covered_text,
    details_text,
    listed,
    number_text,
)

_LEAD = (
    "The rules of Churn are written down twice: in a specification made to be read, and in an"
    " engine made to be fast. This page says how the two were compared, and how far. Each check is"
    " one sentence that passed, failed or was not run, and each clause of the rules has its checks."
)

_KINDS: Final = MappingProxyType(
    {
        Kind.PROPERTY: "Each clause stated a second time in another way, and tried on random"
        " positions and games.",
        Kind.DIFFERENTIAL: "The engine and the specification are asked the same of random games,"
        " positions and texts.",
        Kind.EXHAUSTIVE: "Comparisons with nothing left out: every board, position, placement or"
        " pattern of some kind.",
        Kind.PROOF: "Theorems about all positions of some boards, proved by a solver from the"
        " specification's own source, and theorems about a model of the rules, proved by Coq for"
        " every board unless they list some.",
        Kind.LEMMA: "Lemmas about counts and lengths on boards of every size, proved by a solver;"
        " other checks link them to the code.",
        Kind.GRAPH: "Facts about complete game graphs and solved boards.",
        Kind.VECTOR: "Single cases with their one right answer, published for any implementation;"
        " the designer's own figures are among them.",
        Kind.MUTANT: "Deliberately wrong implementations, each of which the checks must catch.",
        Kind.CLAIM: "The designer's claims about the length of games, measured.",
    }
)
"""What each kind of evidence is."""

_REACHES: Final = MappingProxyType(
    {
        Reach.CASES: "Cases or boards chosen by hand.",
        Reach.SAMPLED: "Random cases; the more there are, the less likely is an unseen fault.",
        Reach.ALL_PLACEMENTS: "Every placement on every arrangement of one's own stones, or on one"
        " of each class of symmetric ones.",
        Reach.ALL_POSITIONS: "Every position of the boards that the check names, or every one that"
        " can be reached there.",
        Reach.LEMMA: "A lemma that holds for boards of every size; it is about counts and lengths,"
        " and not about the code.",
        Reach.PROVED_POSITIONS: "A proof about the boards that the check lists: about all their"
        " positions and the specification's own source, unless it is Coq's about its model.",
        Reach.PROVED_BOARDS: "Theorems that Coq proves for every finite board, or every hexagon,"
        " of a model that another check compares with the specification on small boards.",
    }
)
"""What each reach means, from the least to the furthest."""

_MOST_SLOW = 10


def document_of(report: RunReport) -> doc.Document:
    """The document of a run."""
    findings = findings_of(_sights(report))
    return doc.Document(
        command="verify",
        title="Churn verification report",
        lead=_LEAD,
        verdict=_verdict(report, findings),
        checks=report.checks,
        findings=findings,
        sections=tuple(_sections(report)),
        identity={
            "level": report.level.value,
            "seed": str(report.seed),
            "sources": report.circumstances.sources,
        },
        ended=None if report.complete else "the run was stopped before its end",
    )


def claims_text(report: RunReport) -> dict[str, str]:
    """What came of each of the designer's claims that was measured, by clause.

    That the check of a claim passed says that the games played decide it, either way.
    """
    return {
        clause: f"{check.details['verdict']}: {number_text(check.details['mean'])} turns measured,"
        f" between {number_text(check.details['least'])} and {number_text(check.details['most'])}"
        for check in report.checks
        if check.kind is Kind.CLAIM and check.details
        for clause in check.clauses
    }


def _sights(report: RunReport) -> Iterator[Sight]:
    for check in report.checks:
        if check.status is Status.FAILED:
            failures: tuple[CheckReport | Failure, ...] = (check, *check.further)
            for failure in failures:
                case, repeat = failure.counterexample, failure.repeat
                yield Sight(check.id, failure.reason or "", check.sentence, case, repeat)


def _verdict(report: RunReport, findings: tuple[Finding, ...]) -> doc.Verdict:
    failed, not_run = report.count(Status.FAILED), report.count(Status.NOT_RUN)
    numbers = (
        f"{report.count(Status.HELD)} passed, {failed} failed, {not_run} not run,"
        f" in {write_duration(report.seconds)}. Level {report.level.value}, seed {report.seed}."
    )
    if failed:
        broken = broken_clauses_text(findings)
        sentence = (
            f"Differs from the rules on {broken}."
            if broken
            else "Checks failed without showing a case that breaks a rule; each says why."
        )
        heading = "Failed" if report.complete else "Failed, and incomplete"
        return doc.Verdict(doc.Outcome.FAILED, heading, sentence, numbers)
    if not report.complete:
        sentence = "The run was stopped before its end; this is what it had found by then."
        return doc.Verdict(doc.Outcome.INCOMPLETE, "Incomplete", sentence, numbers)
    if report.held:
        unasked = [clause.id for clause in report.clauses if not clause.held]
        aside = f"; none was about {listed(unasked)}" if unasked else ""
        sentence = f"Every check that was run passed{aside}."
        return doc.Verdict(doc.Outcome.HELD, "Passed", sentence, numbers)
    sentence = "Nothing failed, but not everything could run." if not_run else "Nothing was run."
    return doc.Verdict(doc.Outcome.FAILED, "Not passed", sentence, numbers)


# Sections -----------------------------------------------------------------------------------------


def _sections(report: RunReport) -> Iterator[doc.Section]:
    yield doc.Section("checked", "How far each check looked", (_check_table(report),), doc.In.TEXT)
    yield doc.Section("by-clause", "By clause", (_clause_table(report),), doc.In.TEXT)
    yield doc.Section("left-out", "Checks that were not run", tuple(_left_out(report)))
    yield doc.Section(
        "matrix", "How far each clause was checked", tuple(_matrix(report)), doc.In.PAGE
    )
    yield doc.Section("claims", "The designer's claims", tuple(_claims(report)), doc.In.PAGE)
    yield doc.Section("clauses", "Clause by clause", (_clause_entries(report),), doc.In.PAGE)
    yield doc.Section("checks", "Every check", tuple(_every_check(report)), doc.In.PAGE)
    yield doc.Section("time", "The slowest checks", tuple(_slowest(report)))
    yield doc.Section(
        "coverage", "What the checks execute", tuple(coverage_blocks(report.coverage)), doc.In.PAGE
    )
    yield doc.Section("run", "What was run", (_run(report),), doc.In.PAGE)


def _check_table(report: RunReport) -> doc.Table:
    rows = tuple(
        (
            doc.Mark(check.id, doc.Tone.BAD) if check.status is Status.FAILED else check.id,
            check.status,
            f"{check.seconds:.1f}",
            _found(check) or check.reason or "",
        )
        for check in report.checks
    )
    return doc.Table(("check", "result", "#seconds", "covered"), rows, "What each check covered")


def _found(check: CheckReport) -> str:
    parts = (covered_text(check.covered), details_text(check.details))
    return "; ".join(part for part in parts if part)


def _clause_table(report: RunReport) -> doc.Table:
    rows = tuple(
        (
            doc.Mark(clause.id, _tone(report, clause)),
            str(clause.held),
            _failures(report, clause) or "0",
            str(clause.not_run),
            clause.reaches[-1].value if clause.reaches else "not at all",
            _says(report, clause),
        )
        for clause in report.clauses
    )
    columns = ("clause", "#passed", "#failed", "#not run", "furthest", "says")
    return doc.Table(columns, rows, "Checks by clause")


def _tone(report: RunReport, clause: ClauseReport) -> doc.Tone:
    if any(_breaks(check, clause) for check in _failed(report, clause)):
        return doc.Tone.BAD
    return doc.Tone.GOOD if clause.held else doc.Tone.FAINT


def _says(report: RunReport, clause: ClauseReport) -> str:
    measured = claims_text(report).get(clause.id)
    return f"{clause.statement} It {measured}." if measured else clause.statement


def _left_out(report: RunReport) -> Iterator[doc.Block]:
    not_run = [check for check in report.checks if check.status is Status.NOT_RUN]
    stopped = [check for check in not_run if check.reason == STOPPED]
    entries = [
        doc.Entry((doc.check_ref(check.id), f": {check.reason}"))
        for check in not_run
        if check.reason != STOPPED
    ]
    if stopped:
        entries.append(doc.Entry(f"{counted(len(stopped), 'check')}: {STOPPED}"))
    if entries:
        yield doc.Entries(tuple(entries))


def _matrix(report: RunReport) -> Iterator[doc.Block]:
    yield doc.Paragraph(
        "Number of checks that passed at each strength; green marks the strongest. From the"
        " weakest to the strongest:"
    )
    yield doc.Facts(tuple((reach.value, meaning) for reach, meaning in _REACHES.items()))
    rows = tuple(
        (
            doc.clause_ref(clause.id),
            _says(report, clause),
            *(_matrix_cell(report, clause, reach) for reach in Reach),
        )
        for clause in report.clauses
    )
    columns = ("clause", "says", *(f"#{reach.value}" for reach in Reach))
    yield doc.Table(columns, rows, "Checks that passed for each clause, by strength")


def _matrix_cell(report: RunReport, clause: ClauseReport, reach: Reach) -> doc.Cell:
    passed = sum(
        check.status is Status.HELD
        for check in report.checks
        if check.reach is reach and clause.id in check.clauses
    )
    failures = _failures(report, clause, reach, " failed")
    if failures:
        return (*failures, f", {passed} passed" if passed else "")
    if not passed:
        return ""
    is_furthest = reach is clause.reaches[-1]
    return doc.Mark(str(passed), doc.Tone.GOOD) if is_furthest else str(passed)


def _failed(
    report: RunReport, clause: ClauseReport, reach: Reach | None = None
) -> list[CheckReport]:
    """The failed checks that speak for a clause, of one reach where one is given."""
    return [
        check
        for check in report.checks
        if check.status is Status.FAILED
        and clause.id in check.clauses
        and (reach is None or check.reach is reach)
    ]


def _breaks(check: CheckReport, clause: ClauseReport) -> bool:
    """Whether a failed check tells against a clause: unless its case decides another one."""
    return check.counterexample is None or check.counterexample.clause == clause.id


def _failures(
    report: RunReport, clause: ClauseReport, reach: Reach | None = None, word: str = ""
) -> tuple[doc.Piece, ...]:
    """How many checks of a clause failed on it, and how many on another clause."""
    failed = _failed(report, clause, reach)
    own = sum(_breaks(check, clause) for check in failed)
    parts: list[doc.Piece] = [doc.Mark(f"{own}{word}", doc.Tone.BAD)] if own else []
    others = len(failed) - own
    if others:
        elsewhere = {
            each.counterexample.clause
            for each in failed
            if each.counterexample and not _breaks(each, clause)
        }
        before = ", " if own else ""
        parts.append(f"{before}{others}{word} on {listed(sorted(elsewhere))}")
    return tuple(parts)


def _claims(report: RunReport) -> Iterator[doc.Block]:
    measured = [check for check in report.checks if check.kind is Kind.CLAIM and check.details]
    if measured:
        yield doc.Paragraph(
            "“About” means within 10 % of the mean over random games. The interval covers the true"
            " mean in 999 cases of 1,000."
        )
    for check in measured:
        found = {name: number_text(value) for name, value in check.details.items()}
        clauses = ", ".join(check.clauses)
        yield doc.Heading(f"{clauses}: about {found['claimed']} turns {found['verdict']}")
        yield _scale(check)
        yield doc.Facts(
            (
                ("Claimed (line)", f"{found['claimed']} turns, and 10 % to either side"),
                (
                    "Measured (bar)",
                    f"{found['mean']} turns, between {found['least']} and {found['most']}, over"
                    f" {covered_text(check.covered)}",
                ),
                ("Check", (doc.check_ref(check.id), " ", check.status)),
            )
        )


def _scale(check: CheckReport) -> doc.Picture:
    """A claim and its interval on a line from nothing to more than both."""
    figures = {name: float(check.details[name]) for name in ("claimed", "least", "most")}
    whole = 1.25 * max(figures.values())
    at = {name: round(100 * figure / whole, 2) for name, figure in figures.items()}
    claimed, least, width = at["claimed"], at["least"], max(at["most"] - at["least"], 0.6)
    shown = {name: number_text(figure) for name, figure in figures.items()}
    return doc.Picture(
        '<svg class="scale" viewBox="0 0 100 14" preserveAspectRatio="none" role="img"'
        f' aria-label="Claimed {shown["claimed"]}, measured between {shown["least"]} and'
        f' {shown["most"]}"><path class="axis" d="M0 7H100"/><rect class="about"'
        f' x="{0.9 * claimed:.2f}" y="3" width="{0.2 * claimed:.2f}" height="8"/>'
        f'<path class="claimed" d="M{claimed} 1V13"/>'
        f'<rect class="measured" x="{least}" y="5" width="{width:.2f}" height="4"/></svg>'
    )


def _clause_entries(report: RunReport) -> doc.Entries:
    return doc.Entries(
        tuple(
            doc.Entry(
                clause.id,
                (clause.statement,),
                (
                    ("Rests on", _passage(clause)),
                    (
                        "Stated by",
                        doc.Code(clause.stated_by) if clause.stated_by else "no function",
                    ),
                    *_checks_by_kind(report, clause),
                ),
                anchor=f"clause-{clause.id}",
            )
            for clause in report.clauses
        )
    )


def _passage(clause: ClauseReport) -> str:
    figures = ", ".join(map(str, clause.figures))
    many = "s" if len(clause.figures) > 1 else ""
    return f"“{clause.words}”{f', figure{many} {figures}' if figures else ''}"


def _checks_by_kind(report: RunReport, clause: ClauseReport) -> Iterator[tuple[str, doc.Cell]]:
    for kind in clause.kinds:
        parts: list[doc.Piece] = []
        for check in report.checks:
            if check.kind is kind and clause.id in check.clauses:
                parts += [doc.check_ref(check.id), "\N{NO-BREAK SPACE}", check.status, "  "]
        yield kind.value.capitalize(), tuple(parts[:-1])


def _every_check(report: RunReport) -> Iterator[doc.Block]:
    again = f"churnproof verify --level {report.level.value} --check ID --seed {report.seed}"
    yield doc.Paragraph(("To run one check again: ", doc.Code(again)))
    for kind in Kind:
        of_kind = [check for check in report.checks if check.kind is kind]
        if of_kind:
            yield doc.Heading(kind.value.capitalize())
            yield doc.Paragraph(doc.Mark(_KINDS[kind], doc.Tone.FAINT))
            yield doc.Entries(tuple(map(_check_entry, of_kind)))


def _check_entry(check: CheckReport) -> doc.Entry:
    clauses = doc.spaced([doc.clause_ref(clause) for clause in check.clauses])
    rounds = f"{check.rounds:,} rounds" if check.rounds > 1 else ""
    reach = check.reach.value if check.reach else ""
    found = (reach, _found(check), rounds, write_duration(check.seconds))
    lines: list[doc.Cell] = [check.sentence]
    if check.reason:
        lines.append(doc.Mark(check.reason, doc.Tone.BAD))
    lines.append(doc.Mark("; ".join(part for part in found if part), doc.Tone.FAINT))
    return doc.Entry(
        (check.status, " ", doc.Code(check.id), " ", *clauses),
        tuple(lines),
        anchor=f"check/{check.id}",
    )


def _slowest(report: RunReport) -> Iterator[doc.Block]:
    rows = tuple(
        (
            doc.check_ref(check.id),
            write_duration(check.processor_seconds),
            write_duration(check.seconds),
        )
        for check in report.slowest(_MOST_SLOW)
    )
    if rows:
        yield doc.Table(("check", "#processor", "#clock"), rows, "The slowest checks")


def _run(report: RunReport) -> doc.Facts:
    where = report.circumstances
    machine = where.machine
    memory = f", {number_text(machine.memory)} GB of memory" if machine.memory else ""
    commit: tuple[tuple[str, doc.Cell], ...] = ()
    if where.commit:
        changed = ", with uncommitted changes" if where.commit.endswith("+") else ""
        commit = (("Commit", (doc.Code(where.commit.removesuffix("+")), changed)),)
    level, seed = report.level.value, str(report.seed)
    repeated = ", repeated until the time was up" if report.repeated else ""
    return doc.Facts(
        (
            ("Versions", ", ".join(f"{name} {each}" for name, each in where.versions.items())),
            *commit,
            ("Sources", (doc.Code(where.sources), ", a checksum of the three packages")),
            (
                "Machine",
                f"{machine.system}, {machine.processor}, {counted(machine.cores, 'core')}{memory}",
            ),
            ("Begun", f"{report.started:%-d %B %Y, %H:%M:%S} UTC"),
            ("Took", write_duration(report.seconds)),
            ("Level", f"{level}{repeated}"),
            ("Seed", seed),
            ("Repeat with", doc.Code(f"churnproof verify --level {level} --seed {seed}")),
        )
    )
