"""A conformance run as a document: what `--json` prints, and what the other views are made from."""

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.metadata import version

from pydantic import BaseModel, ConfigDict

import churn_spec as spec
from churn_verification.checks.registry import Counterexample, Status
from churn_verification.conformance.conforming import Conformance
from churn_verification.conformance.dialect import Dialect
from churn_verification.conformance.interview import Difference
from churn_verification.conformance.messages import HelloQuestion, Identity
from churn_verification.conformance.outcome import CheckOutcome

_MOST_DIFFERENCES_LISTED = 50


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class DeviationReport(_Part):
    """One respect in which an answer was wrong."""

    clause: str
    question: str
    right: str
    said: str


class DifferenceReport(_Part):
    """One wrong answer.

    Attributes:
        name: the vector, or where the question came from.
        position: where the case begins.
        turns: the turns from there.
        deviations: what was wrong, the most telling first.
    """

    name: str
    position: str
    turns: tuple[str, ...]
    depth: int
    deviations: tuple[DeviationReport, ...]


class TroubleReport(_Part):
    """A question that got no answer though it should have.

    Attributes:
        case: what was asked, where it is known.
        what: what came instead.
        stderr: the last lines of the adapter's standard error.
    """

    case: str | None
    what: str
    stderr: tuple[str, ...] = ()


class ConformCheck(_Part):
    """One check of the run."""

    id: str
    sentence: str
    is_adapters: bool
    status: Status
    questions: int
    right: int
    wrong: int
    not_asked: dict[str, int]
    skipped: dict[str, int]
    seconds: float
    reason: str | None
    differences: tuple[DifferenceReport, ...]
    troubles: tuple[TroubleReport, ...]


class ConformClause(_Part):
    """One clause and how the implementation fared on the questions it decides."""

    id: str
    statement: str
    status: Status
    asked: int
    wrong: int


class ConformCounterexample(Counterexample):
    """The smallest case found, with why it is so and how to see it again.

    Attributes:
        statement: what the clause says.
        dialogue: the lines to put on the adapter's standard input, to see its answer.
        repeat: the command that asks it again.
    """

    statement: str
    dialogue: tuple[str, ...]
    repeat: str


class Suite(_Part):
    """What the adapter was checked with."""

    version: str
    seed: int
    boards: tuple[str, ...]


class ConformReport(_Part):
    """A conformance run.

    Attributes:
        held: whether every check that ran held, at least one compared an answer, and the run came
            to its end.
        complete: whether the run came to its end.
        broken: why it did not.
        command: the adapter's command.
        adapter: what the adapter said of itself.
    """

    held: bool
    complete: bool
    broken: str | None
    suite: Suite
    command: tuple[str, ...]
    adapter: Identity | None
    questions: int
    seconds: float
    clauses: tuple[ConformClause, ...]
    checks: tuple[ConformCheck, ...]
    counterexample: ConformCounterexample | None


def report_of(
    run: Conformance,
    command: Sequence[str],
    seed: int,
    smallest: Difference | None,
    *,
    complete: bool,
) -> ConformReport:
    """Make the document of a run that has ended or was stopped."""
    seconds = sum(outcome.seconds for outcome in run.outcomes)
    checks = tuple(map(_check_report, run.outcomes))
    compared = sum(check.right for check in checks)
    held = (
        complete
        and not run.broken
        and compared > 0
        and all(check.status is not Status.FAILED for check in checks)
    )
    return ConformReport(
        held=held,
        complete=complete and not run.broken,
        broken=run.broken,
        suite=Suite(version=version("churnproof"), seed=seed, boards=run.boards),
        command=tuple(command),
        adapter=run.identity,
        questions=run.dialogue.questions,
        seconds=round(seconds, 3),
        clauses=tuple(_clauses(run.outcomes)),
        checks=checks,
        counterexample=_counterexample(smallest, run, command) if smallest else None,
    )


def _check_report(outcome: CheckOutcome) -> ConformCheck:
    tally = outcome.tally
    return ConformCheck(
        id=outcome.id,
        sentence=outcome.sentence,
        is_adapters=outcome.is_adapters,
        status=outcome.status,
        questions=outcome.questions + tally.answered,
        right=tally.right,
        wrong=len(tally.differences),
        not_asked=dict(tally.not_asked),
        skipped=dict(tally.skipped),
        seconds=round(outcome.seconds, 3),
        reason=_reason(outcome),
        differences=tuple(map(_difference, tally.differences[:_MOST_DIFFERENCES_LISTED])),
        troubles=(
            *(
                TroubleReport(case=str(item.case), what=trouble.message)
                for item, trouble in tally.troubles
            ),
            *(
                TroubleReport(
                    case=str(item.case) if item else None, what=str(fault), stderr=fault.stderr
                )
                for item, fault in tally.faults
            ),
        )[:_MOST_DIFFERENCES_LISTED],
    )


def _reason(outcome: CheckOutcome) -> str | None:
    tally = outcome.tally
    counts = {
        "wrong": len(tally.differences),
        "answered with an error": len(tally.troubles),
        "without a reply": len(tally.faults),
    }
    parts = [f"{count} {what}" for what, count in counts.items() if count]
    if outcome.status is Status.NOT_RUN:
        parts += [
            f"{reason} ({count})" for reason, count in (tally.not_asked + tally.skipped).items()
        ]
    parts += [text for text in (outcome.unsound, outcome.note) if text]
    return "; ".join(parts) or None


def _difference(difference: Difference) -> DifferenceReport:
    case = difference.item.case
    return DifferenceReport(
        name=difference.item.name,
        position=case.position,
        turns=case.turns,
        depth=case.depth,
        deviations=tuple(
            DeviationReport(
                clause=each.clause, question=each.question, right=each.right, said=each.said
            )
            for each in difference.deviations
        ),
    )


def _clauses(outcomes: Sequence[CheckOutcome]) -> Iterator[ConformClause]:
    asked: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for outcome in outcomes:
        asked.update(outcome.tally.asked_by_clause)
        for difference in outcome.tally.differences:
            wrong.update({deviation.clause for deviation in difference.deviations})
    for clause, statement in spec.CLAUSES.items():
        if clause in ("F1", *spec.CLAIMED_TURNS):  # nothing that one answer can show
            continue
        status = Status.FAILED if wrong[clause] else Status.HELD
        yield ConformClause(
            id=clause,
            statement=statement,
            status=status if asked[clause] or wrong[clause] else Status.NOT_RUN,
            asked=asked[clause],
            wrong=wrong[clause],
        )


def _counterexample(
    difference: Difference, run: Conformance, command: Sequence[str]
) -> ConformCounterexample:
    case, deviation = difference.item.case, difference.deviations[0]
    name = run.identity.name if run.identity else "the adapter"
    return ConformCounterexample(
        clause=deviation.clause,
        question=deviation.question,
        said={"the rules": deviation.right, name: deviation.said},
        position=case.position,
        turns=case.turns,
        statement=spec.CLAUSES[deviation.clause],
        dialogue=tuple(_dialogue(difference, run)),
        repeat=_repeat(difference, command),
    )


def _dialogue(difference: Difference, run: Conformance) -> Iterator[str]:
    questions = [HelloQuestion()]
    if run.identity is not None:
        questions.append(Dialect(run.identity).question(difference.item.case))  # type: ignore[arg-type]
    for number, question in enumerate(questions, start=1):
        yield json.dumps({"id": number, **question.model_dump()}, separators=(",", ":"))


def _repeat(difference: Difference, command: Sequence[str]) -> str:
    case = difference.item.case
    words = ["churnproof", "conform", "--position", case.position]
    if case.turns:
        words += ["--turns", " ".join(case.turns)]
    return shlex.join([*words, "--", *command])
