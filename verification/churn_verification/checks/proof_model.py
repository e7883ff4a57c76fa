"""Checks beside the proofs: of their interpreter, and of compiled code that they leave out."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

import churn_spec as spec
from churn_verification.hexagons import hexagons, shapes
from churn_verification.judge.comparing import result_of
from churn_verification.proofs.catalogue import THEOREMS
from churn_verification.proofs.comparing import all_positions, compare, positions_of, some_positions
from churn_verification.proofs.compiled import (
    CompiledDifference,
    compare_accounts,
    compare_instructions,
)
from churn_verification.proofs.compiled_solver import (
    compare_layout,
    compare_solver_tables,
    compare_transitions,
)
from churn_verification.proofs.everywhere import (
    LemmaError,
    require_board_as_supposed,
    require_placement_as_supposed,
)
from churn_verification.proofs.grid import Grid, grid_of
from churn_verification.proofs.instances import broken_in
from churn_verification.registry import Check, Context, Kind, Level, Reach, Registry
from churn_verification.results import Result, failed, held

_CLAUSES = ("T1", "S1", "P1", "P2", "R1", "R2", "E1", "E2", "F1")
_BOARDS = ("2", "3-2-2-3-2-2", "2-3-2-3-2-3", "2-2-4-2-2-4", "3", "4-2-3-4-2-3", "3-4-3-4-3-4")

_LEMMA_CELLS = 30
_LAYOUTS = ("2", "3", "5-1-4-5-1-4", "6-1-6-1-6-1")
_POSITIONS_A_LAYOUT = 2_000


def register(registry: Registry) -> None:
    """Add the checks of the interpreter."""
    registry.add(
        Check(
            id="proof-model/small-boards",
            sentence="In every position of every board of up to 5 cells, interpreting the"
            " specification's source as the proofs do gives what the specification and the engine"
            " give.",
            clauses=_CLAUSES,
            kind=Kind.EXHAUSTIVE,
            level=Level.QUICK,
            run=_compare_all_positions,
            cost=2,
        )
    )
    registry.add(
        Check(
            id="proof-model/positions",
            sentence="In random positions, on boards of 7 to 27 cells, interpreting the"
            " specification's source as the proofs do gives what the specification and the engine"
            " give.",
            clauses=_CLAUSES,
            kind=Kind.DIFFERENTIAL,
            level=Level.STANDARD,
            run=_compare_some_positions,
            cost=4,
        )
    )
    registry.add(
        Check(
            id="proof-model/instances",
            sentence="Whatever a proof assumes, shows on the way or concludes holds in random"
            " positions, with groups and sizes computed.",
            clauses=_CLAUSES,
            kind=Kind.PROPERTY,
            level=Level.STANDARD,
            run=_look_at_instances,
            cost=10,
        )
    )

    registry.add(
        Check(
            id="proof-model/lemmas",
            sentence="What the lemmas about all boards suppose is so in the specification: the"
            " formula for the number of cells, the hexagon below the top row and the ring of"
            " neighbours on every hexagon of up to 30 cells, and the groups after random"
            " placements.",
            clauses=("B1", "B2", "F1"),
            kind=Kind.DIFFERENTIAL,
            level=Level.QUICK,
            run=_compare_lemmas,
            cost=5,
        )
    )
    registry.add(
        Check(
            id="compiled/instructions",
            sentence="The instructions of compiled words do what they are documented to do, on all"
            " words of one or two cells and all that lack at most one, for one to six machine"
            " words.",
            clauses=("T1", "P1", "P2", "R1", "R2"),
            kind=Kind.EXHAUSTIVE,
            level=Level.QUICK,
            run=_compare_instructions,
            looks_at=Reach.CASES,
            cost=4,
        )
    )
    registry.add(
        Check(
            id="compiled/accounts",
            sentence="For every pattern of Red's stones and of Blue's on a board of each small"
            " shape, compiled code keeps the account of single stones and larger groups that the"
            " proof about it supposes.",
            clauses=("P1", "P2", "R1"),
            kind=Kind.EXHAUSTIVE,
            level=Level.QUICK,
            run=partial(_compare_patterns, compare_accounts),
            looks_at=Reach.ALL_PLACEMENTS,
            cost=3,
        )
    )
    registry.add(
        Check(
            id="compiled/solver-tables",
            sentence="For every pattern of stones on a board of each small shape, the solver's"
            " tables give the stones after each placement, the rank and the legal placements that"
            " the specification gives.",
            clauses=("P1", "P2", "R1", "R2", "F1"),
            kind=Kind.EXHAUSTIVE,
            level=Level.QUICK,
            run=partial(_compare_patterns, compare_solver_tables),
            looks_at=Reach.ALL_PLACEMENTS,
            cost=4,
        )
    )
    registry.add(
        Check(
            id="compiled/solver-transitions",
            sentence="On a board of each small shape, the moves that the solver makes of each"
            " position in its tables are those of the specification.",
            clauses=("T1", "P1", "P2", "R1", "R2", "E1"),
            kind=Kind.EXHAUSTIVE,
            level=Level.STANDARD,
            run=_compare_transitions,
            cost=20,
        )
    )
    registry.add(
        Check(
            id="compiled/solver-layout",
            sentence="The solver's tables stand in the order of rankings, and random positions"
            " where a symmetric image of theirs belongs, on boards of 7, 19, 20 and 21 cells.",
            clauses=("F1",),
            kind=Kind.DIFFERENTIAL,
            level=Level.STANDARD,
            run=_compare_layouts,
            cost=20,
        )
    )


def _grids(boards: Sequence[str]) -> Iterator[Grid]:
    return (grid_of(spec.read_board(board)) for board in boards)


def _compare_all_positions(context: Context) -> Result:
    generator = np.random.default_rng(context.random("proof-model/small").getrandbits(64))

    def run() -> dict[str, int]:
        count = 0
        boards = hexagons(5)
        for number, board in enumerate(boards, start=1):
            grid = grid_of(board)
            positions = all_positions(grid, generator)
            compare(grid, positions)
            count += len(positions.red)
            context.progress(number, len(boards))
        return {"boards": len(boards), "positions": count}

    return result_of(run)


def _compare_some_positions(context: Context) -> Result:
    generator = np.random.default_rng(context.random("proof-model/some").getrandbits(64))
    each = context.budget(1_000, 8_000, 50_000)

    def run() -> dict[str, int]:
        for number, grid in enumerate(_grids(_BOARDS), start=1):
            compare(grid, some_positions(grid, each, generator))
            context.progress(number, len(_BOARDS))
        return {"boards": len(_BOARDS), "positions": each * len(_BOARDS)}

    return result_of(run)


def _look_at_instances(context: Context) -> Result:
    generator = np.random.default_rng(context.random("proof-model/instances").getrandbits(64))
    count = context.budget(100, 1_000, 20_000)
    looked_at = 0
    for grid in _grids(("2", "3")):
        for theorem in THEOREMS.values():
            found = broken_in(theorem, grid, count, generator)
            if found.broken is not None:
                return failed(f"{theorem.id} on board {grid}: {found.broken}")
            looked_at += found.looked_at
    return held({"instances": looked_at})


def _compare_lemmas(context: Context) -> Result:
    covered = {"boards": 0, "placements": 0}
    chance = context.random("proof-model/lemmas")
    generator = np.random.default_rng(chance.getrandbits(64))
    try:
        for board in hexagons(_LEMMA_CELLS):
            require_board_as_supposed(board)
            covered["boards"] += 1
        for grid in _grids(_BOARDS):
            positions = some_positions(grid, context.budget(20, 200, 2_000), generator)
            for position in positions_of(grid, positions):
                for cell in sorted(spec.empty_cells(position))[:1]:
                    require_placement_as_supposed(position, cell)
                    covered["placements"] += 1
    except LemmaError as error:
        return failed(str(error), covered)
    return held(covered)


def _compare_instructions(_context: Context) -> Result:
    try:
        return held(compare_instructions())
    except CompiledDifference as difference:
        return failed(str(difference))


def _compare_transitions(context: Context) -> Result:
    covered = {"boards": 0, "positions": 0}
    try:
        for board in shapes(context.budget(4, 6, 7)):
            covered["positions"] += compare_transitions(grid_of(board))
            covered["boards"] += 1
    except CompiledDifference as difference:
        return failed(str(difference), covered)
    return held(covered)


def _compare_layouts(context: Context) -> Result:
    covered = {"boards": 0, "positions": 0}
    try:
        for board in _LAYOUTS:
            covered["positions"] += compare_layout(spec.read_board(board), _POSITIONS_A_LAYOUT)
            covered["boards"] += 1
            context.progress(covered["boards"], len(_LAYOUTS))
    except CompiledDifference as difference:
        return failed(str(difference), covered)
    return held(covered)


def _compare_patterns(compare_board: Callable[[Grid], int], context: Context) -> Result:
    boards = shapes(context.budget(7, 10, 12))
    covered = {"boards": 0, "patterns": 0}
    for board in boards:
        try:
            covered["patterns"] += compare_board(grid_of(board))
        except CompiledDifference as difference:
            return failed(str(difference), covered)
        covered["boards"] += 1
        context.progress(covered["boards"], len(boards))
    return held(covered)
