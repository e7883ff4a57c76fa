"""Showing what a command found: the views that its options ask for."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial, wraps
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import rich_click as click

from churn_verification.cli.common import (
    json_option,
    notice,
    output_path,
    print_json,
    print_table,
)

if TYPE_CHECKING:
    from churn_verification.views.document import Document

_Command = TypeVar("_Command", bound=Callable[..., Any])


def print_listed(
    entries: Iterable[Any], as_json: bool, *keys: str, json_only: Sequence[str] = ()
) -> None:
    """Print what there is to choose from, as text or as one JSON document.

    Args:
        entries: what there is; each has an id, a sentence and clauses.
        as_json: whether to print JSON.
        keys: further attributes.
        json_only: further attributes that are left out of the text.
    """
    if as_json:
        every = ("id", "sentence", "clauses", *keys, *json_only)
        print_json([{key: _plain(getattr(each, key)) for key in every} for each in entries])
        return
    for each in entries:
        sort = ", ".join(str(_plain(getattr(each, key))) for key in keys)
        click.echo(f"{each.id}  [{sort}{'; ' if sort else ''}{' '.join(each.clauses)}]")
        click.echo(f"    {each.sentence}")


def _plain(value: object) -> object:
    return value.value if isinstance(value, Enum) else value


FORMS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "junit": ("machine.junit_xml", "Write JUnit XML."),
        "html": ("page.page_of", "Write a page with pictures."),
        "summary": ("markdown.markdown", "Write Markdown, for the page of a CI job."),
    }
)
"""The forms in which a document can be written to a file: by option, the function of
`churn_verification.views` that makes it, and what `--help` says."""


@dataclass(frozen=True)
class Views:
    """The forms in which a command shows what it found.

    Attributes:
        as_json: whether to print the JSON document.
        as_tap: whether to print TAP instead of the terminal's view.
        files: where to write each of the `FORMS` that were asked for.
        prints: whether to print the terminal's view.
    """

    as_json: bool
    as_tap: bool
    files: Mapping[str, Path]
    prints: bool = True

    def show(self, found: str, make: "Callable[[], Document]", *first: Callable[[], None]) -> bool:
        """Write the files that were asked for, then print.

        A fault in one view does not keep the others, nor what was found, from the user.

        Args:
            found: the JSON document of what was found, printed too where the terminal's view fails.
            make: makes the document to be shown.
            first: writes something else before all that.

        Returns:
            Whether all of it worked; if not, what was wrong is said on stderr.

        Raises:
            OSError: stdout is closed.
        """
        document = cache(make)
        written: list[Callable[[], None]]
        written = [partial(_write_view, form, path, document) for form, path in self.files.items()]
        faults = [fault for fault in map(_fault_of, (*first, *written)) if fault]
        try:
            self._print(found, document)
        except OSError:
            raise
        except Exception as error:  # noqa: BLE001 - what was found must be seen, whatever broke
            click.echo(found)
            faults.append(f"the terminal's view failed, so JSON was printed: {_kind(error)}")
        for fault in faults:
            notice(fault)
        return not faults

    def _print(self, found: str, document: "Callable[[], Document]") -> None:
        from churn_verification.views.machine import tap
        from churn_verification.views.terminal import terminal_view

        if self.as_json:
            click.echo(found)
        elif self.as_tap:
            click.echo(tap(document()), nl=False)
        elif self.prints:
            print_table(terminal_view(document()))


def _write_view(form: str, path: Path, document: "Callable[[], Document]") -> None:
    from churn_verification.support.files import write_atomically

    module, function = FORMS[form][0].split(".")
    view = getattr(import_module(f"churn_verification.views.{module}"), function)
    write_atomically(path, view(document()))
    notice(f"wrote {path}")


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
    def collected(*arguments: Any, as_json: bool, as_tap: bool, **options: Any) -> Any:
        files = {form: path for form in FORMS if (path := options.pop(form)) is not None}
        return command(*arguments, views=Views(as_json, as_tap, files), **options)

    shown: Any = collected
    as_tap = click.option(
        "--tap", "as_tap", is_flag=True, help="Print TAP, one line for each check."
    )
    writing = [
        click.option(f"--{form}", type=output_path(), metavar="FILE", help=text)
        for form, (_, text) in reversed([*FORMS.items()])
    ]
    for option in (json_option, as_tap, *writing):
        shown = option(shown)
    return cast(_Command, shown)
