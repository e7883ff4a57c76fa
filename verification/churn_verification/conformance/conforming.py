"""A conformance run: one adapter, asked everything that is planned."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from churn_verification.conformance.adapter import AdapterPlayer
from churn_verification.conformance.dialogue import Dialogue, GivenUpError, OutOfTimeError
from churn_verification.conformance.faults import AdapterFault
from churn_verification.conformance.interview import Interview
from churn_verification.conformance.known import KnownDifferences
from churn_verification.conformance.limits import Limits
from churn_verification.conformance.messages import Identity
from churn_verification.conformance.outcome import CheckOutcome
from churn_verification.conformance.plan import Planned
from churn_verification.conformance.smoke import UnsoundError, known_boards

Progress = Callable[[str, int], None]
"""Is told the id of the check that runs, and how many questions were answered so far."""


PlanOf = Callable[[tuple[str, ...]], Sequence[Planned]]
"""The checks for some boards."""


class Conformance:
    """A run against one adapter; what it has found so far can be read at any time.

    Attributes:
        dialogue: the dialogue with the adapter.
        known: differences that have an issue.
        outcomes: the checks, in their order.
        identity: who the adapter is, once it has said so.
        boards: the boards that it was asked about.
        broken: why the run ended before its end, where it did.
    """

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits,
        progress: Progress,
        known: KnownDifferences,
    ) -> None:
        self.dialogue = Dialogue(command, limits)
        self.known = known
        self.outcomes: list[CheckOutcome] = []
        self.identity: Identity | None = None
        self.boards: tuple[str, ...] = ()
        self.broken: str | None = None
        self._progress = progress

    def run(self, wanted: Sequence[str], planned: PlanOf) -> Interview | None:
        """Ask everything. The dialogue is left open, for more questions or `finish`.

        Args:
            wanted: the boards to ask about, as far as the adapter has them.
            planned: the checks for the boards that it has.

        Returns:
            The interview, or None where the adapter could not be asked anything.

        Raises:
            DisputedError: engine and specification disagree.
        """
        interview = self._begin(wanted)
        if interview is None:
            return None
        for check in planned(self.boards):
            outcome = CheckOutcome(check.id, check.sentence, check.is_adapters)
            if self.broken:
                self.outcomes.append(outcome)
                outcome.note = f"the run had ended: {self.broken}"
                continue
            with self._recorded(outcome):
                for _ in check.run(interview, outcome):
                    self._progress(outcome.id, self.dialogue.questions)
        return interview

    def finish(self) -> None:
        """End the adapter in good order, and look whether it was."""
        if self.broken:
            self.dialogue.abandon()
            return
        outcome = CheckOutcome(
            "adapter/end",
            "The adapter sends nothing unasked, and ends when its input ends.",
            is_adapters=True,
        )
        with self._recorded(outcome):
            outcome.questions = 1
            try:
                self.dialogue.close()
            except AdapterFault as failure:  # all was asked none the less
                outcome.unsound = str(failure)
        if self.known.met:
            self._look_for_known()

    def _look_for_known(self) -> None:
        """Fail where a difference that is listed as known does not occur any more."""
        outcome = CheckOutcome("known", "Every difference that is listed as known still occurs.")
        self.outcomes.append(outcome)
        outcome.questions = self.known.met.total()
        gone = self.known.gone()
        if gone:
            outcome.unsound = f"no longer occurs, take it off the list: {'; '.join(gone)}"

    def _begin(self, wanted: Sequence[str]) -> Interview | None:
        outcome = CheckOutcome(
            "adapter/handshake",
            "The adapter starts, says who it is, and has boards that can be asked about.",
            is_adapters=True,
        )
        with self._recorded(outcome):
            self.identity = self.dialogue.open()
            self.boards = known_boards(self.identity, wanted)
            outcome.questions = 1
        return None if self.broken else self._interview()

    def _interview(self) -> Interview:
        player = AdapterPlayer(self.dialogue)
        link_of = partial(self.known.link_of, player.dialect)
        return Interview(player, self.dialogue.identity, link_of, player.renewed)

    @contextmanager
    def _recorded(self, outcome: CheckOutcome) -> Iterator[None]:
        """Record what comes of a check, how long it took, and whether the run can go on."""
        self.outcomes.append(outcome)
        start = time.monotonic()
        try:
            yield
        except UnsoundError as problem:
            outcome.unsound = self.broken = str(problem)
        except GivenUpError as failure:
            outcome.tally.faults.append((None, failure.fault))
            self.broken = f"the adapter was not started again: {failure}"
        except OutOfTimeError as end:
            outcome.left_out = self.broken = str(end)
        except AdapterFault as failure:
            outcome.unsound = self.broken = str(failure)
        finally:
            outcome.seconds = time.monotonic() - start
            whole = [(None, fault) for fault in self.dialogue.faults]
            outcome.tally.faults[:0] = whole  # first, as the most telling
            self.dialogue.faults.clear()
