"""The model beside specification and engine, on many concrete positions.

The model's source is evaluated on arrays of integers, all positions at once, and what it says of
each is compared with what the other two say.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import churn_spec as spec
from churn_engine.board import board as engine_board
from churn_engine.stones import Stones as EngineStones
from churn_verification.judge.difference import Difference
from churn_verification.judge.respects import names_text
from churn_verification.proofs.algebra import Integers, Word
from churn_verification.proofs.foundation import Computed
from churn_verification.proofs.grid import Grid, cells_in
from churn_verification.proofs.model import Model, Position
from churn_verification.proofs.samples import Chance

Column = NDArray[np.int64]
_CLAUSES = {
    "legal placements": "P2",
    "formed size": "P2",
    "own stones after": "R1",
    "enemy stones after": "R2",
    "over after": "E1",
    "swap offered after": "S1",
    "majority": "E2",
    "ranking": "F1",
}

_MASKS = ("legal placements", "own stones after", "enemy stones after")
"""The questions whose answers are sets of cells."""


@dataclass(frozen=True)
class Positions:
    """Many positions of a board, as columns, and a cell for a placement in each.

    Attributes:
        red: the red stones.
        blue: the blue stones.
        red_moves: 1 where Red is to move.
        cell: the number of an empty cell, or -1 on a full board.
    """

    red: Column
    blue: Column
    red_moves: Column
    cell: Column


def all_positions(grid: Grid, generator: np.random.Generator) -> Positions:
    """Every position of a board, with a placement by chance in each."""
    own = np.arange(1 << grid.cells, dtype=np.int64)
    red, blue = (side.reshape(-1) for side in np.meshgrid(own, own))
    apart = (red & blue) == 0
    red, blue = np.repeat(red[apart], 2), np.repeat(blue[apart], 2)
    movers = np.tile(np.array([1, 0], dtype=np.int64), len(red) // 2)
    return Positions(red, blue, movers, _empty_cells(grid, red | blue, generator))


def some_positions(grid: Grid, count: int, generator: np.random.Generator) -> Positions:
    """Positions by chance, from nearly empty to full boards."""
    chance = Chance(Integers(grid.cells), count, generator)
    red, blue = chance.word("red"), chance.word("blue")
    movers = generator.integers(2, size=count, dtype=np.int64)
    return Positions(red, blue, movers, _empty_cells(grid, red | blue, generator))


def _empty_cells(grid: Grid, stones: Column, generator: np.random.Generator) -> Column:
    cells = [list(cells_in(grid.full & ~int(each))) for each in stones]
    return np.array([generator.choice(each) if each else -1 for each in cells], dtype=np.int64)


def model_on(grid: Grid) -> Model:
    """The model on integers, with groups and sizes computed."""
    return Model(Computed(grid, Integers(grid.cells)))


def compare(model: Model, positions: Positions) -> None:
    """Compare what the three say of positions.

    Raises:
        Difference: on the first position of which they say different things.
    """
    grid = model.grid
    said = model_says(model, positions)
    for number in range(len(positions.red)):
        position, cell = _position(grid, positions, number)
        by_model = {question: answers[number] for question, answers in said.items()}
        for name, answers in (
            ("the specification", specification_says(position, cell)),
            ("the engine", engine_says(position, int(positions.cell[number]))),
        ):
            for question, answer in answers.items():
                if by_model[question] != answer:
                    raise Difference.on(
                        spec.write_position(position),
                        _CLAUSES[question],
                        question
                        if cell is None
                        else f"{question}, of {spec.write_cell(grid.board, cell)}",
                        {
                            who: _in_words(grid, question, each)
                            for who, each in ((name, answer), ("the model", by_model[question]))
                        },
                    )


def _in_words(grid: Grid, question: str, answer: object) -> str:
    """What was said, with names for the cells of a mask."""
    if question not in _MASKS or not isinstance(answer, int):
        return str(answer)
    cells = spec.cells_of(grid.board)
    return names_text(spec.write_cell(grid.board, cells[each]) for each in cells_in(answer))


def _position(
    grid: Grid, positions: Positions, number: int
) -> tuple[spec.Position, spec.Cell | None]:
    cells = spec.cells_of(grid.board)
    red, blue = (
        frozenset(cells[each] for each in cells_in(int(side[number])))
        for side in (positions.red, positions.blue)
    )
    mover = spec.Colour.RED if positions.red_moves[number] else spec.Colour.BLUE
    placed = int(positions.cell[number])
    position = spec.Position(grid.board, red, blue, mover)
    return position, None if placed < 0 else cells[placed]


Said = Mapping[str, object]
"""What is said of one position: sets as masks, rankings as the numbers of groups by size."""


def model_says(model: Model, positions: Positions) -> Mapping[str, list[object]]:
    """What the model says of positions; where no cell is empty, nothing of a placement is asked."""
    grid, algebra = model.grid, model.algebra
    seen = Position(positions.red, positions.blue, positions.red_moves == 1)
    stones = model.seen_by_mover(seen)
    placed = np.where(positions.cell >= 0, 1 << np.maximum(positions.cell, 0), 0)
    after = model.after(stones, placed)
    outcome = model.majority(seen)
    sizes = [
        np.bitwise_count(model.groups_of_size(stones.own, algebra.number(size)))
        for size in range(1, grid.cells + 1)
    ]
    return {
        "legal placements": _listed(model.legal_in(seen)),
        "formed size": _listed(model.formed_group(stones, placed).size),
        "own stones after": _listed(after.own),
        "enemy stones after": _listed(after.enemy),
        "over after": _listed(model.is_over(after)),
        "swap offered after": _listed(model.offers_swap(seen, placed)),
        "majority": _listed(outcome.red.astype(int) - outcome.blue.astype(int)),
        "ranking": list(zip(*(each.tolist() for each in sizes), strict=True)),
    }


def _listed(column: Word) -> list[object]:
    return list(column.tolist())


def specification_says(position: spec.Position, cell: spec.Cell | None) -> Said:
    """What the specification says of a position and a placement."""
    board = position.board
    numbers = {each: number for number, each in enumerate(spec.cells_of(board))}

    def mask(cells: frozenset[spec.Cell]) -> int:
        return sum(1 << numbers[each] for each in cells)

    lead = len(position.red) - len(position.blue)
    ranking = spec.ranking(position, position.mover)
    said: dict[str, object] = {
        "legal placements": mask(spec.legal_placements(position)),
        "majority": (lead > 0) - (lead < 0),
        "ranking": tuple(ranking.count(size) for size in range(1, len(numbers) + 1)),
    }
    if cell is not None:
        own = spec.friendly_stones_after(position, cell)
        said |= {
            "formed size": len(spec.formed_group(position, cell)),
            "own stones after": mask(own),
            "enemy stones after": mask(position.enemy),
            "over after": len(own) + len(position.enemy) == len(numbers),
            "swap offered after": spec.offers_swap(position, cell),
        }
    return said


def engine_says(position: spec.Position, cell: int) -> Said:
    """What the stepping engine says of a position and a placement."""
    board = engine_board(*position.board.sides)
    numbers = {each: number for number, each in enumerate(spec.cells_of(position.board))}
    own, enemy = (
        sum(1 << numbers[each] for each in side) for side in (position.own, position.enemy)
    )
    stones = EngineStones.of(board, own)
    said: dict[str, object] = {
        "legal placements": stones.smallest(board.full & ~(own | enemy))[0],
        "ranking": tuple(stones.ranking().count(size) for size in range(1, board.size + 1)),
    }
    if cell >= 0:
        after, _removed = stones.after(cell)
        said |= {
            "formed size": stones.formed_size(cell),
            "own stones after": after.cells,
            "over after": after.cells | enemy == board.full,
        }
    return said
