"""The specification as an implementation: the side that all others are compared with."""

from collections.abc import Iterable, Mapping

import churn_spec as spec
from churn_verification.players.answers import Placement
from churn_verification.players.interface import Refused


class Specification:
    """The specification, answering through the common interface."""

    name = "specification"

    def begin(self, position: str) -> "SpecificationSession":
        """Begin a session at a position.

        Raises:
            NotationError: the text describes no position.
        """
        return SpecificationSession(spec.read_position(position))


class SpecificationSession:
    """A game on the specification, with its past kept for undo."""

    def __init__(self, position: spec.Position) -> None:
        self.games = [spec.Game(position)]
        self._legal: frozenset[spec.Turn] | None = None

    @property
    def game(self) -> spec.Game:
        """The game as it stands."""
        return self.games[-1]

    @property
    def at(self) -> spec.Position:
        """The position as the specification's own value."""
        return self.game.position

    @property
    def legal_turns(self) -> frozenset[spec.Turn]:
        """The legal turns as the specification's own values."""
        if self._legal is None:
            self._legal = spec.legal_turns(self.at)
        return self._legal

    def position(self) -> str:
        """The position's text."""
        return spec.write_position(self.at)

    def turn_number(self) -> int:
        """The number of the next turn."""
        return self.game.turn_number

    def red_seat(self) -> str:
        """Who holds Red."""
        return self.game.red_seat.value

    def legal(self) -> frozenset[str]:
        """The legal turns."""
        return frozenset(spec.write_turn(self.at.board, turn) for turn in self.legal_turns)

    def placements(self) -> Mapping[str, Placement]:
        """What each placement would do."""
        return {
            spec.write_cell(self.at.board, cell): Placement(
                len(spec.formed_group(self.at, cell)),
                self._names(spec.removed_stones(self.at, cell)),
            )
            for cell in spec.empty_cells(self.at)
        }

    def formed_size(self) -> int:
        """The size that each legal placement forms."""
        for turn in self.legal_turns:
            if not isinstance(turn, spec.Swap):
                return len(spec.formed_group(self.at, turn))
        return 0

    def over(self) -> bool:
        """Whether the game is over."""
        return spec.is_over(self.at)

    def winner(self) -> str | None:
        """The outcome."""
        outcome = spec.winner(self.at)
        return outcome and outcome.value

    def winning_seat(self) -> str | None:
        """The player who won."""
        seat = spec.winning_seat(self.game)
        return seat and seat.value

    def ranking(self, colour: str) -> tuple[int, ...]:
        """The ranking of a side."""
        return spec.ranking(self.at, spec.Colour(colour))

    def play(self, turn: str) -> frozenset[str]:
        """Take a turn."""
        before = self.at
        if self.over():  # after the end not even the name of a cell is looked at
            raise Refused("E1")
        try:
            after = spec.take_turn(self.game, spec.read_turn(before.board, turn))
        except spec.NotationError:
            raise Refused("B1") from None
        except spec.IllegalTurn as refusal:
            raise Refused(refusal.clause) from None
        self.games.append(after)
        self._legal = None
        return self._names(before.stones(before.mover) - self.at.stones(before.mover))

    def undo(self) -> None:
        """Take the last turn back."""
        self.games.pop()
        self._legal = None

    def _names(self, cells: Iterable[spec.Cell]) -> frozenset[str]:
        return frozenset(spec.write_cell(self.at.board, cell) for cell in cells)
