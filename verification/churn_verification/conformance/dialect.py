"""How an adapter words things: what it can be asked, and its answers in this project's words."""

from dataclasses import replace

import churn_spec as spec
from churn_verification.conformance.cases import Case, Item, Right
from churn_verification.conformance.messages import (
    Answer,
    GroupSizes,
    Identity,
    PerftCount,
    PerftQuestion,
    PlayQuestion,
    Refusal,
    State,
)
from churn_verification.conformance.oracle import UNDO

_SWAP = "swap"
_EXCHANGED = str.maketrans("rb", "br")
_OTHER = {"red": "blue", "blue": "red"}


class NotAskedError(Exception):
    """An item that the adapter cannot be asked; the text says why."""


class Dialect:
    """Translates between items and one adapter.

    Attributes:
        identity: what the adapter has said of itself.
    """

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self._boards = None if identity.boards == "any" else frozenset(identity.boards)
        self._plain = (
            identity.positions and identity.refuses and identity.swap in ("seats", "colours")
        )

    def knows(self, board: str) -> bool:
        """Whether the adapter has a board."""
        return self._boards is None or board in self._boards

    def item(self, item: Item) -> Item:
        """An item as the adapter can be asked: the same case, and the answer that is due.

        Raises:
            NotAskedError: it cannot be asked.
        """
        if not self.knows(item.case.board):
            raise NotAskedError("a board that the adapter does not have")
        if item.case.depth and "perft" not in self.identity.features:
            raise NotAskedError("the adapter does not count (feature perft)")
        if UNDO in item.case.turns and "undo" not in self.identity.features:
            raise NotAskedError("the adapter takes no turn back (feature undo)")
        if self._plain:
            return item
        if isinstance(item.right, Refusal) and not self.identity.refuses:
            raise NotAskedError("the adapter lists legal turns and refuses none")
        if not self.identity.positions:
            item = _from_the_start(item)
        return _without_swap(item) if self.identity.swap == "none" else item

    def question(self, case: Case) -> PlayQuestion | PerftQuestion:
        """The question for a case that the adapter can be asked."""
        if case.depth:
            return PerftQuestion(position=case.position, turns=case.turns, depth=case.depth)
        return PlayQuestion.model_construct(position=case.position, turns=case.turns)

    def in_our_words(self, case: Case, answer: Answer) -> Answer:
        """An adapter's answer, with the colours exchanged back where a swap has exchanged them."""
        if self.identity.swap != "recolour" or not _swap_stands(case, answer):
            return answer
        if isinstance(answer, Refusal) and answer.state is not None:
            return answer.model_copy(update={"state": _exchanged(answer.state)})
        return _exchanged(answer) if isinstance(answer, State) else answer

    def as_told(self, answer: Right) -> Right:
        """An answer in this project's words, less what this adapter never tells."""
        if self.identity.swap != "none":
            return answer
        if isinstance(answer, State):
            return _not_offering(answer)
        if isinstance(answer, Refusal) and answer.state is not None:
            return answer.model_copy(update={"state": _not_offering(answer.state)})
        return answer


def _swap_stands(case: Case, answer: Answer) -> bool:
    """Whether a swap was taken, and not taken back, before an answer was given."""
    taken = case.turns[: answer.refused - 1] if isinstance(answer, Refusal) else case.turns
    standing: list[str] = []
    for turn in taken:
        if turn == UNDO:
            standing.pop()
        else:
            standing.append(turn)
    return _SWAP in standing


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


def start_of(board: str) -> str:
    """The text of the empty board, Red to move."""
    return spec.write_position(spec.starting_position(spec.read_board(board)))


def _from_the_start(item: Item) -> Item:
    case, right = item.case, item.right
    start = start_of(case.board)
    if case.position == start:
        return item
    if case.way is None:
        raise NotAskedError("a position to which no game from the empty board is known")
    if isinstance(right, Refusal):
        state = right.state and _after_the_way(right.state, case.way)
        right = Refusal(refused=right.refused + len(case.way), state=state)
    elif isinstance(right, State):
        right = _after_the_way(right, case.way)
        if not case.turns:  # now the way's last turn is the last
            right = right.model_copy(update={"removed": None})
    return replace(item, case=Case(start, case.way + case.turns, case.depth), right=right)


def _after_the_way(state: State, way: tuple[str, ...]) -> State:
    """A state with turns and seats counted from the empty board, which the case itself does not."""
    swapped = _SWAP in way
    player, number = state.first_player, state.turn_number
    return state.model_copy(
        update={
            "first_player": _OTHER[player] if player and swapped else player,
            "turn_number": number and number + len(way),
        }
    )


def _without_swap(item: Item) -> Item:
    """The item for an adapter without the swap."""
    case, right = item.case, item.right
    if _SWAP in case.turns:
        raise NotAskedError("the adapter does not know the swap")
    if isinstance(right, PerftCount) and _meets_swap(case):
        raise NotAskedError("a count of turns with the swap among them")
    if isinstance(right, State):
        right = _not_offering(right)
    elif isinstance(right, Refusal) and right.state is not None:
        right = right.model_copy(update={"state": _not_offering(right.state)})
    clauses = tuple(clause for clause in item.clauses if clause != "S1")
    position = case.position.removesuffix(" swap")
    return replace(
        item, case=replace(case, position=position), right=right, clauses=clauses or ("T1",)
    )


def _not_offering(state: State) -> State:
    """A state as it is without the swap."""
    legal = tuple(turn for turn in state.legal if turn != _SWAP)
    return state.model_copy(
        update={"position": state.position.removesuffix(" swap"), "legal": legal}
    )


def _meets_swap(case: Case) -> bool:
    """Whether the swap is on offer anywhere in the tree that is counted."""
    turns = len(case.turns) + case.depth
    if case.position.endswith(" swap"):
        return not case.turns
    return case.position == start_of(case.board) and turns >= 2 and len(case.turns) < 2
