"""Walks through all games from a position, by the specification: slow, and plain to see through."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

import churn_spec as spec
from churn_engine.solver.layout import entry
from churn_engine.solver.scores import cost
from churn_engine.solver.solve import Solver
from churn_engine.solver.store import COST, packed_column


class Walked(NamedTuple):
    """What walking through all games from a position tells, from the side to move."""

    result: str
    distance: int
    shortest: int
    longest: int
    turns: float
    wins: float
    losses: float


@cache
def walk(position: spec.Position) -> Walked:
    mover = position.mover.value
    if spec.is_over(position):
        winner = spec.winner(position)
        assert winner is not None
        result = {"tie": "tie", mover: "win"}.get(winner.value, "loss")
        return Walked(result, 0, 0, 0, 0.0, float(result == "win"), float(result == "loss"))
    after = [walk(spec.play(position, cell)) for cell in spec.legal_placements(position)]
    came = {"win": "loss", "tie": "tie", "loss": "win"}
    reached = {came[one.result] for one in after}
    result = next(wanted for wanted in ("win", "tie", "loss") if wanted in reached)
    distances = [one.distance + 1 for one in after if came[one.result] == result]
    return Walked(
        result,
        max(distances) if result == "loss" else min(distances),
        min(one.shortest for one in after) + 1,
        max(one.longest for one in after) + 1,
        sum(one.turns for one in after) / len(after) + 1,
        sum(one.losses for one in after) / len(after),
        sum(one.wins for one in after) / len(after),
    )


def positions(text: str) -> Iterator[tuple[int, int, spec.Position]]:
    """All positions with Red to move, with the masks of Red's stones and Blue's."""
    board = spec.read_board(text)
    cells = spec.cells_of(board)
    for holders in product(".rb", repeat=len(cells)):
        stones = {
            letter: [index for index, holder in enumerate(holders) if holder == letter]
            for letter in "rb"
        }
        red, blue = (frozenset(cells[index] for index in stones[letter]) for letter in "rb")
        masks = [sum(1 << index for index in stones[letter]) for letter in "rb"]
        yield masks[0], masks[1], spec.Position(board, red, blue, spec.Colour.RED)


def replace_score(solver: Solver, mover: int, other: int, score: int) -> None:
    """Have a solver, solved in memory, say another score of a position."""
    shard = int(solver.shards.of_block[solver.layout.block[other]])
    columns = solver.store.read(shard)
    values = columns[COST].unpacked().copy()
    place = int(entry(solver.layout, other, mover) - solver.layout.offset[solver.plan.first[shard]])
    values[place] = cost(score)
    solver.store.write(shard, {**columns, COST: packed_column(values)})
    solver.forget()
