"""The bit formulas of a turn: straight-line functions of words, the same source everywhere.

A word is a set of cells, bit i standing for cell i, in whatever form knows ``& | ^ ~``:

- in compiled code it is a value of `churn_engine.kernels.words`, one machine integer as wide as
  the board, and these functions become part of the kernels;
- called from Python, these functions are what they look like and take plain integers as well as
  z3 bit-vectors of the board's width, so that a proof about them is about the code that plays.

There are no loops, branches, shifts or comparisons here: nothing can mean one thing on a machine's
integers and another on bit-vectors. `groups` and `turns` put the formulas together with the loops
over groups and the comparisons of their sizes, and combine words through them alone.

What the arguments mean; all but `empty` are the mover's, and "larger" means of two stones or more:

empty: the cells without a stone.
neighbours: the cells next to one cell.
reach: of a group, the cells next to any of its stones (and perhaps stones of its own).
near: the union of the reaches of all groups.
larger: the union of the reaches of the larger groups.
ones, twos: for each cell the number of single stones next to it, in two binary digits. It is at
    most 3: single stones are not next to each other, so no two consecutive ones of the six
    neighbours of a cell are among them.
digit: for each cell one binary digit of the sum of the sizes of the groups next to it.
"""

from typing import Protocol, Self, TypeVar

from churn_engine.kernels.compiling import formula


class Word(Protocol):
    """What the formulas need of a set of cells."""

    def __and__(self, other: Self, /) -> Self: ...
    def __or__(self, other: Self, /) -> Self: ...
    def __xor__(self, other: Self, /) -> Self: ...
    def __invert__(self) -> Self: ...


W = TypeVar("W", bound=Word)


@formula
def isolated_cells(empty: W, near: W) -> W:
    """The isolated placements (P1)."""
    return empty & ~near


@formula
def cells_forming_two(empty: W, ones: W, twos: W, larger: W) -> W:
    """The placements next to exactly one single stone and to nothing else (P2, formed size 2)."""
    return empty & ones & ~twos & ~larger


@formula
def one_more_single(ones: W, twos: W, neighbours: W) -> tuple[W, W]:
    """Count a new single stone on the cells next to it: the new `ones` and `twos`."""
    return ones ^ neighbours, twos ^ (ones & neighbours)


@formula
def add_one_digit(digit: W, reach: W, carry: W) -> tuple[W, W]:
    """Add a digit 1 on the cells of a reach, and what was carried: the new digit and carry."""
    return digit ^ reach ^ carry, (digit & reach) | (carry & (digit ^ reach))


@formula
def add_zero_digit(digit: W, carry: W) -> tuple[W, W]:
    """Add only what was carried: the new digit and carry."""
    return digit ^ carry, digit & carry


@formula
def with_zero_digit(cells: W, digit: W) -> W:
    """Those of some cells whose digit is 0; where there are any, they have the smaller sums."""
    return cells & ~digit


@formula
def united(one: W, other: W) -> W:
    """The union of two groups, two reaches or two sets of cells."""
    return one | other


@formula
def grown(group: W, neighbours: W, stones: W) -> W:
    """A part of a group, and those of all stones that are neighbours of one of its stones."""
    return group | (neighbours & stones)


@formula
def shared(one: W, other: W) -> W:
    """The cells that are in both."""
    return one & other


@formula
def without(cells: W, taken: W) -> W:
    """The cells that are not taken; so R1 leaves out the formed group from what is removed."""
    return cells & ~taken


@formula
def empty_after(empty: W, placed: W, removed: W) -> W:
    """The cells without a stone after a turn that placed one stone and removed some (T1, R1)."""
    return (empty ^ placed) | removed
