"""Twenty more wrong implementations, written without a look at the catalogue of misreadings.

They are about state, caches, names, sequences, large boards and late turns. Together with those of
`wrong_players` they are the 60 in the table of `docs/conformance-table.md`.
"""

from collections.abc import Callable
from functools import partial

from tests.verification.wrong_players import (
    PLAYERS,
    SWAP,
    Answering,
    Made,
    Plain,
    PlainMade,
    Stepping,
)

from churn_verification.players import (
    UNDO,
    Answer,
    FullRefusal,
    Implementation,
    PerftCount,
    Question,
    State,
)
from churn_verification.players.stepping import SteppingEngine

# State and sequences ------------------------------------------------------------------------------


class UndoOfTheSwapTakesTheStoneToo(Stepping):
    def undo(self) -> None:
        was_swap = self.standing[-1:] == [SWAP]
        super().undo()
        if was_swap:
            super().undo()


class TheFirstPlayerIsForgottenAfterFortyTurns(Stepping):
    def red_seat(self) -> str:
        return "first" if len(self.standing) > 40 else super().red_seat()


class TheWinnerIsKeptFromTheFirstEnd(Stepping):
    first: str | None = None

    def play(self, turn: str) -> frozenset[str]:
        removed = super().play(turn)
        self.first = self.first or super().winner()
        return removed

    def winner(self) -> str | None:
        return self.first or super().winner() if self.over() else None


class UndoIsForgottenBeyondTenInARow(Stepping):
    in_a_row = 0

    def play(self, turn: str) -> frozenset[str]:
        self.in_a_row = 0
        return super().play(turn)

    def undo(self) -> None:
        self.in_a_row += 1
        if self.in_a_row <= 10:
            super().undo()


class TheSwapIsNoTurn(Stepping):
    def turn_number(self) -> int:
        return super().turn_number() - self.standing.count(SWAP)


class TiesGoToBlueOnLargerBoards(Stepping):
    def winner(self) -> str | None:
        winner = super().winner()
        cells = len(self.position().split(" ")[1].replace("/", ""))
        return "blue" if winner == "tie" and cells > 16 else winner


class GamesAreDrawnAfter3000Turns(Stepping):
    def over(self) -> bool:
        return super().over() or len(self.standing) >= 3_000

    def winner(self) -> str | None:
        return "tie" if len(self.standing) >= 3_000 else super().winner()

    def legal(self) -> frozenset[str]:
        return frozenset() if self.over() else super().legal()


# Whole answers and caches -------------------------------------------------------------------------


class TheOtherSideMovesAfterARefusal(Answering):
    def answer(self, question: Question) -> Answer:
        answer = super().answer(question)
        if isinstance(answer, FullRefusal) and isinstance(answer.state, State):
            text = answer.state.position
            words = text.split(" ")
            words[2] = {"r": "b", "b": "r"}[words[2]]
            state = answer.state.model_copy(update={"position": " ".join(words)})
            return answer.model_copy(update={"state": state})
        return answer


class ARefusalEndsWithoutUndo(Answering):
    """After an `undo` no turn is refused: the illegal one is left out."""

    def answer(self, question: Question) -> Answer:
        answer = super().answer(question)
        if isinstance(answer, FullRefusal) and UNDO in question.turns[: answer.refused]:
            left = question.turns[: answer.refused - 1]
            return super().answer(Question(question.position, left))
        return answer


class FormedSizesAreKeptByBoardAndEmptyCells(Answering):
    def __init__(self, implementation: Implementation) -> None:
        super().__init__(implementation)
        self._kept: dict[tuple[str, int, str], int | None] = {}

    def answer(self, question: Question) -> Answer:
        answer = super().answer(question)
        if not isinstance(answer, State):
            return answer
        board, rows, mover, *_ = answer.position.split(" ")
        key = (board, rows.count("."), mover)
        formed = self._kept.setdefault(key, answer.formed_size)
        return answer.model_copy(update={"formed_size": formed})


class RemovalsAreKeptByTheLastTurnFromTheSecondHundredOn(Answering):
    def __init__(self, implementation: Implementation) -> None:
        super().__init__(implementation)
        self._asked = 0
        self._kept: dict[tuple[str, str, int], tuple[str, ...] | None] = {}

    def answer(self, question: Question) -> Answer:
        self._asked += 1
        answer = super().answer(question)
        if not isinstance(answer, State) or not question.turns:
            return answer
        key = (question.position, question.turns[-1], len(question.turns))
        removed = self._kept.setdefault(key, answer.removed)
        if self._asked <= 200:
            return answer
        return answer.model_copy(update={"removed": removed})


class CountsBeyondTheEndAreOne(Answering):
    def answer(self, question: Question) -> Answer:
        answer = super().answer(question)
        if isinstance(answer, PerftCount) and answer.perft == 0:
            return PerftCount(perft=1)
        return answer


class CountsHave16Bits(Answering):
    def answer(self, question: Question) -> Answer:
        answer = super().answer(question)
        return PerftCount(perft=answer.perft & 65_535) if isinstance(answer, PerftCount) else answer


# Names, large boards and late turns ---------------------------------------------------------------


class TheRowAfterIIsCalledK(Plain):
    """No row is called j, as on maps."""

    def legal(self) -> frozenset[str]:
        return frozenset(
            each if each == SWAP or each[0] < "j" else chr(ord(each[0]) + 1) + each[1:]
            for each in super().legal()
        )


class TenthCellsAreOfferedAsTheFirst(Plain):
    """The place 10 is cut to one digit where legal turns are listed."""

    def legal(self) -> frozenset[str]:
        return frozenset(
            each if each == SWAP or len(each) < 3 else each[:2] for each in super().legal()
        )


class OpposingSinglesGoOnBoardsOfMoreThan90Cells(Plain):
    def removed_by(self, turn: str) -> set[str]:
        removed = super().removed_by(turn)
        if len(self.cells()) > 90 and removed:
            mover, self.mover = self.mover, {"r": "b", "b": "r"}[self.mover]
            removed |= {cell for group in self.own_groups() if len(group) == 1 for cell in group}
            self.mover = mover
        return removed


class RowsNineAndTenDoNotTouch(Plain):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        if len(self.rows) > 9:
            upper, lower = set(self.rows[-10]), set(self.rows[-9])
            self.beside = {
                cell: [
                    each
                    for each in others
                    if not ((cell in upper and each in lower) or (cell in lower and each in upper))
                ]
                for cell, others in self.beside.items()
            }


class IsolationIsForgottenAfter150Turns(Plain):
    def order(self, cell: str) -> tuple[int, ...]:
        size = self.size(cell)
        return (max(size, 2),) if len(self.standing) > 150 else (size,)


class TheTopRowIsSparedOnIrregularBoards(Plain):
    def removed_by(self, turn: str) -> set[str]:
        removed = super().removed_by(turn)
        return removed - set(self.rows[0]) if "-" in self.board else removed


class TheGameEndsBeforeRemovalFrom30CellsOn(Plain):
    """A board that is full before the removal ends the game, on larger boards."""

    full = False

    def removed_by(self, turn: str) -> set[str]:
        removed = super().removed_by(turn)
        self.full = len(self.cells()) >= 30 and len(self.stones) == len(self.cells())
        return set() if self.full else removed


NEW_SESSIONS: tuple[type[Stepping], ...] = (
    UndoOfTheSwapTakesTheStoneToo,
    TheFirstPlayerIsForgottenAfterFortyTurns,
    TheWinnerIsKeptFromTheFirstEnd,
    UndoIsForgottenBeyondTenInARow,
    TheSwapIsNoTurn,
    TiesGoToBlueOnLargerBoards,
    GamesAreDrawnAfter3000Turns,
)
NEW_ANSWERING: tuple[type[Answering], ...] = (
    TheOtherSideMovesAfterARefusal,
    ARefusalEndsWithoutUndo,
    FormedSizesAreKeptByBoardAndEmptyCells,
    RemovalsAreKeptByTheLastTurnFromTheSecondHundredOn,
    CountsBeyondTheEndAreOne,
    CountsHave16Bits,
)
NEW_PLAIN: tuple[type[Plain], ...] = (
    TheRowAfterIIsCalledK,
    TenthCellsAreOfferedAsTheFirst,
    OpposingSinglesGoOnBoardsOfMoreThan90Cells,
    RowsNineAndTenDoNotTouch,
    IsolationIsForgottenAfter150Turns,
    TheTopRowIsSparedOnIrregularBoards,
    TheGameEndsBeforeRemovalFrom30CellsOn,
)

NEW_PLAYERS: dict[str, Callable[[], Answering]] = {
    **{each.__name__: partial(Answering, Made(each)) for each in NEW_SESSIONS},
    **{each.__name__: partial(each, SteppingEngine()) for each in NEW_ANSWERING},
    **{each.__name__: partial(Answering, PlainMade(each)) for each in NEW_PLAIN},
}
"""Makes each of the twenty."""

ALL_PLAYERS: dict[str, Callable[[], Answering]] = {**PLAYERS, **NEW_PLAYERS}
"""Makes each of the 60 that are not in the catalogue."""
