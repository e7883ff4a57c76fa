"""From an adapter's command to a report: the whole of `churnproof conform` but its options."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest

from churn_verification.conformance.common import in_common
from churn_verification.conformance.conforming import Conformance, Progress
from churn_verification.conformance.diagnosis import likenesses
from churn_verification.conformance.dialect import Dialect
from churn_verification.conformance.dialogue import OutOfTimeError
from churn_verification.conformance.faults import AdapterFault
from churn_verification.conformance.interview import Interview
from churn_verification.conformance.known import KnownDifferences
from churn_verification.conformance.limits import Limits
from churn_verification.conformance.plan import FULL, Amount, plan, plan_of_question, usual_boards
from churn_verification.conformance.report import ConformReport
from churn_verification.conformance.reporting import Asked, Findings, report_of
from churn_verification.conformance.reproducing import reproducible, shortest_sequence
from churn_verification.judge.judge import RightAnswer, WrongAnswer
from churn_verification.judge.shrink import size_of, smallest
from churn_verification.players import Question


@dataclass(frozen=True)
class Request:
    """What is asked for.

    Attributes:
        command: starts the adapter.
        seed: decides what chance decides.
        boards: the boards to ask about; the usual ones where none are named.
        amount: how much chance asks.
        limits: how long and how large the adapter may get.
        known: differences that have an issue.
        question: one question to ask about, instead of everything.
    """

    command: tuple[str, ...]
    seed: int
    boards: tuple[str, ...] = ()
    amount: Amount = FULL
    limits: Limits = field(default_factory=Limits)
    known: KnownDifferences = field(default_factory=KnownDifferences)
    question: Question | None = None


def check_adapter(request: Request, progress: Progress) -> ConformReport:
    """Ask an adapter everything that was asked for, and tell what came of it.

    A run that is stopped by hand is reported as far as it came.

    Args:
        request: what is asked for.
        progress: is told the running check and the number of questions answered.

    Raises:
        DisputedError: engine and specification disagree.
        VectorsError: the published vectors are missing or damaged.
    """
    run = Conformance(request.command, request.limits, progress, request.known)
    boards = request.boards or usual_boards()
    checks = partial(plan, seed=request.seed, amount=request.amount)
    if request.question is not None:
        boards = (request.question.board,)
        checks = partial(plan_of_question, request.question)
    try:
        findings = _findings(run, run.run(boards, checks))
        run.finish()
    except KeyboardInterrupt:
        findings = Findings(_smallest(run), (), complete=False)
    finally:
        run.dialogue.abandon()
    return report_of(run, Asked(request.command, request.seed), findings)


def _findings(run: Conformance, interview: Interview | None) -> Findings:
    found = [each for outcome in run.outcomes for each in outcome.tally.wrong]
    if not found or interview is None:
        return Findings(_smallest(run))
    best = _smallest(run) or found[0]
    if not run.broken:
        with suppress(AdapterFault, OutOfTimeError):  # what was found stands
            again = reproducible(interview, found)
            if again is None:
                return Findings(interview.first, irreproducible=shortest_sequence(interview))
            for outcome in run.outcomes:
                outcome.tally.wrong[:] = map(interview.laid, outcome.tally.wrong)
            best = smallest(interview.differs, again, anywhere=interview.identity.positions)
            best = reproducible(interview, [best]) or again
    tallies = [outcome.tally for outcome in run.outcomes]
    right = _interleaved([tally.right_answers for tally in tallies])
    return Findings(
        best,
        tuple(likenesses(found, right, Dialect(interview.identity))),
        in_common([each.case for each in found], [each.case for each in right]),
        len(found),
    )


def _interleaved(lists: Sequence[Sequence[RightAnswer]]) -> list[RightAnswer]:
    """The first of each list, then the second of each, and so on."""
    return [each for row in zip_longest(*lists) for each in row if each is not None]


def _smallest(run: Conformance) -> WrongAnswer | None:
    """The smallest of the differences that were found; counts tell least."""
    found = [each for outcome in run.outcomes for each in outcome.tally.wrong]
    return min(found, key=lambda each: (each.case.question.depth > 0, *size_of(each)), default=None)
