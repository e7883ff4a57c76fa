"""Makes the report of a conformance run from what came of its checks."""

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version

import churn_spec as spec
from churn_verification.conformance.common import COMPARED, FEWEST
from churn_verification.conformance.conforming import Conformance
from churn_verification.conformance.diagnosis import Likeness
from churn_verification.conformance.dialect import Dialect, NotAskedError
from churn_verification.conformance.faults import Fault
from churn_verification.conformance.messages import HelloQuestion
from churn_verification.conformance.messages import Question as AnyQuestion
from churn_verification.conformance.outcome import CheckOutcome
from churn_verification.conformance.report import (
    ConformCheck,
    ConformClause,
    ConformCounterexample,
    ConformReport,
    DeviationReport,
    Diagnosis,
    DifferenceReport,
    Explanation,
    Suite,
    TroubleReport,
)
from churn_verification.conformance.reproducing import Irreproducible
from churn_verification.conformance.vectors.files import manifest
from churn_verification.conformance.verdict import Scope, degree_of, permitted_of
from churn_verification.drawing.counting import counted
from churn_verification.judge.judge import WrongAnswer
from churn_verification.judge.shrink import size_of
from churn_verification.misreadings import MISREADINGS
from churn_verification.players import Case, Trouble
from churn_verification.results import Counterexample, Status

_MOST_DIFFERENCES_LISTED = 50
_MOST_LINES_OF_CONTEXT = 20


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
        common: what the wrong answers have in common.
        wrong: how many wrong answers there are.
        irreproducible: how the wrong answers come about that are not given again; None where they
            are.
        complete: whether the run came to its end, and was not stopped by hand.
    """

    smallest: WrongAnswer | None = None
    likenesses: tuple[Likeness, ...] = ()
    common: tuple[str, ...] = ()
    wrong: int = 0
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
    agrees = (
        complete
        and not run.broken
        and answered > 0
        and all(check.status is not Status.FAILED for check in checks)
    )
    permitted = permitted_of(run.identity) if run.identity and run.boards else {}
    clauses = tuple(_clauses(run.outcomes, _explaining(diagnosis), permitted))
    degree = degree_of(run.identity, skips=skipped > 0) if run.identity and run.boards else None
    return ConformReport(
        held=agrees and not skipped,
        verdict=_verdict(degree, checks, clauses) if agrees and degree else None,
        degree=degree,
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
        clauses=clauses,
        checks=checks,
        known=dict(sum((outcome.tally.known for outcome in run.outcomes), Counter())),
        # What was stopped in the middle has not been looked at to the end: it gets no diagnosis.
        diagnosis=diagnosis,
        counterexample=(
            _counterexample(findings, findings.smallest, run, asked) if findings.smallest else None
        ),
    )


def _verdict(degree: str, checks: Sequence[ConformCheck], clauses: Sequence[ConformClause]) -> str:
    scope = Scope(
        degree,
        right=sum(check.right for check in checks),
        known=sum(check.known for check in checks),
        not_asked=[
            each.id for each in clauses if each.status is Status.NOT_RUN and not each.permitted
        ],
        permitted=[each.id for each in clauses if each.permitted],
        skipped=sum(sum(check.skipped.values()) for check in checks),
        skipped_on={each.id: each.skipped for each in clauses if each.skipped},
        left_out=[check.id for check in checks if check.left_out],
    )
    return scope.verdict


def _diagnosis(findings: Findings) -> Diagnosis:
    if findings.irreproducible is not None:
        return Diagnosis(text=str(findings.irreproducible), misreadings=(), reproducible=False)
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
        text = f"no known misreading fits ({len(MISREADINGS)} were compared)"
        if findings.common:
            text += f"; what the wrong answers have in common: {', '.join(findings.common)}"
        elif findings.wrong < FEWEST:
            text += (
                f"; {counted(findings.wrong, 'wrong answer')} cannot show what is common to them"
            )
        else:
            text += (
                "; nearly all wrong answers have nothing in common that most right ones lack, as to"
                f" {COMPARED}"
            )
        return Diagnosis(text=text, misreadings=())
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
    # Counts of turn sequences tell no clause, so they are not taken for a case.
    cases = [each for each in tally.wrong if not each.question.depth]
    smallest = min(cases, key=size_of, default=None)
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
        "without a valid reply": len(tally.faults),
    }
    parts = [f"{count} {what}" for what, count in counts.items() if count]
    if outcome.unsound:  # which says what all of them are about
        parts = []
    elif (first := _first_trouble(outcome)) and not tally.wrong:
        parts[-1] += f", the first: {first}"
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


def _first_trouble(outcome: CheckOutcome) -> str | None:
    """What happened over the first question that was not answered, in a few words."""
    if outcome.tally.faults:
        fault: Fault = outcome.tally.faults[0][1]
        return fault.sentence
    if outcome.tally.troubles:
        case, trouble = outcome.tally.troubles[0]
        return _trouble(case, trouble).what
    return None


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
    outcomes: Sequence[CheckOutcome], explaining: tuple[str, ...], permitted: Mapping[str, str]
) -> Iterator[ConformClause]:
    asked: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    skipped: Counter[str] = Counter()
    for outcome in outcomes:
        skipped.update(outcome.tally.unanswered_by_clause)
        asked.update(outcome.tally.asked_by_clause)
        # What else is wrong in an answer mostly follows from the first; a count tells no clause.
        wrong.update(
            difference.clause for difference in outcome.tally.wrong if not difference.question.depth
        )
    for clause, statement in spec.CLAUSES.items():
        if clause in ("F1", *spec.CLAIMED_TURNS):  # nothing that one answer can show
            continue
        status = Status.FAILED if wrong[clause] else Status.HELD
        was_asked = bool(asked[clause] or wrong[clause])
        yield ConformClause(
            id=clause,
            statement=statement,
            status=status if was_asked else Status.NOT_RUN,
            asked=asked[clause],
            wrong=wrong[clause],
            skipped=skipped[clause],
            follows_from=explaining if wrong[clause] and clause not in explaining else (),
            permitted=None if was_asked else permitted.get(clause),
        )


def _counterexample(
    findings: Findings, difference: WrongAnswer, run: Conformance, asked: Asked
) -> ConformCounterexample:
    case = _case(difference, run.identity.name if run.identity else "the adapter")
    sequence = findings.irreproducible and findings.irreproducible.cases
    dialogue = tuple(_dialogue(run, sequence or (difference.case,)))
    piped = shlex.join(["printf", "%s\\n", *dialogue]) + " | " + shlex.join(asked.command)
    is_piped = sequence or any(turn.split() != [turn] for turn in case.turns)
    return ConformCounterexample(
        **dict(case),
        statement=spec.CLAUSES[case.clause],
        dialogue=dialogue,
        repeat=piped if is_piped else _repeat(difference, asked),
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
    if case.depth:
        words += ["--depth", str(case.depth)]
    return shlex.join([*words, "--", *asked.command])
