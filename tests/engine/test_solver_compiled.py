"""Compiled code that is kept on disk is never out of date: the rule of `compiled` is followed."""

import ast
import inspect
from importlib import import_module
from pathlib import Path

import pytest
from numba.core.dispatcher import Dispatcher

import churn_engine.solver
import churn_verification.stategraph
from churn_engine.solver import compiled

PACKAGES = (churn_engine.solver, churn_verification.stategraph)
CARRIERS = {"Patterns", "Layout", "Sources"}


def functions_kept_on_disk() -> list[tuple[str, str]]:
    """Module and name of all functions under the decorator `compiled`."""
    return [
        (f"{package.__name__}.{path.stem}", node.name)
        for package in PACKAGES
        for path in sorted(Path(package.__path__[0]).glob("*.py"))
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef) and _is_kept(node)
    ]


def _is_kept(node: ast.FunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "compiled" for mark in node.decorator_list)


@pytest.mark.parametrize(("module", "name"), functions_kept_on_disk())
def test_kept_functions_take_the_digest_or_call_nothing_of_other_files(
    module: str, name: str
) -> None:
    imported = import_module(module)
    function = getattr(imported, name).py_func
    takes = {str(part.annotation).split(".")[-1].strip("'> ") for part in parameters(function)}
    called = [getattr(imported, used, None) for used in function.__code__.co_names]
    foreign = [
        one.py_func.__name__
        for one in called
        if isinstance(one, Dispatcher) and one.py_func.__module__ != module
    ]
    assert takes & CARRIERS or not foreign, f"{name} calls {foreign}"


def parameters(function: object) -> list[inspect.Parameter]:
    assert callable(function)
    return list(inspect.signature(function).parameters.values())


def test_the_rule_is_applied_to_many_functions() -> None:
    assert len(functions_kept_on_disk()) > 15


def test_any_change_of_the_solvers_sources_changes_the_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.py").write_text("a = 1\n")
    monkeypatch.setattr(compiled, "files", lambda _: tmp_path)
    digest = inspect.unwrap(compiled._digest)  # not the one that was kept
    before = digest()
    (tmp_path / "notes.txt").write_text("no source")
    assert digest() == before
    (tmp_path / "one.py").write_text("a = 2\n")
    assert digest() != before
    (tmp_path / "one.py").rename(tmp_path / "other.py")
    (tmp_path / "other.py").write_text("a = 1\n")
    assert digest() != before


def test_all_signs_of_the_same_sources_are_one() -> None:
    assert len({compiled.Sources(), compiled.Sources()}) == 1


@compiled.helper
def _next(_sources: compiled.Sources, number: int) -> int:
    return number + 1


def test_compiled_code_is_kept_under_the_digest_of_the_sources() -> None:
    assert _next(compiled.Sources(), 41) == 42
    ((sources, _number),) = _next.signatures  # type: ignore[attr-defined]
    assert sources == compiled.SourcesType()
    assert sources.name == f"Sources({compiled._digest()})"
