"""A conformance run as one HTML page, without anything from elsewhere."""

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

import churn_spec as spec
from churn_verification.conformance.report.model import ConformCounterexample, ConformReport
from churn_verification.drawing.overlays import OverlayError, Overlays
from churn_verification.drawing.svg import svg_of

_MOST_CELLS = 300


def html_page(report: ConformReport) -> str:
    """The page."""
    environment = Environment(
        loader=PackageLoader("churn_verification.conformance.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    picture = _picture(report.counterexample) if report.counterexample else None
    return environment.get_template("report.html").render(report=report, picture=picture)


def _picture(case: ConformCounterexample) -> Markup | None:
    """The position of a counterexample, with the first turn being taken where it is legal."""
    if case.position is None:
        return None
    position = spec.read_position(case.position)
    if spec.cell_count(position.board) > _MOST_CELLS:
        return None
    plain = Overlays(names=True, sizes=True, legal=True, mover=True)
    try:
        placing = spec.read_cell(position.board, case.turns[0]) if case.turns else None
        shown = Overlays(names=True, sizes=True, legal=True, mover=True, placing=placing)
        return Markup(svg_of(position, shown))  # noqa: S704 - made here, from names of cells
    except (OverlayError, spec.NotationError):
        return Markup(svg_of(position, plain))  # noqa: S704 - made here, from names of cells
