"""Compiled code on disk: kept only where nobody else can write, and compiled anew if it is damaged.

What numba keeps is loaded by pickle, so whoever can write there can run code as the user. It stands
in `__pycache__` beside the source, which is trusted as the source itself is, or in the user's cache
folder. That folder must belong to the user, and nobody else may write to it or to the folders
above it. Where there is no such folder, each process compiles for itself and says so once.
"""

import multiprocessing
import os
import stat
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba

_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


class NotKeptWarning(RuntimeWarning):
    """Compiled code is kept nowhere; the text says why."""


def compiled_and_kept(function: Callable[..., Any], **options: Any) -> Any:
    """Compile a function when it is first called, and keep the result on disk where that is safe.

    Args:
        function: The function.
        options: Options of `numba.njit` but `cache`.
    """
    if getattr(numba.config, "DISABLE_JIT", False):  # NUMBA_DISABLE_JIT, to watch what is executed
        return function
    reason = _reason_against(Path(function.__code__.co_filename).parent)
    if reason is None:
        dispatcher: Any = numba.njit(cache=True, **options)(function)
        _compile_anew_what_is_damaged(dispatcher._cache)
        return dispatcher
    _warn(reason)
    return numba.njit(**options)(function)


@cache
def _reason_against(sources: Path) -> str | None:
    """Why compiled code of these sources must not be kept on disk; None if it may be."""
    chosen = getattr(numba.config, "CACHE_DIR", "")
    if not chosen and _can_be_written(sources):
        return None
    folder = Path(chosen) if chosen else _folder_of_the_user()
    if folder is None or not folder.is_absolute():
        return "there is no home folder"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_uid == _user() and not chosen:
            folder.chmod(0o700)
    except OSError as error:
        return f"{folder}: {error.strerror}"
    real = folder.resolve()
    if not _is_the_users_own(real):
        return f"others may write to {real}"
    for place in real.parents:
        if not _is_safe_above(place):
            return f"others may write to {place}"
    return None if os.access(folder, os.W_OK) else f"{folder} cannot be written"


def _can_be_written(sources: Path) -> bool:
    beside = sources / "__pycache__"
    return os.access(beside if beside.is_dir() else sources, os.W_OK)


def _folder_of_the_user() -> Path | None:
    """Where numba keeps code that it cannot keep beside the source."""
    from numba.misc.appdirs import user_cache_dir  # noqa: PLC0415 - seldom asked for

    return Path(user_cache_dir("numba"))  # type: ignore[no-untyped-call]


def _is_the_users_own(place: Path) -> bool:
    """Whether a folder belongs to the user and nobody else can write there."""
    status = place.stat()
    return os.name == "nt" or (status.st_uid == _user() and not status.st_mode & _OTHERS_MAY_WRITE)


def _is_safe_above(place: Path) -> bool:
    """Whether nobody but the user and root can exchange the folders in a folder."""
    status = place.stat()
    others_may_write = status.st_mode & _OTHERS_MAY_WRITE and not status.st_mode & stat.S_ISVTX
    return os.name == "nt" or (status.st_uid in {0, _user()} and not others_may_write)


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0


@cache
def _warn(reason: str) -> None:
    if multiprocessing.parent_process() is None:
        text = f"compiled code is not kept, so each start takes longer: {reason}"
        warnings.warn(text, NotKeptWarning, stacklevel=3)


def _compile_anew_what_is_damaged(kept: Any) -> None:
    """Have numba's cache of a function pass over damaged files and full disks."""
    load, save = kept.load_overload, kept.save_overload

    def forget() -> None:
        try:
            kept.flush()
        except OSError:
            kept.disable()

    def load_if_sound(signature: Any, context: Any) -> Any:
        try:
            return load(signature, context)
        except Exception:  # noqa: BLE001 - whatever pickle makes of damaged bytes
            forget()
            return None

    def save_if_possible(signature: Any, data: Any) -> None:
        try:
            save(signature, data)
        except Exception:  # noqa: BLE001 - the index is damaged, or the disk is full
            forget()

    kept.load_overload, kept.save_overload = load_if_sound, save_if_possible
