"""Is a wrong answer given again? If not, which questions before it does it take?"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from churn_verification.conformance.dialogue import OutOfTimeError
from churn_verification.conformance.faults import AdapterFault
from churn_verification.conformance.interview import Interview
from churn_verification.judge.judge import WrongAnswer
from churn_verification.judge.shrink import size_of
from churn_verification.players import Case, Question

_TRIED = 10
"""How many of the wrong answers are asked about alone, the smallest first."""

_MOST_STARTS = 100
_MOST_CASES = 100_000

_Asked = tuple[tuple[str, Question], ...]
"""Cases by name and question; their right answers are worked out when they are put."""


@dataclass(frozen=True)
class Irreproducible:
    """A wrong answer that is not given when its question is asked alone.

    Attributes:
        cases: the fewest cases found that, put in this order after a fresh start, lead to a wrong
            answer to the last of them; empty where none were found.
        all_were_put: whether all questions before it were put once more, in their order.
    """

    cases: tuple[Case, ...] = ()
    all_were_put: bool = False

    def __str__(self) -> str:
        if self.cases:
            return (
                "gives answers that depend on earlier questions: asked alone after a fresh start,"
                " this one is answered rightly; the shortest sequence found has"
                f" {len(self.cases)} questions"
            )
        if self.all_were_put:
            return (
                "gives answers that differ from one time to the next: asked again, in the same"
                " order, it gave the right answer"
            )
        return (
            "gives answers that depend on earlier questions or differ from one time to the next:"
            " asked alone after a fresh start, this one is answered rightly; what leads to it was"
            " not found"
        )


def reproducible(interview: Interview, found: Sequence[WrongAnswer]) -> WrongAnswer | None:
    """The smallest wrong answer that is given after a fresh start too; None where none is.

    Args:
        interview: asks again.
        found: the wrong answers.
    """
    for wrong in sorted(found, key=lambda each: (each.question.depth > 0, *size_of(each)))[:_TRIED]:
        again = interview.in_order([interview.reference.case(wrong.case.name, wrong.question)])
        if again is not None:
            return again
    return None


def shortest_sequence(interview: Interview) -> Irreproducible:
    """The fewest of the cases before the first wrong answer that lead to it."""
    return _Shortening(interview).shortest()


class _Shortening:
    def __init__(self, interview: Interview) -> None:
        self._interview = interview
        self._starts = _MOST_STARTS
        self._cases = _MOST_CASES
        self._all_were_put = False

    def shortest(self) -> Irreproducible:
        asked: _Asked = ()
        with suppress(AdapterFault, OutOfTimeError):  # what was found by then stands
            asked = self._long_enough()
            for fewer in self._shorter_and_shorter(asked):
                asked = fewer
        case = self._interview.reference.case
        return Irreproducible(tuple(case(*each) for each in asked), self._all_were_put)

    def _shorter_and_shorter(self, asked: _Asked) -> Iterator[_Asked]:
        """Leave out halves, then quarters, and so on, as long as what is left leads to it."""
        size = len(asked) // 2
        while size:
            first = 0
            while first < len(asked) - 1:
                fewer = asked[:first] + asked[min(first + size, len(asked) - 1) :]
                if self._leads_to_it(fewer):
                    asked = fewer
                    yield asked
                else:
                    first += size
            size //= 2

    def _long_enough(self) -> _Asked:
        """The last cases, as many as lead to the wrong answer; none where not even all do."""
        history, number = self._interview.history, 2
        while number < 4 * len(history):
            if self._leads_to_it(history[-number:]):
                return history[-number:]
            number *= 4
        return ()

    def _leads_to_it(self, asked: _Asked) -> bool:
        if not self._starts or self._cases < len(asked):
            return False
        self._starts -= 1
        self._cases -= len(asked)
        case = self._interview.reference.case
        wrong = self._interview.in_order([case(*each) for each in asked])
        self._all_were_put |= len(asked) == len(self._interview.history)
        return wrong is not None
