"""Small boards solved by the specification alone, for where the engine is not at hand.

This is plain retrograde search: follow every turn until nothing new is found, then work back from
the full boards. Nothing is compiled and no symmetry is used; the engine's solver shares no code
with it.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from churn_explorer.knowledge import TurnValue, Values
from churn_explorer.models import OfPosition, SeatValue
from churn_explorer.reading import position_of
from churn_explorer.valuing import Valued, Valuer, worded
from churn_spec import (
    SWAP,
    Board,
    Cell,
    Position,
    Turn,
    cell_count,
    cells_of,
    legal_placements,
    play,
    winner,
    write_board,
    write_turn,
)

MOST_CELLS_SOLVED = 9
"""The largest board that is solved in this way: a second of work, in the browser too."""


@dataclass
class SmallBoard:
    """The values of a board's positions, as far as anybody has asked for them.

    Attributes:
        values: each position without the swap, and its value.
    """

    values: dict[Position, Valued] = field(default_factory=dict)

    def value(self, position: Position) -> Valued:
        """Who wins, and in how many turns, if the swap is not used."""
        asked = replace(position, swap_on_offer=False)
        if asked not in self.values:
            self._solve(asked)
        return self.values[asked]

    def _solve(self, start: Position) -> None:
        """Find the values of all positions that can be reached from one."""
        after = self._found_from(start)
        before: dict[Position, list[Position]] = {position: [] for position in after}
        waiting: dict[Position, int] = {}
        for position, reached in after.items():
            unknown = [each for each in reached if each not in self.values]
            waiting[position] = len(unknown)
            for each in unknown:
                before[each].append(position)
        ready = deque(position for position, count in waiting.items() if not count)
        while ready:
            position = ready.popleft()
            self.values[position] = self._judged(position, after[position])
            for earlier in before[position]:
                waiting[earlier] -= 1
                if not waiting[earlier]:
                    ready.append(earlier)

    def _found_from(self, start: Position) -> dict[Position, Sequence[Position]]:
        """Each position that can be reached and has no value yet, with those a turn later."""
        after: dict[Position, Sequence[Position]] = {}
        fringe = deque([start])
        while fringe:
            position = fringe.popleft()
            if position in after or position in self.values:
                continue
            after[position] = [placed(position, cell) for cell in legal_placements(position)]
            fringe.extend(after[position])
        return after

    def _judged(self, position: Position, reached: Sequence[Position]) -> Valued:
        outcome = winner(position)
        if outcome is not None:
            return outcome.value, 0
        came = [(value, distance + 1) for value, distance in map(self.values.__getitem__, reached)]
        return max(came, key=lambda each: liking(each[0], each[1], position.mover.value))


def placed(position: Position, cell: Cell) -> Position:
    """The position after a placement, where nobody swaps."""
    return replace(play(position, cell), swap_on_offer=False)


def liking(came: str, distance: int, wanted: str) -> tuple[int, int]:
    """How much a result pleases somebody: the larger, the better.

    A win comes before a tie and a tie before a loss; wins and ties please more the sooner they
    come, and losses the later.

    Args:
        came: who wins, or `tie`.
        distance: in how many turns.
        wanted: who is pleased.
    """
    if came == wanted:
        return 2, -distance
    return (1, -distance) if came == "tie" else (0, distance)


class SmallBoardValues(Valuer):
    """Answers what is asked about values on small boards, by the specification alone."""

    def __init__(self) -> None:
        self._boards: dict[Board, SmallBoard] = {}

    def values(self, question: OfPosition) -> Values:
        """The values of a position; on a larger board, that they need the engine."""
        position = position_of(question.position)
        values = self.known(position)
        if values is not None:
            return values
        sides, cells = write_board(position.board), cell_count(position.board)
        return Values(
            state="refused",
            words=f"Boards of at most {MOST_CELLS_SOLVED} cells are solved in the browser.",
            note=f"Board {sides} has {cells} cells, so its values need the engine:"
            f" {how_to_have_the_engine(sides)}",
        )

    def known(self, position: Position) -> Values | None:
        """The values of a position and of its turns; None where its board is too large."""
        valued = self.solution(position.board)
        if valued is None:
            return None
        return worded(position, valued(position), _turns(position, valued))

    def solution(self, board: Board) -> Callable[[Position], Valued] | None:
        """What tells the value of each position of a board; None where it is too large."""
        if cell_count(board) > MOST_CELLS_SOLVED:
            return None
        return self._boards.setdefault(board, SmallBoard()).value


def how_to_have_the_engine(sides: str) -> str:
    """What to do where something needs the engine."""
    return f"install churnproof and run churnproof explore {sides}."


def _turns(position: Position, valued: Callable[[Position], Valued]) -> list[TurnValue]:
    """The legal turns of a position, the best first."""
    wanted = "second" if position.swap_on_offer else position.mover.value
    judged: list[tuple[tuple[int, int], TurnValue]] = []
    placements = legal_placements(position)
    turns: list[Turn] = [cell for cell in cells_of(position.board) if cell in placements]
    for turn in [*turns, SWAP] if position.swap_on_offer else turns:
        value, distance = valued(play(position, turn))
        seat = _seat(turn is SWAP, value) if position.swap_on_offer else None
        name = write_turn(position.board, turn)
        found = TurnValue(turn=name, value=value, distance=distance + 1, seat=seat, best=False)
        judged.append((liking(seat or value, distance + 1, wanted), found))
    judged.sort(key=lambda each: each[0], reverse=True)
    return [replace(turn, best=liked == judged[0][0]) for liked, turn in judged]


def _seat(swapped: bool, value: Literal["red", "blue", "tie"]) -> SeatValue:
    """Which player wins: the second holds Red after the swap, else Blue."""
    if value == "tie":
        return "tie"
    return "second" if swapped == (value == "red") else "first"
