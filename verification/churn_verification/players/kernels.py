"""The engine's compiled kernels as an implementation."""

from collections.abc import Mapping

from churn_engine.errors import IllegalTurn, NotationError
from churn_engine.kernels.stepping import KernelGame
from churn_engine.notation import SWAP, Colour, Position, parse_position
from churn_verification.players.answers import Placement
from churn_verification.players.interface import Refused


class Kernels:
    """The code that plays random games, one turn at a time."""

    name = "kernels"

    def begin(self, position: str) -> "KernelSession":
        """Begin a session at a position.

        Raises:
            NotationError: the text describes no position (the engine's own error).
        """
        return KernelSession(parse_position(position))


class KernelSession:
    """A game on the kernels; what they do not know, the swap and the seats, is added here."""

    def __init__(self, start: Position) -> None:
        self._start = start
        self._turns: list[str] = []
        self._begin()

    def _begin(self) -> None:
        self._game = KernelGame(self._start)
        self._swap_on_offer = self._start.swap_on_offer
        self._seats_exchanged = False

    def position(self) -> str:
        """The position's text."""
        game = self._game
        return str(
            Position(game.board, game.red_mask, game.blue_mask, game.mover, self._swap_on_offer)
        )

    def turn_number(self) -> int:
        """The number of the next turn."""
        return len(self._turns) + 1

    def red_seat(self) -> str:
        """Who holds Red."""
        return "second" if self._seats_exchanged else "first"

    def legal(self) -> frozenset[str]:
        """The legal turns."""
        cells = frozenset(self._game.board.names_in(self._game.placements.mask))
        return cells | {SWAP} if self._swap_on_offer else cells

    def placements(self) -> Mapping[str, Placement]:
        """What each placement would do."""
        board = self._game.board
        return {
            board.names[cell]: Placement(formed_size, frozenset(board.names_in(removed)))
            for cell, (formed_size, removed) in self._game.effects().items()
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
        if self._game.winner in (None, "tie"):
            return None
        red_won = self._game.winner == "red"
        return "first" if red_won != self._seats_exchanged else "second"

    def ranking(self, colour: str) -> tuple[int, ...]:
        """The ranking of a side."""
        which: Colour = "red" if colour == "red" else "blue"
        return self._game.ranking(which)

    def play(self, turn: str) -> frozenset[str]:
        """Take a turn."""
        removed = self._swap() if turn == SWAP else self._place(turn)
        self._turns.append(turn)
        return removed

    def undo(self) -> None:
        """Take the last turn back: the kernels know no way back, so all others are taken anew."""
        turns = self._turns[:-1]
        self._turns = []
        self._begin()
        for turn in turns:
            self.play(turn)

    def _swap(self) -> frozenset[str]:
        if not self._swap_on_offer:
            raise Refused("E1" if self._game.over else "S1")
        self._swap_on_offer = False
        self._seats_exchanged = True
        return frozenset()

    def _place(self, turn: str) -> frozenset[str]:
        game = self._game
        first_turn = game.mover == "red" and game.empty_mask == game.board.full
        try:
            removed = game.play(self._cell(turn)).removed
        except IllegalTurn as refusal:
            raise Refused(refusal.clause) from None
        self._swap_on_offer = first_turn and not game.over
        return frozenset(game.board.names_in(removed))

    def _cell(self, turn: str) -> int:
        try:
            return self._game.board.index(turn)
        except NotationError:
            return self._game.board.size  # which the game refuses in the right order of clauses
