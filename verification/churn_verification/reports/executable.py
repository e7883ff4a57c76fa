"""Which lines and branches there are in functions that Python executes and not compiled code."""

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from coverage.parser import PythonParser

_COMPILED = {"compiled", "formula", "helper", "kernel", "machine_code"}
"""The decorators of the engine that compile a function."""

_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Code:
    """Some code of one module.

    Attributes:
        module: the module's name.
        lines: the numbers of its executable lines.
        branches: the steps from lines that have several ways on, each as a pair of line numbers.
    """

    module: str
    lines: frozenset[int]
    branches: frozenset[tuple[int, int]]


@cache
def code_of_package(package: str) -> tuple[Code, ...]:
    """The bodies of a package's functions, by module; compiled ones are left out."""
    root = Path(str(files(package)))
    codes = (_code(path, _module_name(package, root, path)) for path in sorted(root.rglob("*.py")))
    return tuple(code for code in codes if code.lines)


def code_of_function(function: Callable[..., object]) -> Code:
    """The body of one function, a cached one too."""
    plain = inspect.unwrap(function)
    source = inspect.getsourcefile(plain)
    assert source is not None
    lines, first = inspect.getsourcelines(plain)
    there = range(first, first + len(lines))
    whole = _code(Path(source), function.__module__)
    return Code(
        whole.module,
        whole.lines.intersection(there),
        frozenset(arc for arc in whole.branches if arc[0] in there),
    )


def _module_name(package: str, root: Path, path: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join((package, *(part for part in parts if part != "__init__")))


@cache
def _code(path: Path, module: str) -> Code:
    bodies = set(_body_lines(ast.parse(path.read_text(encoding="utf-8"))))
    parser = _parser(path)
    several = {line for line, ways in parser.exit_counts().items() if ways > 1}
    branches = {arc for arc in parser.arcs() if arc[0] in several & bodies}
    return Code(module, frozenset(parser.statements & bodies), frozenset(branches))


def steps_between_statements(path: Path, steps: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """Steps from line to line as steps from statement to statement, by their first lines."""
    return set(_parser(path).translate_arcs(steps))


@cache
def _parser(path: Path) -> PythonParser:
    parser = PythonParser(filename=str(path))
    parser.parse_source()
    return parser


def _body_lines(tree: ast.AST) -> Iterator[int]:
    """The lines of all functions' bodies; those of compiled functions are left out."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, _Function):
            if not _is_compiled(node):
                yield from range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1)
        else:
            yield from _body_lines(node)


def _is_compiled(function: _Function) -> bool:
    names = {
        each.id
        for decorator in function.decorator_list
        for each in ast.walk(decorator)
        if isinstance(each, ast.Name)
    }
    return bool(names & _COMPILED)
