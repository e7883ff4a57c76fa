"""The operations of theorems and of the interpreter, on z3's bit-vectors and on numpy's integers.

Nothing else is used, so what holds of numbers holds of bit-vectors, as long as these operations
agree; a test compares them one by one.
"""

from collections.abc import Iterable
from functools import reduce
from typing import Any, Protocol, TypeAlias

import numpy as np
import z3

Word: TypeAlias = Any
"""A set of cells: a bit-vector as wide as the board, or integers of which bit i is cell i."""

Number: TypeAlias = Any
"""A number of cells, from 0 to all."""

Truth: TypeAlias = Any
"""Something true or false: a formula, or booleans."""

MOST_CONCRETE_CELLS = 62


class Algebra(Protocol):
    """Sets of cells, numbers and truths. Words also know `&` and `|`."""

    cells: int

    def word(self, mask: int) -> Word:
        """The set of the cells of a mask."""
        ...

    def number(self, value: int) -> Number:
        """A number that is known."""
        ...

    def truth(self, value: bool) -> Truth:
        """A truth that is known."""
        ...

    def complement(self, word: Word) -> Word:
        """The cells that are not in a set."""
        ...

    def lowest(self, word: Word) -> Word:
        """The set of the lowest cell of a set, empty where that is."""
        ...

    def has(self, word: Word, cell: int) -> Truth:
        """Whether a cell is in a set."""
        ...

    def count(self, word: Word) -> Number:
        """How many cells a set has."""
        ...

    def plus(self, one: Number, other: Number) -> Number:
        """A sum; it must not exceed the number of cells."""
        ...

    def below(self, one: Number, other: Number) -> Truth:
        """Whether a number is smaller than another."""
        ...

    def sum_below(self, ones: tuple[Number, Number], others: tuple[Number, Number]) -> Truth:
        """Whether the sum of two numbers, which may exceed the cells, is below another such sum."""
        ...

    def same(self, one: Any, other: Any) -> Truth:
        """Whether two words, numbers or truths are the same."""
        ...

    def choose(self, truth: Truth, one: Any, other: Any) -> Any:
        """One word, number or truth where something holds, and another where it does not."""
        ...

    def every(self, truths: Iterable[Truth]) -> Truth:
        """Whether all hold."""
        ...

    def some(self, truths: Iterable[Truth]) -> Truth:
        """Whether one holds."""
        ...

    def negation(self, truth: Truth) -> Truth:
        """Whether something does not hold."""
        ...

    def may_hold(self, truth: Truth, supposed: Iterable[Truth] = ()) -> bool:
        """Whether something holds anywhere, or cannot be shown not to."""
        ...


class BitVectors:
    """The algebra of z3's bit-vectors: numbers just as wide as the number of cells needs."""

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self._number_bits = cells.bit_length()

    def word(self, mask: int) -> Word:
        """The set of the cells of a mask."""
        return z3.BitVecVal(mask, self.cells)

    def number(self, value: int) -> Number:
        """A number that is known."""
        return z3.BitVecVal(value, self._number_bits)

    def truth(self, value: bool) -> Truth:
        """A truth that is known."""
        return z3.BoolVal(value)

    def complement(self, word: Word) -> Word:
        """The cells that are not in a set."""
        return ~word

    def lowest(self, word: Word) -> Word:
        """The set of the lowest cell of a set, empty where that is."""
        return word & -word

    def has(self, word: Word, cell: int) -> Truth:
        """Whether a cell is in a set."""
        return z3.Extract(cell, cell, word) == 1

    def count(self, word: Word) -> Number:
        """How many cells a set has: the sum of its bits."""
        bits = [
            z3.ZeroExt(self._number_bits - 1, z3.Extract(cell, cell, word))
            for cell in range(self.cells)
        ]
        return z3.Sum(bits)

    def plus(self, one: Number, other: Number) -> Number:
        """A sum; it must not exceed the number of cells."""
        return one + other

    def below(self, one: Number, other: Number) -> Truth:
        """Whether a number is smaller than another."""
        return z3.ULT(one, other)

    def sum_below(self, ones: tuple[Number, Number], others: tuple[Number, Number]) -> Truth:
        """Whether the sum of two numbers, which may exceed the cells, is below another such sum."""
        one, other = (z3.ZeroExt(1, a) + z3.ZeroExt(1, b) for a, b in (ones, others))
        return z3.ULT(one, other)

    def same(self, one: Any, other: Any) -> Truth:
        """Whether two words, numbers or truths are the same."""
        return one == other

    def choose(self, truth: Truth, one: Any, other: Any) -> Any:
        """One where something holds, and the other where it does not."""
        while z3.is_app_of(one, z3.Z3_OP_ITE) and one.arg(0).eq(truth):
            one = one.arg(1)
        while z3.is_app_of(other, z3.Z3_OP_ITE) and other.arg(0).eq(truth):
            other = other.arg(2)
        return one if one.eq(other) else z3.If(truth, one, other)

    def every(self, truths: Iterable[Truth]) -> Truth:
        """Whether all hold."""
        return z3.And(self.truth(True), *truths)

    def some(self, truths: Iterable[Truth]) -> Truth:
        """Whether one holds."""
        return z3.Or(self.truth(False), *truths)

    def negation(self, truth: Truth) -> Truth:
        """Whether something does not hold."""
        if isinstance(truth, bool):
            return self.truth(not truth)
        return truth.arg(0) if z3.is_not(truth) else z3.Not(truth)

    def may_hold(self, truth: Truth, supposed: Iterable[Truth] = ()) -> bool:
        """Whether something holds anywhere."""
        solver = z3.SolverFor("QF_BV")
        solver.add(*supposed, truth)
        return bool(solver.check() != z3.unsat)

    def free_word(self, name: str) -> Word:
        """A set of cells that can be any."""
        return z3.BitVec(name, self.cells)

    def free_number(self, name: str) -> Number:
        """A number that can be any, also one that is no number of cells."""
        return z3.BitVec(name, self._number_bits)

    def free_truth(self, name: str) -> Truth:
        """A truth that can be either."""
        return z3.Bool(name)


class Integers:
    """The algebra of numpy's integers, single or in arrays: many positions at a time."""

    def __init__(self, cells: int) -> None:
        if cells > MOST_CONCRETE_CELLS:
            raise ValueError(f"at most {MOST_CONCRETE_CELLS} cells fit, not {cells}")
        self.cells = cells
        self._full = (1 << cells) - 1

    def word(self, mask: int) -> Word:
        """The set of the cells of a mask."""
        return np.int64(mask)

    def number(self, value: int) -> Number:
        """A number that is known."""
        return np.int64(value)

    def truth(self, value: bool) -> Truth:
        """A truth that is known."""
        return np.bool_(value)

    def complement(self, word: Word) -> Word:
        """The cells that are not in a set."""
        return self._full ^ word

    def lowest(self, word: Word) -> Word:
        """The set of the lowest cell of a set, empty where that is."""
        return word & -word

    def has(self, word: Word, cell: int) -> Truth:
        """Whether a cell is in a set."""
        return (word >> cell) & 1 == 1

    def count(self, word: Word) -> Number:
        """How many cells a set has."""
        return np.bitwise_count(word).astype(np.int64)

    def plus(self, one: Number, other: Number) -> Number:
        """A sum; it must not exceed the number of cells."""
        return one + other

    def below(self, one: Number, other: Number) -> Truth:
        """Whether a number is smaller than another."""
        return one < other

    def sum_below(self, ones: tuple[Number, Number], others: tuple[Number, Number]) -> Truth:
        """Whether the sum of two numbers, which may exceed the cells, is below another such sum."""
        return sum(ones) < sum(others)

    def same(self, one: Any, other: Any) -> Truth:
        """Whether two words, numbers or truths are the same."""
        return one == other

    def choose(self, truth: Truth, one: Any, other: Any) -> Any:
        """One where something holds, and the other where it does not."""
        return np.where(truth, one, other)

    def every(self, truths: Iterable[Truth]) -> Truth:
        """Whether all hold."""
        return reduce(np.logical_and, truths, np.bool_(True))

    def some(self, truths: Iterable[Truth]) -> Truth:
        """Whether one holds."""
        return reduce(np.logical_or, truths, np.bool_(False))

    def negation(self, truth: Truth) -> Truth:
        """Whether something does not hold."""
        return np.logical_not(truth)

    def may_hold(self, truth: Truth, supposed: Iterable[Truth] = ()) -> bool:
        """Whether something holds anywhere."""
        return bool(np.any(self.every([*supposed, truth])))


def implies(algebra: Algebra, condition: Truth, consequence: Truth) -> Truth:
    """Whether a consequence holds where a condition does."""
    return algebra.some([algebra.negation(condition), consequence])


def union_of(algebra: Algebra, words: Iterable[Word]) -> Word:
    """All cells that are in any of some sets."""
    return reduce(lambda one, other: one | other, words, algebra.word(0))


def contains(algebra: Algebra, outer: Word, inner: Word) -> Truth:
    """Whether one set has all cells of another."""
    return algebra.same(inner & algebra.complement(outer), algebra.word(0))


def is_empty(algebra: Algebra, word: Word) -> Truth:
    """Whether a set has no cells."""
    return algebra.same(word, algebra.word(0))
