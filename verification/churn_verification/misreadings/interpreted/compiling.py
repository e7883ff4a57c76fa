"""Functions stay as they are."""

from collections.abc import Callable
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _as_it_is(function: _Function) -> _Function:
    """Give the function back."""
    return function


formula = helper = kernel = _as_it_is
