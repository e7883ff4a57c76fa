"""Who says what about a turn: the specification, the engine in each form, and the adapter.

Questions and answers are those of the conformance protocol, so that what is compared here is what
`churnproof conform` compares: is the turn legal, what does it remove, how do things stand after it.
The specification judges.
"""

import threading
from collections.abc import Sequence

from churn_explorer.knowledge import Checked, PlayerAnswer, ToCheck
from churn_explorer.limits import CHECK_SECONDS, Deadline
from churn_explorer.reading import position_of
from churn_spec import starting_position, write_position
from churn_verification.conformance.adapter import AdapterPlayer
from churn_verification.conformance.dialogue import Dialogue, OutOfTimeError
from churn_verification.conformance.faults import AdapterFault
from churn_verification.conformance.interview import Interview
from churn_verification.conformance.limits import Limits
from churn_verification.drawing.counting import counted
from churn_verification.judge.judge import Tally, wrong_answer
from churn_verification.judge.reference import DisputedError, Reference
from churn_verification.judge.respects import Respect
from churn_verification.players import (
    ENGINES,
    Case,
    Implementation,
    Question,
    Refusal,
    SessionPlayer,
    State,
)
from churn_verification.players import Answer as Right

_LIMITS = Limits(start=10.0, reply=5.0, total=1e9, restarts=0)  # the next question starts it anew
_BETWEEN_ATTEMPTS = 0.1
"""Seconds between attempts to end an adapter that may just be starting."""
_STOPPING = "the explorer is being stopped"
_TOO_LONG = "it was not compared, which would take too long here"


class Checker:
    """Compares what is said about turns."""

    def __init__(self, adapter: Sequence[str] = ()) -> None:
        """Be ready to compare.

        Args:
            adapter: the command of a third-party implementation, if one is connected.
        """
        self._command = tuple(adapter)
        self._dialogue: Dialogue | None = None
        self._interview: Interview | None = None
        self._lock = threading.Lock()
        self._closed = threading.Event()

    def check(self, to_check: ToCheck) -> Checked:
        """Compare what everybody says about some turns of a game."""
        names = ["specification", *(engine.name for engine in ENGINES.values())]
        if self._command:
            names.append("adapter")
        first, *others = _questions(to_check)
        answers = [self._answers(_judged(first))]
        deadline = Deadline.after(CHECK_SECONDS)  # the very first answer may compile the engine
        for question in others:
            if deadline.over:
                answers.append([PlayerAnswer(status="silent", words=_TOO_LONG)] * len(names))
            else:
                answers.append(self._answers(_judged(question)))
        return Checked(names=names, answers=answers)

    def _answers(self, case: Case) -> list[PlayerAnswer]:
        answers = [
            PlayerAnswer(status="agrees", words=_words(case.right)),
            *(_compared(case, engine) for engine in ENGINES.values()),
        ]
        if self._command:
            answers.append(self._asked(case))
        return answers

    def close(self) -> None:
        """End the adapter, also while an answer of it is being waited for."""
        self._closed.set()
        while not self._lock.acquire(timeout=_BETWEEN_ATTEMPTS):
            if self._dialogue is not None:
                self._dialogue.abandon()
        try:
            self._abandon()
        finally:
            self._lock.release()

    # The adapter ---------------------------------------------------------------------------------

    def _asked(self, case: Case) -> PlayerAnswer:
        """The adapter's answer; when it breaks, it says so and is started anew the next time."""
        with self._lock:
            if self._closed.is_set():
                return PlayerAnswer(status="silent", words=_STOPPING)
            try:
                return _put(self._opened(), case)
            except (AdapterFault, OutOfTimeError, DisputedError) as error:
                self._abandon()
                return PlayerAnswer(status="silent", words=str(error))
            except Exception:
                if self._closed.is_set():  # its process was ended while we were listening to it
                    return PlayerAnswer(status="silent", words=_STOPPING)
                raise

    def _opened(self) -> Interview:
        if self._interview is None:
            self._dialogue = Dialogue(self._command, _LIMITS)
            self._dialogue.open()
            player = AdapterPlayer(self._dialogue)
            self._interview = Interview(player, self._dialogue.identity)
        return self._interview

    def _abandon(self) -> None:
        if self._dialogue is not None:
            self._dialogue.abandon()
        self._dialogue = self._interview = None


def _put(interview: Interview, case: Case) -> PlayerAnswer:
    tally = Tally()
    for _ in interview.put([case], tally):
        pass
    if tally.right:
        return PlayerAnswer(status="agrees", words=_words(case.right))
    if tally.wrong:
        return _differs(tally.wrong[0].respects)
    reasons = [
        *tally.not_asked,
        *tally.skipped,
        *(trouble.message for _, trouble in tally.troubles),
        *(str(fault) for _, fault in tally.faults),
    ]
    return PlayerAnswer(status="silent", words="; ".join(reasons))


# Judging -----------------------------------------------------------------------------------------


def _questions(question: ToCheck) -> list[Question]:
    start = position_of(question.start)
    from_start = start == starting_position(start.board)
    return [
        Question(
            position=write_position(position_of(step.position)),
            turns=() if step.turn is None else (step.turn,),
            way=tuple(question.turns[: step.number]) if from_start else None,
        )
        for step in question.steps
    ]


def _judged(question: Question) -> Case:
    """A question with the specification's answer."""
    return Reference().case("", question)


def _compared(case: Case, implementation: Implementation) -> PlayerAnswer:
    wrong = wrong_answer(SessionPlayer(implementation), case)
    return (
        _differs(wrong.respects)
        if wrong
        else PlayerAnswer(status="agrees", words=_words(case.right))
    )


def _differs(found: Sequence[Respect]) -> PlayerAnswer:
    """The most telling difference; the others are mostly what follows from it."""
    first, *others = map(_difference_words, found)
    return PlayerAnswer(status="differs", words=first, more=others)


def _difference_words(found: Respect) -> str:
    return f"{found.question} ({found.clause}): {found.said}; the specification says {found.right}"


def _words(right: Right) -> str:
    match right:
        case Refusal():
            return "illegal"
        case State():
            gone = " ".join(right.removed or ()) or "nothing"
            if right.over:
                ends = "it is a tie" if right.winner == "tie" else f"{right.winner} has won"
                return f"removes {gone}; then {ends}"
            return f"removes {gone}; then {counted(len(right.legal), 'legal turn')}"
    return ""
