"""The documentation site: `sphinx-build -W --keep-going -c docs . build/site`.

The source folder is the whole repository, so pages stay where they are (the rules beside the
specification, the protocol beside its implementation), and a link that works in a clone works on
the site too.
"""

import os
import sys
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

# The notebooks call `churnproof` as a reader does who has activated the environment.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

project = "churnproof"
author = "The churnproof developers"
project_copyright = author
version = release = version_of("churnproof")

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
root_doc = "docs/index"
include_patterns = [
    "docs/**",
    "spec/RULES.md",
    "verification/PROTOCOL.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
]
html_theme = "furo"
html_title = "churnproof"
html_extra_path = ["site"]  # index.html, which leads to docs/index.html
html_static_path: list[str] = []

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4

autodoc_default_options = {
    "members": True,
    "member-order": "bysource",
    "special-members": "__len__",
}
autodoc_typehints = "description"
autodoc_class_signature = "separated"
default_role = "code"  # docstrings have names in single backticks, as Markdown does
napoleon_google_docstring = True
napoleon_use_ivar = True
copybutton_prompt_text = "$ "


def setup(app: Sphinx) -> None:
    """Read tables in docstrings as Markdown, and make pages accessible."""
    app.connect("autodoc-process-docstring", _read_tables)
    app.connect("html-page-context", _make_accessible, priority=900)  # after the theme


def _make_accessible(*arguments: Any) -> None:
    """Let the keyboard scroll long lines of code, and give captions the level that they miss."""
    context = arguments[3]
    context["body"] = context.get("body", "").replace("<pre>", '<pre tabindex="0">')
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace(
        'role="heading">', 'role="heading" aria-level="2">'
    )


def _read_tables(*arguments: Any) -> None:
    """Turn the Markdown tables in a docstring's lines, the last argument, into list tables."""
    lines = arguments[-1]
    read: list[str] = []
    for line in lines:
        if not line.startswith("|"):
            read.append(line)
        elif set(line) <= set("|-: "):
            continue
        else:
            if not read or not read[-1].startswith(("   * - ", "     - ")):
                read += [".. list-table::", "   :header-rows: 1", ""]
            first, *rest = line.strip("| ").split(" | ")
            read += [f"   * - {first}", *(f"     - {cell}" for cell in rest)]
    lines[:] = read


nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_execution_in_temp = True
nb_render_markdown_format = "myst"
