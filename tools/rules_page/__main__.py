"""Draw the pictures of `RULES.md`, or check the page."""

import sys
from pathlib import Path
from typing import NoReturn

import rich_click as click

from churn_verification.cli.common import ExitStatus
from churn_verification.support.files import FileError, read_text, write_atomically
from tools.rules_page.checking import (
    expected_pictures,
    problems,
    write_pictures,
)
from tools.rules_page.page import FOLDER, PageError, read_page
from tools.rules_page.panel import PANEL, panel


@click.command()
@click.argument("page", type=click.Path(path_type=Path), default=Path("spec/RULES.md"))
@click.option("--check", is_flag=True, help="Write nothing; say what is wrong, with status 1.")
def rules_page(page: Path, check: bool) -> None:
    """Draw the pictures that PAGE describes, into the folder `pictures` beside it.

    The explorer's panel of the rules is written anew where it no longer says what PAGE does.

    Example: python -m tools.rules_page --check
    """
    folder = page.parent / FOLDER
    beside = page.parent.parent / PANEL
    try:
        text = read_text(page)
        sections = read_page(text)
        stale = beside.is_file() and read_text(beside) != panel(text)
        if check:
            _report([*problems(sections, folder), *([f"{beside} is stale"] if stale else [])])
            return
        _report_changes(write_pictures(folder, expected_pictures(sections)))
        if stale:
            write_atomically(beside, panel(text))
            click.echo(f"wrote {beside}")
    except FileError as error:
        _leave(str(error), ExitStatus.SURROUNDINGS)
    except PageError as error:
        _leave(f"{page}, {error}", ExitStatus.REQUEST)


def _report(found: list[str]) -> None:
    for problem in found:
        click.echo(problem)
    if found:
        _leave(f"{len(found)} problems", ExitStatus.DIFFERENCE)


def _report_changes(changes: list[str]) -> None:
    for change in changes:
        click.echo(change)


def _leave(text: str, status: ExitStatus) -> NoReturn:
    click.echo(f"rules_page: {text}", err=True)
    sys.exit(int(status))


if __name__ == "__main__":
    rules_page()
