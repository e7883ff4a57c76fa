"""Long commands, killed at random moments: the next run ends as one that nobody disturbed.

Each command is killed with SIGKILL, which no program can meet, three times or as often as
CHURNPROOF_KILLS says, and goes on with what is there. Where it keeps nothing it begins anew. In the
end nothing is left of the killed ones.
"""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.deep

KILLS = int(os.environ.get("CHURNPROOF_KILLS", "3"))
ROOT = Path(__file__).parents[2]
TEMPLATE = str(ROOT / "adapters" / "python" / "adapter.py")
TIMES = {"seconds", "turns_per_second", "positions_a_second", "kept_answers", "statistics"}


def untimed(value: Any) -> Any:
    """What a report says, but for how long it took and what was known before."""
    if isinstance(value, dict):
        return {key: untimed(each) for key, each in value.items() if key not in TIMES}
    return [untimed(each) for each in value] if isinstance(value, list) else value


def printed(_folder: Path, output: str) -> Any:
    return untimed(json.loads(output))


def reported(folder: Path, _output: str) -> Any:
    checks = json.loads((folder / "report" / "report.json").read_text())["checks"]
    return [(check["id"], check["status"], check["covered"]) for check in checks]


def solved(folder: Path, output: str) -> Any:
    values = {file.name: file.read_bytes() for file in (folder / "values").iterdir()}
    return printed(folder, output) | {"tablebase": values}


def proved(_folder: Path, output: str) -> Any:
    report = json.loads(output)
    return [(each["id"], each["status"]) for each in (*report["theorems"], *report["controls"])]


def exported(folder: Path, _output: str) -> Any:
    return (folder / "graph.graphml").read_bytes()


@dataclass(frozen=True)
class Case:
    """A command, what it keeps, and what it comes to.

    Attributes:
        words: What is said to `churnproof`; `{}` is the folder.
        kept: The file in the folder with which `--resume` goes on, if any.
        result: What the folder and the printed text come to.
    """

    words: str
    result: Callable[[Path, str], Any]
    kept: str | None = None

    def start(self, folder: Path) -> "subprocess.Popen[str]":
        words = self.words.format(folder).split()
        if self.kept is not None and (folder / self.kept).exists():
            words.insert(1, "--resume")
        places = {"TMPDIR": str(folder / "temporary"), "XDG_CACHE_HOME": str(folder / "cache")}
        return subprocess.Popen(
            [sys.executable, "-m", "churn_verification", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **places},
        )

    def finish(self, folder: Path) -> Any:
        process = self.start(folder)
        output, errors = process.communicate()
        assert process.returncode == 0, errors
        return self.result(folder, output)


CASES = {
    "verify": Case(
        "verify --level quick --check texts --check geometry/* --seed 1 --report {}/report",
        reported,
        "report/report.json",
    ),
    "simulate": Case(
        "simulate 4 --games 3000 --seed 1 --json --checkpoint {}/state", printed, "state"
    ),
    "solve": Case("solve 2-4-2-2-4-2 --json --tablebase {}/values", solved),
    "graph": Case("graph 2-3-2-2-3-2 --export {}/graph.graphml", exported),
    "prove": Case("prove 2 --theorem isolation_is_forced --json", proved),
    "conform": Case(
        f"conform --quick --boards 2 --seed 1 --json -- {sys.executable} {TEMPLATE}", printed
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_killed_command_comes_to_what_an_undisturbed_one_does(name: str, tmp_path: Path) -> None:
    case, moments = CASES[name], random.Random(name)
    undisturbed, folder = folders(tmp_path, "undisturbed"), folders(tmp_path, "killed")
    began = time.monotonic()
    expected = case.finish(undisturbed)
    length = time.monotonic() - began
    kills = 0
    while kills < KILLS:
        process = case.start(folder)
        try:
            process.communicate(timeout=moments.uniform(0, length))
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            kills += 1
    assert case.finish(folder) == expected
    assert left_in(folder) == left_in(undisturbed)


def folders(parent: Path, name: str) -> Path:
    (parent / name / "temporary").mkdir(parents=True)
    return parent / name


def left_in(folder: Path) -> set[str]:
    """The names of all that is left but what is kept between runs, once workers have ended."""
    for _ in range(600):
        if not any((folder / "temporary").iterdir()):
            break
        time.sleep(0.1)
    places = [folder, folder / "temporary", *(each for each in folder.iterdir() if each.is_dir())]
    return {str(each.relative_to(folder)) for place in places for each in place.iterdir()}
