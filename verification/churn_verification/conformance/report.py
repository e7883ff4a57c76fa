"""What is recorded of a conformance run: what `--json` prints, and what the views show."""

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version

from pydantic import BaseModel, ConfigDict

import churn_spec as spec
from churn_verification.conformance.conforming import Conformance
from churn_verification.conformance.diagnosis import Likeness
from churn_verification.conformance.dialect import Dialect, NotAskedError
from churn_verification.conformance.messages import HelloQuestion, Identity
from churn_verification.conformance.messages import Question as AnyQuestion
from churn_verification.conformance.outcome import CheckOutcome
from churn_verification.conformance.reproducing import Irreproducible
from churn_verification.conformance.vectors.files import manifest
from churn_verification.judge.judge import WrongAnswer
from churn_verification.judge.shrink import size_of
from churn_verification.misreadings import MISREADINGS
from churn_verification.players import Case, Trouble
from churn_verification.results import Checked, Counterexample, Line, Status

_MOST_DIFFERENCES_LISTED = 50
_MOST_LINES_OF_CONTEXT = 20


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class DeviationReport(_Part):
    """One respect in which an answer was wrong."""

    clause: str
    question: Line
    right: Line
    said: Line


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
        context: more that the adapter said of it, as a stack trace.
        stderr: the last lines of the adapter's standard error.
    """

    case: Line | None
    what: Line
    context: tuple[Line, ...] = ()
    stderr: tuple[Line, ...] = ()


class ConformCheck(Checked):
    """One check of the run.

    Attributes:
        is_adapters: whether a failure is the adapter's and says nothing about the rules.
        questions: how many questions were put.
        right: how many answers were right.
        wrong: how many were wrong.
        known: how many were wrong as known differences are.
        not_asked: why questions were not put, and how many.
        skipped: why the adapter did not answer, and how many questions.
        left_out: what a time limit cut off.
        differences: the first wrong answers.
        troubles: the first questions without an answer.
    """

    is_adapters: bool
    questions: int
    right: int
    wrong: int
    known: int
    not_asked: dict[Line, int]
    skipped: dict[Line, int]
    left_out: Line | None
    differences: tuple[DifferenceReport, ...]
    troubles: tuple[TroubleReport, ...]


class ConformClause(_Part):
    """One clause and how the implementation fared on the questions it decides.

    Attributes:
        id: the clause.
        statement: what it says.
        status: failed where an answer was wrong on it.
        asked: how many questions that it decides were answered.
        wrong: how many answers were wrong on it before anything else.
        follows_from: the clauses whose misreading explains all wrong answers, where it is none of
            them.
    """

    id: str
    statement: str
    status: Status
    asked: int
    wrong: int
    follows_from: tuple[str, ...] = ()


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


class Explanation(_Part):
    """A known misreading that gives wrong answers just as the adapter did.

    Attributes:
        misreading: its id.
        sentence: what it does.
        matches: how many of the compared wrong answers it gives too.
        of: how many were compared.
        contradicted: how many of the answers that were right it would have got wrong.
        asked: of how many.
        text: all that in one line.
    """

    misreading: str
    sentence: str
    clauses: tuple[str, ...]
    matches: int
    of: int
    contradicted: int
    asked: int
    text: str


class Diagnosis(_Part):
    """What the wrong answers look like.

    Attributes:
        text: in one line.
        misreadings: the misreadings that they look like, the best first; none where they look
            like no known one.
    """

    text: str
    misreadings: tuple[Explanation, ...]


class Suite(_Part):
    """What the adapter was checked with."""

    version: str
    vectors: str
    seed: int
    boards: tuple[str, ...]


class ConformReport(_Part):
    """A conformance run.

    Attributes:
        held: whether the run came to its end, no check failed, at least one answer was compared,
            and no more questions were skipped than answered.
        complete: whether the run came to its end; one that was stopped has no diagnosis.
        broken: why it did not.
        command: the adapter's command.
        adapter: what the adapter said of itself.
        known: the issues of known differences, and how many answers they are about.
        diagnosis: what the wrong answers look like, where there are any.
        counterexample: the smallest case found.
    """

    held: bool
    complete: bool
    broken: Line | None
    suite: Suite
    command: tuple[str, ...]
    adapter: Identity | None
    questions: int
    seconds: float
    clauses: tuple[ConformClause, ...]
    checks: tuple[ConformCheck, ...]
    known: dict[str, int]
    diagnosis: Diagnosis | None
    counterexample: ConformCounterexample | None


@dataclass(frozen=True)
class Asked:
    """What a run was asked for: the adapter's command, and the seed of what chance decides."""

    command: tuple[str, ...]
    seed: int


@dataclass(frozen=True)
class Findings:
    """What was made of a run's differences.

    Attributes:
        smallest: the smallest one.
        likenesses: the misreadings that they look like.
        irreproducible: how the wrong answers come about that are not given again; None where they
            are.
        complete: whether the run came to its end, and was not stopped by hand.
    """

    smallest: WrongAnswer | None = None
    likenesses: tuple[Likeness, ...] = ()
    irreproducible: Irreproducible | None = None
    complete: bool = True


def report_of(run: Conformance, asked: Asked, findings: Findings) -> ConformReport:
    """Make the document of a run that has ended or was stopped.

    Args:
        run: the run.
        asked: what was asked for.
        findings: what was made of its differences.
    """
    complete = findings.complete
    diagnosis = _diagnosis(findings) if findings.smallest and complete else None
    seconds = sum(outcome.seconds for outcome in run.outcomes)
    checks = tuple(map(_check_report, run.outcomes))
    answered = sum(check.right for check in checks)
    skipped = sum(sum(check.skipped.values()) for check in checks)
    held = (
        complete
        and not run.broken
        and answered > 0
        and skipped <= answered
        and all(check.status is not Status.FAILED for check in checks)
    )
    return ConformReport(
        held=held,
        complete=complete and not run.broken,
        broken=run.broken,
        suite=Suite(
            version=version("churnproof"),
            vectors=manifest().sha256,
            seed=asked.seed,
            boards=run.boards,
        ),
        command=asked.command,
        adapter=run.identity,
        questions=run.dialogue.questions,
        seconds=round(seconds, 3),
        clauses=tuple(_clauses(run.outcomes, _explaining(diagnosis))),
        checks=checks,
        known=dict(sum((outcome.tally.known for outcome in run.outcomes), Counter())),
        # What was stopped in the middle has not been looked at to the end: it gets no diagnosis.
        diagnosis=diagnosis,
        counterexample=(
            _counterexample(findings, findings.smallest, run, asked) if findings.smallest else None
        ),
    )


def _diagnosis(findings: Findings) -> Diagnosis:
    if findings.irreproducible is not None:
        return Diagnosis(text=str(findings.irreproducible), misreadings=())
    explanations = tuple(
        Explanation(
            misreading=each.mutant.id,
            sentence=each.mutant.sentence,
            clauses=each.mutant.clauses,
            matches=each.matches,
            of=each.of,
            contradicted=each.contradicted,
            asked=each.asked,
            text=str(each),
        )
        for each in findings.likenesses
    )
    if not explanations:
        return Diagnosis(
            text=f"behaves like none of the {len(MISREADINGS)} known misreadings", misreadings=()
        )
    likely = [each.text for each in explanations]
    return Diagnosis(text=f"behaves like: {'; and like: '.join(likely)}", misreadings=explanations)


def _explaining(diagnosis: Diagnosis | None) -> tuple[str, ...]:
    """The clauses of the misreading that gives every wrong answer, and no other; else none."""
    if diagnosis is None or len(diagnosis.misreadings) != 1:
        return ()
    (only,) = diagnosis.misreadings
    explains_all = only.matches == only.of and not only.contradicted
    return only.clauses if explains_all else ()


def _check_report(outcome: CheckOutcome) -> ConformCheck:
    tally = outcome.tally
    questions = outcome.questions + tally.answered
    smallest = min(tally.wrong, key=_tells_most, default=None)
    return ConformCheck(
        id=outcome.id,
        sentence=outcome.sentence,
        clauses=tuple(clause for clause in spec.CLAUSES if tally.asked_by_clause[clause]),
        is_adapters=outcome.is_adapters,
        status=outcome.status,
        covered={"questions": questions, **outcome.counts} if questions else {},
        questions=questions,
        right=tally.right,
        wrong=len(tally.wrong),
        known=tally.known.total(),
        not_asked=dict(tally.not_asked),
        skipped=dict(tally.skipped),
        seconds=round(outcome.seconds, 3),
        reason=_reason(outcome),
        counterexample=None if smallest is None else _case(smallest),
        left_out=outcome.left_out,
        differences=tuple(map(_difference, tally.wrong[:_MOST_DIFFERENCES_LISTED])),
        troubles=(
            *(_trouble(case, trouble) for case, trouble in tally.troubles),
            *(
                TroubleReport(
                    case=str(case.question) if case else None, what=str(fault), stderr=fault.stderr
                )
                for case, fault in tally.faults
            ),
        )[:_MOST_DIFFERENCES_LISTED],
    )


def _trouble(case: Case, trouble: Trouble) -> TroubleReport:
    """An error that the adapter reported, line by line."""
    first, *more = trouble.message.strip().splitlines() or ["an error without a text"]
    more += (trouble.context or "").splitlines()
    return TroubleReport(
        case=str(case.question), what=first, context=tuple(more[:_MOST_LINES_OF_CONTEXT])
    )


def _tells_most(difference: WrongAnswer) -> tuple[bool, tuple[int, int, int]]:
    """Order wrong answers: counts last, as they tell no clause, and small cases first."""
    return difference.question.depth > 0, size_of(difference)


def _case(difference: WrongAnswer, name: str = "the adapter") -> Counterexample:
    """A wrong answer as a case: its most telling respect."""
    case, deviation = difference.question, difference.respects[0]
    return Counterexample(
        clause=deviation.clause,
        question=deviation.question,
        said={"the rules": deviation.right, name: deviation.said},
        position=case.position,
        turns=case.turns,
    )


def _reason(outcome: CheckOutcome) -> str | None:
    tally = outcome.tally
    counts = {
        "wrong": len(tally.wrong),
        "answered with an error": len(tally.troubles),
        "without a reply": len(tally.faults),
    }
    parts = [f"{count} {what}" for what, count in counts.items() if count]
    if outcome.status is Status.NOT_RUN:
        parts += [
            f"{reason} ({count})" for reason, count in (tally.not_asked + tally.skipped).items()
        ]
    if outcome.left_out:
        parts.append(f"left out: {outcome.left_out}")
    parts += [text for text in (outcome.unsound, outcome.note) if text]
    if outcome.status is Status.NOT_RUN and not parts:
        parts.append("nothing was asked")
    return "; ".join(parts) or None


def _difference(difference: WrongAnswer) -> DifferenceReport:
    case = difference.question
    return DifferenceReport(
        name=difference.case.name,
        position=case.position,
        turns=case.turns,
        depth=case.depth,
        deviations=tuple(
            DeviationReport(
                clause=each.clause, question=each.question, right=each.right, said=each.said
            )
            for each in difference.respects
        ),
    )


def _clauses(
    outcomes: Sequence[CheckOutcome], explaining: tuple[str, ...]
) -> Iterator[ConformClause]:
    asked: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for outcome in outcomes:
        asked.update(outcome.tally.asked_by_clause)
        # What else is wrong in an answer mostly follows from the first; a count tells no clause.
        wrong.update(
            difference.clause for difference in outcome.tally.wrong if not difference.question.depth
        )
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
            follows_from=explaining if wrong[clause] and clause not in explaining else (),
        )


def _counterexample(
    findings: Findings, difference: WrongAnswer, run: Conformance, asked: Asked
) -> ConformCounterexample:
    case = _case(difference, run.identity.name if run.identity else "the adapter")
    sequence = findings.irreproducible and findings.irreproducible.cases
    dialogue = tuple(_dialogue(run, sequence or (difference.case,)))
    piped = shlex.join(["printf", "%s\\n", *dialogue]) + " | " + shlex.join(asked.command)
    return ConformCounterexample(
        **dict(case),
        statement=spec.CLAUSES[case.clause],
        dialogue=dialogue,
        repeat=piped if sequence else _repeat(difference, asked),
    )


def _dialogue(run: Conformance, cases: Sequence[Case]) -> Iterator[str]:
    """The lines that put cases to the adapter, as it is asked them."""
    questions: list[AnyQuestion] = [HelloQuestion()]
    if run.identity is not None:
        dialect = Dialect(run.identity)
        for case in cases:
            with suppress(NotAskedError):
                questions.append(dialect.message(dialect.case(case).question))
    for number, question in enumerate(questions, start=1):
        yield json.dumps({"id": number, **question.model_dump()}, separators=(",", ":"))


def _repeat(difference: WrongAnswer, asked: Asked) -> str:
    case = difference.question
    words = ["churnproof", "conform", "--position", case.position]
    if case.turns:
        words += ["--turns", " ".join(case.turns)]
    return shlex.join([*words, "--", *asked.command])
