"""Lemmas about all boards at once: numbers of groups as functions of size, sides as integers.

Each is a list of questions by name; the questions that deny the truth must be unsatisfiable. None
speaks of the code: `require_board_as_supposed` and `require_placement_as_supposed` compare what
they suppose with the specification, and `UniversalTheorem.link` names the checks that do so. Where
lemmas are steps of a longer argument, `docs/proofs.md` gives the rest of it.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import z3

import churn_spec as spec
from churn_spec.board import DIRECTIONS
from churn_verification.proofs.obligations import SATISFIABLE, UNSATISFIABLE, Question

_LOGIC = "ALL"
Formula: TypeAlias = Any
Integer: TypeAlias = Any
Counts: TypeAlias = Any


@dataclass(frozen=True)
class Entailment:
    """What is supposed, and what follows.

    Attributes:
        supposed: the hypotheses; they can hold together.
        conclusion: what follows from them.
    """

    supposed: list[Formula]
    conclusion: Formula

    def questions(self, name: str) -> list[Question]:
        """Whether the hypotheses can hold, and whether they can without the conclusion."""
        denied = [*self.supposed, z3.Not(self.conclusion)]
        return [
            Question(f"{name}-witness", self.supposed, SATISFIABLE, logic=_LOGIC),
            Question(f"{name}-claim", denied, UNSATISFIABLE, logic=_LOGIC),
        ]


@dataclass(frozen=True)
class UniversalControl:
    """A mistake under which one part of a theorem about all boards must be refuted."""

    id: str
    sentence: str
    entailment: Callable[[], Entailment]

    def question(self) -> Question:
        """Whether the conclusion can fail under the mistake."""
        mistaken = self.entailment()
        denied = [*mistaken.supposed, z3.Not(mistaken.conclusion)]
        return Question("control", denied, SATISFIABLE, logic=_LOGIC)


@dataclass(frozen=True)
class UniversalTheorem:
    """A theorem about all boards.

    Attributes:
        id: its name.
        sentence: what it says.
        clauses: the clauses it speaks for.
        parts: what z3 proves, by name.
        controls: mistakes under which a part must be refuted.
        link: the checks that link it to the code.
        prover: who proves it, of what.
    """

    id: str
    sentence: str
    clauses: tuple[str, ...]
    parts: Mapping[str, Callable[[], Entailment]]
    controls: tuple[UniversalControl, ...]
    link: tuple[str, ...]
    prover: str = "z3, numbers for all boards"


# The ranking -------------------------------------------------------------------------------------


def _counts(name: str) -> Counts:
    return z3.Function(name, z3.IntSort(), z3.IntSort())


def _ranks_above(higher: Counts, lower: Counts) -> Formula:
    """There is a size of which there are more groups, and of each larger size as many."""
    size = z3.Int("size")
    return z3.Exists([size], _ranks_above_at(size, higher, lower))


def _ranks_above_at(size: Integer, higher: Counts, lower: Counts) -> Formula:
    """There are more groups of a size, and of each larger size as many."""
    larger = z3.Int("larger")
    as_many = z3.ForAll([larger], z3.Implies(larger > size, higher(larger) == lower(larger)))
    return z3.And(higher(size) > lower(size), as_many)


def _indicator(condition: Formula) -> Integer:
    return z3.If(condition, z3.IntVal(1), z3.IntVal(0))


def _a_placement(keeps_equal: bool) -> tuple[list[Formula], Formula]:
    """What a placement does to the numbers of groups by size, and that the formed size tells."""
    before, after = _counts("before"), _counts("after")
    joined = z3.Ints("joined_1 joined_2 joined_3")
    formed = z3.Sum([z3.IntVal(1), *joined])
    effect = _effect(before, after, joined, keeps_equal)
    return effect, _ranks_above_at(formed, after, before)


def _effect(
    before: Counts, after: Counts, joined: Sequence[Integer], keeps_equal: bool
) -> list[Formula]:
    """What is supposed of a placement.

    At most three groups meet at a cell; a joined size of 0 stands for no group.
    """
    size = z3.Int("any_size")
    formed = z3.Sum([z3.IntVal(1), *joined])
    taken = z3.Sum([_indicator(each == size) for each in joined])
    stays = size >= formed if keeps_equal else size > formed
    left = z3.If(stays, before(size) - taken, z3.IntVal(0))
    effect = z3.If(size >= 1, after(size) == left + _indicator(size == formed), after(size) == 0)
    return [
        *(each >= 0 for each in joined),
        z3.ForAll([size], z3.If(size >= 1, before(size) >= taken, before(size) == 0)),
        z3.ForAll([size], effect),
    ]


def _ranking_rises() -> Entailment:
    return Entailment(*_a_placement(keeps_equal=True))


def _ranking_rises_though_equal_groups_go() -> Entailment:
    return Entailment(*_a_placement(keeps_equal=False))


def _at_most_three_groups_meet() -> Entailment:
    """Of the six neighbours in a ring, stones side by side are of one group."""
    groups = [z3.Int(f"group_{place}") for place in range(6)]
    here = [z3.Bool(f"stone_{place}") for place in range(6)]
    side_by_side = [
        z3.Implies(
            z3.And(here[place], here[(place + 1) % 6]),
            groups[place] == groups[(place + 1) % 6],
        )
        for place in range(6)
    ]
    return Entailment(side_by_side, z3.Sum(_firsts(groups, here)) <= 3)


def _no_ring() -> Entailment:
    """The same without the neighbours being side by side."""
    groups = [z3.Int(f"group_{place}") for place in range(6)]
    here = [z3.Bool(f"stone_{place}") for place in range(6)]
    return Entailment([groups[0] == 0], z3.Sum(_firsts(groups, here)) <= 3)


def _firsts(groups: list[Integer], here: list[z3.BoolRef]) -> list[Integer]:
    """For each place 1 if its group is at no earlier place."""
    return [
        _indicator(
            z3.And(
                here[place],
                *(
                    z3.Not(z3.And(here[earlier], groups[earlier] == groups[place]))
                    for earlier in range(place)
                ),
            )
        )
        for place in range(6)
    ]


def _order_is_irreflexive() -> Entailment:
    counts = _counts("before")
    return Entailment([counts(1) >= 0], z3.Not(_ranks_above(counts, counts)))


def _order_is_transitive() -> Entailment:
    first, second, third = _counts("first"), _counts("second"), _counts("third")
    supposed = [_ranks_above(second, first), _ranks_above(third, second)]
    return Entailment(supposed, _ranks_above(third, first))


def _not_falling_is_transitive() -> Entailment:
    """The same of an order that only looks at one size: it does not tell rankings apart."""
    first, second, third = _counts("first"), _counts("second"), _counts("third")
    size = z3.Int("size")
    rises = [
        z3.Exists([size], higher(size) > lower(size))
        for higher, lower in ((second, first), (third, second), (third, first))
    ]
    return Entailment(rises[:2], rises[2])


# The number of cells -----------------------------------------------------------------------------


def _cells(sides: tuple[Integer, ...]) -> Integer:
    """Twice the number of cells of a hexagon: a large triangle less one at each other corner."""
    top, upper_right, _, bottom, _, upper_left = sides
    large = upper_left + top + upper_right - 2
    corners = [upper_right - 1, bottom - 1, upper_left - 1]
    return large * (large + 1) - z3.Sum([each * (each + 1) for each in corners])


def _closing(sides: tuple[Integer, ...]) -> list[Formula]:
    top, upper_right, lower_right, bottom, lower_left, upper_left = sides
    return [
        *(side >= 1 for side in sides),
        top + upper_right == bottom + lower_left,
        upper_right + lower_right == lower_left + upper_left,
    ]


def _sides() -> tuple[Integer, ...]:
    return tuple(z3.Int(f"side_{number}") for number in range(1, 7))


def _below_top_row(sides: tuple[Integer, ...]) -> tuple[Integer, ...]:
    """The sides of what is left of a hexagon of two rows or more without its top row.

    On each side the edge goes outwards while the upper side lasts, and inwards after that.
    """
    top, upper_right, lower_right, bottom, lower_left, upper_left = sides
    widens_right, widens_left = upper_right > 1, upper_left > 1
    return (
        top - 1 + _indicator(widens_right) + _indicator(widens_left),
        z3.If(widens_right, upper_right - 1, upper_right),
        z3.If(widens_right, lower_right, lower_right - 1),
        bottom,
        z3.If(widens_left, lower_left, lower_left - 1),
        z3.If(widens_left, upper_left - 1, upper_left),
    )


def _one_row_fewer() -> Entailment:
    sides = _sides()
    rest = _below_top_row(sides)
    supposed = [*_closing(sides), sides[1] + sides[2] > 2]
    claim = z3.And(*_closing(rest), _cells(sides) == 2 * sides[0] + _cells(rest))
    return Entailment(supposed, claim)


def _one_row_fewer_but_one_corner_forgotten() -> Entailment:
    sides = _sides()
    rest = _below_top_row(sides)
    supposed = [*_closing(sides), sides[1] + sides[2] > 2]

    def cells(lengths: tuple[Integer, ...]) -> Integer:
        return _cells(lengths) + lengths[1] * (lengths[1] - 1)

    return Entailment(supposed, cells(sides) == 2 * sides[0] + cells(rest))


def _a_single_row() -> Entailment:
    sides = _sides()
    supposed = [*_closing(sides), sides[1] + sides[2] == 2]
    return Entailment(supposed, _cells(sides) == 2 * sides[0])


def _regular_count() -> Entailment:
    size = z3.Int("size")
    return Entailment([size >= 1], _cells((size,) * 6) == 2 * (3 * size * (size - 1) + 1))


def _regular_is_odd() -> Entailment:
    """Of two numbers that follow each other one is even."""
    size, half, number = z3.Ints("size half number")
    supposed = [
        size >= 1,
        z3.Or(size == 2 * half, size == 2 * half + 1),
        number == 3 * size * (size - 1) + 1,
    ]
    product = z3.If(size == 2 * half, half * (size - 1), size * half)
    return Entailment(supposed, number == 2 * (3 * product) + 1)


def _all_hexagons_are_odd() -> Entailment:
    sides, half = _sides(), z3.Int("half")
    supposed = [*_closing(sides), *(side <= 3 for side in sides)]
    return Entailment(supposed, z3.Exists([half], _cells(sides) == 2 * (2 * half + 1)))


def _no_tie() -> Entailment:
    red, blue, half = z3.Ints("red blue half")
    supposed = [red >= 0, blue >= 0, half >= 0, red + blue == 2 * half + 1]
    return Entailment(supposed, red != blue)


def _no_tie_on_any_board() -> Entailment:
    red, blue, cells = z3.Ints("red blue cells")
    return Entailment([red >= 0, blue >= 0, cells >= 1, red + blue == cells], red != blue)


# Beside the specification -----------------------------------------------------------------------


class LemmaError(Exception):
    """A lemma speaks of something that is otherwise in the specification; the text says what."""


def require_board_as_supposed(board: spec.Board) -> None:
    """Require of a board what the lemmas about cells suppose of all.

    Raises:
        LemmaError: its cells are not as many as the formula or `cell_count` gives, it can tie
            with an odd number of them, what is below its top row is not the hexagon that it should
            be, or neighbours are not in a ring.
    """
    sides, rows = board.sides, spec.rows_of(board)
    cells = len(spec.cells_of(board))
    if not _cells(sides) == 2 * cells == 2 * spec.cell_count(board):
        raise LemmaError(f"{board.sides} has {cells} cells")
    if spec.can_tie(board) is not (cells % 2 == 0):
        raise LemmaError(f"{board.sides} has {cells} cells, and can_tie says {spec.can_tie(board)}")
    if len(rows) > 1:
        below = (z3.simplify(each) for each in _below_top_row(tuple(map(z3.IntVal, sides))))
        rest = spec.Board(tuple(each.as_long() for each in below))
        if [len(row) for row in spec.rows_of(rest)] != [len(row) for row in rows[1:]]:
            raise LemmaError(f"below the top row of {board.sides} is not {rest.sides}")
    for cell in spec.cells_of(board):
        _require_ring(board, cell)


def _require_ring(board: spec.Board, cell: spec.Cell) -> None:
    """Require that the neighbours of a cell are among six, each next to the one after it."""
    ring = [spec.Cell(cell.x + step.x, cell.y + step.y) for step in DIRECTIONS]
    if not spec.neighbours_of(board, cell) <= set(ring):
        raise LemmaError(f"{cell} on {board.sides} has a neighbour that is not in the ring")
    on_board = set(spec.cells_of(board)) & set(ring)
    for one, other in pairwise((*ring, ring[0])):
        if {one, other} <= on_board and other not in spec.neighbours_of(board, one):
            raise LemmaError(f"{one} and {other} on {board.sides} are not next to each other")


def require_placement_as_supposed(position: spec.Position, cell: spec.Cell) -> None:
    """Require of a placement what the lemmas about rankings suppose of all.

    Raises:
        LemmaError: the numbers of groups afterwards are not those that follow.
    """
    board, own = position.board, position.own
    near = spec.neighbours_of(board, cell) & own
    joined = [len(each) for each in {spec.group_of(board, own, stone) for stone in near}]
    stones = spec.friendly_stones_after(position, cell)
    before, after = (
        Counter(len(group) for group in spec.groups(board, each)) for each in (own, stones)
    )
    solver = z3.Solver()
    if len(joined) > 3:
        raise LemmaError(f"{len(joined)} groups meet at {cell} of {spec.write_position(position)}")
    sizes = [z3.IntVal(size) for size in (*joined, 0, 0, 0)[:3]]
    supposed = _effect(_known_counts(before), _known_counts(after), sizes, keeps_equal=True)
    solver.add(z3.Not(z3.And(supposed)))
    if solver.check() != z3.unsat:
        raise LemmaError(f"{cell} of {spec.write_position(position)}: {before} becomes {after}")


def _known_counts(counts: Mapping[int, int]) -> Counts:
    """Numbers of groups that are known, as a function of size."""
    return lambda size: z3.Sum(
        [z3.IntVal(0), *(z3.If(size == each, many, 0) for each, many in counts.items())]
    )


THEOREMS: dict[str, UniversalTheorem] = {
    theorem.id: theorem
    for theorem in (
        UniversalTheorem(
            id="ranking_rises_on_every_board",
            sentence="Among six neighbours in a ring at most three groups meet; and where a"
            " placement joins up to three groups and changes how many there are of each size as"
            " R1 and R2 say, there are more of the formed size and of each larger size as many.",
            clauses=("F1",),
            link=("proof-model/lemmas", "proof/ranking_rises_for_the_mover"),
            parts={"rises": _ranking_rises, "three-groups": _at_most_three_groups_meet},
            controls=(
                UniversalControl(
                    "equal-groups-removed",
                    "Groups as large as the formed one are removed too.",
                    _ranking_rises_though_equal_groups_go,
                ),
                UniversalControl(
                    "neighbours-not-in-a-ring",
                    "The six neighbours of a cell are not next to each other.",
                    _no_ring,
                ),
            ),
        ),
        UniversalTheorem(
            id="every_game_ends",
            sentence="Compared by how many groups there are of each size, from the largest down, no"
            " ranking is above itself, and what is above a higher one is above: so a ranking that"
            " rises never comes back.",
            clauses=("F1",),
            link=("proof/ranking_rises_for_the_mover", "proof/ranking_of_the_other_stays"),
            parts={
                "rises": _ranking_rises,
                "irreflexive": _order_is_irreflexive,
                "transitive": _order_is_transitive,
            },
            controls=(
                UniversalControl(
                    "any-size-counts",
                    "A ranking is above another where it has more groups of any one size.",
                    _not_falling_is_transitive,
                ),
            ),
        ),
        UniversalTheorem(
            id="cells_follow_from_the_sides",
            sentence="For any six side lengths that close, the formula of a triangle less three"
            " triangles gives the length of the top row and what it gives for the sides without"
            " that row; for a single row it gives its length. The check proof-model/lemmas compares"
            " the formula and the rows with cells_of.",
            clauses=("B1",),
            link=("proof-model/lemmas",),
            parts={"one-row-fewer": _one_row_fewer, "single-row": _a_single_row},
            controls=(
                UniversalControl(
                    "a-corner-forgotten",
                    "One of the three corners is not taken off.",
                    _one_row_fewer_but_one_corner_forgotten,
                ),
            ),
        ),
        UniversalTheorem(
            id="regular_boards_are_odd",
            sentence="For six sides of length s the same formula gives 3s(s-1)+1, an odd number.",
            clauses=("B1", "B2"),
            link=("proof-model/lemmas",),
            parts={"count": _regular_count, "odd": _regular_is_odd},
            controls=(
                UniversalControl(
                    "irregular-boards-too",
                    "All hexagons have an odd number of cells.",
                    _all_hexagons_are_odd,
                ),
            ),
        ),
        UniversalTheorem(
            id="no_tie_on_an_odd_board",
            sentence="Two numbers whose sum is odd are not equal: so on a full board of an odd"
            " number of cells the colours have not equally many stones.",
            clauses=("B2", "E2"),
            link=("proof/the_majority_wins",),
            parts={"no-tie": _no_tie},
            controls=(
                UniversalControl(
                    "any-number-of-cells",
                    "The number of cells need not be odd.",
                    _no_tie_on_any_board,
                ),
            ),
        ),
    )
}
"""The theorems about all boards by id."""
