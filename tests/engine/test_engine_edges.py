"""The solver at its edges: refusals, ways around what a machine lacks, odd amounts."""

import json
import os
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from churn_engine.board import board
from churn_engine.notation import parse_position
from churn_engine.solver import compiled
from churn_engine.solver import estimate as estimates
from churn_engine.solver.container import Container, StorageError, write_container
from churn_engine.solver.estimate import Estimate, free_memory
from churn_engine.solver.reach import reach
from churn_engine.solver.report import report_on
from churn_engine.solver.solve import RandomPlay, Solver
from churn_engine.solver.store import open_store
from churn_engine.solver.tablebase import Tablebase
from churn_engine.solver.write_tablebase import verify_tablebase, write_tablebase

TWO_CELLS = board(2, 1, 1, 2, 1, 1)
THREE_CELLS = board(2, 1, 2, 1, 2, 1)


# Compiling the solver


@compiled.helper
def _next(_sources: compiled.Sources, number: int) -> int:
    return number + 1


def test_compiled_code_is_kept_under_the_digest_of_the_sources() -> None:
    assert _next(compiled.Sources(), 41) == 42
    ((sources, _number),) = _next.signatures  # type: ignore[attr-defined]
    assert sources == compiled.SourcesType()
    assert sources.name == f"Sources({compiled._digest()})"


# Containers


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


# Estimates


@pytest.mark.parametrize("told", [None, "MemTotal: 5 kB\n", "MemAvailable: much\n"])
def test_where_the_system_tells_nothing_half_of_all_memory_is_taken_to_be_free(
    told: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meminfo = tmp_path / "meminfo"
    if told is not None:
        meminfo.write_text(told)
    sizes = {"SC_PHYS_PAGES": 1000, "SC_PAGE_SIZE": 4096}
    monkeypatch.setattr(estimates, "Path", lambda _: meminfo)
    monkeypatch.setattr(estimates, "os", SimpleNamespace(sysconf=sizes.__getitem__))
    assert free_memory() == 2_048_000


SOME = Estimate(TWO_CELLS, positions=9, entries=5, memory=1, disk=1, seconds=1)


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (999_999, "999,999 bytes"),
        (1_000_000, "1.0 MB"),
        (2_500_000_000, "2.5 GB"),
        (10**15 - 10**12, "999.0 TB"),
        (10**15, "1.00e15 bytes"),
    ],
)
def test_amounts_are_told_in_fitting_units(size: int, text: str) -> None:
    assert f"about {text} of memory," in str(replace(SOME, memory=size))


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "1 s"),
        (119, "119 s"),
        (120, "2 min"),
        (7199, "119 min"),
        (7200, "2 h"),
        (172_799, "47 h"),
        (172_800, "2 days"),
    ],
)
def test_times_are_told_in_fitting_units(seconds: int, text: str) -> None:
    assert str(replace(SOME, seconds=seconds)).endswith(f" for a tablebase, {text}")


# The solver's answers


def test_reaching_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    reach(TWO_CELLS, lambda done, total: told.append((done, total)))
    entries = Solver(TWO_CELLS).entries
    assert told == [(entries, entries)]


def test_with_a_tie_neither_player_wins() -> None:
    solver = Solver(TWO_CELLS).run()
    report = report_on(parse_position("2-1-1-2-1-1 r. b swap"), solver)
    assert (report.value, report.seat) == ("tie", "tie")
    assert [(turn.seat, turn.distance, turn.best) for turn in report.turns] == [
        ("tie", 1, True),
        ("tie", 2, False),
    ]


def test_nothing_follows_a_full_board() -> None:
    two, three = Solver(TWO_CELLS).run(), Solver(THREE_CELLS).run()
    for mover, other in ((0b111, 0), (0, 0b111)):
        won = float(mover > other)
        assert three.lengths(mover, other) == (0, 0)
        assert three.chances(mover, other) == RandomPlay(0.0, won, 1.0 - won, 0.0)
    for mover, other in ((0b01, 0b10), (0b10, 0b01)):
        assert two.lengths(mover, other) == (0, 0)
        assert two.chances(mover, other) == RandomPlay(0.0, 0.0, 0.0, 1.0)


# Files that do not fit


def test_owners_that_are_not_the_boards_are_refused(tmp_path: Path) -> None:
    """A symmetry carries the pattern onto the right one, but it is not the smallest of its kind."""
    path = tmp_path / "foreign"
    write_tablebase(Solver(THREE_CELLS).run(), path)
    plan = open_store(path).plan
    owners = np.where(plan.owners == 0b001, 0b010, plan.owners).astype(np.int32)
    facts = {"least": ["cost"], "means": []}
    arrays: dict[str, NDArray[Any]] = {"owners": owners, "first": plan.first}
    write_container(path / "tablebase", "tablebase", str(THREE_CELLS), facts, arrays)
    tablebase = Tablebase(path)
    with pytest.raises(StorageError, match="no block for owner 1"):
        tablebase.score(0, 0b001)
    with pytest.raises(StorageError, match="its owners are not the board's"):
        verify_tablebase(path)


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
