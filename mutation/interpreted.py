"""Words as Python integers, and what is done to them, in the place of compiled instructions.

Each function is as `churn_engine.kernels.instructions` describes it.
"""

from dataclasses import dataclass

from churn_engine.kernels.tables import Words, mask_of, words_of
from churn_engine.kernels.words import BITS, Layout


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


def nothing(layout: Layout) -> Word:
    """The word without cells."""
    return Word(0, layout.length)


def load(layout: Layout, array: Words, index: int) -> Word:
    """A word of an array."""
    first = index * layout.length
    return Word(mask_of(array.reshape(-1)[first : first + layout.length]), layout.length)


def store(array: Words, index: int, word: Word) -> None:
    """Put a word into an array."""
    first = index * word.length
    elements = array.reshape(-1)  # compiled code takes no notice of the array's shape either
    elements[first : first + word.length] = words_of([word.bits], Layout(word.length))[0]


def some(word: Word) -> bool:
    """Whether a word has any cells."""
    return word.bits != 0


def count(word: Word) -> int:
    """How many cells a word has."""
    return word.bits.bit_count()


def first_cell(word: Word) -> int:
    """The lowest cell of a word."""
    return (word.bits & -word.bits).bit_length() - 1
