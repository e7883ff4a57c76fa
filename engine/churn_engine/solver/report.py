"""What is known of one position: its value, its distance, and the same of each legal turn."""

from dataclasses import dataclass
from typing import Literal, Protocol

from churn_engine.board import Board
from churn_engine.game import Game
from churn_engine.notation import SWAP, Position
from churn_engine.solver.store import OtherBoardError
from churn_engine.solver.tablebase import masks_of
from churn_engine.solver.values import Value, distance_of, value_of

SeatValue = Literal["first", "second", "tie"]


class Lookup(Protocol):
    """Whatever knows the score of every position of a board: a tablebase, or a finished solver."""

    @property
    def board(self) -> Board:
        """The board."""

    def score(self, mover: int, other: int) -> int:
        """The score of a position, by the stones of the side to move and of the other."""


@dataclass(frozen=True, slots=True)
class TurnReport:
    """What becomes of a turn.

    Attributes:
        turn: A cell, or "swap".
        value: Which colour wins under best play after it.
        distance: How many turns it takes to the end then, this one counted.
        seat: Which player wins after it, where the swap is on offer; else None, for after that
            offer a player's colour does not change.
        best: Whether no other turn is better for whoever is to move, distance included.
    """

    turn: str
    value: Value
    distance: int
    seat: SeatValue | None
    best: bool


@dataclass(frozen=True, slots=True)
class PositionReport:
    """What is known of a position.

    Attributes:
        position: The position.
        value: Which colour wins under best play, if the swap is not used.
        distance: How many turns it takes to the end, if the swap is not used.
        seat: Which player wins, where the swap is on offer; else None.
        turns: The legal turns, the best first; none when the game is over.
    """

    position: Position
    value: Value
    distance: int
    seat: SeatValue | None
    turns: tuple[TurnReport, ...]


def report_on(position: Position, lookup: Lookup) -> PositionReport:
    """Look up a position and each of its turns.

    Raises:
        OtherBoardError: The position is of another board.
    """
    if position.board != lookup.board:
        raise OtherBoardError(
            f"the position is on board {position.board}, the solution of board {lookup.board}"
        )
    score = lookup.score(*masks_of(position))
    value = value_of(score, position.mover)
    turns = _turns(position, lookup)
    return PositionReport(
        position=position,
        value=value,
        distance=distance_of(score),
        seat=turns[0].seat if position.swap_on_offer else None,
        turns=turns,
    )


def _turns(position: Position, lookup: Lookup) -> tuple[TurnReport, ...]:
    game = Game(position)
    judged = []
    for turn in game.legal_turns():
        game.play(turn)
        judged.append(_judge(turn, game.position, position, lookup))
        game.undo()
    liking = max((_liking(turn, position) for turn in judged), default=None)
    reports = [
        TurnReport(
            turn.turn, turn.value, turn.distance, turn.seat, _liking(turn, position) == liking
        )
        for turn in judged
    ]
    return tuple(sorted(reports, key=lambda turn: _liking(turn, position), reverse=True))


def _judge(turn: str, after: Position, position: Position, lookup: Lookup) -> TurnReport:
    score = lookup.score(*masks_of(after))
    value = value_of(score, after.mover)
    seat = _seat(turn, value) if position.swap_on_offer else None
    return TurnReport(turn, value, distance_of(score) + 1, seat, best=False)


def _seat(turn: str, value: Value) -> SeatValue:
    """Which player wins: the second holds Red after the swap, else Blue."""
    if value == "tie":
        return "tie"
    return "second" if (turn == SWAP) == (value == "red") else "first"


def _liking(turn: TurnReport, position: Position) -> tuple[int, int]:
    """The larger, the better for whoever is to move; the second player, where the swap is."""
    wanted = "second" if position.swap_on_offer else position.mover
    came = turn.seat if position.swap_on_offer else turn.value
    if came == wanted:
        return 2, -turn.distance
    return (1, -turn.distance) if came == "tie" else (0, turn.distance)
