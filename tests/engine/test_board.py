"""The engine's boards against counts and shapes worked out by hand or by another way."""

import pickle
from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from churn_engine.board import BOARDS_KEPT, MOST_CELLS, Board, _built, board, cells_in
from churn_engine.errors import NotationError

# The six directions of the outline, clockwise from the top side, in two axes of the lattice.
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def closes(sides: tuple[int, ...]) -> bool:
    """Walk along the outline, from corner to corner, and see whether it comes back."""
    steps = [
        (x * (side - 1), y * (side - 1)) for side, (x, y) in zip(sides, DIRECTIONS, strict=True)
    ]
    return sum(x for x, _ in steps) == 0 and sum(y for _, y in steps) == 0


def hexagons(longest: int) -> Iterator[Board]:
    """All boards without a side above a length."""
    for sides in product(range(1, longest + 1), repeat=6):
        if closes(sides):
            yield board(*sides)


def neighbour_names(which: Board) -> dict[str, set[str]]:
    return {
        name: set(which.names_in(mask))
        for name, mask in zip(which.names, which.neighbours, strict=True)
    }


@pytest.mark.parametrize(
    ("sides", "rows"),
    [
        ("1", (1,)),
        ("3", (3, 4, 5, 4, 3)),
        ("3-4-3-4-3-4", (3, 4, 5, 6, 5, 4)),
        ("5-3-3-5-3-3", (5, 6, 7, 6, 5)),
        ("6-4-4-6-4-4", (6, 7, 8, 9, 8, 7, 6)),
        ("4-1-1-4-1-1", (4,)),  # a line
        ("1-4-1-1-4-1", (1, 1, 1, 1)),  # a line that leans
        ("1-3-1-3-1-3", (1, 2, 3)),  # a triangle
        ("3-1-3-1-3-1", (3, 2, 1)),
        ("3-1-3-3-1-3", (3, 3, 3)),  # a rhombus
        ("2-1-3-2-1-3", (2, 2, 2)),  # a parallelogram
        ("4-1-2-3-2-1", (4, 3)),  # a trapezium
        ("2-4-2-3-3-3", (2, 3, 4, 4, 3)),
    ],
)
def test_rows_follow_from_the_sides(sides: str, rows: tuple[int, ...]) -> None:
    which = board(*map(int, sides.split("-")))
    assert which.row_lengths == rows
    assert which.size == len(which.names) == len(which.neighbours) == sum(rows)
    assert which.full == sum(1 << cell for cell in range(sum(rows)))
    assert str(which) == sides


def test_cell_count_of_regular_boards_is_one_and_rings_of_six() -> None:
    for length in range(1, 15):
        assert board(length).size == 1 + 6 * sum(range(length))


def test_cells_are_named_by_row_from_below_and_place_from_the_left() -> None:
    rows = "e1 e2 e3  d1 d2 d3 d4  c1 c2 c3 c4 c5  b1 b2 b3 b4  a1 a2 a3"
    assert board(3).names == tuple(rows.split())
    assert [board(3).index(name) for name in ("e1", "c3", "a3")] == [0, 9, 18]


def test_row_letters_go_on_after_z() -> None:
    names = board(1, 703, 1, 1, 703, 1).names
    assert [names[-row] for row in (1, 26, 27, 52, 53, 702, 703)] == (
        ["a1", "z1", "aa1", "az1", "ba1", "zz1", "aaa1"]
    )


def test_neighbours_of_size_two() -> None:
    assert neighbour_names(board(2)) == {
        "c1": {"c2", "b1", "b2"},
        "c2": {"c1", "b2", "b3"},
        "b1": {"c1", "b2", "a1"},
        "b2": {"c1", "c2", "b1", "b3", "a1", "a2"},
        "b3": {"c2", "b2", "a2"},
        "a1": {"b1", "b2", "a2"},
        "a2": {"a1", "b2", "b3"},
    }


def test_equal_rows_lean_to_either_side() -> None:
    assert neighbour_names(board(2, 1, 2, 2, 1, 2)) == {  # lower row half a cell to the left
        "b1": {"b2", "a1", "a2"},
        "b2": {"b1", "a2"},
        "a1": {"b1", "a2"},
        "a2": {"b1", "b2", "a1"},
    }
    assert neighbour_names(board(2, 2, 1, 2, 2, 1)) == {  # to the right
        "b1": {"b2", "a1"},
        "b2": {"b1", "a1", "a2"},
        "a1": {"b1", "b2", "a2"},
        "a2": {"b2", "a1"},
    }


def test_number_of_adjacent_pairs() -> None:
    """Each of the three directions of lines has one pair less than cells in each of its lines."""
    for which in hexagons(longest=4):
        sides = which.sides
        lines = sum(sides[at] + sides[at + 1] - 1 for at in (1, 2, 3))
        pairs = sum(mask.bit_count() for mask in which.neighbours)
        assert pairs == 2 * (3 * which.size - lines), which


def test_neighbours_are_mutual_and_never_the_cell_itself() -> None:
    for which in hexagons(longest=3):
        for cell, mask in enumerate(which.neighbours):
            assert not mask >> cell & 1
            assert all(which.neighbours[other] >> cell & 1 for other in cells_in(mask))


@pytest.mark.parametrize(
    ("sides", "count"),
    [
        ((1,), 1),
        ((2,), 12),
        ((3,), 12),
        ((5,), 12),
        ((3, 4, 3, 4, 3, 4), 6),
        ((5, 3, 3, 5, 3, 3), 4),
        ((2, 1, 1, 2, 1, 1), 2),  # lines
        ((1, 5, 1, 1, 5, 1), 2),
        ((1, 2, 1, 2, 1, 2), 6),  # triangles
        ((4, 1, 4, 1, 4, 1), 6),
        ((2, 1, 2, 2, 1, 2), 4),  # rhombi
        ((3, 3, 1, 3, 3, 1), 4),
        ((2, 1, 3, 2, 1, 3), 2),  # a parallelogram
        ((4, 1, 2, 3, 2, 1), 2),  # a trapezium
        ((3, 6, 6, 4, 5, 7), 1),  # lopsided
    ],
)
def test_number_of_symmetries(sides: tuple[int, ...], count: int) -> None:
    assert len(board(*sides).symmetries) == count


def test_symmetries_are_those_of_the_outline() -> None:
    """A symmetry turns or mirrors the outline to itself; on a line, pairs of them move alike."""
    for which in hexagons(longest=4):
        sides = which.sides
        turned = [sides[at:] + sides[:at] for at in range(6)]
        of_outline = sum(image == sides for image in (*turned, *(image[::-1] for image in turned)))
        is_line = sorted(sides)[3] == 1
        alike = 12 if which.size == 1 else 2 if is_line else 1
        assert len(which.symmetries) * alike == of_outline, which


def test_symmetries_keep_neighbours_and_make_a_group() -> None:
    for which in hexagons(longest=3):
        found = which.symmetries
        assert found[0] == tuple(range(which.size))
        assert len(set(found)) == len(found)
        for image in found:
            for cell, mask in enumerate(which.neighbours):
                moved = sum(1 << image[other] for other in cells_in(mask))
                assert which.neighbours[image[cell]] == moved
            assert {tuple(image[cell] for cell in other) for other in found} == set(found)


def test_boards_that_look_alike_in_their_rows_are_different() -> None:
    left, right = board(2, 1, 2, 2, 1, 2), board(2, 2, 1, 2, 2, 1)
    assert left.row_lengths == right.row_lengths
    assert left != right


def test_exactly_the_sides_that_close_make_a_board() -> None:
    closing = 0
    for sides in product(range(1, 4), repeat=6):
        if closes(sides):
            board(*sides)
            closing += 1
        else:
            with pytest.raises(NotationError, match="does not close"):
                board(*sides)
    assert closing > 20


@pytest.mark.parametrize(
    ("sides", "place", "reason"),
    [
        ((), "sides", "one length or six are needed, not 0"),
        ((3, 3), "sides", "one length or six are needed, not 2"),
        ((2,) * 7, "sides", "one length or six are needed, not 7"),
        ((0,), "side 1 (top)", "a side has at least 1 cell"),
        ((3, 3, 3, 3, 3, -1), "side 6 (upper left)", "a side has at least 1 cell"),
        ((1, 10**5000, 1, 1, 1, 1), "side 2 (upper right)", "a board has at most 10,000 cells"),
        (
            (3, 3, 3, 3, 3, 4),
            "sides",
            "the outline does not close: sides 2 and 3 add up to 6, sides 5 and 6 to 7; "
            "the sums must be equal",
        ),
        (
            (4, 3, 3, 3, 3, 3),
            "sides",
            "the outline does not close: sides 1 and 2 add up to 7, sides 4 and 5 to 6; "
            "the sums must be equal",
        ),
        ((59,), "sides", "a board has at most 10,000 cells, this one would have 10,267"),
        ((10_000,), "sides", "a board has at most 10,000 cells, this one would have 299,970,001"),
    ],
)
def test_wrong_sides_are_refused(sides: tuple[int, ...], place: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        board(*sides)
    assert (caught.value.place, caught.value.reason) == (place, reason)


def test_the_largest_boards_are_built() -> None:
    line = board(MOST_CELLS, 1, 1, MOST_CELLS, 1, 1)
    assert (line.size, len(line.symmetries)) == (10_000, 2)
    assert all(right - left == 1 for left, right in pairwise(map(line.index, line.names)))
    assert (board(58).size, len(board(58).symmetries)) == (9919, 12)


@pytest.mark.parametrize("name", ["f1", "c6", "c0", "c", "3", "", "C3", "c03", "c\uff13", "swap"])
def test_names_of_no_cell_are_refused(name: str) -> None:
    with pytest.raises(NotationError, match="no such cell on board 3, whose rows are a to e") as it:
        board(3).index(name)
    assert it.value.place == f"cell {name!a}"


def test_a_board_is_built_once_and_a_copy_equals_it() -> None:
    assert board(3) is board(3, 3, 3, 3, 3, 3)
    copy = pickle.loads(pickle.dumps(board(3)))
    assert copy == board(3)
    assert hash(copy) == hash(board(3))
    assert copy.index("c3") == 9
    assert board(3) != board(2)


def test_cells_of_a_mask() -> None:
    assert list(cells_in(0)) == []
    assert list(cells_in(1 << 200 | 1 << 63 | 1)) == [0, 63, 200]
    assert board(3).names_in(1 << 18 | 1) == ("e1", "a3")


def test_any_number_of_boards_can_be_asked_for() -> None:
    first = board(1, 1, 1, 1, 1, 1)
    for length in range(1, BOARDS_KEPT + 50):
        board(length, 1, 1, length, 1, 1)
    assert _built.cache_info().currsize == BOARDS_KEPT
    again = board(1, 1, 1, 1, 1, 1)
    assert (again, hash(again)) == (first, hash(first))
    assert again is not first
