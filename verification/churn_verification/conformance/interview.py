"""One implementation under judgement: cases are put, and what came of them is tallied."""

from collections.abc import Callable, Iterable, Iterator

from churn_verification.conformance.messages import Identity
from churn_verification.judge.judge import Judge, LinkOf, Tally, WrongAnswer
from churn_verification.judge.reference import confirm, engine_reference
from churn_verification.players import Case, Player, Question


class Interview:
    """Puts cases to one player; the engine gives the right answers, the specification confirms.

    Attributes:
        player: who is asked.
        identity: what it has said of itself.
        reference: gives the right answers.
    """

    def __init__(
        self, player: Player, identity: Identity, link_of: LinkOf = lambda _wrong: None
    ) -> None:
        self.player = player
        self.identity = identity
        self.reference = engine_reference()
        self._link_of = link_of

    def put(self, cases: Iterable[Case], tally: Tally) -> Iterator[Case]:
        """Put cases and record in a tally what comes of them.

        Yields:
            Each case when it is done with, so that progress can be shown.

        Raises:
            GivenUpError, OutOfTimeError: the adapter or the time gave out; the tally stands.
            DisputedError: engine and specification disagree.
        """
        judge = Judge([self.player], to_the_end=True, confirm=confirm, link_of=self._link_of)
        judge.tallies[self.player.name] = tally
        return judge.put(cases)

    def differs(self, question: Question) -> WrongAnswer | None:
        """Put one question; the wrong answer, None where it is right or there is none.

        Raises:
            GivenUpError, OutOfTimeError, DisputedError: as `put` does.
        """
        try:
            case = self.reference.case("case", question)
        except ValueError:  # no such question can be asked
            return None
        tally = Tally()
        for _ in self.put([case], tally):
            pass
        return tally.wrong[0] if tally.wrong else None


Cases = Callable[[Interview], Iterable[Case]]
"""Makes the cases for whoever is interviewed."""
