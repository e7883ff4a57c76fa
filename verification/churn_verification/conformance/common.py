"""What wrong answers have in common that right ones mostly have not."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial

from churn_engine import Game, IllegalTurn, NotationError
from churn_engine.notation import SWAP
from churn_verification.players import UNDO, Case, Question, Refusal, State

FEWEST = 3
"""Of fewer wrong answers nothing is said: anything may be common to two."""

COMPARED = (
    "the board, the size of the formed group, removal, the number of turns, the side to move, the"
    " swap, undo, illegal turns, ends of games, counts and positions without turns"
)
"""In what the wrong answers are compared, in words."""

_NEARLY_ALL = 0.95
_HALF = 0.5

Holds = Callable[[Case], bool]


def in_common(wrong: Sequence[Case], right: Sequence[Case]) -> tuple[str, ...]:
    """What is true of nearly all wrongly answered cases and of at most half of the right ones.

    Args:
        wrong: the cases that were answered wrongly.
        right: cases that were answered rightly.

    Returns:
        Phrases that go on from "all are".
    """
    if len(wrong) < FEWEST:
        return ()
    return tuple(
        phrase
        for phrase, holds in _candidates(wrong)
        if _share(wrong, holds) >= _NEARLY_ALL and _share(right, holds) <= _HALF
    )


def _share(cases: Sequence[Case], holds: Holds) -> float:
    return sum(map(holds, cases)) / len(cases) if cases else 0.0


def _candidates(wrong: Sequence[Case]) -> Iterator[tuple[str, Holds]]:
    """What may be common: phrases, and whether they are true of a case."""
    board = wrong[0].question.board
    yield f"on board {board}", partial(_is_on, board)
    yield from _ranges("on boards of", "cells", _cells, wrong)
    yield from _ranges("where a placement forms", "stones", _formed_size, wrong)
    yield from _ranges("after", "turns", _turns, wrong)
    for mover in ("red", "blue"):
        yield f"with {mover.title()} to move", partial(_has_mover, mover[0])
    for word, phrase in ((SWAP, "after the swap"), (UNDO, "with turns taken back")):
        yield phrase, partial(_has_turn, word)
    yield "at a position, before any turn", lambda case: not case.question.turns
    yield "with a removal among the turns", partial(_has_course, "removal")
    yield "where groups of the formed size stay", partial(_has_course, "equal")
    yield "on a turn that is refused", lambda case: isinstance(case.right, Refusal)
    yield "at the end of a game", _is_over
    yield "counts of turn sequences", lambda case: case.question.depth > 0


def _is_on(board: str, case: Case) -> bool:
    return case.question.board == board


def _has_turn(turn: str, case: Case) -> bool:
    return turn in case.question.turns


def _ranges(
    before: str, unit: str, number: Callable[[Case], int | None], wrong: Sequence[Case]
) -> Iterator[tuple[str, Holds]]:
    """At least the least number of all wrong answers, and at most the greatest."""
    numbers = sorted(each for each in map(number, wrong) if each is not None)
    if numbers:
        least, most = numbers[len(numbers) // 20], numbers[-1 - len(numbers) // 20]
        yield f"{before} at least {least:,} {unit}", partial(_at_least, number, least)
        yield f"{before} at most {most:,} {unit}", partial(_at_most, number, most)


def _at_least(number: Callable[[Case], int | None], least: int, case: Case) -> bool:
    return (number(case) or 0) >= least


def _at_most(number: Callable[[Case], int | None], most: int, case: Case) -> bool:
    return (number(case) or 0) <= most


def _cells(case: Case) -> int:
    rows = case.question.position.split(" ")[1]
    return len(rows) - rows.count("/")


def _turns(case: Case) -> int:
    return len(case.question.turns)


def _state(case: Case) -> State | None:
    right = case.right.state if isinstance(case.right, Refusal) else case.right
    return right if isinstance(right, State) else None


def _is_over(case: Case) -> bool:
    state = _state(case)
    return state is not None and state.over


def _has_mover(letter: str, case: Case) -> bool:
    state = _state(case)
    return state is not None and state.position.split(" ")[2] == letter


def _has_course(what: str, case: Case) -> bool:
    return what in _course_of(case.question)


@lru_cache(maxsize=10_000)
def _course_of(question: Question) -> frozenset[str]:
    """What happens in the turns up to an illegal one: `removal`, or a group of `equal` size stays.

    An isolated placement is not looked at: it mostly leaves other single stones, and removes none.
    """
    found: set[str] = set()
    game = Game.from_text(question.position)
    for turn in question.turns:
        if turn == UNDO:
            game.undo()
            continue
        mover = game.mover
        formed = 0 if turn == SWAP or game.over else game.placements.formed_size
        try:
            game.play(turn)
        except (IllegalTurn, NotationError):
            break
        if game.removed:
            found.add("removal")
        if formed > 1 and game.ranking(mover).count(formed) > 1:
            found.add("equal")
    return frozenset(found)


def _formed_size(case: Case) -> int | None:
    """The size of the group that the last turn formed, else that legal placements form."""
    turns = case.question.turns
    if isinstance(case.right, State) and turns and turns[-1] not in (SWAP, UNDO):
        game = Game.from_text(case.question.position)
        for turn in turns[:-1]:
            if turn == UNDO:
                game.undo()
            else:
                game.play(turn)
        return game.formed_size(turns[-1])
    state = _state(case)
    return state.formed_size if state else None
