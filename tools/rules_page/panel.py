"""The explorer's panel of the rules: "The game in a page", taken from `RULES.md` as it stands."""

import re
from pathlib import Path

from markdown_it import MarkdownIt

from tools.rules_page.page import PageError

PANEL = Path("explorer/churn_explorer/page/rules.html")
_HEADING = "\n## The game in a page\n"


def panel(page: str) -> str:
    """The part of the rules page that the explorer shows, as HTML.

    Links to a clause on the page become links to the clause in the panel.

    Args:
        page: the text of `RULES.md`.

    Raises:
        PageError: the page has no such part.
    """
    _, found, rest = page.partition(_HEADING)
    if not found:
        raise PageError(f"no heading {_HEADING.strip()!r}")
    html = MarkdownIt().render(rest.partition("\n## ")[0])
    return re.sub(
        r'<a href="#([a-z]\d)-[^"]*">',
        lambda link: f'<a class="clause" href="#rule-{link[1].upper()}">',
        str(html),
    )
