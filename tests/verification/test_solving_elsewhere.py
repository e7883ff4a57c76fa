"""Solving on disk by workers that share a folder: processes here, and a cluster that loses one."""

import multiprocessing
import os
import signal
from pathlib import Path

import pytest
from tests.verification.test_simulation_workers import program, wait_for

from churn_engine.notation import parse_board
from churn_engine.solver.container import StorageError
from churn_engine.solver.solve import Solver
from churn_verification.stategraph import solving
from churn_verification.work.cluster import ClusterWorkers
from churn_verification.work.processes import Processes
from churn_verification.work.workers import Workers, WorkersError

BOARD = parse_board("2-3-2-3-2-3")


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files that one thread leaves."""
    folder = tmp_path_factory.mktemp("alone") / "folder"
    Solver(BOARD, folder=folder).run()
    return contents(folder)


def solve_while(folder: Path, workers: Workers, kill: list[int]) -> list[int]:
    """Solve a board, and kill a process halfway."""
    solver, told = Solver(BOARD, folder=folder), list[int]()

    def progress(done: int, total: int) -> None:
        told.append(done)
        if kill and done > total / 2:
            os.kill(kill.pop(), signal.SIGKILL)

    solving.run_on_disk(solver, folder, 1, workers, progress)
    assert solver.finished
    assert told == sorted(told)
    assert told[-1] == solver.entries
    return told


def test_processes_leave_the_files_that_one_thread_leaves(
    tmp_path: Path, alone: dict[str, bytes]
) -> None:
    assert len(solve_while(tmp_path / "folder", Processes(2), [])) == len(alone) - 1
    assert contents(tmp_path / "folder") == alone


def test_a_process_that_is_killed_is_made_up_for(tmp_path: Path, alone: dict[str, bytes]) -> None:
    folder, killed = tmp_path / "folder", list[int]()
    solver = Solver(BOARD, folder=folder)

    def kill_one(_done: int, _total: int) -> None:
        if not killed:
            victim = next(iter(multiprocessing.active_children()))
            victim.kill()
            killed.append(victim.pid or 0)

    solving.run_on_disk(solver, folder, 1, Processes(2), kill_one)
    assert killed
    assert contents(folder) == alone


def test_a_cluster_that_loses_a_worker_leaves_the_same_files(
    tmp_path: Path, alone: dict[str, bytes]
) -> None:
    common = ("--no-dashboard", "--host", "127.0.0.1")
    single = ("--no-nanny", "--nthreads", "1", *common)
    with program("dask_scheduler", "--port", "0", *common) as scheduler:
        address = wait_for(scheduler, r"tcp://127\.0\.0\.1:[0-9]+")
        with (
            program("dask_worker", address, *single) as victim,
            program("dask_worker", address, *single) as survivor,
        ):
            for worker in (victim, survivor):
                wait_for(worker, "Registered to")
            kill = [victim.pid]
            solve_while(tmp_path / "folder", ClusterWorkers(address), kill)
    assert not kill
    assert contents(tmp_path / "folder") == alone


def die(_shard: solving.Shard) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_shard_that_kills_every_worker_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "evaluate_shard", die)
    folder = tmp_path / "folder"
    solver = Solver(BOARD, folder=folder)
    with pytest.raises(WorkersError, match="shard 0 killed 4 workers"):
        solving.run_on_disk(solver, folder, 1, Processes(1), lambda _done, _total: None)
    assert solver.entries_done == 0


def test_an_altered_shard_is_refused_by_the_worker_that_looks_at_it(tmp_path: Path) -> None:
    folder = tmp_path / "folder"

    def stop(done: int, total: int) -> None:
        if done > total / 2:
            raise KeyboardInterrupt

    solver = Solver(BOARD, folder=folder)
    with pytest.raises(solving.StoppedError, match="go on with --resume"):
        solving.run_on_disk(solver, folder, 1, None, stop)
    for file in folder.glob("*.shard"):
        file.write_bytes(file.read_bytes()[:-1])
    again = Solver(BOARD, folder=folder)
    with pytest.raises(StorageError, match="bytes where"):
        solving.run_on_disk(again, folder, 1, Processes(1), lambda _done, _total: None)
