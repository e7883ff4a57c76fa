"""A rules object as an implementation, answering through the common interface."""

from collections.abc import Mapping
from functools import cache

import churn_spec as spec
from churn_verification.misreadings.rules import SWAP, Rules
from churn_verification.misreadings.state import (
    COLOURS,
    RED,
    SEATS,
    Lattice,
    State,
    cells_in,
)
from churn_verification.players.answers import Placement
from churn_verification.players.interface import Refused


class RulesImplementation:
    """A rules object that can be played.

    Attributes:
        name: what it is called in reports.
        rules: the rules object.
    """

    def __init__(self, name: str, rules: Rules) -> None:
        self.name = name
        self.rules = rules

    def begin(self, position: str) -> "RulesSession":
        """Begin a session at a position.

        Raises:
            NotationError: the text describes no position.
        """
        return RulesSession(state_at(self.rules, spec.read_position(position)))


@cache
def _lattice(rules: Rules, board: spec.Board) -> Lattice:
    names = rules.names(board)
    return Lattice(
        board=board,
        names=names,
        index={name: number for number, name in enumerate(names)},
        neighbours=rules.neighbours(board),
        full=(1 << len(names)) - 1,
    )


def state_at(rules: Rules, position: spec.Position) -> State:
    """A game by a rules object that begins at a position of the specification."""
    lattice = _lattice(rules, position.board)
    red, blue = (
        sum(1 << number for number, cell in enumerate(spec.cells_of(position.board)) if cell in own)
        for own in (position.red, position.blue)
    )
    state = State(
        rules=rules,
        lattice=lattice,
        stones=(red, blue),
        groups=(rules.groups(lattice, red), rules.groups(lattice, blue)),
        mover=COLOURS.index(position.mover.value),
        swap_on_offer=position.swap_on_offer,
    )
    return rules.opening(state)


class RulesSession:
    """A game by a rules object, with its past kept for undo."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._earlier: list[State] = []
        self._legal: frozenset[str] | None = None

    def position(self) -> str:
        """The position's text."""
        at = self._state
        red, blue = at.stones
        letters = (
            "r" if red >> cell & 1 else "b" if blue >> cell & 1 else "."
            for cell in range(len(at.lattice.names))
        )
        rows = "/".join(
            "".join(next(letters) for _ in row) for row in spec.rows_of(at.lattice.board)
        )
        swap = f" {SWAP}" if at.swap_on_offer else ""
        return f"{spec.write_board(at.lattice.board)} {rows} {COLOURS[at.mover][0]}{swap}"

    def turn_number(self) -> int:
        """The number of the next turn."""
        return self._state.turn_number

    def red_seat(self) -> str:
        """Who holds Red."""
        return SEATS[self._state.red_seat]

    def legal(self) -> frozenset[str]:
        """The legal turns."""
        if self._legal is None:
            self._legal = self._state.rules.legal_turns(self._state)
        return self._legal

    def placements(self) -> Mapping[str, Placement]:
        """What each placement would do."""
        at = self._state
        return {
            at.lattice.names[cell]: Placement(
                at.rules.formed_size(at, cell), self._names(at.rules.removed(at, cell))
            )
            for cell in cells_in(at.rules.free(at))
        }

    def formed_size(self) -> int:
        """The size that each legal placement forms."""
        at = self._state
        cells = sorted(self.legal() & at.lattice.index.keys())
        return at.rules.formed_size(at, at.lattice.index[cells[0]]) if cells else 0

    def over(self) -> bool:
        """Whether the game is over."""
        return self._state.rules.over(self._state)

    def winner(self) -> str | None:
        """The outcome."""
        return self._state.rules.outcome(self._state) if self.over() else None

    def winning_seat(self) -> str | None:
        """The player who won."""
        winner = self.winner()
        if winner not in COLOURS:
            return None
        return SEATS[self._state.red_seat ^ (winner != COLOURS[RED])]

    def ranking(self, colour: str) -> tuple[int, ...]:
        """The ranking of a side."""
        return self._state.rules.ranking(self._state, COLOURS.index(colour))

    def play(self, turn: str) -> frozenset[str]:
        """Take a turn."""
        before = self._state
        if turn not in self.legal():
            self._go_to(before.rules.refused(before))
            raise Refused(before.rules.refusal(before, turn))
        if turn == SWAP:
            after = before.rules.swap(before)
        else:
            after = before.rules.place(before, before.lattice.index[turn])
        self._earlier.append(before)
        self._go_to(after)
        return self._names(sum(before.stones) & ~sum(after.stones))

    def undo(self) -> None:
        """Take the last turn back."""
        before = self._earlier.pop()
        self._go_to(before.rules.undo(before, self._state))

    def _go_to(self, state: State) -> None:
        self._state = state
        self._legal = None

    def _names(self, mask: int) -> frozenset[str]:
        return frozenset(self._state.lattice.names[cell] for cell in cells_in(mask))
