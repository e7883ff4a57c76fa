"""`churnproof conform --matrix`: several implementations in one go.

Each report is written as soon as it is made, so that a run that was stopped can go on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from churn_verification.cli.common import (
    ExitStatus,
    Interrupted,
    RequestError,
    leave,
    notice,
)
from churn_verification.support.files import FileError, read_text, write_atomically

if TYPE_CHECKING:
    from churn_verification.cli.showing import Views
    from churn_verification.conformance.checking import Request
    from churn_verification.conformance.matrix import Asked, Implementation, Matrix, Row
    from churn_verification.conformance.report import ConformReport

_DOCUMENT = "matrix.json"
_PAGE = "index.html"

Check = Callable[["Request", str], "ConformReport"]
"""Checks one implementation; the text says which, to show progress."""


@dataclass(frozen=True)
class Whole:
    """What the whole run is asked for.

    Attributes:
        file: lists the implementations.
        request_of: makes the request for an adapter's command.
        quick: whether a quick run was asked for.
        folder: where the reports go.
        resumes: whether implementations whose report is there are left as they are.
    """

    file: Path
    request_of: Callable[[tuple[str, ...]], Request]
    quick: bool
    folder: Path
    resumes: bool


def check_side_by_side(whole: Whole, check: Check, views: Views) -> None:
    """Check the implementations that a file lists, write the reports, and end the command.

    Args:
        whole: what is asked for.
        check: checks one implementation.
        views: the forms in which the whole is shown.

    Raises:
        RequestError: the file, the folder or the report to go on with is none.
        FileError: something cannot be read or written.
        Interrupted: stopped by hand.
    """
    from churn_verification.conformance.matrix import MatrixError, earlier_rows, read_list
    from churn_verification.views.of_matrix import document_of

    try:
        implementations = read_list(whole.file)
        asked = _asked(whole.request_of(()), whole.quick)
        _prepare(whole.folder)
        document = whole.folder / _DOCUMENT
        earlier: Mapping[str, Row] = {}
        if whole.resumes and document.exists():
            earlier = earlier_rows(read_text(document), asked, implementations)
    except MatrixError as error:
        raise RequestError(str(error)) from None
    matrix = _matrix(asked, (), implementations)
    rows: list[Row] = []
    for row in _rows(implementations, earlier, whole, check):
        rows.append(row)
        matrix = _matrix(asked, rows, implementations)
        _write(whole.folder, matrix)
    is_shown = views.show(matrix.model_dump_json(indent=2), partial(document_of, matrix))
    _leave_with(matrix, whole.folder)
    if not is_shown:
        leave(ExitStatus.SURROUNDINGS)


def _asked(request: Request, quick: bool) -> Asked:
    from churn_verification.conformance.matrix import Asked
    from churn_verification.conformance.vectors.files import manifest

    return Asked(
        churnproof=version("churnproof"),
        vectors=manifest().sha256,
        seed=request.seed,
        quick=quick,
        boards=request.boards,
    )


def _prepare(folder: Path) -> None:
    """Make the folder, or see that it is one of ours."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        entries = [each.name for each in folder.iterdir()]
    except OSError as error:
        raise FileError(f"cannot make the folder {folder}: {error.strerror}") from None
    if entries and _DOCUMENT not in entries:
        raise RequestError(f"{folder} holds something else than such reports; name another folder")


def _rows(
    implementations: Sequence[Implementation],
    earlier: Mapping[str, Row],
    whole: Whole,
    check: Check,
) -> Iterator[Row]:
    """What came of each implementation, until the run is stopped by hand."""
    from churn_verification.conformance.matrix import badge_of, row_of
    from churn_verification.views.of_conform import document_of
    from churn_verification.views.page import page_of

    for listed in implementations:
        if listed.name in earlier:
            notice(f"{listed.name} was checked before")
            yield earlier[listed.name]
            continue
        report = check(whole.request_of(listed.command), listed.name)
        if not report.complete and not report.broken:
            return
        row = row_of(listed, report)
        beginning = whole.folder / listed.file_name
        badge = json.dumps(badge_of(row), indent=2)
        write_atomically(beginning.with_suffix(".json"), report.model_dump_json(indent=2))
        write_atomically(beginning.with_suffix(".html"), page_of(document_of(report)))
        write_atomically(beginning.with_suffix(".badge.json"), badge)
        yield row


def _matrix(asked: Asked, rows: Sequence[Row], listed: Sequence[Implementation]) -> Matrix:
    from churn_verification.conformance.matrix import Matrix
    from churn_verification.results import Status

    left = tuple(each.name for each in listed[len(rows) :])
    held = not left and all(row.status is Status.HELD for row in rows)
    return Matrix(held=held, asked=asked, rows=tuple(rows), left=left)


def _write(folder: Path, matrix: Matrix) -> None:
    from churn_verification.views.of_matrix import document_of
    from churn_verification.views.page import page_of

    write_atomically(folder / _DOCUMENT, matrix.model_dump_json(indent=2))
    write_atomically(folder / _PAGE, page_of(document_of(matrix)))


def _leave_with(matrix: Matrix, folder: Path) -> None:
    from churn_verification.results import Status

    if matrix.left:
        raise Interrupted(f"stopped by hand; --resume goes on with what is in {folder}")
    notice(f"wrote {folder / _PAGE}")
    if matrix.held:
        return
    unexpected = [row for row in matrix.rows if row.status is Status.FAILED]
    broken = all(row.outcome is Status.NOT_RUN for row in unexpected)
    leave(ExitStatus.SURROUNDINGS if broken else ExitStatus.DIFFERENCE)
