"""Game graphs as files: GraphML, DOT, JSON (node-link) and Parquet.

GraphML, DOT and JSON hold what `convert.to_networkx` describes. Parquet is for large graphs: one
row an edge, with the columns `state`, `turn` and `next_state`; and beside it, in FILE.states, one
row a state: `red` and `blue` (masks, bit i for cell i), `mover`, `ply`, `value`, `distance`,
`shortest` and `longest` (turns to the end of the game). States are numbered from 0, the start.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from churn_engine.solver.values import FARTHEST, WIN
from churn_verification.stategraph.convert import to_networkx
from churn_verification.stategraph.graph import StateGraph
from churn_verification.stategraph.kernels import RED
from churn_verification.stategraph.picture import draw_graph
from churn_verification.support.environment import brought_by
from churn_verification.support.files import require_writable, write_atomically

try:
    import pyarrow as pa
    from pyarrow import parquet as pq
except ImportError:  # an extra, "tables"
    pa = pq = None

STATES_SUFFIX = ".states"
_PARQUET = ".parquet"


class ExportError(ValueError):
    """A file name whose suffix names no format, or a format whose library is missing."""


def export(graph: StateGraph, path: Path) -> list[Path]:
    """Write a graph to a file in the format that its suffix names.

    Args:
        graph: The graph.
        path: A file ending in .graphml, .dot, .json, .parquet, .svg or .png.

    Returns:
        The files that were written: one, or two for Parquet.

    Raises:
        ExportError: The suffix names no format, or its library is not installed.
        GraphTooLargeError: The graph is too large for the format.
        FileError: The file cannot be written; what stood there before still stands.
    """
    return _writer_for(path)(graph, path)


def require_exportable(path: Path) -> None:
    """See before any work that a graph can be exported to a file, unless it proves too large.

    Raises:
        ExportError: The suffix names no format, or its library is not installed.
        FileError: The file cannot be written.
    """
    _writer_for(path)
    for target in _targets(path):
        require_writable(target)


def _writer_for(path: Path) -> Callable[[StateGraph, Path], list[Path]]:
    """Give the function that writes the format which a suffix names."""
    suffix = path.suffix.lower()
    if suffix not in _WRITERS:
        known = ", ".join(_WRITERS)
        raise ExportError(f"cannot tell the format of {path}: its name must end in one of {known}")
    if suffix == _PARQUET and pa is None:
        raise ExportError(f"cannot write {path}: Parquet needs pyarrow, {brought_by('tables')}")
    return _WRITERS[suffix]


def _targets(path: Path) -> list[Path]:
    return [path, _states_path(path)] if path.suffix.lower() == _PARQUET else [path]


def _states_path(path: Path) -> Path:
    return path.with_name(f"{path.stem}{STATES_SUFFIX}{path.suffix}")


def graphml_of(graph: nx.DiGraph) -> str:
    """A graph as GraphML, which Gephi, yEd and networkx read."""
    return "\n".join(nx.generate_graphml(graph)) + "\n"


def dot_of(graph: nx.DiGraph) -> str:
    """A graph in the DOT language of Graphviz, coloured by value; `dot -Grankdir=LR` lays it out.

    Every attribute stands at its node or edge: readers of DOT take statements for all nodes for a
    node.
    """
    colours = {"red": "#d1343f", "blue": "#2c6fbb", "tie": "#8a8f98"}
    lines = ["digraph churn {"]
    for node, facts in graph.nodes(data=True):
        look = {"style": "filled", "fillcolor": colours[facts["value"]], "fontcolor": "white"}
        shown = {**facts, "shape": "box", **look}
        lines.append(f"  {_quoted(node)} [{_attributes(shown)}];")
    for source, target, facts in graph.edges(data=True):
        shown = facts | {"label": facts["turn"]}
        lines.append(f"  {_quoted(source)} -> {_quoted(target)} [{_attributes(shown)}];")
    return "\n".join([*lines, "}", ""])


def node_link_of(graph: nx.DiGraph) -> str:
    """A graph as JSON in the node-link form of networkx and d3."""
    return json.dumps(nx.node_link_data(graph, edges="edges"), indent=1) + "\n"


def _attributes(facts: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={_quoted(str(value))}" for name, value in facts.items())


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _write_graphml(graph: StateGraph, path: Path) -> list[Path]:
    write_atomically(path, graphml_of(to_networkx(graph)))
    return [path]


def _write_dot(graph: StateGraph, path: Path) -> list[Path]:
    write_atomically(path, dot_of(to_networkx(graph)))
    return [path]


def _write_json(graph: StateGraph, path: Path) -> list[Path]:
    write_atomically(path, node_link_of(to_networkx(graph)))
    return [path]


def _write_picture(graph: StateGraph, path: Path) -> list[Path]:
    draw_graph(graph, path)
    return [path]


def _write_parquet(graph: StateGraph, path: Path) -> list[Path]:
    names = pa.DictionaryArray.from_arrays(graph.edges.cell.view(np.int8), list(graph.board.names))
    edges = edge_columns(graph) | {"turn": names}
    write_atomically(_states_path(path), _parquet(state_columns(graph), graph))
    write_atomically(path, _parquet(edges, graph))
    return _targets(path)


def edge_columns(graph: StateGraph) -> dict[str, NDArray[Any]]:
    """The turns as columns, one row each: `state`, `turn`, `next_state`."""
    return {
        "state": np.repeat(np.arange(len(graph), dtype=np.int32), np.diff(graph.edges.first)),
        "turn": np.array(graph.board.names)[graph.edges.cell],
        "next_state": graph.edges.target,
    }


def state_columns(graph: StateGraph) -> dict[str, NDArray[Any]]:
    """The states as columns, one row each; the first lines of this module say which."""
    score = graph.measures.score.astype(np.int32)
    sign = np.where(score > FARTHEST, 1, np.where(score < -FARTHEST, -1, 0))
    winner = np.where(graph.states.mover == RED, sign, -sign)
    return {
        "red": graph.states.red,
        "blue": graph.states.blue,
        "mover": np.where(graph.states.mover == RED, "red", "blue"),
        "ply": graph.states.ply,
        "value": np.array(["blue", "tie", "red"])[winner + 1],
        "distance": np.where(sign == 0, -score, WIN - np.abs(score)).astype(np.int32),
        "shortest": graph.measures.shortest,
        "longest": graph.measures.longest,
    }


def _parquet(columns: Mapping[str, Any], graph: StateGraph) -> bytes:
    table = pa.table(dict(columns)).replace_schema_metadata({"board": str(graph.board)})
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink)
    content: bytes = sink.getvalue().to_pybytes()
    return content


_WRITERS: dict[str, Callable[[StateGraph, Path], list[Path]]] = {
    ".graphml": _write_graphml,
    ".dot": _write_dot,
    ".json": _write_json,
    _PARQUET: _write_parquet,
    ".svg": _write_picture,
    ".png": _write_picture,
}
