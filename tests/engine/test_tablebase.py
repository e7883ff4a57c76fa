"""Tablebases: what they say, and that nothing damaged, foreign or unfinished is ever used."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.engine.walking import replace_score

from churn_engine.board import board
from churn_engine.notation import Position, parse_position
from churn_engine.solver.container import MAGIC, Container, StorageError, write_container
from churn_engine.solver.report import report_on
from churn_engine.solver.solve import Solver
from churn_engine.solver.store import COST, OtherBoardError, open_store
from churn_engine.solver.tablebase import Tablebase, masks_of
from churn_engine.solver.write_tablebase import TablebaseError, verify_tablebase, write_tablebase

SIZE_2 = board(2)
THREE_CELLS = board(2, 1, 2, 1, 2, 1)


@pytest.fixture(scope="module")
def solved() -> Solver:
    return Solver(SIZE_2).run()


@pytest.fixture
def path(tmp_path: Path, solved: Solver) -> Path:
    path = tmp_path / "size2.tablebase"
    write_tablebase(solved, path)
    return path


def all_masks(cells: int) -> Iterator[tuple[int, int]]:
    for mover in range(1 << cells):
        for other in range(1 << cells):
            if not mover & other:
                yield mover, other


# What it says


def test_it_says_of_every_position_what_the_solver_says(path: Path, solved: Solver) -> None:
    tablebase = Tablebase(path, SIZE_2)
    wrong = [masks for masks in all_masks(7) if tablebase.score(*masks) != solved.score(*masks)]
    assert wrong == []


def test_it_takes_a_byte_an_entry(path: Path, solved: Solver) -> None:
    tablebase = Tablebase(path)
    assert tablebase.entries == solved.entries == 549
    assert tablebase.length == sum(file.stat().st_size for file in path.iterdir())
    store = open_store(path)
    kept = [store.read(shard)[COST].values for shard in range(store.plan.shards)]
    assert {values.dtype for values in kept} == {np.dtype(np.uint8)}
    assert sum(values.nbytes for values in kept) == 549


def test_verification_looks_at_every_entry(path: Path, solved: Solver) -> None:
    seen: list[tuple[int, int]] = []
    assert verify_tablebase(path, 2, lambda *progress: seen.append(progress)) == solved.entries
    assert seen[-1] == (solved.entries, solved.entries)


def test_verification_finds_a_value_that_does_not_follow(tmp_path: Path, solved: Solver) -> None:
    """The file is sound, digests and all; one value in it is another one that occurs."""
    wrong = Solver(SIZE_2).run()
    other = next(score for masks in all_masks(7) if (score := solved.score(*masks)) > 0)
    replace_score(wrong, 0b1, 0b10, other if solved.score(0b1, 0b10) != other else -other)
    path = tmp_path / "wrong"
    write_tablebase(wrong, path)
    with pytest.raises(TablebaseError, match=r"2 [rb./]+ r is stored as .* does not follow"):
        verify_tablebase(path)


def test_an_unfinished_solution_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not solved to the end"):
        write_tablebase(Solver(SIZE_2), tmp_path / "x")
    assert list(tmp_path.iterdir()) == []


# Reports


def test_a_report_of_a_position(solved: Solver) -> None:
    """The centre is the one opening that wins on size 2."""
    report = report_on(parse_position("2 ../.../.. r"), solved)
    assert (report.value, report.distance, report.seat) == ("red", 7, None)
    assert [turn.turn for turn in report.turns if turn.best] == ["b2"]
    assert report.turns[0].turn == "b2"
    assert {turn.value for turn in report.turns[1:]} == {"blue"}


def test_with_the_swap_on_offer_the_second_player_takes_the_better_side(solved: Solver) -> None:
    after_centre = report_on(parse_position("2 ../.r./.. b swap"), solved)
    assert (after_centre.value, after_centre.seat) == ("red", "second")
    assert [turn.turn for turn in after_centre.turns if turn.best] == ["swap"]
    assert {turn.seat for turn in after_centre.turns if turn.turn != "swap"} == {"first"}
    after_corner = report_on(parse_position("2 r./.../.. b swap"), solved)
    assert (after_corner.value, after_corner.seat) == ("blue", "second")
    swap = next(turn for turn in after_corner.turns if turn.turn == "swap")
    assert (swap.seat, swap.best, swap.value) == ("first", False, "blue")


def test_a_finished_game_has_no_turns(solved: Solver) -> None:
    report = report_on(parse_position("2 rr/rrb/bb r"), solved)
    assert (report.value, report.distance, report.turns) == ("red", 0, ())


def test_distances_count_down_along_best_turns(solved: Solver) -> None:
    report = report_on(parse_position("2 ../.../.. r"), solved)
    best = report.turns[0]
    after = parse_position("2 ../.r./.. b")
    assert best.distance == report.distance == report_on(after, solved).distance + 1


def test_positions_of_other_boards_are_refused(path: Path) -> None:
    other = Position(THREE_CELLS, 0, 0, "red")
    tablebase = Tablebase(path)
    with pytest.raises(OtherBoardError, match="board 2-1-2-1-2-1"):
        report_on(other, tablebase)
    with pytest.raises(OtherBoardError, match="is of board 2, not of board 2-1-2-1-2-1"):
        Tablebase(path, THREE_CELLS)


# Damage


def read_all(path: Path) -> int:
    store = open_store(path, THREE_CELLS)
    return sum(len(store.read(shard)[COST].values) for shard in range(store.plan.shards))


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "three.tablebase"
    write_tablebase(Solver(THREE_CELLS).run(), path)
    assert read_all(path) == 15
    return path


def unseen(path: Path, file: Path, contents: Iterator[bytes]) -> list[bytes]:
    """Other contents of a file with which the tablebase is read all the same."""
    sound, found = file.read_bytes(), []
    for content in contents:
        file.write_bytes(content)
        with suppress(StorageError, OtherBoardError):
            read_all(path)
            found.append(content)
    file.write_bytes(sound)
    return found


@pytest.mark.parametrize("name", ["tablebase", "000000.shard", "000002.shard"])
def test_no_altered_byte_goes_unseen(small: Path, name: str) -> None:
    content = (small / name).read_bytes()
    altered = (
        content[:at] + bytes([content[at] ^ 0x20]) + content[at + 1 :] for at in range(len(content))
    )
    assert unseen(small, small / name, altered) == []


@pytest.mark.parametrize("name", ["tablebase", "000000.shard", "000002.shard"])
def test_no_cut_goes_unseen(small: Path, name: str) -> None:
    content = (small / name).read_bytes()
    cuts = (content[:length] for length in range(0, len(content), 7))
    assert unseen(small, small / name, cuts) == []


def test_shards_that_are_missing_or_exchanged_are_refused(small: Path, path: Path) -> None:
    first, second = small / "000000.shard", small / "000001.shard"
    first.rename(small / "aside")
    with pytest.raises(StorageError, match="1 of its 4 shards are missing"):
        Tablebase(small)
    with pytest.raises(StorageError, match="it is not finished"):
        verify_tablebase(small)
    first.write_bytes(second.read_bytes())
    with pytest.raises(StorageError, match=r"it is shard 1 of board .*, not shard 0 of board"):
        read_all(small)
    first.write_bytes((path / "000000.shard").read_bytes())
    with pytest.raises(StorageError, match="it is shard 0 of board 2, not shard 0 of board 2-1-2"):
        read_all(small)


def test_only_the_page_of_an_element_is_checked(tmp_path: Path) -> None:
    """An altered value is refused when it is asked for, not before."""
    path = tmp_path / "pages"
    values = np.arange(100_000, dtype=np.int32)
    write_container(path, "test", "2", {}, {"values": values})
    content = path.read_bytes()
    at = content.index(values[90_000:90_010].tobytes())
    path.write_bytes(content[:at] + b"\0" + content[at + 1 :])
    container = Container(path, "test")
    assert container.element("values", 10) == 10
    with pytest.raises(StorageError, match=r"the page at byte [0-9,]+ was altered"):
        container.element("values", 90_000)
    with pytest.raises(StorageError, match="was altered"):
        container.array("values")
    with pytest.raises(IndexError):
        container.element("values", 100_000)


def test_a_later_version_is_refused_as_such(small: Path) -> None:
    file = small / "000001.shard"
    content = bytearray(file.read_bytes())
    content[len(MAGIC)] = 3
    file.write_bytes(bytes(content))
    with pytest.raises(StorageError, match="format has version 3; this program reads 2"):
        read_all(small)


def test_a_file_whose_writing_was_cut_off_is_refused(small: Path) -> None:
    """The magic is written last."""
    file = small / "000001.shard"
    file.write_bytes(bytes(len(MAGIC)) + file.read_bytes()[len(MAGIC) :])
    with pytest.raises(StorageError, match="it is incomplete"):
        read_all(small)


def test_a_file_is_no_tablebase(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    with pytest.raises(StorageError, match="it is a file; a tablebase is a folder"):
        Tablebase(tmp_path / "file")


def test_folders_of_other_runs_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "checkpoint"
    Solver(SIZE_2, symmetry=False).save(folder)
    with pytest.raises(StorageError, match="it was made with other options"):
        Solver(SIZE_2).resume(folder)
    with pytest.raises(OtherBoardError, match=r"is of board 2, not of board 2-1-2-1-2-1"):
        Solver(THREE_CELLS).resume(folder)
    with pytest.raises(StorageError, match="it was made with other options"):
        Solver(SIZE_2, symmetry=False, chances=False, folder=folder)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter").touch()
    with pytest.raises(StorageError, match="it holds other files, and no tablebase"):
        Solver(SIZE_2, folder=tmp_path / "full")


@pytest.mark.parametrize(
    ("facts", "columns", "reason"),
    [
        ({"shard": 0}, {}, "has no array cost"),
        ({"shard": 0}, {"cost": np.zeros(1, dtype=np.uint8)}, "column cost has another form"),
        ({"shard": 0}, {"cost": np.zeros(2, dtype=np.int16)}, "column cost has another form"),
        (
            {"shard": 0, "books": {"cost": [5]}},
            {"cost": np.zeros(1, dtype=np.int16)},
            "column cost has another form",
        ),
    ],
)
def test_sound_files_with_nonsense_in_them_are_refused(
    small: Path, facts: dict[str, object], columns: dict[str, NDArray[Any]], reason: str
) -> None:
    write_container(
        small / "000000.shard", "shard of a tablebase", str(THREE_CELLS), facts, columns
    )
    with pytest.raises(StorageError, match=reason):
        read_all(small)


def test_codes_that_are_in_no_book_are_refused(small: Path) -> None:
    facts = {"shard": 0, "books": {"cost": [5]}}
    codes = {"cost": np.ones(1, dtype=np.uint8)}
    write_container(small / "000000.shard", "shard of a tablebase", str(THREE_CELLS), facts, codes)
    with pytest.raises(StorageError, match="a value that is in no book"):
        read_all(small)
    tablebase = Tablebase(small)
    with pytest.raises(StorageError, match="that is in no book"):
        tablebase.score(0, THREE_CELLS.full)


@pytest.mark.parametrize("arrays", [{"owners": -1}, {"first": 0}])
def test_tablebases_that_are_cut_otherwise_are_refused(small: Path, arrays: dict[str, int]) -> None:
    plan = open_store(small).plan
    kept: dict[str, NDArray[Any]] = {"owners": plan.owners.copy(), "first": plan.first.copy()}
    for name, value in arrays.items():
        kept[name][-1] = value
    facts = {"least": ["cost"], "means": []}
    write_container(small / "tablebase", "tablebase", str(THREE_CELLS), facts, kept)
    with pytest.raises(StorageError, match="its shards are not cut as they should be"):
        open_store(small)


def test_arrays_that_reach_out_of_the_file_are_refused(small: Path) -> None:
    """Whoever computes the digests anew can write any header."""
    file = small / "tablebase"
    content = file.read_bytes()
    length = int.from_bytes(content[12:16], "little")
    header = json.loads(content[48 : 48 + length])
    header["arrays"][1]["offset"] = 10**9
    text = json.dumps(header).encode().ljust(length)
    digest = blake2b(text, digest_size=32).digest()
    file.write_bytes(content[:16] + digest + text + content[48 + length :])
    with pytest.raises(StorageError, match="header does not say what it should"):
        read_all(small)


def test_a_page_altered_together_with_its_digest_is_refused(small: Path) -> None:
    """The header holds a digest of the digests."""
    file = small / "000001.shard"
    content = bytearray(file.read_bytes())
    header = json.loads(content[48 : 48 + int.from_bytes(content[12:16], "little")])
    first, digests = header["pages"]["offset"], header["digests"]["offset"]
    content[first] ^= 1
    content[digests:] = blake2b(content[first:digests], digest_size=16).digest()
    assert len(content) == header["length"]
    file.write_bytes(content)
    with pytest.raises(StorageError, match="its page digests were altered"):
        read_all(small)


def test_a_cut_is_said_to_be_one(small: Path) -> None:
    file = small / "000001.shard"
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(StorageError, match=r"it has [0-9,]+ bytes where [0-9,]+ were written"):
        read_all(small)


def test_missing_and_empty_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="No such file"):
        Tablebase(tmp_path / "none")
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "tablebase").touch()
    with pytest.raises(StorageError, match="it has 0 bytes, less than its preamble"):
        Tablebase(tmp_path / "empty")


# Writing


def test_a_full_disk_leaves_what_is_finished(tmp_path: Path, solved: Solver) -> None:
    """A file size limit, which some shards fit and others do not, stands for the full disk."""
    folder, whole = tmp_path / "tablebase", tmp_path / "whole"
    Solver(SIZE_2, folder=whole).run()
    sizes = sorted(file.stat().st_size for file in whole.glob("*.shard"))
    program = f"""
import resource
from pathlib import Path
from churn_engine.board import board
from churn_engine.solver.container import StorageError
from churn_engine.solver.solve import Solver
solver = Solver(board(2), folder=Path({str(folder)!r}))
resource.setrlimit(resource.RLIMIT_FSIZE, ({sizes[-1] - 1}, {sizes[-1] - 1}))
try:
    solver.run()
except StorageError as error:
    print(error)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert re.fullmatch(r"cannot write .*[.]shard: File too large\n", run.stdout)
    assert all(file.name[-6:] in {".shard", "lebase"} for file in folder.iterdir())
    again = Solver(SIZE_2, folder=folder)
    assert 0 < again.entries_done < again.entries
    again.run()
    assert all(again.score(*masks) == solved.score(*masks) for masks in all_masks(7))


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path, solved: Solver) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match=r"cannot write .*file/x: Not a directory"):
        write_tablebase(solved, tmp_path / "file" / "x")
    with pytest.raises(StorageError, match=r"cannot make .*file/x: Not a directory"):
        Solver(SIZE_2, folder=tmp_path / "file" / "x")


def test_a_tablebase_is_replaced_by_a_whole_one_only(small: Path, solved: Solver) -> None:
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr("churn_engine.solver.container._write", full)
        with pytest.raises(StorageError, match="No space left on device"):
            write_tablebase(solved, small)
    assert read_all(small) == 15
    assert list(small.parent.iterdir()) == [small]
    write_tablebase(solved, small)
    tablebase = Tablebase(small, SIZE_2)
    assert tablebase.score(0, 0) == solved.score(0, 0)
    assert list(small.parent.iterdir()) == [small]


def full(*_arguments: object) -> int:
    raise OSError(28, "No space left on device")


KILLED = """
import os, sys
from pathlib import Path
from churn_engine.board import board
from churn_engine.solver import container
from churn_engine.solver.solve import Solver
calls = 0
def count(name):
    original = getattr(container, name)
    def called(*arguments):
        global calls
        calls += 1
        if calls == int(sys.argv[2]):
            os._exit(9)
        return original(*arguments)
    return called
for name in ("_write", "_digest", "_place"):
    setattr(container, name, count(name))
Solver(board(2), folder=Path(sys.argv[1])).run()
"""


@pytest.mark.parametrize("moment", [1, 2, 3, 5, 9, 17, 30, 57, 80, 100])
def test_a_run_that_is_killed_goes_on_to_the_same_files(
    tmp_path: Path, solved: Solver, moment: int
) -> None:
    """Killed while a file is written or read back, so that nothing is tidied up."""
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    command = [sys.executable, "-c", KILLED, str(killed), str(moment)]
    assert subprocess.run(command, check=False).returncode == 9
    again = Solver(SIZE_2, folder=killed).run(threads=2)
    assert all(again.score(*masks) == solved.score(*masks) for masks in all_masks(7))
    Solver(SIZE_2, folder=whole).run(threads=1)
    kept = {file.name: file.read_bytes() for file in whole.iterdir()}
    assert {name: (killed / name).read_bytes() for name in kept} == kept


def test_masks_are_seen_from_the_side_to_move() -> None:
    position = Position(SIZE_2, 0b1, 0b10, "blue")
    assert masks_of(position) == (0b10, 0b1)
    assert masks_of(replace(position, mover="red")) == (0b1, 0b10)


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
