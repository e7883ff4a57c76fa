"""Setting a position up by hand, one change at a time."""

from dataclasses import replace

from churn_explorer.errors import PageError
from churn_explorer.models import Change, View
from churn_explorer.reading import cell_of, position_of
from churn_explorer.view import view_of
from churn_spec import Colour, Game, Position, PositionError


def changed(change: Change) -> View:
    """The view of a position after a change.

    The swap goes off offer by itself where a change leaves no position that offers it.

    Raises:
        PageError: the position or the cell cannot be read, or the swap cannot be on offer.
    """
    position = replace(position_of(change.position), swap_on_offer=False)
    offered = position_of(change.position).swap_on_offer
    if change.cell is not None and change.stone is not None:
        position = _with_stone(position, change.cell, change.stone)
    if change.mover is not None:
        position = replace(position, mover=Colour(change.mover))
    if change.swap:
        position = _with_swap(position)
    elif offered and change.swap is None:
        position = _with_swap_if_possible(position)
    return view_of(Game(position))


def _with_stone(position: Position, name: str, stone: str) -> Position:
    cell = cell_of(position.board, name)
    return replace(
        position,
        red=position.red | {cell} if stone == "red" else position.red - {cell},
        blue=position.blue | {cell} if stone == "blue" else position.blue - {cell},
    )


def _with_swap(position: Position) -> Position:
    try:
        return replace(position, swap_on_offer=True)
    except PositionError as error:
        raise PageError(f"{str(error)[0].upper()}{str(error)[1:]}.") from None


def _with_swap_if_possible(position: Position) -> Position:
    try:
        return replace(position, swap_on_offer=True)
    except PositionError:
        return position
