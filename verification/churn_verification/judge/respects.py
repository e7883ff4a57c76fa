"""In which respects an answer is wrong, and which clause decides each.

This is the one place that says what counts as a difference and which clause it is about. What one
side does not tell is not compared.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import churn_spec as spec
from churn_verification.players import (
    UNDO,
    Answer,
    Case,
    FullRefusal,
    FullState,
    GroupSizes,
    PerftCount,
    Question,
    Refusal,
    State,
)


@dataclass(frozen=True)
class Respect:
    """One respect in which an answer is wrong.

    Attributes:
        clause: the clause that decides it.
        question: what was asked, in words.
        right: the right answer, as text.
        said: the answer that was given, as text.
        placement: the cell of a placement that was asked about and not made.
    """

    clause: str
    question: str
    right: str
    said: str
    placement: str | None = None


# Whether two answers say the same ----------------------------------------------------------------


def same(one: object, other: object) -> bool:
    """Whether two answers say the same; what one of them does not tell is not compared."""
    if isinstance(one, State) and isinstance(other, State):
        return (
            one.over is other.over
            and one.winner == other.winner
            and _same_lists(one.legal, other.legal)
            and _same_where_told(one.position, other.position)
            and _same_where_told(one.formed_size, other.formed_size)
            and _same_where_told(one.first_player, other.first_player)
            and _same_where_told(one.groups, other.groups)
            and _same_where_told(one.turn_number, other.turn_number)
            and _same_removals(one.removed, other.removed)
            and _same_in_full(one, other)
        )
    if isinstance(one, Refusal) and isinstance(other, Refusal):
        told = one.state is not None and other.state is not None
        return (
            one.refused == other.refused
            and (not told or same(one.state, other.state))
            and not _clauses_differ(one, other)
        )
    return one == other


def _same_in_full(one: State, other: State) -> bool:
    if not (isinstance(one, FullState) and isinstance(other, FullState)):
        return True
    return _same_where_told(one.placements, other.placements) and _same_where_told(
        one.winning_player, other.winning_player
    )


def _clauses_differ(one: Refusal, other: Refusal) -> bool:
    if not (isinstance(one, FullRefusal) and isinstance(other, FullRefusal)):
        return False
    return one.clause != other.clause


def _same_removals(one: tuple[str, ...] | None, other: tuple[str, ...] | None) -> bool:
    if one is not None and other is not None:
        return _same_lists(one, other)
    told = one or other or ()  # not compared, but no list names anything twice
    return len(set(told)) == len(told)


def _same_where_told(one: object, other: object) -> bool:
    return one is None or other is None or one == other


def _same_lists(one: tuple[str, ...] | None, other: tuple[str, ...] | None) -> bool:
    """Whether two lists name the same, in any order, where both are told."""
    if one is None or other is None or one == other:
        return True
    return len(one) == len(other) and set(one) == set(other)


# What is wrong -----------------------------------------------------------------------------------


def respects_of(case: Case, answer: Answer) -> tuple[Respect, ...]:
    """All respects in which an answer to a case is wrong, causes before what follows from them."""
    if same(case.right, answer):
        return ()
    right = case.right
    if isinstance(right, State) and isinstance(answer, State):
        return tuple(_between_states(case.question, right, answer))
    if (
        isinstance(right, Refusal)
        and isinstance(answer, Refusal)
        and right.refused == answer.refused
    ):
        return tuple(_between_refusals(case, right, answer))
    return (_between_kinds(case, answer),)


def _between_refusals(case: Case, right: Refusal, said: Refusal) -> Iterator[Respect]:
    """A refusal that names another clause, or that leaves another state."""
    turn = _turn(case.question, right.refused)
    if _clauses_differ(right, said):
        names = (getattr(each, "clause", None) or "none" for each in (right, said))
        yield Respect(case.clauses[0], f"which clause {turn} breaks", *names)
    if right.state is not None and said.state is not None:
        for found in _between_states(Question(right.state.position), right.state, said.state):
            # A position that has changed is the refusal's fault; the rest has its own reason.
            clause = "T1" if found.clause == "B1" else found.clause
            words = f"after {turn} was refused, {found.question}"
            yield Respect(clause, words, found.right, found.said, found.placement)


def _between_kinds(case: Case, answer: Answer) -> Respect:
    """One side refuses a turn that the other takes, or counts differ."""
    question, right = case.question, case.right
    if isinstance(right, PerftCount):
        said = str(answer.perft) if isinstance(answer, PerftCount) else "a refusal"
        words = f"how many sequences of {question.depth} turns there are"
        return Respect("P1", words, str(right.perft), said)
    if isinstance(answer, Refusal) and not (
        isinstance(right, Refusal) and right.refused < answer.refused
    ):
        turn = _turn(question, answer.refused)
        clause = legality_clause(position_after(question, answer.refused - 1), [turn])
        named = answer.clause if isinstance(answer, FullRefusal) else None
        refused = f"no, refused by {named}" if named else "no, it was refused"
        return Respect(clause, f"is {turn} legal", "yes", refused)
    turn = _turn(question, right.refused) if isinstance(right, Refusal) else "it"
    clause = case.clauses[0]
    return Respect(clause, f"is {turn} legal", f"no ({clause})", "yes")


def misnumbered(case: Case, answer: Refusal) -> Respect:
    """The respect of a refusal that is due and comes, but names another turn than the refused one.

    It is T1's, whatever clause makes the turn illegal: nobody disputes what is legal, and that
    turns are taken one after the other and counted is T1's, as the number of the next turn is.

    Args:
        case: a case in which a turn is to be refused.
        answer: the refusal.
    """
    if not isinstance(case.right, Refusal):
        raise TypeError(f"no turn is to be refused in {case.question}")
    due = case.right.refused
    words = "which of the turns, counted from 1, is refused"
    return Respect(
        "T1", words, f"turn {due}, {_turn(case.question, due)}", f"turn {answer.refused}"
    )


def _turn(question: Question, number: int) -> str:
    turns = question.turns
    return turns[number - 1] if number <= len(turns) else f"turn {number}, never asked for"


def position_after(question: Question, turns: int) -> spec.Position:
    """The position after some of a question's turns, which are legal.

    Raises:
        ValueError: one of the turns is illegal, or cannot be taken back.
    """
    positions = [spec.read_position(question.position)]
    for turn in question.turns[:turns]:
        if turn == UNDO:
            positions.pop()
            if not positions:
                raise ValueError("no turn has been taken that could be taken back")
        else:
            here = positions[-1]
            positions.append(spec.play(here, spec.read_turn(here.board, turn)))
    return positions[-1]


def _between_states(question: Question, right: State, said: State) -> Iterator[Respect]:
    yield from _between_removals(question, right.removed, said.removed)
    if not _same_where_told(right.position, said.position):
        yield from _between_positions(question, right.position, said.position)
    if right.over is not said.over:
        yield Respect("E1", "is the game over", _yes(right.over), _yes(said.over))
    if right.winner != said.winner:
        yield Respect("E2", "who has won", right.winner or "nobody", said.winner or "nobody")
    yield from _between_choices(question, right, said)
    yield from _between_placements(right, said)
    yield from _between_players(right, said)


def _between_removals(
    question: Question, right: tuple[str, ...] | None, said: tuple[str, ...] | None
) -> Iterator[Respect]:
    if said is None or _same_removals(right, said):
        return
    words = "what the last turn removed"
    if question.turns:
        words = f"which stones {question.turns[-1]} removes"
    if right is None or set(right) == set(said):
        yield _named_twice("R1", words, said)
    else:
        clause = "R2" if set(said) - set(right) else "R1"
        yield Respect(clause, words, names_text(right), names_text(said))


def _between_positions(question: Question, right: str, said: str) -> Iterator[Respect]:
    """What differs in the position; nothing where it is only written in the board's long form."""
    due = spec.read_position(right)
    words = "the position" + (" after it" if question.turns else "")
    try:
        position = spec.read_position(said)
    except spec.NotationError as error:
        yield Respect("B1", "the position", right, f"{said} ({error})")
        return
    if position != due:
        yield Respect(_clause_of_position(question, due, position), words, right, said)


def _clause_of_position(question: Question, due: spec.Position, said: spec.Position) -> str:
    if due.board == said.board and _is_about_the_swap(question, due, said):
        return "S1"
    if due.board != said.board or not question.turns:
        return "B1"
    if question.turns[-1] == UNDO:
        return "T1"
    mover = due.mover.other
    others_changed = due.stones(mover.other) != said.stones(mover.other)
    if others_changed or due.stones(mover) - said.stones(mover):
        return "R2"
    if said.stones(mover) - due.stones(mover):
        return "R1"
    return "T1"


def _is_about_the_swap(question: Question, due: spec.Position, said: spec.Position) -> bool:
    if question.turns:
        is_swap = question.turns[-1] == spec.SWAP.value
        return is_swap or due.swap_on_offer is not said.swap_on_offer
    return replace(said, swap_on_offer=False) == replace(due, swap_on_offer=False)


def _between_legal_turns(question: Question, right: State, said: State) -> Respect:
    words = "which turns are legal"
    differing = set(right.legal) ^ set(said.legal)
    if not differing:
        return _named_twice("T1", words, said.legal)
    clause = legality_clause(position_after(question, len(question.turns)), differing)
    return Respect(clause, words, names_text(right.legal), names_text(said.legal))


def _between_choices(question: Question, right: State, said: State) -> Iterator[Respect]:
    if not _same_lists(right.legal, said.legal):
        yield _between_legal_turns(question, right, said)
    if not _same_where_told(right.formed_size, said.formed_size):
        words = "the size of the group that each legal placement forms"
        yield Respect("P2", words, str(right.formed_size), str(said.formed_size))


def _named_twice(clause: str, words: str, said: tuple[str, ...]) -> Respect:
    twice = sorted({each for each in said if said.count(each) > 1})
    return Respect(clause, words, "each once", f"{names_text(twice)} twice")


def _between_placements(right: State, said: State) -> Iterator[Respect]:
    """The first cell of which two sides say that a stone there would do different things."""
    if not (isinstance(right, FullState) and isinstance(said, FullState)):
        return
    if right.placements is None or said.placements is None:
        return
    due, told = right.placements, said.placements
    if due.keys() != told.keys():
        yield Respect("T1", "which cells are empty", names_text(due), names_text(told))
        return
    for cell in sorted(due):
        expected, answer = due[cell], told[cell]
        if expected.formed_size != answer.formed_size:
            words = f"the size of the group that {cell} would form"
            sizes = str(expected.formed_size), str(answer.formed_size)
            yield Respect("P2", words, *sizes, placement=cell)
            return
        if expected.removed != answer.removed:
            clause = "R2" if answer.removed - expected.removed else "R1"
            texts = names_text(expected.removed), names_text(answer.removed)
            yield Respect(clause, f"which stones {cell} would remove", *texts, placement=cell)
            return


def _between_players(right: State, said: State) -> Iterator[Respect]:
    if not _same_where_told(right.first_player, said.first_player):
        words = "the colour of the player who took the first turn"
        yield Respect("S1", words, str(right.first_player), str(said.first_player))
    winners = [getattr(each, "winning_player", None) for each in (right, said)]
    if not _same_where_told(*winners):
        yield Respect("S1", "which player has won", *map(str, winners))
    if right.groups and said.groups and right.groups != said.groups:
        words = "the sizes of all groups, largest first"
        yield Respect("F1", words, _sizes(right.groups), _sizes(said.groups))
    if not _same_where_told(right.turn_number, said.turn_number):
        words = "the number of the next turn"
        yield Respect("T1", words, str(right.turn_number), str(said.turn_number))


def legality_clause(at: spec.Position, turns: Iterable[str]) -> str:
    """The clause that decides whether turns on which two sides differ are legal."""
    if spec.SWAP.value in turns:
        return "S1"
    if spec.is_over(at):
        return "E1"
    return "P1" if spec.isolated_placements(at) else "P2"


def names_text(names: Iterable[str]) -> str:
    """Names in order, or the word `none`."""
    return " ".join(sorted(names)) or "none"


def _sizes(groups: GroupSizes) -> str:
    return f"red {' '.join(map(str, groups.red))}, blue {' '.join(map(str, groups.blue))}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"
