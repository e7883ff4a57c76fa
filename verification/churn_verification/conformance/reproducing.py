"""Is a wrong answer given again? If not, which questions before it does it take?"""

from collections.abc import Sequence
from dataclasses import dataclass

from churn_verification.conformance.interview import Interview
from churn_verification.judge.judge import WrongAnswer
from churn_verification.judge.shrink import size_of
from churn_verification.players import Case

_TRIED = 10
"""How many of the wrong answers are asked about alone, the smallest first."""

_MOST_STARTS = 60
_MOST_CASES = 20_000


@dataclass(frozen=True)
class Irreproducible:
    """A wrong answer that is not given when its question is asked alone.

    Attributes:
        cases: the fewest cases found that, put in this order after a fresh start, lead to a wrong
            answer to the last of them; empty where not even all of them do.
    """

    cases: tuple[Case, ...]

    def __str__(self) -> str:
        if not self.cases:
            return (
                "gives answers that differ from one time to the next: asked again, in the same"
                " order, it gave the right answer"
            )
        return (
            "gives answers that depend on earlier questions: asked alone after a fresh start, this"
            f" one is answered rightly; the shortest sequence found has {len(self.cases)} questions"
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
    return Irreproducible(_Shortening(interview).shortest(interview.history))


class _Shortening:
    def __init__(self, interview: Interview) -> None:
        self._interview = interview
        self._starts = _MOST_STARTS
        self._cases = _MOST_CASES

    def shortest(self, history: tuple[Case, ...]) -> tuple[Case, ...]:
        cases = self._long_enough(history)
        size = len(cases) // 2
        while size:
            first = 0
            while first < len(cases) - 1:
                fewer = cases[:first] + cases[min(first + size, len(cases) - 1) :]
                if self._leads_to_it(fewer):
                    cases = fewer
                else:
                    first += size
            size //= 2
        return cases

    def _long_enough(self, history: tuple[Case, ...]) -> tuple[Case, ...]:
        """The last cases, as many as lead to the wrong answer; none where not even all do."""
        number = 2
        while number < 2 * len(history):
            if self._leads_to_it(history[-number:]):
                return history[-number:]
            number *= 2
        return ()

    def _leads_to_it(self, cases: tuple[Case, ...]) -> bool:
        if not self._starts or self._cases < len(cases):
            return False
        self._starts -= 1
        self._cases -= len(cases)
        return self._interview.in_order(cases) is not None
