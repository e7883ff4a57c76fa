"""Where the vectors are, and reading them."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from pydantic import ValidationError

from churn_verification.conformance.vectors.models import (
    FILES,
    AnyVector,
    Manifest,
    ManifestFile,
    VectorFile,
)

MANIFEST = "manifest.json"
_IN_A_CHECKOUT = Path(__file__).parents[3] / "vectors"


class VectorsError(Exception):
    """The vectors are missing, or not as they were published; the text says what is wrong."""


def folder() -> Traversable:
    """The folder of the vectors: in the installed package, or in a checkout beside it."""
    installed = files("churn_verification").joinpath("vectors")
    return installed if installed.joinpath(MANIFEST).is_file() else _IN_A_CHECKOUT


def text_of(name: str) -> str:
    """The text of one of the files.

    Raises:
        VectorsError: it cannot be read.
    """
    try:
        return folder().joinpath(name).read_text(encoding="utf-8")
    except OSError as error:
        raise VectorsError(f"cannot read the vectors: {name}: {error.strerror}") from None


@cache
def manifest() -> Manifest:
    """The manifest.

    Raises:
        VectorsError: it cannot be read, or is no manifest.
    """
    try:
        return Manifest.model_validate_json(text_of(MANIFEST))
    except ValidationError as error:
        raise VectorsError(f"{MANIFEST}: {error.errors()[0]['msg']}") from None


@cache
def vectors_of(kind: str) -> tuple[AnyVector, ...]:
    """The vectors of a kind, checked against the hash in the manifest.

    Raises:
        VectorsError: the file cannot be read, or is not the one that was published.
    """
    listed = next((each for each in manifest().files if each.name == f"{kind}.json"), None)
    if listed is None:
        raise VectorsError(f"{MANIFEST} lists no file {kind}.json")
    text = text_of(listed.name)
    if hash_of(text) != listed.sha256:
        raise VectorsError(f"{listed.name} is not the file that {MANIFEST} lists: another hash")
    return vectors_in(FILES[kind].model_validate_json(text))


def vectors_in(file: VectorFile) -> tuple[AnyVector, ...]:
    """The vectors of a file."""
    vectors: tuple[AnyVector, ...] = getattr(file, "vectors")  # noqa: B009 - every kind has them
    return vectors


def hash_of(text: str) -> str:
    """The hash of a file's text."""
    return sha256(text.encode()).hexdigest()


def edition_hash(listed: tuple[ManifestFile, ...]) -> str:
    """The hash of an edition, from those of its files."""
    return hash_of("".join(f"{each.sha256}\n" for each in listed))
