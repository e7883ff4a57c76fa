"""The explorer as a static page, where Python runs in the browser.

    python -m tools.static_explorer build/site/explorer

The page needs no server. Beside its files lie Python for the browser (Pyodide) and the modules that
answer the page: the specification, and those parts of the explorer and of the renderer that need
nothing but Python. npm installs Pyodide in the version and with the checksum that
`package-lock.json` names.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from churn_explorer.pages import page_files
from tools.programs import NPM

_HERE = Path(__file__).parent
_PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "package.json",  # names the version and the licence
    "README.md",
)
_LIST_MODULES = """
import importlib.abc, json, sys

OURS = {"churn_spec", "churn_verification", "churn_explorer", "annotated_types"}

class NothingElse(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] not in OURS | sys.stdlib_module_names:
            raise ImportError(f"{name} does not run in the browser")

sys.meta_path.insert(0, NothingElse())
import churn_explorer.in_browser
print(json.dumps({
    name: module.__file__ for name, module in sys.modules.items() if name.partition(".")[0] in OURS
}))
"""


def build(folder: Path) -> None:
    """Write the page and all that it loads into a folder.

    Raises:
        ImportError: A module imports something that is not there in the browser.
        OSError: npm is missing.
        subprocess.CalledProcessError: npm could not install Pyodide.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in page_files(in_browser=True).items():
        (folder / name).write_text(text, "utf-8")
    _pack_sources(folder / "sources.zip")
    _install_pyodide(folder / "pyodide")


def modules() -> dict[str, Path]:
    """The modules that answer the page, and their files; found by importing them alone.

    Raises:
        ImportError: One of them imports something that is not there in the browser.
    """
    run = subprocess.run(  # noqa: S603 - it is this Python
        [sys.executable, "-c", _LIST_MODULES], capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise ImportError(run.stderr.strip().splitlines()[-1])
    found: dict[str, str] = json.loads(run.stdout)
    return {name: Path(file) for name, file in found.items()}


def _pack_sources(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, file in sorted(modules().items()):
            inside = name.replace(".", "/")
            inside += "/__init__.py" if file.name == "__init__.py" else ".py"
            packed.writestr(zipfile.ZipInfo(inside), file.read_bytes(), zipfile.ZIP_DEFLATED)


def _install_pyodide(folder: Path) -> None:
    """Have npm install Pyodide as locked, and keep of it what the page loads."""
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(_HERE / name, place)
        quiet = ("--silent", "--no-fund", "--no-audit", "--ignore-scripts")
        command = [NPM.path or "npm", "ci", *quiet, "--prefix", place]
        subprocess.run(command, check=True)  # noqa: S603 - nothing in it comes from outside
        for name in _PYODIDE:
            shutil.copy(Path(place, "node_modules", "pyodide", name), folder)
