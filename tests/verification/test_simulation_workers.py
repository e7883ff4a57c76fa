"""Who does the work: local processes and a dask cluster, with workers that die."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from churn_engine.notation import parse_board
from churn_engine.random_play import game_to_play, play_at_random
from churn_verification.simulation.parts import Part, Played
from churn_verification.simulation.run import Request, Run
from churn_verification.simulation.simulate import simulate
from churn_verification.simulation.statistics import Statistics, statistics_of
from churn_verification.work import cluster
from churn_verification.work.cluster import ClusterWorkers
from churn_verification.work.processes import Processes
from churn_verification.work.workers import WorkersError, work_through

REQUEST = Request(board="5", seed=8, games=6000)


def directly(request: Request) -> Statistics:
    assert request.games is not None
    game = game_to_play(parse_board(request.board), 0)
    return statistics_of(play_at_random(request.seed, game, request.games))


# Local processes


def test_two_workers_one_of_which_is_killed_find_what_one_finds() -> None:
    killed: list[int] = []

    def kill_a_worker(run: Run) -> None:
        if run.turns and not killed:
            victim = next(iter(multiprocessing.active_children()))
            victim.kill()
            killed.append(victim.pid or 0)

    run = Run(REQUEST)
    complete = simulate(run, Processes(2), None, kill_a_worker)
    assert killed
    assert complete
    assert run.statistics == directly(REQUEST)


def die(_part: Part) -> Played:
    """A part on which every worker dies."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def test_a_part_that_kills_every_worker_ends_the_run() -> None:
    with pytest.raises(WorkersError, match="died 4 times"):
        work_through(Processes(1), die, Run(REQUEST))


def fail(_part: Part) -> Played:
    raise ZeroDivisionError("a mistake in a part")


def test_a_mistake_in_a_part_is_not_tried_again() -> None:
    with pytest.raises(ZeroDivisionError, match="a mistake in a part"):
        work_through(Processes(1), fail, Run(REQUEST))


# A cluster


@contextmanager
def program(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A program that is killed at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_for(process: subprocess.Popen[str], pattern: str) -> str:
    """What a pattern finds in what a program says; it says it at its start, or ends."""
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(pattern, line):
            return found.group(0)
    raise AssertionError(f"it ended with {process.wait()} before it said {pattern}")


def test_a_cluster_that_loses_a_worker_finds_what_one_process_finds() -> None:
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
            killed: list[int] = []

            def kill_a_worker(run: Run) -> None:
                if run.turns and not killed:
                    victim.kill()
                    killed.append(victim.pid)

            run = Run(REQUEST)
            complete = simulate(run, ClusterWorkers(address), None, kill_a_worker)
    assert killed
    assert complete
    assert run.statistics == directly(REQUEST)


def test_a_scheduler_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_SECONDS_TO_CONNECT", 0.5)
    workers = ClusterWorkers("tcp://127.0.0.1:9")
    with pytest.raises(WorkersError, match="no scheduler answers at tcp://127"), workers.open():
        pass
