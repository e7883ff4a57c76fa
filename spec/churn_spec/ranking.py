"""Why every game ends (F1): each turn raises the mover's ranking and leaves the other's alone.

A side's ranking is the list of its group sizes, largest first. Rankings are compared
lexicographically, a list being less than its own continuation. Take any placement, and let s be
the formed size. Before and after it the groups of size s or more are the same, but for the formed
group itself, which is new: the groups that were joined were all smaller than s. So up to the
groups of size s the old list is repeated, then comes an s that was not there, where before there
was a smaller group or nothing. The ranking has risen.

There are finitely many rankings on a board, so neither side can move for ever. While the board is
not full the side to move has a placement (T1), so play goes on to the full board and stops there.
"""

from churn_spec.board import Board, cell_count
from churn_spec.clauses import states
from churn_spec.position import Colour, Position
from churn_spec.rules import groups


@states("F1")
def ranking(position: Position, colour: Colour) -> tuple[int, ...]:
    """The ranking of one side: its group sizes in stones, largest first.

    Clause F1. On every placement the mover's ranking rises (tuples compare as rankings do) and
    the other side's stays.
    """
    sizes = (len(group) for group in groups(position.board, position.stones(colour)))
    return tuple(sorted(sizes, reverse=True))


def longest_game_bound(board: Board) -> int:
    """A number of turns that no game on the board exceeds, the swap included.

    A ranking is a partition of some number up to the number of cells. Each side takes at most one
    turn for each ranking but the empty one, and the swap is one turn more.
    """
    return 2 * sum(_partition_counts(cell_count(board))[1:]) + 1


def _partition_counts(largest: int) -> list[int]:
    """How many partitions each number has, from 0 to the largest asked for."""
    counts = [1] + [0] * largest
    for part in range(1, largest + 1):
        for total in range(part, largest + 1):
            counts[total] += counts[total - part]
    return counts
