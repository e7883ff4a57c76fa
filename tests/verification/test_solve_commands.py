"""`churnproof solve`, `query` and `graph`: what they print, and what they refuse."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.engine.walking import replace_score
from tests.verification.command_line import Run

from churn_engine.board import Board, board
from churn_engine.solver.solve import Progress, Solver
from churn_engine.solver.write_tablebase import write_tablebase
from churn_verification.stategraph import solving


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys)


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def the_one_line(err: str) -> str:
    lines = [line for line in err.splitlines() if "even number of cells" not in line]
    assert len(lines) == 1, err
    return lines[0]


# solve


def test_solve_says_all_it_should(run: Run) -> None:
    status, out, _ = run("solve", "2", "--json")
    document = json.loads(out)
    assert status == 0
    expected = {
        "cells": 7,
        "value": "red",
        "distance": 7,
        "value_with_swap": "second",
        "swap_after": ["b2"],
        "longest_game": 9,
        "shortest_game": 7,
        "positions": 2187,
        "entries": 549,
    }
    assert {key: document[key] for key in expected} == expected
    assert document["expected_random_turns"] == pytest.approx(121 / 15)
    assert document["exact"]["expected_random_turns"] == "121/15"
    assert document["openings"]["b2"] == "red"
    assert len(document["openings"]) == 7
    assert document["seconds"] >= 0


def test_solve_in_words(run: Run) -> None:
    status, out, _ = run("solve", "2")
    assert status == 0
    assert "value: red, in 7 turns" in out
    assert "openings to red: b2 (7)" in out
    assert "games last 7 to 9 turns" in out


def test_tablebases_are_written_verified_and_queried(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "size2.tablebase"
    status, out, _ = run("solve", "2", "--tablebase", str(path), "--json")
    assert status == 0
    written = json.loads(out)["tablebase"]
    assert written["bytes"] == sum(file.stat().st_size for file in path.iterdir())
    assert written["verified_entries"] == 549
    from_file = run("query", "2 ../.r./.. b swap", "--tablebase", str(path), "--json")
    from_memory = run("query", "2 ../.r./.. b swap", "--json")
    assert from_file == from_memory
    document = json.loads(from_file[1])
    assert (document["value"], document["value_with_swap"]) == ("red", "second")
    assert document["best"] == ["swap"]


def test_the_cross_check_agrees(run: Run) -> None:
    status, out, _ = run("solve", "2", "--cross-check", "--json")
    found = json.loads(out)["cross_check"]
    assert status == 0
    assert (found["positions"], found["positions_by_orbit_sizes"]) == (2187, 2187)
    assert found["difference"] is None


def test_a_difference_in_the_cross_check_is_status_1(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Solver.run

    def with_a_mistake(self: Solver, threads: int = 1, progress: Progress | None = None) -> Solver:
        honest(self, threads, progress)
        if self.entries == 2187:
            replace_score(self, 0b1, 0b10, self.score(0b1, 0b10) + 1)
        return self

    monkeypatch.setattr(Solver, "run", with_a_mistake)
    status, out, _ = run("solve", "2", "--cross-check")
    assert status == 1
    assert "without symmetries: another score at 2 rb/.../.. r" in out


def test_the_estimate_alone_solves_nothing(run: Run) -> None:
    status, out, err = run("solve", "3-4-3-4-3-4", "--estimate")
    assert (status, err) == (0, "")
    assert out.startswith("board 3-4-3-4-3-4: 7,625,597,484,987 positions in 1,274,357,952,765")


def test_the_estimate_includes_the_tablebase(run: Run) -> None:
    alone = run("solve", "3", "--estimate")[1].split()
    with_tablebase = run("solve", "3", "--estimate", "--tablebase", "x")[1].split()
    assert alone[-1] == with_tablebase[-1] == "s"
    assert int(with_tablebase[-2]) > 4 * int(alone[-2])


def test_a_run_tells_its_rate_in_positions(run: Run) -> None:
    err = run("solve", "2")[2]
    assert re.search(r"2,187 positions in 549 entries in .* s, [0-9,]+ positions a second\n", err)


def test_a_tablebase_that_cannot_be_is_refused_before_the_work(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Solver, "run", no_work)
    status, out, err = run("solve", "2", "--tablebase", "/proc/x")
    assert (status, out) == (3, "")
    assert "cannot write /proc/x" in err.splitlines()[-1]


def test_a_disk_that_fills_up_takes_no_solution_away(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    full = OSError(28, "No space left on device")
    monkeypatch.setattr("churn_engine.solver.container.os.fsync", failing_with(full))
    path = tmp_path / "size2.tablebase"
    status, out, err = run("solve", "2", "--tablebase", str(path), "--json")
    assert (status, json.loads(out)["value"]) == (3, "red")
    assert f"cannot write {path}: No space left on device" in err.splitlines()[-1]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["solve", "4"], 2, "of memory may be used"),
        (["solve", "3", "--memory", "1"], 2, "only 1.0 GB of memory may be used"),
        (["solve", "2", "--tablebase", "/no/such/folder/x"], 3, "there is no folder"),
        (["solve", "2", "--resume"], 2, "there is no checkpoint at"),
        (["query", "2 ../.../.. r", "--tablebase", "/no/such/file"], 3, "No such file"),
        (["query", "4 ..../...../....../......./....../...../.... r"], 2, "of memory may be used"),
        (["graph", "4"], 2, "of memory may be used"),
        (["graph", "4", "--method", "arrays"], 2, "explicit graphs are built up to 16"),
        (["graph", "3", "--export", "x.svg"], 2, "which builds no graph to export"),
        (["graph", "2", "--export", "x.xyz"], 2, "cannot tell the format of x.xyz"),
        (["graph", "2", "--export", "/no/such/folder/x.svg"], 3, "cannot write"),
    ],
    ids=lambda part: " ".join(part)[:40] if isinstance(part, list) else "",
)
def test_what_cannot_be_done_is_said_in_one_line(
    run: Run, arguments: list[str], status: int, said: str
) -> None:
    got, out, err = run(*arguments)
    last = err.splitlines()[-1]
    assert (got, out) == (status, "")
    assert said in last
    assert "Traceback" not in err


def test_damaged_and_foreign_files_are_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "size2.tablebase"
    run("solve", "2", "--tablebase", str(path))
    status, _, err = run("query", "1 . r", "--tablebase", str(path))
    assert status == 2
    assert "is of board 2, not of board 1" in the_one_line(err)
    for file in path.glob("*.shard"):
        file.write_bytes(file.read_bytes()[:-1])
    status, _, err = run("query", "2 ../.../.. r", "--tablebase", str(path))
    assert status == 3
    assert f"cannot use {path}/00" in the_one_line(err)
    assert "bytes where" in err


def test_an_altered_page_gives_no_answer_and_is_found_by_verification(
    run: Run, tmp_path: Path
) -> None:
    """One shard is read for a finished game; whichever is altered, no answer is another."""
    path = tmp_path / "twelve.tablebase"
    run("solve", "2-3-2-3-2-3", "--tablebase", str(path))
    question = ("query", "2-3-2-3-2-3 rb/rbr/brbb/rbr r", "--tablebase", str(path))
    honest = run(*question)
    outcomes = set()
    for file in sorted(path.glob("*.shard"))[::5]:
        content = file.read_bytes()
        header = json.loads(content[48 : 48 + int.from_bytes(content[12:16], "little")])
        at = header["arrays"][0]["offset"] + header["arrays"][0]["bytes"] // 2
        file.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        answer = run(*question)
        outcomes.add(answer[0])
        assert answer == honest or (answer[0], answer[1]) == (3, "")
        status, out, err = run(*question, "--verify")
        assert (status, out) == (3, "")
        assert f"cannot use {file}: " in the_one_line(err)
        file.write_bytes(content)
    assert 0 in outcomes
    status, out, err = run(*question, "--verify")
    assert (status, out) == (0, honest[1])
    assert "all 104,823 entries agree" in err


def test_a_value_that_does_not_follow_is_a_difference(run: Run, tmp_path: Path) -> None:
    """Sound pages, one value another one: whoever wrote it computed it wrongly."""
    path = tmp_path / "wrong.tablebase"
    wrong = Solver(board(2)).run()
    replace_score(wrong, 0b1, 0b10, -wrong.score(0b1, 0b10))
    write_tablebase(wrong, path)
    status, out, err = run("query", "2 ../.../.. r", "--tablebase", str(path), "--verify")
    assert (status, out) == (1, "")
    assert "does not follow from its turns" in the_one_line(err)
    assert run("query", "2 ../.../.. r", "--verify")[0] == 2


# Stopping


def stop_at_once(self: Solver, threads: int = 1, progress: Progress | None = None) -> Solver:
    del threads
    del progress
    return honest_run(self, 1, stop_halfway)


def stop_halfway(_done: int, _total: int) -> None:
    raise KeyboardInterrupt


honest_run = Solver.run


def test_a_stopped_run_is_saved_and_gone_on_with(
    run: Run, monkeypatch: pytest.MonkeyPatch, cache_folder: Path
) -> None:
    with monkeypatch.context() as stopped:
        stopped.setattr(Solver, "run", stop_at_once)
        status, out, err = run("solve", "2")
    assert (status, out) == (130, "")
    assert "go on with --resume" in err
    kept = list(cache_folder.rglob("*.checkpoint"))
    assert len(kept) == 1
    starts: list[int] = []
    honest = Solver.run

    def noting(self: Solver, threads: int = 1, progress: Progress | None = None) -> Solver:
        starts.append(self.entries_done)
        return honest(self, threads, progress)

    monkeypatch.setattr(Solver, "run", noting)
    status, _, _ = run("solve", "2", "--resume")
    assert (status, starts) == (0, [1])
    assert list(cache_folder.rglob("*.checkpoint")) == []


def test_a_checkpoint_that_cannot_be_written_is_said(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Solver, "run", stop_at_once)
    status, _, err = run("solve", "2", "--checkpoint", "/proc/none/x")
    assert status == 130
    assert "nothing was saved" in err


def test_long_runs_keep_checkpoints_on_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "SECONDS_BETWEEN_CHECKPOINTS", -1.0)
    saved: list[int] = []
    honest = Solver.save

    def noting(self: Solver, path: Path) -> None:
        saved.append(self.entries_done)
        honest(self, path)

    monkeypatch.setattr(Solver, "save", noting)
    which: Board = board(2)
    solver = Solver(which)
    solving.run_solver(solver, 1, tmp_path / "checkpoint", lambda _done, _total: None)
    assert len(saved) > 3
    assert saved == sorted(saved)
    assert list(tmp_path.iterdir()) == []


# On disk


def test_a_board_is_solved_on_disk_as_in_memory(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "folder"
    in_memory = json.loads(run("solve", "2", "--json")[1])
    status, out, _ = run(
        "solve", "2", "--on-disk", "--expectation", "--tablebase", str(path), "--json"
    )
    on_disk = json.loads(out)
    written = on_disk.pop("tablebase")
    assert (status, written["verified_entries"]) == (0, 549)
    for document in (in_memory, on_disk):
        document.pop("seconds")
    assert on_disk == in_memory
    status, out, _ = run("query", "2 ../.../.. r", "--tablebase", str(path), "--json")
    assert (status, json.loads(out)["value"]) == (0, "red")


def test_on_disk_nothing_is_found_that_was_not_asked_for(run: Run, tmp_path: Path) -> None:
    plain = run("solve", "2", "--on-disk", "--tablebase", str(tmp_path / "plain"), "--json")
    document = json.loads(plain[1])
    assert (document["expected_random_turns"], document["longest_game"]) == (None, 9)
    values = run("solve", "2", "--values-only", "--json")
    document = json.loads(values[1])
    assert (document["value"], document["longest_game"]) == ("red", None)
    assert list(document["examples"]) == ["best"]
    status, out, _ = run("solve", "2", "--values-only")
    assert "games last" not in out
    assert status == 0


def test_a_run_on_disk_that_is_stopped_goes_on(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    options = ("solve", "2", "--on-disk", "--tablebase", str(tmp_path / "folder"))
    with monkeypatch.context() as stopped:
        stopped.setattr(Solver, "run", stop_at_once)
        status, out, err = run(*options)
    assert (status, out) == (130, "")
    assert "stopped by hand with 0% done; go on with --resume" in err
    status, _, err = run(*options)
    assert status == 2
    assert (
        "of this board; continue it with --resume, or choose another folder" in err.splitlines()[-1]
    )
    status, out, _ = run(*options, "--resume")
    assert (status, "value: red, in 7 turns" in out) == (0, True)


def test_requests_on_disk_that_cannot_be_are_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "folder"
    assert "solving on disk needs --tablebase FOLDER" in run("solve", "2", "--on-disk")[2]
    assert run("solve", "2", "--values-only", "--expectation")[0] == 2
    status, _, err = run("solve", "3", "--memory", "1")
    assert (status, "with --tablebase FOLDER it is solved on disk" in err) == (2, True)
    run("solve", "2", "--on-disk", "--tablebase", str(path))
    status, _, err = run("solve", "2-1-2-1-2-1", "--on-disk", "--tablebase", str(path))
    assert (status, f"{path} is of board 2, not of board 2-1" in err) == (2, True)
    status, _, err = run("solve", "2", "--on-disk", "--values-only", "--tablebase", str(path))
    assert (status, "it was made with other options" in err) == (3, True)
    with solving.alone_in(path):
        status, _, err = run("solve", "2", "--on-disk", "--tablebase", str(path))
    assert (status, f"another run is writing to {path}" in err) == (3, True)


# query and graph


def test_query_in_words(run: Run) -> None:
    status, out, _ = run("query", "2 ../.../.. r")
    assert status == 0
    assert out.splitlines()[:3] == [
        "value: red, in 7 turns",
        "turns, the best marked *:",
        "* b2: red, in 7 turns",
    ]
    assert run("query", "2 rr/rrb/bb r")[1] == "the game is over: red\n"


@pytest.mark.parametrize("method", ["arrays", "networkx", "rustworkx", "layers"])
def test_graph_says_all_it_should(run: Run, method: str) -> None:
    status, out, _ = run("graph", "2", "--method", method, "--json")
    document = json.loads(out)
    assert status == 0
    expected = {
        "cells": 7,
        "states": 585,
        "moves": 1005,
        "terminal": {"red": 32, "blue": 18, "tie": 0},
        "single_move_states": 242,
        "max_branching": 7,
        "acyclic": True,
        "longest_game": 9,
        "shortest_game": 7,
        "states_by_ply": [1, 7, 42, 75, 108, 108, 92, 92, 48, 12],
        "method": method,
    }
    assert {key: document[key] for key in expected} == expected
    assert document["mean_branching"] == pytest.approx(1005 / 535)
    assert len(document["examples"]["longest"].split()) == 9


def test_graph_in_words_and_exported(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "size2.parquet"
    status, out, err = run("graph", "2", "--export", str(path))
    assert status == 0
    assert "positions: 585\n" in out
    assert "acyclic: yes" in out
    assert err.count("wrote") == 2
    assert path.exists()


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/no/such/folder/x.svg", 3, "there is no folder /no/such/folder"),
        ("x.xyz", 2, "cannot tell the format of x.xyz"),
        ("x.parquet", 2, "pip install -e '.[tables]'"),
    ],
)
def test_exports_that_cannot_be_are_refused_before_the_work(
    run: Run, monkeypatch: pytest.MonkeyPatch, path: str, status: int, said: str
) -> None:
    monkeypatch.setattr("churn_verification.stategraph.export.pa", None)
    monkeypatch.setattr("churn_verification.stategraph.graph.build_graph", no_work)
    monkeypatch.setattr("churn_verification.stategraph.survey.survey", no_work)
    got, out, err = run("graph", "2", "--export", path)
    assert (got, out) == (status, "")
    assert said in the_one_line(err)
    assert run("graph", "--up-to", "3", "--export", "/no/such/folder/x.svg")[0] == 3


def no_work(*_arguments: object) -> None:
    raise AssertionError("the work was begun")


def test_an_export_that_fails_takes_no_result_away(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    status, out, err = run("graph", "3-3-1-3-3-1", "--export", str(tmp_path / "x.svg"), "--json")
    assert (status, json.loads(out)["states"]) == (2, 4913)
    assert "can show at most 2,000" in the_one_line(err)
    full = OSError(28, "No space left on device")
    monkeypatch.setattr("churn_verification.support.files.os.fsync", failing_with(full))
    status, out, err = run("graph", "2", "--export", str(tmp_path / "x.svg"), "--json")
    assert (status, json.loads(out)["states"]) == (3, 585)
    assert "x.svg: No space left on device" in the_one_line(err)
    assert list(tmp_path.iterdir()) == []


def failing_with(error: OSError) -> Callable[[int], None]:
    def fail(_handle: int) -> None:
        raise error

    return fail
