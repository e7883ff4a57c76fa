"""Write the documents that follow from the registry and the models, or say which are stale."""

import json
import sys
from pathlib import Path

import rich_click as click

from churn_verification.cli.common import ExitStatus
from churn_verification.reports.model import RunReport
from churn_verification.reports.traceability import traceability_page
from churn_verification.suite import suite
from churn_verification.support.files import FileError, write_atomically
from tools.every_board import every_board_page


def documents() -> dict[str, str]:
    """File name to content."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **RunReport.model_json_schema(mode="serialization"),
    }
    return {
        "traceability.md": traceability_page(suite()),
        "every-board.md": every_board_page(),
        "report.schema.json": json.dumps(schema, indent=2) + "\n",
    }


def stale(folder: Path) -> list[str]:
    """The names of the documents in a folder that are missing or not as they should be."""
    return [
        name
        for name, content in documents().items()
        if not (folder / name).is_file() or (folder / name).read_bytes() != content.encode()
    ]


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("docs"))
@click.option("--check", is_flag=True, help="Write nothing; say what is stale, with status 1.")
def write_documents(folder: Path, check: bool) -> None:
    """Write to FOLDER the traceability page and the schema of report.json.

    Example: python -m tools.documents --check
    """
    try:
        found = stale(folder)
        if check:
            for name in found:
                click.echo(f"{folder / name} is stale")
            sys.exit(int(ExitStatus.DIFFERENCE if found else ExitStatus.HELD))
        contents = documents()
        for name in found:
            write_atomically(folder / name, contents[name])
            click.echo(f"wrote {folder / name}")
    except FileError as error:
        click.echo(f"documents: {error}", err=True)
        sys.exit(int(ExitStatus.SURROUNDINGS))


if __name__ == "__main__":
    write_documents()
