"""The one shrinker: from a wrong answer to the smallest question that is answered as wrongly.

First turns are left out at the end, then at the beginning, the question beginning at a later
position; then turns in the middle; then stones. Whatever goes wrong on the way, what was found so
far is kept.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

import churn_spec as spec
from churn_verification.judge.judge import WrongAnswer, wrong_answer
from churn_verification.judge.reference import Reference
from churn_verification.players import UNDO, Player, Question, State

Differs = Callable[[Question], WrongAnswer | None]
"""Asks a question anew; the wrong answer, or None where it is right or cannot be asked."""

MOST_QUESTIONS = 400
"""How many questions one shrinking may take; one of thousands of turns counts as several."""

_TURNS_OF_ONE = 100


def size_of(wrong: WrongAnswer) -> tuple[int, int, int]:
    """How much there is to look at: cells, turns, stones."""
    position = spec.read_position(wrong.question.position)
    stones = len(position.red) + len(position.blue)
    return spec.cell_count(position.board), len(wrong.question.turns), stones


def asked_anew(make: Callable[[], Player]) -> Differs:
    """Asks players of this project, each question of a fresh one.

    Args:
        make: makes a player.
    """

    def differs(question: Question) -> WrongAnswer | None:
        try:
            case = Reference().case("shrunk", question)
        except ValueError:  # no such question can be asked
            return None
        return wrong_answer(make(), case)

    return differs


def smallest(differs: Differs, found: WrongAnswer, *, anywhere: bool = True) -> WrongAnswer:
    """The smallest question found that is answered wrongly by the same clause.

    Args:
        differs: asks a question anew.
        found: the wrong answer.
        anywhere: whether a question may begin at another position than the one found.

    Returns:
        The smallest wrong answer; `found` itself where nothing smaller shows the difference.
    """
    shrinking = _Shrinking(differs, found)
    try:
        shrinking.cut_the_end()
        if anywhere:
            shrinking.begin_later()
        shrinking.leave_turns_out()
        if anywhere:
            shrinking.take_stones_off()
    except Exception:  # noqa: BLE001 - whatever the player does, the difference was found
        return shrinking.best
    return shrinking.best


class _Shrinking:
    def __init__(self, differs: Differs, found: WrongAnswer) -> None:
        self._differs = differs
        self._left = MOST_QUESTIONS
        self.best = found

    def _try(self, question: Question) -> bool:
        """Whether a smaller question still shows the difference; then it is the best."""
        if not self._left:
            return False
        self._left = max(0, self._left - 1 - len(question.turns) // _TURNS_OF_ONE)
        wrong = self._differs(question)
        if wrong is None or wrong.clause != self.best.clause:
            return False
        self.best = wrong
        return True

    def cut_the_end(self) -> None:
        """Leave out turns at the end, by halving."""
        shortest = 0
        while shortest < len(self.best.question.turns) and self._left:
            turns = self.best.question.turns
            middle = (shortest + len(turns)) // 2
            if not self._try(replace(self.best.question, turns=turns[:middle])):
                shortest = middle + 1

    def begin_later(self) -> None:
        """Keep as few of the last turns as show the difference.

        The number is doubled until they suffice and then halved into place: a difference that
        shows only after hundreds of turns would take hours to try one turn at a time.
        """
        turns = self.best.question.turns
        beginnings = dict(_later_beginnings(self.best.question))
        too_few, enough = -1, 0
        while not self._try_last(enough, beginnings):
            too_few, enough = enough, max(1, 2 * enough)
            if enough >= len(turns) or not self._left:
                return
        while enough - too_few > 1 and self._left:
            middle = (too_few + enough) // 2
            if self._try_last(middle, beginnings):
                enough = middle
            else:
                too_few = middle

    def _try_last(self, turns: int, beginnings: dict[int, Question]) -> bool:
        """Try the last so many turns, from the position where they begin."""
        return turns in beginnings and self._try(beginnings[turns])

    def leave_turns_out(self) -> None:
        """Leave out pieces in the middle: a turn with its taking back, or any one or two turns."""
        for length in (2, 1):
            first = 0
            while first + length <= len(self.best.question.turns) and self._left:
                turns = self.best.question.turns
                fewer = turns[:first] + turns[first + length :]
                if self._try(replace(self.best.question, turns=fewer)):
                    first = max(0, first - 1)  # a turn now stands beside its taking back
                else:
                    first += 1

    def take_stones_off(self) -> None:
        """Take stones off the first position while the difference stays."""
        while any(map(self._try, _with_a_stone_less(self.best.question))):
            pass


def _later_beginnings(question: Question) -> Iterator[tuple[int, Question]]:
    """The question begun later: how many turns are left, and the question.

    Turns that take back what came before the new beginning leave no question.
    """
    standing = [spec.read_position(question.position)]
    yield len(question.turns), question
    lowest = _lowest_after(question.turns)
    for number, turn in enumerate(question.turns):
        if turn == UNDO:
            standing.pop()
        else:
            here = standing[-1]
            try:
                standing.append(spec.play(here, spec.read_turn(here.board, turn)))
            except (spec.IllegalTurn, spec.NotationError):  # no turn is taken after a refused one
                return
        if lowest[number + 1] >= len(standing):
            left = question.turns[number + 1 :]
            text = spec.write_position(standing[-1])
            yield len(left), replace(question, position=text, turns=left, way=None)


def _lowest_after(turns: tuple[str, ...]) -> list[int]:
    """For each number of turns taken, the fewest positions that ever stand from there on."""
    heights = [1]
    for turn in turns:
        heights.append(heights[-1] + (-1 if turn == UNDO else 1))
    lowest = heights[:]
    for number in range(len(turns) - 1, -1, -1):
        lowest[number] = min(lowest[number], lowest[number + 1])
    return lowest


def _with_a_stone_less(question: Question) -> Iterator[Question]:
    position = spec.read_position(question.position)
    for cell in sorted(position.red | position.blue):
        fewer = spec.Position(
            position.board, position.red - {cell}, position.blue - {cell}, position.mover
        )
        yield replace(question, position=spec.write_position(fewer), way=None)


def followed_down(differs: Differs, reference: Reference, found: WrongAnswer) -> WrongAnswer:
    """A wrong count, followed down the tree to the position where it arises.

    The count of a tree is wrong because that of a branch is, or because the branches are others.
    """
    here = found
    while here.question.depth > 1:
        branches = map(differs, _branches(reference, here.question))
        wrong = next((each for each in branches if each is not None), None)
        if wrong is None:
            break
        here = wrong
    return differs(replace(here.question, depth=0)) or here


def _branches(reference: Reference, question: Question) -> Iterator[Question]:
    here = reference.answer(replace(question, depth=0))
    if isinstance(here, State):
        for turn in sorted(here.legal):
            yield replace(question, turns=(*question.turns, turn), depth=question.depth - 1)
