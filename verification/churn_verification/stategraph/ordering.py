"""Where the nodes of a layered graph stand in their columns, so that few edges cross."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_SWEEPS = 24


def heights(
    plies: Sequence[int], edges: Sequence[tuple[int, int]], taper: float = 0.0
) -> list[float]:
    """A height for each node, from -1 to 1, evenly within each column.

    Each column in turn is put into the order of the mean height of its neighbours (Sugiyama's
    barycentre method), forwards and backwards.

    Args:
        plies: the column of each node.
        edges: pairs of nodes.
        taper: how much closer to the middle columns with fewer nodes stay: a column with a share s
            of the nodes of the fullest one goes from -s^taper to s^taper; with 0, all the way.
    """
    columns = [np.flatnonzero(np.asarray(plies) == ply) for ply in sorted(set(plies))]
    fullest = max(map(len, columns), default=1)
    height = np.zeros(len(plies))
    for column in columns:
        height[column] = _spread(len(column), (len(column) / fullest) ** taper)
    ends = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
    for sweep in range(_SWEEPS):
        near, far = (ends[:, 0], ends[:, 1]) if sweep % 2 == 0 else (ends[:, 1], ends[:, 0])
        total = np.bincount(far, weights=height[near], minlength=len(plies))
        links = np.bincount(far, minlength=len(plies))
        wanted = np.where(links > 0, total / np.maximum(links, 1), height)
        for column in columns:
            order = column[np.argsort(wanted[column], kind="stable")]
            height[order] = np.sort(height[column])
    return [round(float(value), 4) for value in height]


def _spread(count: int, reach: float) -> NDArray[np.float64]:
    return np.zeros(1) if count == 1 else np.linspace(-reach, reach, count)
