"""The symmetries of a board: how it can be turned and mirrored onto itself."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from churn_spec.board import BOARDS_KEPT, Board, Cell, cells_of
from churn_spec.position import Position

Symmetry: TypeAlias = Mapping[Cell, Cell]
"""Each cell of a board to its image."""


def _turned(cell: Cell) -> Cell:
    """The image under a turn by 60 degrees clockwise about the origin."""
    return Cell(-cell.y, cell.x + cell.y)


def _mirrored(cell: Cell) -> Cell:
    """The image under the reflection that exchanges the directions right and down-right."""
    return Cell(cell.y, cell.x)


def _lattice_symmetries() -> tuple[Callable[[Cell], Cell], ...]:
    """The twelve ways to map the lattice onto itself with the origin fixed, identity first."""

    def turned_by(times: int, mirror: bool) -> Callable[[Cell], Cell]:
        def image(cell: Cell) -> Cell:
            if mirror:
                cell = _mirrored(cell)
            for _ in range(times):
                cell = _turned(cell)
            return cell

        return image

    return tuple(turned_by(times, mirror) for mirror in (False, True) for times in range(6))


@lru_cache(maxsize=BOARDS_KEPT)
def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """All symmetries of a board, the identity first, each once.

    A regular board of size 2 or more has twelve, other boards have fewer: 3-4-3-4-3-4 has six, a
    row of cells two. They are found by trying the twelve symmetries of the lattice.
    """
    found: dict[tuple[Cell, ...], Symmetry] = {}
    for image in _lattice_symmetries():
        images = _moved_into_place(board, tuple(map(image, cells_of(board))))
        if set(images) == set(cells_of(board)):
            symmetry = MappingProxyType(dict(zip(cells_of(board), images, strict=True)))
            found.setdefault(images, symmetry)
    return tuple(found.values())


def _moved_into_place(board: Board, images: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Shift cells so that their least x and y are those of the board."""
    cells = cells_of(board)
    right = min(cell.x for cell in cells) - min(cell.x for cell in images)
    down = min(cell.y for cell in cells) - min(cell.y for cell in images)
    return tuple(Cell(cell.x + right, cell.y + down) for cell in images)


def image_of(position: Position, symmetry: Symmetry) -> Position:
    """The position with each stone moved to its image; side to move and swap stay."""
    return Position(
        position.board,
        frozenset(symmetry[cell] for cell in position.red),
        frozenset(symmetry[cell] for cell in position.blue),
        position.mover,
        position.swap_on_offer,
    )
