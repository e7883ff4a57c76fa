"""The document of an examination of mutants, and the tables that it shares with their page."""

from collections.abc import Iterable, Iterator

from churn_verification.drawing.counting import counted
from churn_verification.findings import Sight, findings_of
from churn_verification.judge.figures import figures
from churn_verification.misreadings.catalogue import CATALOGUE
from churn_verification.mutants.examining import Examination
from churn_verification.mutants.report import levels_scores, missed
from churn_verification.mutants.sight import figures_that_see, unseen
from churn_verification.mutants.trial import Fate, Trial
from churn_verification.results import Checked, Status
from churn_verification.views import document as doc
from churn_verification.views.words import facts_of_case

_LEAD = (
    "A suite that passes says little until it is known what it would catch. So the suite is tried"
    " on mutants: implementations of Churn that misread one rule each."
)

_MARKS = {
    Fate.KILLED: "x",
    Fate.CRASHED: "c",
    Fate.ENDLESS: "e",
    Fate.VOID: "?",
    Fate.SURVIVED: ".",
}
_LEGEND = (
    "x a difference, c it crashed, e it did not end, . not seen, ? void because Churn itself did"
    " not pass the same trial; empty: not tried"
)


def document_of(examination: Examination) -> doc.Document:
    """The document of an examination."""
    checks = tuple(_check(examination, mutant) for mutant in examination.mutants)
    sights = [
        Sight(check.id, f"{check.id} survived", check.sentence)
        for check in checks
        if check.status is Status.FAILED
    ]
    return doc.Document(
        command="mutants",
        title="Churn mutants report",
        lead=_LEAD,
        verdict=_verdict(examination),
        checks=checks,
        findings=findings_of(sights),
        sections=tuple(_sections(examination)),
        identity={"level": examination.level.value, "seed": str(examination.seed)},
        ended=None if examination.complete else "stopped by hand",
    )


def _check(examination: Examination, mutant_id: str) -> Checked:
    """A mutant as a check: that the suite kills it."""
    mutant, kill = CATALOGUE[mutant_id], examination.first_kill(mutant_id)
    trials = examination.of(mutant_id)
    status, reason = Status.HELD, None
    if kill is None:
        status = Status.FAILED if examination.complete else Status.NOT_RUN
        reason = "no check kills it" if examination.complete else "not tried to the end"
    smallest = examination.smallest_kill(mutant_id)
    return Checked(
        id=mutant_id,
        sentence=f"The suite catches this misreading: {mutant.sentence}",
        clauses=mutant.clauses,
        status=status,
        reason=reason,
        seconds=round(sum(trial.seconds for trial in trials), 3),
        covered={"trials": len(trials)} if trials else {},
        counterexample=smallest.counterexample if smallest else None,
    )


def _verdict(examination: Examination) -> doc.Verdict:
    survivors, count = examination.survivors(), len(examination.mutants)
    levels = ", ".join(
        f"{killed} at level {level.value}" for level, killed in levels_scores(examination).items()
    )
    numbers = f"Of {counted(count, 'mutant')} the suite killed {levels}; seed {examination.seed}."
    if not examination.complete:
        sentence = "The run was stopped by hand; this is what it had found by then."
        return doc.Verdict(doc.Outcome.INCOMPLETE, "Incomplete", sentence, numbers)
    if survivors:
        void = sum(trial.fate is Fate.VOID for trial in examination.trials)
        also = f" {counted(void, 'trial')} did not count." if void else ""
        listed = doc.spaced([doc.Code(survivor) for survivor in survivors], ", ")
        return doc.Verdict(doc.Outcome.FAILED, "Survivors", (*listed, f".{also}"), numbers)
    return doc.Verdict(
        doc.Outcome.HELD, "Passed", "The suite kills every mutant that was tried.", numbers
    )


def _sections(examination: Examination) -> Iterator[doc.Section]:
    entries = doc.Entries(tuple(_entry(examination, mutant) for mutant in examination.mutants))
    yield doc.Section("mutants", "Mutants", (entries,))
    matrix = _matrix(examination)
    yield doc.Section(
        "matrix", "Checks by mutants", (matrix, doc.Paragraph(doc.Mark(_LEGEND, doc.Tone.FAINT)))
    )
    blind = ", ".join(unseen(examination.mutants)) or "none"
    scores = (
        _scores(examination),
        doc.Paragraph(f"Seen by none of the designer's figures: {blind}"),
    )
    yield doc.Section("scores", "What each check kills by itself", scores)


def _entry(examination: Examination, mutant_id: str) -> doc.Entry:
    mutant, kill = CATALOGUE[mutant_id], examination.first_kill(mutant_id)
    smallest = examination.smallest_kill(mutant_id)
    case = smallest.counterexample if smallest else None
    facts: list[tuple[str, doc.Cell]] = []
    if smallest and case:
        facts = [("Smallest case found by", doc.Code(smallest.probe)), *facts_of_case(case)]
    return doc.Entry(
        (doc.Code(mutant_id), f" [{' '.join(mutant.clauses)}] {mutant.sentence}"),
        (f"From {mutant.origin.value}: {mutant.source}", _how_it_ended(kill)),
        tuple(facts),
        case,
    )


def _how_it_ended(kill: Trial | None) -> doc.Mark:
    if kill is None:
        return doc.Mark("survived", doc.Tone.BAD)
    how = "" if kill.fate is Fate.KILLED else f" ({kill.fate.value}: {kill.reason})"
    text = f"killed by {kill.probe} at level {kill.level.value}{_effort(kill)}{how}"
    return doc.Mark(text, doc.Tone.GOOD)


def _effort(kill: Trial) -> str:
    if kill.examples is None or kill.turns is None:
        return ""
    return f" after {counted(kill.examples, 'example')} and {counted(kill.turns, 'turn')}"


def _matrix(examination: Examination) -> doc.Table:
    columns = (*examination.probes, *examination.ways)
    rows = []
    for mutant in examination.mutants:
        fates = {trial.probe: _MARKS[trial.fate] for trial in examination.of(mutant)}
        marks = (fates.get(probe, "") for probe in columns)
        rows.append((mutant, *marks, _numbers(figures_that_see(mutant))))
    headings = ("mutant", *(f"#{number}" for number in range(1, len(columns) + 1)), "figures")
    return doc.Table(headings, tuple(rows), "What each check made of each mutant")


def _scores(examination: Examination) -> doc.Table:
    columns = (*examination.probes, *examination.ways)
    rows = tuple(
        (str(number), str(len(examination.killed_by(probe))), doc.Code(probe))
        for number, probe in enumerate(columns, start=1)
    )
    heading = f"#kills of {len(examination.mutants)}"
    return doc.Table(("#number", heading, "check"), rows, "What each check kills by itself")


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers)) or "none"


# Tables of the page -------------------------------------------------------------------------------


def catalogue_table(examination: Examination) -> doc.Table:
    """Each mutant with where it comes from and what kills it first."""
    rows = []
    for mutant_id in examination.mutants:
        mutant, kill = CATALOGUE[mutant_id], examination.first_kill(mutant_id)
        killed: doc.Cell = doc.Mark("survived", doc.Tone.BAD)
        if kill is not None:
            killed = (doc.Code(kill.probe), _effort(kill))
        rows.append(
            (
                doc.Code(mutant_id),
                " ".join(mutant.clauses),
                mutant.sentence,
                f"{mutant.origin.value}: {mutant.source}",
                killed,
                _numbers(figures_that_see(mutant_id)),
            )
        )
    columns = ("mutant", "clauses", "what it does", "where it comes from", "killed by", "figures")
    return doc.Table(columns, tuple(rows), "The mutants")


def checks_table(examination: Examination) -> doc.Table:
    """What each check of the suite kills."""
    rows = ((doc.Code(each), _killed(examination, each)) for each in examination.probes)
    return doc.Table(("check", _of_all(examination, "kills")), tuple(rows), "Kills by check")


def ways_table(examination: Examination) -> doc.Table:
    """What each way of conformance kills, and what it does not see."""
    rows = []
    for way in examination.ways:
        blind = doc.spaced([doc.Code(mutant) for mutant in missed(examination, way)]) or ("none",)
        rows.append((doc.Code(way), _killed(examination, way), blind))
    columns = ("way", _of_all(examination, "kills"), "does not see")
    return doc.Table(columns, tuple(rows), "Kills by way of conformance")


def figures_blocks(examination: Examination) -> tuple[doc.Block, ...]:
    """What each of the designer's figures sees, and which mutants none of them sees."""
    seen_by = {mutant: figures_that_see(mutant) for mutant in examination.mutants}
    rows = tuple(
        (str(figure.figure), str(sum(figure.figure in seen for seen in seen_by.values())))
        for figure in figures()
    )
    blind = [doc.Code(mutant) for mutant, seen in seen_by.items() if not seen]
    return (
        doc.Table(("figure", _of_all(examination, "sees")), rows, "Mutants that each figure sees"),
        doc.Paragraph(
            (f"No figure sees {counted(len(blind), 'mutant')}: ", *doc.spaced(blind), ".")
        ),
    )


def _killed(examination: Examination, probe: str) -> str:
    return str(len(examination.killed_by(probe)))


def _of_all(examination: Examination, verb: str) -> str:
    return f"#{verb} of {len(examination.mutants)}"
