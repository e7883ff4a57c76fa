"""A run as one page of HTML: no script, no other file, nothing from the network."""

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from churn_verification.drawing.cases import picture_of, picture_styles, turns_text
from churn_verification.drawing.counting import counted
from churn_verification.links import link_to
from churn_verification.registry import Kind, Reach
from churn_verification.reports.model import CheckReport, ClauseReport, RunReport
from churn_verification.reports.words import (
    KINDS,
    REACHES,
    claims_text,
    covered_text,
    details_text,
    number_text,
    verdict_of,
)
from churn_verification.results import Counterexample, Status
from churn_verification.running import STOPPED
from churn_verification.support.durations import write_duration

_MOST_SLOW = 10
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def page_of(report: RunReport) -> str:
    """The page that tells of a run."""
    page = (
        _environment()
        .get_template("report.html")
        .render(
            report=report,
            verdict=verdict_of(report),
            failures=[check for check in report.checks if check.status is Status.FAILED],
            stopped=STOPPED,
            left_out=[check for check in report.checks if check.status is Status.NOT_RUN],
            matrix=[_row(report, clause) for clause in report.clauses],
            reaches=REACHES,
            kinds={kind: _of_kind(report, kind) for kind in Kind if _of_kind(report, kind)},
            claims=[_claim(check) for check in _of_kind(report, Kind.CLAIM) if check.details],
            measured=claims_text(report),
            graphs=_of_kind(report, Kind.GRAPH),
            mutants=_of_kind(report, Kind.MUTANT),
            slowest=report.slowest(_MOST_SLOW),
            picture_styles=Markup(picture_styles()),  # noqa: S704 - made here, of constants
        )
    )
    return page.replace("{style-hashes}", _hashes(page), 1)


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("churn_verification.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        counted=counted,
        covered=covered_text,
        details=details_text,
        duration=write_duration,
        explanation=KINDS.__getitem__,
        link=link_to,
        number=number_text,
        picture=_picture,
        turns=turns_text,
    )
    return environment


def _hashes(page: str) -> str:
    """The style sheets that the page's own policy allows: those it has."""
    digests = [sha256(text.encode()).digest() for text in _STYLE.findall(page)]
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def _picture(case: Counterexample) -> Markup | None:
    picture = picture_of(case)
    return None if picture is None else Markup(picture)  # noqa: S704 - our renderer escapes


def _of_kind(report: RunReport, kind: Kind) -> list[CheckReport]:
    return [check for check in report.checks if check.kind is kind]


@dataclass(frozen=True)
class Cell:
    """How many checks look so far for one clause.

    Attributes:
        reach: how far.
        held: how many held.
        failed: how many failed.
        is_furthest: whether nothing that held looks further.
    """

    reach: Reach
    held: int
    failed: int
    is_furthest: bool


@dataclass(frozen=True)
class Row:
    """One clause of the matrix.

    Attributes:
        clause: the clause.
        cells: one for each reach, the furthest last.
        checks: those that speak for it, by kind.
    """

    clause: ClauseReport
    cells: tuple[Cell, ...]
    checks: Mapping[Kind, list[CheckReport]]


def _row(report: RunReport, clause: ClauseReport) -> Row:
    speaking = [check for check in report.checks if clause.id in check.clauses]
    by_kind = {kind: [check for check in speaking if check.kind is kind] for kind in clause.kinds}
    return Row(clause, tuple(_cells(clause, speaking)), by_kind)


def _cells(clause: ClauseReport, speaking: list[CheckReport]) -> Iterator[Cell]:
    furthest = clause.reaches[-1] if clause.reaches else None
    for reach in Reach:
        there = [check.status for check in speaking if check.reach is reach]
        held, failed = there.count(Status.HELD), there.count(Status.FAILED)
        yield Cell(reach, held, failed, reach is furthest)


@dataclass(frozen=True)
class Claim:
    """A claim's figures, and where they lie on a line from nothing to more than all of them.

    Attributes:
        check: the check that measured it.
        claimed: the place of the designer's figure, in percent of the line.
        least: the place of the lower end of the interval.
        most: the place of its upper end.
    """

    check: CheckReport
    claimed: float
    least: float
    most: float


def _claim(check: CheckReport) -> Claim:
    figures = {name: float(check.details[name]) for name in ("claimed", "least", "most")}
    whole = 1.25 * max(figures.values())
    places = {name: round(100 * figure / whole, 2) for name, figure in figures.items()}
    return Claim(check, **places)
