"""What is to be seen of a position: one list of marks, from which every medium draws.

Here the specification is asked; the modules that draw know nothing of the rules.
"""

from collections.abc import Collection
from dataclasses import dataclass

from churn_spec import (
    Board,
    Cell,
    Colour,
    Outcome,
    Position,
    cells_of,
    empty_cells,
    formed_group,
    groups,
    legal_placements,
    removed_stones,
    rows_of,
    winner,
    write_board,
    write_cell,
)
from churn_verification.drawing.overlays import OverlayError, Overlays


@dataclass(frozen=True)
class Spot:
    """What is to be seen on one cell.

    Attributes:
        cell: the cell.
        name: its name, where it is shown.
        stone: the colour of the stone on it; the stone being placed counts.
        size: the size of its group or, on an empty cell, the formed size; where it is shown.
        legal: marked as a legal placement.
        placed: the stone is being placed just now.
        formed: marked as part of the group that is being formed.
        removed: the stone is about to be removed.
        last: marked as the last placement.
    """

    cell: Cell
    name: str | None = None
    stone: Colour | None = None
    size: int | None = None
    legal: bool = False
    placed: bool = False
    formed: bool = False
    removed: bool = False
    last: bool = False


@dataclass(frozen=True)
class Scene:
    """A position with what is to be shown of it.

    Attributes:
        position: the position.
        overlays: what is shown.
        spots: one for each cell, in reading order.
    """

    position: Position
    overlays: Overlays
    spots: tuple[Spot, ...]


def scene_of(position: Position, overlays: Overlays) -> Scene:
    """The scene of a position.

    Raises:
        OverlayError: `placing` is on an occupied cell or off the board, or `last` on an empty one.
    """
    require_fitting(position, overlays)
    sizes = _sizes(position, overlays)
    legal = legal_placements(position) if overlays.legal else frozenset()
    formed: frozenset[Cell] = frozenset()
    removed: frozenset[Cell] = frozenset()
    if overlays.placing is not None:
        formed = formed_group(position, overlays.placing)
        removed = removed_stones(position, overlays.placing)
    spots = tuple(
        Spot(
            cell=cell,
            name=write_cell(position.board, cell) if overlays.names else None,
            stone=_stone_on(position, cell, overlays.placing),
            size=sizes.get(cell),
            legal=cell in legal,
            placed=cell == overlays.placing,
            formed=cell in formed,
            removed=cell in removed,
            last=cell == overlays.last,
        )
        for cell in cells_of(position.board)
    )
    return Scene(position, overlays, spots)


def require_fitting(position: Position, overlays: Overlays) -> None:
    """Refuse overlays that do not fit the position.

    Raises:
        OverlayError: `placing` is on an occupied cell or off the board, or `last` on an empty one.
    """
    stones = position.red | position.blue
    if overlays.placing is not None and overlays.placing not in empty_cells(position):
        occupied = overlays.placing in stones
        trouble = "is occupied" if occupied else "is off the board"
        raise OverlayError(f"placing: {_cell_text(position.board, overlays.placing)} {trouble}")
    if overlays.last is not None and overlays.last not in stones:
        cell = _cell_text(position.board, overlays.last)
        raise OverlayError(f"last: there is no stone on {cell}")


def _cell_text(board: Board, cell: Cell) -> str:
    """The name of a cell; its place where no cell of the board is there."""
    if cell in cells_of(board):
        return write_cell(board, cell)
    return f"the cell at ({cell.x}, {cell.y})"


def _stone_on(position: Position, cell: Cell, placing: Cell | None) -> Colour | None:
    if cell == placing:
        return position.mover
    if cell in position.red:
        return Colour.RED
    return Colour.BLUE if cell in position.blue else None


def _sizes(position: Position, overlays: Overlays) -> dict[Cell, int]:
    """The number to be written on each cell that gets one."""
    sizes: dict[Cell, int] = {}
    if overlays.sizes:
        for colour in Colour:
            for group in groups(position.board, position.stones(colour)):
                sizes |= dict.fromkeys(group, len(group))
    if overlays.formed:
        sizes |= {cell: len(formed_group(position, cell)) for cell in empty_cells(position)}
    if overlays.placing is not None and overlays.sizes:
        formed = formed_group(position, overlays.placing)
        sizes |= dict.fromkeys(formed, len(formed))
    return sizes


# In words ----------------------------------------------------------------------------------------

_WINNER_TEXT = {Outcome.RED: "Red wins", Outcome.BLUE: "Blue wins", Outcome.TIE: "Tie"}


def headline(scene: Scene) -> str:
    """Who is to move, what is being placed, or how the game ended, in a few words."""
    position = scene.position
    outcome = winner(position)
    if outcome is not None:
        more, fewer = sorted((len(position.red), len(position.blue)), reverse=True)
        return f"{_WINNER_TEXT[outcome]} {more} : {fewer}"
    name = position.mover.value.capitalize()
    placing = scene.overlays.placing
    if placing is not None:
        size = len(formed_group(position, placing))
        return f"{name} {write_cell(position.board, placing)} forms {size}"
    return f"{name} to move, or swap" if position.swap_on_offer else f"{name} to move"


def title(scene: Scene) -> str:
    """What a picture of the scene is called."""
    return f"Churn, board {write_board(scene.position.board)}: {headline(scene)}"


def description(scene: Scene) -> str:
    """The scene in words, for people who do not see it."""
    sentences = [
        f"{colour.value.capitalize()} stones: {_names_text(scene, scene.position.stones(colour))}."
        for colour in Colour
    ]
    marks = {
        "Legal placements": frozenset(spot.cell for spot in scene.spots if spot.legal),
        "Being placed": frozenset(spot.cell for spot in scene.spots if spot.placed),
        "Forming one group": frozenset(spot.cell for spot in scene.spots if spot.formed),
        "About to be removed": frozenset(spot.cell for spot in scene.spots if spot.removed),
        "Placed last": frozenset(spot.cell for spot in scene.spots if spot.last),
    }
    sentences += [f"{mark}: {_names_text(scene, cells)}." for mark, cells in marks.items() if cells]
    return " ".join(sentences)


def names_of(board: Board, cells: Collection[Cell]) -> list[str]:
    """The names of some cells in the order of names: bottom row first, each from the left."""
    upwards = (cell for row in reversed(rows_of(board)) for cell in row)
    return [write_cell(board, cell) for cell in upwards if cell in cells]


def _names_text(scene: Scene, cells: Collection[Cell]) -> str:
    return " ".join(names_of(scene.position.board, cells)) or "none"
