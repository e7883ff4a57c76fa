"""An adapter as a player: cases are worded as it can be asked them, answers in our words."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from churn_verification.conformance.dialect import Dialect, NotAskedError
from churn_verification.conformance.dialogue import Dialogue
from churn_verification.conformance.faults import kinds_of
from churn_verification.conformance.messages import PerftQuestion, PlayQuestion
from churn_verification.players import Answered, Case, NotAsked, Refusal

_Worded: TypeAlias = tuple[tuple[Case, Case], PlayQuestion | PerftQuestion]


class AdapterPlayer:
    """Answers cases over a dialogue, many of them under way at a time.

    Attributes:
        dialogue: the dialogue; it is open.
        dialect: how the adapter words things.
        name: what it is called in reports.
    """

    def __init__(self, dialogue: Dialogue) -> None:
        self.dialogue = dialogue
        self.dialect = Dialect(dialogue.identity)
        self.name = dialogue.identity.name

    def renewed(self) -> "AdapterPlayer":
        """The adapter after a fresh start.

        Raises:
            AdapterFault: it does not start.
        """
        self.dialogue.abandon()
        self.dialogue.open()
        return self

    def ask(self, cases: Iterable[Case]) -> Iterator[Answered]:
        """Put cases to the adapter.

        Cases that it cannot be asked come before the next answer.

        Raises:
            GivenUpError, OutOfTimeError: the adapter or the time gave out; what was yielded stands.
        """
        not_asked: list[Answered] = []
        asked = self.dialogue.ask_all(self._worded(cases, not_asked), _is_refused)
        for (case, worded), said in asked:
            yield from _drained(not_asked)
            yield Answered(case, worded, self.dialect.in_our_words(worded.question, said))
        yield from _drained(not_asked)

    def _worded(self, cases: Iterable[Case], not_asked: list[Answered]) -> Iterator[_Worded]:
        """The cases as the adapter can be asked them; the others are put on a list."""
        for case in cases:
            try:
                worded = self.dialect.case(case)
            except NotAskedError as reason:
                not_asked.append(Answered(case, case, NotAsked(str(reason))))
                continue
            message = self.dialect.message(worded.question)
            failures = self.dialogue.failures
            if failures.is_any_left_out:
                kinds = kinds_of(message, is_refused=isinstance(worded.right, Refusal))
                left_out = failures.why_not(worded.question.board, kinds)
                if left_out is not None:
                    not_asked.append(Answered(case, case, left_out))
                    continue
            yield (case, worded), message


def _is_refused(asked: tuple[Case, Case]) -> bool:
    """Whether a turn of what is asked is illegal."""
    return isinstance(asked[1].right, Refusal)


def _drained(answers: list[Answered]) -> Iterator[Answered]:
    while answers:
        yield answers.pop(0)
