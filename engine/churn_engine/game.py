"""Stepping through a game turn by turn, on boards of any size."""

from typing import Literal, NamedTuple

from churn_engine.board import Board
from churn_engine.errors import IllegalTurn, NotationError, NothingToUndoError
from churn_engine.notation import (
    SWAP,
    Colour,
    Position,
    Record,
    parse_start,
    starting_position,
)
from churn_engine.stones import Stones

Seat = Literal["first", "second"]
TIE: Literal["tie"] = "tie"

_OPPONENT: dict[Colour, Colour] = {"red": "blue", "blue": "red"}


class Placements(NamedTuple):
    """The placements that are legal. All form groups of one size (clauses P1 and P2).

    Attributes:
        mask: Mask of their cells; 0 when the game is over.
        formed_size: The size that each of them forms: 1 when they are isolated, 0 when the game is
            over.
    """

    mask: int
    formed_size: int


class _State(NamedTuple):
    """All that a turn changes. Values are never changed, so undo goes back to the one before."""

    mover: Colour
    own: Stones
    other: Stones
    placements: Placements
    removed: int
    swap_on_offer: bool
    seats_exchanged: bool


class Game:
    """A game in progress: what may be played, what it does, and what it did.

    Cells are given by name ("c3") or by their number in the board's order. Sets of cells are given
    back as names, or as masks where the name of the property says so.

    A game that is started from the middle knows nothing of what came before: turns are counted from
    1 there, and the first player is taken to hold Red.

    Every turn is kept so that it can be taken back, which takes some 600 bytes each on size 7.
    """

    def __init__(self, start: Position) -> None:
        if not isinstance(start, Position):
            raise TypeError(f"a game starts from a Position, not {start!r}; try Game.from_text")
        self.start = start
        self.board: Board = start.board
        red, blue = Stones.of(start.board, start.red), Stones.of(start.board, start.blue)
        own, other = (red, blue) if start.mover == "red" else (blue, red)
        self._state = _State(
            mover=start.mover,
            own=own,
            other=other,
            placements=self._placements(own, other),
            removed=0,
            swap_on_offer=start.swap_on_offer,
            seats_exchanged=False,
        )
        self._earlier: list[_State] = []
        self._turns: list[str] = []

    @classmethod
    def on(cls, board: Board) -> "Game":
        """Start a game on an empty board."""
        return cls(starting_position(board))

    @classmethod
    def from_text(cls, text: str) -> "Game":
        """Start a game on a board, "3", or from a position, "3 rr./.b.r/r.b.b/r.../bb. r".

        Raises:
            NotationError: The text is neither.
        """
        return cls(parse_start(text))

    @classmethod
    def replay(cls, record: Record) -> "Game":
        """Play all turns of a record.

        Raises:
            IllegalTurn: The first turn that is illegal; its place says which it is.
        """
        game = cls(record.start)
        for turn in record.turns:
            game.play(turn)
        return game

    def copy(self) -> "Game":
        """Give the same game, with its record, to be played on by itself."""
        copied = Game(self.start)
        copied._state = self._state
        copied._earlier, copied._turns = self._earlier.copy(), self._turns.copy()
        return copied

    __copy__ = copy

    # What there is

    @property
    def mover(self) -> Colour:
        """Who is to move; when the game is over, who would be."""
        return self._state.mover

    @property
    def red_mask(self) -> int:
        """Mask of Red's stones."""
        return self._stones("red").cells

    @property
    def blue_mask(self) -> int:
        """Mask of Blue's stones."""
        return self._stones("blue").cells

    @property
    def empty_mask(self) -> int:
        """Mask of the empty cells."""
        return self.board.full & ~(self._state.own.cells | self._state.other.cells)

    def stones(self, colour: Colour) -> tuple[str, ...]:
        """Name the cells that hold a colour's stones, in the board's order."""
        return self.board.names_in(self._stones(colour).cells)

    def ranking(self, colour: Colour) -> tuple[int, ...]:
        """Give the sizes of a colour's groups, largest first (clause F1)."""
        return self._stones(colour).ranking()

    @property
    def position(self) -> Position:
        """The position as a value; `str` of it is its text."""
        state = self._state
        return Position(self.board, self.red_mask, self.blue_mask, state.mover, state.swap_on_offer)

    # Who sits where, and how it ended

    def seat(self, colour: Colour) -> Seat:
        """Give the player who holds a colour: the first, who began with Red, or the second."""
        return "first" if (colour == "red") != self._state.seats_exchanged else "second"

    @property
    def over(self) -> bool:
        """Whether the board is full at the end of a turn (clause E1)."""
        return not self.empty_mask

    @property
    def winner(self) -> Colour | Literal["tie"] | None:
        """The colour with the majority, "tie" where there is none, None before the end (E2)."""
        if not self.over:
            return None
        lead = self.red_mask.bit_count() - self.blue_mask.bit_count()
        if lead == 0:
            return TIE
        return "red" if lead > 0 else "blue"

    @property
    def winner_seat(self) -> Seat | Literal["tie"] | None:
        """The player who holds the winning colour, "tie", or None before the end."""
        winner = self.winner
        return winner if winner in (None, TIE) else self.seat(winner)

    # What may be played

    @property
    def placements(self) -> Placements:
        """The legal placements and the size they form."""
        return self._state.placements

    @property
    def swap_on_offer(self) -> bool:
        """Whether the turn may be the swap (clause S1)."""
        return self._state.swap_on_offer

    def legal_turns(self) -> tuple[str, ...]:
        """Name all legal turns: cells in the board's order, then "swap" where it is on offer."""
        cells = self.board.names_in(self._state.placements.mask)
        return (*cells, SWAP) if self._state.swap_on_offer else cells

    def formed_size(self, cell: str | int) -> int:
        """Give the size that a stone of the mover would form on any empty cell, legal or not.

        Raises:
            IllegalTurn: There is no such cell (B1) or it is occupied (T1).
        """
        return self._state.own.formed_size(self._empty_cell(cell))

    def would_remove(self, cell: str | int) -> tuple[str, ...]:
        """Name the stones that a placement on any empty cell would remove, legal or not (R1, R2).

        Raises:
            IllegalTurn: There is no such cell (B1) or it is occupied (T1).
        """
        _, removed = self._state.own.after(self._empty_cell(cell))
        return self.board.names_in(removed)

    # Playing

    def play(self, turn: str | int) -> None:
        """Take a turn: a placement, by the name or number of its cell, or "swap".

        Raises:
            IllegalTurn: The rules do not allow it. The game is as it was. The clauses are tried in
                this order: E1, the game is over; S1, the swap is not on offer; B1, there is no such
                cell; T1, it is occupied; P1, it is not isolated though another would be; P2, it
                does not form the smallest size.
        """
        if self.over:
            raise self._illegal(turn, "E1", "the game is over")
        after = self._after_swap() if turn == SWAP else self._after_placement(turn)
        self._earlier.append(self._state)
        self._turns.append(turn if isinstance(turn, str) else self.board.names[turn])
        self._state = after

    def undo(self) -> None:
        """Take the last turn back and restore everything as it was before it.

        Raises:
            NothingToUndoError: No turn has been taken.
        """
        if not self._earlier:
            raise NothingToUndoError("turn 1", "no turn has been taken yet, so none can be undone")
        self._state = self._earlier.pop()
        self._turns.pop()

    @property
    def turn_number(self) -> int:
        """The number of the turn to be taken, counted from 1 at the start of this game."""
        return len(self._turns) + 1

    @property
    def removed(self) -> tuple[str, ...]:
        """The stones that the last turn removed; none before the first turn."""
        return self.board.names_in(self._state.removed)

    @property
    def record(self) -> Record:
        """The turns taken so far; `str` of it is a record that can be read again."""
        return Record(self.start, tuple(self._turns))

    # How it is done

    def _stones(self, colour: Colour) -> Stones:
        return self._state.own if colour == self._state.mover else self._state.other

    def _placements(self, own: Stones, other: Stones) -> Placements:
        return Placements(*own.smallest(self.board.full & ~(own.cells | other.cells)))

    def _after_placement(self, turn: str | int) -> _State:
        state = self._state
        cell = self._empty_cell(turn)
        if not state.placements.mask >> cell & 1:
            raise self._not_smallest(turn, state.own.formed_size(cell))
        own, removed = state.own.after(cell)
        placements = self._placements(state.other, own)
        was_first_turn = state.mover == "red" and self.empty_mask == self.board.full
        return _State(
            _OPPONENT[state.mover],
            state.other,
            own,
            placements,
            removed,
            was_first_turn and placements.mask != 0,
            state.seats_exchanged,
        )

    def _after_swap(self) -> _State:
        """The players change seats: the stones stay and Blue, whoever holds it now, is to move."""
        if not self._state.swap_on_offer:
            raise self._illegal(
                SWAP, "S1", "the swap is on offer on the second turn of a game alone"
            )
        return self._state._replace(swap_on_offer=False, seats_exchanged=True)

    def _empty_cell(self, turn: str | int) -> int:
        cell = self._cell(turn)
        if not self.empty_mask >> cell & 1:
            raise self._illegal(turn, "T1", "the cell is occupied")
        return cell

    def _cell(self, turn: str | int) -> int:
        if isinstance(turn, str):
            try:
                return self.board.index(turn)
            except NotationError as error:
                raise self._illegal(turn, "B1", error.reason) from None
        if not 0 <= turn < self.board.size:
            reason = f"the cells of board {self.board} have the numbers 0 to {self.board.size - 1}"
            raise self._illegal(turn, "B1", reason)
        return turn

    def _not_smallest(self, turn: str | int, size: int) -> IllegalTurn:
        smallest = self._state.placements.formed_size
        if smallest == 1:
            reason = "it is next to a friendly stone, though an isolated placement exists"
            return self._illegal(turn, "P1", reason)
        reason = f"it forms a group of {size}, though one of {smallest} can be formed"
        return self._illegal(turn, "P2", reason)

    def _illegal(self, turn: str | int, clause: str, reason: str) -> IllegalTurn:
        if isinstance(turn, int) and 0 <= turn < self.board.size:
            turn = self.board.names[turn]
        return IllegalTurn(
            str(turn), clause, f"turn {self.turn_number}", reason, self.legal_turns()
        )
