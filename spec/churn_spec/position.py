"""Positions: stones, side to move, and whether the swap is on offer."""

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from churn_spec.board import BOARDS_KEPT, Board, Cell, cells_of


class Colour(Enum):
    """The two colours of stones. Red takes the first turn of a game (T1)."""

    RED = "red"
    BLUE = "blue"

    @property
    def other(self) -> "Colour":
        """The opponent's colour."""
        return Colour.BLUE if self is Colour.RED else Colour.RED


class PositionError(ValueError):
    """Stones that cannot stand so; the text says why."""


@dataclass(frozen=True)
class Position:
    """What is on the board at the end of a turn, and who is to move.

    Any arrangement of stones is a position, whether a game can lead to it or not.

    Attributes:
        board: the board.
        red: the cells that hold red stones.
        blue: the cells that hold blue stones.
        mover: the side to move.
        swap_on_offer: whether the side to move may swap (S1). That is so only before the second
            turn of a game: one red stone, no blue one, an empty cell left, Blue to move.

    Raises:
        PositionError: a stone off the board, two stones on one cell, or a swap on offer where
            no game offers it.
    """

    board: Board
    red: frozenset[Cell]
    blue: frozenset[Cell]
    mover: Colour
    swap_on_offer: bool = False

    def __post_init__(self) -> None:
        if not self.red | self.blue <= _cell_set(self.board):
            raise PositionError("a stone stands off the board")
        if self.red & self.blue:
            raise PositionError("a cell holds two stones")
        if self.swap_on_offer and not _is_after_first_turn(self):
            raise PositionError(
                "the swap is on offer on the second turn of a game only: one red stone,"
                " no blue one, an empty cell left, Blue to move"
            )

    def stones(self, colour: Colour) -> frozenset[Cell]:
        """The cells that hold stones of a colour."""
        return self.red if colour is Colour.RED else self.blue

    @property
    def own(self) -> frozenset[Cell]:
        """The cells that hold stones of the side to move: the friendly ones."""
        return self.stones(self.mover)

    @property
    def enemy(self) -> frozenset[Cell]:
        """The cells that hold stones of the other side."""
        return self.stones(self.mover.other)


@lru_cache(maxsize=BOARDS_KEPT)
def _cell_set(board: Board) -> frozenset[Cell]:
    return frozenset(cells_of(board))


def _is_after_first_turn(position: Position) -> bool:
    return (
        len(position.red) == 1
        and not position.blue
        and position.mover is Colour.BLUE
        and len(cells_of(position.board)) > 1
    )


def starting_position(board: Board) -> Position:
    """The empty board with Red to move (B1, T1)."""
    return Position(board, frozenset(), frozenset(), Colour.RED)


def with_colours_exchanged(position: Position) -> Position:
    """The same position with Red and Blue exchanged, stones and side to move alike.

    The swap is left out: it is on offer to Blue alone (S1).
    """
    return replace(
        position,
        red=position.blue,
        blue=position.red,
        mover=position.mover.other,
        swap_on_offer=False,
    )
