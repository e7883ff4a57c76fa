"""An adapter as a child process: lines in, lines out, and an end that is certain.

It runs in a session of its own, so that Ctrl-C is ours to handle and everything that it starts
there can be ended with it; what an adapter moves to yet another session on purpose is out of reach.
Nothing here waits without a limit, and nothing that it writes is kept without one.
"""

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from churn_verification.conformance.faults import AdapterFault, Fault, FaultKind
from churn_verification.conformance.launcher import CANNOT_START
from churn_verification.conformance.limits import Limits

_LAUNCHER = Path(__file__).with_name("launcher.py")
_CHUNK = 2**16
_STDERR_KEPT = 2**14
_STDERR_LINES = 10
_LOOK_FOR_END = 0.1
"""Seconds between looks whether the process has ended while something it started lives on."""


class PlatformError(Exception):
    """The system cannot do what running an adapter needs; the text says what."""


class AdapterProcess:
    """One run of an adapter's command.

    Attributes:
        ended: whether no more lines can come.
    """

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        if not hasattr(os, "killpg"):
            raise PlatformError(
                "adapters are run on Linux, macOS and other Unix systems; on Windows use WSL"
            )
        self._limits = limits
        self._process = subprocess.Popen(  # noqa: S603 - the user's own command, without a shell
            [sys.executable, "-I", "-S", str(_LAUNCHER), str(limits.memory), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            bufsize=0,
        )
        self._stdin, self._stdout, self._stderr = map(
            _require, (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
        for pipe in (self._stdout, self._stderr):
            self._selector.register(pipe, selectors.EVENT_READ)
        self._waiting = bytearray()
        self._partial = b""
        self._heard = bytearray()
        self._writes = False
        self.ended = False

    # Lines ---------------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """Put lines on the way to the adapter; they are written while `lines` waits for replies."""
        self._waiting += data

    def lines(self, seconds: float) -> list[bytes]:
        """The lines that come next, without their newlines; none when the time is over.

        Args:
            seconds: how long to wait for the first of them.

        Raises:
            AdapterFault: a line gets longer than the limit.
        """
        deadline = time.monotonic() + seconds
        self._write()
        while not self.ended:
            lines = self._step(deadline - time.monotonic())
            if lines or time.monotonic() >= deadline:
                return lines
        return []

    def last_lines(self, seconds: float) -> list[bytes]:
        """All lines that come until it ends, or until a line has come and the time is over.

        Args:
            seconds: how long to wait for its end.

        Raises:
            AdapterFault: a line gets longer than the limit.
        """
        deadline = time.monotonic() + seconds
        said: list[bytes] = []
        while not said and not self.ended and time.monotonic() < deadline:
            said += self.lines(deadline - time.monotonic())
        while not self.has_exited and time.monotonic() < deadline:
            self._pause(deadline - time.monotonic())
        return said

    def close_input(self) -> None:
        """End the adapter's standard input; what was not written yet is dropped."""
        if not self._stdin.closed:
            if self._writes:
                self._selector.unregister(self._stdin)
                self._writes = False
            self._stdin.close()
            self._waiting.clear()

    @property
    def half_line(self) -> bytes:
        """What has come after the last newline."""
        return self._partial

    @property
    def last_words(self) -> tuple[str, ...]:
        """The last lines of standard error, with nothing in them that a terminal would obey."""
        heard = bytes(self._heard).decode(errors="replace")
        text = "".join(each if each.isprintable() or each == "\n" else " " for each in heard)
        lines = [line.rstrip() for line in text.splitlines() if line.strip()]
        return tuple(lines[-_STDERR_LINES:])

    def _step(self, seconds: float) -> list[bytes]:
        """Wait for one of the pipes and move what can be moved; the lines that have come."""
        lines: list[bytes] = []
        events = self._selector.select(max(0.0, min(seconds, _LOOK_FOR_END)))
        for key, _ in events:
            if key.fileobj is self._stdout:
                lines = self._read_lines()
            elif key.fileobj is self._stderr:
                self._listen()
            else:
                self._write()
        if not events and self.has_exited:
            self.ended = True
        return lines

    def _write(self) -> None:
        if self._stdin.closed:
            return
        try:
            written = os.write(self._stdin.fileno(), self._waiting[: 4 * _CHUNK])
        except BlockingIOError:
            written = 0
        except BrokenPipeError:  # it reads no more; whether it has ended shows on its output
            self.close_input()
            return
        del self._waiting[:written]
        if bool(self._waiting) is not self._writes:
            self._writes = bool(self._waiting)
            if self._writes:
                self._selector.register(self._stdin, selectors.EVENT_WRITE)
            else:
                self._selector.unregister(self._stdin)

    def _read_lines(self) -> list[bytes]:
        chunk = _read(self._stdout, 4 * _CHUNK)
        if not chunk:
            self._selector.unregister(self._stdout)
            self.ended = True
            return []
        *lines, self._partial = (self._partial + chunk).split(b"\n")
        if max(map(len, lines), default=len(self._partial)) > self._limits.line or (
            len(self._partial) > self._limits.line
        ):
            sentence = f"a line has more than {self._limits.line:,} bytes"
            raise AdapterFault(Fault(FaultKind.LONG_LINE, sentence, self.last_words))
        return lines

    def _listen(self) -> None:
        chunk = _read(self._stderr, _CHUNK)
        if not chunk:
            self._selector.unregister(self._stderr)
        self._heard += chunk
        del self._heard[:-_STDERR_KEPT]

    # The end -------------------------------------------------------------------------------------

    def stop(self) -> None:
        """End the adapter and everything in its session, whatever they do.

        Its input ends; then it is told to; then it is ended.
        """
        self.close_input()
        with suppress(AdapterFault):
            self._wait(self._limits.stop)
        if not self.has_exited:
            self._signal(signal.SIGTERM)
            with suppress(AdapterFault):
                self._wait(self._limits.stop)
        self.kill()

    def kill(self) -> None:
        """End the adapter at once, with everything in its session."""
        if self._process.returncode is None:
            # Before the process is waited for: until then its number belongs to nobody else.
            self._signal(signal.SIGKILL)
            self._process.wait()
        self.ended = True
        self.close_input()
        self._selector.close()
        self._stdout.close()
        self._stderr.close()

    def how_it_ended(self) -> str:
        """How it ended, for people; call it after `lines` has come to the end."""
        with suppress(AdapterFault):
            self._wait(self._limits.stop)
        if not self.has_exited:
            return "closed its standard output"
        self.kill()
        status = self._process.returncode
        if status < 0:
            return f"was ended by {signal.Signals(-status).name}"
        return f"ended with exit status {status}"

    @property
    def could_not_start(self) -> bool:
        """Whether the command could not be run at all; known once it has ended."""
        return self._process.returncode == CANNOT_START

    def _wait(self, seconds: float) -> None:
        """Wait until it has ended, for a limited time, and keep its pipes from filling up."""
        deadline = time.monotonic() + seconds
        while not self.has_exited and time.monotonic() < deadline:
            self._pause(deadline - time.monotonic())
        self._drain_stderr()

    def _pause(self, seconds: float) -> None:
        """Let a moment pass, and keep its pipes from filling up."""
        if self._selector.get_map():
            self._step(min(_LOOK_FOR_END, seconds))
        else:
            time.sleep(0.01)

    def _drain_stderr(self) -> None:
        with suppress(KeyError, BlockingIOError):
            while self._selector.get_key(self._stderr):
                before = len(self._heard)
                self._listen()
                if len(self._heard) in (before, _STDERR_KEPT):
                    return

    @property
    def has_exited(self) -> bool:
        """Whether the process has ended.

        Where the system can tell without waiting for it, it is not waited for, so that its number
        stays its own.
        """
        if self._process.returncode is not None:
            return True
        if not hasattr(os, "waitid"):  # macOS before Python 3.13
            if self._process.poll() is None:
                return False
            self._signal(signal.SIGKILL)  # what it started, while its number is still known
            return True
        state = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return state is not None

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)


def _require(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:  # never so for subprocess.PIPE
        raise ValueError("no pipe")
    return pipe


def _read(pipe: IO[bytes], most: int) -> bytes:
    """What a pipe holds; nothing at its end."""
    return os.read(pipe.fileno(), most)
