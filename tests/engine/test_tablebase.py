"""Tablebases: what they say, and that nothing damaged, foreign or unfinished is ever used."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pytest

from churn_engine.board import board
from churn_engine.notation import Position, parse_position
from churn_engine.solver.container import MAGIC, Container, StorageError, write_container
from churn_engine.solver.report import report_on
from churn_engine.solver.solve import Solver
from churn_engine.solver.tablebase import OtherBoardError, Tablebase, masks_of
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
    with Tablebase(path, SIZE_2) as tablebase:
        wrong = [masks for masks in all_masks(7) if tablebase.score(*masks) != solved.score(*masks)]
    assert wrong == []


def test_it_takes_a_byte_an_entry(path: Path, solved: Solver) -> None:
    with Tablebase(path) as tablebase:
        assert tablebase.entries == solved.entries == 549
        assert tablebase.codes().itemsize == 1
        assert tablebase.length == path.stat().st_size


def test_verification_looks_at_every_entry(path: Path, solved: Solver) -> None:
    seen: list[tuple[int, int]] = []
    assert verify_tablebase(path, 2, lambda *progress: seen.append(progress)) == solved.entries
    assert seen[-1] == (solved.entries, solved.entries)


def test_verification_finds_a_value_that_does_not_follow(tmp_path: Path, solved: Solver) -> None:
    """The file is sound, digests and all; one value in it is another one that occurs."""
    at = 100
    scores = solved.tables.owner_scores.copy()
    scores[at] = next(score for score in scores if score != scores[at])
    wrong = Solver(SIZE_2).run()
    wrong.tables = wrong.tables._replace(owner_scores=scores)
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
    with Tablebase(path) as tablebase, pytest.raises(OtherBoardError, match="board 2-1-2-1-2-1"):
        report_on(other, tablebase)
    with pytest.raises(OtherBoardError, match="is of board 2, not of board 2-1-2-1-2-1"):
        Tablebase(path, THREE_CELLS)


# Damage


def read_all(path: Path) -> int:
    with Tablebase(path, THREE_CELLS) as tablebase:
        return len(tablebase.codes())


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "three.tablebase"
    write_tablebase(Solver(THREE_CELLS).run(), path)
    assert read_all(path) == 15
    return path


def test_no_altered_byte_goes_unseen(small: Path) -> None:
    content = small.read_bytes()
    unseen = []
    for at in range(len(content)):
        small.write_bytes(content[:at] + bytes([content[at] ^ 0x20]) + content[at + 1 :])
        try:
            read_all(small)
        except StorageError:
            continue
        unseen.append(at)
    assert unseen == []


def test_no_cut_goes_unseen(small: Path) -> None:
    content = small.read_bytes()
    unseen = []
    for length in range(0, len(content), 7):
        small.write_bytes(content[:length])
        try:
            read_all(small)
        except StorageError:
            continue
        unseen.append(length)
    assert unseen == []


def test_only_the_page_of_an_element_is_checked(tmp_path: Path) -> None:
    """An altered value is refused when it is asked for, not before."""
    path = tmp_path / "pages"
    values = np.arange(100_000, dtype=np.int32)
    write_container(path, "test", "2", {}, {"values": values})
    content = path.read_bytes()
    at = content.index(values[90_000:90_010].tobytes())
    path.write_bytes(content[:at] + b"\0" + content[at + 1 :])
    with Container(path, "test") as container:
        assert container.element("values", 10) == 10
        with pytest.raises(StorageError, match=r"the page at byte [0-9,]+ was altered"):
            container.element("values", 90_000)
        with pytest.raises(StorageError, match="was altered"):
            container.array("values")
        with pytest.raises(IndexError):
            container.element("values", 100_000)


def test_a_later_version_is_refused_as_such(small: Path) -> None:
    content = bytearray(small.read_bytes())
    content[len(MAGIC)] = 2
    small.write_bytes(bytes(content))
    with pytest.raises(StorageError, match="format has version 2; this program reads 1"):
        read_all(small)


def test_a_file_whose_writing_was_cut_off_is_refused(small: Path) -> None:
    """The magic is written last."""
    small.write_bytes(bytes(len(MAGIC)) + small.read_bytes()[len(MAGIC) :])
    with pytest.raises(StorageError, match="its writing was cut off"):
        read_all(small)


def test_checkpoints_and_tablebases_are_told_apart(tmp_path: Path, small: Path) -> None:
    solver = Solver(SIZE_2)
    checkpoint = tmp_path / "checkpoint"
    solver.save(checkpoint)
    with pytest.raises(StorageError, match="it is a checkpoint, not a tablebase"):
        Tablebase(checkpoint)
    with pytest.raises(StorageError, match="it is a tablebase, not a checkpoint"):
        solver.resume(small)


def test_checkpoints_of_other_runs_are_refused(tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    Solver(SIZE_2, symmetry=False).save(checkpoint)
    with pytest.raises(StorageError, match="another choice about symmetries"):
        Solver(SIZE_2).resume(checkpoint)
    with pytest.raises(OtherBoardError, match=r"is of board 2, not of 2-1-2-1-2-1"):
        Solver(THREE_CELLS).resume(checkpoint)
    Solver(SIZE_2, chances=False).save(checkpoint)
    with pytest.raises(StorageError, match="no array guest_chances"):
        Solver(SIZE_2).resume(checkpoint)


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({}, "what its codes mean"),
        ({"codes": 3}, "what its codes mean"),
        ({"codes": [["victory", 1]]}, "what its codes mean"),
        ({"codes": [["win", -1]]}, "what its codes mean"),
        ({"codes": [["win", 1]]}, "a code that its header does not list"),
    ],
)
def test_sound_files_with_nonsense_in_them_are_refused(
    tmp_path: Path, facts: dict[str, object], reason: str
) -> None:
    path = tmp_path / "nonsense"
    solver = Solver(THREE_CELLS).run()
    values = (solver.tables.owner_scores * 0 + 7).astype("uint8")
    arrays = {"owners": solver.layout.owner, "values": values}
    write_container(path, "tablebase", str(THREE_CELLS), facts, arrays)
    with pytest.raises(StorageError, match=reason):
        read_all(path)


def test_arrays_that_reach_out_of_the_file_are_refused(small: Path) -> None:
    """Whoever computes the digests anew can write any header."""
    content = small.read_bytes()
    length = int.from_bytes(content[12:16], "little")
    header = json.loads(content[48 : 48 + length])
    header["arrays"][1]["offset"] = 10**9
    text = json.dumps(header).encode().ljust(length)
    digest = blake2b(text, digest_size=32).digest()
    small.write_bytes(content[:16] + digest + text + content[48 + length :])
    with pytest.raises(StorageError, match="header does not say what it should"):
        read_all(small)


def test_a_page_altered_together_with_its_digest_is_refused(small: Path) -> None:
    """The header holds a digest of the digests."""
    content = bytearray(small.read_bytes())
    header = json.loads(content[48 : 48 + int.from_bytes(content[12:16], "little")])
    first, digests = header["pages"]["offset"], header["digests"]["offset"]
    content[first] ^= 1
    content[digests:] = blake2b(content[first:digests], digest_size=16).digest()
    assert len(content) == header["length"]
    small.write_bytes(content)
    with pytest.raises(StorageError, match="its page digests were altered"):
        read_all(small)


def test_a_cut_is_said_to_be_one(small: Path) -> None:
    small.write_bytes(small.read_bytes()[:-1])
    with pytest.raises(StorageError, match=r"it has [0-9,]+ bytes where [0-9,]+ were written"):
        read_all(small)


def test_missing_and_empty_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="No such file"):
        Tablebase(tmp_path / "none")
    (tmp_path / "empty").touch()
    with pytest.raises(StorageError, match="it is empty"):
        Tablebase(tmp_path / "empty")


# Writing


def test_a_full_disk_leaves_what_stood_there(small: Path) -> None:
    """A file size limit stands for the full disk."""
    before = small.read_bytes()
    program = f"""
import resource
from pathlib import Path
from churn_engine.board import board
from churn_engine.solver.container import StorageError
from churn_engine.solver.solve import Solver
from churn_engine.solver.write_tablebase import write_tablebase
solver = Solver(board(2)).run()
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_tablebase(solver, Path({str(small)!r}))
except StorageError as error:
    print(error)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == f"cannot write {small}: File too large\n"
    assert small.read_bytes() == before
    assert list(small.parent.iterdir()) == [small]


def test_a_missing_folder_is_said(tmp_path: Path, solved: Solver) -> None:
    with pytest.raises(StorageError, match=r"cannot write .*none/x: No such file"):
        write_tablebase(solved, tmp_path / "none" / "x")


def test_masks_are_seen_from_the_side_to_move() -> None:
    position = Position(SIZE_2, 0b1, 0b10, "blue")
    assert masks_of(position) == (0b10, 0b1)
    assert masks_of(replace(position, mover="red")) == (0b1, 0b10)
