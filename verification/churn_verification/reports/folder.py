"""The report folder: the run as JSON and JUnit."""

from pathlib import Path

from churn_verification.files import FileError, write_atomically
from churn_verification.reports.junit import junit_xml
from churn_verification.reports.model import RunReport

JSON_NAME = "report.json"
JUNIT_NAME = "junit.xml"


def prepare_folder(folder: Path) -> None:
    """Make sure that reports can be written to a folder, before anything long is begun.

    Raises:
        FileError: it cannot be made or written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot make the report folder {folder}: {error.strerror}") from None
    trial = folder / ".writable"
    write_atomically(trial, "")
    trial.unlink()


def write_reports(report: RunReport, folder: Path) -> None:
    """Write a run to a folder; reports of an earlier run there are replaced.

    Raises:
        FileError: the folder cannot be written.
    """
    write_atomically(folder / JSON_NAME, report.model_dump_json(indent=2) + "\n")
    write_atomically(folder / JUNIT_NAME, junit_xml(report))
