"""An adapter as pytest questions, one for each clause and kind of published vector.

In a test file of your own:

    from churn_verification.conformance.testing import conformance_test

    test_my_implementation = conformance_test(["node", "adapter.js"])

The adapter is started once, when the first case runs. What it cannot be asked is skipped with the
reason. For an implementation in Python there are Hypothesis strategies too, in
`churn_verification.strategies`.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

import pytest

from churn_verification.conformance.conforming import Conformance
from churn_verification.conformance.interview import Interview
from churn_verification.conformance.known import KnownDifferences
from churn_verification.conformance.limits import Limits
from churn_verification.conformance.outcome import CheckOutcome
from churn_verification.conformance.plan import Planned, adapter_checks, asking, usual_boards
from churn_verification.conformance.vectors.cases import board_of, cases_of
from churn_verification.conformance.vectors.files import vectors_of
from churn_verification.conformance.vectors.models import FILES, AnyVector
from churn_verification.drawing.counting import counted
from churn_verification.players import Case
from churn_verification.results import Status

_MOST_TOLD = 3


def conformance_test(
    command: Sequence[str], *, boards: Sequence[str] = (), limits: Limits | None = None
) -> Callable[[str], None]:
    """A parametrised test of an adapter.

    Args:
        command: starts the adapter.
        boards: the boards to ask about; all of the vectors' where none are named.
        limits: how long and how large the adapter may get.

    Returns:
        A test function for pytest; the question's name is the kind of vector and the clause.
    """
    outcomes = cache(lambda: _run(tuple(command), tuple(boards), limits or Limits()))

    @pytest.mark.parametrize("group", groups())
    def test_conformance(group: str) -> None:
        found = outcomes()
        unsound = [each for each in found.values() if each.is_adapters and each.unsound]
        if unsound:  # and no assert: `python -O` leaves those out
            pytest.fail(f"the adapter is not sound: {unsound[0].unsound}", pytrace=False)
        outcome = found[group]
        if outcome.status is Status.NOT_RUN:
            pytest.skip("; ".join((*outcome.tally.not_asked, *outcome.tally.skipped)) or "no board")
        if outcome.status is not Status.HELD:
            pytest.fail(_told(outcome), pytrace=False)
        if outcome.tally.skipped:
            count = counted(outcome.tally.skipped.total(), "question")
            pytest.skip(f"the adapter skipped {count}: {'; '.join(outcome.tally.skipped)}")

    return test_conformance


@cache
def groups() -> dict[str, tuple[AnyVector, ...]]:
    """The vectors by kind and by the clause that they are most about: `turns/R1` and so on."""
    found: dict[str, tuple[AnyVector, ...]] = {}
    for kind in FILES:
        for vector in vectors_of(kind):
            group = f"{kind}/{vector.clauses[0]}"
            found[group] = (*found.get(group, ()), vector)
    return found


def _run(
    command: tuple[str, ...], boards: tuple[str, ...], limits: Limits
) -> dict[str, CheckOutcome]:
    run = Conformance(command, limits, lambda _check, _questions: None, KnownDifferences())
    try:
        run.run(boards or usual_boards(), _plan)
        run.finish()
    finally:
        run.dialogue.abandon()
    return {outcome.id: outcome for outcome in run.outcomes}


def _plan(boards: tuple[str, ...]) -> tuple[Planned, ...]:
    return (
        *adapter_checks(boards),
        *(
            asking(
                group, f"Vectors of {group} are answered rightly.", partial(_of, vectors, boards)
            )
            for group, vectors in groups().items()
        ),
    )


def _of(
    vectors: tuple[AnyVector, ...], boards: tuple[str, ...], _interview: Interview
) -> Iterator[Case]:
    for vector in vectors:
        if board_of(vector) in boards:
            yield from cases_of(vector)


def _told(outcome: CheckOutcome) -> str:
    tally = outcome.tally
    lines = [f"{len(tally.wrong)} wrong of {tally.answered} in {outcome.id}"]
    for difference in tally.wrong[:_MOST_TOLD]:
        first = difference.respects[0]
        lines.append(f"{difference.case.name}: {difference.case.question}")
        lines.append(f"  {first.question} ({first.clause}): {first.right}, not {first.said}")
    lines += [
        f"{case.question}: {trouble.message}" for case, trouble in tally.troubles[:_MOST_TOLD]
    ]
    lines += [str(fault) for _, fault in tally.faults[:_MOST_TOLD]]
    return "\n".join(lines)
