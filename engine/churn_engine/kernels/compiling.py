"""How the kernels are compiled and kept: four kinds of functions, one cache on disk.

Where compiled code is kept, `churn_engine.keeping` says. Numba notices changes of the file in which
a cached function stands, not of the files from which that function's helpers come. So the digest of
this package's sources is made part of a type that every cached function takes (`words.LayoutType`):
after any change nothing old fits any more.

Compiled code here makes no arrays and keeps none, so numba's counting of references is switched
off: with it, random play took eight times as long.
"""

from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from typing import Any, TypeVar, cast

from numba import njit
from numba.extending import intrinsic, register_jitable

from churn_engine.keeping import compiled_and_kept

_Function = TypeVar("_Function", bound=Callable[..., Any])
_compile = cast(Callable[..., Any], njit)


def formula(function: _Function) -> _Function:
    """Let compiled code call a function that stays an ordinary Python function."""
    return register_jitable(function)


def helper(function: _Function) -> _Function:
    """Compile a function that only compiled code calls; it becomes a part of its callers."""
    return cast(_Function, _compile(error_model="numpy", _nrt=False, forceinline=True)(function))


def kernel(function: _Function) -> _Function:
    """Compile a function that Python calls, and keep it on disk.

    A `Layout` must be among what its arguments hold, so that code from other sources is never taken
    for it. While it runs, other threads of the process run too.
    """
    kept = compiled_and_kept(function, error_model="numpy", _nrt=False, nogil=True)
    return cast(_Function, kept)


def machine_code(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function that writes LLVM instructions one that compiled code can call."""
    return cast(Callable[..., Any], intrinsic(function))


def digest_of_sources() -> str:
    """Give the digest of all source files of this package."""
    digest = sha256()
    for source in sorted(files(__package__).iterdir(), key=lambda file: file.name):
        if source.name.endswith(".py"):
            digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
