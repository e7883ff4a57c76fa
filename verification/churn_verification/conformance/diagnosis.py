"""What do the wrong answers look like? They are compared with those of the known misreadings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from churn_verification.conformance.dialect import Dialect
from churn_verification.judge.judge import RightAnswer, WrongAnswer
from churn_verification.judge.respects import same
from churn_verification.judge.shrink import size_of
from churn_verification.misreadings import MISREADINGS, Mutant
from churn_verification.players import Answer, Question, SessionPlayer

_AT_FIRST = 12
_MOST_DIFFERENCES = 200
_MOST_RIGHT = 100
_FINALISTS = 6
_FEW = 0.05
"""The share of answers on which a misreading that is named may be wrong."""

_LARGEST = 70
"""Cells: on larger boards misreadings are slow, and seldom needed."""


@dataclass(frozen=True)
class Likeness:
    """A misreading that answers as the adapter does.

    Attributes:
        mutant: the misreading.
        matches: how many wrong answers it gives just so.
        of: how many wrong answers were compared.
        contradicted: how many of the adapter's right answers it contradicts.
        asked: of how many.
        as_well: other misreadings of which the same is true.
    """

    mutant: Mutant
    matches: int
    of: int
    contradicted: int
    asked: int
    as_well: tuple[Mutant, ...] = ()

    def __str__(self) -> str:
        clauses = ", ".join(self.mutant.clauses)
        sentence = self.mutant.sentence[0].lower() + self.mutant.sentence[1:].rstrip(".")
        text = f"{sentence} ({clauses}), on {self.matches} of {self.of} differing answers"
        if self.contradicted:
            text += f", though not on {self.contradicted} of {self.asked} right ones"
        if self.as_well:
            others = ", ".join(f"{each.id} ({', '.join(each.clauses)})" for each in self.as_well)
            text += f"; so few answers do not tell it from {others}"
        return text


def likenesses(
    differences: Sequence[WrongAnswer], right: Sequence[RightAnswer], dialect: Dialect
) -> list[Likeness]:
    """The misreadings that explain the wrong answers: the best one, then one for what it leaves.

    Misreadings are named only if together they give nearly all of the wrong answers, and if each
    contradicts nearly no right one. Only what the adapter's reply holds is compared: a misreading
    that would have left another `state` after a refusal contradicts no reply that tells no state.

    Args:
        differences: the wrong answers.
        right: right answers.
        dialect: the adapter's, whose answers may tell less than a misreading's.
    """
    asked = _Asked(differences, right, dialect)
    found: list[Likeness] = []
    left = asked.wrong
    while left:
        best = asked.best(left)
        if best is None or best.contradicted > _FEW * best.asked:
            break
        found.append(best)
        left = [each for each in left if not asked.agrees(best.mutant, each)]
    return found if len(left) <= _FEW * len(asked.wrong) else []


class _Asked:
    """The questions, and what misreadings answer to them."""

    def __init__(
        self, differences: Sequence[WrongAnswer], right: Sequence[RightAnswer], dialect: Dialect
    ) -> None:
        by_size = sorted(differences, key=size_of)
        small = [each for each in by_size if size_of(each)[0] <= _LARGEST] or by_size
        self.wrong = small[:_MOST_DIFFERENCES]
        fit = [each for each in right if _cells(each.case.question) <= _LARGEST]
        self._right = fit[:_MOST_RIGHT]
        self._dialect = dialect
        self._answers: dict[tuple[str, Question], Answer | None] = {}

    def best(self, wrong: Sequence[WrongAnswer]) -> Likeness | None:
        """The misreading that gives most of some wrong answers, and fewest beside them."""
        few = wrong[:_AT_FIRST]
        scores = {each.id: self._matches(each, few) for each in MISREADINGS.values()}
        finalists = sorted(
            (each for each in MISREADINGS.values() if scores[each.id]),
            key=lambda each: -scores[each.id],
        )[:_FINALISTS]
        compared = sorted(
            (self._likeness(each, wrong) for each in finalists), key=_how_good, reverse=True
        )
        if not compared:
            return None
        best, *others = compared
        as_well = (each.mutant for each in others if _how_good(each) == _how_good(best))
        return replace(best, as_well=tuple(as_well))

    def agrees(self, mutant: Mutant, difference: WrongAnswer) -> bool:
        """Whether a misreading gives a wrong answer just so."""
        return same(self._answer(mutant, difference.case.question), difference.answer)

    def _matches(self, mutant: Mutant, wrong: Sequence[WrongAnswer]) -> int:
        return sum(self.agrees(mutant, each) for each in wrong)

    def _likeness(self, mutant: Mutant, wrong: Sequence[WrongAnswer]) -> Likeness:
        contradicted = sum(
            not same(self._answer(mutant, each.case.question), each.answer) for each in self._right
        )
        matches = self._matches(mutant, wrong)
        return Likeness(mutant, matches, len(wrong), contradicted, len(self._right))

    def _answer(self, mutant: Mutant, question: Question) -> Answer | None:
        """What a misreading answers, as far as the adapter would tell; None where it crashes."""
        key = (mutant.id, question)
        if key not in self._answers:
            try:
                answer = SessionPlayer(mutant.implementation).answer(question)
            except Exception:  # noqa: BLE001 - a misreading may do anything
                self._answers[key] = None
            else:
                self._answers[key] = self._dialect.as_told(answer)
        return self._answers[key]


def _how_good(likeness: Likeness) -> tuple[bool, int, int]:
    fits = likeness.contradicted <= _FEW * likeness.asked
    return fits, likeness.matches, -likeness.contradicted


def _cells(question: Question) -> int:
    rows = question.position.split(" ")[1]
    return len(rows) - rows.count("/")
