"""The file format, read by a second reader that was written from its description."""

import json
import os
import stat
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from churn_engine.solver import container
from churn_engine.solver.container import Container, StorageError, write_container

PAGE = 65536
ARRAYS: dict[str, Any] = {
    "three": np.arange(3, dtype=np.uint8),
    "a page": np.arange(PAGE, dtype=np.int64).astype(np.uint8),
    "none": np.zeros(0, dtype=np.float64),
    "table": np.arange(50_000, dtype=np.int32).reshape(25_000, 2),
    "to fit": np.arange(PAGE - 64 - 3 * 64, dtype=np.int64).astype(np.int16),
    "a byte more": np.arange(2 * PAGE + 1, dtype=np.int64).astype(np.uint8),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    length = write_container(path, "test", "2", {"fact": 3}, ARRAYS)
    assert length == path.stat().st_size
    return path


def header_of(content: bytes) -> Any:
    return json.loads(content[48 : 48 + int.from_bytes(content[12:16], "little")])


def test_a_file_is_what_its_description_says(path: Path) -> None:
    content = path.read_bytes()
    header = header_of(content)
    length = int.from_bytes(content[12:16], "little")
    assert content[:8] == bytes.fromhex("93 43 48 55 52 4e 0d 0a")
    assert content[8:12] == bytes([2, 0, 0, 0])
    assert content[16:48] == blake2b(content[48 : 48 + length], digest_size=32).digest()
    assert (header["kind"], header["board"], header["facts"]) == ("test", "2", {"fact": 3})
    assert (header["length"], header["pages"]["bytes"]) == (len(content), PAGE)
    at = header["pages"]["offset"]
    assert at == 48 + length
    assert [one["name"] for one in header["arrays"]] == list(ARRAYS)
    for one, array in zip(header["arrays"], ARRAYS.values(), strict=True):
        assert one["offset"] == at
        assert (one["type"], one["shape"]) == (str(array.dtype), list(array.shape))
        end = at + one["bytes"]
        assert content[at:end] == array.astype(array.dtype.newbyteorder("<")).tobytes()
        at = end + -end % 64
        assert content[end:at] == bytes(at - end)
    assert header["digests"]["offset"] == at
    starts = range(header["pages"]["offset"], at, PAGE)
    assert len(starts) == 9
    digests = [
        blake2b(content[start : min(start + PAGE, at)], digest_size=16).digest() for start in starts
    ]
    assert content[at:] == b"".join(digests)
    assert header["digests"]["blake2b"] == blake2b(content[at:], digest_size=32).hexdigest()


def test_everything_is_read_back(path: Path) -> None:
    opened = Container(path, "test")
    for name, array in ARRAYS.items():
        read = opened.array(name)
        assert read.dtype == array.dtype
        assert read.shape == array.shape
        assert read.tobytes() == array.tobytes()
        assert opened.form_of(name) == (str(array.dtype), list(array.shape))
    for index in (0, 1, PAGE - 1, 2 * PAGE):
        assert opened.element("a byte more", index) == ARRAYS["a byte more"][index]


def test_elements_that_are_not_there_are_refused(path: Path) -> None:
    opened = Container(path, "test")
    for index in (-1, 3, 4, 100):
        with pytest.raises(IndexError, match=f"three has 3 elements, no element {index}"):
            opened.element("three", index)


def test_an_altered_byte_of_any_page_is_refused_by_who_reads_it(path: Path) -> None:
    content = path.read_bytes()
    last = header_of(content)["arrays"][-1]
    for index in (0, 1, PAGE, PAGE + 1, 2 * PAGE - 1, 2 * PAGE):
        at = last["offset"] + index
        path.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        opened = Container(path, "test")
        with pytest.raises(StorageError, match="was altered"):
            opened.element("a byte more", index)
        with pytest.raises(StorageError, match="was altered"):
            opened.array("a byte more")
        assert opened.element("three", 2) == 2


def test_an_altered_byte_near_the_end_of_a_page_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_container(path, "test", "2", {}, {"values": np.zeros(2 * PAGE, dtype=np.uint8)})
    content = path.read_bytes()
    for index in (0, PAGE - 1, PAGE, 2 * PAGE - 1):
        at = header_of(content)["arrays"][0]["offset"] + index
        path.write_bytes(content[:at] + b"\1" + content[at + 1 :])
        opened = Container(path, "test")
        with pytest.raises(StorageError, match="was altered"):
            opened.element("values", index)


@pytest.mark.parametrize(
    ("at", "what", "reason"),
    [
        (0, b"\0", "not a file of this kind"),
        (0, b"\xff", "not a file of this kind"),
        (8, b"\0", "its format has version 0; this program reads 2"),
        (16, bytes(32), "its header was altered"),
        (16, b"\xff" * 32, "its header was altered"),
    ],
)
def test_altered_beginnings_are_refused(path: Path, at: int, what: bytes, reason: str) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:at] + what + content[at + len(what) :])
    with pytest.raises(StorageError, match=reason):
        Container(path, "test")


@pytest.mark.parametrize(
    ("length", "reason"),
    [(47, "it has 47 bytes, less than its preamble"), (48, "not a file of this")],
)
def test_short_files_are_refused(path: Path, length: int, reason: str) -> None:
    path.write_bytes(bytes(length))
    with pytest.raises(StorageError, match=reason):
        Container(path, "test")


def test_files_that_were_added_to_are_refused(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(StorageError, match=r"it has [0-9,]+ bytes where [0-9,]+ were written"):
        Container(path, "test")


def test_whatever_the_page_digests_were_altered_to_is_refused(path: Path) -> None:
    content = path.read_bytes()
    for change in range(1, 12):
        path.write_bytes(content[:-1] + bytes([content[-1] ^ change]))
        with pytest.raises(StorageError, match="its page digests were altered"):
            Container(path, "test")


def test_a_header_may_be_as_long_as_allowed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    length = int.from_bytes(path.read_bytes()[12:16], "little")
    monkeypatch.setattr(container, "_LONGEST_HEADER", length)
    Container(path, "test")
    monkeypatch.setattr(container, "_LONGEST_HEADER", length - 1)
    with pytest.raises(StorageError, match="its header was altered or cut off"):
        Container(path, "test")


def test_there_is_room_for_the_places_of_many_arrays(tmp_path: Path) -> None:
    path = tmp_path / "many"
    arrays = {f"array {number}": np.full(3, number, dtype=np.int32) for number in range(200)}
    write_container(path, "test", "2", {}, arrays)
    opened = Container(path, "test")
    assert all(opened.element(f"array {number}", 2) == number for number in range(200))


def test_others_may_read_a_file_and_not_write_it(path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_a_temporary_file_that_is_taken_away_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def take_away(_handle: int) -> None:
        for path in tmp_path.iterdir():
            path.unlink()

    monkeypatch.setattr(os, "fsync", take_away)
    with pytest.raises(StorageError, match=r"cannot write .*: No such file or directory"):
        write_container(tmp_path / "file", "test", "2", {}, {})


def test_whatever_stops_the_writing_what_stood_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    with pytest.raises(TypeError, match="not JSON serializable"):
        write_container(path, "test", "2", {"fact": object()}, {})
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_arrays_of_other_types_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_container(path, "test", "2", {}, {"values": np.zeros(3, dtype=np.uint32)})
    with pytest.raises(StorageError, match="header does not say what it should"):
        Container(path, "test")


@pytest.mark.parametrize("altered", [{"shape": [4]}, {"bytes": 4}, {"offset": 0}])
def test_arrays_that_do_not_fit_their_place_are_refused(
    tmp_path: Path, altered: dict[str, Any]
) -> None:
    path = tmp_path / "file"
    write_container(path, "test", "2", {}, {"values": np.zeros(3, dtype=np.uint8)})
    _alter_array(path, {})
    Container(path, "test")
    _alter_array(path, altered)
    with pytest.raises(StorageError, match="header does not say what it should"):
        Container(path, "test")


def _alter_array(path: Path, altered: dict[str, Any]) -> None:
    """Say other things of the first array, with a digest of the header that fits."""
    content = path.read_bytes()
    length = int.from_bytes(content[12:16], "little")
    header = json.loads(content[48 : 48 + length])
    header["arrays"][0] |= altered
    text = json.dumps(header).encode().ljust(length)
    digest = blake2b(text, digest_size=32).digest()
    path.write_bytes(content[:16] + digest + text + content[48 + length :])


def test_a_file_replaces_no_device_and_follows_links(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(tmp_path / "target")
    values = {"values": np.zeros(3, dtype=np.uint8)}
    with pytest.raises(StorageError, match="is not a regular file"):
        write_container(pipe, "test", "2", {}, values)
    assert pipe.is_fifo()
    write_container(link, "test", "2", {}, values)
    assert link.is_symlink()
    assert (tmp_path / "target").is_file()
