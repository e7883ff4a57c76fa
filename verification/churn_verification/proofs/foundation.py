"""Where theorems take groups and sizes from: computed, or described by what is known of them.

`Computed` runs the source of `group_of`, and counts bits. Formulas built on it grow with the
board and become hard: a solver has to find out anew, through adders and layers of flood fill, that
equal groups have equal sizes. `Described` makes each group and each size a value of its own of
which only facts are known, those that the catalogue proves of `Computed`. A theorem proved of
everything with these properties holds of what is computed, and its proof is short.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Protocol

import z3

import churn_spec as spec
from churn_verification.proofs.algebra import (
    Algebra,
    BitVectors,
    Number,
    Truth,
    Word,
    implies,
)
from churn_verification.proofs.facts import Facts
from churn_verification.proofs.grid import Grid
from churn_verification.proofs.specification import Slip, Specification
from churn_verification.proofs.values import Cells


class Group(NamedTuple):
    """The group of a stone, empty where none is.

    Attributes:
        stones: its stones.
        size: how many they are.
    """

    stones: Word
    size: Number


class Foundation(Protocol):
    """What theorems build on."""

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

    def found(self, stones: Word, cell: int) -> Word:
        """What `group_of` gives, whether a stone is on the cell or not."""
        ...

    def size(self, word: Word) -> Number:
        """How many cells a set has."""
        ...

    def supposed(self) -> Sequence[Truth]:
        """What may be supposed of groups and sizes."""
        ...


class Computed:
    """Groups as the specification's source finds them, and sizes by counting bits.

    Args:
        grid: the board.
        algebra: the operations.
        slips: deliberate mistakes in the source.

    Attributes:
        functions: the names of the functions whose source was run.
    """

    def __init__(self, grid: Grid, algebra: Algebra, slips: Sequence[Slip] = ()) -> None:
        self.grid = grid
        self.algebra = algebra
        self.functions: set[str] = set()
        self._slips = tuple(slips)
        self._groups: dict[tuple[int, int], tuple[Word, Group]] = {}

    def group_at(self, stones: Word, cell: int) -> Group:
        """The group of the stone on a cell, as `group_of` finds it; none where no stone is."""
        algebra, key = self.algebra, (_identity(stones), cell)
        if key not in self._groups:
            nothing = algebra.word(0)
            found = algebra.choose(algebra.has(stones, cell), self.found(stones, cell), nothing)
            # The stones are kept with their group: their identity must not be given away.
            self._groups[key] = stones, Group(found, self.size(found))
        return self._groups[key][1]

    def found(self, stones: Word, cell: int) -> Word:
        """What `group_of` gives, whether a stone is on the cell or not."""
        self.functions.add(f"{spec.group_of.__module__}.{spec.group_of.__qualname__}")
        if not isinstance(self.algebra, BitVectors):
            return _group_found(self.grid, self.algebra, self._slips, stones, cell)
        any_stones, group = _any_group_found(self.grid, self._slips, cell)
        return z3.substitute(group, (any_stones, stones))

    def size(self, word: Word) -> Number:
        """How many cells a set has."""
        return self.algebra.count(word)

    def supposed(self) -> Sequence[Truth]:
        """Nothing: all is computed."""
        return ()


def _group_found(
    grid: Grid, algebra: Algebra, slips: tuple[Slip, ...], stones: Word, cell: int
) -> Word:
    source = Specification(grid, algebra, slips)
    group = source.call(spec.group_of, grid.board, Cells(stones), source.operations.cells[cell])
    return source.operations.lifted(group).word


@cache
def _any_group_found(grid: Grid, slips: tuple[Slip, ...], cell: int) -> tuple[Word, Word]:
    """Any stones, and the group of a cell among them: the loop is unrolled once for all."""
    algebra = BitVectors(grid.cells)
    stones = algebra.free_word("any_stones")
    return stones, _group_found(grid, algebra, slips, stones, cell)


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

    def found(self, stones: Word, cell: int) -> Word:
        """The group that a stone on the cell has among the others."""
        return self.group_at(stones | self.algebra.word(1 << cell), cell).stones

    def size(self, word: Word) -> Number:
        """A size of its own; of an unnamed set nothing is known but what hints say."""
        word = z3.simplify(word)
        key = _identity(word)
        if key not in self._sizes:
            size = self.algebra.free_number(f"count_{len(self._sizes)}")
            self._describe_size(word, size)
            self._sizes[key] = word, size
        return self._sizes[key][1]

    def supposed(self) -> Sequence[Truth]:
        """What is known of all groups that were asked for."""
        return self.facts

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
