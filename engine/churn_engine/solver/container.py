r"""The files of which tablebases consist: arrays in pages, each with its digest.

All numbers are little-endian. A file is, in this order::

    8 bytes    magic: 93 43 48 55 52 4e 0d 0a (\x93CHURN\r\n)
    4 bytes    format version, 2
    4 bytes    length of the header
    32 bytes   BLAKE2b-256 of the header
    header     JSON (UTF-8): kind, board, facts, and of each array its name, type, shape, offset
               and length in bytes; offset and digest of the page digests; the file's length;
               then spaces up to the first array
    arrays     each begins at a multiple of 64, zeros in between
    digests    BLAKE2b-128 of each page: 64 KiB from the first array on, the last one shorter

A reader checks the header and the digests when it opens a file, and a page when it first looks at
it; so a query costs one page, not the whole file, and still never answers from altered bytes.
Writing goes to a temporary file beside the target, which is renamed when it is complete and synced.
The magic is written last, so a file that was cut off while being written is never taken for one.
"""

import json
import mmap
import os
import struct
import tempfile
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, Self

import numpy as np
from numpy.typing import NDArray

from churn_engine.notation import parse_board

MAGIC = b"\x93CHURN\r\n"
VERSION = 2
PAGE = 1 << 16
_PREAMBLE = struct.Struct("<8sII32s")
_ALIGNMENT = 64
_PAGE_DIGEST = 16
_LONGEST_HEADER = 1 << 24
_ALLOWED_TYPES = ("uint8", "int16", "int32", "int64", "float64")


class StorageError(Exception):
    """A file that cannot be written, or read as what it should be; the text names it and why."""


def write_container(  # noqa: PLR0913 - what a file says, and how it is written
    path: Path,
    kind: str,
    board: str,
    facts: Mapping[str, Any],
    arrays: Mapping[str, NDArray[Any]],
    *,
    synced: bool = True,
) -> int:
    """Write a file whole or not at all.

    Args:
        path: Where; a file that stands there is replaced when the new one is complete.
        kind: What is kept in it.
        board: The text of the board.
        facts: What else the header should say; anything that JSON can.
        arrays: Arrays by name.
        synced: Whether to wait until the file is on the disk, so that it outlives a power failure.

    Returns:
        The length of the file in bytes.

    Raises:
        StorageError: The folder is missing or cannot be written, or the disk is full. What stood at
            the path before still stands.
    """
    temporary: str | None = None
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            raise StorageError(f"cannot write {path}: it is there and is no regular file")
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "w+b") as file:
            length = _write(file, {"kind": kind, "board": board, "facts": dict(facts)}, arrays)
            file.flush()
            if synced:
                os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(target)
    except OSError as error:
        _discard(temporary)
        raise StorageError(f"cannot write {path}: {error.strerror}") from None
    except BaseException:
        _discard(temporary)
        raise
    return length


class Container:
    """A file of this format, open for reading.

    Attributes:
        path: The file.
        kind: What is kept in it.
        board: The board it is about.
        facts: What else its header says.
        length: Its length in bytes.
    """

    def __init__(self, path: Path, expected_kind: str) -> None:
        """Open a file and check all but its pages.

        Raises:
            StorageError: It cannot be opened, is cut off, altered, of a later version, or of
                another kind.
        """
        self.path = path
        self._map = _map(path)
        try:
            header = self._read_header()
            self.kind: str = header["kind"]
            self.board = parse_board(header["board"])
            self.facts: dict[str, Any] = header["facts"]
            self._arrays: dict[str, dict[str, Any]] = {a["name"]: a for a in header["arrays"]}
            self.length: int = header["length"]
            self._pages_at: int = header["pages"]["offset"]
            self._digests_at: int = header["digests"]["offset"]
            self._check_length()
            self._check_digests(header["digests"]["blake2b"])
            self._check_arrays()
        except (KeyError, TypeError, ValueError, RecursionError):
            raise self._refusal("its header does not say what it should") from None
        if self.kind != expected_kind:
            raise self._refusal(f"it is a {self.kind}, not a {expected_kind}")
        self._checked: set[int] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file, unless an array that was handed out still looks at it."""
        try:
            self._map.close()
        except BufferError:
            return

    def array(self, name: str, *, checked: bool = True) -> NDArray[Any]:
        """Give an array, all of whose pages are checked first.

        Args:
            name: Its name.
            checked: False where this file has been checked before.

        Raises:
            StorageError: A page was altered, or there is no such array.
        """
        place = self._array_facts(name)
        if checked:
            self._check_pages(place["offset"], place["bytes"])
        values: NDArray[Any] = np.frombuffer(
            self._map, np.dtype(place["type"]), int(np.prod(place["shape"])), place["offset"]
        ).reshape(place["shape"])
        return values

    def element(self, name: str, index: int) -> int:
        """Give one element of a one-dimensional array of integers, after checking its page.

        Raises:
            StorageError: The page was altered, or there is no such array.
            IndexError: There is no such element.
        """
        place = self._array_facts(name)
        if not 0 <= index < place["shape"][0]:
            raise IndexError(f"{name} has {place['shape'][0]} elements, no element {index}")
        width = np.dtype(place["type"]).itemsize
        at = place["offset"] + index * width
        self._check_pages(at, width)
        return int(np.frombuffer(self._map, np.dtype(place["type"]), 1, at)[0])

    def form_of(self, name: str) -> tuple[str, list[int]]:
        """Give the type and the shape of an array.

        Raises:
            StorageError: There is no such array.
        """
        place = self._array_facts(name)
        return place["type"], place["shape"]

    def _array_facts(self, name: str) -> dict[str, Any]:
        try:
            return self._arrays[name]
        except KeyError:
            raise self._refusal(f"it has no array {name}") from None

    def _read_header(self) -> Any:
        if len(self._map) < _PREAMBLE.size:
            raise self._refusal(f"it has {len(self._map)} bytes, less than its preamble")
        magic, version, length, digest = _PREAMBLE.unpack_from(self._map)
        if magic != MAGIC:
            raise self._refusal("it is no file of this kind, or its writing was cut off")
        if version != VERSION:
            raise self._refusal(f"its format has version {version}; this program reads {VERSION}")
        text = self._map[_PREAMBLE.size : _PREAMBLE.size + length]
        if length > _LONGEST_HEADER or _digest(text, 32) != digest:
            raise self._refusal("its header was altered or cut off")
        return json.loads(text)

    def _check_length(self) -> None:
        if len(self._map) != self.length:
            raise self._refusal(
                f"it has {len(self._map):,} bytes where {self.length:,} were written"
            )

    def _check_digests(self, expected: str) -> None:
        if _digest(self._map[self._digests_at :], 32).hex() != expected:
            raise self._refusal("its page digests were altered")

    def _check_arrays(self) -> None:
        """Whoever computes digests can write any header: no array may reach out of the pages."""
        for place in self._arrays.values():
            if place["type"] not in _ALLOWED_TYPES:
                raise ValueError
            needed = int(np.prod(place["shape"])) * np.dtype(place["type"]).itemsize
            end = place["offset"] + place["bytes"]
            if needed != place["bytes"] or not self._pages_at <= place["offset"] <= end:
                raise ValueError
            if end > self._digests_at:
                raise ValueError

    def _check_pages(self, offset: int, length: int) -> None:
        first = (offset - self._pages_at) // PAGE
        last = (offset + length - 1 - self._pages_at) // PAGE
        for page in range(first, last + 1):
            if page not in self._checked:
                self._check_page(page)
                self._checked.add(page)

    def _check_page(self, page: int) -> None:
        start = self._pages_at + page * PAGE
        content = self._map[start : min(start + PAGE, self._digests_at)]
        expected_at = self._digests_at + page * _PAGE_DIGEST
        if _digest(content, _PAGE_DIGEST) != self._map[expected_at : expected_at + _PAGE_DIGEST]:
            raise self._refusal(f"the page at byte {start:,} was altered")

    def _refusal(self, reason: str) -> StorageError:
        return StorageError(f"cannot use {self.path}: {reason}")


def _map(path: Path) -> mmap.mmap:
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except ValueError:
        raise StorageError(f"cannot use {path}: it is empty") from None
    except OSError as error:
        raise StorageError(f"cannot read {path}: {error.strerror}") from None


def _write(file: BinaryIO, header: dict[str, Any], arrays: Mapping[str, NDArray[Any]]) -> int:
    placed = _place(header, arrays)
    file.seek(placed["pages"]["offset"])
    digests = bytearray()
    for page in _pages(placed, arrays):
        file.write(page)
        digests += _digest(page, _PAGE_DIGEST)
    file.write(digests)
    placed["digests"]["blake2b"] = _digest(digests, 32).hex()
    text = json.dumps(placed).encode().ljust(placed["pages"]["offset"] - _PREAMBLE.size)
    file.seek(len(MAGIC))
    file.write(_PREAMBLE.pack(MAGIC, VERSION, len(text), _digest(text, 32))[len(MAGIC) :] + text)
    file.flush()
    file.seek(0)
    file.write(MAGIC)
    length: int = placed["length"]
    return length


def _place(header: dict[str, Any], arrays: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
    """Complete the header with all offsets; only the digest of digests is still to come.

    The header's own length depends on the offsets it holds, so the pages are placed after as much
    room as it can take.
    """
    room = len(json.dumps(header)) + 512 + 512 * len(arrays)
    first = _aligned(_PREAMBLE.size + room)
    described: list[dict[str, Any]] = []
    at = first
    for name, array in arrays.items():
        described.append(
            {
                "name": name,
                "type": str(array.dtype),
                "shape": list(array.shape),
                "offset": at,
                "bytes": array.nbytes,
            }
        )
        at = _aligned(at + array.nbytes)
    pages = -(-(at - first) // PAGE)
    return header | {
        "arrays": described,
        "pages": {"offset": first, "bytes": PAGE},
        "digests": {"offset": at},
        "length": at + pages * _PAGE_DIGEST,
    }


def _pages(placed: dict[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Iterator[bytes]:
    """Cut the arrays, each filled up with zeros to the alignment, into pages."""
    pending = bytearray()
    for array in arrays.values():
        content = np.ascontiguousarray(array).ravel().view(np.uint8).data
        for start in range(0, len(content), PAGE):
            pending += content[start : start + PAGE]
            while len(pending) >= PAGE:
                yield bytes(pending[:PAGE])
                del pending[:PAGE]
        pending += bytes(_aligned(array.nbytes) - array.nbytes)
    while pending:
        yield bytes(pending[:PAGE])
        del pending[:PAGE]


def _aligned(offset: int) -> int:
    return -(-offset // _ALIGNMENT) * _ALIGNMENT


def _digest(content: bytes | bytearray, length: int) -> bytes:
    return blake2b(content, digest_size=length).digest()


def _discard(temporary: str | None) -> None:
    if temporary is not None:
        Path(temporary).unlink(missing_ok=True)
