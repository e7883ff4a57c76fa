"""Reading files up to a size limit, and writing them whole or not at all."""

import errno
import os
import stat
import tempfile
from pathlib import Path
from typing import BinaryIO

LARGEST_TEXT = 64 * 2**20
"""The size in bytes of the largest text file that is read."""


class FileError(Exception):
    """A file that cannot be read or written; the text names it and says why."""


def read_text(path: Path, largest: int = LARGEST_TEXT) -> str:
    """The text of a UTF-8 file.

    Args:
        path: the file.
        largest: the most bytes it may have.

    Raises:
        FileError: it cannot be opened, is not a regular file, is too large, or is no UTF-8 text.
    """
    try:
        with open_regular(path) as file:
            content = file.read(largest + 1)
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror}") from None
    if len(content) > largest:
        raise FileError(f"cannot read {path}: more than {largest:,} bytes")
    try:
        return content.decode("utf-8-sig")  # some editors begin a file with a mark
    except UnicodeDecodeError as error:
        raise FileError(f"cannot read {path}: byte {error.start} is not UTF-8 text") from None


def open_regular(path: Path) -> BinaryIO:
    """Open a file for reading, and wait for nothing, as for the other end of a pipe.

    Raises:
        FileError: it is not a regular file.
        OSError: it cannot be opened.
    """
    file = open(path, "rb", opener=_open_at_once)  # noqa: SIM115 - takes an opener
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    raise FileError(f"cannot read {path}: it is not a regular file")


def _open_at_once(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def target_of(path: Path) -> Path:
    """What a path leads to, links followed.

    Raises:
        OSError: links go round.
    """
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return target


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file so that it is seen whole or not at all, whatever interrupts.

    A temporary file beside it is written, synced and renamed. Where the path is a link, what it
    leads to is replaced and the link stays.

    Raises:
        FileError: the folder is missing or cannot be written, the disk is full, or something that
            is not a regular file stands there. What stood at the path before still stands.
    """
    data = content.encode() if isinstance(content, str) else content
    temporary: str | None = None
    try:
        target = target_of(path)
        if target.exists() and not target.is_file():
            raise FileError(f"cannot write {path}: it exists and is not a regular file")
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(target)
    except OSError as error:
        _discard(temporary)
        raise FileError(f"cannot write {path}: {error.strerror}") from None
    except BaseException:
        _discard(temporary)
        raise


def require_writable(path: Path) -> None:
    """Check that a file can be written, before the long work whose result it will hold.

    A temporary file is made in its folder and removed at once. Reading the permissions would not
    do: a file system can be read-only, and root may write anywhere.

    Raises:
        FileError: Its folder is missing or cannot be written, or the path is not a regular file.
    """
    try:
        target = target_of(path)
        if target.exists() and not target.is_file():
            raise FileError(f"cannot write {path}: it exists and is not a regular file")
        with tempfile.TemporaryFile(dir=target.parent):
            pass
    except FileNotFoundError:
        raise FileError(f"cannot write {path}: there is no folder {path.parent}") from None
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror}") from None


def _umask() -> int:
    """What the user denies to new files; it can be read only by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _discard(temporary: str | None) -> None:
    if temporary is not None:
        Path(temporary).unlink(missing_ok=True)
