"""`churnproof mutants`: what the suite would have caught."""

from __future__ import annotations

import fnmatch
import json
from functools import partial
from typing import TYPE_CHECKING

import rich_click as click

from churn_verification.cli.common import (
    ExitStatus,
    FiniteRange,
    Interrupted,
    RequestError,
    leave,
    notice,
    output_path,
    require_place_for,
    seed_option,
    unknown,
    workers_option,
)
from churn_verification.cli.showing import Views, print_listed, view_options
from churn_verification.drawing.counting import counted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from churn_verification.mutants.examining import Examination, Terms

_LEVELS = ("quick", "standard", "exhaustive")


@click.command("mutants")
@click.option(
    "--mutant",
    "wanted",
    multiple=True,
    metavar="ID",
    help="Try only this mutant; repeatable, and * matches anything.",
)
@click.option(
    "--level",
    type=click.Choice(_LEVELS, case_sensitive=False),
    default="quick",
    show_default=True,
    help="Choose how thorough the checks are; lower levels run first.",
)
@click.option("--first", is_flag=True, help="Stop at the first check that kills a mutant.")
@click.option("--page", type=output_path(), help="Write the page docs/mutants.md to this file.")
@click.option("--list", "list_only", is_flag=True, help="List the mutants and exit.")
@workers_option("Number of trials to run at a time; results do not depend on it.")
@click.option(
    "--limit",
    type=FiniteRange(min=1, max=86_400),
    default=600.0,
    show_default=True,
    help="Seconds of processor time after which a mutant counts as killed: it hangs.",
)
@seed_option
@view_options
def command(  # noqa: PLR0913 - one parameter an option
    *,
    wanted: tuple[str, ...],
    level: str,
    first: bool,
    page: Path | None,
    list_only: bool,
    workers: int,
    limit: float,
    seed: int,
    views: Views,
) -> None:
    """Run the suite on implementations that misread one rule each, and fail if one survives.

    Example: churnproof mutants --mutant equal-groups-removed --mutant swap-never
    """
    from churn_verification.misreadings import CATALOGUE
    from churn_verification.mutants.examining import Terms
    from churn_verification.mutants.report import document
    from churn_verification.registry import Level
    from churn_verification.views.mutants_page import HEADING
    from churn_verification.views.of_mutants import document_of

    if page is not None and wanted:
        raise RequestError("--page covers all mutants; leave out --mutant")
    if page is not None:
        require_place_for("the page of the mutants", page, lambda text: text.startswith(HEADING))
    mutants = _selected(wanted)
    if list_only:
        print_listed([CATALOGUE[each] for each in mutants], views.as_json, json_only=["source"])
        return
    notice(f"{counted(len(mutants), 'mutant')} at level {level}, seed {seed}")
    examination = _examined(mutants, Terms(Level(level), seed, workers, limit), first)
    is_shown = views.show(
        json.dumps(document(examination), indent=2), partial(document_of, examination)
    )
    if not examination.complete:
        raise Interrupted("stopped by hand; what was tried until then is reported above")
    if page is not None:
        _write_page(examination, page, whole=not first)
    if examination.survivors():
        leave(ExitStatus.DIFFERENCE)
    if not is_shown:
        leave(ExitStatus.SURROUNDINGS)


def _selected(wanted: Sequence[str]) -> list[str]:
    """The mutants that were asked for, or all.

    Raises:
        RequestError: there is no such mutant.
    """
    from churn_verification.misreadings import CATALOGUE

    for mutant in wanted:
        if not fnmatch.filter(CATALOGUE, mutant):
            raise unknown("mutant", mutant, CATALOGUE, "--list shows them all")
    return [
        mutant
        for mutant in CATALOGUE
        if not wanted or any(fnmatch.fnmatchcase(mutant, each) for each in wanted)
    ]


def _examined(mutants: Sequence[str], terms: Terms, first: bool) -> Examination:
    from churn_verification.mutants.examining import examine, find_first_kills
    from churn_verification.support.progress import progress_of

    with progress_of("mutants") as progress:
        return (find_first_kills if first else examine)(mutants, terms, progress)


def _write_page(examination: Examination, path: Path, *, whole: bool) -> None:
    from churn_verification.support.files import write_atomically
    from churn_verification.views.mutants_page import page

    write_atomically(path, page(examination, whole=whole))
    notice(f"wrote {path}")
