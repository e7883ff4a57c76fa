"""Modules named in texts exist, and the docstrings of packages list all of theirs."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = (
    "spec/churn_spec",
    "engine/churn_engine",
    "verification/churn_verification",
    "explorer/churn_explorer",
    "tools",
)
HEADS = ("module", "where")
"""What the first column of a table is called that lists the modules of a package."""

PACKAGES = {
    str(path.parent.relative_to(ROOT)): path.parent
    for room in ROOMS
    for path in sorted((ROOT / room).rglob("__init__.py"))
}


TEXTS = [
    *ROOT.glob("*.md"),
    *(
        path
        for folder in (*(room.split("/")[0] for room in ROOMS), "benchmarks", "docs")
        for kind in ("*.py", "*.md")
        for path in (ROOT / folder).rglob(kind)
    ),
]
DOTTED = re.compile(r"\b(?:churn_(?:spec|engine|verification|explorer)|(?<=-m )tools)(?:\.\w+)+")


def tables_of(docstring: str) -> Iterator[list[str]]:
    """The first column of each table, its head first."""
    for table in re.findall(r"(?:^\|.*\n?)+", docstring, re.MULTILINE):
        head, _, *rows = (line.split("|")[1].strip() for line in table.splitlines())
        yield [head, *rows]


def listed_in_tables(docstring: str) -> set[str]:
    """The modules that a package's docstring lists in a table."""
    columns = [rows for head, *rows in tables_of(docstring) if head in HEADS]
    return {name for rows in columns for row in rows for name in re.findall(r"`(\w+)/?`", row)}


def listed_in_bullets(docstring: str) -> set[str]:
    """The modules that a package's docstring lists before the colons of bullet points."""
    points = re.findall(r"^- (`[^:]*):", docstring, re.MULTILINE)
    return {name for point in points for name in re.findall(r"`(\w+)/?`", point)}


def modules_of(package: Path) -> set[str]:
    modules = {path.stem for path in package.glob("*.py")}
    packages = {path.parent.name for path in package.glob("*/__init__.py")}
    return {name for name in modules | packages if not name.startswith("__")}


def docstring_of(package: Path) -> str:
    return ast.get_docstring(ast.parse((package / "__init__.py").read_text())) or ""


@pytest.mark.parametrize("package", PACKAGES.values(), ids=PACKAGES)
def test_a_package_lists_its_modules_and_no_others(package: Path) -> None:
    docstring, modules = docstring_of(package), modules_of(package)
    assert docstring
    in_tables = listed_in_tables(docstring)
    assert in_tables | listed_in_bullets(docstring) <= modules
    if in_tables:
        assert in_tables == modules


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_has_a_table_of_modules_and_explains_its_words(room: str) -> None:
    docstring = docstring_of(ROOT / room)
    assert len(listed_in_tables(docstring)) > 5
    words = [row for head, *rows in tables_of(docstring) if head == "word" for row in rows]
    assert len(words) > 3
    assert len(words) == len(set(words))


def exists(dotted: str) -> bool:
    """Whether a dotted name leads to a module, or to something that a module names."""
    first, *parts = dotted.split(".")
    place = next(ROOT / room for room in ROOMS if room.endswith(first))
    for part in parts:
        if (place / f"{part}.py").is_file():
            place /= f"{part}.py"
        elif (place / part).is_dir():
            place /= part
        else:
            source = place if place.is_file() else place / "__init__.py"
            return re.search(rf"\b{part}\b", source.read_text()) is not None
    return True


def test_modules_named_in_texts_exist() -> None:
    assert exists("churn_verification.judge.shrink.smallest")
    assert not exists("churn_verification.judge.oracle")
    named = {
        (name, str(path.relative_to(ROOT)))
        for path in TEXTS
        for name in DOTTED.findall(path.read_text(encoding="utf-8"))
    }
    assert len(named) > 300
    vanished = {(name, path) for name, path in named if not exists(name)}
    assert not vanished
