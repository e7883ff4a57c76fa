"""A picture of a small game graph: one column a ply, each state coloured by who wins there."""

from io import BytesIO
from pathlib import Path
from typing import Literal

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Curve
from numpy.typing import NDArray

from churn_engine.solver.values import Value
from churn_verification.stategraph.graph import GraphTooLargeError, StateGraph
from churn_verification.stategraph.ordering import heights
from churn_verification.support.files import write_atomically

MOST_STATES = 2_000
"""With more states nobody could tell one from another."""

_COLOURS: dict[Value, str] = {"red": "#d1343f", "blue": "#2c6fbb", "tie": "#8a8f98"}
_MARKERS: dict[Value, str] = {"red": "o", "blue": "D", "tie": "s"}
_NAMES: dict[Value, str] = {"red": "Red wins", "blue": "Blue wins", "tie": "tie"}
_INK = "#22262c"
_FAINT = "#6b7280"
_TAPER = 0.4
"""Columns with few states stay near the middle."""


def draw_graph(graph: StateGraph, path: Path) -> None:
    """Draw a graph to a file, SVG or PNG by its suffix; the same graph gives the same file.

    States stand in columns by ply, the fewest turns from the start. A line is a turn; its colour
    says who wins after it. Final states are larger, with a ring.

    Raises:
        GraphTooLargeError: There are more than 2,000 states.
        FileError: The file cannot be written.
    """
    write_atomically(path, picture_of(graph, "svg" if path.suffix.lower() == ".svg" else "png"))


def picture_of(graph: StateGraph, file_format: Literal["svg", "png"]) -> bytes:
    """Draw a graph and give the file's content; see `draw_graph`."""
    content = BytesIO()
    metadata = {"Date": None} if file_format == "svg" else {"Software": None}
    with rc_context({"svg.hashsalt": "churnproof"}):
        figure_of(graph).savefig(content, format=file_format, metadata=metadata)
    return content.getvalue()


def figure_of(graph: StateGraph) -> Figure:
    """Draw a graph with matplotlib, to be shown or changed; see `draw_graph`."""
    if len(graph) > MOST_STATES:
        raise GraphTooLargeError(
            f"board {graph.board} has {len(graph):,} states; "
            f"a picture can show at most {MOST_STATES:,}"
        )
    figure = Figure(figsize=(16, 9), dpi=120, facecolor="white")
    axes = figure.add_axes((0.02, 0.07, 0.96, 0.78))
    places = _places(graph)
    _draw_turns(axes, graph, places)
    _draw_states(axes, graph, places)
    _label_plies(axes, graph, places)
    _label_figure(figure, graph)
    axes.set_axis_off()
    return figure


def _places(graph: StateGraph) -> NDArray[np.float64]:
    """float64[states, 2]. Where each state stands: by ply, and near the states it is linked to."""
    plies = [int(ply) for ply in graph.states.ply]
    links = [(state, target) for state in range(len(graph)) for _, target in graph.turns(state)]
    return np.column_stack((plies, heights(plies, links, _TAPER)))


def _draw_turns(axes: Axes, graph: StateGraph, places: NDArray[np.float64]) -> None:
    opacity = float(np.clip(300 / len(graph.edges.target), 0.2, 0.7))
    for state in range(len(graph)):
        for _, target in graph.turns(state):
            (x, y), (to_x, to_y) = places[state], places[target]
            bend = (to_x - x) * 0.45
            curve = Curve(
                [(x, y), (x + bend, y), (to_x - bend, to_y), (to_x, to_y)],
                [Curve.MOVETO, Curve.CURVE4, Curve.CURVE4, Curve.CURVE4],
            )
            colour = _COLOURS[graph.value(target)]
            axes.add_patch(PathPatch(curve, fill=False, edgecolor=colour, lw=0.7, alpha=opacity))


def _draw_states(axes: Axes, graph: StateGraph, places: NDArray[np.float64]) -> None:
    """Draw the states as large as their column leaves room for; by value also in another shape."""
    final = np.diff(graph.edges.first) == 0
    in_column = np.bincount(graph.states.ply)[graph.states.ply]
    sizes = np.clip(1_800 / in_column, 7, 130)
    values = np.array([graph.value(state) for state in range(len(graph))])
    for value, colour in _COLOURS.items():
        for chosen, edge, width in (
            ((values == value) & ~final, "white", 0.5),
            ((values == value) & final, _INK, 1.2),
        ):
            axes.scatter(
                places[chosen, 0],
                places[chosen, 1],
                s=sizes[chosen] * (0.7 if value == "blue" else 1),
                marker=_MARKERS[value],
                c=colour,
                edgecolors=edge,
                lw=width,
                zorder=3,
            )


def _label_plies(axes: Axes, graph: StateGraph, places: NDArray[np.float64]) -> None:
    counts = np.bincount(graph.states.ply)
    for ply, count in enumerate(counts):
        axes.text(ply, -1.13, f"{ply}", ha="center", va="top", fontsize=13, color=_INK)
        axes.text(ply, 1.1, f"{count:,}", ha="center", va="bottom", fontsize=11, color=_FAINT)
    axes.set_xlim(-0.35, places[:, 0].max() + 0.35)
    axes.set_ylim(-1.2, 1.2)


def _label_figure(figure: Figure, graph: StateGraph) -> None:
    measures = graph.measures
    shortest, longest = int(measures.shortest[0]), int(measures.longest[0])
    last = f"{shortest}" if shortest == longest else f"{shortest} to {longest}"
    title = f"Churn on board {graph.board}: every game"
    subtitle = (
        f"{len(graph):,} positions, {len(graph.edges.target):,} turns; games last {last} turns; "
        f"best play: {_NAMES[graph.value(0)]} in {graph.distance(0)}"
    )
    axis = "turns from the empty board; above, the number of positions"
    figure.text(0.03, 0.95, title, fontsize=24, color=_INK, fontweight="bold", va="center")
    figure.text(0.03, 0.9, subtitle, fontsize=14, color=_FAINT, va="center")
    figure.text(0.5, 0.025, axis, fontsize=12, color=_FAINT, ha="center", va="center")
    present = {graph.value(state) for state in range(len(graph))}
    handles = [
        _legend_mark(_MARKERS[value], colour, "white", _NAMES[value])
        for value, colour in _COLOURS.items()
        if value in present
    ]
    handles.append(_legend_mark("o", "white", _INK, "game over"))
    figure.legend(
        handles=handles,
        loc="upper right",
        bbox_to_anchor=(0.98, 0.985),
        ncols=len(handles),
        frameon=False,
        fontsize=14,
        handletextpad=0.2,
    )


def _legend_mark(marker: str, colour: str, edge: str, label: str) -> Line2D:
    return Line2D(
        [], [], marker=marker, ls="", ms=10, color=colour, markeredgecolor=edge, label=label
    )
