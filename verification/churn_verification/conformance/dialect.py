"""How an adapter words things: what it can be asked, and its answers in this project's words."""

from dataclasses import replace
from functools import cache
from typing import TypeVar

import churn_spec as spec
from churn_verification.conformance.messages import Identity, PerftQuestion, PlayQuestion
from churn_verification.judge.reference import standing_turns
from churn_verification.players import (
    UNDO,
    Answer,
    Case,
    GroupSizes,
    PerftCount,
    Question,
    Refusal,
    State,
    start_of,
)

_Said = TypeVar("_Said")

_SWAP = "swap"
_EXCHANGED = str.maketrans("rb", "br")
_OTHER = {"red": "blue", "blue": "red"}


@cache
def has_odd_cells(board: str) -> bool:
    """Whether a board has an odd number of cells, so that no game on it is a tie."""
    return len(spec.cells_of(spec.read_board(board))) % 2 == 1


class NotAskedError(Exception):
    """A case that the adapter cannot be asked; the text says why."""


class Dialect:
    """Translates between cases and one adapter.

    Attributes:
        identity: what the adapter has said of itself.
    """

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self._boards = None if identity.boards == "any" else identity.boards
        self._plain = (
            identity.positions and identity.refuses and identity.swap in ("seats", "colours")
        )

    def knows(self, board: str) -> bool:
        """Whether the adapter has a board."""
        if self._boards is None:
            return True
        return has_odd_cells(board) if self._boards == "odd" else board in self._boards

    def case(self, case: Case) -> Case:
        """A case as the adapter can be asked: the same question, and the answer that is due.

        Raises:
            NotAskedError: it cannot be asked.
        """
        if self._boards is not None and not self.knows(case.question.board):
            raise NotAskedError("a board that the adapter does not have")
        if case.question.depth and "perft" not in self.identity.features:
            raise NotAskedError("the adapter does not count (feature perft)")
        if UNDO in case.question.turns and "undo" not in self.identity.features:
            raise NotAskedError("the adapter takes no turn back (feature undo)")
        if self._plain:
            return case
        if isinstance(case.right, Refusal) and not self.identity.refuses:
            raise NotAskedError("the adapter lists legal turns and refuses none")
        if not self.identity.positions:
            case = _from_the_start(case)
        return case if self.identity.has_swap else _without_swap(case)

    def message(self, question: Question) -> PlayQuestion | PerftQuestion:
        """The message for a question that the adapter can be asked."""
        if question.depth:
            return PerftQuestion(
                position=question.position, turns=question.turns, depth=question.depth
            )
        return PlayQuestion.model_construct(
            ask="play", position=question.position, turns=question.turns
        )

    def in_our_words(self, question: Question, answer: _Said) -> "_Said | State | Refusal":
        """An adapter's answer, with the colours exchanged back where a swap has exchanged them."""
        if self.identity.swap != "recolour" or not _swap_stands(question, answer):
            return answer
        if isinstance(answer, Refusal) and answer.state is not None:
            return answer.model_copy(update={"state": _exchanged(answer.state)})
        return _exchanged(answer) if isinstance(answer, State) else answer

    def as_told(self, answer: Answer) -> Answer:
        """An answer in this project's words, less what this adapter never tells."""
        if self.identity.has_swap:
            return answer
        if isinstance(answer, State):
            return _not_offering(answer)
        if isinstance(answer, Refusal) and answer.state is not None:
            return answer.model_copy(update={"state": _not_offering(answer.state)})
        return answer


def _swap_stands(question: Question, answer: object) -> bool:
    """Whether a swap was taken, and not taken back, before an answer was given."""
    taken = question.turns
    if isinstance(answer, Refusal):
        taken = taken[: answer.refused - 1]
    return _SWAP in standing_turns(taken)


def _exchanged(state: State) -> State:
    """A state with the colours exchanged."""
    board, _, rest = state.position.partition(" ")
    groups = state.groups
    return state.model_copy(
        update={
            "position": f"{board} {rest.translate(_EXCHANGED)}",
            "winner": _OTHER.get(state.winner or "", state.winner),
            "first_player": _OTHER.get(state.first_player or "", state.first_player),
            "groups": groups and GroupSizes(red=groups.blue, blue=groups.red),
        }
    )


def _from_the_start(case: Case) -> Case:
    question, right = case.question, case.right
    start = start_of(question.board)
    if question.position == start:
        return case
    if question.way is None:
        raise NotAskedError("a position to which no game from the empty board is known")
    if isinstance(right, Refusal):
        state = right.state and _after_the_way(right.state, question.way)
        number = right.refused + len(question.way)
        right = right.model_copy(update={"refused": number, "state": state})
    elif isinstance(right, State):
        right = _after_the_way(right, question.way)
        if not question.turns:  # now the way's last turn is the last
            right = right.model_copy(update={"removed": None})
    return replace(
        case, question=Question(start, question.way + question.turns, question.depth), right=right
    )


def _after_the_way(state: State, way: tuple[str, ...]) -> State:
    """A state with turns and seats counted from the empty board and not from a later position."""
    swapped = _SWAP in way
    player, number = state.first_player, state.turn_number
    return state.model_copy(
        update={
            "first_player": _OTHER[player] if player and swapped else player,
            "turn_number": number and number + len(way),
        }
    )


def _without_swap(case: Case) -> Case:
    """The case for an adapter without the swap."""
    question, right = case.question, case.right
    if _SWAP in question.turns:
        raise NotAskedError("the adapter does not know the swap")
    if isinstance(right, PerftCount) and _meets_swap(question):
        raise NotAskedError("a count of turns with the swap among them")
    if isinstance(right, State):
        right = _not_offering(right)
    elif isinstance(right, Refusal) and right.state is not None:
        right = right.model_copy(update={"state": _not_offering(right.state)})
    clauses = tuple(clause for clause in case.clauses if clause != "S1")
    position = question.position.removesuffix(" swap")
    return replace(
        case, question=replace(question, position=position), right=right, clauses=clauses or ("T1",)
    )


def _not_offering(state: State) -> State:
    """A state as it is without the swap."""
    legal = tuple(turn for turn in state.legal if turn != _SWAP)
    return state.model_copy(
        update={"position": state.position.removesuffix(" swap"), "legal": legal}
    )


def _meets_swap(question: Question) -> bool:
    """Whether the swap is on offer anywhere in the tree that is counted."""
    turns = len(question.turns) + question.depth
    if question.position.endswith(" swap"):
        return not question.turns
    return question.position == start_of(question.board) and turns >= 2 and len(question.turns) < 2
