"""The specification and an implementation, side by side through the same turns."""

from collections import Counter
from collections.abc import Iterable

import churn_spec as spec
from churn_verification.judge.difference import (
    Difference,
    first_difference,
    legality_clause,
    names_text,
)
from churn_verification.judge.events import events_of
from churn_verification.players.interface import (
    Implementation,
    Refused,
    Session,
    observe,
)
from churn_verification.players.specification import Specification

UNDO = "undo"
"""Stands at the end of a case's turns where the last of them was taken back."""


class Match:
    """Both sides at the same point of the same game.

    Every method that compares raises `Difference` where the sides differ.

    Attributes:
        reference: the specification's session.
        turns: the turns taken and not taken back. A difference is reported with these and what
            was done last without effect: an illegal attempt, or a turn and its taking back.
        tally: how often each event took place in turns taken here.
    """

    def __init__(
        self, implementation: Implementation, position: str, tally: Counter[str] | None = None
    ) -> None:
        self._name = implementation.name
        self._start = position
        self.turns: list[str] = []
        self._without_effect: tuple[str, ...] = ()
        self.reference = Specification().begin(position)
        self._other: Session = implementation.begin(position)
        self.tally: Counter[str] = Counter() if tally is None else tally

    @property
    def at(self) -> spec.Position:
        """The position where both sides are."""
        return self.reference.at

    def compare(self) -> None:
        """Compare every observable."""
        said = {Specification.name: observe(self.reference), self._name: observe(self._other)}
        found = first_difference(self._start, (*self.turns, *self._without_effect), said)
        if found is not None:
            raise found

    def compare_legal(self) -> None:
        """Compare the legal turns and the end alone: the cheapest way to follow a long game."""
        expected, answer = self.reference.legal(), self._other.legal()
        if expected != answer:
            clause = legality_clause(self.at, expected ^ answer)
            self._differ(clause, "which turns are legal", names_text(expected), names_text(answer))
        if (over := self.reference.over()) != self._other.over():
            self._differ("E1", "is the game over", str(over), str(not over))

    def play(self, turn: str) -> None:
        """Take a legal turn on both sides and compare what it did."""
        before = self.at
        expected = self.reference.play(turn)
        answer = self._play_other(turn)
        self._require_ranking_rises(before, turn)
        self.tally.update(events_of(before, spec.read_turn(before.board, turn), self.at))
        if expected != answer:
            clause = "R2" if answer - expected else "R1"
            self._differ(
                clause, f"which stones {turn} removes", names_text(expected), names_text(answer)
            )

    def try_illegal(self, turn: str) -> str:
        """Try an illegal turn on both sides; both must refuse it, by the same clause.

        Returns:
            The clause that it breaks.
        """
        clause = self._clause_broken_by(turn)
        self.turns.append(turn)
        try:
            self._other.play(turn)
        except Refused as refusal:
            if refusal.clause != clause:
                self._differ(
                    clause, f"which clause {turn} breaks", clause, refusal.clause or "none"
                )
        else:
            self._differ(clause, f"is {turn} legal", f"no, refused by {clause}", "yes")
        self._without_effect = (self.turns.pop(),)
        self.tally[f"refused by {clause}"] += 1
        return clause

    def advance(self, turns: Iterable[str]) -> None:
        """Take legal turns on both sides, without comparing anything but whether they are legal."""
        for turn in turns:
            self.reference.play(turn)
            self._play_other(turn)

    def take(self, turns: Iterable[str]) -> None:
        """Compare everything here and after each of some turns, legal or not."""
        self.compare()
        for turn in turns:
            if turn == UNDO:
                self.undo()
                self.compare()
            elif turn in self.reference.legal():
                self.play(turn)
                self.compare()
            else:
                self.try_illegal(turn)
                self.compare()

    def undo(self) -> None:
        """Take the last turn back on both sides.

        Raises:
            ValueError: no turn has been taken.
        """
        if not self.turns:
            raise ValueError("no turn has been taken that could be taken back")
        self._without_effect = (self.turns.pop(), UNDO)
        self.reference.undo()
        self._other.undo()
        self.tally["undo"] += 1

    def _play_other(self, turn: str) -> frozenset[str]:
        """Take a turn that the specification has taken."""
        self.turns.append(turn)
        self._without_effect = ()
        try:
            return self._other.play(turn)
        except Refused as refusal:
            answer = f"no, refused by {refusal.clause}"
            raise self._difference(refusal.clause, f"is {turn} legal", "yes", answer) from None

    def _clause_broken_by(self, turn: str) -> str:
        try:
            self.reference.play(turn)
        except Refused as refusal:
            return refusal.clause
        self.reference.undo()
        raise ValueError(f"{turn} is legal here")

    def _require_ranking_rises(self, before: spec.Position, turn: str) -> None:
        """Demand of the specification what F1 rests on, in every turn that is taken anywhere."""
        mover = before.mover
        if turn == spec.SWAP.value:
            return
        if spec.ranking(before, mover) >= spec.ranking(self.at, mover):
            self._differ("F1", "does the mover's ranking rise", "it must", "it does not")
        if spec.ranking(before, mover.other) != spec.ranking(self.at, mover.other):
            self._differ("F1", "does the other side's ranking stay", "it must", "it does not")
        self.tally["ranking rises"] += 1

    def _differ(self, clause: str, question: str, expected: str, answer: str) -> None:
        raise self._difference(clause, question, expected, answer)

    def _difference(self, clause: str, question: str, expected: str, answer: str) -> Difference:
        said = {Specification.name: expected, self._name: answer}
        return Difference.on(self._start, clause, question, said, self.turns)


def replay(implementation: Implementation, position: str, turns: Iterable[str]) -> None:
    """Follow turns from a position and compare everything after each.

    Illegal turns must be refused by both sides, and change nothing; `undo` takes a turn back.

    Raises:
        Difference: where the sides differ.
        NotationError: the text describes no position.
    """
    Match(implementation, position).take(turns)
