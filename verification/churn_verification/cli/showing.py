"""Showing what a command found: the views that its options ask for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import rich_click as click

from churn_verification.cli.common import (
    json_option,
    notice,
    output_path,
    print_table,
)

if TYPE_CHECKING:
    from churn_verification.views.document import Document

_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(frozen=True)
class Views:
    """The forms in which a command shows what it found.

    Attributes:
        as_json: whether to print the JSON document.
        as_tap: whether to print TAP instead of the terminal's view.
        junit: where to write JUnit XML.
        html: where to write the page.
        summary: where to write Markdown.
        prints: whether to print the terminal's view.
    """

    as_json: bool
    as_tap: bool
    junit: Path | None
    html: Path | None
    summary: Path | None
    prints: bool = True

    def show(self, found: str, make: "Callable[[], Document]") -> bool:
        """Write the files that were asked for, then print.

        Args:
            found: the JSON document of what was found.
            make: makes the document to be shown.

        Returns:
            Whether all of it worked; if not, what was wrong is said on stderr.
        """
        from churn_verification.views.machine import junit_xml
        from churn_verification.views.markdown import markdown
        from churn_verification.views.page import page_of

        document = cache(make)
        views = ((self.junit, junit_xml), (self.html, page_of), (self.summary, markdown))
        written = [
            partial(_write_view, path, view, document) for path, view in views if path is not None
        ]
        return show_all(found, written, partial(self._print, found, document))

    def _print(self, found: str, document: "Callable[[], Document]") -> None:
        from churn_verification.views.machine import tap
        from churn_verification.views.terminal import terminal_view

        if self.as_json:
            click.echo(found)
        elif self.as_tap:
            click.echo(tap(document()), nl=False)
        elif self.prints:
            print_table(terminal_view(document()))


def _write_view(
    path: Path, view: "Callable[[Document], str]", document: "Callable[[], Document]"
) -> None:
    from churn_verification.support.files import write_atomically

    write_atomically(path, view(document()))
    notice(f"wrote {path}")


def show_all(
    found: str, written: Sequence[Callable[[], None]], printed: Callable[[], None]
) -> bool:
    """Make views one after the other; a fault in one keeps nothing of what was found from the user.

    Args:
        found: the JSON document of what was found, to be printed where `printed` fails.
        written: each writes files.
        printed: prints on stdout.

    Returns:
        Whether all of it worked; if not, what was wrong is said on stderr.

    Raises:
        OSError: stdout is closed.
    """
    faults = [fault for fault in map(_fault_of, written) if fault]
    try:
        printed()
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - what was found must be seen, whatever broke
        click.echo(found)
        faults.append(f"the terminal's view failed, so JSON was printed: {_kind(error)}")
    for fault in faults:
        notice(fault)
    return not faults


def _fault_of(write: Callable[[], None]) -> str | None:
    """What kept a view from being written; None where nothing did."""
    from churn_verification.support.files import FileError

    try:
        write()
    except FileError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - the other views are to be made all the same
        return f"a view failed: {_kind(error)}"
    return None


def _kind(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def view_options(command: _Command) -> _Command:
    """The options that say how results are shown, `--json` among them; the command gets `views`."""

    @wraps(command)
    def collected(
        *arguments: Any,
        as_json: bool,
        as_tap: bool,
        junit: Path | None,
        html: Path | None,
        summary: Path | None,
        **options: Any,
    ) -> Any:
        return command(*arguments, views=Views(as_json, as_tap, junit, html, summary), **options)

    shown: Any = collected
    for option in (
        json_option,
        click.option("--tap", "as_tap", is_flag=True, help="Print TAP, one line for each check."),
        click.option("--summary", type=output_path(), metavar="FILE", help="Write Markdown."),
        click.option("--html", type=output_path(), metavar="FILE", help="Write a page."),
        click.option("--junit", type=output_path(), metavar="FILE", help="Write JUnit XML."),
    ):
        shown = option(shown)
    return cast(_Command, shown)
