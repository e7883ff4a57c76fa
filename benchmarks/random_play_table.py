# ruff: noqa: T201 - a script that prints
"""The table and the picture of docs/random-play.md, from reports of `churnproof simulate`.

mkdir reports
churnproof simulate 5 --until-error 0.05 --seed 2024 --json > reports/5.json    # and others
python -m benchmarks.random_play_table reports --plot docs/pictures/random-play.svg
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

import churn_spec as spec
from churn_verification.simulation.reports import Mean, Report

_HEADINGS = (
    "board",
    "cells",
    "games",
    "mean turns",
    "error",
    "shortest",
    "longest",
    "bound",
    "first player wins",
    "formed size",
    "choices",
    "one choice",
)
_CLAIM: dict[str, Any] = {"color": "#c0392b", "markersize": 9, "markeredgewidth": 2}


def reports_in(folder: Path) -> list[Report]:
    """The reports of a folder, small boards first."""
    texts = [path.read_text() for path in sorted(folder.glob("*.json"))]
    reports = [Report.model_validate_json(text) for text in texts]
    if not reports:
        raise SystemExit(f"there are no reports in {folder}")
    return sorted(reports, key=lambda report: (report.cells, report.board))


def bound_of(report: Report) -> int:
    """The number of turns that no game on the board exceeds, by the ranking function."""
    return spec.longest_game_bound(spec.read_board(report.board))


def table(reports: list[Report]) -> Iterator[str]:
    """The lines of the table in Markdown."""
    yield f"| {' | '.join(_HEADINGS)} |"
    yield "|---" + "|---:" * (len(_HEADINGS) - 1) + "|"
    for report in reports:
        yield f"| {' | '.join(_row(report))} |"


def _row(report: Report) -> list[str]:
    error = report.standard_error or 0.0
    decimals = 0 if error >= 10 else 1 if error >= 1 else 3
    return [
        report.board,
        str(report.cells),
        f"{report.games:,}",
        f"{report.mean_turns:,.{decimals}f} ± {error:,.{decimals}f}",
        f"{100 * error / report.mean_turns:.2f} %",
        f"{report.min_turns:,}",
        f"{report.max_turns:,}",
        f"{bound_of(report):.2g}" if bound_of(report) >= 10**7 else f"{bound_of(report):,}",
        _percent(report.first_player_share),
        f"{report.formed_size.mean:.3f}",
        f"{report.branching.mean:.3f}",
        f"{report.single_choice_share.mean:.1%}",
    ]


def _percent(share: Mean) -> str:
    return f"{100 * share.mean:.2f} ± {100 * (share.standard_error or 0):.2f} %"


def plot(reports: list[Report], path: Path) -> None:
    """Draw the turns of random games against the cells of the board, and the bound."""
    cells = [report.cells for report in reports]
    figure = Figure(figsize=(8, 6), layout="constrained")
    axes = figure.add_subplot()
    axes.set_yscale("log")
    bounds = [bound_of(report) for report in reports]
    means = [report.mean_turns for report in reports]
    axes.plot(cells, bounds, "o--", color="#888888", label="bound by the ranking function")
    # A line and a bar are drawn apart, for on this scale a marker would hide the whole bar.
    axes.plot(cells, means, "-", color="#8fb4d9", label="mean of random games")
    axes.errorbar(
        cells,
        means,
        [
            [report.mean_turns - report.min_turns for report in reports],
            [report.max_turns - report.mean_turns for report in reports],
        ],
        fmt="none",
        ecolor="#1f3f66",
        elinewidth=2,
        capsize=5,
        capthick=2,
        label="shortest to longest seen",
    )
    for claim, (size, turns) in spec.CLAIMED_TURNS.items():
        claimed_cells = spec.cell_count(spec.regular_board(size))
        axes.plot(claimed_cells, turns, "x", zorder=3, **_CLAIM)
        axes.annotate(
            f"{claim}: {turns:,}", (claimed_cells, turns), (12, -16), textcoords="offset points"
        )
    axes.plot([], [], "x", label="the designer's figures", **_CLAIM)
    axes.set_title("Turns of a game that is played at random, by the size of the board")
    axes.set_xlabel(f"cells of the board ({_regular(reports)})")
    axes.set_ylabel("turns of a game, on a logarithmic scale")
    axes.legend(frameon=False)
    axes.grid(visible=True, axis="y", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    with rc_context({"svg.hashsalt": "random-play"}), path.open("wb") as file:
        canvas = FigureCanvasSVG(figure)
        canvas.print_svg(file, metadata={"Date": None})  # type: ignore[no-untyped-call]


def _regular(reports: list[Report]) -> str:
    """The regular boards among them in words."""
    regular = [report for report in reports if report.board.isdecimal()]
    names = ", ".join(report.board for report in regular)
    return f"sizes {names} have {', '.join(str(report.cells) for report in regular)}"


def main() -> None:
    """Print the table and draw the picture."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--plot", type=Path)
    arguments = parser.parse_args()
    reports = reports_in(arguments.folder)
    print("\n".join(table(reports)))
    if arguments.plot:
        plot(reports, arguments.plot)


if __name__ == "__main__":
    main()
