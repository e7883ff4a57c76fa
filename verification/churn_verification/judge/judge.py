"""The judge: puts cases to players, compares each answer with the right one, and keeps a tally.

This is the one way in which anything that plays Churn is compared, whether it is a form of the
engine, a misreading or somebody else's program. A case carries its right answer, so that the
specification is asked once, however many players there are.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import tee
from typing import Any

from churn_verification.judge.respects import Respect, respects_of
from churn_verification.players import (
    Answer,
    Answered,
    Case,
    NotAsked,
    PerftCount,
    Player,
    Question,
    Refusal,
    Skipped,
    State,
    Trouble,
)
from churn_verification.results import Counterexample

_ANSWERS = (State, Refusal, PerftCount)
_MOST_RIGHT_ANSWERS = 50


@dataclass(frozen=True)
class WrongAnswer:
    """An answer that differs from the right one.

    Attributes:
        case: what was asked, in the form in which the player was asked it.
        answer: what it answered.
        respects: in which respects that is wrong, causes before what follows from them.
    """

    case: Case
    answer: Answer
    respects: tuple[Respect, ...]

    @property
    def clause(self) -> str:
        """The clause of the first respect."""
        return self.respects[0].clause

    @property
    def question(self) -> Question:
        """The question that was answered wrongly."""
        return self.case.question

    def counterexample(self, player: str) -> Counterexample:
        """The wrong answer as the counterexample of a result.

        Args:
            player: the name of whoever gave it.
        """
        first = self.respects[0]
        return Counterexample(
            clause=first.clause,
            question=first.question,
            said={"specification": first.right, player: first.said},
            position=self.question.position,
            turns=self.question.turns,
            placement=first.placement,
        )


@dataclass(frozen=True)
class RightAnswer:
    """An answer in which nothing that it tells is wrong.

    Attributes:
        case: what was asked, in the form in which the player was asked it.
        answer: what it answered, which may tell less than the right answer of the case.
    """

    case: Case
    answer: Answer


@dataclass
class Tally:
    """What came of the cases that were put to one player.

    Attributes:
        right: how many answers were right.
        right_answers: the first of the right answers.
        asked_by_clause: how many answers were compared on questions that each clause decides.
        unanswered_by_clause: how many cases that each clause decides the player skipped.
        wrong: the wrong answers.
        known: the links of wrong answers that are known, and how many there were.
        not_asked: why cases were not asked, and how many.
        skipped: the player's reasons for not answering (with its link), and how many.
        troubles: cases that the player answered with an error, with its message.
        faults: cases over which an adapter died, hung or sent what is no reply, with the fault.
    """

    right: int = 0
    right_answers: list[RightAnswer] = field(default_factory=list)
    asked_by_clause: Counter[str] = field(default_factory=Counter)
    unanswered_by_clause: Counter[str] = field(default_factory=Counter)
    wrong: list[WrongAnswer] = field(default_factory=list)
    known: Counter[str] = field(default_factory=Counter)
    not_asked: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    troubles: list[tuple[Case, Trouble]] = field(default_factory=list)
    faults: list[tuple[Case | None, Any]] = field(default_factory=list)

    @property
    def answered(self) -> int:
        """How many answers could be compared."""
        return self.right + len(self.wrong) + self.known.total()

    @property
    def has_failed(self) -> bool:
        """Whether an answer was wrong or did not come."""
        return bool(self.wrong or self.troubles or self.faults)


LinkOf = Callable[[WrongAnswer], str | None]
"""The link of a wrong answer that is known; None where it is not."""


class Judge:
    """Puts cases to players, side by side.

    Attributes:
        players: who is asked.
        tallies: what came of it, by the players' names.
    """

    def __init__(
        self,
        players: Sequence[Player],
        *,
        to_the_end: bool = False,
        confirm: Callable[[Case], None] | None = None,
        link_of: LinkOf = lambda _wrong: None,
    ) -> None:
        """Be ready to ask.

        Args:
            players: who is asked; their names differ.
            to_the_end: whether a player that has failed is asked further cases.
            confirm: is given a case before a wrong answer to it counts, and raises where the right
                answer is disputed.
            link_of: finds the links of wrong answers that are known.
        """
        self.players = players
        self.tallies = {player.name: Tally() for player in players}
        self._to_the_end = to_the_end
        self._confirm = confirm
        self._link_of = link_of

    @property
    def is_done(self) -> bool:
        """Whether no player is left to be asked."""
        return not self._asked()

    def put(self, cases: Iterable[Case]) -> Iterator[Case]:
        """Put cases to all players that are left.

        Yields:
            Each case when everybody has answered it.
        """
        asked = self._asked()
        answers = {
            player.name: player.ask(stream)
            for player, stream in zip(asked, tee(cases, len(asked)), strict=True)
        }
        while answers:
            case: Case | None = None
            for name in list(answers):
                answered = next(answers[name], None)
                if answered is None:  # the cases have come to their end, for everybody
                    return
                case = answered.case
                self._take(name, answered)
                if self._is_out(name):
                    del answers[name]
            if case is not None:
                yield case

    def ask(self, case: Case) -> None:
        """Put one case to all players that are left."""
        for player in self._asked():
            (answered,) = player.ask((case,))
            self._take(player.name, answered)

    def _asked(self) -> list[Player]:
        return [player for player in self.players if not self._is_out(player.name)]

    def _is_out(self, name: str) -> bool:
        return not self._to_the_end and self.tallies[name].has_failed

    def _take(self, name: str, answered: Answered) -> None:
        tally, case, answer = self.tallies[name], answered.as_asked, answered.answer
        if not isinstance(answer, _ANSWERS):
            self._take_unanswered(tally, case, answer)
        elif respects := respects_of(case, answer):
            if self._confirm is not None:
                self._confirm(answered.case)
            self._take_wrong(tally, WrongAnswer(case, answer, respects))
        else:
            tally.asked_by_clause.update(case.clauses)
            tally.right += 1
            if len(tally.right_answers) < _MOST_RIGHT_ANSWERS:
                tally.right_answers.append(RightAnswer(case, answer))

    def _take_unanswered(self, tally: Tally, case: Case, answer: object) -> None:
        if isinstance(answer, NotAsked):
            tally.not_asked[answer.reason] += 1
        elif isinstance(answer, Skipped):
            link = f" ({answer.link})" if answer.link else ""
            tally.skipped[f"{answer.reason}{link}"] += 1
            tally.unanswered_by_clause.update(case.clauses)
        elif isinstance(answer, Trouble):
            tally.troubles.append((case, answer))
        else:
            tally.faults.append((case, answer))

    def _take_wrong(self, tally: Tally, wrong: WrongAnswer) -> None:
        tally.asked_by_clause.update({*wrong.case.clauses, wrong.clause})
        link = self._link_of(wrong)
        if link is None:
            tally.wrong.append(wrong)
        else:
            tally.known[link] += 1


def wrong_answer(player: Player, case: Case) -> WrongAnswer | None:
    """Put one case to one player.

    Returns:
        The wrong answer; None where it is right or there is none.
    """
    judge = Judge([player])
    judge.ask(case)
    wrong = judge.tallies[player.name].wrong
    return wrong[0] if wrong else None
