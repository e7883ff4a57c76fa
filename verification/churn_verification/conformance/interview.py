"""One implementation under judgement: cases are put, and what came of them is tallied."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from churn_verification.conformance.faults import Fault
from churn_verification.conformance.messages import Identity
from churn_verification.judge.judge import Judge, LinkOf, Tally, WrongAnswer
from churn_verification.judge.reference import confirm, engine_reference
from churn_verification.judge.respects import misnumbered
from churn_verification.players import Answered, Case, Player, Question, Refusal, State


class Interview:
    """Puts cases to one player; the engine gives the right answers, the specification confirms.

    Attributes:
        player: who is asked.
        identity: what it has said of itself.
        reference: gives the right answers.
        history: the cases before the first wrong answer and that case, by name and question; empty
            while no answer was wrong.
        first: the first wrong answer.
    """

    def __init__(
        self,
        player: Player,
        identity: Identity,
        link_of: LinkOf = lambda _wrong: None,
        renew: Callable[[], Player] | None = None,
    ) -> None:
        """Be ready to ask.

        Args:
            player: who is asked.
            identity: what it has said of itself.
            link_of: finds the links of wrong answers that are known.
            renew: starts the player anew; None where that cannot be done.
        """
        self.player = player
        self.identity = identity
        self.reference = engine_reference()
        self.history: tuple[tuple[str, Question], ...] = ()
        self.first: WrongAnswer | None = None
        self._link_of = link_of
        self._renew = renew
        self._names: list[str] = []
        self._questions: list[Question] = []

    def ask(self, cases: Iterable[Case], tally: Tally) -> Iterator[Answered]:
        """Put cases without judging their answers; only faults are recorded in the tally.

        Raises:
            GivenUpError, OutOfTimeError: the adapter or the time gave out; the tally stands.
        """
        for answered in self.player.ask(cases):
            if isinstance(answered.answer, Fault):
                tally.faults.append((answered.as_asked, answered.answer))
            self._keep(answered.case, tally)
            yield answered

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
        for case in judge.put(cases):
            self._keep(case, tally)
            yield case

    def _keep(self, case: Case, tally: Tally) -> None:
        """Keep the cases that led to the first wrong answer."""
        if self.first is None:
            self._names.append(case.name)
            self._questions.append(case.question)
            if tally.wrong:
                self.first = tally.wrong[0]
                self.history = tuple(zip(self._names, self._questions, strict=True))

    def in_order(self, cases: Sequence[Case]) -> WrongAnswer | None:
        """Start the player anew and put cases; the wrong answer to the last one, None where right.

        Raises:
            AdapterFault: the player does not start.
            GivenUpError, OutOfTimeError, DisputedError: as `put` does.
        """
        if self._renew is not None:
            self.player = self._renew()
        before, last = Tally(), Tally()
        for tally, some in ((before, cases[:-1]), (last, cases[-1:])):
            for _ in self.put(some, tally):
                pass
        return self.laid(last.wrong[0]) if last.wrong else None

    def laid(self, wrong: WrongAnswer) -> WrongAnswer:
        """A wrong answer, laid to the clause that decides it after two more questions if need be.

        Where a turn is due to be refused and the reply names another one, the implementation may
        take the illegal turn for legal, which is that turn's clause; or it refuses the right turn
        and says a wrong number, whatever makes the turn illegal. The turns up to the illegal one,
        asked alone, tell: if they are refused, and are not without the last of them, the number
        alone is wrong.

        Raises:
            GivenUpError, OutOfTimeError: the adapter or the time gave out.
        """
        case, right, said = wrong.case, wrong.case.right, wrong.answer
        if not (isinstance(right, Refusal) and isinstance(said, Refusal)):
            return wrong
        if right.refused == said.refused:
            return wrong
        before, upto = (
            self._answer(replace(case.question, turns=case.question.turns[:number]))
            for number in (right.refused - 1, right.refused)
        )
        if isinstance(before, State) and isinstance(upto, Refusal):
            return replace(wrong, respects=(misnumbered(case, said),))
        return wrong

    def _answer(self, question: Question) -> object:
        (answered,) = self.player.ask([self.reference.case("case", question)])
        return answered.answer

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
        return self.laid(tally.wrong[0]) if tally.wrong else None


Cases = Callable[[Interview], Iterable[Case]]
"""Makes the cases for whoever is interviewed."""
