"""The ways in which a stranger's implementation is checked, each by itself.

They are tried on implementations of this project without an adapter; all else is as `churnproof
conform` does it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import cast

from churn_verification.conformance.cases import Item
from churn_verification.conformance.dialogue import Dialogue
from churn_verification.conformance.interview import Interview
from churn_verification.conformance.messages import Answer, Question
from churn_verification.conformance.oracle import answer_of
from churn_verification.conformance.outcome import CheckOutcome
from churn_verification.conformance.plan import Amount, plan, usual_boards
from churn_verification.conformance.serving import identity_of
from churn_verification.judge.comparing import as_found
from churn_verification.judge.difference import Difference
from churn_verification.mutants.probes import Probe, probes
from churn_verification.players.interface import Implementation
from churn_verification.registry import Context, Level

WAYS = ("vectors", "games", "search")
"""How the ids of the checks begin that each way is made of."""

_NO_LIMIT = 3_600.0  # seconds: what is asked must not depend on how fast it is answered
_AMOUNTS = (
    Amount(turns=500, game_seconds=_NO_LIMIT, examples=100, search_seconds=_NO_LIMIT),
    Amount(turns=8_000, game_seconds=_NO_LIMIT, examples=1_500, search_seconds=_NO_LIMIT),
    Amount(turns=80_000, game_seconds=_NO_LIMIT, examples=15_000, search_seconds=_NO_LIMIT),
)
"""How much chance asks at each level."""


def ways() -> Mapping[str, Probe]:
    """Each way as a check of any implementation, by id."""
    return {
        f"conform/{way}": Probe(f"conform/{way}", Level.QUICK, 5, partial(_compare, way), as_found)
        for way in WAYS
    }


def probe_named(probe_id: str) -> Probe:
    """A check of the suite or a way of conformance, by its id."""
    return ways()[probe_id] if probe_id in ways() else probes()[probe_id]


class _Direct:
    """Takes the place of a dialogue: the implementation is asked without an adapter between."""

    def __init__(self, implementation: Implementation) -> None:
        self._implementation = implementation
        self.identity = identity_of(implementation.name)

    def ask_all(
        self, asked: Iterable[tuple[tuple[Item, Item], Question]]
    ) -> Iterator[tuple[tuple[Item, Item], Answer]]:
        """Put questions one after the other."""
        for items, _ in asked:
            yield items, answer_of(self._implementation, items[1].case)


def _compare(way: str, implementation: Implementation, context: Context) -> Counter[str]:
    """Do what one way is made of, up to the first difference."""
    interview = Interview(cast(Dialogue, _Direct(implementation)))
    amount = _AMOUNTS[list(Level).index(context.level)]
    seed = context.random(f"conform/{way}").getrandbits(63)
    covered: Counter[str] = Counter()
    for planned in plan(usual_boards(), seed, amount):
        if planned.id.split("/")[0] == way:
            outcome = CheckOutcome(planned.id, planned.sentence)
            for _ in planned.run(interview, outcome):
                _raise_first(implementation, outcome)
            covered["answers"] += outcome.tally.answered
            covered["checks"] += 1
    return covered


def _raise_first(implementation: Implementation, outcome: CheckOutcome) -> None:
    for found in outcome.tally.differences[:1]:
        case, deviation = found.item.case, found.deviations[0]
        said = {"right": deviation.right, implementation.name: deviation.said}
        raise Difference.on(case.position, deviation.clause, deviation.question, said, case.turns)
