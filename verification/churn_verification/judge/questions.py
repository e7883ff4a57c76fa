"""The generator of questions: random games and arbitrary positions, as cases for any player.

Everything is decided by a seed and counted in questions, so the same seed asks the same questions
on any machine. Who answers does not matter here.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

import churn_spec as spec
from churn_verification.judge.reference import Reference, clauses_of, seen_from
from churn_verification.players import Case, Question, Refusal, State, start_of

_LONGEST_STRETCH = 8
_TURNS_A_PROBE = 3
_OFF_THE_BOARD = ("a0", "zz9", "A1", "", "pass", "a-1")


# Games -------------------------------------------------------------------------------------------


def game_cases(
    reference: Reference, board: str, seed: str, *, with_swap: bool, whole_way: bool
) -> Iterator[Case]:
    """A random game, each turn a case, and now and then an illegal turn.

    Each case begins a few turns earlier, so that long games are asked about in short questions.

    Args:
        reference: gives the right answers.
        board: the board's text.
        seed: decides the game.
        with_swap: whether the swap may be taken.
        whole_way: whether the turns from the empty board are kept with each case.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    start = start_of(board)
    played: tuple[str, ...] = ()
    stretch_from = 0
    here = state_at(reference, Question(start))
    stretch_start = here.position
    while not here.over:
        way = played if whole_way else None
        if chance.randrange(_TURNS_A_PROBE) == 0:
            yield _probe(reference, Question(start, played), here, chance, way)
        played = (*played, _chosen(here, chance, with_swap=with_swap))
        here = state_at(reference, Question(start, played))
        way = played[:stretch_from] if whole_way else None
        question = Question(stretch_start, played[stretch_from:], way=way)
        right = seen_from(question, here)
        yield Case(
            f"games/{board}, turn {len(played)}", question, right, clauses_of(question, right)
        )
        if len(played) - stretch_from >= chance.randint(1, _LONGEST_STRETCH):
            stretch_from, stretch_start = len(played), here.position


def state_at(reference: Reference, question: Question) -> State:
    """How a game stands after turns that are all legal.

    Raises:
        ValueError: one of them is not.
    """
    answer = reference.answer(question)
    if not isinstance(answer, State):
        raise ValueError(f"{question}: a turn is illegal")
    return answer


def _chosen(here: State, chance: random.Random, *, with_swap: bool) -> str:
    turns = [turn for turn in here.legal if with_swap or turn != spec.SWAP.value]
    return chance.choice(sorted(turns))


def _probe(
    reference: Reference,
    at: Question,
    here: State,
    chance: random.Random,
    way: tuple[str, ...] | None,
) -> Case:
    """An illegal turn where a game stands, asked from that position."""
    turn = illegal_turn(here, chance)
    refusal = reference.answer(Question(at.position, (*at.turns, turn)))
    if not isinstance(refusal, Refusal):
        raise ValueError(f"{turn} is legal at {here.position}")
    question = Question(here.position, (turn,), way=way)
    state = seen_from(Question(here.position), here).model_copy(update={"removed": None})
    right = refusal.model_copy(update={"refused": 1, "state": state})
    return Case(f"games/{at.board}, illegal turn", question, right, clauses_of(question, right))


def illegal_turn(here: State, chance: random.Random) -> str:
    """A turn that is illegal in a state: each kind that there is, is as likely as the others."""
    kinds = _kinds_of_illegal_turns(here)
    return chance.choice(chance.choice([each for each in kinds if each]))


def _kinds_of_illegal_turns(here: State) -> list[Sequence[str]]:
    """Illegal turns of each kind that there is in a state."""
    board, rows, *_ = here.position.split(" ")
    by_letter: dict[str, list[str]] = {".": [], "r": [], "b": []}
    for cell, letter in zip(_names_of_cells(board), rows.replace("/", ""), strict=True):
        by_letter[letter].append(cell)
    legal = set(here.legal)
    return [
        [cell for cell in by_letter["."] if cell not in legal],
        by_letter["r"],
        by_letter["b"],
        () if spec.SWAP.value in legal else (spec.SWAP.value,),
        _OFF_THE_BOARD,
    ]


def illegal_turns(reference: Reference, question: Question) -> list[tuple[str, str]]:
    """Illegal turns of every kind that there is at a position, with the clauses they break."""
    here = state_at(reference, question)
    found = []
    for kind in _kinds_of_illegal_turns(here):
        for turn in kind[:2]:
            refusal = reference.answer(replace(question, turns=(*question.turns, turn)))
            clauses = clauses_of(question, refusal)
            found.append((turn, clauses[0]))
    return found


@lru_cache(maxsize=64)
def _names_of_cells(board: str) -> tuple[str, ...]:
    read = spec.read_board(board)
    return tuple(spec.write_cell(read, cell) for cell in spec.cells_of(read))


# Positions ---------------------------------------------------------------------------------------


def position_cases(
    reference: Reference, question: Question, most_turns: int, name: str = "search"
) -> Iterator[Case]:
    """What can be asked where a question ends: the state, what turns do, what is refused.

    Args:
        reference: gives the right answers.
        question: a position; its own turns are none.
        most_turns: how many turns are tried, legal and illegal ones each.
        name: what the cases are called.
    """
    here = reference.case(name, question)
    yield here
    legal = here.right.legal if isinstance(here.right, State) else ()
    illegal = (turn for turn, _ in illegal_turns(reference, question))
    for turn in (*legal[-most_turns:], *islice(illegal, most_turns)):
        yield reference.case(name, Question(question.position, (turn,), way=question.way))
