"""The project's own code with one line changed, on which checks of the suite are made.

A game tells nothing of the solver, of random play or of the game graphs. So a slip there is tried
with the checks that speak of that code: the check runs in a process of its own, in which the module
is loaded with the change made. The files are left alone.

This file is run as a script by that process, so it imports nothing of the project until the change
is in place: `python -P edited_code.py` reads the task as one line of JSON and prints the result.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

_COMPILED = re.compile(r"^@(kernel|helper|formula|machine_code|compiled)$", re.MULTILINE)
_BROKEN = 3

_COMPILING = 90.0
"""Seconds of processor time that are left to compile the edited code in."""


@dataclass(frozen=True)
class EditedCode:
    """The project with one line of one module changed.

    Attributes:
        name: what it is called in reports.
        module: the module, as `churn_engine.solver.tablebase`; empty where nothing is changed.
        old: what is replaced; it stands in the module once.
        new: what stands there instead.
        checks: the ids of the checks that it is tried with.
    """

    name: str
    module: str
    old: str
    new: str
    checks: tuple[str, ...]


class CheckCrashed(Exception):  # noqa: N818 - a finding, not an error
    """The check ended with an exception, or its process died; the text is the last line."""


def result_on(code: EditedCode, check: str, level: str, seed: int) -> str:
    """Run one check of the suite on edited code, in a process of its own.

    What this process may still use of its processor time, the other may use, and more to compile
    in. Where that is used up, this process ends as by its own limit.

    Returns:
        The check's result, as JSON.

    Raises:
        CheckCrashed: there is no result.
    """
    left = signal.getitimer(signal.ITIMER_PROF)[0] if hasattr(signal, "getitimer") else 0.0
    limit = left + _COMPILING if left else 0.0
    task = [code.module, code.old, code.new, check, level, seed, limit]
    with TemporaryDirectory() as cache:
        environment = dict(os.environ)
        if _is_compiled(code.module):  # what is kept of the unchanged code must not be taken for it
            environment["NUMBA_CACHE_DIR"] = cache
        process = subprocess.Popen(  # noqa: S603 - this file, by this interpreter
            [sys.executable, "-P", __file__],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        with process:
            if process.stdin is None or process.stdout is None or process.stderr is None:
                raise CheckCrashed("its process has no pipes")
            process.stdin.write(json.dumps(task) + "\n")
            process.stdin.flush()
            answer = process.stdout.read()
            complaint = process.stderr.read().strip().splitlines()
            process.stdin.close()
    if limit and process.returncode == -signal.SIGPROF:
        os.kill(os.getpid(), signal.SIGPROF)
    if process.returncode != 0 or not answer:
        raise CheckCrashed(complaint[-1] if complaint else f"status {process.returncode}")
    return answer


def _is_compiled(module: str) -> bool:
    """Whether numba compiles functions of a module."""
    found = importlib.util.find_spec(module) if module else None
    if found is None or found.origin is None:
        return False
    return _COMPILED.search(Path(found.origin).read_text(encoding="utf-8")) is not None


class ChangedModule(importlib.abc.MetaPathFinder):
    """Finds one module, whose text it changes."""

    def __init__(self, module: str, old: str, new: str) -> None:
        self._module, self._old, self._new = module, old, new

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module with the change made, or None for any other module."""
        if fullname != self._module:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None:
            return None
        loader = _Loader(fullname, spec.origin, self._old, self._new)
        return importlib.util.spec_from_file_location(fullname, spec.origin, loader=loader)


class _Loader(importlib.machinery.SourceFileLoader):
    """Reads a module with one place in it changed, and keeps no bytecode of that."""

    def __init__(self, fullname: str, path: str, old: str, new: str) -> None:
        super().__init__(fullname, path)
        self._old, self._new = old, new

    def get_code(self, fullname: str) -> object:  # type: ignore[override]
        text = Path(self.path).read_text(encoding="utf-8")
        if text.count(self._old) != 1:
            raise ImportError(f"{self._old!r} stands {text.count(self._old)} times in {fullname}")
        return compile(text.replace(self._old, self._new), self.path, "exec")


def _end_with_parent() -> None:
    """Leave once the other end of standard input is closed: whoever asked is gone."""
    sys.stdin.read()
    os._exit(_BROKEN)


def _run() -> None:
    module, old, new, check, level, seed, limit = json.loads(sys.stdin.readline())
    if limit:
        signal.setitimer(signal.ITIMER_PROF, limit)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if module:
        sys.meta_path.insert(0, ChangedModule(module, old, new))
    # Only now, with the change in place; and by name, as this process runs what stands above.
    registry = import_module("churn_verification.registry")
    suite = import_module("churn_verification.suite").suite()
    result = suite[check].run(registry.Context(registry.Level(level), seed))
    if module and module not in sys.modules:
        raise ImportError(f"check {check} does not come to {module}")
    sys.stdout.write(result.model_dump_json())
    sys.stdout.flush()


if __name__ == "__main__":
    _run()
