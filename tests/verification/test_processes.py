"""Worker processes: calls that kill them, main processes that end, and Ctrl-C at any time."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from pathlib import Path

import pytest

from churn_verification.work.processes import Processes, WorkerDied, WorkerOverdue, tell

A_WHILE = 3
"""A limit in seconds that only a call without end exceeds, even on a busy machine."""


def end_with(status: int) -> None:
    os._exit(status)


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


def blocked_signals() -> set[int]:
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))


def test_a_call_that_kills_its_process_fails_alone_and_says_how() -> None:
    heard: list[object] = []
    with Processes(2, hear=heard.append) as pool:
        slow = pool.submit(double_slowly, 4)
        deaths = [
            pool.submit(send_to_oneself, signal.SIGSEGV),
            pool.submit(send_to_oneself, signal.SIGKILL),
            pool.submit(end_with, 7),
        ]
        after = pool.submit(double, 5)
        reasons = [str(each.exception()) for each in deaths]
        assert [slow.result(), after.result()] == [8, 10]
        assert all(isinstance(each.exception(), WorkerDied) for each in deaths)
        assert reasons == [
            "its process died by signal 11 (SIGSEGV)",
            "its process died by signal 9 (SIGKILL)",
            "its process ended with status 7",
        ]
        assert pool.submit(tell_twice).result() == "three"
        assert heard == ["one", "two"]
        with pytest.raises(ZeroDivisionError, match="as wanted"):
            pool.submit(refuse).result()
        with pytest.raises(RuntimeError, match="no answer can be sent"):
            pool.submit(give_what_cannot_be_sent).result()
        assert signal.SIGINT in pool.submit(blocked_signals).result()


def stay_and_tell() -> None:
    while True:
        tell("on and on")
        time.sleep(0.01)


def test_a_call_that_is_not_done_in_its_time_fails_alone() -> None:
    heard: list[object] = []
    with Processes(2, hear=heard.append, seconds=A_WHILE) as pool:
        first = pool.submit(os.getpid).result()
        endless = [pool.submit(time.sleep, 600), pool.submit(stay_and_tell)]
        after = [pool.submit(double, 4), pool.submit(double, 5)]
        reasons = [each.exception() for each in endless]
        assert [each.result() for each in after] == [8, 10]
        assert not is_running(first)
    assert all(isinstance(each, WorkerOverdue) for each in reasons)
    assert str(reasons[0]) == f"it had not ended after {A_WHILE} s"
    assert "on and on" in heard


def test_an_exception_ends_what_is_under_way() -> None:
    calls: list[Future[None]] = []

    def stop_early() -> None:
        with Processes(1) as pool:
            calls.extend(pool.submit(time.sleep, 600) for _ in range(2))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop_early()
    assert [each.cancelled() for each in calls] == [False, True]
    assert isinstance(calls[0].exception(), WorkerDied)


MAIN = """
import os, sys, time
from churn_verification.work.processes import Processes
pool = Processes(2)
print(*[pool.submit(os.getpid).result() for _ in range(1)], flush=True)
print(*{each.result() for each in [pool.submit(time.sleep, 600) for _ in range(2)]})
"""


def test_workers_end_when_the_main_process_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", MAIN], stdout=subprocess.PIPE, text=True) as main:
        assert main.stdout is not None
        worker = int(main.stdout.readline())
        main.kill()
    while is_running(worker):
        time.sleep(0.05)


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
