"""Check a built release before it is published, and print its part of the changelog.

    python -m build && python -m tools.check_release dist v0.1.0 > notes.md

The folder must hold one sdist and one wheel of the version that the tag names, and the changelog a
heading for it. The wheel is installed into a fresh environment that nobody may write to, and used
there by a user without a home: as `nobody` where this is run by root, as on a shared machine.
"""

import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
RUNS = (
    ("churnproof", "--version"),
    ("churnproof", "perft", "3"),
    ("churnproof", "show", "3", "--svg", "board.svg"),
    ("churnproof", "verify", "--level", "quick", "--check", "figures/*", "--check", "perft/engine"),
    ("churnproof", "conform", "--quick", "--boards", "2", "--", "churnproof", "serve"),
    ("python", "-c", "from churnproof import solve; assert solve('2').best() == ('b2',)"),
)
_OF_SOURCES = {
    *(".py", ".pyi", ".typed", ".md", ".json", ".jsonl", ".html", ".css", ".js", ".svg", ".txt"),
    *(".v", ".ml", ".j2"),
}
_NAMED = re.compile(r"/(Makefile|_CoqProject|py\.typed)$")


class ReleaseError(Exception):
    """What is wrong with a release."""


def notes_of(version: str, changelog: str) -> str:
    """The part of the changelog about a version.

    Raises:
        ReleaseError: there is none, or it is empty.
    """
    found = re.search(rf"^## {re.escape(version)}\b.*?\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    if found is None or not found.group(1).strip():
        raise ReleaseError(f"CHANGELOG.md says nothing under a heading '## {version}'")
    return found.group(1).strip() + "\n"


def wheel_in(folder: Path, version: str) -> Path:
    """The wheel in a folder that holds an sdist and a wheel of a version, and nothing else.

    Raises:
        ReleaseError: it holds something else.
    """
    wanted = {f"churnproof-{version}.tar.gz", f"churnproof-{version}-py3-none-any.whl"}
    held = {file.name for file in folder.iterdir()}
    if held != wanted:
        raise ReleaseError(f"{folder} holds {sorted(held)}, expected {sorted(wanted)}")
    return folder / f"churnproof-{version}-py3-none-any.whl"


def require_sources_alone(names: Iterable[str]) -> None:
    """Refuse a wheel with what was compiled in the checkout, which nobody could read.

    Args:
        names: the names of its files.

    Raises:
        ReleaseError: it has a file of a kind that no source is of.
    """
    strange = [name for name in names if "/" in name and Path(name).suffix not in _OF_SOURCES]
    strange = [name for name in strange if ".dist-info/" not in name and not _NAMED.search(name)]
    if strange:
        raise ReleaseError(f"the wheel holds {strange[0]}, which is no source")


def require_usable(wheel: Path) -> None:
    """Install a wheel where nobody may write, and use it as somebody else.

    Raises:
        subprocess.CalledProcessError: a command failed.
    """
    with tempfile.TemporaryDirectory(prefix="churnproof-release-") as name:
        place, work = Path(name, "installed"), Path(name, "work")
        venv.create(place, with_pip=True)
        _run(place / "bin" / "pip", "install", "-q", str(wheel.resolve()))
        _run("chmod", "-R", "a-w,a+rX", str(place))
        work.mkdir()
        Path(name).chmod(0o755)
        work.chmod(0o777)
        environment = {"PATH": f"{place / 'bin'}:/usr/bin:/bin", "HOME": "/nonexistent"}
        user = "nobody" if os.getuid() == 0 else None
        for program, *arguments in RUNS:
            command = [str(place / "bin" / program), *arguments]
            subprocess.run(  # noqa: S603 - our own commands
                command, cwd=work, env=environment, user=user, check=True, stdout=sys.stderr
            )
        _run("chmod", "-R", "u+w", str(place))


def _run(*command: str | Path) -> None:
    subprocess.run(command, check=True, stdout=sys.stderr)  # noqa: S603 - our own commands


def main() -> None:
    """Check the release in a folder against its tag; leave with status 1 if something is wrong."""
    folder, tag = sys.argv[1:]
    version = tag.removeprefix("v")
    try:
        notes = notes_of(version, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
        wheel = wheel_in(Path(folder), version)
        require_sources_alone(ZipFile(wheel).namelist())
        require_usable(wheel)
    except (ReleaseError, subprocess.CalledProcessError) as error:
        sys.exit(f"release {tag}: {error}")
    sys.stdout.write(notes)


if __name__ == "__main__":
    main()
