"""Statements about many positions at once: values by chance, or those that a solver found."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from churn_verification.proofs.algebra import Integers, Number, Truth, Word
from churn_verification.proofs.foundation import Computed
from churn_verification.proofs.grid import Grid
from churn_verification.proofs.rules import Rules
from churn_verification.proofs.theorem import Case, Statement

_SHARES = (0.1, 0.3, 0.45, 0.6, 0.8, 1.0)
"""How much of the room that is left gets stones."""

_APART = {"enemy": "own"}
"""Sets that have no cell in common with another."""


@dataclass
class Chance:
    """Gives a statement values by chance, many at a time.

    Attributes:
        algebra: the operations.
        count: how many values of each variable.
        generator: where chance comes from.
        fixed: cells that are given, by name.
        values: the values given so far, by name.
    """

    algebra: Integers
    count: int
    generator: np.random.Generator
    fixed: Mapping[str, int] = field(default_factory=dict)
    values: dict[str, NDArray[np.int64]] = field(default_factory=dict)

    def word(self, name: str) -> Word:
        """Sets of cells, from nearly none to nearly all."""
        if name not in self.values:
            shares = self.generator.choice(_SHARES, self.count)
            drawn = self.generator.random((self.count, self.algebra.cells)) < shares[:, None]
            words = drawn.astype(np.int64) @ (1 << np.arange(self.algebra.cells, dtype=np.int64))
            others = self.values.get(_APART.get(name, ""), np.zeros_like(words))
            self.values[name] = words & ~others
        return self.values[name]

    def cell(self, name: str) -> Word:
        """Sets of one cell."""
        if name in self.fixed:
            return np.full(self.count, 1 << self.fixed[name], dtype=np.int64)
        if name not in self.values:
            self.values[name] = 1 << self.generator.integers(
                self.algebra.cells, size=self.count, dtype=np.int64
            )
        return self.values[name]

    def number(self, name: str) -> Number:
        """Numbers up to the number of cells."""
        if name not in self.values:
            self.values[name] = self.generator.integers(
                self.algebra.cells + 1, size=self.count, dtype=np.int64
            )
        return self.values[name]

    def truth(self, name: str) -> Truth:
        """True and false."""
        if name not in self.values:
            self.values[name] = self.generator.integers(2, size=self.count, dtype=np.int64)
        return self.values[name] == 1


@dataclass
class Found:
    """Gives a statement the one value of each variable that was found.

    Attributes:
        algebra: the operations.
        values: the values, by name.
        fixed: cells that are given, by name.
    """

    algebra: Integers
    values: Mapping[str, int]
    fixed: Mapping[str, int] = field(default_factory=dict)

    def word(self, name: str) -> Word:
        """The set that was found."""
        return np.int64(self.values[name])

    def cell(self, name: str) -> Word:
        """The cell that was found."""
        return np.int64(1 << self.fixed[name] if name in self.fixed else self.values[name])

    def number(self, name: str) -> Number:
        """The number that was found."""
        return np.int64(self.values[name])

    def truth(self, name: str) -> Truth:
        """The truth that was found."""
        return np.bool_(self.values[name])


def holds(algebra: Integers, truths: list[Truth]) -> NDArray[np.bool_]:
    """Where all of some truths hold."""
    return np.asarray(algebra.every(truths))


def witness_of(
    case: Case, grid: Grid, generator: np.random.Generator, rounds: int = 8
) -> dict[str, int] | None:
    """Values under which a case's hypotheses and hints hold, found by chance; None if none was."""
    algebra = Integers(grid.cells)
    rules = Rules(Computed(grid, algebra))
    for number in range(rounds):
        chance = Chance(algebra, 32 << (2 * number), generator, case.fixed)
        statement = case.claim(rules, chance)
        fitting = np.broadcast_to(
            holds(algebra, [*statement.hypotheses, *statement.hints]), (chance.count,)
        )
        if fitting.any():
            index = int(np.argmax(fitting))
            return {name: int(values[index]) for name, values in chance.values.items()}
    return None


def statement_at(
    case: Case, rules: Rules, values: Mapping[str, int], algebra: Integers
) -> Statement:
    """A case's statement about values that were found."""
    return case.claim(rules, Found(algebra, values, case.fixed))
