"""A picture of what a run found."""

import io
from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from churn_verification.simulation.reports import Report
from churn_verification.support.files import write_atomically


def plot_lengths(report: Report, path: Path) -> None:
    """Draw the histogram of game lengths into a file, PNG or SVG by its suffix.

    Raises:
        churn_verification.support.files.FileError: it cannot be written.
    """
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    least = [lengths.least - 0.5 for lengths in report.lengths]
    widths = [lengths.most + 1 - lengths.least for lengths in report.lengths]
    shares = [
        lengths.games / report.games / width
        for lengths, width in zip(report.lengths, widths, strict=True)
    ]
    axes.bar(least, shares, widths, align="edge", color="#4c78a8", edgecolor="white", linewidth=0.3)
    axes.axvline(report.mean_turns, color="#c0392b", label=f"mean {report.mean_turns:,.6g}")
    axes.set_xlabel("turns of a game")
    axes.set_ylabel("share of games for each turn")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))  # on small boards no turn and a half
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_title(
        f"Random play on board {report.board}, {report.cells} cells: {report.games:,} games,"
        f" seed {report.seed}",
        fontsize=11,
    )
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    write_atomically(path, _drawn(figure, path.suffix.lower()))


def _drawn(figure: Figure, suffix: str) -> bytes:
    file = io.BytesIO()
    if suffix == ".svg":
        FigureCanvasSVG(figure).print_svg(file, metadata={"Date": None})  # type: ignore[no-untyped-call]
    else:
        FigureCanvasAgg(figure).print_png(file)  # type: ignore[no-untyped-call]
    return file.getvalue()
