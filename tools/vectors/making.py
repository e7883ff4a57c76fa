"""Candidates with their answers become vectors: one function a kind."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Literal

import churn_spec as spec
from churn_verification.conformance.vectors.models import (
    AnyVector,
    Checkpoint,
    EndVector,
    GameVector,
    GroupsVector,
    IllegalVector,
    LegalVector,
    PerftVector,
    SequenceVector,
    Stones,
    SwapVector,
    TurnsVector,
    UndoVector,
)
from churn_verification.judge.perft import divide, perft
from churn_verification.judge.reference import clauses_of
from churn_verification.judge.respects import position_after
from churn_verification.players import Answer, Question, Refusal, Specification, State
from tools.vectors.candidates import Candidate
from tools.vectors.flags import general_flag

_CHECKPOINTS = 12

_ABOUT: dict[str, tuple[str, ...]] = {
    "legal": ("P1", "P2", "S1"),
    "turns": ("R1", "R2", "S1", "T1", "E1", "E2"),
    "ends": ("B2", "E2", "E1"),
    "swap": ("S1",),
    "perft": ("T1", "P1", "P2", "R1", "R2", "E1"),
    "games": ("T1", "P1", "P2", "R1", "R2", "E1", "E2"),
    "groups": ("F1",),
    "undo": ("T1",),
    "sequences": ("S1", "E2", "E1", "T1", "P1", "P2", "B1", "R1", "R2", "B2"),
}
"""The clauses that a kind of vector can be about, the most telling first."""

_PLAYERS: dict[str | None, Literal["first", "second"]] = {"first": "first", "second": "second"}

Common = dict[str, Any]


def vector_of(candidate: Candidate, right: Answer, catches: tuple[str, ...]) -> AnyVector:
    """A candidate with its answer as a vector.

    Args:
        candidate: the question.
        right: the specification's answer.
        catches: the ids of misreadings that answer otherwise.
    """
    clauses = _clauses(candidate, right)
    common = {
        "id": id_of(candidate),
        "clauses": clauses,
        "flags": catches or (general_flag(candidate.kind, clauses[0]),),
    }
    return _MAKERS[candidate.kind](candidate.question, right, common)


def id_of(candidate: Candidate) -> str:
    """The id: the same for the same question, whatever other vectors there are."""
    asked = candidate.question
    text = f"{candidate.kind}|{asked.position}|{' '.join(asked.turns)}|{asked.depth}"
    return f"{candidate.kind}/{asked.board}/{sha256(text.encode()).hexdigest()[:8]}"


def _clauses(candidate: Candidate, right: Answer) -> tuple[str, ...]:
    if candidate.clause is not None:
        return (candidate.clause,)
    about = _ABOUT[candidate.kind]
    decided = clauses_of(candidate.question, right)
    if isinstance(right, State) and spec.SWAP.value in candidate.question.turns:
        decided = ("S1", *decided)
    return tuple(clause for clause in about if clause in decided) or about


# One function a kind ------------------------------------------------------------------------------


def _legal(question: Question, right: Answer, common: Common) -> AnyVector:
    state = _state(right)
    return LegalVector(
        **common,
        position=question.position,
        way=question.way,
        legal=state.legal,
        formed_size=state.formed_size or 0,
    )


def _turns(question: Question, right: Answer, common: Common) -> AnyVector:
    state = _state(right)
    return TurnsVector(
        **common,
        position=question.position,
        way=question.way,
        turns=question.turns,
        removed=state.removed or (),
        after=state.position,
        over=state.over,
        winner=state.winner,
    )


def _illegal(question: Question, _right: Answer, common: Common) -> AnyVector:
    (turn,) = question.turns
    clause = common["clauses"][0]
    return IllegalVector(
        **common, position=question.position, way=question.way, turn=turn, clause=clause
    )


def _end(question: Question, right: Answer, common: Common) -> AnyVector:
    state, position = _state(right), spec.read_position(question.position)
    return EndVector(
        **common,
        position=question.position,
        way=question.way,
        over=state.over,
        winner=state.winner,
        stones=Stones(red=len(position.red), blue=len(position.blue)),
    )


def _swap(question: Question, right: Answer, common: Common) -> AnyVector:
    state = _state(right)
    return SwapVector(
        **common,
        board=question.board,
        turns=question.turns,
        offered="swap" in state.legal,
        after=state.position,
        first_player=state.first_player or "red",
    )


def _perft(question: Question, _right: Answer, common: Common) -> AnyVector:
    position = position_after(question, len(question.turns))
    return PerftVector(
        **common,
        position=question.position,
        way=question.way,
        turns=question.turns,
        perft=tuple(perft(position, question.depth)),
        divide=dict(sorted(divide(position, question.depth).items())),
    )


def _game(question: Question, right: Answer, common: Common) -> AnyVector:
    session = Specification().begin(question.position)
    every = max(1, len(question.turns) // _CHECKPOINTS)
    checkpoints, removed = [], 0
    for number, turn in enumerate(question.turns, start=1):
        removed += len(session.play(turn))
        if number % every == 0 or number == len(question.turns):
            checkpoints.append(Checkpoint(after=number, position=session.position()))
    state = _state(right)
    return GameVector(
        **common,
        board=question.board,
        turns=question.turns,
        checkpoints=tuple(checkpoints),
        removed=removed,
        over=state.over,
        winner=state.winner,
        winning_player=_PLAYERS.get(session.winning_seat()),
    )


def _groups(question: Question, _right: Answer, common: Common) -> AnyVector:
    session = Specification().begin(question.position)
    return GroupsVector(
        **common,
        position=question.position,
        way=question.way,
        red=session.ranking("red"),
        blue=session.ranking("blue"),
    )


def _undo(question: Question, right: Answer, common: Common) -> AnyVector:
    state = _state(right)
    return UndoVector(
        **common,
        position=question.position,
        way=question.way,
        turns=question.turns,
        after=state.position,
        first_player=state.first_player or "red",
        turn_number=_told(state.turn_number),
    )


def _sequence(question: Question, right: Answer, common: Common) -> AnyVector:
    refused = right.refused if isinstance(right, Refusal) else None
    state = _state(right.state if isinstance(right, Refusal) and right.state else right)
    return SequenceVector(
        **common,
        position=question.position,
        way=question.way,
        turns=question.turns,
        refused=refused,
        after=state.position,
        over=state.over,
        winner=state.winner,
        first_player=state.first_player or "red",
        turn_number=_told(state.turn_number),
    )


def _told(number: int | None) -> int:
    if number is None:
        raise ValueError("the specification tells the number of the next turn, here it did not")
    return number


_MAKERS: dict[str, Callable[[Question, Answer, Common], AnyVector]] = {
    "legal": _legal,
    "turns": _turns,
    "illegal": _illegal,
    "ends": _end,
    "swap": _swap,
    "perft": _perft,
    "games": _game,
    "groups": _groups,
    "undo": _undo,
    "sequences": _sequence,
}


def _state(right: Answer) -> State:
    if not isinstance(right, State):
        raise ValueError(f"a state was expected, not {right}")
    return right
