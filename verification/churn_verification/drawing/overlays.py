"""What a picture shows besides the stones, as one value and as text."""

from dataclasses import dataclass

from churn_spec import Board, Cell, NotationError, read_cell


class OverlayError(ValueError):
    """Overlays that cannot be read, or do not fit the position; the text says why."""


@dataclass(frozen=True)
class Overlays:
    """What a picture shows besides the stones.

    Attributes:
        names: the name of each cell.
        sizes: on each stone, the size of its group.
        legal: the legal placements are marked.
        formed: on each empty cell, the size of the group that a placement there would form.
        mover: a line below the board says who is to move, or how the game ended.
        placing: an empty cell. The side to move places a stone there: the formed group is
            marked, and so are the stones about to be removed.
        last: the cell where the last stone was placed.
    """

    names: bool = False
    sizes: bool = False
    legal: bool = False
    formed: bool = False
    mover: bool = False
    placing: Cell | None = None
    last: Cell | None = None


NO_OVERLAYS = Overlays()

_FLAGS = ("names", "sizes", "legal", "formed", "mover")
_CELLS = ("placing", "last")


def read_overlays(board: Board, text: str) -> Overlays:
    """The overlays that a text lists, such as `names legal placing=d4`.

    Args:
        board: the board, for its cells' names.
        text: words with spaces or commas between; none at all is no overlay.

    Raises:
        OverlayError: a word is none of an overlay's, or names no cell of the board.
    """
    flags: set[str] = set()
    cells: dict[str, Cell] = {}
    for word in text.replace(",", " ").split():
        name, equals, cell = word.partition("=")
        if name in _CELLS and equals:
            cells[name] = _read_cell(board, cell, word)
        elif word in _FLAGS:
            flags.add(word)
        else:
            expected = ", ".join((*_FLAGS, *(f"{name}=CELL" for name in _CELLS)))
            raise OverlayError(f"overlay {word!r}: expected some of {expected}")
    return Overlays(
        names="names" in flags,
        sizes="sizes" in flags,
        legal="legal" in flags,
        formed="formed" in flags,
        mover="mover" in flags,
        placing=cells.get("placing"),
        last=cells.get("last"),
    )


def _read_cell(board: Board, name: str, word: str) -> Cell:
    try:
        return read_cell(board, name)
    except NotationError as error:
        raise OverlayError(f"overlay {word!r}, {error}") from None
