"""A dask cluster that is not what it should be: each is refused in a line, within seconds."""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from tests.verification.test_cli import churnproof
from tests.verification.test_simulation_workers import program, wait_for

from churn_verification.simulation.run import Request, Run
from churn_verification.simulation.simulate import simulate
from churn_verification.support.environment import PACKAGES, package_folder
from churn_verification.work import cluster
from churn_verification.work.cluster import ClusterWorkers
from churn_verification.work.workers import WorkersError

COMMON = ("--no-dashboard", "--host", "127.0.0.1")
WORKER = ("--no-nanny", "--nthreads", "1", *COMMON)
_MAIN = "from distributed.cli.dask_worker import main; main()"
ADDRESS = r"tcp://127\.0\.0\.1:[0-9]+"


@pytest.fixture
def scheduler() -> Iterator[str]:
    with program("dask_scheduler", "--port", "0", *COMMON) as process:
        yield wait_for(process, ADDRESS)


@contextmanager
def worker(scheduler: str, start: str = "", **surroundings: str) -> Iterator[None]:
    """A worker, some Python being run at its start."""
    process = subprocess.Popen(
        [sys.executable, "-c", f"{start}\n{_MAIN}", scheduler, *WORKER],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **surroundings},
    )
    try:
        wait_for(process, "Registered to")
        yield
    finally:
        process.kill()
        process.communicate()


def edited_copy(place: Path, file: str, old: str, new: str) -> Path:
    """A folder with the three packages, of which one file is another."""
    for package in PACKAGES:
        shutil.copytree(
            package_folder(package), place / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    text = (place / file).read_text(encoding="utf-8")
    assert old in text
    (place / file).write_text(text.replace(old, new), encoding="utf-8")
    return place


def run() -> Run:
    return Run(Request(board="3", seed=8, games=500))


def refusal(address: str, *, compare: bool = True) -> str:
    game = run()
    with pytest.raises(WorkersError) as refused:
        simulate(game, ClusterWorkers(address, compare=compare), None)
    assert game.turns == 0
    return str(refused.value)


def test_workers_with_other_sources_are_refused(scheduler: str, tmp_path: Path) -> None:
    parts = "churn_verification/simulation/parts.py"
    place = edited_copy(
        tmp_path, parts, "play_at_random(part.seed,", "play_at_random(part.seed + 1,"
    )
    with worker(scheduler, PYTHONPATH=str(place)):
        assert re.match(
            rf"the worker {ADDRESS} has other sources of churnproof", refusal(scheduler)
        )


NO_PACKAGE = "import sys; sys.modules['churn_verification'] = None"


def test_workers_without_the_package_are_refused(scheduler: str) -> None:
    with worker(scheduler), worker(scheduler, NO_PACKAGE):
        assert re.match(rf"the worker {ADDRESS} cannot load churnproof", refusal(scheduler))


JOINED_LATER = "import churn_verification.support.environment as e; e.sources = lambda: 'others'"


def test_workers_that_join_later_are_refused_by_their_sources(
    scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster._Cluster, "_make_sure_of_sources", lambda _self: None)
    with worker(scheduler, JOINED_LATER):
        assert "has other sources of churnproof" in refusal(scheduler)


WRONG_RESULTS = """
from dataclasses import replace
import churn_verification.simulation.parts as parts
right = parts.play_part
def wrong(part):
    return right(replace(part, seed=part.seed + 1))
wrong.__module__ = "churn_verification.simulation.parts"
parts.play_part = wrong
"""


def test_a_sample_of_results_is_computed_here_too(scheduler: str) -> None:
    with worker(scheduler, WRONG_RESULTS):
        assert "returned a result that this machine does not get" in refusal(scheduler)
        game = run()
        assert simulate(game, ClusterWorkers(scheduler), None)  # which is what the sample is for


def listen_in_silence(stack: ExitStack) -> str:
    listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
    return f"tcp://127.0.0.1:{listener.getsockname()[1]}"


def nobody(_stack: ExitStack) -> str:
    return "tcp://127.0.0.1:9"


def worker_itself(stack: ExitStack) -> str:
    scheduler = stack.enter_context(program("dask_scheduler", "--port", "0", *COMMON))
    process = stack.enter_context(program("dask_worker", wait_for(scheduler, ADDRESS), *WORKER))
    return wait_for(process, ADDRESS)


@pytest.mark.parametrize(
    ("start", "told"),
    [
        (nobody, "no scheduler answers at tcp://127.0.0.1:9: "),
        (listen_in_silence, "nothing that speaks dask's protocol"),
        (worker_itself, "is no scheduler but a dask Worker"),
        (lambda _stack: "tls://127.0.0.1:9", "needs certificates: set DASK_DISTRIBUTED__COMM__TLS"),
    ],
)
def test_what_is_no_scheduler_is_refused(
    start: Callable[[ExitStack], str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_SECONDS_TO_CONNECT", 2.0)
    with ExitStack() as stack:
        assert told in refusal(start(stack))


def test_the_command_line_says_it_in_one_line() -> None:
    refused = churnproof("simulate", "2", "--games", "9", "--scheduler", "tls://127.0.0.1:9")
    assert refused.returncode == 3
    assert [line for line in refused.stderr.splitlines() if "needs certificates" in line]
    assert len(refused.stderr.splitlines()) == 2  # what is played, and what was wrong
