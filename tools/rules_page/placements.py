"""The legal placements of the readings that `RULES.md` rejects: other clauses P1 and P2."""

from collections.abc import Callable

from churn_spec import (
    Cell,
    Position,
    empty_cells,
    formed_group,
    group_of,
    isolated_placements,
    legal_placements,
    neighbours_of,
)

# P1 ----------------------------------------------------------------------------------------------


def isolation_optional(position: Position) -> frozenset[Cell]:
    """Isolated cells, and the smallest joining ones besides."""
    isolated = isolated_placements(position)
    return isolated | _smallest(position, empty_cells(position) - isolated, formed_size)


def _untouched(position: Position) -> frozenset[Cell]:
    """The empty cells with no stone of either colour beside them."""
    stones = position.red | position.blue
    return frozenset(
        cell for cell in empty_cells(position) if not neighbours_of(position.board, cell) & stones
    )


def untouched_first(position: Position) -> frozenset[Cell]:
    """Cells without any neighbouring stone where there are some; else the stated ones."""
    return _untouched(position) or legal_placements(position)


def untouched_or_joining(position: Position) -> frozenset[Cell]:
    """Cells without any neighbouring stone where there are some; else the smallest joining ones."""
    untouched = _untouched(position)
    joining = empty_cells(position) - isolated_placements(position)
    return untouched or _smallest(position, joining, formed_size)


# P2 ----------------------------------------------------------------------------------------------


def any_joining(position: Position) -> frozenset[Cell]:
    """Isolated cells where there are some; else all."""
    return isolated_placements(position) or empty_cells(position)


def _smallest(
    position: Position, cells: frozenset[Cell], measure: Callable[[Position, Cell], int]
) -> frozenset[Cell]:
    measures = {cell: measure(position, cell) for cell in cells}
    least = min(measures.values(), default=0)
    return frozenset(cell for cell, value in measures.items() if value == least)


def legal_by(measure: Callable[[Position, Cell], int]) -> Callable[[Position], frozenset[Cell]]:
    """The legal placements of a reading that has its own measure for the smallest."""

    def legal(position: Position) -> frozenset[Cell]:
        return isolated_placements(position) or _smallest(position, empty_cells(position), measure)

    return legal


def formed_size(position: Position, cell: Cell) -> int:
    """The size of the formed group, which is the stated measure."""
    return len(formed_group(position, cell))


def _joined_groups(position: Position, cell: Cell) -> frozenset[frozenset[Cell]]:
    return frozenset(
        group_of(position.board, position.own, near) for near in _beside(position, cell)
    )


def _beside(position: Position, cell: Cell) -> frozenset[Cell]:
    return neighbours_of(position.board, cell) & position.own


def largest_joined(position: Position, cell: Cell) -> int:
    """The size of the largest joined group and the new stone."""
    return max((len(group) for group in _joined_groups(position, cell)), default=0) + 1


def smallest_joined(position: Position, cell: Cell) -> int:
    """The size of the smallest joined group and the new stone."""
    return min((len(group) for group in _joined_groups(position, cell)), default=0) + 1


def number_joined(position: Position, cell: Cell) -> int:
    """How many groups are joined."""
    return len(_joined_groups(position, cell))


def stones_beside(position: Position, cell: Cell) -> int:
    """How many friendly stones are next to the cell."""
    return len(_beside(position, cell))


def counted_per_touch(position: Position, cell: Cell) -> int:
    """The formed size, each group counted as often as it touches the new stone."""
    touched = (group_of(position.board, position.own, near) for near in _beside(position, cell))
    return sum(len(group) for group in touched) + 1
