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

A reader checks the header and the digests when it opens a file, and a page whenever it reads an
element; so a query costs one page, not the whole file, and never answers from altered bytes, though
the file be replaced or cut meanwhile. Whole arrays are mapped, and checked when they are.
Writing goes to a temporary file beside the target, which is renamed when it is complete and synced.
The magic is written last, so a file that was cut off while being written is never taken for one.
"""

import errno
import json
import math
import mmap
import os
import stat
import struct
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

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
        target = _target_of(path)
        if target.exists() and not target.is_file():
            raise StorageError(f"cannot write {path}: it exists and is not a regular file")
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


def _target_of(path: Path) -> Path:
    """What a path leads to, links followed."""
    target = Path(os.path.realpath(path))
    if target.is_symlink():  # links go round
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return target


class ArrayFacts(NamedTuple):
    """What a header says of an array: type, shape, place and length in bytes."""

    type: str
    shape: list[int]
    offset: int
    bytes: int


class Container:
    """A file of this format that was opened, and may have been replaced since.

    Header and digests are held in memory. What is read later is checked against those digests, so
    it belongs to the file that was opened or is refused.

    Attributes:
        path: The file.
        kind: What is kept in it.
        board: The board it is about.
        facts: What else its header says.
        length: Its length in bytes.
    """

    def __init__(self, path: Path, expected_kind: str) -> None:
        """Read all but the pages of a file, and check it.

        Raises:
            StorageError: It cannot be opened, is not a regular file, is cut off, altered, of a
                later version, or of another kind.
        """
        self.path = path
        with self._opened() as file:
            header = self._read_header(file)
            try:
                self._take(header)
                self._check_length(file)
                self._digests = _read_at(file, self._digests_at, self.length - self._digests_at)
                self._check_digests(header["digests"]["blake2b"])
                self._check_arrays()
            except (KeyError, TypeError, ValueError, RecursionError):
                raise self._refusal("its header does not say what it should") from None
        if self.kind != expected_kind:
            raise self._refusal(f"it is a {self.kind}, not a {expected_kind}")

    def array(self, name: str, *, checked: bool = True) -> NDArray[Any]:
        """Map an array, all of whose pages are checked first.

        The file must not be cut while the array is in use.

        Args:
            name: Its name.
            checked: False where this file has been checked before.

        Raises:
            StorageError: A page was altered, the file is gone, or there is no such array.
        """
        place = self._facts_of(name)
        with self._opened() as file:
            self._check_length(file)
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if checked and place.bytes:
            for page in range(self._page_of(place.offset), self._page_of(_last_byte(place)) + 1):
                begin, end = self._ends_of(page)
                self._check_page(page, content[begin:end])
        values: NDArray[Any] = np.frombuffer(
            content, np.dtype(place.type), math.prod(place.shape), place.offset
        ).reshape(place.shape)
        return values

    def element(self, name: str, index: int) -> int:
        """Read one element of a one-dimensional array of integers, and check its page.

        Raises:
            StorageError: The page was altered, the file is gone, or there is no such array.
            IndexError: There is no such element.
        """
        place = self._facts_of(name)
        if not 0 <= index < place.shape[0]:
            raise IndexError(f"{name} has {place.shape[0]} elements, no element {index}")
        kind = np.dtype(place.type)
        at = place.offset + index * kind.itemsize
        page = self._page_of(at)
        begin, end = self._ends_of(page)
        with self._opened() as file:
            content = _read_at(file, begin, end - begin)
        self._check_page(page, content)
        return int(np.frombuffer(content, kind, 1, at - begin)[0])

    def form_of(self, name: str) -> tuple[str, list[int]]:
        """Give the type and the shape of an array.

        Raises:
            StorageError: There is no such array.
        """
        place = self._facts_of(name)
        return place.type, place.shape

    def _facts_of(self, name: str) -> ArrayFacts:
        try:
            return self._arrays[name]
        except KeyError:
            raise self._refusal(f"it has no array {name}") from None

    @contextmanager
    def _opened(self) -> Iterator[BinaryIO]:
        try:
            with open(self.path, "rb", opener=_open_at_once) as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise StorageError(f"cannot read {self.path}: it is not a regular file")
                yield file
        except OSError as error:
            raise StorageError(f"cannot read {self.path}: {error.strerror}") from None

    def _read_header(self, file: BinaryIO) -> Any:
        preamble = _read_at(file, 0, _PREAMBLE.size)
        if len(preamble) < _PREAMBLE.size:
            raise self._refusal(f"it has {len(preamble)} bytes, less than its preamble")
        magic, version, length, digest = _PREAMBLE.unpack(preamble)
        if magic != MAGIC:
            raise self._refusal("it is not a file of this kind, or it is incomplete")
        if version != VERSION:
            raise self._refusal(f"its format has version {version}; this program reads {VERSION}")
        text = _read_at(file, _PREAMBLE.size, min(length, _LONGEST_HEADER + 1))
        if length > _LONGEST_HEADER or _digest(text, 32) != digest:
            raise self._refusal("its header was altered or cut off")
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise self._refusal("its header does not say what it should") from None

    def _take(self, header: Any) -> None:
        """Take what a header says. Whoever computes digests can write any header.

        Raises:
            KeyError, TypeError, ValueError: Something is missing, or of another kind.
        """
        self.kind = _text(header["kind"])
        self.board = parse_board(_text(header["board"]))
        self.facts: dict[str, Any] = header["facts"]
        if not isinstance(self.facts, dict):
            raise TypeError
        self._arrays = {
            _text(facts["name"]): ArrayFacts(
                _text(facts["type"]),
                [_natural(length) for length in facts["shape"]],
                _natural(facts["offset"]),
                _natural(facts["bytes"]),
            )
            for facts in header["arrays"]
        }
        self.length = _natural(header["length"])
        self._pages_at = _natural(header["pages"]["offset"])
        self._digests_at = _natural(header["digests"]["offset"])
        pages = -(-(self._digests_at - self._pages_at) // PAGE)
        if pages < 0 or self.length != self._digests_at + pages * _PAGE_DIGEST:
            raise ValueError

    def _check_length(self, file: BinaryIO) -> None:
        length = os.fstat(file.fileno()).st_size
        if length != self.length:
            raise self._refusal(f"it has {length:,} bytes where {self.length:,} were written")

    def _check_digests(self, expected: str) -> None:
        if _digest(self._digests, 32).hex() != expected:
            raise self._refusal("its page digests were altered")

    def _check_arrays(self) -> None:
        """No array may reach out of the pages."""
        for place in self._arrays.values():
            if place.type not in _ALLOWED_TYPES or place.offset % _ALIGNMENT:
                raise ValueError
            needed = math.prod(place.shape) * np.dtype(place.type).itemsize
            end = place.offset + place.bytes
            if needed != place.bytes or place.offset < self._pages_at or end > self._digests_at:
                raise ValueError

    def _page_of(self, offset: int) -> int:
        return (offset - self._pages_at) // PAGE

    def _ends_of(self, page: int) -> tuple[int, int]:
        """Where a page begins and ends in the file."""
        begin = self._pages_at + page * PAGE
        return begin, min(begin + PAGE, self._digests_at)

    def _check_page(self, page: int, content: bytes) -> None:
        expected = self._digests[page * _PAGE_DIGEST : (page + 1) * _PAGE_DIGEST]
        if _digest(content, _PAGE_DIGEST) != expected:
            raise self._refusal(f"the page at byte {self._ends_of(page)[0]:,} was altered")

    def _refusal(self, reason: str) -> StorageError:
        return StorageError(f"cannot use {self.path}: {reason}")


def _open_at_once(name: str, flags: int) -> int:
    """Open a file, and wait for nothing, as for the other end of a pipe."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def _read_at(file: BinaryIO, offset: int, length: int) -> bytes:
    """Read so many bytes of a file, or those that there are."""
    file.seek(offset)
    return file.read(length)


def _last_byte(place: ArrayFacts) -> int:
    return place.offset + place.bytes - 1


def _text(value: Any) -> str:
    """A text.

    Raises:
        TypeError: The value is something else.
    """
    if not isinstance(value, str):
        raise TypeError
    return value


def _natural(value: Any) -> int:
    """A whole number that is not negative.

    Raises:
        ValueError: The value is something else.
    """
    if type(value) is not int or not 0 <= value < 1 << 63:
        raise ValueError
    return value


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
