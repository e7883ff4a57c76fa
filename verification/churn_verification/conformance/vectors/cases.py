"""Vectors as questions to an adapter."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from churn_verification.conformance.vectors.models import (
    AnyVector,
    AtPosition,
    EndVector,
    GameVector,
    GroupsVector,
    IllegalVector,
    LegalVector,
    PerftVector,
    SequenceVector,
    SwapVector,
    TurnsVector,
    UndoVector,
)
from churn_verification.judge.reference import Reference, engine_reference
from churn_verification.players import (
    Answer,
    Case,
    PerftCount,
    Question,
    Refusal,
    State,
    start_of,
)

Says: TypeAlias = Callable[[Answer], bool]
"""Whether an answer says what the vector says."""


class VectorDisputedError(ValueError):
    """A vector and the reference disagree: one of them is not as it was published.

    Attributes:
        vector: the vector.
        question: the question on which they differ.
        right: what the reference answers.
    """

    def __init__(self, vector: AnyVector, question: Question, right: Answer) -> None:
        super().__init__(f"vector {vector.id}: the reference says otherwise, {right}")
        self.vector = vector
        self.question = question
        self.right = right


def cases_of(vector: AnyVector, reference: Reference | None = None) -> Iterator[Case]:
    """The questions of a vector, with their right answers.

    An answer tells more than a vector asks; the reference gives the rest of it.

    Args:
        vector: the vector.
        reference: answers in full; the engine where none is named.

    Raises:
        VectorDisputedError: the reference does not say what the vector says.
    """
    full = reference or engine_reference()
    for question, says in _questions(vector):
        right = full.answer(question)
        if not says(right):
            raise VectorDisputedError(vector, question, right)
        yield Case(vector.id, question, right, vector.clauses)


def board_of(vector: AnyVector) -> str:
    """The board of a vector."""
    if isinstance(vector, AtPosition):
        return vector.position.partition(" ")[0]
    return vector.board


def _questions(vector: AnyVector) -> Iterator[tuple[Question, Says]]:
    match vector:
        case SwapVector():
            question = Question(start_of(vector.board), vector.turns, way=())
            yield question, partial(_says_of_swap, vector.after, vector.offered)
        case GameVector():
            start = start_of(vector.board)
            for checkpoint in vector.checkpoints:
                question = Question(start, vector.turns[: checkpoint.after], way=())
                yield question, partial(_says_position, checkpoint.position)
        case PerftVector():
            for depth, count in enumerate(vector.perft[1:], start=1):
                question = Question(vector.position, vector.turns, depth, way=vector.way)
                yield question, PerftCount(perft=count).__eq__
        case _:
            yield _question_at_position(vector)


def _question_at_position(vector: AtPosition) -> tuple[Question, Says]:
    turns, says = _asked_at_position(vector)
    return Question(vector.position, turns, way=vector.way), says


def _asked_at_position(vector: AtPosition) -> tuple[tuple[str, ...], Says]:
    match vector:
        case TurnsVector():
            return vector.turns, partial(_says_position, vector.after)
        case UndoVector():
            return vector.turns, partial(_says_undone, vector.after, vector.turn_number)
        case SequenceVector():
            return vector.turns, partial(_says_of_sequence, vector)
        case IllegalVector():
            return (vector.turn,), _says_illegal
        case _:
            return (), _says_of_state(vector)


def _says_of_state(vector: AtPosition) -> Says:
    match vector:
        case LegalVector():
            return partial(_says_legal, frozenset(vector.legal))
        case EndVector():
            return partial(_says_winner, vector.winner)
        case GroupsVector():
            return partial(_says_groups, (vector.red, vector.blue))
        case _:
            raise ValueError(f"{vector.id}: a kind that is not known")


def _says_position(position: str, right: Answer) -> bool:
    return isinstance(right, State) and right.position == position


def _says_undone(position: str, turn_number: int, right: Answer) -> bool:
    told = isinstance(right, State) and right.turn_number == turn_number
    return told and _says_position(position, right)


def _says_of_sequence(vector: SequenceVector, right: Answer) -> bool:
    refused = right.refused if isinstance(right, Refusal) else None
    state = right.state if isinstance(right, Refusal) else right
    return refused == vector.refused and _says_undone(
        vector.after, vector.turn_number, state or right
    )


def _says_of_swap(position: str, offered: bool, right: Answer) -> bool:
    return _says_position(position, right) and _says_offered(offered, right)


def _says_offered(offered: bool, right: Answer) -> bool:
    return isinstance(right, State) and ("swap" in right.legal) is offered


def _says_legal(legal: frozenset[str], right: Answer) -> bool:
    return isinstance(right, State) and frozenset(right.legal) == legal


def _says_illegal(right: Answer) -> bool:
    return isinstance(right, Refusal)


def _says_winner(winner: str | None, right: Answer) -> bool:
    return isinstance(right, State) and right.winner == winner


def _says_groups(sizes: tuple[tuple[int, ...], tuple[int, ...]], right: Answer) -> bool:
    return (
        isinstance(right, State)
        and right.groups is not None
        and (right.groups.red, right.groups.blue) == sizes
    )
