"""An answer beside the right one: what differs, and the clause that decides it."""

from collections.abc import Iterator
from dataclasses import dataclass

import churn_spec as spec
from churn_verification.conformance.cases import Case, Item
from churn_verification.conformance.messages import Answer, GroupSizes, PerftCount, Refusal, State
from churn_verification.conformance.oracle import UNDO, same
from churn_verification.judge.difference import legality_clause, names_text


@dataclass(frozen=True)
class Deviation:
    """One respect in which an answer differs from the right one.

    Attributes:
        clause: the clause that decides it.
        question: what was asked, in words.
        right: the right answer, as text.
        said: the adapter's, as text.
    """

    clause: str
    question: str
    right: str
    said: str


def deviations(item: Item, answer: Answer) -> tuple[Deviation, ...]:
    """All respects in which an answer differs from the right one, the most telling first."""
    if same(item.right, answer):
        return ()
    if isinstance(item.right, State) and isinstance(answer, State):
        return tuple(_between_states(item.case, item.right, answer))
    if isinstance(item.right, Refusal) and isinstance(answer, Refusal):
        before, after = item.right.state, answer.state
        if item.right.refused == answer.refused and before is not None and after is not None:
            return (_after_refusal(item.case, answer.refused, before, after),)
    return (_between_kinds(item, answer),)


def _after_refusal(case: Case, number: int, before: State, after: State) -> Deviation:
    (first, *_) = _between_states(Case(before.position), before, after)
    question = f"after {_turn(case, number)} was refused, {first.question}"
    # A position that has changed is the refusal's fault; the rest is wrong for its own reason.
    clause = "T1" if first.clause == "B1" else first.clause
    return Deviation(clause, question, first.right, first.said)


def _between_kinds(item: Item, answer: Answer) -> Deviation:
    case, right = item.case, item.right
    if isinstance(right, PerftCount):
        said = str(answer.perft) if isinstance(answer, PerftCount) else "a refusal"
        question = f"how many sequences of {case.depth} turns there are"
        return Deviation("P1", question, f"{right.perft}", said)
    if isinstance(answer, Refusal):
        turn = _turn(case, answer.refused)
        if isinstance(right, Refusal) and right.refused < answer.refused:
            illegal = _turn(case, right.refused)
            return Deviation(
                item.clauses[0], f"is {illegal} legal", f"no ({item.clauses[0]})", "yes"
            )
        before = position_after(case, answer.refused - 1)
        clause = legality_clause(before, [turn])
        return Deviation(clause, f"is {turn} legal", "yes", "no, it was refused")
    illegal = _turn(case, right.refused) if isinstance(right, Refusal) else "it"
    clause = item.clauses[0]
    return Deviation(clause, f"is {illegal} legal", f"no ({clause})", "yes")


def _turn(case: Case, number: int) -> str:
    return (
        case.turns[number - 1] if number <= len(case.turns) else f"turn {number}, never asked for"
    )


def position_after(case: Case, turns: int) -> spec.Position:
    """The position after some of a case's turns, which are legal."""
    positions = [spec.read_position(case.position)]
    for turn in case.turns[:turns]:
        if turn == UNDO:
            positions.pop()
        else:
            here = positions[-1]
            positions.append(spec.play(here, spec.read_turn(here.board, turn)))
    return positions[-1]


def _between_states(case: Case, right: State, said: State) -> Iterator[Deviation]:
    yield from _between_removals(case, right.removed, said.removed)
    if right.position != said.position:
        deviation = _between_positions(case, right.position, said.position)
        if deviation is not None:
            yield deviation
    if right.over is not said.over:
        yield Deviation("E1", "is the game over", _yes(right.over), _yes(said.over))
    if right.winner != said.winner:
        yield Deviation("E2", "who has won", right.winner or "nobody", said.winner or "nobody")
    yield from _between_choices(right, said)
    yield from _between_players(right, said)


def _between_players(right: State, said: State) -> Iterator[Deviation]:
    if said.first_player and right.first_player and right.first_player != said.first_player:
        question = "the colour of the player who took the first turn"
        yield Deviation("S1", question, right.first_player, said.first_player)
    if right.groups and said.groups and right.groups != said.groups:
        question = "the sizes of all groups, largest first"
        yield Deviation("F1", question, _sizes(right.groups), _sizes(said.groups))
    if said.turn_number and right.turn_number and right.turn_number != said.turn_number:
        question = "the number of the next turn"
        yield Deviation("T1", question, str(right.turn_number), str(said.turn_number))


def _sizes(groups: GroupSizes) -> str:
    return f"red {' '.join(map(str, groups.red))}, blue {' '.join(map(str, groups.blue))}"


def _between_removals(
    case: Case, right: tuple[str, ...] | None, said: tuple[str, ...] | None
) -> Iterator[Deviation]:
    if right is None or said is None or set(right) == set(said):
        return
    clause = "R2" if set(said) - set(right) else "R1"
    what = f"which stones {case.turns[-1]} removes" if case.turns else "what the last turn removed"
    yield Deviation(clause, what, names_text(right), names_text(said))


def _between_choices(right: State, said: State) -> Iterator[Deviation]:
    if set(right.legal) != set(said.legal):
        clause = legality_clause(
            spec.read_position(right.position), set(right.legal) ^ set(said.legal)
        )
        yield Deviation(
            clause, "which turns are legal", names_text(right.legal), names_text(said.legal)
        )
    elif len(right.legal) != len(said.legal):
        twice = sorted({turn for turn in said.legal if said.legal.count(turn) > 1})
        yield Deviation("T1", "which turns are legal", "each once", f"{names_text(twice)} twice")
    if said.formed_size is not None and right.formed_size != said.formed_size:
        yield Deviation(
            "P2",
            "the size of the group that each legal placement forms",
            str(right.formed_size),
            str(said.formed_size),
        )


def _between_positions(case: Case, right: str, said: str) -> Deviation | None:
    """What differs in the position; None where it is only written in the board's long form."""
    due = spec.read_position(right)
    try:
        position = spec.read_position(said)
    except spec.NotationError as error:
        return Deviation("B1", "the position", right, f"{said} ({error})")
    if position == due:
        return None
    clause = _clause_of_position(case, due, position)
    return Deviation(clause, "the position" + (" after it" if case.turns else ""), right, said)


def _clause_of_position(case: Case, due: spec.Position, said: spec.Position) -> str:
    if due.board != said.board or not case.turns:
        return "B1"
    if case.turns[-1] == spec.SWAP.value or due.swap_on_offer is not said.swap_on_offer:
        return "S1"
    mover = due.mover.other
    if due.stones(mover.other) != said.stones(mover.other):
        return "R2"
    if due.stones(mover) - said.stones(mover):
        return "R2"
    if said.stones(mover) - due.stones(mover):
        return "R1"
    return "T1"


def _yes(value: bool) -> str:
    return "yes" if value else "no"
