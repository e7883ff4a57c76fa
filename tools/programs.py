"""The programs outside Python that tests and commands call: what each is for, how to get it.

This is the only list of them. Tests ask it whether a program is there, `.ci/run` installs what it
names, and the table in CONTRIBUTING.md must equal `table()`. It needs the standard library alone,
because it is asked before anything is installed:

    python tools/programs.py    prints the Debian packages of the programs that are missing
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from shutil import which

REQUIRE_ALL = "CHURNPROOF_REQUIRE_ALL"
"""The environment variable that makes a test fail where it would be skipped, if set to 1."""


@dataclass(frozen=True)
class Program:
    """A program outside Python.

    Attributes:
        name: What it is called in a sentence.
        commands: The names it may have on the PATH. The first one found is used.
        used_for: What calls it, and why.
        debian: Its packages in Debian.
        elsewhere: How to get it on other systems.
        tests: What the tests that need it are called, if any do: `JavaScript` for "2 JavaScript
            tests".
        is_large: Whether it takes more than 200 MB. `.ci/run` does not install it then, and its
            tests may be missing there: .github/workflows/implementations.yml has it.
    """

    name: str
    commands: tuple[str, ...]
    used_for: str
    debian: str
    elsewhere: str
    tests: str = ""
    is_large: bool = False

    @property
    def path(self) -> str | None:
        """The path of the first of its commands that is there, or None."""
        return next((path for path in map(which, self.commands) if path), None)

    @property
    def missing(self) -> str:
        """Says that it is not there and how to get it."""
        return (
            f"no {self.name} (Debian: apt-get install {self.debian}; elsewhere: {self.elsewhere})"
        )


CHROMIUM = Program(
    name="Chromium",
    commands=(
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "microsoft-edge",
        "microsoft-edge-stable",
    ),
    used_for="tests of the explorer and other pages; Chrome or Edge on the PATH will do",
    debian="chromium",
    elsewhere="playwright install chromium",
    tests="browser",
)
NODE = Program(
    name="Node.js",
    commands=("node",),
    used_for="tests of the JavaScript adapter template",
    debian="nodejs",
    elsewhere="https://nodejs.org",
    tests="JavaScript",
)
NPM = Program(
    name="npm",
    commands=("npm",),
    used_for="installs Python for the browser, for the site and for tests of its explorer",
    debian="npm",
    elsewhere="https://nodejs.org",
    tests="npm",
)
C_COMPILER = Program(
    name="C compiler",
    commands=("gcc", "clang", "cc"),
    used_for="tests of the C adapter template",
    debian="gcc libc6-dev",
    elsewhere="install GCC or Clang",
    tests="C",
)
C_SHARP = Program(
    name="C# compiler",
    commands=("mcs",),
    used_for="tests of the C# adapter template",
    debian="mono-mcs",
    elsewhere="https://www.mono-project.com",
    tests="C#",
)
JAVA = Program(
    name="Java compiler",
    commands=("javac",),
    used_for="tests of the Java adapter template; not in `.ci/run`, as it takes 270 MB",
    debian="default-jdk-headless",
    elsewhere="https://adoptium.net",
    tests="Java",
    is_large=True,
)
GIT = Program(
    name="Git",
    commands=("git",),
    used_for="`verify --report` names the commit; without Git the report leaves it out",
    debian="git",
    elsewhere="https://git-scm.com",
)
COQ = Program(
    name="Coq",
    commands=("coqc",),
    used_for="`proof/every-board`, `proof/listed-boards`, `exhaustive/coq-model`: what Coq proves",
    debian="coq",
    elsewhere="https://rocq-prover.org",
    tests="Coq",
)
CADICAL = Program(
    name="CaDiCaL",
    commands=("cadical",),
    used_for="`proof-certificates`: refutes what z3 refutes, with a proof that a checker goes"
    " through",
    debian="cadical",
    elsewhere="install CaDiCaL from its sources",
    tests="certificate",
)

OCAML = Program(
    name="OCaml",
    commands=("ocamlopt",),
    used_for="compiles what Coq makes of its model: an adapter, and the certificate checker",
    debian="ocaml-nox",
    elsewhere="https://ocaml.org",
    tests="Coq",
)
MAKE = Program(
    name="make",
    commands=("make",),
    used_for="compiles the Coq sources in their order",
    debian="make",
    elsewhere="install GNU make",
    tests="Coq",
)
PROGRAMS = (CHROMIUM, NODE, NPM, C_COMPILER, C_SHARP, JAVA, GIT, COQ, CADICAL, OCAML, MAKE)


def table() -> str:
    """The list as a table in Markdown."""
    rows = [
        f"| {each.name} | {each.used_for} | `{each.debian}` | {_in_table(each.elsewhere)} |"
        for each in PROGRAMS
    ]
    head = ["| program | used for | Debian packages | elsewhere |", "|---|---|---|---|"]
    return "\n".join([*head, *rows])


def _in_table(elsewhere: str) -> str:
    return f"`{elsewhere}`" if elsewhere.startswith("playwright ") else elsewhere


def packages_to_install() -> Iterator[str]:
    """The Debian packages of the programs that are not there, large ones left out."""
    for program in PROGRAMS:
        if program.path is None and not program.is_large:
            yield from program.debian.split()


if __name__ == "__main__":
    sys.stdout.writelines(f"{package}\n" for package in packages_to_install())
