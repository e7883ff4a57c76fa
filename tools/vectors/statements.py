"""What an answer states, of all that the protocol tells, on the question of one kind of vector."""

from collections.abc import Hashable

from churn_verification.players import (
    Answer,
    Implementation,
    PerftCount,
    Question,
    Refusal,
    SessionPlayer,
    State,
)
from tools.vectors.candidates import Candidate

CRASHED = "crashed"


def statement(kind: str, answer: Answer) -> Hashable:
    """What counts of an answer for a kind of vector; equal statements pass the same vectors."""
    match answer:
        case PerftCount():
            return answer.perft
        case Refusal():
            return "refused", answer.refused, answer.state and answer.state.position
        case State():
            return _of_state(kind, answer)


def _of_state(kind: str, state: State) -> Hashable:
    winner_sits = state.winner and state.first_player == state.winner
    return {
        "legal": (frozenset(state.legal), state.formed_size),
        "turns": (frozenset(state.removed or ()), state.position, state.over, state.winner),
        "illegal": (state.position,),
        "ends": (state.over, state.winner),
        "swap": ("swap" in state.legal, state.position, state.first_player),
        "games": (state.position, state.over, state.winner, winner_sits),
        "groups": state.groups and (state.groups.red, state.groups.blue),
        "undo": (state.position, state.first_player, state.turn_number),
        "sequences": (
            state.position,
            state.over,
            state.winner,
            state.first_player,
            state.turn_number,
        ),
    }[kind]


def statement_of(implementation: Implementation, candidate: Candidate) -> Hashable:
    """What an implementation states on a candidate's question; a crash is a statement too."""
    try:
        return statement(candidate.kind, SessionPlayer(implementation).answer(candidate.question))
    except Exception as error:  # noqa: BLE001 - a mutant may do anything
        return CRASHED, type(error).__name__


def size_of(question: Question) -> tuple[int, int, int]:
    """How much there is to look at: cells, turns, stones."""
    rows = question.position.split(" ")[1]
    cells = len(rows) - rows.count("/")
    return cells, len(question.turns) + question.depth, cells - rows.count(".")
