"""Words as Python integers that keep to their width."""

from dataclasses import dataclass

from churn_engine.kernels.words import BITS, Layout, layout_for

__all__ = ["BITS", "Layout", "Word", "layout_for"]


@dataclass(frozen=True, slots=True)
class Word:
    """A set of cells.

    Attributes:
        bits: bit i stands for cell i.
        length: how many elements of an array it takes.
    """

    bits: int
    length: int

    def __and__(self, other: "Word") -> "Word":
        return Word(self.bits & other.bits, self.length)

    def __or__(self, other: "Word") -> "Word":
        return Word(self.bits | other.bits, self.length)

    def __xor__(self, other: "Word") -> "Word":
        return Word(self.bits ^ other.bits, self.length)

    def __invert__(self) -> "Word":
        return Word(self.bits ^ ((1 << BITS * self.length) - 1), self.length)
