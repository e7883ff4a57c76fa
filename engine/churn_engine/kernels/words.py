"""Words: sets of cells as one machine integer as wide as the board, and what is done to them.

In compiled code a word is an integer of 64, 128, 192, ... bits, which LLVM takes apart into
machine words; so the formulas are written once, and a board of any size gets straight-line code.
In arrays a word takes consecutive elements of type uint64, the lowest bits first.

How many elements that is, is known when a kernel is compiled: each kernel takes a `Layout`, a value
without content whose type says it.
"""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import (
    NativeValue,
    lower_builtin,
    models,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)

from churn_engine.kernels.compiling import digest_of_sources

BITS = 64
WORD_COUNTS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 160)
"""The lengths for which kernels are compiled; a board gets the smallest that holds its cells."""

_DIGEST = digest_of_sources()


@dataclass(frozen=True, slots=True)
class Layout:
    """How long words are, in array elements."""

    length: int


def layout_for(cells: int) -> Layout:
    """The layout for boards of so many cells, at most 10,240."""
    return Layout(next(length for length in WORD_COUNTS if length * BITS >= cells))


class WordType(types.Type):
    """The type of a word, for the compiler."""

    def __init__(self, length: int) -> None:
        self.length = length
        super().__init__(name=f"Word({length})")


class LayoutType(types.Type):
    """The type of a layout, for the compiler; see `compiling` for the digest."""

    def __init__(self, length: int) -> None:
        self.length = length
        super().__init__(name=f"Layout({length}, {_DIGEST})")


@register_model(WordType)
class _WordModel(models.PrimitiveModel):
    def __init__(self, manager: Any, word: WordType) -> None:
        integer = ir.IntType(BITS * word.length)
        super().__init__(manager, word, integer)  # type: ignore[no-untyped-call]


@register_model(LayoutType)
class _LayoutModel(models.OpaqueModel):
    pass


@typeof_impl.register(Layout)
def _type_of_layout(layout: Layout, _context: Any) -> LayoutType:
    return LayoutType(layout.length)


@unbox(LayoutType)  # type: ignore[no-untyped-call,untyped-decorator]
def _unbox_layout(_type: LayoutType, _object: Any, compiler: Any) -> NativeValue:
    return NativeValue(compiler.context.get_dummy_value())  # type: ignore[no-untyped-call]


def _define_operator(function: Callable[..., Any], instruction: str, operands: int) -> None:
    """Let compiled code use one of Python's operators on words of equal length."""

    @type_callable(function)
    def _(_context: Any) -> Callable[..., WordType | None]:
        def typer(*operands: types.Type) -> WordType | None:
            first = operands[0]
            return first if isinstance(first, WordType) and set(operands) == {first} else None

        return typer

    @lower_builtin(function, *[WordType] * operands)  # type: ignore[no-untyped-call,untyped-decorator]
    def _(_context: Any, builder: ir.IRBuilder, _signature: Any, values: Any) -> ir.Value:
        return getattr(builder, instruction)(*values)


_define_operator(operator.and_, "and_", 2)
_define_operator(operator.or_, "or_", 2)
_define_operator(operator.xor, "xor", 2)
_define_operator(operator.invert, "not_", 1)
