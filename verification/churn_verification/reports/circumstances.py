"""What was run, and on what: versions, sources, commit, kind of machine; no names, no paths."""

import os
import platform
import subprocess
from importlib.metadata import version

from pydantic import BaseModel, ConfigDict

from churn_verification.support.environment import PACKAGES, package_folder, sources

_LIBRARIES = ("hypothesis", "numba", "numpy", "z3-solver", "networkx", "rustworkx")
_SECONDS_FOR_GIT = 10


class Machine(BaseModel):
    """The kind of machine.

    Attributes:
        system: the operating system.
        processor: the kind of processor.
        cores: how many of its cores this program may use.
        memory: in gigabytes; None where the system does not tell.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    system: str
    processor: str
    cores: int
    memory: float | None


class Circumstances(BaseModel):
    """What was run, and on what.

    Attributes:
        versions: of the project, Python and the libraries the evidence rests on.
        sources: a checksum of the three packages as they were run.
        commit: the commit that was checked out, with `+` where files were changed after it; None
            where the packages do not come from a checkout.
        machine: the kind of machine.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    versions: dict[str, str]
    sources: str
    commit: str | None
    machine: Machine


def circumstances() -> Circumstances:
    """What this process runs, and on what."""
    return Circumstances(
        versions={
            "churnproof": version("churnproof"),
            "python": platform.python_version(),
            **{library: version(library) for library in _LIBRARIES},
        },
        sources=sources(),
        commit=_commit(),
        machine=Machine(
            system=platform.system(),
            processor=platform.machine(),
            cores=os.cpu_count() or 1,
            memory=_memory(),
        ),
    )


def _commit() -> str | None:
    head = _git("rev-parse", "HEAD")
    if head is None:
        return None
    folders = [str(package_folder(package)) for package in PACKAGES]
    if not _git("ls-files", "--", *folders):
        return None  # an environment inside the checkout of another project
    return f"{head}+" if _git("status", "--porcelain", "--", *folders) else head


def _git(*arguments: str) -> str | None:
    """What git says about the checkout that this package is in; None where it says nothing."""
    try:
        answer = subprocess.run(  # noqa: S603 - no part of it comes from outside
            ["git", "-C", str(package_folder("churn_verification")), *arguments],  # noqa: S607
            capture_output=True,
            text=True,
            timeout=_SECONDS_FOR_GIT,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout.strip()


def _memory() -> float | None:
    try:
        number = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None
    return round(number / 2**30, 1)
