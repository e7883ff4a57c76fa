"""The board: a convex hexagon of cells, its names, its neighbours and its symmetries.

Everything here is derived from where each row starts and how long it is. Columns are counted in
half cells, so that the cells of a row are two columns apart and the rows above and below are
shifted by one::

        column   -2 -1  0  1  2  3  4
        row 0             *     *
        row 1          *     *     *
        row 2             *     *

The row lengths alone do not give the shape: equal rows may lean to the left or to the right.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, chain, permutations, repeat

from churn_engine.errors import NotationError, quote

BOARDS_KEPT = 256
"""How many boards are kept, with what is built for them: a program may ask for any number."""

MOST_CELLS = 10_000

Sides = tuple[int, int, int, int, int, int]
Place = tuple[int, int]  # row from the top, column in half cells
SIDE_NAMES = ("top", "upper right", "lower right", "bottom", "lower left", "upper left")
STEPS_TO_NEIGHBOURS = ((-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1))


@dataclass(frozen=True, slots=True)
class Board:
    """The cells of a hexagon. Get one from `board`, which keeps those used last.

    A set of cells is a mask: an integer whose bit i stands for cell i. Cells are numbered from 0 in
    the order of the position text: the top row first, each row from the left. Boards are equal when
    their sides are.

    Attributes:
        sides: Side lengths in cells, clockwise from the top side.
        row_lengths: Cells in each row, from the top.
        size: The number of cells, n.
        names: Name of each cell.
        neighbours: For each cell the mask of the cells next to it.
        full: The mask of all n cells.
        symmetries: The permutations of cells that the rotations and reflections of the board make,
            each once, the identity first; symmetry p takes cell i to cell p[i].
    """

    sides: Sides
    row_lengths: tuple[int, ...] = field(compare=False, repr=False)
    size: int = field(compare=False, repr=False)
    names: tuple[str, ...] = field(compare=False, repr=False)
    neighbours: tuple[int, ...] = field(compare=False, repr=False)
    full: int = field(compare=False, repr=False)
    symmetries: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)
    _indices: dict[str, int] = field(compare=False, repr=False)

    def index(self, name: str) -> int:
        """Give the number of the cell with a name.

        Raises:
            NotationError: No cell of the board has that name.
        """
        try:
            return self._indices[name]
        except KeyError:
            last_row = row_name(len(self.row_lengths) - 1)
            reason = f"no such cell on board {self}, whose rows are a to {last_row} from the bottom"
            raise NotationError(f"cell {quote(name)}", reason) from None

    def names_in(self, mask: int) -> tuple[str, ...]:
        """Name the cells of a mask, in the board's order."""
        return tuple(self.names[cell] for cell in cells_in(mask))

    def __str__(self) -> str:
        if len(set(self.sides)) == 1:
            return str(self.sides[0])
        return "-".join(map(str, self.sides))


def board(*sides: int) -> Board:
    """Give the board with these sides.

    Args:
        sides: One length, for a regular board, or six, clockwise from the top side; in cells.

    Raises:
        NotationError: There are not one or six lengths, a length is below 1, the sides do not
            close, or there would be more than 10,000 cells.
    """
    if len(sides) == 1:
        sides = sides * 6
    if len(sides) != 6:
        raise NotationError("sides", f"one length or six are needed, not {len(sides)}")
    top, upper_right, lower_right, bottom, lower_left, upper_left = sides
    return _built((top, upper_right, lower_right, bottom, lower_left, upper_left))


def cells_in(mask: int) -> Iterator[int]:
    """Give the numbers of the cells of a mask, rising."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def row_name(steps_up: int) -> str:
    """Name a row by its distance from the bottom row: a for 0, z for 25, aa for 26."""
    name = ""
    number = steps_up + 1
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


@lru_cache(maxsize=BOARDS_KEPT)
def _built(sides: Sides) -> Board:
    _check_lengths(sides)
    _check_closing(sides)
    starts, lengths = _rows(sides)
    _check_cell_count(sum(lengths))
    places = [
        (row, start + 2 * step)
        for row, (start, length) in enumerate(zip(starts, lengths, strict=True))
        for step in range(length)
    ]
    names = tuple(_names(lengths))
    return Board(
        sides=sides,
        row_lengths=lengths,
        size=len(places),
        names=names,
        neighbours=_neighbours(places),
        full=(1 << len(places)) - 1,
        symmetries=_symmetries(places),
        _indices={name: cell for cell, name in enumerate(names)},
    )


def _check_lengths(sides: Sides) -> None:
    for number, (name, length) in enumerate(zip(SIDE_NAMES, sides, strict=True), start=1):
        place = f"side {number} ({name})"
        if length < 1:
            raise NotationError(place, "a side has at least 1 cell")
        if length > MOST_CELLS:
            raise NotationError(place, f"a board has at most {MOST_CELLS:,} cells")


def _check_closing(sides: Sides) -> None:
    """Follow the outline: it ends where it began only if both of these sums agree."""
    for one, other in (((0, 1), (3, 4)), ((1, 2), (4, 5))):
        one_sum, other_sum = (sum(sides[side] for side in pair) for pair in (one, other))
        if one_sum != other_sum:
            pairs = [" and ".join(str(side + 1) for side in pair) for pair in (one, other)]
            reason = (
                f"the outline does not close: sides {pairs[0]} add up to {one_sum}, "
                f"sides {pairs[1]} to {other_sum}; the sums must be equal"
            )
            raise NotationError("sides", reason)


def _check_cell_count(count: int) -> None:
    if count > MOST_CELLS:
        reason = f"a board has at most {MOST_CELLS:,} cells, this one would have {count:,}"
        raise NotationError("sides", reason)


def _rows(sides: Sides) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Give the column where each row starts, and its length in cells, from the top.

    Along an upper side each row reaches half a cell further out than the one above it, along a
    lower side half a cell less.
    """
    top, upper_right, lower_right, _, lower_left, upper_left = sides
    left_steps = chain(repeat(-1, upper_left - 1), repeat(1, lower_left - 1))
    right_steps = chain(repeat(1, upper_right - 1), repeat(-1, lower_right - 1))
    starts = tuple(accumulate(left_steps, initial=0))
    ends = accumulate(right_steps, initial=2 * (top - 1))
    lengths = tuple((end - start) // 2 + 1 for start, end in zip(starts, ends, strict=True))
    return starts, lengths


def _names(lengths: tuple[int, ...]) -> Iterator[str]:
    for row, length in enumerate(lengths):
        letters = row_name(len(lengths) - 1 - row)
        for place in range(1, length + 1):
            yield f"{letters}{place}"


def _neighbours(places: list[Place]) -> tuple[int, ...]:
    cell_at = {place: cell for cell, place in enumerate(places)}
    masks = []
    for row, column in places:
        mask = 0
        for down, right in STEPS_TO_NEIGHBOURS:
            cell = cell_at.get((row + down, column + right))
            if cell is not None:
                mask |= 1 << cell
        masks.append(mask)
    return tuple(masks)


def _symmetries(places: list[Place]) -> tuple[tuple[int, ...], ...]:
    """Find the symmetries: of the twelve of the lattice, those that give the board again.

    Each cell has three coordinates that add up to zero, its distances along the three directions of
    rows; two of them say where it is. The symmetries of the lattice that fix a point permute the
    three and may change all signs. An image counts wherever it lies, so images are compared with
    their least coordinates moved to zero. On a board of one cell or one line, several symmetries of
    the lattice move the cells alike; they count once.
    """
    triples = [((column - row) // 2, row, -(column + row) // 2) for row, column in places]
    own_points = _moved_to_zero([(first, second) for first, second, _ in triples])
    cell_at = {point: cell for cell, point in enumerate(own_points)}
    found = set()
    for first, second, _ in permutations(range(3)):
        for sign in (1, -1):
            image = _moved_to_zero(
                [(sign * triple[first], sign * triple[second]) for triple in triples]
            )
            if cell_at.keys() == set(image):
                found.add(tuple(cell_at[point] for point in image))
    return tuple(sorted(found))


def _moved_to_zero(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    least_first = min(first for first, _ in points)
    least_second = min(second for _, second in points)
    return [(first - least_first, second - least_second) for first, second in points]
