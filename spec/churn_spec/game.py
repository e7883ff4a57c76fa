"""Games: a position, the number of the turn, and who holds which colour.

A position knows colours only. The swap (S1) exchanges the players and not the stones, so it shows
in the seats: after it the first player holds Blue and is to move.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from churn_spec.board import Board
from churn_spec.position import Colour, Position, starting_position
from churn_spec.rules import SWAP, Outcome, Turn, play, winner


class Seat(Enum):
    """The two players. The first player holds Red until a swap."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "Seat":
        """The opponent."""
        return Seat.SECOND if self is Seat.FIRST else Seat.FIRST


@dataclass(frozen=True)
class Game:
    """A game under way.

    Attributes:
        position: the position.
        turn_number: the number of the turn that comes next, from 1.
        red_seat: the player who holds Red.
    """

    position: Position
    turn_number: int = 1
    red_seat: Seat = Seat.FIRST

    def seat_of(self, colour: Colour) -> Seat:
        """The player who holds a colour."""
        return self.red_seat if colour is Colour.RED else self.red_seat.other


def new_game(board: Board) -> Game:
    """A game at its start: the empty board, Red to move, Red held by the first player."""
    return Game(starting_position(board))


def take_turn(game: Game, turn: Turn) -> Game:
    """The game one turn later.

    Raises:
        IllegalTurn: the rules forbid the turn.
    """
    return Game(
        play(game.position, turn),
        game.turn_number + 1,
        game.red_seat.other if turn is SWAP else game.red_seat,
    )


def take_turns(game: Game, turns: Iterable[Turn]) -> Iterator[Game]:
    """The game after each of several turns.

    Raises:
        IllegalTurn: the rules forbid a turn; those before it have been yielded.
    """
    for turn in turns:
        game = take_turn(game, turn)
        yield game


def winning_seat(game: Game) -> Seat | None:
    """The player who has won, or None in a tie and while the game lasts (E2, S1)."""
    outcome = winner(game.position)
    if outcome is None or outcome is Outcome.TIE:
        return None
    return game.seat_of(Colour(outcome.value))
