"""The interpreted specification beside the real one and the engine, on many concrete positions.

The specification's source is interpreted on arrays of integers, all positions at once, and what
comes out is compared with what Python makes of the same source, and with what the engine says.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import churn_spec as spec
from churn_engine.board import board as engine_board
from churn_engine.stones import Stones as EngineStones
from churn_verification.judge.difference import Difference
from churn_verification.judge.respects import names_text
from churn_verification.proofs.algebra import Integers, Word
from churn_verification.proofs.expressions import Raised
from churn_verification.proofs.foundation import Computed
from churn_verification.proofs.grid import Grid, cells_in
from churn_verification.proofs.rules import Rules
from churn_verification.proofs.samples import Chance
from churn_verification.proofs.specification import Slip, Specification
from churn_verification.proofs.values import Cells, OneCell, Record

Column = NDArray[np.int64]
_CLAUSES = {
    "legal placements": "P2",
    "formed size": "P2",
    "own stones after": "R1",
    "red stones after": "R2",
    "blue stones after": "R2",
    "mover after": "T1",
    "over": "E1",
    "over after": "E1",
    "swap offered after": "S1",
    "seats after the swap": "S1",
    "mover after the swap": "S1",
    "swap offered after the swap": "S1",
    "refused with": "T1",
    "swap refused with": "S1",
    "winner": "E2",
    "winning seat": "E2",
    "ranking": "F1",
}

_MASKS = (
    "legal placements",
    "own stones after",
    "red stones after",
    "blue stones after",
)
"""The questions whose answers are sets of cells."""


@dataclass(frozen=True)
class Positions:
    """Many positions of a board, as columns, and a cell for a placement in each.

    Attributes:
        red: the red stones.
        blue: the blue stones.
        red_moves: 1 where Red is to move.
        swap_on_offer: 1 where the swap is on offer.
        first_is_red: 1 where the first player holds Red.
        cell: the number of the cell of a placement, legal or not.
    """

    red: Column
    blue: Column
    red_moves: Column
    swap_on_offer: Column
    first_is_red: Column
    cell: Column


def all_positions(grid: Grid, generator: np.random.Generator) -> Positions:
    """Every position of a board, with a placement by chance in each."""
    own = np.arange(1 << grid.cells, dtype=np.int64)
    red, blue = (side.reshape(-1) for side in np.meshgrid(own, own))
    apart = (red & blue) == 0
    red, blue = np.repeat(red[apart], 2), np.repeat(blue[apart], 2)
    movers = np.tile(np.array([1, 0], dtype=np.int64), len(red) // 2)
    return _positions(grid, red, blue, movers, generator)


def some_positions(grid: Grid, count: int, generator: np.random.Generator) -> Positions:
    """Positions by chance, from nearly empty to full boards."""
    chance = Chance(Integers(grid.cells), count, generator)
    red, blue = chance.word("own"), chance.word("enemy")
    movers = generator.integers(2, size=count, dtype=np.int64)
    return _positions(grid, red, blue, movers, generator)


def _positions(
    grid: Grid, red: Column, blue: Column, movers: Column, generator: np.random.Generator
) -> Positions:
    """With a cell by chance, mostly an empty one, and the swap on offer wherever it may be."""
    seats = generator.integers(2, size=len(red), dtype=np.int64)
    cells = np.array([_any_cell(grid, int(each), generator) for each in red | blue], dtype=np.int64)
    one_red = (np.bitwise_count(red) == 1) & (blue == 0) & (movers == 0) & (grid.cells > 1)
    return Positions(red, blue, movers, one_red.astype(np.int64), seats, cells)


def _any_cell(grid: Grid, stones: int, generator: np.random.Generator) -> int:
    empty = list(cells_in(grid.full & ~stones))
    if not empty or generator.random() < _OCCUPIED:
        empty = list(range(grid.cells))
    return int(generator.choice(empty))


_OCCUPIED = 0.1
"""So many placements are tried wherever a stone may be."""


def positions_of(grid: Grid, positions: Positions) -> Iterator[spec.Position]:
    """The positions, as the specification has them."""
    return (_game(grid, positions, number)[0].position for number in range(len(positions.red)))


def rules_on(grid: Grid) -> Rules:
    """The rules on integers, with groups and sizes computed."""
    return Rules(Computed(grid, Integers(grid.cells)))


def compare(grid: Grid, positions: Positions, slips: tuple[Slip, ...] = ()) -> None:
    """Compare what the three say of positions.

    Args:
        grid: the board.
        positions: the positions.
        slips: mistakes in the source that is interpreted.

    Raises:
        Difference: on the first position of which they say different things.
    """
    said = interpreted_says(grid, positions, slips)
    for number in range(len(positions.red)):
        game, cell = _game(grid, positions, number)
        interpreted = {question: answers[number] for question, answers in said.items()}
        for name, answers in (
            ("the specification", specification_says(game, cell)),
            ("the engine", engine_says(game.position, int(positions.cell[number]))),
        ):
            for question, answer in answers.items():
                if interpreted[question] != answer:
                    raise Difference.on(
                        spec.write_position(game.position),
                        _CLAUSES[question],
                        f"{question}, of {spec.write_cell(grid.board, cell)}",
                        {
                            name: _in_words(grid, question, answer),
                            "the interpreted specification": _in_words(
                                grid, question, interpreted[question]
                            ),
                        },
                    )


def _in_words(grid: Grid, question: str, answer: object) -> str:
    """What was said, with names for the cells of a mask."""
    if question not in _MASKS or not isinstance(answer, int):
        return str(answer)
    cells = spec.cells_of(grid.board)
    return names_text(spec.write_cell(grid.board, cells[each]) for each in cells_in(answer))


def _game(grid: Grid, positions: Positions, number: int) -> tuple[spec.Game, spec.Cell]:
    cells = spec.cells_of(grid.board)
    red, blue = (
        frozenset(cells[each] for each in cells_in(int(side[number])))
        for side in (positions.red, positions.blue)
    )
    mover = spec.Colour.RED if positions.red_moves[number] else spec.Colour.BLUE
    on_offer = bool(positions.swap_on_offer[number])
    position = spec.Position(grid.board, red, blue, mover, on_offer)
    seat = spec.Seat.FIRST if positions.first_is_red[number] else spec.Seat.SECOND
    return spec.Game(position, 1, seat), cells[int(positions.cell[number])]


Said = Mapping[str, object]
"""What is said of one position: sets as masks, constants by name, rankings largest first."""


def interpreted_says(
    grid: Grid, positions: Positions, slips: tuple[Slip, ...] = ()
) -> Mapping[str, list[object]]:
    """What the interpreted source says of positions; nothing stands for any function of it."""
    source = Specification(grid, Integers(grid.cells), slips)
    choose, count = source.operations.choose, len(positions.red)
    position = Record(
        spec.Position,
        {
            "board": grid.board,
            "red": Cells(positions.red),
            "blue": Cells(positions.blue),
            "mover": choose(positions.red_moves == 1, spec.Colour.RED, spec.Colour.BLUE),
            "swap_on_offer": positions.swap_on_offer == 1,
        },
    )
    seat = choose(positions.first_is_red == 1, spec.Seat.FIRST, spec.Seat.SECOND)
    game = Record(spec.Game, {"position": position, "turn_number": 1, "red_seat": seat})
    cell = OneCell(1 << positions.cell)

    def words(function: Any, *arguments: Any) -> list[object]:
        return _listed(source.operations.lifted(source.call(function, *arguments)).word, count)

    def constants(choice: Any) -> list[object]:
        found: list[object] = [None] * count
        for constant, where in source.operations.lifted(choice).alternatives.items():
            for number in np.flatnonzero(np.broadcast_to(where, (count,))):
                found[number] = constant
        return found

    def clauses(raised: list[Raised]) -> list[object]:
        found: list[object] = [None] * count
        for each in reversed(raised):
            for number in np.flatnonzero(np.broadcast_to(each.where, (count,))):
                found[number] = each.arguments[0]
        return found

    after, refused = source.ask(spec.take_turn, game, cell)
    swapped, swap_refused = source.ask(spec.take_turn, game, spec.SWAP)
    ranking = source.call(spec.ranking, position, position["mover"])
    return {
        "legal placements": words(spec.legal_placements, position),
        "formed size": _listed(
            source.size_of(source.call(spec.formed_group, position, cell)), count
        ),
        "own stones after": words(spec.friendly_stones_after, position, cell),
        "red stones after": _listed(after["position"]["red"].word, count),
        "blue stones after": _listed(after["position"]["blue"].word, count),
        "mover after": constants(after["position"]["mover"]),
        "over": _listed(source.call(spec.is_over, position), count),
        "over after": _listed(source.call(spec.is_over, after["position"]), count),
        "swap offered after": _listed(after["position"]["swap_on_offer"], count),
        "seats after the swap": constants(swapped["red_seat"]),
        "mover after the swap": constants(swapped["position"]["mover"]),
        "swap offered after the swap": _listed(swapped["position"]["swap_on_offer"], count),
        "refused with": clauses(refused),
        "swap refused with": clauses(swap_refused),
        "winner": constants(source.call(spec.winner, position)),
        "winning seat": constants(source.call(spec.winning_seat, game)),
        "ranking": _rankings(ranking.members, count),
    }


def _listed(column: Word, count: int) -> list[object]:
    return list(np.broadcast_to(column, (count,)).tolist())


def _rankings(members: Any, count: int) -> list[object]:
    columns = [
        np.where(np.broadcast_to(guard, (count,)), size, 0).tolist() for guard, size in members
    ]
    rows = zip(*columns, strict=True) if columns else [()] * count
    return [tuple(sorted(filter(None, row), reverse=True)) for row in rows]


def specification_says(game: spec.Game, cell: spec.Cell) -> Said:
    """What the specification says of a game and a placement."""
    position = game.position
    numbers = {each: number for number, each in enumerate(spec.cells_of(position.board))}

    def mask(cells: frozenset[spec.Cell]) -> int:
        return sum(1 << numbers[each] for each in cells)

    said: dict[str, object] = {
        "legal placements": mask(spec.legal_placements(position)),
        "over": spec.is_over(position),
        "winner": spec.winner(position),
        "winning seat": spec.winning_seat(game),
        "ranking": spec.ranking(position, position.mover),
        "formed size": len(spec.formed_group(position, cell)),
        "own stones after": mask(spec.friendly_stones_after(position, cell)),
        "refused with": _refused(game, cell),
        "swap refused with": _refused(game, spec.SWAP),
    }
    if said["swap refused with"] is None:
        swapped = spec.take_turn(game, spec.SWAP)
        said |= {
            "seats after the swap": swapped.red_seat,
            "mover after the swap": swapped.position.mover,
            "swap offered after the swap": swapped.position.swap_on_offer,
        }
    if said["refused with"] is None:
        after = spec.take_turn(game, cell).position
        said |= {
            "red stones after": mask(after.red),
            "blue stones after": mask(after.blue),
            "mover after": after.mover,
            "over after": spec.is_over(after),
            "swap offered after": after.swap_on_offer,
        }
    return said


def _refused(game: spec.Game, turn: spec.Turn) -> str | None:
    """The clause with which a turn is refused."""
    try:
        spec.take_turn(game, turn)
    except spec.IllegalTurn as error:
        return error.clause
    return None


def engine_says(position: spec.Position, cell: int) -> Said:
    """What the stepping engine says of a position and a placement."""
    board = engine_board(*position.board.sides)
    numbers = {each: number for number, each in enumerate(spec.cells_of(position.board))}
    own, enemy = (
        sum(1 << numbers[each] for each in side) for side in (position.own, position.enemy)
    )
    stones, empty = EngineStones.of(board, own), board.full & ~(own | enemy)
    said: dict[str, object] = {
        "legal placements": stones.smallest(empty)[0],
        "ranking": tuple(stones.ranking()),
    }
    if empty >> cell & 1:
        after, _removed = stones.after(cell)
        said |= {"formed size": stones.formed_size(cell), "own stones after": after.cells}
    return said
