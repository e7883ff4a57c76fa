"""Tablebases that somebody forged, or exchanged while they were in use: refused, never believed."""

import json
import os
import shutil
import struct
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.engine.test_tablebase import THREE_CELLS, all_masks

from churn_engine.solver.container import StorageError, write_container
from churn_engine.solver.solve import Solver
from churn_engine.solver.store import OtherBoardError, open_store
from churn_engine.solver.tablebase import Tablebase
from churn_engine.solver.write_tablebase import TablebaseError, verify_tablebase, write_tablebase

FILES = ("tablebase", "000000.shard", "000002.shard")
REFUSED = (StorageError, OtherBoardError, TablebaseError)

NONSENSE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.sampled_from(["", "2", "3", "cost", "int64", "float64", "<i8", "9" * 30]),
    st.lists(st.integers(-3, 70_000), max_size=3),
    st.just({}),
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "three.tablebase"
    write_tablebase(Solver(THREE_CELLS).run(), path)
    return path


def header_of(content: bytes) -> Any:
    return json.loads(content[48 : 48 + int.from_bytes(content[12:16], "little")])


def with_header(content: bytes, header: Any) -> bytes:
    """The file with another header of the same length, and the digest that belongs to it."""
    text = json.dumps(header).encode().ljust(int.from_bytes(content[12:16], "little"))
    preamble = content[:8] + struct.pack("<II", 2, len(text))
    rest = content[48 + int.from_bytes(content[12:16], "little") :]
    return preamble + blake2b(text, digest_size=32).digest() + text + rest


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value in a JSON document."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, below in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places_in(below, (*path, key))


def changed(header: Any, place: tuple[Any, ...], value: Any) -> Any:
    *way, last = place
    at = header
    for key in way:
        at = at[key]
    at[last] = value
    return header


def answers(path: Path) -> list[int]:
    tablebase = Tablebase(path, THREE_CELLS)
    verify_tablebase(path)
    return [tablebase.score(*masks) for masks in all_masks(THREE_CELLS.size)]


def refused_or_right(sound: Path, file: str, content: bytes) -> None:
    forged = sound.parent / "forged"
    shutil.rmtree(forged, ignore_errors=True)
    shutil.copytree(sound, forged)
    (forged / file).write_bytes(content)
    with suppress(*REFUSED):
        assert answers(forged) == answers(sound)


@pytest.mark.parametrize("file", FILES)
@given(data=st.data())
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_forged_header_is_refused_or_changes_no_answer(
    sound: Path, file: str, data: st.DataObject
) -> None:
    content = (sound / file).read_bytes()
    place = data.draw(st.sampled_from(list(places_in(header_of(content)))))
    header = changed(header_of(content), place, data.draw(NONSENSE))
    refused_or_right(sound, file, with_header(content, header))


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("header", [[], 3, "text", None, [[]] * 9, {"kind": "tablebase"}])
def test_a_header_that_is_no_header_is_refused(sound: Path, file: str, header: Any) -> None:
    refused_or_right(sound, file, with_header((sound / file).read_bytes(), header))


@pytest.mark.parametrize("file", FILES)
@given(data=st.data())
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_cut_and_flipped_files_are_refused(sound: Path, file: str, data: st.DataObject) -> None:
    content = bytearray((sound / file).read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        del content[at:]
    else:
        content[at] ^= data.draw(st.integers(1, 255))
    refused_or_right(sound, file, bytes(content))


@pytest.mark.parametrize("file", FILES)
def test_what_is_no_regular_file_is_refused_at_once(sound: Path, tmp_path: Path, file: str) -> None:
    path = tmp_path / "tablebase"
    shutil.copytree(sound, path)
    (path / file).unlink()
    os.mkfifo(path / file)
    with pytest.raises(StorageError, match="it is not a regular file"):
        answers(path)
    (path / file).unlink()
    (path / file).mkdir()
    with pytest.raises(StorageError, match=r"Is a directory|it is not a regular file"):
        answers(path)
    (path / file).rmdir()
    (path / file).symlink_to(path / file)
    with pytest.raises(StorageError, match="symbolic links"):
        answers(path)


def test_nothing_is_written_where_a_link_leads_to_itself(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(StorageError, match="symbolic links"):
        write_container(tmp_path / "loop", "test", "2", {}, {})
    assert (tmp_path / "loop").is_symlink()


@pytest.mark.parametrize("in_place", [True, False])
@pytest.mark.parametrize("kept", [0, 1 / 2, 1])
def test_a_file_that_changes_under_an_open_tablebase_is_refused(
    sound: Path, tmp_path: Path, kept: float, in_place: bool
) -> None:
    """Cut, emptied or altered; where it lies, or by another file with its name."""
    path = tmp_path / "tablebase"
    shutil.copytree(sound, path)
    right = answers(path)
    opened = Tablebase(path, THREE_CELLS)
    masks = list(all_masks(THREE_CELLS.size))
    assert [opened.score(*each) for each in masks] == right
    for shard in path.glob("*.shard"):
        content = shard.read_bytes()
        begin = header_of(content)["pages"]["offset"]
        end = begin + int(kept * (len(content) - begin))
        altered = content[:begin] + bytes(255 - byte for byte in content[begin:end])
        if not in_place:
            shard.unlink()
        shard.write_bytes(altered)
    for each in masks:
        with pytest.raises(StorageError, match="was altered"):
            opened.score(*each)


def test_files_that_vanish_under_an_open_tablebase_are_missed(sound: Path, tmp_path: Path) -> None:
    path = tmp_path / "tablebase"
    shutil.copytree(sound, path)
    opened = Tablebase(path, THREE_CELLS)
    opened.score(0, 0)
    shutil.rmtree(path)
    with pytest.raises(StorageError, match="No such file"):
        opened.score(0, 0)


def test_a_plan_of_unknown_columns_or_other_owners_is_refused(sound: Path, tmp_path: Path) -> None:
    path = tmp_path / "tablebase"
    shutil.copytree(sound, path)
    content = (path / "tablebase").read_bytes()
    for least in (["longest"], [3], 7, "cost", None, [["cost"]]):
        header = header_of(content)
        header["facts"]["least"] = least
        (path / "tablebase").write_bytes(with_header(content, header))
        with pytest.raises(StorageError, match="does not say which columns"):
            open_store(path)
