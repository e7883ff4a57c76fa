"""The values that the specification's source works on when a position is not one but any.

Where all is known, values are Python's own and the specification's: cells, frozensets, colours.
Where something is not, they are of the classes here, over an algebra: bit-vectors, which stand for
all positions at once, or integers in arrays. `Operations` says what Python's operators mean then.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, TypeAlias

import churn_spec as spec
from churn_verification.proofs.algebra import (
    Algebra,
    Number,
    Truth,
    Word,
    contains,
    is_empty,
    union_of,
)
from churn_verification.proofs.grid import Grid

Value: TypeAlias = Any
Guarded: TypeAlias = tuple[Truth, Value]
"""A value, and where there is one."""


class UnsupportedSource(Exception):  # noqa: N818 - a limit, not an error of anybody's
    """The specification's source uses something that the interpreter does not know."""


@dataclass(frozen=True)
class Cells:
    """A set of cells.

    Attributes:
        word: the cells.
        size: how many there are, where that has a value of its own.
        others: what else is in the set besides cells, and where: the swap among the turns.
    """

    word: Word
    size: Number | None = None
    others: Mapping[Value, Truth] | None = None


@dataclass(frozen=True)
class OneCell:
    """A cell, as the set that holds just this one."""

    word: Word


@dataclass(frozen=True)
class Family:
    """A set of sets of cells; a set may be in the list more than once.

    Attributes:
        members: the sets, each with where it is one.
        once: where each is to be counted, so that no set is counted twice, if that is known.
    """

    members: tuple[tuple[Truth, Cells], ...] = ()
    once: tuple[Truth, ...] | None = None


@dataclass(frozen=True)
class Several:
    """Values one after the other."""

    members: tuple[Guarded, ...]


@dataclass(frozen=True)
class Table:
    """A dictionary: guard, key and value of each entry."""

    entries: tuple[tuple[Truth, Value, Value], ...]


@dataclass(frozen=True)
class Choice:
    """One of several constants: each with where it is the one."""

    alternatives: Mapping[Value, Truth]


@dataclass(frozen=True)
class Difference:
    """A difference of two numbers, which may be negative."""

    one: Number
    other: Number


@dataclass(frozen=True)
class Record:
    """An object of one of the specification's dataclasses."""

    kind: type
    fields: Mapping[str, Value]

    def __getitem__(self, name: str) -> Value:
        return self.fields[name]


SYMBOLIC = (Cells, OneCell, Family, Several, Table, Choice, Difference, Record)


class Operations:
    """What Python's operators mean on these values, on one board.

    Args:
        grid: the board.
        algebra: sets, numbers and truths.
    """

    def __init__(self, grid: Grid, algebra: Algebra) -> None:
        self.grid = grid
        self.algebra = algebra
        self.cells = spec.cells_of(grid.board)
        self._numbers = {cell: number for number, cell in enumerate(self.cells)}
        self._in_order = sorted(range(grid.cells), key=lambda number: self.cells[number])

    # Truths --------------------------------------------------------------------------------------

    def both(self, *truths: Truth) -> Truth:
        """Whether all hold; True and False themselves where that is known."""
        if any(each is False for each in truths):
            return False
        unknown = [each for each in truths if each is not True]
        if len(unknown) < 2:
            return unknown[0] if unknown else True
        return self.algebra.every(unknown)

    def negation(self, truth: Truth) -> Truth:
        """Whether something does not hold."""
        return not truth if isinstance(truth, bool) else self.algebra.negation(truth)

    def either(self, *truths: Truth) -> Truth:
        """Whether one of several holds."""
        return self.negation(self.both(*map(self.negation, truths)))

    def truth(self, value: Value) -> Truth:
        """What `if` makes of a value."""
        if isinstance(value, Cells):
            some_cells = self.negation(is_empty(self.algebra, value.word))
            return self.either(some_cells, *(value.others or {}).values())
        if isinstance(value, (OneCell, Record)):
            return True
        if isinstance(value, SYMBOLIC):
            raise UnsupportedSource(f"whether a {type(value).__name__} is true")
        if isinstance(value, (bool, int, frozenset, set, tuple, dict, Enum)) or value is None:
            return bool(value)
        return value

    # Values of Python as values of the algebra ---------------------------------------------------

    def lifted(self, value: Value) -> Value:
        """A constant in the form of what is not one."""
        if isinstance(value, spec.Cell):
            return OneCell(self.algebra.word(1 << self._numbers[value]))
        if isinstance(value, (frozenset, set, tuple)):
            mask = sum(1 << self._numbers[each] for each in value if isinstance(each, spec.Cell))
            others = {each: True for each in value if not isinstance(each, spec.Cell)}
            return Cells(self.algebra.word(mask), others=others or None)
        if isinstance(value, (Enum, type(None))):
            return Choice({value: True})
        if isinstance(value, (spec.Position, spec.Game)):
            names = [each.name for each in fields(value)]
            return Record(type(value), {name: getattr(value, name) for name in names})
        return value

    def number(self, value: Value) -> Number:
        """A number of the algebra."""
        if isinstance(value, int) and not isinstance(value, bool):
            if not 0 <= value <= self.grid.cells:
                raise UnsupportedSource(f"the number {value} on a board of {self.grid.cells} cells")
            return self.algebra.number(value)
        return value

    # Choosing ------------------------------------------------------------------------------------

    def choose(  # noqa: PLR0911 - a case for each kind
        self, truth: Truth, one: Value, other: Value
    ) -> Value:
        """One value where something holds, the other where it does not."""
        if isinstance(truth, bool):
            return one if truth else other
        if one is other:
            return one
        if isinstance(one, bool) and isinstance(other, bool) and one == other:
            return one
        one, other = self.lifted(one), self.lifted(other)
        if isinstance(one, Family) or isinstance(other, Family):
            return self._choose_family(truth, one, other)
        if isinstance(one, SYMBOLIC) and type(one) is type(other):
            return self._choose_alike(truth, one, other)
        if isinstance(one, bool) or isinstance(other, bool):
            one, other = (self.algebra.truth(x) if isinstance(x, bool) else x for x in (one, other))
        if isinstance(one, (SYMBOLIC, str)) or isinstance(other, (SYMBOLIC, str)):
            if one == other:
                return one
            raise UnsupportedSource(f"either {type(one).__name__} or {type(other).__name__}")
        if one is other or isinstance(one, spec.Board):
            return one
        return self.algebra.choose(truth, self.number(one), self.number(other))

    def _choose_alike(self, truth: Truth, one: Value, other: Value) -> Value:
        if isinstance(one, OneCell):
            return OneCell(self.algebra.choose(truth, one.word, other.word))
        if isinstance(one, Choice):
            members = [*one.alternatives, *other.alternatives]
            where = {
                member: self._picked(
                    truth,
                    one.alternatives.get(member, False),
                    other.alternatives.get(member, False),
                )
                for member in members
            }
            return Choice(where)
        if isinstance(one, Record):
            return Record(
                one.kind, {name: self.choose(truth, one[name], other[name]) for name in one.fields}
            )
        if isinstance(one, Cells):
            size = None
            if one.size is not None and other.size is not None:
                size = self.algebra.choose(truth, one.size, other.size)
            turns = {**(one.others or {}), **(other.others or {})}
            others = {
                turn: self._picked(
                    truth,
                    (one.others or {}).get(turn, False),
                    (other.others or {}).get(turn, False),
                )
                for turn in turns
            }
            return Cells(self.algebra.choose(truth, one.word, other.word), size, others or None)
        raise UnsupportedSource(f"a {type(one).__name__} that depends on the position")

    def _choose_family(self, truth: Truth, one: Value, other: Value) -> Family:
        """What both have first stays as it is; so a loop that adds to a set only adds."""
        ones, others = (each.members if isinstance(each, Family) else () for each in (one, other))
        shared = 0
        while shared < min(len(ones), len(others)) and ones[shared] is others[shared]:
            shared += 1
        return Family(
            (
                *ones[:shared],
                *((self.both(truth, guard), each) for guard, each in ones[shared:]),
                *(
                    (self.both(self.negation(truth), guard), each)
                    for guard, each in others[shared:]
                ),
            )
        )

    def _picked(self, truth: Truth, one: Truth, other: Truth) -> Truth:
        """A truth that is one of two."""
        if one is other:
            return one
        return self.either(self.both(truth, one), self.both(self.negation(truth), other))

    # Comparing -----------------------------------------------------------------------------------

    def same(  # noqa: C901, PLR0911 - a case for each kind
        self, one: Value, other: Value
    ) -> Truth:
        """Whether two values are equal."""
        if not isinstance(one, SYMBOLIC) and isinstance(other, (spec.Board, str)):
            return bool(one == other)
        if isinstance(one, spec.Cell) and isinstance(other, spec.Cell):
            return one == other
        one, other = self.lifted(one), self.lifted(other)
        if isinstance(one, Choice) and isinstance(other, Choice):
            shared = [each for each in one.alternatives if each in other.alternatives]
            both = [self.both(one.alternatives[x], other.alternatives[x]) for x in shared]
            return self.either(*both) if both else False
        if isinstance(one, Choice) or isinstance(other, Choice):
            return False
        if isinstance(one, Record) and isinstance(other, Record):
            return one.kind is other.kind and self.both(
                *(self.same(one[name], other[name]) for name in one.fields)
            )
        if isinstance(one, (Cells, OneCell)) and isinstance(other, (Cells, OneCell)):
            if type(one) is not type(other):
                return False
            return self.algebra.same(one.word, other.word)
        if isinstance(one, Difference) or isinstance(other, Difference):
            return self.both(
                self.negation(self.below(one, other)), self.negation(self.below(other, one))
            )
        if isinstance(one, SYMBOLIC) or isinstance(other, SYMBOLIC):
            raise UnsupportedSource(f"{type(one).__name__} == {type(other).__name__}")
        if isinstance(one, int) and isinstance(other, int):
            return one == other
        if isinstance(one, bool) or isinstance(other, bool):
            one, other = (self.algebra.truth(x) if isinstance(x, bool) else x for x in (one, other))
            return self.algebra.same(one, other)
        if self._is_beyond(one) or self._is_beyond(other):
            return False
        return self.algebra.same(self.number(one), self.number(other))

    def below(self, one: Value, other: Value) -> Truth:
        """Whether a number is smaller than another."""
        if isinstance(one, Difference) or isinstance(other, Difference):
            ones, others = (
                each if isinstance(each, Difference) else self._as_difference(each)
                for each in (one, other)
            )
            return self.algebra.sum_below((ones.one, others.other), (others.one, ones.other))
        if isinstance(one, int) and isinstance(other, int):
            return one < other
        if self._is_beyond(one) or self._is_beyond(other):
            return self._is_beyond(other)
        return self.algebra.below(self.number(one), self.number(other))

    def _is_beyond(self, value: Value) -> bool:
        """Whether a constant is larger than any number of cells of the board."""
        return isinstance(value, int) and value > self.grid.cells

    def _as_difference(self, value: Value) -> Difference:
        if isinstance(value, int) and value < 0:
            return Difference(self.number(0), self.number(-value))
        return Difference(self.number(value), self.number(0))

    def at_most(self, one: Value, other: Value) -> Truth:
        """`<=`: a set within another, or a number that is not larger."""
        one, other = self.lifted(one), self.lifted(other)
        if isinstance(one, Cells):
            return contains(self.algebra, other.word, one.word)
        return self.negation(self.below(other, one))

    def is_in(self, one: Value, other: Value) -> Truth:
        """Whether a set holds something."""
        one, other = self.lifted(one), self.lifted(other)
        if isinstance(one, Choice):
            (member,) = one.alternatives
            return (other.others or {}).get(member, False)
        return self.negation(is_empty(self.algebra, one.word & other.word))

    # Sets ----------------------------------------------------------------------------------------

    def united(self, one: Value, other: Value) -> Cells:
        """`|` of sets."""
        one, other = self.lifted(one), self.lifted(other)
        others = {**(one.others or {}), **(other.others or {})}
        return Cells(one.word | other.word, others=others or None)

    def members(self, value: Value, distinct: bool) -> Iterator[Guarded]:
        """What a set or a sequence holds, each with where it does.

        Args:
            value: the set or sequence.
            distinct: whether a set that is listed twice may be given once only.
        """
        if isinstance(value, Cells):
            yield from (
                (self.algebra.has(value.word, number), cell)
                for number, cell in enumerate(self.cells)
            )
            yield from ((where, other) for other, where in (value.others or {}).items())
        elif isinstance(value, Family) and distinct and value.once is not None:
            yield from zip(value.once, (each for _, each in value.members), strict=True)
        elif isinstance(value, Family):
            for number, (guard, each) in enumerate(value.members):
                earlier = [
                    self.both(other_guard, self.algebra.same(other.word, each.word))
                    for other_guard, other in value.members[: number if distinct else 0]
                ]
                yield self.both(guard, *map(self.negation, earlier)), each
        elif isinstance(value, Several):
            yield from value.members
        elif isinstance(value, SYMBOLIC):
            raise UnsupportedSource(f"going through a {type(value).__name__}")
        else:
            yield from ((True, each) for each in value)

    def set_of(self, pairs: Iterable[Guarded]) -> Value:
        """The set of some values, each where its guard holds."""
        pairs = list(pairs)
        if any(isinstance(each, (Cells, frozenset)) for _, each in pairs):
            return Family(tuple((guard, self.lifted(each)) for guard, each in pairs))
        if all(guard is True and not isinstance(each, SYMBOLIC) for guard, each in pairs):
            return frozenset(each for _, each in pairs)
        others = {each: guard for guard, each in pairs if isinstance(each, Enum)}
        words = [
            (guard, self.lifted(each).word) for guard, each in pairs if not isinstance(each, Enum)
        ]
        return Cells(self.union_where(words), others=others or None)

    def union_where(self, pairs: Iterable[tuple[Truth, Word]]) -> Word:
        """All cells of sets, each where its guard holds."""
        nothing = self.algebra.word(0)
        return union_of(
            self.algebra,
            (
                word if guard is True else self.algebra.choose(guard, word, nothing)
                for guard, word in pairs
                if guard is not False
            ),
        )

    def least(self, value: Value, default: Value | None, prefers: Any) -> Value:
        """`min` or `max`: the first cell in the order of cells, or the best of several numbers."""
        if isinstance(value, Cells):
            best = None if default is None else self.lifted(default)
            order = self._in_order if prefers == self.below else self._in_order[::-1]
            for number in reversed(order):
                cell = self.lifted(self.cells[number])
                where = self.algebra.has(value.word, number)
                best = cell if best is None else self.choose(where, cell, best)
            return best
        best, found = self.number(default or 0), False
        for guard, each in self.members(value, distinct=False):
            size = self.number(each)
            better = self.both(guard, self.either(self.negation(found), prefers(size, best)))
            best = self.choose(better, size, best)
            found = self.either(found, guard)
        return best
