"""The action for GitHub workflows: its steps are run as a runner would, all but the downloads."""

import re
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
BAD_ADAPTER = f"{sys.executable} {Path(__file__).with_name('bad_adapter.py')}"
_EXPRESSION = re.compile(r"\$\{\{ (\S+) \}\}")

_PYTHON = """\
#!/bin/sh
# In the place of the Python that setup-python brings: makes an environment whose pip downloads
# nothing, and sees what is installed here.
set -e
[ "$1 $2" = "-m venv" ] || { echo "not asked for: $*" >&2; exit 1; }
"@HERE@" -m venv --without-pip "$3"
cat > "$3/bin/pip" <<'PIP'
#!/bin/sh
set -e
[ "$1 $2" = "install -q" ] || { echo "not asked for: pip $*" >&2; exit 1; }
if [ "$3 $4" = "--require-hashes -r" ]; then grep -q -- --hash=sha256: "$5"; exit; fi
[ "$3 $4" = "--no-deps --no-build-isolation" ] || { echo "not asked for: pip $*" >&2; exit 1; }
grep -q 'name = "churnproof"' "$5/pyproject.toml"
ln -s "@SCRIPTS@/churnproof" "$(dirname "$0")/churnproof"
PIP
chmod +x "$3/bin/pip"
"""


@pytest.fixture
def runner(tmp_path: Path) -> dict[str, str]:
    """What a runner and the steps before put into the environment and the expressions."""
    python = tmp_path / "python"
    scripts = sysconfig.get_path("scripts")
    python.write_text(_PYTHON.replace("@HERE@", sys.executable).replace("@SCRIPTS@", scripts))
    python.chmod(0o755)
    (tmp_path / "temp").mkdir()
    (tmp_path / "work").mkdir()
    return {
        "RUNNER_TEMP": str(tmp_path / "temp"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "step-summary.md"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "steps.python.outputs.python-path": str(python),
        "GITHUB_ACTION_PATH": str(ROOT),
        "workspace": str(tmp_path / "work"),
    }


def run_action(runner: Mapping[str, str], inputs: Mapping[str, str]) -> tuple[int, str]:
    """Run the steps in order until one fails; the last one's status, and the summary."""
    given = {f"inputs.{name}": value for name, value in {**_defaults(), **inputs}.items()}
    known = {**given, **runner}
    status = 0
    for step in ACTION["runs"]["steps"]:
        if "run" not in step or status:
            continue
        assert step["shell"] == "bash"
        environment = {
            name: _EXPRESSION.sub(lambda found: known[found[1]], text)
            for name, text in step["env"].items()
        }
        runners = {name: value for name, value in runner.items() if name.isupper()}
        status = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=runner["workspace"],
            env={"PATH": "/usr/bin:/bin", "HOME": runner["workspace"], **runners, **environment},
            check=False,
        ).returncode
    summary = Path(runner["GITHUB_STEP_SUMMARY"])
    return status, summary.read_text() if summary.exists() else ""


def _defaults() -> dict[str, str]:
    return {name: each["default"] for name, each in ACTION["inputs"].items() if "default" in each}


def test_the_action_runs_and_its_summary_gives_the_verdict(runner: dict[str, str]) -> None:
    inputs = {"command": f"{BAD_ADAPTER} right", "options": "--quick --boards 2"}
    status, summary = run_action(runner, inputs)
    assert status == 0
    assert "## Churn conform: passed" in summary
    assert list(Path(runner["workspace"]).iterdir()) == []  # nothing is left in the repository


def test_the_action_fails_where_the_adapter_does(runner: dict[str, str]) -> None:
    inputs = {"command": f"{BAD_ADAPTER} from-zero", "options": "--quick --boards 2"}
    status, summary = run_action(runner, inputs)
    assert status == 3
    assert "## Churn conform: ended early" in summary
    assert "counted from 1" in summary


def test_words_of_the_inputs_are_split_and_nothing_in_them_is_expanded(
    runner: dict[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    there = Path(runner["workspace"], "no-such-file")
    there.touch()
    status, summary = run_action(runner, {"command": "./no-such-* $(touch here)"})
    assert status == 3
    assert "cannot start ./no-such-*" in summary
    assert "cannot start ./no-such-*" in capfd.readouterr().err
    assert list(there.parent.iterdir()) == [there]


def test_every_input_is_used_and_every_value_that_is_used_is_there() -> None:
    text = (ROOT / "action.yml").read_text()
    used = {name.removeprefix("inputs.") for name in _EXPRESSION.findall(text) if "inputs" in name}
    assert used == set(ACTION["inputs"])
    ids = {step["id"] for step in ACTION["runs"]["steps"] if "id" in step}
    steps = {name.split(".")[1] for name in _EXPRESSION.findall(text) if name.startswith("steps.")}
    assert steps <= ids


def test_the_documented_use_gives_the_action_what_it_requires() -> None:
    page = (ROOT / "docs" / "conformance.md").read_text()
    (step,) = re.findall(r"    - uses: .*\n      with: (\{.*\})\n", page)
    required = {name for name, each in ACTION["inputs"].items() if each.get("required")}
    assert required <= set(yaml.safe_load(step)) <= set(ACTION["inputs"])


def test_what_is_used_of_others_is_pinned() -> None:
    """Actions by commit; packages by version and hash, in the versions that the tests run with."""
    used = re.compile(r"uses: (?!\./)(\S+)@(\S+)( # v[\d.]+)?")
    workflows = [*(ROOT / ".github" / "workflows").glob("*.yml"), ROOT / "action.yml"]
    found = [each for file in workflows for each in used.findall(file.read_text())]
    assert len(found) > 10
    for action, commit, version in found:
        assert re.fullmatch(r"[0-9a-f]{40}", commit), action
        assert version, action
    locked = (ROOT / "requirements-action.lock").read_text()
    tested = dict(
        re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / "requirements.lock").read_text(), re.M)
    )
    packages = re.findall(
        r"^([\w.-]+)==([\w.]+)([^\\]*)\\\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)",
        locked,
        re.M,
    )
    assert len(packages) == len(re.findall(r"^[\w.-]+==", locked, re.M)) > 30
    for package, version, condition, _hashes in packages:
        if "'win32'" not in condition and package in tested:
            assert tested[package] == version, package
