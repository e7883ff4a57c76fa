"""The page's files, for the two places from which it is had: this program, and the site."""

from collections.abc import Mapping
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from churn_explorer.glyphs import board_styles, glyphs, text_places
from churn_spec import CLAUSES

_PAGE = files("churn_explorer") / "page"
_BROWSER = files("churn_explorer") / "browser"

POLICY_IN_BROWSER = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self';"
    " style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none';"
    " form-action 'none'"
)
"""What a page without a server may load: the files beside it, and Python, which is WebAssembly."""


def page_files(*, in_browser: bool = False) -> Mapping[str, str]:
    """The texts of the page's files by their names; `index.html` is the page.

    Args:
        in_browser: whether Python runs in the browser instead of a server.
    """
    texts = {file.name: file.read_text("utf-8") for file in _PAGE.iterdir() if file.is_file()}
    if in_browser:
        texts |= {file.name: file.read_text("utf-8") for file in _BROWSER.iterdir()}
    texts["board.css"] = board_styles()
    environment = Environment(autoescape=True, undefined=StrictUndefined)
    texts["index.html"] = environment.from_string(texts["index.html"]).render(
        glyphs=glyphs(),
        text_places=text_places(),
        rules=texts.pop("rules.html"),
        clauses=CLAUSES,
        in_browser=in_browser,
        policy=POLICY_IN_BROWSER if in_browser else "",
    )
    return texts
