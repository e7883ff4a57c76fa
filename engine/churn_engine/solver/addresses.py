"""Arrays given by their address, so that compiled code reads any number of files that are mapped.

Whoever hands out an address keeps the array, or the map of the file, as long as it is used.
"""

import ctypes
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from churn_engine.solver.compiled import Integer


def bytes_at(address: Integer, length: Integer) -> NDArray[np.uint8]:
    """uint8[length] at an address."""
    return _array_at(address, length, ctypes.c_uint8)


def words_at(address: Integer, length: Integer) -> NDArray[np.int16]:
    """int16[length] at an address."""
    return _array_at(address, length, ctypes.c_int16)


def floats_at(address: Integer, length: Integer) -> NDArray[np.float64]:
    """float64[length] at an address."""
    return _array_at(address, length, ctypes.c_double)


def _array_at(address: int, length: int, kind: Any) -> NDArray[Any]:
    array: NDArray[Any] = np.ctypeslib.as_array((kind * int(length)).from_address(int(address)))
    return array


@intrinsic
def _typed_pointer(_typing: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

    return types.voidptr(types.int64), generate


_pointer: Any = _typed_pointer
"""In compiled code it takes the address alone."""
_carray: Any = numba.carray  # type: ignore[attr-defined]


@overload(bytes_at, strict=False)
def _compiled_bytes_at(address: Any, length: Any) -> Any:
    return lambda address, length: _carray(_pointer(address), (length,), np.uint8)


@overload(words_at, strict=False)
def _compiled_words_at(address: Any, length: Any) -> Any:
    return lambda address, length: _carray(_pointer(address), (length,), np.int16)


@overload(floats_at, strict=False)
def _compiled_floats_at(address: Any, length: Any) -> Any:
    return lambda address, length: _carray(_pointer(address), (length,), np.float64)
