"""Copies of the engine in which one line is changed.

A copy is a package of its own: its modules are read from the engine's sources, the change is made
in the text, and its imports lead to the copy. The engine itself is left alone. Kernels in a copy
are compiled as those of the engine are, anew in each process, since none are kept on disk.
"""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec
from importlib.resources import files
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Literal, cast

from churn_verification.players.interface import Implementation, Session

Form = Literal["stepping", "kernels"]

_ENGINE = Path(str(files("churn_engine")))
_KEEPING = _ENGINE / "keeping.py"
_KEEP_NOTHING = """

def compiled_and_kept(function, **options):
    return numba.njit(**options)(function)
"""
_ADAPTERS = Path(str(files("churn_verification.players")))
_ADAPTER = "adapter_"
_CLASS_OF: dict[Form, str] = {"stepping": "SteppingEngine", "kernels": "Kernels"}
_IMPORT = re.compile(r"\bchurn_engine\b")


@dataclass(frozen=True)
class Edit:
    """One change of the engine's text.

    Attributes:
        file: the file, from the engine's folder.
        old: what is replaced; it stands there once.
        new: what stands there instead.
    """

    file: str
    old: str
    new: str


class EditError(Exception):
    """The text that an edit replaces does not stand in the file just once."""


@dataclass(frozen=True)
class EditedEngine:
    """A form of the engine with one line changed, to be played.

    Attributes:
        name: what it is called in reports.
        form: the form of the engine.
        edit: the change; without one the copy is what the engine is.
    """

    name: str
    form: Form
    edit: Edit | None

    def begin(self, position: str) -> Session:
        """Begin a session at a position.

        Raises:
            EditError: the engine's text is no longer what the edit was made for.
        """
        return self._implementation.begin(position)

    @cached_property
    def _implementation(self) -> Implementation:
        package = "churn_engine_of_" + re.sub(r"\W", "_", self.name)
        sys.meta_path.append(_Finder(package, self.edit))
        adapter = import_module(f"{package}.{_ADAPTER}{self.form}")
        return cast(Implementation, getattr(adapter, _CLASS_OF[self.form])())


class _Finder(MetaPathFinder):
    """Finds the modules of one copy."""

    def __init__(self, package: str, edit: Edit | None) -> None:
        self._package = package
        self._edit = edit

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        package, *parts = fullname.split(".")
        if package != self._package:
            return None
        place = _ENGINE.joinpath(*parts)
        if parts and parts[-1].startswith(_ADAPTER):
            place = _ADAPTERS / parts[-1].removeprefix(_ADAPTER)
        is_package = place.is_dir()
        file = place / "__init__.py" if is_package else place.with_suffix(".py")
        if not file.is_file():
            return None
        loader = _Loader(package, file, self._edit)
        spec = spec_from_loader(fullname, loader, is_package=is_package)
        if spec is not None and is_package:
            # Were the engine's folder searched, the usual finder would come first and load what
            # stands there unchanged, and numba would keep that in the engine's own cache.
            spec.submodule_search_locations = []
        return spec


class _Loader(SourceLoader):
    """Reads one module of a copy."""

    def __init__(self, package: str, file: Path, edit: Edit | None) -> None:
        self._package = package
        self._file = file
        self._edit = edit

    def get_filename(self, fullname: str) -> str:
        return str(self._file)

    def get_data(self, path: str | bytes) -> bytes:
        text = self._file.read_text(encoding="utf-8")
        if self._edit is not None and self._file == _ENGINE / self._edit.file:
            text = _edited(text, self._edit)
        if self._file == _KEEPING:
            text += _KEEP_NOTHING
        return _IMPORT.sub(self._package, text).encode()


def _edited(text: str, edit: Edit) -> str:
    found = text.count(edit.old)
    if found != 1:
        raise EditError(
            f"{edit.old!r} stands {found} times in {edit.file}; it must stand there once"
        )
    return text.replace(edit.old, edit.new)
