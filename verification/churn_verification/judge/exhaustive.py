"""Comparisons that leave nothing out: all placements, all legal sets, all neighbours.

What a placement forms and removes depends on the mover's stones alone. In the specification that
can be read: `formed_group` and `removed_stones` look at `position.own` and the board, and at
nothing else. So it is compared for every pattern of own stones with no enemy on the board, and a
property of the suite (`property/enemy-stones-do-not-matter`) puts enemies there and sees no change.

Which placements are legal depends on the empty cells too, so that is compared on every position.

Boards too large for either are compared by what they are made of: which cells are neighbours.
"""

from collections import Counter
from collections.abc import Callable, Iterable

import churn_spec as spec
from churn_verification.judge.judge import Judge
from churn_verification.judge.match import AllHaveFailed
from churn_verification.judge.patterns import all_positions, position_of_own
from churn_verification.judge.reference import Rules
from churn_verification.players import Ask, Question

_REPORT_EVERY = 500


class _Survey:
    """Asks about one position after the other."""

    def __init__(self, judge: Judge, ask: Ask) -> None:
        self._judge = judge
        self._ask = ask
        self.rules = Rules()

    def put(self, position: spec.Position) -> None:
        """Ask all players about a position.

        Raises:
            AllHaveFailed: no player has come through.
        """
        text = self.rules.begin(position)
        self._judge.ask(self.rules.case("position", Question(text, ask=self._ask)))
        if self._judge.is_done:
            raise AllHaveFailed


def compare_placements(
    judge: Judge, board: spec.Board, patterns: Iterable[int], progress: Callable[[int], None]
) -> Counter[str]:
    """Compare what a stone on each empty cell forms and removes, for patterns of own stones.

    Args:
        judge: compares the players.
        board: the board.
        patterns: masks of own stones, over the cells in reading order.
        progress: called with the number of patterns done, now and then.

    Returns:
        Counts of `patterns` and `placements`.

    Raises:
        AllHaveFailed: no player has come through.
    """
    counts: Counter[str] = Counter()
    survey = _Survey(judge, Ask.PLACEMENTS)
    for mask in patterns:
        position = position_of_own(board, int(mask))
        survey.put(position)
        counts["patterns"] += 1
        counts["placements"] += len(spec.empty_cells(position))
        if not counts["patterns"] % _REPORT_EVERY:
            progress(counts["patterns"])
    return counts


def compare_neighbours(judge: Judge, board: spec.Board) -> int:
    """Compare which cells are next to which, by where a stone leaves isolated placements.

    Returns:
        The number of cells on which the stone was.

    Raises:
        AllHaveFailed: no player has come through.
    """
    cells = spec.cells_of(board)
    survey = _Survey(judge, Ask.LEGAL)
    for cell in cells:
        survey.put(spec.Position(board, frozenset([cell]), frozenset(), spec.Colour.RED))
    return len(cells)


def compare_legal_sets(
    judge: Judge, board: spec.Board, mover: spec.Colour, progress: Callable[[int], None]
) -> Counter[str]:
    """Compare the legal turns, the end and the winner on every position of a board.

    Args:
        judge: compares the players.
        board: the board.
        mover: the side to move.
        progress: called with the number of positions done, now and then.

    Returns:
        Counts of `positions`, and of those that are over.

    Raises:
        AllHaveFailed: no player has come through.
    """
    counts: Counter[str] = Counter()
    survey = _Survey(judge, Ask.LEGAL)
    for position in all_positions(board, mover):
        survey.put(position)
        counts["positions"] += 1
        counts["ends"] += spec.is_over(position)
        if not counts["positions"] % _REPORT_EVERY:
            progress(counts["positions"])
    return counts
