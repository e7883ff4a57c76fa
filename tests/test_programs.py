"""Programs outside Python: one list names them, and a test whose program is missing is counted."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml  # type: ignore[import-untyped]
from tools.programs import C_COMPILER, CHROMIUM, JAVA, NODE, PROGRAMS, REQUIRE_ALL, table

ROOT = Path(__file__).parents[1]
NEEDY = [
    "tests/verification/test_conform.py::test_the_templates_play_churn[javascript]",
    "tests/verification/test_conform.py::test_the_templates_play_churn[c]",
    "tests/verification/test_conform.py::test_the_templates_play_churn[java]",
    "tests/verification/test_conform.py::test_a_slip_in_a_template_is_laid_to_the_rules_and_shown_small",
    "tests/verification/test_report_page.py::test_a_stopped_run_says_so",
    "tests/verification/test_conform.py::test_the_templates_are_short",
]
"""Two tests need Node.js, one a C and one a Java compiler, one a browser; one needs nothing."""


def run_without_programs(tmp_path: Path, *options: str, **more: str) -> tuple[int, list[str]]:
    """Run some tests where no program can be found; the exit status and the lines of output."""
    # Where CI is set, pytest repeats every reason in its summary.
    environment = {
        name: value for name, value in os.environ.items() if name not in (REQUIRE_ALL, "CI")
    }
    without = {"PATH": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "--color=no", *options, *NEEDY],
        cwd=ROOT,
        env={**environment, **without, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout.splitlines()


def test_tests_without_their_program_are_counted_above_the_verdict(tmp_path: Path) -> None:
    status, lines = run_without_programs(tmp_path, "-n", "1")
    assert status == 0, lines
    *_, verdict = lines
    assert sorted(lines[-5:-1]) == [
        f"1 C test not run: {C_COMPILER.missing}",
        f"1 Java test not run: {JAVA.missing}",
        f"1 browser test not run: {CHROMIUM.missing}",
        f"2 JavaScript tests not run: {NODE.missing}",
    ]
    assert verdict.startswith("1 passed, 5 skipped in ")


def test_tests_without_their_program_fail_unless_it_is_large_if_all_are_required(
    tmp_path: Path,
) -> None:
    status, lines = run_without_programs(tmp_path, "-n", "0", **{REQUIRE_ALL: "1"})
    assert status == 1
    assert lines[-1].startswith("2 failed, 1 passed, 1 skipped, 2 errors in ")
    for program, tests in [(CHROMIUM, 1), (NODE, 2), (C_COMPILER, 1)]:
        assert lines.count(program.missing) == tests
    assert lines.count(f"{REQUIRE_ALL}=1 requires every test to run") == 4


def test_ci_requires_all_programs_and_installs_those_of_the_list() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
    assert workflow["jobs"]["run"]["env"][REQUIRE_ALL] == "1"
    script = (ROOT / ".ci/run").read_text()
    assert f"\nexport {REQUIRE_ALL}=1\n" in script
    assert "\nmissing=$(python3 tools/programs.py)\n" in script


def test_the_missing_packages_are_printed(tmp_path: Path) -> None:
    git = tmp_path / "git"
    git.touch(mode=0o755)
    run = subprocess.run(
        [sys.executable, ROOT / "tools/programs.py"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == [
        *("chromium", "nodejs", "npm", "gcc", "libc6-dev", "mono-mcs"),
        *("coq", "cadical", "ocaml-nox", "make"),
    ]


def test_contributing_has_the_list() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    _, _, rest = text.partition("<!-- programs -->\n")
    assert rest.partition("\n<!-- end of programs -->")[0] == table()


def called_programs() -> Iterator[tuple[str, str]]:
    """Each file of the project with a program that it calls by name."""
    for room in ("spec", "engine", "verification", "explorer", "tools", "tests", "benchmarks"):
        for file in (ROOT / room).rglob("*.py"):
            for call in ast.walk(ast.parse(file.read_text())):
                if isinstance(call, ast.Call) and re.search(
                    r"\b(subprocess\.\w+|which)$", ast.unparse(call.func)
                ):
                    yield from ((file.name, name) for name in _program_of(call))


def _program_of(call: ast.Call) -> Iterator[str]:
    command = call.args[0]
    first = command.elts[0] if isinstance(command, ast.List | ast.Tuple) else command
    if isinstance(first, ast.Constant):
        yield str(first.value)


def test_every_program_that_is_called_is_on_the_list() -> None:
    listed = {command for program in PROGRAMS for command in program.commands}
    called = set(called_programs())
    assert ("circumstances.py", "git") in called
    shells = {"sh", "bash"}
    assert {call for call in called if call[1] not in listed | shells} == set()
