"""The report folder: the run as a page, as JSON and as JUnit.

A folder belongs to reports if it holds nothing else. So nothing of anybody else's is overwritten.
"""

from pathlib import Path

from pydantic import ValidationError

from churn_verification.reports.model import RunReport
from churn_verification.support.files import FileError, read_text, write_atomically
from churn_verification.views.machine import junit_xml
from churn_verification.views.of_verify import document_of
from churn_verification.views.page import page_of

JSON_NAME = "report.json"
JUNIT_NAME = "junit.xml"
PAGE_NAME = "report.html"

_NAMES = (JSON_NAME, JUNIT_NAME, PAGE_NAME)


class FolderError(Exception):
    """A folder that is not for reports, or holds no report to go on with; the text says why."""


def prepare_folder(folder: Path) -> None:
    """Make sure that reports can be written to a folder, before anything long is begun.

    Raises:
        FolderError: it holds something that is no report of this program.
        FileError: it cannot be made, read or written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise FileError(f"cannot make the report folder {folder}: {error.strerror}") from None
    _require_reports_only(folder, entries)
    trial = folder / ".writable"
    write_atomically(trial, "")
    trial.unlink()


def _require_reports_only(folder: Path, entries: list[Path]) -> None:
    for entry in entries:
        if _is_left_over(entry):
            continue
        if entry.name not in _NAMES or entry.is_symlink() or not entry.is_file():
            raise FolderError(
                f"{folder} holds {entry.name}, which is not a report of this program; choose a new"
                " or empty folder, or one with an earlier report"
            )
    present = {entry.name for entry in entries}
    if present.intersection(_NAMES):
        read_report(folder)


def _is_left_over(entry: Path) -> bool:
    """Whether a file is what a program that was killed while it wrote a report left behind."""
    return entry.name.startswith(tuple(f".{name}." for name in (*_NAMES, ".writable")))


def read_report(folder: Path) -> RunReport:
    """The run whose report a folder holds.

    Raises:
        FolderError: it holds none of this program, or one of another version.
        FileError: it cannot be read.
    """
    path = folder / JSON_NAME
    if not path.is_file():
        raise FolderError(f"{folder} holds no {JSON_NAME} of this program")
    text = read_text(path)
    try:
        return RunReport.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise FolderError(
            f"{path} is not a report of this version of the program"
            f" ({place + ': ' if place else ''}{first['msg']})"
        ) from None


def write_run(report: RunReport, folder: Path) -> None:
    """Write how far a run has come, so that it can go on from there.

    Raises:
        FileError: the folder cannot be written.
    """
    write_atomically(folder / JSON_NAME, report.model_dump_json(indent=2) + "\n")


def write_reports(report: RunReport, folder: Path) -> None:
    """Write a run to a folder in every form; the reports of an earlier run there are replaced.

    Raises:
        FileError: the folder cannot be written.
    """
    write_run(report, folder)
    document = document_of(report)
    write_atomically(folder / JUNIT_NAME, junit_xml(document))
    write_atomically(folder / PAGE_NAME, page_of(document))
