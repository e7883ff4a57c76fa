"""What the solution of a board says about its games."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

from churn_engine.board import Board
from churn_engine.solver.report import SeatValue
from churn_engine.solver.scores import before
from churn_engine.solver.solve import RandomPlay, Solver
from churn_engine.solver.store import CHANCES, LENGTHS
from churn_engine.solver.values import Value, distance_of, value_of

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Opening:
    """What becomes of a first turn, without the swap.

    Attributes:
        value: Who wins under best play.
        distance: How many turns the game lasts in all then, this one counted.
    """

    value: Value
    distance: int


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of the games on a board, from its start.

    Attributes:
        board: The board.
        value: Who wins under best play, without the swap.
        distance: How many turns the game lasts then: the winner hurries and the loser delays; in a
            tied game both hurry.
        value_with_swap: Who wins with the swap. The second player takes the better side after the
            first turn, so this is never the first player where there is a second turn to swap on.
        openings: What becomes of each first turn, by cell.
        found_random: What uniformly random play does, from the side of Red, if that was asked for.
        found_lengths: The least number of turns a game can last, and the largest, likewise.
        positions: How many positions have a value: 3^n, colours normalised.
        entries: How many of them are kept.
        seconds: How long the evaluation took.
    """

    board: Board
    value: Value
    distance: int
    value_with_swap: SeatValue
    openings: dict[str, Opening]
    found_random: RandomPlay | None
    found_lengths: tuple[int, int] | None
    positions: int
    entries: int
    seconds: float

    @property
    def swap_after(self) -> list[str]:
        """The openings after which the second player wins by swapping."""
        return [cell for cell, opening in self.openings.items() if opening.value == "red"]

    @property
    def random(self) -> RandomPlay:
        """What uniformly random play does, from the side of Red.

        Raises:
            ValueError: The solver was not told to find it.
        """
        return _asked_for(self.found_random)

    @property
    def shortest_game(self) -> int:
        """The least number of turns a game can last.

        Raises:
            ValueError: The solver was not told to find it.
        """
        return _asked_for(self.found_lengths)[0]

    @property
    def longest_game(self) -> int:
        """The largest number of turns a game can last.

        Raises:
            ValueError: The solver was not told to find it.
        """
        return _asked_for(self.found_lengths)[1]

    @property
    def rounding_error(self) -> float:
        """A bound on the relative error of the expected turns, and the absolute one of chances.

        An entry is the mean of at most n others: n + 2 operations, each of which errs by at most
        2^-53 of its result; and a game has at most `longest_game` turns.
        """
        return self.longest_game * (self.board.size + 2) * 2.0**-53


def solution_of(solver: Solver) -> Solution:
    """Read off a finished solver what it says about the start of the game."""
    board = solver.board
    score = solver.score(0, 0)
    openings = {
        board.names[cell]: _opening(before(solver.score(0, stones)))
        for cell, stones in solver.turns(0, 0)
    }
    return Solution(
        board=board,
        value=value_of(score, "red"),
        distance=distance_of(score),
        value_with_swap=_value_with_swap(board, openings),
        openings=openings,
        found_random=solver.chances(0, 0) if solver.finds(CHANCES[0]) else None,
        found_lengths=solver.lengths(0, 0) if solver.finds(*LENGTHS) else None,
        positions=3**board.size,
        entries=solver.entries,
        seconds=solver.seconds,
    )


def example_game(solver: Solver, which: Literal["shortest", "longest", "best"]) -> list[str]:
    """A game without the swap: a shortest one, a longest one, or one of best play.

    Returns:
        The turns, as cell names.
    """
    wanted: Callable[[int, int], int] = {
        "shortest": lambda mover, other: solver.lengths(mover, other)[0],
        "longest": lambda mover, other: solver.lengths(mover, other)[1],
        "best": lambda mover, other: distance_of(solver.score(mover, other)),
    }[which]
    cells = []
    mover, other = 0, 0
    while turns := solver.turns(mover, other):
        score, left = solver.score(mover, other), wanted(mover, other)
        cell, after = next(
            (cell, after)
            for cell, after in turns
            if wanted(other, after) == left - 1
            and (which != "best" or before(solver.score(other, after)) == score)
        )
        cells.append(solver.board.names[cell])
        mover, other = other, after
    return cells


def _opening(score: int) -> Opening:
    return Opening(value_of(score, "red"), distance_of(score))


def _value_with_swap(board: Board, openings: dict[str, Opening]) -> SeatValue:
    """The swap is on offer after the first turn, unless that filled the board.

    The second player wins after every opening that is not tied: by the swap where Red wins, by
    staying Blue where Blue does. So the first player does best with a tied opening.
    """
    if board.size == 1:
        return "first"
    return "tie" if any(opening.value == "tie" for opening in openings.values()) else "second"


def _asked_for(found: _Found | None) -> _Found:
    if found is None:
        raise ValueError("the solver was not told to find this")
    return found
