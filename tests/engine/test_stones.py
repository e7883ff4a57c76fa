"""Groups on bit masks against a slow account of the same rules on sets of cells."""

import random

import pytest

from churn_engine.board import Board, cells_in
from churn_engine.notation import parse_board
from churn_engine.stones import Stones

# Sizes at and around the edges of machine words, boards that lean, and one symmetry or all twelve.
AT_WORD_EDGES = {
    "5": 61,
    "3-6-6-4-5-7": 63,
    "2-9-3-6-5-7": 64,
    "4-4-8-4-4-8": 65,
    "7": 127,
    "12-5-5-13-4-6": 128,
    "10-5-7-9-6-6": 129,
    "8": 169,
    "10-10-12-9-11-11": 299,
}
SMALL = {
    "1": 1,
    "1-9-1-1-9-1": 9,
    "4-1-4-1-4-1": 10,
    "3-1-3-3-1-3": 9,
    "3-3-1-3-3-1": 9,
    "3": 19,
    "3-4-3-4-3-4": 27,
}


def cells_of(mask: int) -> frozenset[int]:
    return frozenset(cells_in(mask))


def groups_of(which: Board, cells: frozenset[int]) -> set[frozenset[int]]:
    """Find the groups by walking from neighbour to neighbour."""
    groups = set()
    left = set(cells)
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            group |= edge
            beside = {other for cell in edge for other in cells_in(which.neighbours[cell])}
            edge = beside & left
            left -= edge
        groups.add(frozenset(group))
    return groups


def placed(
    which: Board, cells: frozenset[int], cell: int
) -> tuple[int, frozenset[int], frozenset[int]]:
    """Give the formed size, what is removed and what is there after a placement."""
    groups = groups_of(which, cells | {cell})
    formed = next(group for group in groups if cell in group)
    smaller = {group for group in groups if len(group) < len(formed)}
    removed = frozenset().union(*smaller)
    return len(formed), removed, (cells | {cell}) - removed


def assert_same(which: Board, stones: Stones, cells: frozenset[int]) -> None:
    groups = groups_of(which, cells)
    assert cells_of(stones.cells) == cells
    assert {cells_of(group.cells) for group in stones.groups} == groups
    assert len(stones.groups) == len(groups)
    assert stones.ranking() == tuple(sorted(map(len, groups), reverse=True))
    for group in stones.groups:
        assert group.size == group.cells.bit_count()


@pytest.mark.parametrize(("text", "size"), [*AT_WORD_EDGES.items(), *SMALL.items()])
def test_placements_of_one_colour(text: str, size: int) -> None:
    """Fill the empty cells one by one, at random, and compare what each of them would do."""
    which = parse_board(text)
    assert which.size == size
    source = random.Random(text)
    for density in (0.2, 0.5, 0.8):
        cells = frozenset(cell for cell in range(size) if source.random() < density)
        stones = Stones.of(which, sum(1 << cell for cell in cells))
        for _ in range(8):
            assert_same(which, stones, cells)
            empty = [cell for cell in range(size) if cell not in cells]
            if not empty:
                break
            looked_at = source.sample(empty, min(len(empty), 25))
            expected = {cell: placed(which, cells, cell) for cell in looked_at}
            for cell, (formed_size, removed, left) in expected.items():
                assert stones.formed_size(cell) == formed_size
                after, removed_mask = stones.after(cell)
                assert cells_of(removed_mask) == removed
                assert cells_of(after.cells) == left
            assert_choice(stones, {cell: formed for cell, (formed, _, _) in expected.items()})
            cell = source.choice(looked_at)
            stones, _ = stones.after(cell)
            _, _, cells = expected[cell]


def assert_choice(stones: Stones, formed_sizes: dict[int, int]) -> None:
    """Compare which of these cells may be chosen, and how all of them are sorted."""
    empty = sum(1 << cell for cell in formed_sizes)
    least = min(formed_sizes.values())
    mask, size = stones.smallest(empty)
    assert size == least
    assert cells_of(mask) == {cell for cell, formed in formed_sizes.items() if formed == least}
    sorted_cells = stones.by_formed_size(empty)
    assert 0 not in sorted_cells.values()
    assert {
        cell: formed for formed, cells in sorted_cells.items() for cell in cells_in(cells)
    } == formed_sizes


def test_nothing_can_be_chosen_where_nothing_is_empty() -> None:
    stones = Stones.of(parse_board("2"), 0b1111111)
    assert stones.smallest(0) == (0, 0)
    assert stones.by_formed_size(0) == {}


def test_a_placement_leaves_the_old_value_as_it_was() -> None:
    which = parse_board("3")
    stones = Stones.of(which, 0b101)
    after, removed = stones.after(1)
    assert (after.cells, removed) == (0b111, 0)
    assert_same(which, stones, frozenset({0, 2}))
