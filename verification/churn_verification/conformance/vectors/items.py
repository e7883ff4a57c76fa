"""Vectors as questions to an adapter."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from churn_verification.conformance.cases import Case, Item, Right
from churn_verification.conformance.dialect import start_of
from churn_verification.conformance.messages import PerftCount, Refusal, State
from churn_verification.conformance.oracle import engine_answer
from churn_verification.conformance.vectors.models import (
    AnyVector,
    AtPosition,
    EndVector,
    GameVector,
    GroupsVector,
    IllegalVector,
    LegalVector,
    PerftVector,
    SwapVector,
    TurnsVector,
    UndoVector,
)

Says: TypeAlias = Callable[[Right], bool]
"""Whether an answer says what the vector says."""


def items_of(vector: AnyVector) -> Iterator[Item]:
    """The questions of a vector, with their right answers.

    An answer of the protocol tells more than a vector asks; the engine gives the rest of it.

    Raises:
        ValueError: vector and engine disagree: one of them is not as it was published.
    """
    for case, says in _questions(vector):
        right = engine_answer(case)
        if not says(right):
            raise ValueError(f"vector {vector.id}: the engine says otherwise, {right}")
        yield Item(vector.id, case, right, vector.clauses)


def cases_of(vector: AnyVector) -> list[Case]:
    """The questions of a vector alone."""
    return [case for case, _ in _questions(vector)]


def board_of(vector: AnyVector) -> str:
    """The board of a vector."""
    if isinstance(vector, AtPosition):
        return vector.position.partition(" ")[0]
    return vector.board


def _questions(vector: AnyVector) -> Iterator[tuple[Case, Says]]:
    match vector:
        case SwapVector():
            case = Case(start_of(vector.board), vector.turns, way=())
            yield case, partial(_says_of_swap, vector.after, vector.offered)
        case GameVector():
            start = start_of(vector.board)
            for checkpoint in vector.checkpoints:
                case = Case(start, vector.turns[: checkpoint.after], way=())
                yield case, partial(_says_position, checkpoint.position)
        case PerftVector():
            for depth, count in enumerate(vector.perft[1:], start=1):
                case = Case(vector.position, depth=depth, way=vector.way)
                yield case, PerftCount(perft=count).__eq__
        case _:
            yield _question_at_position(vector)


def _question_at_position(vector: AtPosition) -> tuple[Case, Says]:
    case = Case(vector.position, way=vector.way)
    match vector:
        case LegalVector():
            return case, partial(_says_legal, frozenset(vector.legal))
        case TurnsVector():
            return replace(case, turns=vector.turns), partial(_says_position, vector.after)
        case UndoVector():
            says = partial(_says_undone, vector.after, vector.turn_number)
            return replace(case, turns=vector.turns), says
        case IllegalVector():
            return replace(case, turns=(vector.turn,)), _says_illegal
        case EndVector():
            return case, partial(_says_winner, vector.winner)
        case GroupsVector():
            return case, partial(_says_groups, (vector.red, vector.blue))
        case _:
            raise ValueError(f"{vector.id}: a kind that is not known")


def _says_position(position: str, right: Right) -> bool:
    return isinstance(right, State) and right.position == position


def _says_undone(position: str, turn_number: int, right: Right) -> bool:
    told = isinstance(right, State) and right.turn_number == turn_number
    return told and _says_position(position, right)


def _says_of_swap(position: str, offered: bool, right: Right) -> bool:
    return _says_position(position, right) and _says_offered(offered, right)


def _says_offered(offered: bool, right: Right) -> bool:
    return isinstance(right, State) and ("swap" in right.legal) is offered


def _says_legal(legal: frozenset[str], right: Right) -> bool:
    return isinstance(right, State) and frozenset(right.legal) == legal


def _says_illegal(right: Right) -> bool:
    return isinstance(right, Refusal)


def _says_winner(winner: str | None, right: Right) -> bool:
    return isinstance(right, State) and right.winner == winner


def _says_groups(sizes: tuple[tuple[int, ...], tuple[int, ...]], right: Right) -> bool:
    return (
        isinstance(right, State)
        and right.groups is not None
        and (right.groups.red, right.groups.blue) == sizes
    )
