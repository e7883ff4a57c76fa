"""The stepping engine as an implementation."""

from collections.abc import Mapping

from churn_engine import Game, IllegalTurn
from churn_verification.players.answers import Placement
from churn_verification.players.interface import Refused


class SteppingEngine:
    """`churn_engine.Game`, answering through the common interface."""

    name = "stepping engine"

    def begin(self, position: str) -> "SteppingSession":
        """Begin a session at a position.

        Raises:
            NotationError: the text describes no position (the engine's own error).
        """
        return SteppingSession(Game.from_text(position))


class SteppingSession:
    """A game on the stepping engine."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def position(self) -> str:
        """The position's text."""
        return str(self._game.position)

    def turn_number(self) -> int:
        """The number of the next turn."""
        return self._game.turn_number

    def red_seat(self) -> str:
        """Who holds Red."""
        return self._game.seat("red")

    def legal(self) -> frozenset[str]:
        """The legal turns."""
        return frozenset(self._game.legal_turns())

    def placements(self) -> Mapping[str, Placement]:
        """What each placement would do."""
        game = self._game
        return {
            cell: Placement(game.formed_size(cell), frozenset(game.would_remove(cell)))
            for cell in game.board.names_in(game.empty_mask)
        }

    def formed_size(self) -> int:
        """The size that each legal placement forms."""
        return self._game.placements.formed_size

    def over(self) -> bool:
        """Whether the game is over."""
        return self._game.over

    def winner(self) -> str | None:
        """The outcome."""
        return self._game.winner

    def winning_seat(self) -> str | None:
        """The player who won, None in a tie."""
        return None if self._game.winner == "tie" else self._game.winner_seat

    def ranking(self, colour: str) -> tuple[int, ...]:
        """The ranking of a side."""
        return self._game.ranking("red" if colour == "red" else "blue")

    def play(self, turn: str) -> frozenset[str]:
        """Take a turn."""
        try:
            self._game.play(turn)
        except IllegalTurn as refusal:
            raise Refused(refusal.clause) from None
        return frozenset(self._game.removed)

    def undo(self) -> None:
        """Take the last turn back."""
        self._game.undo()
