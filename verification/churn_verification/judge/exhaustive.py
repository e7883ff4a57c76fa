"""Comparisons that leave nothing out: all placements, and all legal sets.

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
from churn_verification.judge.difference import (
    Difference,
    explain_placements,
    legality_clause,
    names_text,
)
from churn_verification.judge.patterns import all_positions, position_of_own
from churn_verification.players.interface import Implementation, Session
from churn_verification.players.specification import Specification, SpecificationSession

_REPORT_EVERY = 500


def compare_placements(
    implementation: Implementation,
    board: spec.Board,
    patterns: Iterable[int],
    progress: Callable[[int], None],
) -> Counter[str]:
    """Compare what a stone on each empty cell forms and removes, for patterns of own stones.

    Args:
        implementation: what is compared.
        board: the board.
        patterns: masks of own stones, over the cells in reading order.
        progress: called with the number of patterns done, now and then.

    Returns:
        Counts of `patterns` and `placements`.

    Raises:
        Difference: on the first pattern with one.
    """
    counts: Counter[str] = Counter()
    for mask in patterns:
        position = position_of_own(board, int(mask))
        text = spec.write_position(position)
        expected = SpecificationSession(position).placements()
        answer = implementation.begin(text).placements()
        if expected != answer:
            found = explain_placements(expected, answer)
            said = dict(zip((Specification.name, implementation.name), found.answers, strict=True))
            raise Difference.on(text, found.clause, found.question, said, placement=found.placement)
        counts["patterns"] += 1
        counts["placements"] += len(expected)
        if not counts["patterns"] % _REPORT_EVERY:
            progress(counts["patterns"])
    return counts


def compare_neighbours(implementation: Implementation, board: spec.Board) -> int:
    """Compare which cells are next to which, by where a stone leaves isolated placements.

    Returns:
        The number of cells on which the stone was.

    Raises:
        Difference: on the first cell around which the legal placements differ.
    """
    cells = spec.cells_of(board)
    for cell in cells:
        position = spec.Position(board, frozenset([cell]), frozenset(), spec.Colour.RED)
        _compare_legal(implementation, SpecificationSession(position))
    return len(cells)


def compare_legal_sets(
    implementation: Implementation,
    board: spec.Board,
    mover: spec.Colour,
    progress: Callable[[int], None],
) -> Counter[str]:
    """Compare the legal turns, the end and the winner on every position of a board.

    Args:
        implementation: what is compared.
        board: the board.
        mover: the side to move.
        progress: called with the number of positions done, now and then.

    Returns:
        Counts of `positions`, and of those that are over.

    Raises:
        Difference: on the first position with one.
    """
    counts: Counter[str] = Counter()
    for position in all_positions(board, mover):
        reference = SpecificationSession(position)
        other = _compare_legal(implementation, reference)
        for clause, question, expected, answer in (
            ("E1", "is the game over", reference.over(), other.over()),
            ("E2", "who has won", reference.winner(), other.winner()),
        ):
            if expected != answer:
                said = {Specification.name: str(expected), implementation.name: str(answer)}
                raise Difference.on(reference.position(), clause, question, said)
        counts["positions"] += 1
        counts["ends"] += reference.over()
        if not counts["positions"] % _REPORT_EVERY:
            progress(counts["positions"])
    return counts


def _compare_legal(implementation: Implementation, reference: SpecificationSession) -> Session:
    """Compare the legal turns of one position; gives the implementation's session there."""
    other = implementation.begin(reference.position())
    expected, answer = reference.legal(), other.legal()
    if expected != answer:
        clause = legality_clause(reference.at, expected ^ answer)
        said = {Specification.name: names_text(expected), implementation.name: names_text(answer)}
        raise Difference.on(reference.position(), clause, "which turns are legal", said)
    return other
