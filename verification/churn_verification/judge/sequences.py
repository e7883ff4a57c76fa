"""Questions about the course of a game: turns, `undo`, the swap and illegal turns in one list.

A fault in what an implementation keeps between turns (seats, the turn number, its past) shows only
in such lists. Everything is decided by a seed, as in `questions`.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import churn_spec as spec
from churn_engine import Game
from churn_engine.notation import parse_position
from churn_verification.judge.questions import illegal_turn, state_at
from churn_verification.judge.reference import Reference
from churn_verification.players import UNDO, Case, Question, State, start_of

LONGEST: Final = 400
"""Entries of a list of turns, unless it is a long game."""

_MOST_COUNTED = 400
"""Turn sequences: larger counts are not asked for."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """What the player understands.

    Attributes:
        swap: the swap.
        undo: `undo` among the turns.
        perft: counts.
    """

    swap: bool = True
    undo: bool = True
    perft: bool = True


def sequence_cases(
    reference: Reference, begin: Question, seed: str, can: Abilities
) -> Iterator[Case]:
    """One game, played to its end and beyond: turns are taken back and others taken instead.

    Args:
        reference: gives the right answers.
        begin: where it begins; its own turns are none.
        seed: decides the game.
        can: what the player understands.

    Yields:
        Cases whose turns all begin at `begin` and grow from one to the next.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    sequence = _Sequence(reference, begin, chance, can)
    yield from sequence.to_the_end()
    for _ in range(chance.randint(1, 3) if can.undo else 0):
        yield from sequence.back(chance.choice((1, 2, 3, 5, LONGEST)))
        yield from sequence.to_the_end()


class _Sequence:
    """A list of turns that grows."""

    def __init__(
        self, reference: Reference, begin: Question, chance: random.Random, can: Abilities
    ) -> None:
        self._reference = reference
        self._begin = begin
        self._chance = chance
        self._can = can
        self._turns: tuple[str, ...] = ()
        self._standing: list[str] = []

    def to_the_end(self) -> Iterator[Case]:
        """Play until the game is over or the list is long."""
        while not self._here.over and len(self._turns) < LONGEST:
            yield from self._turn()
        yield self._case()
        yield self._refused()

    def back(self, number: int) -> Iterator[Case]:
        """Take turns back, as many of a number as there are."""
        for left in range(min(number, len(self._standing)), 0, -1):
            self._standing.pop()
            self._turns = (*self._turns, UNDO)
            if left == 1 or self._one_in(4):
                yield self._case()
        if self._can.perft and self._turns and self._one_in(3):
            yield from self._count()

    def _turn(self) -> Iterator[Case]:
        """Take a turn, and ask something about it now and then."""
        if self._one_in(10):
            yield self._refused()
        turn = self._chosen()
        self._turns = (*self._turns, turn)
        self._standing.append(turn)
        tells = turn == spec.SWAP.value or bool(self._here.removed and self._one_in(3))
        if tells or self._one_in(6):
            yield self._case()
        if self._can.perft and (turn == spec.SWAP.value or self._one_in(12)):
            yield from self._count()
        if self._can.undo and self._standing and self._one_in(3 if tells else 15):
            yield from self.back(1 if tells else self._chance.choice((1, 2, 3, 4)))

    def _chosen(self) -> str:
        legal = self._here.legal
        if self._can.swap and spec.SWAP.value in legal and self._one_in(2):
            return spec.SWAP.value
        return self._chance.choice(sorted(set(legal) - {spec.SWAP.value}))

    def _refused(self) -> Case:
        """An illegal turn, and sometimes turns after it, none of which is taken."""
        turn = illegal_turn(self._here, self._chance)
        after = self._standing[: self._chance.choice((0, 0, 1, 3))]
        return self._case(turn, *after)

    def _count(self) -> Iterator[Case]:
        branches = len(self._here.legal)
        if branches:
            depth = 2 if branches**2 <= _MOST_COUNTED else 1
            yield self._made(replace(self._begin, turns=self._turns, depth=depth))

    def _case(self, *more: str) -> Case:
        return self._made(replace(self._begin, turns=(*self._turns, *more)))

    def _made(self, question: Question) -> Case:
        number = len(question.turns)
        return self._reference.case(f"sequences/{question.board}, turn {number}", question)

    @property
    def _here(self) -> State:
        return state_at(self._reference, replace(self._begin, turns=self._turns))

    def _one_in(self, number: int) -> bool:
        return self._chance.randrange(number) == 0


def late_position(board: str, chance: random.Random) -> Question:
    """A position of a random game shortly before its end, with the way from the empty board."""
    game = Game.from_text(start_of(board))
    turns: list[str] = []
    while not game.over:
        turns.append(chance.choice([each for each in game.legal_turns() if each != "swap"]))
        game.play(turns[-1])
    for _ in range(min(len(turns), chance.randint(1, 40))):
        game.undo()
        turns.pop()
    return Question(str(game.position), way=tuple(turns))


def long_game_cases(
    reference: Reference, board: str, seed: str, most_turns: int, *, with_swap: bool
) -> Iterator[Case]:
    """A long game, asked about in questions that begin at the empty board.

    Args:
        reference: gives the right answers.
        board: the board's text.
        seed: decides the game.
        most_turns: the number of turns after which it is broken off.
        with_swap: whether the swap is the second turn.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    game = Game(parse_position(start_of(board)))
    turns: list[str] = []
    while not game.over and len(turns) < most_turns:
        legal = [each for each in game.legal_turns() if each != "swap"]
        turns.append("swap" if with_swap and len(turns) == 1 else chance.choice(legal))
        game.play(turns[-1])
    for number in sorted({min(1_100, len(turns)), len(turns)}):
        question = Question(start_of(board), tuple(turns[:number]), way=())
        yield reference.case(f"long-games/{board}, turn {number}", question)
