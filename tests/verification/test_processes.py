"""Worker processes: tasks that end them, limits, main processes that end, and Ctrl-C."""

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from numba.core import event as numba_event

from churn_verification.work import processes
from churn_verification.work.processes import Processes, tell
from churn_verification.work.workers import (
    Cause,
    InThisProcess,
    Loss,
    Tasks,
    Workers,
    WorkersError,
    work_through,
)

Call = tuple[Callable[..., Any], tuple[Any, ...]]


class Calls(Tasks[Call, Any]):
    """Calls, each done once, and what came of them."""

    def __init__(self, calls: Iterable[Call]) -> None:
        self._waiting = list(calls)[::-1]
        self.results: dict[Call, Any] = {}
        self.losses: dict[Call, Loss] = {}
        self.heard: list[object] = []

    def next_task(self) -> Call | None:
        return self._waiting.pop() if self._waiting else None

    def take(self, call: Call, result: Any) -> None:
        self.results[call] = result

    def lose(self, call: Call, loss: Loss) -> None:
        self.losses[call] = loss

    def hear(self, call: Call, message: object) -> None:
        self.heard.append(message)


def make(call: Call) -> Any:
    function, arguments = call
    return function(*arguments)


def done(workers: Workers, *calls: Call) -> Calls:
    tasks = Calls(calls)
    work_through(workers, make, tasks)
    return tasks


def send_to_oneself(number: int) -> None:
    os.kill(os.getpid(), number)


def double(number: int) -> int:
    return 2 * number


def double_slowly(number: int) -> int:
    time.sleep(0.5)
    return 2 * number


def tell_twice() -> str:
    tell("one")
    tell("two")
    return "three"


def refuse() -> None:
    raise ZeroDivisionError("as wanted")


def give_what_cannot_be_sent() -> object:
    return lambda: None


class DiesWhenSent:
    def __reduce__(self) -> str:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


def die_while_sending() -> object:
    return DiesWhenSent()


def signals_left_to_the_main_process() -> set[int]:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(os.getpid(), number)
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))


DEATHS: dict[Call, Loss] = {
    (send_to_oneself, (signal.SIGSEGV,)): Loss(Cause.CRASHED, "its process crashed with SIGSEGV"),
    (os._exit, (7,)): Loss(Cause.CRASHED, "its process ended with status 7"),
    (os._exit, (0,)): Loss(Cause.CRASHED, "its process ended with status 0"),
    (send_to_oneself, (signal.SIGUSR1,)): Loss(
        Cause.KILLED, "its process was killed from outside with SIGUSR1"
    ),
    (die_while_sending, ()): Loss(
        Cause.KILLED,
        "its process was killed from outside with SIGKILL; the machine may have run out of memory",
    ),
}


def test_a_task_that_ends_its_process_is_lost_alone_and_says_how() -> None:
    slow, after = (double_slowly, (4,)), (double, (5,))
    tasks = done(Processes(2), slow, *DEATHS, after)
    assert tasks.losses == DEATHS
    assert tasks.results == {slow: 8, after: 10}


@pytest.mark.parametrize("workers", [Processes(1), Processes(2), InThisProcess()])
def test_whoever_does_them_the_results_are_the_same(workers: Workers) -> None:
    calls = [(double, (number,)) for number in range(5)]
    assert done(workers, *calls).results == {call: 2 * call[1][0] for call in calls}


def test_tasks_send_messages_and_leave_stopping_to_the_main_process() -> None:
    told, signals = (tell_twice, ()), (signals_left_to_the_main_process, ())
    tasks = done(Processes(1), told, signals)
    assert tasks.results[told] == "three"
    assert tasks.heard == ["one", "two"]
    assert tasks.results[signals] == {signal.SIGINT}


class Numbers(Tasks[int, None]):
    def next_task(self) -> int:
        return 1


def test_what_a_task_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError, match="as wanted"):
        done(Processes(1), (refuse, ()))
    with pytest.raises(RuntimeError, match="no answer can be sent"):
        done(Processes(1), (give_what_cannot_be_sent, ()))
    with pytest.raises(WorkersError, match="lost: its process ended with status 1"):
        work_through(Processes(1), os._exit, Numbers())


# Limits -------------------------------------------------------------------------------------------


def use_processor(seconds: float) -> str:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return "used"


def use_processor_while_compiling(seconds: float) -> str:
    with numba_event.trigger_event("numba:compile"), numba_event.trigger_event("numba:compile"):
        use_processor(seconds)
    return use_processor(0.1)


def test_a_limit_counts_processor_time_without_compiling() -> None:
    endless, compiling = (use_processor, (600.0,)), (use_processor_while_compiling, (1.5,))
    asleep, short = (time.sleep, (1.5,)), (use_processor, (0.6,))
    tasks = done(Processes(2, seconds=1.0), endless, compiling, asleep, short, short)
    reason = "it used up its limit of 1 s of processor time"
    assert tasks.losses == {endless: Loss(Cause.OUT_OF_TIME, reason)}
    assert tasks.results == {compiling: "used", asleep: None, short: "used"}


@pytest.mark.deep
def test_what_sleeps_for_ever_is_ended_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_LEAST_BY_CLOCK", 10.0)
    asleep, after = (time.sleep, (600,)), (double, (5,))
    tasks = done(Processes(1, seconds=1.0), asleep, after)
    assert tasks.losses == {
        asleep: Loss(Cause.OUT_OF_TIME, "it had not ended after 20 s by the clock")
    }
    assert tasks.results == {after: 10}


# The end ------------------------------------------------------------------------------------------


def keep_a_file() -> str:
    handle, name = tempfile.mkstemp()
    os.close(handle)
    return name


def test_nothing_is_left_of_what_is_stopped() -> None:
    class Stopped(Calls):
        def take(self, call: Call, result: Any) -> None:
            super().take(call, result)
            raise KeyboardInterrupt

    kept = (keep_a_file, ())
    tasks = Stopped([(time.sleep, (600,)), kept])
    with pytest.raises(KeyboardInterrupt):
        work_through(Processes(2), make, tasks)
    file = Path(tasks.results[kept])
    assert file.parent.name.startswith("churnproof-")
    assert not file.parent.exists()
    assert multiprocessing.active_children() == []


def test_workers_that_cannot_begin_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_serve", os.abort)
    with pytest.raises(WorkersError, match=r"end before they begin to work: .* status 1"):
        done(Processes(1), (double, (5,)))


MAIN = """
import time
from churn_verification.work.processes import Processes
with Processes(1).open() as crew:
    crew.start(eval, "(__import__('os').getpid(), __import__('tempfile').gettempdir())")
    events = ()
    while not events:
        events = crew.wait(60)
    print(*events[0].result, flush=True)
    {then}
    time.sleep(600)
"""


@pytest.mark.parametrize("then", ["crew.start(time.sleep, 600)", "pass"], ids=["busy", "idle"])
def test_nothing_is_left_when_the_main_process_is_killed(then: str) -> None:
    command = [sys.executable, "-c", MAIN.format(then=then)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as main:
        assert main.stdout is not None
        worker, folder = main.stdout.readline().split()
        assert Path(folder).is_dir()
        main.kill()
    while is_running(int(worker)):
        time.sleep(0.05)
    assert not Path(folder).exists()


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # Who ended and was not yet asked for its status is there and runs no more.
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text().rsplit(")", 1)[1].split()[0] != "Z"


# The start of the program -------------------------------------------------------------------------


def test_the_program_can_be_stopped_before_anything_is_loaded() -> None:
    loaded = "import sys, churn_verification.__main__; print(*sys.modules)"
    said = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "churn_verification.__main__" in said
    assert not {"churn_verification.cli", "rich_click", "click", "numpy", "asyncio"} & set(said)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopping_it_while_it_loads_is_one_line(tmp_path: Path, number: signal.Signals) -> None:
    send = f"import os, time; os.kill(os.getpid(), {int(number)}); time.sleep(60)"
    (tmp_path / "rich_click.py").write_text(send)
    path = os.pathsep.join([str(tmp_path), *sys.path])
    run = subprocess.run(
        [sys.executable, "-m", "churn_verification", "verify"],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (130, "")
    assert run.stderr == "churnproof: stopped by hand\n"


def test_ctrl_c_while_a_class_is_made_ends_with_130(tmp_path: Path) -> None:
    (tmp_path / "interrupted.py").write_text(
        "import sys, churn_verification.cli as cli\n"
        "from churn_verification.__main__ import main\n"
        "def stopped():\n"
        "    try: exec('raise KeyboardInterrupt')\n"
        "    except KeyboardInterrupt: sys.exit(130)\n"
        "cli.main = stopped\n"
        "main()\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    run = subprocess.run([sys.executable, "-m", "interrupted"], env=environment, check=False)
    assert run.returncode == 130


def test_a_program_in_the_background_goes_on_ignoring_ctrl_c() -> None:
    ignoring = (
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN);"
        "import sys; sys.argv = ['churnproof', '--version'];"
        "from churn_verification.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
    )
    run = subprocess.run(
        [sys.executable, "-c", ignoring], capture_output=True, text=True, check=False
    )
    assert run.stdout.splitlines()[-1] == "True", run.stderr
