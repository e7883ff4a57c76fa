"""Properties of placements: which are legal, what they form and remove (P1, P2, R1, R2, F1)."""

from dataclasses import replace

from hypothesis import strategies as st

import churn_spec as spec
from churn_verification.properties.property import Property, are_adjacent, components
from churn_verification.strategies import boards, meeting_positions, placements, positions

Case = tuple[spec.Position, spec.Cell]

_ON = boards(27)
_POSITIONS = st.one_of(positions(_ON), meeting_positions(_ON))
_PLACEMENTS = placements(_POSITIONS)


def _formed(position: spec.Position, cell: spec.Cell) -> frozenset[spec.Cell]:
    """The group that a stone would form, found by networkx."""
    groups = components(position.board, position.own | {cell})
    return next(group for group in groups if cell in group)


def _is_isolated(position: spec.Position, cell: spec.Cell) -> bool:
    return not any(are_adjacent(cell, stone) for stone in position.own)


def _empty(position: spec.Position) -> list[spec.Cell]:
    return [
        cell for cell in spec.cells_of(position.board) if cell not in position.red | position.blue
    ]


def _joins(case: Case) -> bool:
    return not _is_isolated(*case)


def _isolation_is_forced(position: spec.Position) -> str | None:
    isolated = {cell for cell in _empty(position) if _is_isolated(position, cell)}
    if isolated and spec.legal_placements(position) != isolated:
        return "isolated placements exist, and the legal placements are not just these"
    return None


def _smallest_is_forced(position: spec.Position) -> str | None:
    sizes = {cell: len(_formed(position, cell)) for cell in _empty(position)}
    smallest = {cell for cell, size in sizes.items() if size == min(sizes.values())}
    if spec.legal_placements(position) != smallest:
        return "the legal placements are not those of the smallest formed size"
    return None


def _formed_size_counts_all(case: Case) -> str | None:
    position, cell = case
    touched = {
        group
        for group in components(position.board, position.own)
        if any(are_adjacent(cell, stone) for stone in group)
    }
    if len(spec.formed_group(position, cell)) != 1 + sum(map(len, touched)):
        return "the formed size is not one more than the sizes of all groups touched"
    return None


def _smaller_groups_go(case: Case) -> str | None:
    position, cell = case
    formed = _formed(position, cell)
    left = spec.play(position, cell).stones(position.mover)
    if any(len(group) < len(formed) for group in components(position.board, left)):
        return "a group smaller than the formed one is left"
    return None


def _others_stay(case: Case) -> str | None:
    position, cell = case
    formed = _formed(position, cell)
    after = spec.play(position, cell)
    left = components(position.board, after.stones(position.mover))
    before = components(position.board, position.own)
    must_stay = {group for group in before if len(group) >= len(formed)} | {formed}
    if left != must_stay:
        return "what is left is not the formed group and those of its size or more"
    if after.stones(position.mover.other) != position.enemy:
        return "the opponent's stones changed"
    return None


def _isolated_removes_nothing(case: Case) -> str | None:
    position, cell = case
    if _joins(case) or spec.play(position, cell).stones(position.mover) == position.own | {cell}:
        return None
    return "an isolated placement removed stones"


def _enemies_do_not_matter(case: Case) -> str | None:
    position, cell = case
    alone = spec.Position(
        position.board,
        position.red if position.mover is spec.Colour.RED else frozenset(),
        position.blue if position.mover is spec.Colour.BLUE else frozenset(),
        position.mover,
    )
    if spec.formed_group(alone, cell) != spec.formed_group(position, cell):
        return "without enemy stones another group is formed"
    if spec.removed_stones(alone, cell) != spec.removed_stones(position, cell):
        return "without enemy stones others are removed"
    return None


def _ranking_rises(case: Case) -> str | None:
    position, cell = case
    after = spec.play(position, cell)
    before_sizes, after_sizes = (
        sorted(map(len, components(position.board, stones)), reverse=True)
        for stones in (position.own, after.stones(position.mover))
    )
    if before_sizes >= after_sizes:
        return f"the mover's group sizes went from {before_sizes} to {after_sizes}"
    if spec.ranking(after, position.mover) != tuple(after_sizes):
        return "the ranking is not the list of group sizes, largest first"
    if spec.ranking(after, position.mover.other) != spec.ranking(position, position.mover.other):
        return "the other side's ranking changed"
    return None


def _symmetries_commute(case: Case) -> str | None:
    position, cell = case
    for symmetry in spec.symmetries(position.board):
        image = spec.image_of(position, symmetry)
        if spec.play(image, symmetry[cell]) != spec.image_of(spec.play(position, cell), symmetry):
            return "the image's turn does not lead to the turn's image"
    return None


def _colours_exchange(case: Case) -> str | None:
    position, cell = case
    exchanged = spec.play(spec.with_colours_exchanged(position), cell)
    after = spec.play(position, cell)
    # The swap answers Red's first turn and never Blue's, so it is left out.
    if replace(exchanged, swap_on_offer=False) != spec.with_colours_exchanged(after):
        return "with colours exchanged the turn leads elsewhere"
    return None


PLACING: tuple[Property, ...] = (
    Property(
        "isolation-is-forced",
        "Where isolated placements exist they alone are legal, whatever the enemy stones.",
        ("P1",),
        _POSITIONS,
        _isolation_is_forced,
        lambda at: any(_is_isolated(at, cell) for cell in _empty(at)),
    ),
    Property(
        "smallest-group-is-forced",
        "The legal placements are those that form the smallest group (1 where isolated).",
        ("P2", "P1"),
        _POSITIONS,
        _smallest_is_forced,
        lambda at: bool(_empty(at)) and not any(_is_isolated(at, cell) for cell in _empty(at)),
    ),
    Property(
        "formed-size-counts-all-joined-groups",
        "The formed size is one more than the sizes of all friendly groups that are touched.",
        ("P2",),
        _PLACEMENTS,
        _formed_size_counts_all,
        _joins,
    ),
    Property(
        "smaller-groups-are-removed",
        "After a turn no friendly group is smaller than the formed one.",
        ("R1",),
        _PLACEMENTS,
        _smaller_groups_go,
        lambda case: _joins(case) and bool(spec.removed_stones(*case)),
    ),
    Property(
        "all-other-stones-stay",
        "The formed group, equal and larger groups and the opponent's stones stay as they are.",
        ("R2",),
        _PLACEMENTS,
        _others_stay,
        _joins,
    ),
    Property(
        "isolated-placement-removes-nothing",
        "An isolated placement adds its stone and changes nothing else.",
        ("R2",),
        _PLACEMENTS,
        _isolated_removes_nothing,
        lambda case: not _joins(case) and bool(case[0].own),
    ),
    Property(
        "enemy-stones-do-not-matter",
        "What a placement forms and removes depends on the mover's stones alone.",
        ("P2", "R1"),
        _PLACEMENTS,
        _enemies_do_not_matter,
        lambda case: _joins(case) and bool(case[0].enemy),
    ),
    Property(
        "ranking-rises-on-every-turn",
        "A placement raises the mover's ranking and leaves the other side's as it is.",
        ("F1",),
        _PLACEMENTS,
        _ranking_rises,
        _joins,
    ),
    Property(
        "symmetries-commute-with-turns",
        "Turning or mirroring the board and taking a turn can be done in either order.",
        ("P1", "P2", "R1"),
        _PLACEMENTS,
        _symmetries_commute,
        lambda case: len(spec.symmetries(case[0].board)) > 1,
    ),
    Property(
        "colours-can-be-exchanged",
        "Red and Blue are treated alike: exchanging them changes nothing else, but for the swap.",
        ("T1", "P1", "P2", "R1"),
        _PLACEMENTS,
        _colours_exchange,
        lambda case: case[0].red != case[0].blue,
    ),
)
