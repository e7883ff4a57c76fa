"""Files that will be written when a long work is done: whether that can be, asked before it."""

import tempfile
from pathlib import Path

from churn_verification.support.files import FileError


def require_writable(path: Path) -> None:
    """See that a file can be written, by making one beside it that goes away at once.

    What permissions say would not do: a file system can be read-only, and root may write anywhere.

    Raises:
        FileError: Its folder is missing or cannot be written, or something that is no regular file
            stands at the path.
    """
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            raise FileError(f"cannot write {path}: it is there and is no regular file")
        with tempfile.TemporaryFile(dir=target.parent):
            pass
    except FileNotFoundError:
        raise FileError(f"cannot write {path}: there is no folder {path.parent}") from None
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror}") from None
