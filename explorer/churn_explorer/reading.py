"""The texts that the page sends, read by the specification and within limits."""

from churn_explorer.limits import MOST_CELLS, PageError
from churn_explorer.models import Place
from churn_spec import (
    Board,
    Cell,
    Game,
    NotationError,
    Position,
    Seat,
    Turn,
    cell_count,
    read_board,
    read_cell,
    read_position,
    read_turn,
    write_board,
    write_position,
)
from churn_spec.notation import LARGEST_BOARD


def unreadable(error: NotationError) -> PageError:
    """What is wrong with a text; a board that is too large is so by the explorer's own limit."""
    largest = f"the largest board has {LARGEST_BOARD:,}"
    shown = f"the explorer shows boards of at most {MOST_CELLS:,}"
    return PageError(str(error).replace(largest, shown))


def board_of(text: str) -> Board:
    """The board that a text names.

    Raises:
        PageError: there is none, or it is too large to be shown.
    """
    try:
        board = read_board(text.strip())
    except NotationError as error:
        raise unreadable(error) from None
    require_fit(board)
    return board


def position_of(text: str) -> Position:
    """The position that a text describes.

    Raises:
        PageError: there is none, or its board is too large to be shown.
    """
    try:
        position = read_position(text)
    except NotationError as error:
        raise unreadable(error) from None
    require_fit(position.board)
    return position


def cell_of(board: Board, text: str) -> Cell:
    """The cell with a name.

    Raises:
        PageError: there is none.
    """
    try:
        return read_cell(board, text)
    except NotationError as error:
        raise unreadable(error) from None


def turn_of(board: Board, text: str) -> Turn:
    """The turn that a text names.

    Raises:
        PageError: there is none.
    """
    try:
        return read_turn(board, text)
    except NotationError as error:
        raise unreadable(error) from None


def game_of(place: Place) -> Game:
    """The point in a game that the page sends.

    Raises:
        PageError: its position cannot be read.
    """
    return Game(position_of(place.position), place.turn_number, Seat(place.red_seat))


def place_of(game: Game) -> Place:
    """A point in a game as it is sent to the page."""
    return Place(
        position=write_position(game.position),
        turn_number=game.turn_number,
        red_seat=game.red_seat.value,
    )


def require_fit(board: Board) -> None:
    """Refuse a board that is too large to be shown.

    Raises:
        PageError: it is.
    """
    if cell_count(board) > MOST_CELLS:
        raise PageError(
            f"board {write_board(board)} has {cell_count(board):,} cells;"
            f" the explorer shows boards of at most {MOST_CELLS:,}"
        )
