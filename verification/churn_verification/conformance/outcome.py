"""What came of one check of a conformance run."""

from dataclasses import dataclass, field

from churn_verification.judge.judge import Tally
from churn_verification.results import Status


@dataclass
class CheckOutcome:
    """One check and what came of it.

    Attributes:
        id: what it is called.
        sentence: what holds when it holds.
        is_adapters: whether a failure is the adapter's and says nothing about the implementation.
        tally: what came of its cases.
        questions: how many questions were put that are no cases.
        counts: what else was counted: the strata that were reached.
        seconds: how long it took.
        unsound: what was wrong with the adapter.
        is_partly_met: whether a demand on the adapter is met on some boards and not on all.
        note: why it was not run, ended before its end, or is met only in part.
        left_out: what was not asked because the time for all questions was over.
    """

    id: str
    sentence: str
    is_adapters: bool = False
    tally: Tally = field(default_factory=Tally)
    questions: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    unsound: str | None = None
    is_partly_met: bool = False
    note: str | None = None
    left_out: str | None = None

    @property
    def status(self) -> Status:
        """Held, failed, or not run: a check that compared nothing has not held."""
        tally = self.tally
        if self.unsound or self.is_partly_met or tally.has_failed:
            return Status.FAILED
        return Status.HELD if tally.answered or self.questions else Status.NOT_RUN
