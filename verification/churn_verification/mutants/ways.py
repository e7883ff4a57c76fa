"""The ways in which a third party's implementation is checked, each by itself.

They are tried on implementations of this project without an adapter; all else is as `churnproof
conform` does it.
"""

from collections.abc import Mapping
from functools import partial

from churn_verification.conformance.interview import Interview
from churn_verification.conformance.outcome import CheckOutcome
from churn_verification.conformance.plan import FULL, QUICK, Amount, plan, usual_boards
from churn_verification.conformance.serving import identity_of
from churn_verification.mutants.probes import Finding, Probe, probes
from churn_verification.players import Implementation, SessionPlayer
from churn_verification.registry import Context, Level

WAYS = ("vectors", "games", "search")
"""How the ids of the checks begin that each way is made of."""

_AMOUNTS = (QUICK, FULL, Amount(turns=10 * FULL.turns, positions=10 * FULL.positions))
"""How much chance asks at each level."""


def ways() -> Mapping[str, Probe]:
    """Each way as a check of any implementation, by id."""
    return {
        f"conform/{way}": Probe(f"conform/{way}", Level.QUICK, 5, partial(_find, way))
        for way in WAYS
    }


def probe_named(probe_id: str) -> Probe:
    """A check of the suite or a way of conformance, by its id."""
    return ways()[probe_id] if probe_id in ways() else probes()[probe_id]


def _find(way: str, implementation: Implementation, context: Context) -> Finding | None:
    """Do what one way is made of, up to the first difference."""
    interview = Interview(SessionPlayer(implementation), identity_of(implementation.name))
    amount = _AMOUNTS[list(Level).index(context.level)]
    seed = context.random(f"conform/{way}").getrandbits(63)
    for planned in plan(usual_boards(), seed, amount):
        if planned.id.split("/")[0] == way:
            outcome = CheckOutcome(planned.id, planned.sentence)
            for _ in planned.run(interview, outcome):
                if outcome.tally.has_failed:
                    return _finding(implementation, outcome)
    return None


def _finding(implementation: Implementation, outcome: CheckOutcome) -> Finding:
    if outcome.tally.wrong:
        case = outcome.tally.wrong[0].counterexample(implementation.name)
        return Finding(f"{case.question}: {case.said}", smallest=lambda: case)
    ((_, trouble), *_) = outcome.tally.troubles
    return Finding(trouble.message, crashed=True)
