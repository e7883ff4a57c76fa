"""What is to be seen of a point in a game: what the specification says, and why, in words."""

from collections import Counter

from churn_explorer.limits import PageError
from churn_explorer.models import DrawnBoard, Preview, View
from churn_explorer.reading import place_of
from churn_spec import (
    Board,
    Cell,
    Colour,
    Game,
    IllegalTurn,
    Position,
    can_tie,
    cells_of,
    empty_cells,
    formed_group,
    is_over,
    legal_placements,
    ranking,
    removed_stones,
    require_legal,
    rows_of,
    winner,
    write_board,
    write_cell,
)
from churn_verification.drawing.counting import counted
from churn_verification.drawing.layout import centres_of, extent_of
from churn_verification.drawing.overlays import Overlays
from churn_verification.drawing.scene import Scene, headline, names_of, scene_of

_SHOWN = Overlays(sizes=True, formed=True, legal=True)
_LETTERS = {Colour.RED: "r", Colour.BLUE: "b", None: "."}


def layout_of(board: Board) -> DrawnBoard:
    """A board as it is drawn."""
    centres = centres_of(board)
    extent = extent_of(board)
    return DrawnBoard(
        sides=write_board(board),
        cells=[write_cell(board, cell) for cell in cells_of(board)],
        x=[round(centres[cell].x, 2) for cell in cells_of(board)],
        y=[round(centres[cell].y, 2) for cell in cells_of(board)],
        width=round(extent.x, 2),
        height=round(extent.y, 2),
        rows=[len(row) for row in rows_of(board)],
        even=can_tie(board),
    )


def view_of(game: Game) -> View:
    """All that is shown of a point in a game."""
    position = game.position
    scene = scene_of(position, _SHOWN)
    outcome = winner(position)
    clause, reason = _reason(position, scene)
    return View(
        place=place_of(game),
        sides=write_board(position.board),
        stones="".join(_LETTERS[spot.stone] for spot in scene.spots),
        sizes=[spot.size or 0 for spot in scene.spots],
        legal=[write_cell(position.board, spot.cell) for spot in scene.spots if spot.legal],
        swap=position.swap_on_offer,
        mover=position.mover.value,
        mover_seat=game.seat_of(position.mover).value,
        red_seat=game.red_seat.value,
        over=is_over(position),
        winner=outcome and outcome.value,
        headline=headline(scene),
        reason=reason,
        clause=clause,
        red_groups=_sizes_text(position, Colour.RED),
        blue_groups=_sizes_text(position, Colour.BLUE),
    )


def _reason(position: Position, scene: Scene) -> tuple[str, str]:
    """The clause that decides which placements are legal, and why they are, in a sentence."""
    empty = sum(spot.stone is None for spot in scene.spots)
    sizes = [spot.size for spot in scene.spots if spot.legal and spot.size is not None]
    if not sizes:
        return "E1", "The board is full at the end of a turn, so the game is over."
    legal = len(sizes)
    mover = position.mover.value
    also = " Or swap: take over the first player's place." if position.swap_on_offer else ""
    if sizes[0] > 1:
        return "P2", (
            f"No isolated cell is left. The smallest group that can be formed is {sizes[0]};"
            f" {_share(legal, empty)} {'forms' if legal == 1 else 'form'} it.{also}"
        )
    if legal == empty:
        return "P1", f"Every empty cell is isolated: no {mover} stone is beside it.{also}"
    has = "has" if legal == 1 else "have"
    return "P1", (
        f"Isolation is forced: {_share(legal, empty)} {has} no {mover} stone beside"
        f" {'it' if legal == 1 else 'them'}.{also}"
    )


def _share(legal: int, empty: int) -> str:
    if empty == 1:
        return "the one empty cell"
    return f"{legal} of {empty} empty cells"


def _sizes_text(position: Position, side: Colour) -> str:
    """The sizes of one side's groups, largest first, with how many there are of each."""
    counts = Counter(ranking(position, side))
    sizes = (f"{size}×{count}" if count > 1 else f"{size}" for size, count in counts.items())  # noqa: RUF001 - it is a multiplication sign
    return " ".join(sizes) or "none"


# One placement -----------------------------------------------------------------------------------


def preview_of(position: Position, cell: Cell) -> Preview:
    """What a placement on an empty cell would do, legal or not.

    Raises:
        PageError: the cell is occupied.
    """
    if cell not in empty_cells(position):
        raise PageError(f"{write_cell(position.board, cell)} is occupied")
    board = position.board
    formed = names_of(board, formed_group(position, cell))
    removed = names_of(board, removed_stones(position, cell))
    return Preview(
        cell=write_cell(board, cell),
        legal=cell in legal_placements(position),
        formed=formed,
        removed=removed,
        words=_preview_words(position, cell, len(formed), removed),
    )


def _preview_words(position: Position, cell: Cell, formed: int, removed: list[str]) -> str:
    name = write_cell(position.board, cell)
    does = placement_words(name, formed, removed)
    try:
        require_legal(position, cell)
    except IllegalTurn as error:
        return f"{does} Not legal ({error.clause}): {error}."
    return does


def placement_words(name: str, formed: int, removed: list[str]) -> str:
    """What a placement does, in a sentence."""
    if formed == 1:
        return f"{name} is isolated and removes nothing."
    gone = f"removes {counted(len(removed), 'stone')}" if removed else "removes nothing"
    return f"{name} forms a group of {formed} and {gone}."
