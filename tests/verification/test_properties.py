"""Every property holds for the specification, and is violated by a specification that is wrong."""

from collections.abc import Callable
from typing import Any

import pytest

import churn_spec as spec
from churn_verification.comparison.difference import Difference
from churn_verification.properties import PROPERTIES, Property, require_property

BY_NAME = {claim.name: claim for claim in PROPERTIES}
PLAY = spec.play


def nothing_removed(position: spec.Position, turn: spec.Turn) -> spec.Position:
    after = PLAY(position, turn)
    if isinstance(turn, spec.Swap):
        return after
    own = position.own | {turn}
    red, blue = (own, after.blue) if position.mover is spec.Colour.RED else (after.red, own)
    return spec.Position(after.board, red, blue, after.mover)


def enemy_loses_a_stone(position: spec.Position, turn: spec.Turn) -> spec.Position:
    after = PLAY(position, turn)
    if position.mover is spec.Colour.RED:
        return spec.Position(after.board, after.red, frozenset(sorted(after.blue)[1:]), after.mover)
    return spec.Position(after.board, frozenset(sorted(after.red)[1:]), after.blue, after.mover)


def red_keeps_moving(position: spec.Position, turn: spec.Turn) -> spec.Position:
    after = PLAY(position, turn)
    return spec.Position(after.board, after.red, after.blue, spec.Colour.RED)


def removed_by_enemy_count(position: spec.Position, cell: spec.Cell) -> frozenset[spec.Cell]:
    return frozenset() if position.enemy else position.own


WRONG: dict[str, tuple[str, Callable[..., Any]]] = {
    "a-board-is-a-convex-hexagon": ("cell_count", lambda board: 7),
    "ties-need-an-even-board": ("winner", lambda position: spec.Outcome.TIE),
    "red-and-blue-alternate": ("take_turns", lambda game, turns: [game for _ in turns]),
    "a-placement-always-exists": ("legal_placements", spec.isolated_placements),
    "swap-on-the-second-turn-only": ("legal_turns", spec.legal_placements),
    "over-exactly-when-full-after-removal": (
        "is_over",
        lambda position: len(position.red | position.blue) > 2,
    ),
    "the-majority-wins": ("winner", lambda position: None),
    "games-stay-within-the-bound": ("longest_game_bound", lambda board: 2),
    "position-texts-are-exact": (
        "read_position",
        lambda text: spec.starting_position(spec.read_board(text.split()[0])),
    ),
    "record-texts-are-exact": (
        "read_record",
        lambda text: spec.Record(spec.starting_position(spec.regular_board(2)), ()),
    ),
    "isolation-is-forced": ("legal_placements", spec.empty_cells),
    "smallest-group-is-forced": ("legal_placements", spec.empty_cells),
    "formed-size-counts-all-joined-groups": (
        "formed_group",
        lambda position, cell: frozenset([cell]),
    ),
    "smaller-groups-are-removed": ("play", nothing_removed),
    "all-other-stones-stay": ("play", enemy_loses_a_stone),
    "isolated-placement-removes-nothing": ("play", lambda position, turn: position),
    "enemy-stones-do-not-matter": ("removed_stones", removed_by_enemy_count),
    "ranking-rises-on-every-turn": ("ranking", lambda position, colour: (1,)),
    "symmetries-commute-with-turns": ("play", enemy_loses_a_stone),
    "colours-can-be-exchanged": ("play", red_keeps_moving),
}
"""Property to a function of the specification, and a wrong one in its place."""


@pytest.mark.parametrize("claim", PROPERTIES, ids=BY_NAME)
def test_a_property_holds(claim: Property) -> None:
    counts = require_property(claim, 100, seed_number=5)
    assert counts["cases"] >= 100
    assert counts["telling cases"] > 0


def test_each_property_has_a_wrong_specification() -> None:
    assert WRONG.keys() == BY_NAME.keys()


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_specification_violates_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    function, wrong = WRONG[name]
    monkeypatch.setattr(spec, function, wrong)
    with pytest.raises(Difference) as found:
        require_property(BY_NAME[name], 200, seed_number=5)
    assert found.value.counterexample.clause in BY_NAME[name].clauses
