"""Misreadings of what is removed (R1, R2)."""

from churn_verification.misreadings import rules
from churn_verification.misreadings.mutant import Mutant, Origin, misreading
from churn_verification.misreadings.state import Group, Groups, State, joined


def _formed(at: State, cell: int) -> Group:
    """The formed group."""
    stone = Group(1 << cell, at.lattice.neighbours[cell], 1)
    return joined((stone, *at.rules.beside(at, cell)))


def _apart(at: State, cell: int) -> Groups:
    """The friendly groups that are not joined."""
    beside = at.rules.beside(at, cell)
    return tuple(group for group in at.own if group not in beside)


def _smaller(at: State, cell: int) -> Groups:
    """The groups that are to be removed."""
    least = at.rules.yardstick(at, cell)
    return tuple(group for group in _apart(at, cell) if group.size < least)


def _equal_ones_too(at: State, cell: int) -> int:
    return _equal_ones_always(at, cell) if at.rules.beside(at, cell) else 0


def _equal_ones_always(at: State, cell: int) -> int:
    least = at.rules.yardstick(at, cell)
    return joined(tuple(group for group in _apart(at, cell) if group.size <= least)).cells


def _formed_one_too(at: State, cell: int) -> int:
    equal = _equal_ones_too(at, cell)
    return equal | _formed(at, cell).cells if equal != rules.removed(at, cell) else equal


def _formed_one_always(at: State, cell: int) -> int:
    return _equal_ones_always(at, cell) | _formed(at, cell).cells


def _those_near(at: State, cell: int) -> int:
    reach = _formed(at, cell).reach
    return joined(tuple(group for group in _smaller(at, cell) if group.reach & reach)).cells


def _one_of_them(at: State, cell: int) -> int:
    return joined(_smaller(at, cell)[:1]).cells


def _smallest_of_them(at: State, cell: int) -> int:
    smaller = _smaller(at, cell)
    least = min((group.size for group in smaller), default=0)
    return joined(tuple(group for group in smaller if group.size == least)).cells


def _enemies_too(at: State, cell: int) -> int:
    least = at.rules.yardstick(at, cell)
    enemies = joined(tuple(group for group in at.enemy if group.size < least)).cells
    return rules.removed(at, cell) | enemies


def _enemies_instead(at: State, cell: int) -> int:
    least = at.rules.yardstick(at, cell)
    return joined(tuple(group for group in at.enemy if group.size < least)).cells


def _larger_ones(at: State, cell: int) -> int:
    least = at.rules.yardstick(at, cell)
    return joined(tuple(group for group in _apart(at, cell) if group.size > least)).cells


def _singles_after_isolated(at: State, cell: int) -> int:
    if at.rules.beside(at, cell):
        return rules.removed(at, cell)
    return joined(tuple(group for group in at.own if group.size == 1)).cells


def _until_all_are_equal(at: State, cell: int) -> int:
    if not at.rules.beside(at, cell):
        return 0
    left = (*_apart(at, cell), _formed(at, cell))
    largest = max(group.size for group in left)
    return joined(tuple(group for group in left if group.size < largest)).cells


def _joined_ones_too(at: State, cell: int) -> int:
    return rules.removed(at, cell) | joined(at.rules.beside(at, cell)).cells


def _none(_at: State, _cell: int) -> int:
    return 0


def _largest_joined_size(at: State, cell: int) -> int:
    return max((group.size for group in at.rules.beside(at, cell)), default=0)


def _formed_size_less_one(at: State, cell: int) -> int:
    return at.rules.formed_size(at, cell) - 1


def _stale(at: State, cell: int, _removed: int) -> Groups:
    return (*_apart(at, cell), _formed(at, cell))


_SMALLER = '"you must immediately remove all friendly groups smaller than the group so formed"'

MUTANTS: tuple[Mutant, ...] = (
    misreading(
        "equal-groups-removed",
        "R2",
        Origin.SLIP,
        "<= for <",
        "Groups of the formed group's size are removed too.",
        removed=_equal_ones_too,
    ),
    misreading(
        "equal-groups-removed-always",
        "R2",
        Origin.SLIP,
        "<= for <, in a removal that every placement goes through",
        "Groups of the formed group's size are removed too, also after isolated placements.",
        removed=_equal_ones_always,
    ),
    misreading(
        "formed-group-removed-with-equal-ones",
        "R2 F1",
        Origin.SLIP,
        "<= for <, over all groups",
        "Where another group has the formed group's size, all of that size go, the formed one too.",
        removed=_formed_one_too,
    ),
    misreading(
        "formed-group-removed-always",
        "R2 F1",
        Origin.SLIP,
        "<= for <, over all groups, in a removal that every placement goes through",
        "All groups up to the formed group's size are removed, and so the formed one, each time.",
        removed=_formed_one_always,
    ),
    misreading(
        "only-near-groups-removed",
        "R1",
        Origin.PROSE,
        f"{_SMALLER}, read as capturing around the new group, as games usually do",
        "Only groups are removed that are within two cells of the formed group.",
        removed=_those_near,
    ),
    misreading(
        "only-one-group-removed",
        "R1",
        Origin.PUBLIC,
        "github.com/paviad/GoSharp/issues/11: wrong when two groups were captured at a time",
        "Of several smaller groups only one is removed.",
        removed=_one_of_them,
    ),
    misreading(
        "only-smallest-groups-removed",
        "R1",
        Origin.PROSE,
        f"{_SMALLER}, read as the smallest ones",
        "Of the smaller groups only the smallest are removed.",
        removed=_smallest_of_them,
    ),
    misreading(
        "enemy-groups-removed-too",
        "R2",
        Origin.PUBLIC,
        "github.com/paviad/GoSharp/issues/1: stones of both colours were removed",
        "The opponent's smaller groups are removed too.",
        removed=_enemies_too,
    ),
    misreading(
        "enemy-groups-removed-instead",
        "R1 R2",
        Origin.PROSE,
        f"{_SMALLER}, with friendly passed over: games capture the opponent's stones",
        "The opponent's smaller groups are removed and one's own stay.",
        removed=_enemies_instead,
    ),
    misreading(
        "larger-groups-removed",
        "R1 R2",
        Origin.SLIP,
        "> for <",
        "Groups larger than the formed one are removed.",
        removed=_larger_ones,
    ),
    misreading(
        "nothing-removed",
        "R1",
        Origin.PUBLIC,
        "github.com/ryanb/govsgo/issues/22: captured stones stayed on the board",
        "No stone is ever removed.",
        removed=_none,
    ),
    misreading(
        "removal-by-largest-joined-group",
        "R1",
        Origin.PROSE,
        '"the group so formed", read as the group that was joined',
        "Groups are removed that are smaller than the largest of the joined groups.",
        yardstick=_largest_joined_size,
    ),
    misreading(
        "removal-without-the-new-stone",
        "R1",
        Origin.SLIP,
        "the size is taken before the stone is put",
        "Groups are removed that are smaller than the formed group less the new stone.",
        yardstick=_formed_size_less_one,
    ),
    misreading(
        "removal-after-isolated-placements",
        "R2",
        Origin.PROSE,
        '"concluding your turn", read as a part of every turn',
        "An isolated placement removes the player's other single stones.",
        removed=_singles_after_isolated,
    ),
    misreading(
        "removal-until-all-are-equal",
        "R1 R2",
        Origin.PROSE,
        f"{_SMALLER}, applied to each group in turn until nothing changes",
        "Removal goes on until no friendly group is smaller than another.",
        removed=_until_all_are_equal,
    ),
    misreading(
        "removal-before-joining",
        "R1 R2",
        Origin.SLIP,
        "the groups are listed before the stone is put, and removed from that list",
        "The joined groups are removed with the smaller ones, and the new stone is left alone.",
        removed=_joined_ones_too,
    ),
    misreading(
        "groups-not-updated-after-removal",
        "R1 P1 P2",
        Origin.PUBLIC,
        "github.com/Rochester-NRT/RocAlphaGo/issues/229, github.com/Dominux/DGS/issues/21: what was"
        " kept of groups went stale after captures",
        "Groups that were removed are still counted as groups later.",
        kept=_stale,
    ),
)
