"""Where the nodes of a layered graph stand in their columns, so that few edges cross."""

from collections.abc import Sequence

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
    columns: dict[int, list[int]] = {}
    for node, ply in enumerate(plies):
        columns.setdefault(ply, []).append(node)
    fullest = max(map(len, columns.values()), default=1)
    height = [0.0] * len(plies)
    for column in columns.values():
        reach = (len(column) / fullest) ** taper
        for node, place in zip(column, _spread(len(column), reach), strict=True):
            height[node] = place
    backwards = [(far, near) for near, far in edges]
    for sweep in range(_SWEEPS):
        wanted = _means(height, edges if sweep % 2 == 0 else backwards)
        for column in columns.values():
            order = sorted(column, key=wanted.__getitem__)
            places = sorted(height[node] for node in column)
            for node, place in zip(order, places, strict=True):
                height[node] = place
    return [round(each, 4) for each in height]


def _means(height: Sequence[float], edges: Sequence[tuple[int, int]]) -> list[float]:
    """The mean height of the nodes from which edges come to each; its own, where none does."""
    total = [0.0] * len(height)
    links = [0] * len(height)
    for near, far in edges:
        total[far] += height[near]
        links[far] += 1
    return [
        total[node] / links[node] if links[node] else height[node] for node in range(len(height))
    ]


def _spread(count: int, reach: float) -> list[float]:
    if count == 1:
        return [0.0]
    step = 2 * reach / (count - 1)
    return [*(-reach + place * step for place in range(count - 1)), reach]
