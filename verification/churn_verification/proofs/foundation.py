"""Where the model takes groups and sizes from: counted out, or described by what is known of them.

`Computed` is the definition: flood fill, and a count of bits. Formulas built on it grow with the
board and become hard: a solver has to find out anew, through adders and layers of flood fill, that
equal groups have equal sizes. `Described` makes each group and each size a value of its own of
which only facts are known, those that the catalogue proves of `Computed`. A theorem proved of
everything with these properties holds of what is computed, and its proof is short.
"""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import z3

from churn_verification.proofs.algebra import (
    Algebra,
    BitVectors,
    Number,
    Truth,
    Word,
    implies,
)
from churn_verification.proofs.facts import Facts, beside
from churn_verification.proofs.grid import Grid


class Group(NamedTuple):
    """The group of a stone, empty where none is.

    Attributes:
        stones: its stones.
        size: how many they are.
    """

    stones: Word
    size: Number


class Foundation(Protocol):
    """What the model builds on."""

    @property
    def grid(self) -> Grid:
        """The board."""
        ...

    @property
    def algebra(self) -> Algebra:
        """The operations."""
        ...

    def group_at(self, stones: Word, cell: int) -> Group:
        """The group of the stone on a cell among some stones."""
        ...

    def size(self, word: Word) -> Number:
        """How many cells a set has."""
        ...


class Computed:
    """Groups by flood fill and sizes by counting bits.

    Args:
        grid: the board.
        algebra: the operations.
        depth: how many steps of flood fill are made.
    """

    def __init__(self, grid: Grid, algebra: Algebra, depth: int | None = None) -> None:
        self.grid = grid
        self.algebra = algebra
        self.depth = grid.depth if depth is None else depth
        self._groups: dict[tuple[int, int], tuple[Word, Group]] = {}

    def group_at(self, stones: Word, cell: int) -> Group:
        """The group of the stone on a cell: what flood fill reaches from there."""
        key = (_identity(stones), cell)
        if key not in self._groups:
            reached = stones & self.algebra.word(1 << cell)
            for _ in range(self.depth):
                reached = self.spread(reached, stones)
            # The stones are kept with their group: their identity must not be given away.
            self._groups[key] = stones, Group(reached, self.size(reached))
        return self._groups[key][1]

    def spread(self, reached: Word, stones: Word) -> Word:
        """One step of flood fill: what was reached, and all stones next to it."""
        return (reached | beside(self.algebra, self.grid, reached)) & stones

    def size(self, word: Word) -> Number:
        """How many cells a set has."""
        return self.algebra.count(word)


@dataclass(frozen=True)
class _Known:
    """The groups of one set of stones, as far as they were asked for."""

    stones: Word
    groups: dict[int, Group]


class Described:
    """Groups and sizes of which only facts are known.

    Attributes:
        facts: what is known of all groups that were asked for.
    """

    def __init__(self, grid: Grid, algebra: BitVectors) -> None:
        self.grid = grid
        self.algebra = algebra
        self.facts: list[Truth] = []
        self._about = Facts(algebra, grid)
        self._known: dict[int, _Known] = {}
        self._sizes: dict[int, tuple[Word, Number]] = {}

    def group_at(self, stones: Word, cell: int) -> Group:
        """A group of its own, with the facts about it and those before it."""
        stones = z3.simplify(stones)
        known = self._known.setdefault(_identity(stones), _Known(stones, {}))
        if cell not in known.groups:
            number = list(self._known).index(_identity(stones))
            group = Group(
                self.algebra.free_word(f"group_{number}_{cell}"),
                self.algebra.free_number(f"size_{number}_{cell}"),
            )
            self._describe(known, cell, group)
            known.groups[cell] = group
        return known.groups[cell]

    def size(self, word: Word) -> Number:
        """A size of its own; of an unnamed set nothing is known but what hints say."""
        word = z3.simplify(word)
        key = _identity(word)
        if key not in self._sizes:
            size = self.algebra.free_number(f"count_{len(self._sizes)}")
            self._describe_size(word, size)
            self._sizes[key] = word, size
        return self._sizes[key][1]

    def _describe(self, known: _Known, cell: int, group: Group) -> None:
        algebra, stones = self.algebra, known.stones
        self._sizes[_identity(group.stones)] = group.stones, group.size
        self.facts += [
            self._about.group_holds_its_stone(stones, cell, group.stones),
            self._about.group_is_closed(stones, group.stones),
        ]
        self._describe_size(group.stones, group.size)
        for other_cell, other in known.groups.items():
            for one, holder, whole in ((other_cell, group, other), (cell, other, group)):
                shared = self._about.group_is_shared(holder.stones, one, whole.stones)
                equal = algebra.same(holder.size, whole.size)
                same_size = implies(algebra, algebra.has(holder.stones, one), equal)
                self.facts += [shared, same_size]

    def _describe_size(self, word: Word, size: Number) -> None:
        self.facts += [
            self._about.size_is_positive(word, size),
            self._about.size_is_on_the_board(size),
        ]


def _identity(word: Word) -> int:
    """What tells words apart: z3 has one object for equal terms, numpy one for each array."""
    return int(word.get_id()) if isinstance(word, z3.AstRef) else id(word)
