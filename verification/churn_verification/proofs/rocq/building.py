"""Compile the Coq sources, see what their theorems assume, and build programs from them."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from churn_verification.proofs.rocq import sources

CLOSED = "Closed under the global context"
"""What Coq prints for theorems that rest on no axiom and on nothing that was left unproved."""

_PACKAGES = {"coqc": "coq", "coq_makefile": "coq", "make": "make", "ocamlopt": "ocaml-nox"}
"""Each program that is needed, and the Debian package that has it."""

_LONGEST_TAIL = 300


class BuildError(Exception):
    """Coq or OCaml refused the sources; the text holds the end of what they printed."""


def missing_programs() -> str | None:
    """Which programs are missing and how to get them, in one line; None where all are there."""
    missing = [program for program in _PACKAGES if shutil.which(program) is None]
    if not missing:
        return None
    packages = dict.fromkeys(_PACKAGES[program] for program in missing)
    return (
        f"{', '.join(missing)} not found; on Debian and Ubuntu: apt-get install"
        f" {' '.join(packages)}"
    )


def coq_version() -> str:
    """Coq and its version; only its name where it is missing."""
    coqc = shutil.which("coqc")
    if coqc is None:
        return "Coq (not installed)"
    done = subprocess.run([coqc, "--print-version"], capture_output=True, text=True, check=False)  # noqa: S603
    return " ".join(("Coq", *done.stdout.split()[:1]))


def assumptions(place: Path) -> str:
    """Compile all proofs in a folder, and ask Coq what the theorems assume.

    Returns:
        `CLOSED`, or the axioms on which some of them rest, in one line.

    Raises:
        BuildError: a proof is refused.
        SourceError: the sources are missing.
    """
    _copy_sources(place)
    _run(["make", "--silent", "build/assumptions.txt"], place)
    return " ".join((place / "build" / "assumptions.txt").read_text().split())


def program(place: Path, name: str) -> Path:
    """Extract the model in a folder and compile one of the programs around it.

    Args:
        place: the folder.
        name: `adapter`, which speaks the line protocol, or `checker`, of certificates.

    Raises:
        BuildError: Coq or OCaml refuses the sources.
        SourceError: the sources are missing.
    """
    _copy_sources(place)
    _run(["make", "--silent", f"build/{name}"], place)
    return place / "build" / name


def _copy_sources(place: Path) -> None:
    origin = sources.folder()
    for name in ("_CoqProject", "Makefile", *(f"{module}.v" for module in sources.modules())):
        shutil.copy2(origin / name, place / name)
    shutil.copytree(origin / "ocaml", place / "ocaml", dirs_exist_ok=True)


def _run(command: Sequence[str], place: Path) -> None:
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        tail = " ".join((done.stdout + done.stderr).split())[-_LONGEST_TAIL:]
        raise BuildError(f"{command[-1]} failed: …{tail}")
