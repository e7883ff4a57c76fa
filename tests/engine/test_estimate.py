"""What estimates are made of, checked against the tables that a solver makes."""

from dataclasses import FrozenInstanceError, replace
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest

from churn_engine.notation import parse_board
from churn_engine.solver import estimate as estimates
from churn_engine.solver.estimate import (
    Estimate,
    TooLargeError,
    estimate,
    free_memory,
    has_ties,
    require_room,
    with_cross_check,
    with_tablebase,
)
from churn_engine.solver.solve import Solver
from churn_engine.solver.store import shard_goal
from churn_engine.solver.write_tablebase import write_tablebase

SIZE_3 = parse_board("3")
SOME = Estimate(SIZE_3, positions=9, entries=5, memory=1, disk=1, seconds=1)


@pytest.mark.parametrize("text", shards_of := {"2-1-2-2-1-2": 6, "1-2-1-2-1-2": 4, "2": 13})
def test_an_entry_takes_as_many_bytes_as_its_columns(text: str) -> None:
    board = parse_board(text)
    for symmetry, lengths, chances in product((True, False), repeat=3):
        solver = Solver(board, symmetry=symmetry, lengths=lengths, chances=chances).run()
        asked = {"symmetry": symmetry, "lengths": lengths, "chances": chances}
        needed, on_disk = estimate(board, **asked), estimate(board, **asked, on_disk=True)
        assert (needed.positions, needed.entries) == (3**board.size, solver.entries)
        shards = [solver.store.read(shard) for shard in range(solver.plan.shards)]
        kept = sum(column.values.nbytes for shard in shards for column in shard.values())
        assert needed.memory - on_disk.memory == kept
        assert (
            on_disk.disk - kept == needed.disk - solver.entries == 2_000 + 1_400 * shards_of[text]
        )


@pytest.mark.parametrize("text", ["1", "2", "2-2-4-2-2-4", "2-3-2-3-2-3", "13-1-1-13-1-1"])
def test_a_tablebase_takes_about_as_much_disk_as_estimated(text: str, tmp_path: Path) -> None:
    solver = Solver(parse_board(text), lengths=False, chances=False).run()
    length = write_tablebase(solver, tmp_path / "tablebase")
    assert estimate(parse_board(text)).disk == pytest.approx(length, rel=0.12)


def test_headers_are_counted_where_they_matter() -> None:
    small, large = (estimate(parse_board(f"{cells}-1-1-{cells}-1-1")) for cells in (16, 17))
    assert small.disk - small.entries > 100 * 1_400
    assert large.disk - large.entries == 2_000


@pytest.mark.parametrize("text", ["3", "20-1-1-20-1-1", "3-4-3-4-3-4"])
def test_memory_holds_the_tables_of_patterns_and_the_interpreter(text: str) -> None:
    board = parse_board(text)
    on_disk = estimate(board, lengths=False, chances=False, on_disk=True)
    room = 12 * max(shard_goal(on_disk.entries), 2**board.size)
    assert on_disk.memory == 300_000_000 + (2 * board.size + 60) * 2**board.size + room


def test_size_3_takes_what_was_measured() -> None:
    """The figures are rounded: nobody measures one byte or one nanosecond."""
    needed = estimate(SIZE_3)
    assert needed.memory == pytest.approx(2.59e9, rel=0.01)
    assert needed.seconds == 10
    assert estimate(SIZE_3, threads=2).seconds == 5
    assert estimate(SIZE_3, chances=False).seconds == 4
    plainly = {"lengths": False, "chances": False}
    assert estimate(SIZE_3, **plainly).seconds == 2
    assert estimate(SIZE_3, symmetry=False, **plainly).seconds == 32
    assert with_tablebase(needed).seconds == 10 + 43
    assert with_tablebase(needed, threads=2).seconds == 10 + 21
    assert with_tablebase(replace(needed, entries=10**9), on_disk=True).seconds == 10 + 410
    assert with_tablebase(replace(needed, entries=10**9), verified=False).seconds == 10 + 4
    assert with_tablebase(needed).memory == needed.memory + needed.disk
    assert with_tablebase(needed, on_disk=True).memory == needed.memory


def test_a_cross_check_takes_a_second_solver_in_the_same_interpreter() -> None:
    needed = estimate(SIZE_3)
    second = estimate(SIZE_3, symmetry=False, lengths=False, chances=False)
    both = with_cross_check(needed)
    assert both.memory == pytest.approx(needed.memory + second.memory - 3e8, rel=0.001)
    assert (both.seconds, with_cross_check(needed, threads=2).seconds) == (10 + 32, 10 + 16)


def test_a_single_thread_and_everything_is_what_is_estimated_unasked() -> None:
    asked = estimate(SIZE_3, threads=1, symmetry=True, lengths=True, chances=True)
    assert estimate(SIZE_3) == asked
    assert with_cross_check(asked) == with_cross_check(asked, threads=1)
    assert with_tablebase(asked) == with_tablebase(asked, threads=1)


@pytest.mark.parametrize("cells", range(1, 9))
def test_boards_of_an_even_number_of_cells_can_tie(cells: int) -> None:
    assert has_ties(parse_board(f"{cells}-1-1-{cells}-1-1")) is (cells in {2, 4, 6, 8})


def test_what_just_fits_is_not_refused() -> None:
    require_room(replace(SOME, memory=1000), 1000)
    with pytest.raises(TooLargeError, match="only 999 bytes of memory may be used"):
        require_room(replace(SOME, memory=1000), 999)
    require_room(estimate(parse_board("31-1-1-31-1-1")), 10**18)
    with pytest.raises(TooLargeError, match="tables are made for at most 31 cells"):
        require_room(estimate(parse_board("32-1-1-32-1-1")), 10**18)


def test_the_memory_that_is_free_is_what_the_system_calls_available(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meminfo = tmp_path / "meminfo"
    meminfo.write_text("MemTotal:  9000 kB\nMemAvailable:  2000 kB\nBuffers:  70 kB\n")
    monkeypatch.setattr(estimates, "Path", lambda _: meminfo)
    assert free_memory() == 2_048_000


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (10**15 - 1, "999,999,999,999,999"),
        (10**15, "1.00e15"),
        (2 * 10**15, "2.00e15"),
        (999 * 10**15, "9.99e17"),
        (10**30 - 1, "9.99e29"),
    ],
)
def test_large_numbers_are_told_shortly(number: int, text: str) -> None:
    assert f" {text} positions in " in str(replace(SOME, positions=number))


def test_large_amounts_and_times_are_told_shortly() -> None:
    told = str(replace(SOME, memory=2 * 10**15, seconds=86_400 * 1000 - 1))
    assert "about 2.00e15 bytes of memory," in told
    assert told.endswith(", 999 days")


def test_estimates_do_not_change() -> None:
    for name in Estimate.__slots__:
        with pytest.raises(FrozenInstanceError):
            setattr(SOME, name, 0)


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
