"""Sessions that are wrong in one way each, to see that comparisons find it."""

from collections.abc import Callable, Mapping

from churn_engine import Game
from churn_verification.players import Placement, Refused
from churn_verification.players.stepping import SteppingSession


class Wrong:
    """An implementation whose sessions are of a wrong class."""

    def __init__(self, session: Callable[[Game], SteppingSession]) -> None:
        self._session = session

    name = "wrong"

    def begin(self, position: str) -> SteppingSession:
        return self._session(Game.from_text(position))


class EmptyCellsAreLegal(SteppingSession):
    """P1, P2: any empty cell is legal."""

    def legal(self) -> frozenset[str]:
        swap = super().legal() & {"swap"}
        return frozenset(self.placements()) | swap


class NeverOver(SteppingSession):
    """E1: no game ends."""

    def over(self) -> bool:
        return False


class ThreeGroupsCountAsTwo(SteppingSession):
    """P2: where three groups or more are joined, one stone is forgotten."""

    def placements(self) -> Mapping[str, Placement]:
        return {
            cell: Placement(placement.formed_size - (self._joined(cell) >= 3), placement.removed)
            for cell, placement in super().placements().items()
        }

    def _joined(self, cell: str) -> int:
        board = self._game.board
        bit = 1 << board.index(cell)
        groups = self._game._state.own.groups
        return sum(1 for group in groups if group.beside & bit)


class OneRemovedStoneIsForgotten(SteppingSession):
    """R1: of the removed stones one is not named."""

    def play(self, turn: str) -> frozenset[str]:
        removed = super().play(turn)
        return removed - {min(removed, default="")}


class NothingIsRefused(SteppingSession):
    """T1: an occupied cell is no reason to refuse."""

    def play(self, turn: str) -> frozenset[str]:
        try:
            return super().play(turn)
        except Refused as refusal:
            if refusal.clause == "T1":
                return frozenset()
            raise


class UndoDoesNothing(SteppingSession):
    """A turn taken back is still there."""

    def undo(self) -> None:
        pass


class TheLastMoverWins(SteppingSession):
    """E2: who filled the board has won."""

    def winner(self) -> str | None:
        last = "blue" if self._game.mover == "red" else "red"
        return last if self.over() else None


class TheSwapIsNeverOffered(SteppingSession):
    """S1: there is no swap."""

    def legal(self) -> frozenset[str]:
        return super().legal() - {"swap"}


class SeatsStay(SteppingSession):
    """S1: after the swap the first player still holds Red."""

    def red_seat(self) -> str:
        return "first"


WRONG_SESSIONS = (
    EmptyCellsAreLegal,
    ThreeGroupsCountAsTwo,
    OneRemovedStoneIsForgotten,
    NothingIsRefused,
    UndoDoesNothing,
    TheLastMoverWins,
    TheSwapIsNeverOffered,
    SeatsStay,
)
