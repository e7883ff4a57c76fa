"""The right answers. The engine gives them, because it is fast; the specification is the judge.

Every difference between an adapter and the engine is put to the specification before anybody hears
of it (`confirmed`).
"""

from collections.abc import Callable, Iterator, Sequence

from churn_engine import Game, IllegalTurn
from churn_engine.notation import parse_position
from churn_engine.perft import perft
from churn_verification.conformance.cases import Case, Item, Right
from churn_verification.conformance.messages import GroupSizes, PerftCount, Refusal, State
from churn_verification.judge.perft import count_by_playing
from churn_verification.players import Implementation, Refused, Session, Specification

UNDO = "undo"
"""Stands among the turns of a case, and takes the last one back."""

Answerer = Callable[[Case], Right]


class DisputedError(Exception):
    """Engine and specification disagree: a fault of this project, not of the adapter."""


def engine_answer(case: Case) -> Right:
    """The engine's answer.

    Raises:
        NotationError: the case's position cannot be read (the engine's own error).
    """
    game = Game(parse_position(case.position))
    for number, turn in enumerate(case.turns, start=1):
        try:
            if turn == UNDO:
                game.undo()
            else:
                game.play(turn)
        except IllegalTurn:
            return Refusal(refused=number, state=state_of_game(game, removed=False))
    if case.depth:
        return PerftCount(perft=perft(game.position, case.depth)[-1])
    return state_of_game(game, removed=case.turns[-1:] != (UNDO,))


def state_of_game(
    game: Game, *, removed: bool = True, groups: bool = True, turns: Sequence[str] | None = None
) -> State:
    """How a game stands on the engine, in the words of the protocol.

    Args:
        game: the game.
        removed: whether to tell what the last turn removed.
        groups: whether to tell the sizes of groups.
        turns: the last turns of the game, for somebody who knows no others and so neither who
            began it nor how long it has lasted; None for all of them.
    """
    if turns is None:
        first_player = "red" if game.seat("red") == "first" else "blue"
        turn_number = game.turn_number
    else:
        first_player = "blue" if "swap" in turns else "red"
        turn_number = len(turns) + 1
    return State.model_construct(
        position=str(game.position),
        legal=game.legal_turns(),
        over=game.over,
        winner=game.winner,
        formed_size=game.placements.formed_size,
        removed=game.removed if removed else None,
        first_player=first_player,
        groups=_groups_of(game) if groups else None,
        turn_number=turn_number,
    )


def _groups_of(game: Game) -> GroupSizes:
    return GroupSizes.model_construct(red=game.ranking("red"), blue=game.ranking("blue"))


def clauses_of(case: Case, right: Right) -> tuple[str, ...]:
    """The clauses that decide a case: those of its last turn, and of what may follow."""
    if isinstance(right, PerftCount):
        return ("T1", "P1", "P2", "R1", "R2", "E1")
    if isinstance(right, Refusal):
        return (_clause_broken(case, right.refused),)
    return tuple(dict.fromkeys((*_clauses_of_turn(case, right), *_clauses_of_state(right))))


def _clauses_of_turn(case: Case, right: State) -> Iterator[str]:
    if not case.turns:
        yield "B1"
    elif case.turns[-1] == "swap":
        yield "S1"
    elif case.turns[-1] == UNDO:
        yield "T1"
    else:
        yield "T1"
        yield "R1" if right.removed else "R2"


def _clauses_of_state(right: State) -> Iterator[str]:
    yield "E1"
    if right.over:
        yield "E2"
        if right.winner == "tie":
            yield "B2"
    else:
        yield "P1" if right.formed_size == 1 else "P2"
    if "swap" in right.legal:
        yield "S1"


def _clause_broken(case: Case, number: int) -> str:
    session = Specification().begin(case.position)
    for turn in case.turns[: number - 1]:
        _take(session, turn)
    try:
        session.play(case.turns[number - 1])
    except Refused as refusal:
        return refusal.clause
    raise DisputedError(f"{case}: the engine refuses {case.turns[number - 1]}, which is legal")


def answer_of(implementation: Implementation, case: Case) -> Right:
    """The answer that any implementation of this project gives.

    Raises:
        ValueError: the case's position cannot be read.
    """
    session = implementation.begin(case.position)
    removed: frozenset[str] | None = frozenset()
    for number, turn in enumerate(case.turns, start=1):
        try:
            removed = _take(session, turn)
        except Refused:
            return Refusal(refused=number, state=_state_of_session(session, None))
    if case.depth:
        count = count_by_playing(implementation)
        return PerftCount(perft=count(session.position(), case.depth))
    return _state_of_session(session, removed)


def _take(session: Session, turn: str) -> frozenset[str] | None:
    """Take a turn, or take the last one back, after which nobody tells what was removed."""
    if turn == UNDO:
        session.undo()
        return None
    return session.play(turn)


def _state_of_session(session: Session, removed: frozenset[str] | None) -> State:
    legal = session.legal()
    placements = session.placements()
    sizes = [placements[cell].formed_size for cell in sorted(legal) if cell in placements]
    return State.model_construct(
        position=session.position(),
        legal=tuple(sorted(legal)),
        over=session.over(),
        winner=session.winner(),
        formed_size=sizes[0] if sizes else 0,
        removed=None if removed is None else tuple(sorted(removed)),
        first_player="red" if session.red_seat() == "first" else "blue",
        groups=GroupSizes.model_construct(red=session.ranking("red"), blue=session.ranking("blue")),
        turn_number=session.turn_number(),
    )


def same(one: object, other: object) -> bool:
    """Whether two answers say the same; what one of them leaves out is not compared."""
    if isinstance(one, Refusal) and isinstance(other, Refusal):
        told = one.state is not None and other.state is not None
        return one.refused == other.refused and (not told or same(one.state, other.state))
    if not (isinstance(one, State) and isinstance(other, State)):
        return one == other
    return (
        one.position == other.position
        and one.over is other.over
        and one.winner == other.winner
        and _same_names(one.legal, other.legal)
        and _same_where_told(one.formed_size, other.formed_size)
        and _same_where_told(one.first_player, other.first_player)
        and _same_where_told(one.groups, other.groups)
        and _same_where_told(one.turn_number, other.turn_number)
        and (
            one.removed is None or other.removed is None or _same_names(one.removed, other.removed)
        )
    )


def _same_where_told(one: object, other: object) -> bool:
    return one is None or other is None or one == other


def _same_names(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return len(one) == len(other) and set(one) == set(other)


def confirmed(case: Case, right: Right) -> None:
    """Put an answer of the engine to the specification.

    Raises:
        DisputedError: the specification says something else.
    """
    judged = answer_of(Specification(), case)
    if not same(judged, right):
        raise DisputedError(f"{case}: the engine says {right}, the specification {judged}")


def item(name: str, case: Case) -> Item:
    """A case with the engine's answer and the clauses that decide it."""
    right = engine_answer(case)
    return Item(name, case, right, clauses_of(case, right))
