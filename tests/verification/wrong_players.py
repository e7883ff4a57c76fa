"""Implementations that are wrong in one way each, of kinds that show late, rarely or in sequence.

They are not in the catalogue of misreadings: conformance has to find them by what it asks.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "adapters" / "python"))

import churn  # type: ignore[import-not-found]

from churn_engine import Game
from churn_verification.conformance.dialect import Dialect, NotAskedError
from churn_verification.conformance.interview import Interview
from churn_verification.conformance.messages import Identity
from churn_verification.conformance.outcome import CheckOutcome
from churn_verification.conformance.plan import Amount, plan, usual_boards
from churn_verification.conformance.serving import identity_of
from churn_verification.players import (
    UNDO,
    Answer,
    Answered,
    Case,
    FullRefusal,
    FullState,
    Implementation,
    NotAsked,
    PerftCount,
    Placement,
    Question,
    Refusal,
    Refused,
    SessionPlayer,
    State,
)
from churn_verification.players.stepping import SteppingEngine, SteppingSession

SWAP = "swap"
COLOUR = {"r": "red", "b": "blue"}
OTHER = {"red": "blue", "blue": "red", "tie": "tie", None: None}


class Stepping(SteppingSession):
    """The engine's session, which also remembers the turns that stand."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.standing: list[str] = []
        self.undone = 0

    def play(self, turn: str) -> frozenset[str]:
        removed = super().play(turn)
        self.standing.append(turn)
        return removed

    def undo(self) -> None:
        super().undo()
        self.standing.pop()
        self.undone += 1


class Made:
    """An implementation from a class of sessions."""

    def __init__(self, session: type[Stepping]) -> None:
        self.name = session.__name__
        self._session = session

    def begin(self, position: str) -> Stepping:
        return self._session(Game.from_text(position))


# Seats, undo and the number of turns --------------------------------------------------------------


class WinnerIsExchangedAfterTheSwap(Stepping):
    def winner(self) -> str | None:
        return OTHER[super().winner()] if SWAP in self.standing else super().winner()


class OnlyTheFirstUndoWorks(Stepping):
    def undo(self) -> None:
        if self.undone:
            self.undone += 1
        else:
            super().undo()


class TheFourthUndoDoesNothing(Stepping):
    def undo(self) -> None:
        if self.undone == 3:
            self.undone += 1
        else:
            super().undo()


class GamesEndAfter(Stepping):
    most = 1_100

    def over(self) -> bool:
        return super().over() or len(self.standing) >= self.most

    def legal(self) -> frozenset[str]:
        return frozenset() if self.over() else super().legal()


class GamesEndAfter10000(GamesEndAfter):
    most = 10_000


class TheTurnNumberHasOneByte(Stepping):
    def turn_number(self) -> int:
        return super().turn_number() & 255


class TheSwapIsGoneOnceUndone(Stepping):
    def legal(self) -> frozenset[str]:
        return super().legal() - ({SWAP} if self.undone else set())


class UndoKeepsTheSeats(Stepping):
    seats = "first"

    def play(self, turn: str) -> frozenset[str]:
        removed = super().play(turn)
        if turn == SWAP:
            self.seats = "second"
        return removed

    def red_seat(self) -> str:
        return self.seats


class AFinishedGameStaysFinished(Stepping):
    finished = False

    def play(self, turn: str) -> frozenset[str]:
        removed = super().play(turn)
        self.finished = self.finished or super().over()
        return removed

    def over(self) -> bool:
        return self.finished


class UndoOfAnIsolatedPlacementAfterARemovalForgetsTheMover(Stepping):
    removals = 0

    def play(self, turn: str) -> frozenset[str]:
        removed = super().play(turn)
        self.removals += len(removed) > 1
        return removed

    def position(self) -> str:
        text = super().position()
        wrong = self.removals > 1 and self.undone > 1
        return text[:-1] + {"r": "b", "b": "r"}.get(text[-1], text[-1]) if wrong else text


class WhatTheLastTurnRemovedIsToldAfterASwapOnly(Stepping):
    def play(self, turn: str) -> frozenset[str]:
        removed = super().play(turn)
        return removed if SWAP not in self.standing or len(self.standing) < 12 else frozenset()


# Whole answers ------------------------------------------------------------------------------------


class Answering(SessionPlayer):
    """A player whose every question is a session of its own, as that of most adapters."""

    def answer(self, question: Question) -> Answer:
        self.session = None
        self._taken = []
        return super().answer(question)


class RefusalsAreCountedWithoutUndo(Answering):
    def answer(self, question: Question) -> Answer:
        answer = super().answer(question)
        if isinstance(answer, FullRefusal):
            undone = question.turns[: answer.refused].count(UNDO)
            return answer.model_copy(update={"refused": answer.refused - undone})
        return answer


class RefusalsAreLaidToTheLastTurn(Answering):
    def answer(self, question: Question) -> Answer:
        answer = super().answer(question)
        if isinstance(answer, FullRefusal):
            return answer.model_copy(update={"refused": len(question.turns)})
        return answer


class ARefusalBeginsAnew(Answering):
    def answer(self, question: Question) -> Answer:
        answer = super().answer(question)
        if isinstance(answer, FullRefusal) and answer.refused > 3:
            first = super().answer(Question(question.position))
            return answer.model_copy(update={"state": first})
        return answer


class IllegalTurnsInTheMiddleArePassedOver(Answering):
    def answer(self, question: Question) -> Answer:
        answer = super().answer(question)
        if isinstance(answer, FullRefusal) and answer.refused < len(question.turns):
            number = answer.refused
            turns = question.turns[: number - 1] + question.turns[number:]
            return self.answer(Question(question.position, turns, question.depth))
        return answer


class CountsIgnoreASwapThatWasTaken(Answering):
    def answer(self, question: Question) -> Answer:
        answer = super().answer(question)
        if isinstance(answer, PerftCount) and question.turns[-1:] == (SWAP,):
            return PerftCount(perft=answer.perft + 1)
        return answer


class CountsForgetUndo(Answering):
    def answer(self, question: Question) -> Answer:
        if question.depth and question.turns[-1:] == (UNDO,):
            return super().answer(Question(question.position, question.turns[:-1], question.depth))
        return super().answer(question)


# Kept from question to question -------------------------------------------------------------------


class LegalTurnsAreKeptByTheStonesAlone(Answering):
    def __init__(self, implementation: Implementation) -> None:
        super().__init__(implementation)
        self._kept: dict[str, tuple[str, ...]] = {}

    def answer(self, question: Question) -> Answer:
        answer = super().answer(question)
        if not isinstance(answer, State):
            return answer
        stones = answer.position.split(" ")[1]
        legal = self._kept.setdefault(stones, answer.legal)
        return answer.model_copy(update={"legal": legal})


class EveryNinetySeventhAnswerLacksATurn(Answering):
    asked = 0

    def answer(self, question: Question) -> Answer:
        self.asked += 1
        answer = super().answer(question)
        if isinstance(answer, State) and self.asked % 97 == 0:
            return answer.model_copy(update={"legal": answer.legal[1:]})
        return answer


class TheSwapIsOfferedUntilItWasTakenTwenty(Answering):
    taken = 0

    def answer(self, question: Question) -> Answer:
        self.taken += SWAP in question.turns
        answer = super().answer(question)
        if isinstance(answer, State) and self.taken > 20:
            return answer.model_copy(
                update={"legal": tuple(each for each in answer.legal if each != SWAP)}
            )
        return answer


# The rules, on some boards or in some positions ---------------------------------------------------


class Plain(churn.Game):  # type: ignore[misc]
    """The template's plain implementation as a session, with parts that can be replaced."""

    board: str
    mover: str
    swap: bool
    stones: dict[str, str]
    beside: dict[str, list[str]]
    rows: list[list[str]]

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.past: list[tuple[dict[str, str], str, bool]] = []
        self.standing: list[str] = []

    def position(self) -> str:
        text: str = self.text()
        return text

    def turn_number(self) -> int:
        return len(self.standing) + 1

    def red_seat(self) -> str:
        return "second" if SWAP in self.standing else "first"

    def size(self, cell: str) -> int:
        return len(self.group(cell))

    def joined(self, cell: str) -> list[set[str]]:
        groups: list[set[str]] = []
        for each in self.beside[cell]:
            if self.stones.get(each) == self.mover and not any(each in group for group in groups):
                groups.append(self.group(each))
        return groups

    def order(self, cell: str) -> tuple[int, ...]:
        return (self.size(cell),)

    def removes(self, group: set[str], formed: int) -> bool:
        return len(group) < formed

    def empty(self) -> list[str]:
        return [cell for cell in self.cells() if cell not in self.stones]

    def placeable(self) -> list[str]:
        orders = {cell: self.order(cell) for cell in self.empty()}
        least = min(orders.values(), default=(0,))
        return [cell for cell, order in orders.items() if order == least]

    def legal(self) -> frozenset[str]:
        return frozenset(self.placeable()) | ({SWAP} if self.swap else frozenset())

    def formed_size(self) -> int:
        return min((self.size(cell) for cell in self.placeable()), default=0)

    def placements(self) -> Mapping[str, Placement]:
        raise NotImplementedError

    def winning_seat(self) -> str | None:
        winner = self.winner()
        if winner not in ("red", "blue"):
            return None
        return "first" if (winner == "red") == (self.red_seat() == "first") else "second"

    def ranking(self, colour: str) -> tuple[int, ...]:
        mover, self.mover = self.mover, colour[0]
        left = {cell for cell, stone in self.stones.items() if stone == self.mover}
        sizes = []
        while left:
            group = self.group(left.pop())
            left -= group
            sizes.append(len(group))
        self.mover = mover
        return tuple(sorted(sizes, reverse=True))

    def own_groups(self) -> Iterator[set[str]]:
        left = {cell for cell, stone in self.stones.items() if stone == self.mover}
        while left:
            group = self.group(min(left))
            left -= group
            yield group

    def play(self, turn: str) -> frozenset[str]:
        if turn not in self.legal():
            raise Refused(self.broken(turn))
        self.past.append((dict(self.stones), self.mover, self.swap))
        self.standing.append(turn)
        first = not self.stones and self.mover == "r"
        self.swap = False
        if turn == SWAP:
            return frozenset()
        self.stones[turn] = self.mover
        removed = self.removed_by(turn)
        for cell in removed:
            del self.stones[cell]
        self.mover = churn.OTHER[self.mover]
        self.swap = first and not self.over()
        return frozenset(removed)

    def removed_by(self, turn: str) -> set[str]:
        formed = len(self.group(turn))
        return {
            cell
            for group in self.own_groups()
            if turn not in group and self.removes(group, formed)
            for cell in group
        }

    def broken(self, turn: str) -> str:
        if self.over():
            return "E1"
        if turn == SWAP:
            return "S1"
        if turn not in self.beside:
            return "B1"
        return "T1" if turn in self.stones else "P1" if self.formed_size() == 1 else "P2"

    def undo(self) -> None:
        self.stones, self.mover, self.swap = self.past.pop()
        self.standing.pop()


class PlainMade:
    """An implementation from a class of plain sessions."""

    def __init__(self, session: type[Plain]) -> None:
        self.name = session.__name__
        self._session = session

    def begin(self, position: str) -> Plain:
        return self._session(position)


class FewestGroupsAreJoinedFromSizeSixOn(Plain):
    def order(self, cell: str) -> tuple[int, ...]:
        size = self.size(cell)
        return (size, len(self.joined(cell)) if size > 5 else 0)


class MostGroupsAreJoinedFromSizeEightOn(Plain):
    def order(self, cell: str) -> tuple[int, ...]:
        size = self.size(cell)
        return (size, -len(self.joined(cell)) if size >= 8 else 0)


class EqualGroupsGoFromSizeSixOn(Plain):
    def removes(self, group: set[str], formed: int) -> bool:
        return len(group) < formed or (len(group) == formed >= 6)


class NothingIsRemovedFromSizeNineOn(Plain):
    def removes(self, group: set[str], formed: int) -> bool:
        return len(group) < formed < 9


class SinglesStayBesideALargeGroup(Plain):
    def removes(self, group: set[str], formed: int) -> bool:
        return len(group) < formed and not (len(group) == 1 and formed >= 7)


class AtMostFourGroupsAreRemoved(Plain):
    def removed_by(self, turn: str) -> set[str]:
        formed = len(self.group(turn))
        groups = [each for each in self.own_groups() if turn not in each and len(each) < formed]
        return {cell for group in sorted(groups, key=min)[:4] for cell in group}


class AtMostSevenStonesAreRemoved(Plain):
    def removed_by(self, turn: str) -> set[str]:
        return set(sorted(super().removed_by(turn))[:7])


class OnlyTwoOfThreeJoinedGroupsCount(Plain):
    def size(self, cell: str) -> int:
        groups = sorted(map(len, self.joined(cell)), reverse=True)
        return 1 + sum(groups[:2])


class ThreeSinglesJoinedByBlueCountAsThree(Plain):
    def size(self, cell: str) -> int:
        groups = [len(each) for each in self.joined(cell)]
        return sum(groups) if self.mover == "b" and groups == [1, 1, 1] else 1 + sum(groups)


class RemovalSeesOnly64Cells(Plain):
    def removed_by(self, turn: str) -> set[str]:
        return super().removed_by(turn) & set(self.cells()[:64])


class TheLastCellIsMissingAbove64(Plain):
    def placeable(self) -> list[str]:
        cells = self.cells()
        last = {cells[-1]} if len(cells) > 64 else set()
        return [each for each in super().placeable() if each not in last]


class TheCentreIsNoNeighbourAbove64(Plain):
    def group(self, cell: str) -> set[str]:
        cells = self.cells()
        if len(cells) <= 64 or cell == cells[64]:
            found: set[str] = super().group(cell)
            return found
        group: set[str] = super().group(cell)
        return group - {cells[64]} | {cell}


class NeighboursAreWrongOnOneBoard(Plain):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        if self.board == "3-4-2-5-2-4":
            first, second = self.rows[0][0], self.rows[0][1]
            self.beside = {**self.beside, first: [x for x in self.beside[first] if x != second]}


class GroupsHaveAtMost32Stones(Plain):
    def size(self, cell: str) -> int:
        return min(super().size(cell), 32)


class AllOfOneColourIsNoMajority(Plain):
    def winner(self) -> str | None:
        alone = len(set(self.stones.values())) == 1
        return "tie" if self.over() and alone else super().winner()


class ALeadOfOneIsATieOnIrregularBoards(Plain):
    def winner(self) -> str | None:
        colours = list(self.stones.values())
        close = abs(colours.count("r") - colours.count("b")) == 1
        return "tie" if self.over() and close and "-" in self.board else super().winner()


class NothingIsRemovedAfterTurn255(Plain):
    def removed_by(self, turn: str) -> set[str]:
        return set() if len(self.standing) > 255 else super().removed_by(turn)


class BlueRemovesEqualGroupsWhenTheBoardIsNearlyFull(Plain):
    def removes(self, group: set[str], formed: int) -> bool:
        near = self.mover == "b" and len(self.empty()) < 2
        return len(group) < formed or (near and len(group) == formed)


class RowsAfterZAreNotOffered(Plain):
    def placeable(self) -> list[str]:
        return [cell for cell in super().placeable() if not cell[:2].isalpha()]


class TwoDigitsAreReadAsOne(Plain):
    def play(self, turn: str) -> frozenset[str]:
        return super().play(turn[:2] if turn[2:].isdigit() else turn)


SESSIONS: tuple[type[Stepping], ...] = (
    WinnerIsExchangedAfterTheSwap,
    OnlyTheFirstUndoWorks,
    TheFourthUndoDoesNothing,
    GamesEndAfter,
    GamesEndAfter10000,
    TheTurnNumberHasOneByte,
    TheSwapIsGoneOnceUndone,
    UndoKeepsTheSeats,
    AFinishedGameStaysFinished,
    UndoOfAnIsolatedPlacementAfterARemovalForgetsTheMover,
    WhatTheLastTurnRemovedIsToldAfterASwapOnly,
)
ANSWERING: tuple[type[Answering], ...] = (
    RefusalsAreCountedWithoutUndo,
    RefusalsAreLaidToTheLastTurn,
    ARefusalBeginsAnew,
    IllegalTurnsInTheMiddleArePassedOver,
    CountsIgnoreASwapThatWasTaken,
    CountsForgetUndo,
    LegalTurnsAreKeptByTheStonesAlone,
    EveryNinetySeventhAnswerLacksATurn,
    TheSwapIsOfferedUntilItWasTakenTwenty,
)
PLAIN: tuple[type[Plain], ...] = (
    FewestGroupsAreJoinedFromSizeSixOn,
    MostGroupsAreJoinedFromSizeEightOn,
    EqualGroupsGoFromSizeSixOn,
    NothingIsRemovedFromSizeNineOn,
    SinglesStayBesideALargeGroup,
    AtMostFourGroupsAreRemoved,
    AtMostSevenStonesAreRemoved,
    OnlyTwoOfThreeJoinedGroupsCount,
    ThreeSinglesJoinedByBlueCountAsThree,
    RemovalSeesOnly64Cells,
    TheLastCellIsMissingAbove64,
    TheCentreIsNoNeighbourAbove64,
    NeighboursAreWrongOnOneBoard,
    GroupsHaveAtMost32Stones,
    AllOfOneColourIsNoMajority,
    ALeadOfOneIsATieOnIrregularBoards,
    NothingIsRemovedAfterTurn255,
    BlueRemovesEqualGroupsWhenTheBoardIsNearlyFull,
    TwoDigitsAreReadAsOne,
    RowsAfterZAreNotOffered,
)

PLAYERS: dict[str, Callable[[], Answering]] = {
    **{each.__name__: partial(Answering, Made(each)) for each in SESSIONS},
    **{each.__name__: partial(each, SteppingEngine()) for each in ANSWERING},
    **{each.__name__: partial(Answering, PlainMade(each)) for each in PLAIN},
}
"""Makes each wrong player."""


# Players that word things as their identity says --------------------------------------------------


def as_on_the_line(answer: Answer) -> Answer:
    """An answer without what the protocol does not carry."""
    if isinstance(answer, FullState):
        return answer.model_copy(update={"winning_player": None})
    if isinstance(answer, FullRefusal) and isinstance(answer.state, FullState):
        state = answer.state.model_copy(update={"winning_player": None})
        return Refusal.model_construct(refused=answer.refused, state=state)
    return answer


class Worded:
    """A player that words things as its identity says."""

    name = "worded"

    def __init__(self, player: Answering, identity: Identity) -> None:
        self._player = player
        self._dialect = Dialect(identity)

    def ask(self, cases: Iterable[Case]) -> Iterator[Answered]:
        for case in cases:
            try:
                worded = self._dialect.case(case)
            except NotAskedError as reason:
                yield Answered(case, case, NotAsked(str(reason)))
                continue
            answer = as_on_the_line(self._dialect.as_told(self._player.answer(worded.question)))
            said = self._dialect.in_our_words(worded.question, answer)  # its colours
            yield Answered(case, worded, self._dialect.in_our_words(worded.question, said))


def first_finding(
    player: Answering, amount: Amount, *, positions: bool = True, only: str | None = None
) -> tuple[str | None, int]:
    """The first check that finds a wrong player, and how many answers it took.

    Args:
        player: asked in this process, without the checks of how an adapter behaves.
        amount: how much is asked, with seed 1.
        positions: whether the player takes positions, or begins at the empty board only.
        only: the id of the check to run; all where none is named.
    """
    identity = identity_of("wrong").model_copy(update={"positions": positions})
    interview = Interview(Worded(player, identity), identity)
    questions = 0
    for planned in plan(usual_boards(), 1, amount):
        if planned.is_adapters or only not in (None, planned.id):
            continue
        outcome = CheckOutcome(planned.id, planned.sentence)
        for _ in planned.run(interview, outcome):
            if outcome.tally.has_failed:
                return planned.id, questions + outcome.tally.answered
        questions += outcome.tally.answered
    return None, questions
