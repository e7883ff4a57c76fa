"""Misreadings of what may be placed (P1, P2)."""

from churn_verification.misreadings import rules
from churn_verification.misreadings.mutant import Mutant, Origin, misreading
from churn_verification.misreadings.state import State, cells_in, reach_of


def _joining(at: State) -> int:
    """The free cells beside a friendly stone."""
    return at.rules.free(at) & reach_of(at.own)


def _smallest_of(at: State, cells: int) -> int:
    """Of some cells those that form the smallest group."""
    sizes = {cell: at.rules.formed_size(at, cell) for cell in cells_in(cells)}
    least = min(sizes.values(), default=0)
    return sum(1 << cell for cell, size in sizes.items() if size == least)


def _isolated_or_smallest(at: State) -> int:
    return at.rules.isolated(at) | _smallest_of(at, _joining(at))


def _beside_nothing(at: State) -> int:
    return rules.isolated(at) & ~reach_of(at.enemy)


def _beside_nothing_or_joining(at: State) -> int:
    return _beside_nothing(at) or _smallest_of(at, _joining(at))


def _beside_no_enemy(at: State) -> int:
    return at.rules.free(at) & ~reach_of(at.enemy)


def _isolated_or_any(at: State) -> int:
    return at.rules.isolated(at) or at.rules.free(at)


def _largest(at: State) -> int:
    sizes = {cell: at.rules.formed_size(at, cell) for cell in cells_in(at.rules.free(at))}
    return sum(1 << cell for cell, size in sizes.items() if size == max(sizes.values()))


def _first_of_the_smallest(at: State) -> int:
    cells = rules.smallest(at)
    return cells & -cells


def _size_of_smallest_joined(at: State, cell: int) -> int:
    return min((group.size for group in at.rules.beside(at, cell)), default=0)


def _size_of_largest_joined(at: State, cell: int) -> int:
    return max((group.size for group in at.rules.beside(at, cell)), default=0)


def _number_of_joined(at: State, cell: int) -> int:
    return len(at.rules.beside(at, cell))


def _number_of_stones_beside(at: State, cell: int) -> int:
    return (at.lattice.neighbours[cell] & at.stones[at.mover]).bit_count()


def _smallest_group_on_the_board(at: State, cell: int) -> int:
    before_removal = at.rules.kept(at, cell, 0)
    return min(group.size for group in before_removal)


def _counting_each_touch(at: State, cell: int) -> int:
    around = at.lattice.neighbours[cell]
    return 1 + sum(g.size * (g.cells & around).bit_count() for g in at.rules.beside(at, cell))


def _counting_one_group(at: State, cell: int) -> int:
    return 1 + sum(group.size for group in at.rules.beside(at, cell)[:1])


def _without_the_new_stone(at: State, cell: int) -> int:
    return rules.formed_size(at, cell) - 1


def _three_sizes_but_the_least(at: State, cell: int) -> int:
    sizes = {group.size for group in at.rules.beside(at, cell)}
    return rules.formed_size(at, cell) - (min(sizes) if len(sizes) == 3 else 0)


def _in_four_bits(at: State, cell: int) -> int:
    return rules.formed_size(at, cell) & 15


_ISOLATION = '"If you can place a stone in isolation (...), you must do so."'
_FORMS = '"a placement that forms the smallest friendly group possible"'

MUTANTS: tuple[Mutant, ...] = (
    misreading(
        "isolation-optional",
        "P1",
        Origin.PROSE,
        f"{_ISOLATION}, read as may",
        "Besides the isolated placements the smallest joining ones are legal too.",
        legal=_isolated_or_smallest,
    ),
    misreading(
        "isolation-means-touching-nothing",
        "P1",
        Origin.PROSE,
        'the word "isolation" taken by itself, without what stands in brackets after it',
        "Where a stone can touch no stone of either colour, only such placements are legal.",
        isolated=_beside_nothing,
    ),
    misreading(
        "enemy-stones-block-isolation",
        "P1",
        Origin.PROSE,
        '"not adjacent to any friendly groups", read as adjacent to no groups',
        "A placement beside an enemy stone is not isolated; a group must be joined instead.",
        legal=_beside_nothing_or_joining,
    ),
    misreading(
        "isolation-from-the-enemy",
        "P1",
        Origin.SLIP,
        "own and other exchanged",
        "A placement is isolated when no enemy stone is beside it.",
        isolated=_beside_no_enemy,
    ),
    misreading(
        "any-placement-legal",
        "P1 P2",
        Origin.SLIP,
        "the choice is left to the players, as on a real board",
        "A stone may be placed on any empty cell.",
        legal=rules.free,
    ),
    misreading(
        "any-joining-placement-legal",
        "P2",
        Origin.PROSE,
        f"{_FORMS}, passed over: what cannot be isolated is free",
        "Without isolated placements a stone may be placed on any empty cell.",
        legal=_isolated_or_any,
    ),
    misreading(
        "largest-group-wanted",
        "P2",
        Origin.SLIP,
        "max for min",
        "Without isolated placements the largest group must be formed.",
        smallest=_largest,
    ),
    misreading(
        "one-of-the-smallest-only",
        "P2",
        Origin.SLIP,
        "an argmin that gives one of several",
        "Of several placements that form the smallest group only the first is legal.",
        smallest=_first_of_the_smallest,
    ),
    misreading(
        "smallest-by-smallest-joined-group",
        "P2",
        Origin.PROSE,
        '"the smallest friendly group", read as the group that is joined',
        "The placement must join the smallest group there is, whatever else it joins.",
        measure=_size_of_smallest_joined,
    ),
    misreading(
        "smallest-by-largest-joined-group",
        "P2",
        Origin.PROSE,
        '"adjacent to a friendly group", read as belonging to the largest of them',
        "Placements are compared by the largest group that they join.",
        measure=_size_of_largest_joined,
    ),
    misreading(
        "smallest-by-number-of-joined-groups",
        "P2",
        Origin.PROSE,
        f"{_FORMS}, read as joining as few groups as possible",
        "Placements are compared by how many groups they join.",
        measure=_number_of_joined,
    ),
    misreading(
        "smallest-by-stones-beside",
        "P2",
        Origin.SLIP,
        "neighbours counted and not the groups that they belong to",
        "Placements are compared by how many friendly stones are next to them.",
        measure=_number_of_stones_beside,
    ),
    misreading(
        "smallest-by-touches",
        "P2",
        Origin.SLIP,
        "a search that comes to a group from two sides, in the choice alone",
        "Placements are compared by sizes in which a group counts once for each of its stones that"
        " the new stone touches.",
        measure=_counting_each_touch,
    ),
    misreading(
        "smallest-over-the-whole-board",
        "P2",
        Origin.PROSE,
        f"{_FORMS}, read as of the whole board",
        "Placements are compared by the smallest friendly group that is on the board once the stone"
        " is placed.",
        measure=_smallest_group_on_the_board,
    ),
    misreading(
        "group-touched-twice-counts-twice",
        "P2 R1",
        Origin.PUBLIC,
        "github.com/jokkebk/jgoboard/issues/4, github.com/aprescott/tenuki/pull/8: a group found"
        " from two sides was counted twice",
        "A group counts once for each of its stones that the new stone touches.",
        formed_size=_counting_each_touch,
    ),
    misreading(
        "one-joined-group-counted",
        "P2 R1",
        Origin.SLIP,
        "a search that stops at the first friendly neighbour",
        "Of several joined groups only one is counted.",
        formed_size=_counting_one_group,
    ),
    misreading(
        "new-stone-not-counted",
        "P2 R1",
        Origin.SLIP,
        "sizes summed over the neighbours alone",
        "The formed size is that of the joined groups, without the new stone.",
        formed_size=_without_the_new_stone,
    ),
    misreading(
        "three-groups-of-different-sizes",
        "P2 R1",
        Origin.SLIP,
        "a case that hardly ever comes up, handled by hand",
        "Where three groups of three different sizes are joined the smallest is not counted.",
        formed_size=_three_sizes_but_the_least,
    ),
    misreading(
        "sizes-in-four-bits",
        "P2 R1",
        Origin.SLIP,
        "a field that was wide enough for the small boards it was tried on",
        "Formed sizes of 16 and more begin again at 0.",
        formed_size=_in_four_bits,
    ),
)
