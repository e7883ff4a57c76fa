"""The specification and the players under judgement, side by side through one game.

Whoever drives a match chooses what happens next; each step puts one question to all players. The
right answers are the specification's, which is asked once for all of them.
"""

from collections import Counter
from collections.abc import Iterable

import churn_spec as spec
from churn_verification.judge.difference import Difference
from churn_verification.judge.events import events_of
from churn_verification.judge.judge import Judge
from churn_verification.judge.reference import Rules
from churn_verification.players import UNDO, Ask, Question


class AllHaveFailed(BaseException):
    """No player is left to be asked: each has answered wrongly or crashed.

    It ends a comparison and is no error. Hypothesis plays again what an `Exception` has ended, to
    see it once more; the judge would ask nobody then.
    """


class Match:
    """One game, through which the judge leads all players.

    Attributes:
        judge: puts the questions.
        turns: the turns taken so far, `undo` among them.
        tally: how often each event took place.
    """

    def __init__(
        self,
        judge: Judge,
        position: spec.Position,
        tally: Counter[str] | None = None,
        *,
        ask: Ask = Ask.EVERYTHING,
    ) -> None:
        """Begin at a position and ask how it stands.

        Args:
            judge: puts the questions.
            position: where the game begins.
            tally: to which the events are added.
            ask: how much is asked at each step.

        Raises:
            AllHaveFailed: no player has come through.
        """
        self.judge = judge
        self.turns: list[str] = []
        self.tally: Counter[str] = Counter() if tally is None else tally
        self._rules = Rules()
        self._start = self._rules.begin(position)
        self._standing = 0
        self._ask = ask
        self._put()

    @property
    def at(self) -> spec.Position:
        """The position."""
        return self._rules.session.at

    @property
    def legal(self) -> frozenset[str]:
        """The legal turns."""
        return self._rules.session.legal()

    @property
    def can_undo(self) -> bool:
        """Whether a turn has been taken that was not taken back."""
        return self._standing > 0

    def play(self, turn: str, ask: Ask | None = None) -> None:
        """Take a legal turn.

        Args:
            turn: a cell or `swap`.
            ask: how much is asked after it; as always where it is None.

        Raises:
            AllHaveFailed: no player has come through.
            Difference: the specification breaks F1.
            ValueError: the turn is illegal.
        """
        before = self.at
        if turn not in self.legal:
            raise ValueError(f"{turn} is illegal here")
        self.turns.append(turn)
        self._standing += 1
        self._put(ask)
        self.tally.update(events_of(before, spec.read_turn(before.board, turn), self.at))
        self._require_ranking_rises(before, turn)

    def undo(self) -> None:
        """Take the last turn back.

        Raises:
            AllHaveFailed: no player has come through.
            ValueError: no turn has been taken.
        """
        if not self.can_undo:
            raise ValueError("no turn has been taken that could be taken back")
        self.turns.append(UNDO)
        self._standing -= 1
        self.tally["undo"] += 1
        self._put()

    def try_illegal(self, turn: str) -> str:
        """Try an illegal turn; it must be refused by the right clause and change nothing.

        Returns:
            The clause that it breaks.

        Raises:
            AllHaveFailed: no player has come through.
            ValueError: the turn is legal.
        """
        if turn in self.legal:
            raise ValueError(f"{turn} is legal here")
        clause = self._put(also=(turn,))
        self.tally[f"refused by {clause}"] += 1
        return clause

    def compare(self) -> None:
        """Ask everything about the game as it stands.

        Raises:
            AllHaveFailed: no player has come through.
        """
        self._put(Ask.EVERYTHING)

    def take(self, turns: Iterable[str]) -> None:
        """Take turns of every kind: legal ones, illegal ones, and `undo`."""
        for turn in turns:
            if turn == UNDO:
                self.undo()
            elif turn in self.legal:
                self.play(turn)
            else:
                self.try_illegal(turn)

    def _put(self, ask: Ask | None = None, also: tuple[str, ...] = ()) -> str:
        """Ask about the game as it stands.

        Returns:
            The first clause that decides the question.
        """
        question = Question(
            self._start, (*self.turns, *also), ask=self._ask if ask is None else ask
        )
        case = self._rules.case("match", question)
        self.judge.ask(case)
        self.tally["questions"] += 1
        if self.judge.is_done:
            raise AllHaveFailed
        return case.clauses[0]

    def _require_ranking_rises(self, before: spec.Position, turn: str) -> None:
        """Demand of the specification what F1 rests on, in every turn that is taken anywhere."""
        mover = before.mover
        if turn == spec.SWAP.value:
            return
        for colour, rises in ((mover, True), (mover.other, False)):
            earlier, later = spec.ranking(before, colour), spec.ranking(self.at, colour)
            if not (earlier < later if rises else earlier == later):
                said = {"F1": "it rises" if rises else "it stays", "specification": f"{later}"}
                question = f"how {turn} changes {colour.value}'s ranking, {earlier}"
                raise Difference.on(self._start, "F1", question, said, self.turns)
        self.tally["ranking rises"] += 1
