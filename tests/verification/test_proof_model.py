"""The proofs' interpreter gives what Python makes of the specification, and can differ."""

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import churn_spec as spec
from churn_verification.checks import proof_model
from churn_verification.judge.difference import Difference
from churn_verification.judge.figures import figures
from churn_verification.proofs import mistakes
from churn_verification.proofs.algebra import BitVectors, Integers
from churn_verification.proofs.catalogue import THEOREMS
from churn_verification.proofs.comparing import (
    Positions,
    all_positions,
    compare,
    rules_on,
    some_positions,
)
from churn_verification.proofs.foundation import Computed
from churn_verification.proofs.grid import grid_of
from churn_verification.proofs.instances import broken_in
from churn_verification.proofs.obligations import Variables
from churn_verification.proofs.rules import Rules
from churn_verification.proofs.samples import Found
from churn_verification.proofs.specification import Slip
from churn_verification.proofs.theorem import Control
from churn_verification.proofs.values import UnsupportedSource
from churn_verification.registry import Context, Level, Registry
from churn_verification.results import Status
from churn_verification.strategies import meeting_positions, positions

CELLS = 3
WORDS, NUMBERS, TRUTHS = range(1 << CELLS), range(CELLS + 1), (False, True)

OPERATIONS: list[tuple[str, Callable[..., Any], list[str]]] = [
    ("and", lambda _, one, other: one & other, ["word", "word"]),
    ("or", lambda _, one, other: one | other, ["word", "word"]),
    ("complement", lambda algebra, one: algebra.complement(one), ["word"]),
    ("lowest", lambda algebra, one: algebra.lowest(one), ["word"]),
    ("has", lambda algebra, one: algebra.has(one, 1), ["word"]),
    ("count", lambda algebra, one: algebra.count(one), ["word"]),
    ("plus", lambda algebra, one: algebra.plus(one, algebra.number(0)), ["number"]),
    ("below", lambda algebra, one, other: algebra.below(one, other), ["number", "number"]),
    ("same words", lambda algebra, one, other: algebra.same(one, other), ["word", "word"]),
    ("same truths", lambda algebra, one, other: algebra.same(one, other), ["truth", "truth"]),
    (
        "choose",
        lambda algebra, truth, one, other: algebra.choose(truth, one, other),
        ["truth", "word", "word"],
    ),
    ("every", lambda algebra, one, other: algebra.every([one, other]), ["truth", "truth"]),
    ("some", lambda algebra, one, other: algebra.some([one, other]), ["truth", "truth"]),
    ("negation", lambda algebra, one: algebra.negation(one), ["truth"]),
]


@pytest.mark.parametrize(("operation", "kinds"), [each[1:] for each in OPERATIONS])
def test_an_operation_is_the_same_on_bit_vectors_and_on_integers(
    operation: Callable[..., Any], kinds: list[str]
) -> None:
    values = {"word": WORDS, "number": NUMBERS, "truth": TRUTHS}
    for operands in product(*(values[kind] for kind in kinds)):
        answers = []
        for algebra in (BitVectors(CELLS), Integers(CELLS)):
            given_ = [
                getattr(algebra, kind)(value) for kind, value in zip(kinds, operands, strict=True)
            ]
            answers.append(operation(algebra, *given_))
        formula, number = answers
        value = z3.simplify(formula)
        assert (z3.is_true(value) if z3.is_bool(value) else value.as_long()) == number


def test_sums_are_the_same_as_far_as_they_are_numbers_of_cells() -> None:
    vectors, integers = BitVectors(CELLS), Integers(CELLS)
    for one, other in product(NUMBERS, repeat=2):
        if one + other <= CELLS:
            total = z3.simplify(vectors.plus(vectors.number(one), vectors.number(other)))
            assert total.as_long() == integers.plus(integers.number(one), integers.number(other))


def test_the_formulas_of_all_theorems_say_what_their_source_says_of_integers() -> None:
    """One source, two readings: values put into the formulas, and the source run on the values."""
    grid = grid_of(spec.read_board("2-1-2-2-1-2"))
    vectors, integers = BitVectors(grid.cells), Integers(grid.cells)
    generator = np.random.default_rng(11)
    compared: set[bool] = set()
    for theorem in THEOREMS.values():
        case = next((each for each in theorem.cases(grid) if each.example is None), None)
        if case is None:
            continue
        variables = Variables(vectors, case.fixed)
        formulas = case.claim(Rules(Computed(grid, vectors)), variables)
        for _ in range(8):
            values = {
                name: _any_value(variable, generator) for name, variable in variables.free.items()
            }
            put_in = [
                (variable, _constant(variable, values[name]))
                for name, variable in variables.free.items()
            ]
            of_values = case.claim(rules_on(grid), Found(integers, values, case.fixed))
            pairs = zip(
                [*formulas.hypotheses, formulas.conclusion],
                [*of_values.hypotheses, of_values.conclusion],
                strict=True,
            )
            for formula, truth in pairs:
                assert z3.is_true(z3.simplify(z3.substitute(formula, *put_in))) == bool(truth)
                compared.add(bool(truth))
    assert compared == {False, True}


def _any_value(variable: z3.ExprRef, generator: np.random.Generator) -> int:
    return int(generator.integers(2 if z3.is_bool(variable) else 1 << variable.size()))


def _constant(variable: z3.ExprRef, value: int) -> z3.ExprRef:
    if z3.is_bool(variable):
        return z3.BoolVal(bool(value))
    return z3.BitVecVal(value, variable.size())


# Beside the specification and the engine ---------------------------------------------------------


@pytest.mark.parametrize("board", ["1", "2-1-2-1-2-1", "2-1-2-2-1-2", "3-1-2-2-2-1", "5-1-1-5-1-1"])
def test_all_positions_of_small_boards(board: str) -> None:
    grid = grid_of(spec.read_board(board))
    positions_ = all_positions(grid, np.random.default_rng(1))
    assert len(positions_.red) == 2 * 3**grid.cells
    compare(grid, positions_)


@pytest.mark.parametrize("board", ["2", "2-2-4-2-2-4", "3", "4-2-3-4-2-3"])
def test_thousands_of_positions_by_chance(board: str) -> None:
    grid = grid_of(spec.read_board(board))
    compare(grid, some_positions(grid, 3_000, np.random.default_rng(2)))


@settings(deadline=None)
@given(st.one_of(positions(), meeting_positions()))
def test_positions_of_any_kind(position: spec.Position) -> None:
    compare(grid_of(position.board), every_placement(position))


def test_the_figures() -> None:
    for figure in figures():
        position = spec.read_position(figure.position)
        compare(grid_of(position.board), every_placement(position))


def every_placement(position: spec.Position) -> Positions:
    """A position with each placement on it, empty cells and others."""
    grid = grid_of(position.board)
    cells = spec.cells_of(position.board)
    red, blue = (
        sum(1 << number for number, cell in enumerate(cells) if cell in stones)
        for stones in (position.red, position.blue)
    )

    def column(value: int) -> NDArray[np.int64]:
        return np.full(grid.cells, value, dtype=np.int64)

    return Positions(
        red=column(red),
        blue=column(blue),
        red_moves=column(position.mover is spec.Colour.RED),
        swap_on_offer=column(position.swap_on_offer),
        first_is_red=column(1),
        cell=np.arange(grid.cells),
    )


@pytest.mark.parametrize(
    "mistake",
    [
        mistakes.LARGEST_FOR_SMALLEST,
        mistakes.EQUAL_OTHER_GROUPS_REMOVED,
        mistakes.ENEMY_STONES_COUNT,
        mistakes.OVER_BEFORE_REMOVAL,
        mistakes.OVER_ONE_CELL_EARLY,
        mistakes.SWAP_OFFERED_AGAIN,
        mistakes.SWAP_PASSES_THE_MOVE,
        mistakes.SEATS_STAY,
        mistakes.TIES_GO_TO_RED,
        mistakes.COLOURS_WIN_AND_NOT_SEATS,
    ],
)
def test_a_slip_in_what_is_interpreted_is_found(mistake: Control) -> None:
    grid = grid_of(spec.read_board("2-1-3-2-1-3"))
    with pytest.raises(Difference) as found:
        compare(grid, all_positions(grid, np.random.default_rng(1)), mistake.slips)
    assert "Cell(" not in str(found.value)


def test_a_difference_names_the_cells() -> None:
    grid = grid_of(spec.read_board("2"))
    positions_ = some_positions(grid, 8_000, np.random.default_rng(1))
    with pytest.raises(Difference, match="own stones after, of ") as found:
        compare(grid, positions_, mistakes.EQUAL_OTHER_GROUPS_REMOVED.slips)
    names = {"a1", "a2", "b1", "b2", "b3", "c1", "c2", "none"}
    assert all(names.issuperset(each.split()) for each in found.value.counterexample.said.values())


# What the interpreter refuses --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slip", "reason"),
    [
        (Slip("is_over", "not here", "anything"), "0 times, not once"),
        (Slip("is_over", "return not", "return position.red[1:] or not"), "the expression"),
        (Slip("is_over", "return not", "return sum(position.red) or not"), "the call"),
        (Slip("is_over", "return not", "del position; return not"), "the statement"),
    ],
)
def test_source_that_is_not_understood_is_refused(slip: Slip, reason: str) -> None:
    grid = grid_of(spec.read_board("2"))
    with pytest.raises(UnsupportedSource, match=reason):
        compare(grid, some_positions(grid, 10, np.random.default_rng(1)), (slip,))


# Instances of theorems ---------------------------------------------------------------------------


def test_what_proofs_take_for_granted_holds_on_real_positions() -> None:
    grid, generator = grid_of(spec.read_board("2")), np.random.default_rng(3)
    looked_at = [broken_in(theorem, grid, 300, generator) for theorem in THEOREMS.values()]
    assert [each.broken for each in looked_at if each.broken] == []
    assert sum(each.looked_at for each in looked_at) > 1_000


@pytest.mark.parametrize(
    ("theorem", "mistaken", "what"),
    [
        ("ranking_rises_for_the_mover", mistakes.LARGER_GROUPS_REMOVED, "a hint"),
        ("formed_group_survives", mistakes.EQUAL_GROUPS_REMOVED, "the conclusion"),
    ],
)
def test_what_does_not_hold_is_found(theorem: str, mistaken: Control, what: str) -> None:
    grid = grid_of(spec.read_board("2"))
    rules = mistaken.rules(grid, Integers(grid.cells))
    found = broken_in(THEOREMS[theorem], grid, 500, np.random.default_rng(4), rules)
    assert what in str(found.broken)


def test_the_checks_of_the_interpreter_hold() -> None:
    registry = Registry()
    proof_model.register(registry)
    for check_id in ("proof-model/small-boards", "proof-model/positions"):
        result = registry[check_id].run(Context(Level.QUICK, 0))
        assert result.status is Status.HELD
        assert result.covered["positions"] > 5_000
