"""Counterexamples and witnesses as positions, judged by the specification."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

import churn_spec as spec
from churn_verification.judge.respects import names_text
from churn_verification.proofs.algebra import Integers, Word
from churn_verification.proofs.foundation import Computed
from churn_verification.proofs.grid import Grid, cells_in
from churn_verification.proofs.rules import Position, Rules
from churn_verification.proofs.samples import holds, statement_at
from churn_verification.proofs.theorem import Case, Control
from churn_verification.proofs.values import Choice, Record, Value

Values = Mapping[str, int]


@dataclass(frozen=True)
class Replay:
    """A counterexample under a mistaken rule, replayed.

    Attributes:
        position: the text of the position.
        told: what tells the mistaken rule from the right one there, in words.
        is_real: whether the mistaken rule breaks the theorem there and the right one does not.
    """

    position: str
    told: str
    is_real: bool


def replay(case: Case, control: Control, grid: Grid, values: Values) -> Replay:
    """Replay a counterexample that a solver found under mistaken rules."""
    algebra = Integers(grid.cells)
    right, mistaken = Rules(Computed(grid, algebra)), control.rules(grid, algebra)
    position = position_of(grid, values)
    breaks = [_is_broken(case, rules, values, algebra) for rules in (right, mistaken)]
    placed = _cells_given(case, position, values)
    told = "broken there with the mistake and not without it"
    for (question, by_rules), (_, by_mistake) in zip(
        _said(right, position, placed), _said(mistaken, position, placed), strict=True
    ):
        if by_rules != by_mistake:
            told = f"{question}: {by_mistake}; by the rules: {by_rules}"
            break
    return Replay(spec.write_position(position), told, is_real=breaks == [False, True])


def is_broken_by_the_rules(case: Case, grid: Grid, values: Values) -> bool:
    """Whether values break a case under the true rules, with groups and sizes computed."""
    algebra = Integers(grid.cells)
    return _is_broken(case, Rules(Computed(grid, algebra)), values, algebra)


def _is_broken(case: Case, rules: Rules, values: Values, algebra: Integers) -> bool:
    statement = statement_at(case, rules, values, algebra)
    return bool(holds(algebra, list(statement.hypotheses))) and not bool(statement.conclusion)


# Values and positions ----------------------------------------------------------------------------


def position_of(grid: Grid, values: Values) -> spec.Position:
    """The position that values describe; where they say nothing of the mover, Red is to move."""
    own, enemy = values.get("own", 0), values.get("enemy", 0)
    red_moves = bool(values.get("red_moves", 1))
    cells = spec.cells_of(grid.board)
    red, blue = (
        frozenset(cells[number] for number in cells_in(mask))
        for mask in ((own, enemy) if red_moves else (enemy, own))
    )
    mover = spec.Colour.RED if red_moves else spec.Colour.BLUE
    return spec.Position(grid.board, red, blue, mover)


def _cells_given(case: Case, position: spec.Position, values: Values) -> list[int]:
    """The numbers of the empty cells that a case gives or that were found for placements."""
    masks = [values[name] for name in ("cell", "chosen", "other", "one", "apart") if name in values]
    masks += [1 << cell for cell in case.fixed.values()]
    found = [next(cells_in(mask)) for mask in masks if mask.bit_count() == 1]
    cells = spec.cells_of(position.board)
    return [each for each in dict.fromkeys(found) if cells[each] in spec.empty_cells(position)]


def _said(
    rules: Rules, position: spec.Position, placed: Sequence[int]
) -> Iterator[tuple[str, str]]:
    """What rules say of a position and of placements: question and answer, both in words."""
    board, cells = position.board, spec.cells_of(position.board)

    def names(word: Word) -> str:
        return names_text(spec.write_cell(board, cells[each]) for each in cells_in(int(word)))

    own, enemy = (
        np.int64(sum(1 << cells.index(each) for each in side))
        for side in (position.own, position.enemy)
    )
    seen = Position(own, enemy, np.bool_(position.mover is spec.Colour.RED))
    yield "empty cells", names(rules.empty(seen))
    yield "legal placements", names(rules.legal(seen))
    yield "the game is over", str(bool(rules.is_over(seen)))
    yield "winner", _constant(rules.winner(seen))
    for number, group in enumerate(rules.groups(seen.own)):
        yield f"group of {spec.write_cell(board, cells[number])}", names(group.stones)
    for number, group in enumerate(rules.formed_at(seen)):
        yield f"formed size of {spec.write_cell(board, cells[number])}", str(int(group.size))
    for number in placed:
        name, single = spec.write_cell(board, cells[number]), np.int64(1 << number)
        after = rules.after(seen, single)
        yield f"own stones after {name}", names(after.own)
        yield f"enemy stones after {name}", names(after.enemy)
        yield f"the game is over after {name}", str(bool(rules.is_over(after)))
        yield f"the swap is offered after {name}", str(bool(rules.offers_swap(seen, single)))
    first = Choice({spec.Seat.FIRST: np.bool_(True)})
    for on_offer in (True, False):
        record = rules.as_record(seen, np.bool_(on_offer))
        game = Record(spec.Game, {"position": record, "turn_number": 2, "red_seat": first})
        swapped, refused = rules.turn_taken(game, spec.SWAP)
        where = "the swap where it is on offer" if on_offer else "the swap where it is not on offer"
        if any(each.where for each in refused):
            yield where, "is refused"
        else:
            told = swapped["position"]
            seat, mover = (_constant(each) for each in (swapped["red_seat"], told["mover"]))
            again = "on offer again" if told["swap_on_offer"] else "not on offer again"
            yield where, f"gives Red to the {seat} player, {mover} is to move, {again}"


def _constant(choice: Value) -> str:
    """The constant that a choice is on the one position that is looked at."""
    if isinstance(choice, Choice):
        (choice,) = (each for each, where in choice.alternatives.items() if where)
    return "nobody" if choice is None else str(choice.value)
