"""What the page is told about values, whoever works them out: the engine, or a plain search."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace

from churn_explorer.knowledge import Line, TurnValue, Values
from churn_explorer.limits import MOST_LINE_TURNS, PageError
from churn_explorer.models import OfPosition, Value
from churn_explorer.reading import position_of
from churn_spec import (
    Board,
    Colour,
    Position,
    cell_count,
    is_over,
    play,
    read_turn,
    write_board,
)
from churn_verification.drawing.counting import counted

Valued = tuple[Value, int]
"""Who wins, and in how many turns, when the winner hurries and the loser delays."""


class Valuer(ABC):
    """Answers what is asked about values."""

    @abstractmethod
    def values(self, question: OfPosition) -> Values:
        """What is known of a position's value."""

    @abstractmethod
    def known(self, position: Position) -> Values | None:
        """The values of a position and of its turns; None where its board is not solved."""

    @abstractmethod
    def solution(self, board: Board) -> Callable[[Position], Valued] | None:
        """What tells the value of each position of a board; None where it is not solved."""

    def line(self, question: OfPosition) -> Line:
        """A line of best play from a position, of as many turns as its value says.

        From the start of a game that is a line without the swap, as the value is.

        Raises:
            PageError: the board is not solved.
        """
        position = position_of(question.position)
        without_swap = swap_to_come(position)
        turns: list[str] = []
        while not is_over(position) and len(turns) < MOST_LINE_TURNS:
            turn = self._required(position).turns[0].turn
            turns.append(turn)
            position = play(position, read_turn(position.board, turn))
            if without_swap:
                position = replace(position, swap_on_offer=False)
        return Line(turns=turns, complete=is_over(position), without_swap=without_swap)

    def best_turn(self, position: Position) -> str:
        """One of the best turns of a position.

        Raises:
            PageError: the game is over, or the board is not solved.
        """
        best = [turn.turn for turn in self._required(position).turns if turn.best]
        if not best:
            raise PageError("the game is over")
        return random.choice(best)  # noqa: S311 - it is for play

    def _required(self, position: Position) -> Values:
        values = self.known(position)
        if values is None:
            board = write_board(position.board)
            raise PageError(f"perfect play needs the solution of board {board}: see Values")
        return values


# Words -------------------------------------------------------------------------------------------


def worded(position: Position, valued: Valued, turns: list[TurnValue]) -> Values:
    """The values of a position, put into words.

    Args:
        position: the position.
        valued: its value and distance, if the swap is not used.
        turns: its legal turns, the best first.
    """
    value, distance = valued
    return Values(
        state="ready",
        words=_words(position, valued, turns),
        value=value,
        distance=distance,
        seat=turns[0].seat if position.swap_on_offer else None,
        without_swap=swap_to_come(position),
        turns=turns,
    )


def sentence(text: str) -> str:
    """A text with a capital and a full stop."""
    return f"{text[0].upper()}{text[1:]}."


def swap_to_come(position: Position) -> bool:
    """Whether the swap comes on offer with the next turn, which values leave out."""
    empty = not position.red and not position.blue
    return empty and position.mover is Colour.RED and cell_count(position.board) > 1


def _words(position: Position, valued: Valued, turns: list[TurnValue]) -> str:
    if not turns:
        return "The game is over."
    if position.swap_on_offer:
        best = turns[0]
        seat = "nobody" if best.seat == "tie" else f"the {best.seat} player"
        by = "by the swap" if best.turn == "swap" else f"by placing at {best.turn}, not by the swap"
        return f"With best play {seat} wins; the second player does best {by}."
    value, distance = valued
    ends = "it is a tie" if value == "tie" else f"{value.capitalize()} wins"
    ends += f" in {counted(distance, 'turn')}"
    if not swap_to_come(position):
        return f"With best play {ends}."
    # The first player can get a tie from the start at best; the second wins what is not tied.
    tied = any(turn.value == "tie" for turn in turns)
    with_it = "nobody wins" if tied else "the second player wins"
    return f"With best play {ends} without the swap; with it {with_it}."
