"""Every property holds for the specification, and is violated by a specification that is wrong."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import churn_spec as spec
from churn_verification.checks import properties as properties_checks
from churn_verification.judge.difference import Difference
from churn_verification.properties import PROPERTIES, Property, require_property
from churn_verification.registry import Context, Level
from churn_verification.results import Status, held
from churn_verification.suite import suite

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


def test_cases_that_could_tell_nothing_are_not_counted() -> None:
    claim = replace(BY_NAME["isolation-is-forced"], telling=lambda _case: False)
    counts = require_property(claim, 20, seed_number=5)
    assert counts["cases"] == 20
    assert held(counts).status is Status.FAILED


def test_each_property_has_a_wrong_specification() -> None:
    assert WRONG.keys() == BY_NAME.keys()


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_specification_violates_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    function, wrong = WRONG[name]
    monkeypatch.setattr(spec, function, wrong)
    with pytest.raises(Difference) as found:
        require_property(BY_NAME[name], 200, seed_number=5)
    assert found.value.counterexample.clause in BY_NAME[name].clauses


def test_a_wrong_specification_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spec, "play", nothing_removed)
    found = suite()["property/smaller-groups-are-removed"].run(Context(Level.QUICK, 1))
    assert found.status is Status.FAILED
    assert found.counterexample is not None
    assert found.counterexample.clause == "R1"


def test_the_seed_chooses_the_cases_and_the_level_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []

    def ask(_claim: Property, examples: int, seed_number: int) -> dict[str, int]:
        asked.append((examples, seed_number))
        return {"cases": 1}

    monkeypatch.setattr(properties_checks, "require_property", ask)
    for check in ("property/isolation-is-forced", "property/the-majority-wins"):
        for level, seed in [(Level.QUICK, 1), (Level.STANDARD, 1), (Level.QUICK, 2)]:
            suite()[check].run(Context(level, seed))
    examples, seeds = zip(*asked, strict=True)
    assert examples[0] < examples[1]
    assert seeds[0] == seeds[1]
    assert len(set(seeds)) == 4
