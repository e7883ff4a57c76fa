"""The right answers: the specification gives them, or the engine where the specification confirms.

The engine is hundreds of times faster, so third parties are compared with it; but no difference is
reported that the specification has not confirmed (`confirm`).
"""

from collections.abc import Iterator

import churn_spec as spec
from churn_verification.judge.respects import same
from churn_verification.players import (
    ENGINES,
    UNDO,
    Answer,
    Case,
    FullRefusal,
    FullState,
    Implementation,
    PerftCount,
    Question,
    Refusal,
    SessionPlayer,
    Specification,
    SpecificationSession,
    State,
)


class DisputedError(Exception):
    """Engine and specification disagree: a fault of this project, not of the player's."""


class Reference:
    """Answers questions rightly, and makes cases of them."""

    def __init__(self, implementation: Implementation | None = None) -> None:
        """Be ready to answer.

        Args:
            implementation: gives the answers; the specification where none is named.
        """
        self._player = SessionPlayer(implementation or Specification())

    def answer(self, question: Question) -> Answer:
        """The right answer.

        Raises:
            ValueError: the position cannot be read, or a turn is taken back where none was taken.
        """
        return self._player.answer(question)

    def case(self, name: str, question: Question) -> Case:
        """A question with its right answer and the clauses that decide it.

        Raises:
            ValueError: as `answer` does.
        """
        right = self.answer(question)
        return Case(name, question, right, clauses_of(question, right))


class Rules(Reference):
    """The specification as the reference, with its own values at hand for whoever chooses turns."""

    def __init__(self) -> None:
        super().__init__()

    def begin(self, position: spec.Position) -> str:
        """Stand at a position, without reading its text.

        Returns:
            The position's text, with which questions begin.
        """
        text = spec.write_position(position)
        self._player.resume(text, SpecificationSession(position))
        return text

    @property
    def session(self) -> SpecificationSession:
        """The session after the last question.

        Raises:
            ValueError: no question has been asked yet.
        """
        session = self._player.session
        if not isinstance(session, SpecificationSession):
            raise ValueError("no question has been asked yet")
        return session


def engine_reference() -> Reference:
    """The fast reference, whose answers `confirm` puts to the specification."""
    return Reference(ENGINES["stepping"])


def confirm(case: Case) -> None:
    """Put the right answer of a case to the specification.

    Raises:
        DisputedError: the specification says something else.
    """
    judged = Reference().answer(case.question)
    if not same(judged, case.right):
        raise DisputedError(
            f"{case.question}: the engine says {case.right}, the specification {judged}"
        )


def clauses_of(question: Question, right: Answer) -> tuple[str, ...]:
    """The clauses that decide a question: those of its last turn, and of what may follow."""
    if isinstance(right, PerftCount):
        return ("T1", "P1", "P2", "R1", "R2", "E1")
    if isinstance(right, Refusal):
        return ((right.clause if isinstance(right, FullRefusal) else None) or "T1",)
    return tuple(dict.fromkeys((*_clauses_of_turn(question, right), *_clauses_of_state(right))))


def _clauses_of_turn(question: Question, right: State) -> Iterator[str]:
    if not question.turns:
        yield "B1"
    elif question.turns[-1] == "swap":
        yield "S1"
    elif question.turns[-1] == UNDO:
        yield "T1"
    else:
        yield "T1"
        yield "R1" if right.removed else "R2"


def _clauses_of_state(right: State) -> Iterator[str]:
    if right.over is None:  # only placements were asked about
        yield from ("P2", "R1", "R2")
        return
    yield "E1"
    if right.over:
        yield "E2"
        if right.winner == "tie":
            yield "B2"
    else:
        yield "P1" if right.formed_size == 1 else "P2"
    if "swap" in right.legal:
        yield "S1"


def seen_from(question: Question, right: State) -> State:
    """A state as a player tells it who knows only a question's turns and not those before them.

    Args:
        question: begins somewhere on the way of a game.
        right: the state in that game, with turns and seats counted from the game's start.
    """
    standing = standing_turns(question.turns)
    first = "blue" if "swap" in standing else "red"
    seats: dict[str, object] = {"first_player": first, "turn_number": len(standing) + 1}
    if isinstance(right, FullState) and right.winner in ("red", "blue"):
        seats["winning_player"] = "first" if right.winner == first else "second"
    return right.model_copy(update=seats)


def standing_turns(turns: tuple[str, ...]) -> list[str]:
    """The turns that were not taken back."""
    standing: list[str] = []
    for turn in turns:
        if turn == UNDO:
            standing.pop()
        else:
            standing.append(turn)
    return standing
