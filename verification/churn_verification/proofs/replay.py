"""Counterexamples and witnesses as positions, judged by the specification."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

import churn_spec as spec
from churn_verification.judge.respects import names_text
from churn_verification.proofs.algebra import Integers, Word
from churn_verification.proofs.foundation import Computed
from churn_verification.proofs.grid import Grid, cells_in
from churn_verification.proofs.model import Model, Position
from churn_verification.proofs.samples import holds, statement_at
from churn_verification.proofs.theorem import Case, Control

Values = Mapping[str, int]
Said = dict[str, str]
"""What is said of a position: the question to the answer, both in words."""


@dataclass(frozen=True)
class Replay:
    """A counterexample under a mistaken rule, replayed.

    Attributes:
        position: the text of the position.
        told: what tells the mistaken rule from the specification there, in words.
        is_real: whether the mistaken rule breaks the theorem there, the true rule does not, and
            the specification says of the position what the true rule says and the mistaken one
            does not.
    """

    position: str
    told: str
    is_real: bool


def replay(case: Case, control: Control, grid: Grid, values: Values) -> Replay:
    """Replay a counterexample that a solver found under mistaken rules."""
    algebra = Integers(grid.cells)
    right, mistaken = Model(Computed(grid, algebra)), control.mistaken(grid, algebra)
    position = position_of(grid, values)
    placed = _cells_given(case, position, values)
    by_rules = specification_says(position, placed)
    by_model, by_mistake = (model_says(model, position, placed) for model in (right, mistaken))
    differing = [question for question in by_rules if by_mistake[question] != by_rules[question]]
    breaks = [_is_broken(case, model, values, algebra) for model in (right, mistaken)]
    told = "the mistaken rule says what the specification says"
    if differing:
        question = differing[0]
        told = f"{question}: {by_mistake[question]}; by the rules: {by_rules[question]}"
    return Replay(
        position=spec.write_position(position),
        told=told,
        is_real=breaks == [False, True] and by_model == by_rules and bool(differing),
    )


def is_broken_by_the_rules(case: Case, grid: Grid, values: Values) -> bool:
    """Whether values break a case under the true rules, with groups and sizes computed."""
    algebra = Integers(grid.cells)
    return _is_broken(case, Model(Computed(grid, algebra)), values, algebra)


def _is_broken(case: Case, model: Model, values: Values, algebra: Integers) -> bool:
    statement = statement_at(case, model, values, algebra)
    return bool(holds(algebra, list(statement.hypotheses))) and not bool(statement.conclusion)


# Values and positions ----------------------------------------------------------------------------


def position_of(grid: Grid, values: Values) -> spec.Position:
    """The position that values describe; where they give own stones, Red is to move."""
    if "red" in values:
        red, blue = values["red"], values["blue"]
        mover = spec.Colour.RED if values["red_moves"] else spec.Colour.BLUE
    else:
        red, blue, mover = values.get("own", 0), values.get("enemy", 0), spec.Colour.RED
    cells = spec.cells_of(grid.board)
    red_cells, blue_cells = (
        frozenset(cells[number] for number in cells_in(mask)) for mask in (red, blue)
    )
    return spec.Position(grid.board, red_cells, blue_cells, mover)


def as_model_position(position: spec.Position) -> Position:
    """A position in the model's terms."""
    cells = spec.cells_of(position.board)
    red, blue = (
        sum(1 << number for number, cell in enumerate(cells) if cell in stones)
        for stones in (position.red, position.blue)
    )
    return Position(np.int64(red), np.int64(blue), np.bool_(position.mover is spec.Colour.RED))


def _cells_given(case: Case, position: spec.Position, values: Values) -> list[spec.Cell]:
    """The empty cells that a case gives or that were found for placements."""
    cells = spec.cells_of(position.board)
    masks = [values[name] for name in ("cell", "chosen", "other", "one", "apart") if name in values]
    masks += [1 << cell for cell in case.fixed.values()]
    found = [cells[next(cells_in(mask))] for mask in masks if mask.bit_count() == 1]
    return [cell for cell in dict.fromkeys(found) if cell in spec.empty_cells(position)]


# What is said of a position ----------------------------------------------------------------------


def specification_says(position: spec.Position, placed: Sequence[spec.Cell]) -> Said:
    """What the specification says of a position, and of placements on some empty cells."""
    board = position.board
    said = {"majority": _majority_text(len(position.red) - len(position.blue))}
    for question, view in _views(position):
        said[question] = _names_text(board, spec.legal_placements(view))
    for cell in sorted(spec.empty_cells(position)):
        name = spec.write_cell(board, cell)
        said[f"formed size of {name}"] = str(len(spec.formed_group(position, cell)))
    for cell in sorted(position.own):
        name = spec.write_cell(board, cell)
        said[f"group of {name}"] = _names_text(board, spec.group_of(board, position.own, cell))
    for cell in placed:
        name = spec.write_cell(board, cell)
        own = spec.friendly_stones_after(position, cell)
        is_full = len(own) + len(position.enemy) == spec.cell_count(board)
        said |= {
            f"group formed by {name}": _names_text(board, spec.formed_group(position, cell)),
            f"own stones after {name}": _names_text(board, own),
            f"enemy stones after {name}": _names_text(board, position.enemy),
            f"the game is over after {name}": str(is_full),
            f"the swap is offered after {name}": str(spec.offers_swap(position, cell)),
        }
    return said


def model_says(model: Model, position: spec.Position, placed: Sequence[spec.Cell]) -> Said:
    """What a model says of the same position, and of the same placements."""
    board, cells = position.board, spec.cells_of(position.board)
    seen = as_model_position(position)
    stones = model.seen_by_mover(seen)
    outcome = model.majority(seen)
    said = {"majority": _majority_text(int(outcome.red) - int(outcome.blue))}
    for question, view in _views(position):
        said[question] = _word_text(board, model.legal_in(as_model_position(view)))
    formed = model.formed_at(stones)
    for cell in sorted(spec.empty_cells(position)):
        said[f"formed size of {spec.write_cell(board, cell)}"] = str(formed[cells.index(cell)].size)
    groups = model.groups(model.friendly(stones))
    for cell in sorted(position.own):
        group = groups[cells.index(cell)].stones
        said[f"group of {spec.write_cell(board, cell)}"] = _word_text(board, group)
    for cell in placed:
        name, single = spec.write_cell(board, cell), np.int64(1 << cells.index(cell))
        after = model.after(stones, single)
        formed_group = model.formed_group(stones, single).stones
        said |= {
            f"group formed by {name}": _word_text(board, formed_group),
            f"own stones after {name}": _word_text(board, after.own),
            f"enemy stones after {name}": _word_text(board, after.enemy),
            f"the game is over after {name}": str(bool(model.is_over(after))),
            f"the swap is offered after {name}": str(bool(model.offers_swap(seen, single))),
        }
    return said


def _views(position: spec.Position) -> Iterator[tuple[str, spec.Position]]:
    """The position and what looks like it, each with the question for its legal placements."""
    yield "legal placements", position
    exchanged = spec.with_colours_exchanged(position)
    yield "legal placements with the colours exchanged", exchanged
    for number, symmetry in enumerate(spec.symmetries(position.board)[1:], start=1):
        yield f"legal placements on symmetric image {number}", spec.image_of(position, symmetry)


def _word_text(board: spec.Board, word: Word) -> str:
    cells = spec.cells_of(board)
    return _names_text(board, (cells[number] for number in cells_in(int(word))))


def _names_text(board: spec.Board, cells: Iterable[spec.Cell]) -> str:
    return names_text(spec.write_cell(board, cell) for cell in cells)


def _majority_text(lead: int) -> str:
    if lead == 0:
        return "nobody"
    return "red" if lead > 0 else "blue"
