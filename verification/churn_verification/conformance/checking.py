"""From an adapter's command to a report: the whole of `churnproof conform` but its options."""

from dataclasses import dataclass, field
from functools import partial

from churn_verification.conformance.cases import Case
from churn_verification.conformance.conforming import Conformance, Progress
from churn_verification.conformance.diagnosis import Likeness, likenesses
from churn_verification.conformance.dialogue import GivenUpError, OutOfTimeError
from churn_verification.conformance.interview import Difference, Interview
from churn_verification.conformance.known import KnownDifferences
from churn_verification.conformance.limits import Limits
from churn_verification.conformance.plan import FULL, Amount, plan, plan_of_case, usual_boards
from churn_verification.conformance.reducing import size_of, smallest
from churn_verification.conformance.report import Asked, ConformReport, Findings, report_of


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
        case: one case to ask about, instead of everything.
    """

    command: tuple[str, ...]
    seed: int
    boards: tuple[str, ...] = ()
    amount: Amount = FULL
    limits: Limits = field(default_factory=Limits)
    known: KnownDifferences = field(default_factory=KnownDifferences)
    case: Case | None = None


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
    if request.case is not None:
        boards = (request.case.board,)
        checks = partial(plan_of_case, request.case)
    try:
        findings = _findings(run, run.run(boards, checks))
        run.finish()
    except KeyboardInterrupt:
        findings = Findings(_smallest(run), (), complete=False)
    finally:
        run.dialogue.abandon()
    return report_of(run, Asked(request.command, request.seed), findings)


def _findings(run: Conformance, interview: Interview | None) -> Findings:
    best = _smallest(run)
    if best is None or interview is None:
        return Findings(best)
    likely = _likenesses(run, interview)
    if not run.broken:
        best = _made_small(interview, best)
    return Findings(best, likely)


def _smallest(run: Conformance) -> Difference | None:
    """The smallest of the differences that were found; counts tell least."""
    found = [each for outcome in run.outcomes for each in outcome.tally.differences]
    return min(found, key=lambda each: (each.item.case.depth > 0, *size_of(each)), default=None)


def _made_small(interview: Interview, found: Difference) -> Difference:
    """A difference made smaller, as far as the adapter goes along."""
    try:
        return smallest(interview, found)
    except (GivenUpError, OutOfTimeError):
        return found


def _likenesses(run: Conformance, interview: Interview) -> tuple[Likeness, ...]:
    tallies = [outcome.tally for outcome in run.outcomes]
    differences = [each for tally in tallies for each in tally.differences]
    right = [each for tally in tallies for each in tally.right_items]
    return tuple(likenesses(differences, right, interview.dialect))
