"""What surrounds a run: its sources, optional packages, the cache folder, and other runs."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_cache_path

from churn_verification.support.files import target_of

PACKAGES = ("churn_spec", "churn_engine", "churn_verification")


class InUseError(Exception):
    """Another process works on the file; the text names it."""


def brought_by(extra: str) -> str:
    """Say which extra brings a package that is missing, and how it is installed."""
    return f"which the extra {extra} brings: pip install -e '.[{extra}]' in the project's folder"


@cache
def sources() -> str:
    """A checksum of the files of the three packages: what runs is the same where it is the same."""
    total = sha256()
    for package in PACKAGES:
        folder = package_folder(package)
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                name = f"{package}/{path.relative_to(folder).as_posix()}"
                total.update(f"{name}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()[:16]


def package_folder(package: str) -> Path:
    """The folder of an installed package."""
    (path,) = __import__(package).__path__
    return Path(path)


def keep_hypothesis_in_the_cache() -> None:
    """Have Hypothesis write to the user's cache, unless HYPOTHESIS_STORAGE_DIRECTORY says where.

    It is said in the environment, so that worker processes that are started later know it too.
    """
    os.environ.setdefault(
        "HYPOTHESIS_STORAGE_DIRECTORY", str(user_cache_path("churnproof") / "hypothesis")
    )


@contextmanager
def held_alone(path: Path) -> Iterator[None]:
    """Hold a file for this process alone, until the end of the block or of the process.

    What is locked is a file among the caches, so that nothing is left beside the user's own. Where
    no caches can be kept, nothing is locked.

    Raises:
        InUseError: another process holds it.
    """
    place = user_cache_path("churnproof") / "locks"
    lock = FileLock(place / sha256(str(target_of(path)).encode()).hexdigest()[:32], timeout=0)
    try:
        place.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise InUseError(f"another run is at work on {path}") from None
    except OSError:
        yield
        return
    try:
        yield
    finally:
        lock.release()
