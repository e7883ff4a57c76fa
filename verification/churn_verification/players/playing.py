"""An implementation as a player: questions are answered by playing a session."""

from collections.abc import Iterable, Iterator
from typing import Any

from churn_verification.players.answers import (
    Answer,
    FullRefusal,
    FullState,
    GroupSizes,
    PerftCount,
    Trouble,
)
from churn_verification.players.interface import (
    Answered,
    Implementation,
    Refused,
    Session,
)
from churn_verification.players.questions import UNDO, Ask, Case, Question


class SessionPlayer:
    """Answers questions by playing; goes on from the last question where the next continues it.

    So a game that is asked about turn by turn is one session, and a fault that builds up in a
    session shows; a question that begins elsewhere begins a new session.

    Attributes:
        name: what it is called in reports.
        session: the session after the last answer; None before the first one.
    """

    def __init__(self, implementation: Implementation) -> None:
        self.name = implementation.name
        self.session: Session | None = None
        self._implementation = implementation
        self._position = ""
        self._taken: list[str] = []
        self._removed: frozenset[str] | None = None

    def ask(self, cases: Iterable[Case]) -> Iterator[Answered]:
        """Answer cases; one over which the implementation breaks is answered by `Trouble`."""
        for case in cases:
            try:
                answer: Answer | Trouble = self.answer(case.question)
            except Exception as error:  # noqa: BLE001 - a player may do anything
                self.session = None
                answer = Trouble.model_construct(message=f"{type(error).__name__}: {error}")
            yield Answered(case, case, answer)

    def answer(self, question: Question) -> Answer:
        """Answer one question.

        Raises:
            ValueError: the position cannot be read, or a turn is taken back where none was taken.
        """
        session = self._session_for(question)
        for number in range(len(self._taken), len(question.turns)):
            turn = question.turns[number]
            try:
                self._removed = self._take(session, turn)
            except Refused as refusal:
                return FullRefusal.model_construct(
                    refused=number + 1,
                    state=state_of(session, None, question.ask),
                    clause=refusal.clause,
                )
            self._taken.append(turn)
        if question.depth:
            return PerftCount.model_construct(perft=count_turns(session, question.depth))
        return state_of(session, self._removed, question.ask)

    def resume(self, position: str, session: Session) -> None:
        """Go on with a session that stands at its beginning.

        Args:
            position: the text of the position where it stands.
            session: the session.
        """
        self.session = session
        self._position = position
        self._taken = []
        self._removed = frozenset()

    def _session_for(self, question: Question) -> Session:
        """The last session where the question goes on from it, else a new one."""
        taken = len(self._taken)
        if (
            self.session is None
            or question.position != self._position
            or list(question.turns[:taken]) != self._taken
        ):
            session = self._implementation.begin(question.position)
            self.resume(question.position, session)
            return session
        return self.session

    def _take(self, session: Session, turn: str) -> frozenset[str] | None:
        """Take a turn, or take the last one back, after which nobody tells what was removed."""
        if turn != UNDO:
            return session.play(turn)
        if self._taken.count(UNDO) * 2 >= len(self._taken):
            raise ValueError("no turn has been taken that could be taken back")
        session.undo()
        return None


def state_of(session: Session, removed: frozenset[str] | None, ask: Ask) -> FullState:
    """How a session stands.

    Args:
        session: the session.
        removed: what the last turn removed; None where nobody asks.
        ask: how much is asked for; the rest is None.
    """
    told: dict[str, Any] = dict(_NOTHING)
    if Ask.LEGAL in ask:
        told["legal"] = tuple(sorted(session.legal()))
        told["over"] = session.over()
        told["winner"] = session.winner()
    if Ask.COURSE in ask:
        told["position"] = session.position()
        told["removed"] = None if removed is None else tuple(sorted(removed))
        told["first_player"] = "red" if session.red_seat() == "first" else "blue"
        told["turn_number"] = session.turn_number()
    if Ask.GROUPS in ask:
        told["formed_size"] = session.formed_size()
        told["groups"] = _groups_of(session)
        told["winning_player"] = session.winning_seat() or "none"
    if Ask.PLACEMENTS in ask:
        told["placements"] = session.placements()
    return FullState.model_construct(**told)


_NOTHING = dict.fromkeys(FullState.model_fields)
"""A state of which nothing is told."""


def _groups_of(session: Session) -> GroupSizes:
    return GroupSizes.model_construct(red=session.ranking("red"), blue=session.ranking("blue"))


def count_turns(session: Session, depth: int) -> int:
    """How many turn sequences of a length, at least 1, there are; the session ends as it was."""
    turns = session.legal()
    if depth == 1:
        return len(turns)
    total = 0
    for turn in turns:
        session.play(turn)
        total += count_turns(session, depth - 1)
        session.undo()
    return total
