"""What compiled code does with a word beyond ``& | ^ ~``, as LLVM instructions.

Each function here is given types when a caller is compiled and answers with a signature and with a
function that writes the instructions. From Python none can be called. In memory the lowest bits of
a word come first; numba runs on processors that order them so, and on no others.

The k-th cell of a word is found by the deposit instruction of x86 processors where they have a fast
one, and by sums of bytes elsewhere; both find the same cell.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils

from churn_engine.kernels.compiling import machine_code
from churn_engine.kernels.words import BITS, LayoutType, WordType

_function_named = cast(Callable[..., ir.Function], cgutils.get_or_insert_function)
_room_for = cast(Callable[..., ir.Value], cgutils.alloca_once)
_ALIGNMENT = 8
_ELEMENT = ir.IntType(BITS)
_SLOW_DEPOSIT = ("znver1", "znver2")
_U = np.uint64
_ONES = _U(0x0101010101010101)
_HIGHS = _U(0x8080808080808080)
_PAIRS = _U(0x5555555555555555)
_NIBBLES = _U(0x3333333333333333)
_BYTES = _U(0x0F0F0F0F0F0F0F0F)

Written = tuple[Any, Callable[..., ir.Value]]  # a signature, and what writes the instructions


@machine_code
def nothing(_context: Any, layout: LayoutType) -> Written:
    """`nothing(layout)`: the word without cells."""

    def write(_context: Any, _builder: Any, _signature: Any, _values: Any) -> ir.Value:
        return ir.Constant(ir.IntType(BITS * layout.length), 0)

    return WordType(layout.length)(layout), write


@machine_code
def load(_context: Any, layout: LayoutType, array: types.Array, index: types.Integer) -> Written:
    """`load(layout, array, index)`: a word of a contiguous array of uint64."""

    def write(context: Any, builder: Any, signature: Any, values: Any) -> ir.Value:
        place = _place(context, builder, signature.args[1:], values[1:], layout.length)
        return builder.load(place, align=_ALIGNMENT)

    return WordType(layout.length)(layout, array, index), write


@machine_code
def store(_context: Any, array: types.Array, index: types.Integer, word: WordType) -> Written:
    """`store(array, index, word)`: put a word into a contiguous array of uint64."""

    def write(context: Any, builder: Any, signature: Any, values: Any) -> ir.Value:
        place = _place(context, builder, signature.args, values, word.length)
        builder.store(values[2], place, align=_ALIGNMENT)
        return context.get_dummy_value()

    return types.void(array, index, word), write


@machine_code
def some(_context: Any, word: WordType) -> Written:
    """`some(word)`: whether it has any cells."""

    def write(_context: Any, builder: Any, _signature: Any, values: Any) -> ir.Value:
        return builder.icmp_unsigned("!=", values[0], ir.Constant(values[0].type, 0))

    return types.boolean(word), write


@machine_code
def count(_context: Any, word: WordType) -> Written:
    """`count(word)`: how many cells it has."""

    def write(_context: Any, builder: Any, _signature: Any, values: Any) -> ir.Value:
        total = _number(0)
        for part in _parts(builder, values[0], word.length):
            total = builder.add(total, _ones_in(builder, part))
        return total

    return types.int64(word), write


@machine_code
def first_cell(_context: Any, word: WordType) -> Written:
    """`first_cell(word)`: its lowest cell; it must have one."""

    def write(_context: Any, builder: Any, _signature: Any, values: Any) -> ir.Value:
        parts = _parts(builder, values[0], word.length)
        part, base = parts[-1], _number(BITS * (word.length - 1))
        for index in reversed(range(word.length - 1)):
            here = builder.icmp_unsigned("!=", parts[index], _number(0))
            part = builder.select(here, parts[index], part)
            base = builder.select(here, _number(BITS * index), base)
        return builder.add(base, _trailing_zeros(builder, part))

    return types.int64(word), write


@machine_code
def cell_at(_context: Any, word: WordType, rank: types.Integer) -> Written:
    """`cell_at(word, rank)`: the cell with so many of its cells below it; it must have one."""
    return types.int64(word, types.int64), _writer_of_cell_at(word.length, _has_fast_deposit)


@machine_code
def cell_at_portably(_context: Any, word: WordType, rank: types.Integer) -> Written:
    """`cell_at_portably(word, rank)`: the same on any processor."""
    return types.int64(word, types.int64), _writer_of_cell_at(word.length, lambda _: False)


def _writer_of_cell_at(length: int, may_deposit: Callable[[Any], bool]) -> Callable[..., ir.Value]:
    def write(context: Any, builder: Any, _signature: Any, values: Any) -> ir.Value:
        word, rank = values
        parts = _parts(builder, word, length)
        part, base, rank_in_part, below = parts[0], _number(0), rank, _number(0)
        for index in range(1, length):
            below = builder.add(below, _ones_in(builder, parts[index - 1]))
            beyond = builder.icmp_unsigned(">=", rank, below)
            part = builder.select(beyond, parts[index], part)
            base = builder.select(beyond, _number(BITS * index), base)
            rank_in_part = builder.select(beyond, builder.sub(rank, below), rank_in_part)
        find = _bit_by_deposit if may_deposit(context) else _bit_by_sums_of_bytes
        return builder.add(base, find(context, builder, part, rank_in_part))

    return write


def _has_fast_deposit(context: Any) -> bool:
    _, processor, features = context.codegen().magic_tuple()
    return "+bmi2" in features.split(",") and processor not in _SLOW_DEPOSIT


def _bit_by_deposit(_context: Any, builder: Any, part: ir.Value, rank: ir.Value) -> ir.Value:
    single = builder.shl(_number(1), rank)
    deposited = _call(builder, "llvm.x86.bmi.pdep.64", [single, part])
    return _trailing_zeros(builder, deposited)


def _bit_by_sums_of_bytes(context: Any, builder: Any, part: ir.Value, rank: ir.Value) -> ir.Value:
    signature = types.int64(types.uint64, types.int64)
    return context.compile_internal(builder, _bit_at, signature, (part, rank))


def _bit_at(part: np.uint64, rank: int) -> int:
    """The bit of one element with so many ones below it.

    Sebastiano Vigna, Broadword Implementation of Rank/Select Queries (2008), with a loop over the
    last byte in place of a table.
    """
    sums = part - ((part >> _U(1)) & _PAIRS)
    sums = (sums & _NIBBLES) + ((sums >> _U(2)) & _NIBBLES)
    sums = ((sums + (sums >> _U(4))) & _BYTES) * _ONES  # byte i: the ones in bytes 0 to i
    wanted = _U(rank)
    reached = ((wanted * _ONES) | _HIGHS) - sums  # a byte's high bit stays where sum <= rank
    place = (((reached & _HIGHS) >> _U(7)) * _ONES >> _U(56)) * _U(8)
    left = wanted - (((sums << _U(8)) >> place) & _U(0xFF))
    byte = (part >> place) & _U(0xFF)
    while left > _U(0):
        byte &= byte - _U(1)
        left -= _U(1)
    while byte & _U(1) == _U(0):
        byte >>= _U(1)
        place += _U(1)
    return int(place)


def _number(value: int) -> ir.Constant:
    return ir.Constant(_ELEMENT, value)


def _place(context: Any, builder: Any, kinds: Any, values: Any, length: int) -> ir.Value:
    """A pointer to a word of an array; kinds and values begin with array and index."""
    array = context.make_array(kinds[0])(context, builder, values[0])
    index = context.cast(builder, values[1], kinds[1], types.intp)
    start = builder.mul(index, ir.Constant(index.type, length))
    pointer = ir.IntType(BITS * length).as_pointer()
    return builder.bitcast(builder.gep(array.data, [start]), pointer)


def _parts(builder: Any, word: ir.Value, length: int) -> list[ir.Value]:
    """The elements of a word, lowest first, read from memory; LLVM knows shorter ways."""
    if length == 1:
        return [word]
    place = _room_for(builder, word.type)
    builder.store(word, place)
    elements = builder.bitcast(place, _ELEMENT.as_pointer())
    return [builder.load(builder.gep(elements, [_number(index)])) for index in range(length)]


def _ones_in(builder: Any, part: ir.Value) -> ir.Value:
    return _call(builder, "llvm.ctpop.i64", [part])


def _trailing_zeros(builder: Any, part: ir.Value) -> ir.Value:
    return _call(builder, "llvm.cttz.i64", [part, ir.Constant(ir.IntType(1), 1)])


def _call(builder: Any, name: str, arguments: list[ir.Value]) -> ir.Value:
    kind = ir.FunctionType(_ELEMENT, [argument.type for argument in arguments])
    function = _function_named(builder.module, kind, name)
    return builder.call(function, arguments)
