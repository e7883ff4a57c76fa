"""What the engine's kernels keep of one player's stones, as words and numbers of an algebra.

Single stones are one set, larger groups a stack with the largest at the bottom. Here is what makes
such a description right, and what the kernels' arrays hold then. Where it is said of as many larger
groups as a board can have, those that are not there are empty sets of size 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

from churn_engine.kernels.sides import Memory, Side, places_a_side
from churn_verification.proofs.algebra import (
    Algebra,
    Number,
    Truth,
    Word,
    implies,
    is_empty,
    union_of,
)
from churn_verification.proofs.engine_source import FOREIGN, Decider, Rows
from churn_verification.proofs.rules import Rules

WORDS_OF_A_SIDE = ("near", "larger", "ones", "twos", "singles")


@dataclass(frozen=True)
class Kept:
    """A player's stones in the order in which the engine keeps them.

    Attributes:
        own: the stones.
        singles: the single stones.
        groups: the larger groups, the largest first.
        sizes: the sizes of the larger groups.
    """

    own: Word
    singles: Word
    groups: tuple[Word, ...]
    sizes: tuple[Number, ...]


@dataclass(frozen=True)
class Asked:
    """A size whose comparisons are answered along the way through the engine's source."""

    number: Number
    algebra: Algebra
    decider: Decider

    def __lt__(self, other: "Asked | int") -> bool:
        return self.decider.decide(self.algebra.below(self.number, self._number_of(other)))

    def __gt__(self, other: "Asked | int") -> bool:
        return self.decider.decide(self.algebra.below(self._number_of(other), self.number))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Asked, int)):
            return NotImplemented
        return self.decider.decide(self.algebra.same(self.number, self._number_of(other)))

    __hash__ = None  # type: ignore[assignment]

    def _number_of(self, other: "Asked | int") -> Number:
        if other is FOREIGN:
            bool(other)
        return other.number if isinstance(other, Asked) else self.algebra.number(other)


def is_description(rules: Rules, kept: Kept, stones: Word) -> list[Truth]:
    """What makes it right for some stones: each group is one, and each stone is kept once."""
    algebra = rules.algebra
    truths = [algebra.same(kept.own, stones), *sets_are_disjoint(rules, kept)]
    truths += sizes_are_in_order(rules, kept)
    for cell, group in enumerate(rules.groups(stones)):
        alone = (kept.singles, algebra.word(1 << cell), algebra.number(1))
        for holder, its_stones, size in (
            alone,
            *zip(kept.groups, kept.groups, kept.sizes, strict=True),
        ):
            is_it = algebra.every(
                [algebra.same(group.stones, its_stones), algebra.same(group.size, size)]
            )
            truths.append(implies(algebra, algebra.has(holder, cell), is_it))
    return truths


def sizes_are_in_order(rules: Rules, kept: Kept) -> list[Truth]:
    """Whether the largest group is the first, and each has two stones or more or is not there."""
    algebra, none = rules.algebra, rules.algebra.number(0)
    truths = [
        algebra.negation(algebra.below(larger, smaller)) for larger, smaller in pairwise(kept.sizes)
    ]
    for group, size in zip(kept.groups, kept.sizes, strict=True):
        is_none = algebra.same(size, none)
        truths += [
            algebra.same(is_empty(algebra, group), is_none),
            algebra.some([is_none, algebra.below(algebra.number(1), size)]),
        ]
    return truths


def sets_are_disjoint(rules: Rules, kept: Kept) -> list[Truth]:
    """Whether each stone is kept in one set."""
    algebra = rules.algebra
    sets = (kept.singles, *kept.groups)
    truths = [algebra.same(kept.own, union_of(algebra, sets))]
    return truths + [is_empty(algebra, one & other) for one, other in combinations(sets, 2)]


class Image:
    """What the engine's arrays and its other values hold, given what it keeps.

    Args:
        rules: the rules.
        kept: what it keeps of one player's stones.
        is_red: whether the player is Red, whose groups come first in memory.
    """

    def __init__(self, rules: Rules, kept: Kept, is_red: bool) -> None:
        algebra = rules.algebra
        self._grid, self._is_red = rules.grid, is_red
        self._rows = Rows(rules.beside)
        self._nothing, self._full = algebra.word(0), algebra.word(rules.grid.full)
        self._places = places_a_side(rules.grid.cells)
        union = self._nothing
        self.words = [self._nothing] * 3  # there is no group at the bottom
        for group in kept.groups:
            reach = rules.beside(group)
            union = union | reach
            self.words += [group, reach, union]
        ones, twos = _singles_beside(rules, kept.singles)
        bottom = 0 if is_red else self._places
        self.side = Side(
            near=union | rules.beside(kept.singles),
            larger=union,
            ones=ones,
            twos=twos,
            singles=kept.singles,
            bottom=bottom,
            top=bottom + len(kept.groups),
        )

    def memory(self, sizes: Sequence[Any]) -> Memory:
        """New arrays, with the sizes of the larger groups in the form in which they are asked."""
        arrays: dict[str, Any] = {
            "layout": None,
            "rows": self._rows,
            "full": [self._full],
            "groups": self._halves(self.words, 3 * self._places, self._nothing),
            "sizes": self._halves([0, *sizes], self._places, 0),
            "digits": [self._nothing] * (8 * self._grid.cells).bit_length(),
        }
        return Memory(**arrays)

    def _halves(self, start: list[Any], length: int, filling: Any) -> list[Any]:
        """An array of which the other player's half must be neither read nor written."""
        mine = start + [filling] * (length - len(start))
        others = [FOREIGN] * length
        return mine + others if self._is_red else others + mine

    def agrees_with(self, algebra: Algebra, side: Side, memory: Memory) -> Truth:
        """Whether this is what the engine has come to keep, sizes aside."""
        if (side.bottom, side.top) != (self.side.bottom, self.side.top):
            return algebra.truth(False)
        groups: Any = memory.groups
        mine, others = (
            range(3 * start, 3 * (start + self._places))
            for start in (side.bottom, self._places - side.bottom)
        )
        if any(groups[place] is not FOREIGN for place in others):
            return algebra.truth(False)
        pairs = [(word, groups[place]) for word, place in zip(self.words, mine, strict=False)]
        pairs += [(getattr(self.side, name), getattr(side, name)) for name in WORDS_OF_A_SIDE]
        return algebra.every(algebra.same(one, other) for one, other in pairs)


def _singles_beside(rules: Rules, singles: Word) -> tuple[Word, Word]:
    """For each cell the number of single stones beside it, in two binary digits."""
    algebra = rules.algebra
    counts = [algebra.count(singles & algebra.word(near)) for near in rules.grid.neighbours]

    def cells_with(*numbers: int) -> Word:
        return rules.cells_where(
            algebra.some(is_number(algebra, count, number) for number in numbers)
            for count in counts
        )

    return cells_with(1, 3), cells_with(2, 3)


def is_number(algebra: Algebra, count: Number, number: int) -> Truth:
    """Whether a number of cells is this one, which may be more than the board has."""
    if number > algebra.cells:
        return algebra.truth(False)
    return algebra.same(count, algebra.number(number))
