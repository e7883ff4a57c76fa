"""Reading strangers' files with a limit, and writing files whole or not at all."""

import os
import tempfile
from pathlib import Path

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
        FileError: it cannot be opened, is too large, or is no UTF-8 text.
    """
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror}") from None
    if len(content) > largest:
        raise FileError(f"cannot read {path}: more than {largest:,} bytes")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise FileError(f"cannot read {path}: byte {error.start} is not UTF-8 text") from None


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file so that it is seen whole or not at all, whatever interrupts.

    A temporary file beside it is written, synced and renamed.

    Raises:
        FileError: the folder is missing or cannot be written, or the disk is full. What stood at
            the path before still stands.
    """
    data = content.encode() if isinstance(content, str) else content
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except OSError as error:
        _discard(temporary)
        raise FileError(f"cannot write {path}: {error.strerror}") from None
    except BaseException:
        _discard(temporary)
        raise


def _discard(temporary: str | None) -> None:
    if temporary is not None:
        Path(temporary).unlink(missing_ok=True)
