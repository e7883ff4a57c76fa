"""How functions of the solver are compiled, and kept on disk without ever being out of date.

Where compiled code is kept, `churn_engine.keeping` says. Numba notices changes of the file in which
a function stands, not of the files from which the functions that it calls come. So the digest of
this package's sources is made part of a type: a `Sources` is a value without content that the
tables carry. A function that calls functions of other files is either kept on disk and takes it,
and then no old code fits after any change; or it is not kept, but compiled into its callers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, TypeAlias, TypeVar, cast

import numba
from numba import types
from numba.extending import NativeValue, models, register_model, typeof_impl, unbox

from churn_engine.keeping import compiled_and_kept

Integer: TypeAlias = Any
"""A whole number in compiled code, where int and numpy's integers are one type; not so for mypy."""

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a function, keep the result on disk where possible, and release the GIL inside.

    It must call no compiled function of another file, or take a `Sources`.
    The type of the function stays, so that callers are still checked.
    """
    return cast(Function, compiled_and_kept(function, nogil=True))


def helper(function: Function) -> Function:
    """Compile a function that only compiled code calls; it becomes part of its callers."""
    return cast(Function, numba.njit(nogil=True)(function))


@dataclass(frozen=True, slots=True)
class Sources:
    """Says to the compiler from which sources the code is compiled."""


class SourcesType(types.Type):
    """The type of `Sources`: its name holds the digest."""

    def __init__(self) -> None:
        super().__init__(name=f"Sources({_digest()})")


@register_model(SourcesType)
class _SourcesModel(models.OpaqueModel):
    pass


@typeof_impl.register(Sources)
def _type_of_sources(_sources: Sources, _context: Any) -> SourcesType:
    return SourcesType()


@unbox(SourcesType)  # type: ignore[no-untyped-call, untyped-decorator]
def _unbox_sources(_type: SourcesType, _object: Any, compiler: Any) -> NativeValue:
    value: NativeValue = NativeValue(compiler.context.get_dummy_value())  # type: ignore[no-untyped-call]
    return value


@cache
def _digest() -> str:
    digest = sha256()
    for source in sorted(files(__package__).iterdir(), key=lambda file: file.name):
        if source.name.endswith(".py"):
            digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
