"""Boards, positions, games and their pictures."""

from __future__ import annotations

from typing import TypeAlias

import churn_engine as engine
import churn_spec as spec
from churn_verification.drawing import notebook
from churn_verification.drawing.notebook import Picture, Playback
from churn_verification.support.typed import board_as_meant, start_as_meant

BoardLike: TypeAlias = "str | int | Board | spec.Board | engine.Board"
PositionLike: TypeAlias = (
    "str | Position | Game | spec.Position | spec.Game | engine.Position | engine.Game | BoardLike"
)


class Board:
    """A board: the cells of a hexagon with given side lengths.

    Attributes:
        spec: the same board as a value of `churn_spec`.
    """

    def __init__(self, board: BoardLike = "3") -> None:
        """Make a board.

        Args:
            board: `"3"` or `3` for a regular board, `"3-4-3-4-3-4"` for six side lengths in cells,
                clockwise from the top; or a board of `churn_spec` or `churn_engine`.

        Raises:
            NotationError: the text names no board.
            TypeError: it is something else.
        """
        self.spec = _board(board)

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of all cells, row by row from the top."""
        return tuple(spec.write_cell(self.spec, cell) for row in self.rows_of_cells for cell in row)

    @property
    def rows_of_cells(self) -> tuple[tuple[spec.Cell, ...], ...]:
        """The cells of each row from the top, as values of `churn_spec`."""
        return spec.rows_of(self.spec)

    def neighbours(self, cell: str) -> tuple[str, ...]:
        """The names of the cells next to a cell, in the order of names.

        Raises:
            NotationError: the board has no such cell.
        """
        around = spec.neighbours_of(self.spec, spec.read_cell(self.spec, cell))
        return _names(self.spec, around)

    @property
    def can_tie(self) -> bool:
        """Whether games can tie: the number of cells is even (B2)."""
        return spec.can_tie(self.spec)

    def __len__(self) -> int:
        return spec.cell_count(self.spec)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __str__(self) -> str:
        return spec.write_board(self.spec)

    def __repr__(self) -> str:
        return f"Board({str(self)!r})"

    def _repr_svg_(self) -> str:
        return Picture(_position(self))._repr_svg_()


class Position:
    """Stones on a board, the side to move, and whether the swap is on offer. It never changes.

    Attributes:
        spec: the same position as a value of `churn_spec`.
    """

    def __init__(self, position: PositionLike = "3") -> None:
        """Make a position.

        Args:
            position: a text such as `"3 rr./.b.r/r.b.b/r.../bb. r"`; a board, for its starting
                position; a game, for the position it has come to; or a value of `churn_spec` or
                `churn_engine`.

        Raises:
            NotationError: the text is neither a position nor a board.
            TypeError: it is something else.
        """
        self.spec = _position(position)

    @property
    def board(self) -> Board:
        """The board."""
        return Board(self.spec.board)

    @property
    def mover(self) -> str:
        """The side to move, `red` or `blue`."""
        return self.spec.mover.value

    def stones(self, colour: str) -> tuple[str, ...]:
        """The cells that hold stones of a colour, `red` or `blue`."""
        return _names(self.spec.board, self.spec.stones(spec.Colour(colour)))

    def legal_turns(self) -> tuple[str, ...]:
        """All legal turns: cells in the order of names, then `swap` where it is on offer."""
        cells = _names(self.spec.board, spec.legal_placements(self.spec))
        return (*cells, spec.SWAP.value) if self.spec.swap_on_offer else cells

    def formed_size(self, cell: str) -> int:
        """The size of the group that a stone on an empty cell would form, legal or not (P2)."""
        return len(spec.formed_group(self.spec, self._cell(cell)))

    def would_remove(self, cell: str) -> tuple[str, ...]:
        """The cells whose stones a stone on an empty cell would remove, legal or not (R1)."""
        return _names(self.spec.board, spec.removed_stones(self.spec, self._cell(cell)))

    def play(self, turn: str) -> Position:
        """The position after a turn: a cell, or `swap`.

        Raises:
            IllegalTurn: the rules forbid it; its `clause` says which one.
            NotationError: the board has no such cell.
        """
        return Position(spec.play(self.spec, spec.read_turn(self.spec.board, turn)))

    @property
    def over(self) -> bool:
        """Whether the board is full (E1)."""
        return spec.is_over(self.spec)

    @property
    def winner(self) -> str | None:
        """The colour with more stones, or `tie`; None before the end (E2)."""
        outcome = spec.winner(self.spec)
        return outcome and outcome.value

    def _cell(self, name: str) -> spec.Cell:
        cell = spec.read_cell(self.spec.board, name)
        if cell not in spec.empty_cells(self.spec):
            raise ValueError(f"{name} is occupied")
        return cell

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __str__(self) -> str:
        return spec.write_position(self.spec)

    def __repr__(self) -> str:
        return f"Position({str(self)!r})"

    def _repr_svg_(self) -> str:
        return Picture(_position(self))._repr_svg_()


class Game:
    """A game that is played turn by turn by the rules of the specification.

    A game that starts in the middle counts its turns from 1 and gives Red to the first player.
    """

    def __init__(self, start: PositionLike = "3") -> None:
        """Begin a game.

        Args:
            start: a board, or the position to start from, as `Position` takes it.

        Raises:
            NotationError: the text is neither a position nor a board.
            TypeError: it is something else.
        """
        self._games = [spec.Game(_position(start))]
        self._turns: list[spec.Turn] = []

    @classmethod
    def replay(cls, record: str) -> Game:
        """Play a record: a line with the board or position, then turns apart by white space.

        Raises:
            NotationError: the record cannot be read.
            IllegalTurn: the rules forbid one of its turns.
        """
        read = spec.read_record(record)
        game = cls(Position(read.start))
        for turn in read.turns:
            game._take(turn)
        return game

    def play(self, *turns: str) -> None:
        """Take one turn or several: the names of cells, or `swap`.

        Raises:
            IllegalTurn: the rules forbid one of them; those before it have been taken.
            NotationError: the board has no such cell.
        """
        for turn in turns:
            self._take(spec.read_turn(self.position.spec.board, turn))

    def _take(self, turn: spec.Turn) -> None:
        self._games.append(spec.take_turn(self._games[-1], turn))
        self._turns.append(turn)

    def undo(self) -> str:
        """Take the last turn back and say which it was.

        Raises:
            IndexError: no turn has been taken.
        """
        if not self._turns:
            raise IndexError("no turn has been taken, so there is none to undo")
        self._games.pop()
        return spec.write_turn(self.position.spec.board, self._turns.pop())

    def copy(self) -> Game:
        """The same game, to be played on by itself."""
        copied = Game(self._games[0].position)
        copied._games, copied._turns = self._games.copy(), self._turns.copy()
        return copied

    __copy__ = copy

    @property
    def position(self) -> Position:
        """The position now."""
        return Position(self._games[-1].position)

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns taken so far."""
        board = self.position.spec.board
        return tuple(spec.write_turn(board, turn) for turn in self._turns)

    def legal_turns(self) -> tuple[str, ...]:
        """All legal turns: cells in the order of names, then `swap` where it is on offer."""
        return self.position.legal_turns()

    @property
    def over(self) -> bool:
        """Whether the board is full (E1)."""
        return self.position.over

    @property
    def winner(self) -> str | None:
        """The colour with more stones, or `tie`; None before the end (E2)."""
        return self.position.winner

    @property
    def winning_seat(self) -> str | None:
        """The player who has won, `first` or `second`; None in a tie and before the end (S1)."""
        seat = spec.winning_seat(self._games[-1])
        return seat and seat.value

    @property
    def record(self) -> spec.Record:
        """The game as a record; `show(game.record)` plays it in a notebook."""
        return spec.Record(self._games[0].position, tuple(self._turns))

    def __len__(self) -> int:
        return len(self._turns)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return spec.write_record(self.record)

    def __repr__(self) -> str:
        last = f" after {' '.join(self.turns[-3:])}" if self._turns else ""
        return f"<Game, turn {len(self) + 1}: {self.position}{last}>"

    def _repr_svg_(self) -> str:
        return Picture(_position(self))._repr_svg_()


def show(
    what: PositionLike | spec.Record, overlays: str = notebook.DEFAULT_OVERLAYS
) -> Picture | Playback:
    """The picture of a board, a position or a game; of a record, a player of its turns.

    A notebook shows it, a terminal prints it as text, and `save("x.svg")` writes it to a file: SVG
    or PNG, and a record as SVG or HTML.

    Args:
        what: what to show.
        overlays: what is shown besides the stones: any of `names`, `sizes`, `legal`, `formed`,
            `mover`, `placing=CELL` and `last=CELL`.

    Raises:
        NotationError: the text is neither a position nor a board.
        TypeError: what is handed over has no picture.
        ValueError: the overlays cannot be read or name no cell of the board.
    """
    return notebook.show(what if isinstance(what, spec.Record) else _position(what), overlays)


# Reading what is handed over ---------------------------------------------------------------------


def _board(board: BoardLike) -> spec.Board:
    match board:
        case Board():
            return board.spec
        case spec.Board():
            return board
        case bool():
            pass
        case str() | int() | engine.Board():
            return spec.read_board(board_as_meant(str(board)))
    raise TypeError(
        f"expected a board, such as '3' or '3-4-3-4-3-4', not {type(board).__name__} {board!r}"
    )


def _position(position: PositionLike) -> spec.Position:
    match position:
        case Position():
            return position.spec
        case Game():
            return position.position.spec
        case Board() | int():
            return spec.starting_position(_board(position))
        case str():
            return spec.read_start(start_as_meant(position))
    return notebook.position_of(position)


def engine_board(board: BoardLike) -> engine.Board:
    """The board as the engine has it."""
    return engine.parse_board(spec.write_board(_board(board)))


def engine_position(position: PositionLike) -> engine.Position:
    """The position as the engine has it."""
    return engine.parse_position(spec.write_position(_position(position)))


def _names(board: spec.Board, cells: frozenset[spec.Cell]) -> tuple[str, ...]:
    order = {name: place for place, name in enumerate(Board(board).cells)}
    return tuple(sorted((spec.write_cell(board, cell) for cell in cells), key=order.__getitem__))
