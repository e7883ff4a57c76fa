"""Each form of the engine against the specification, leaving nothing out."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

import numpy as np
from numpy.typing import NDArray

import churn_spec as spec
from churn_verification.hexagons import hexagons, shapes
from churn_verification.judge.comparing import Comparison
from churn_verification.judge.exhaustive import (
    compare_legal_sets,
    compare_neighbours,
    compare_placements,
)
from churn_verification.judge.judge import Judge
from churn_verification.judge.patterns import own_patterns, own_patterns_up_to_symmetry
from churn_verification.registry import Context, Kind, Level, Reach, Registry
from churn_verification.strategies import WORD_EDGE_BOARDS

_RED, _BLUE = spec.Colour
_SIZE_3 = (spec.regular_board(3),)

Patterns = Callable[[spec.Board], NDArray[np.int64]]


def register(registry: Registry) -> None:
    """Add the checks of all comparisons."""
    for comparison in COMPARISONS:
        registry.add_all(comparison.checks())


def _compare_neighbours(judge: Judge, context: Context) -> Counter[str]:
    counts: Counter[str] = Counter()
    for number, text in enumerate(WORD_EDGE_BOARDS, start=1):
        counts["cells"] += compare_neighbours(judge, spec.read_board(text))
        counts["boards"] += 1
        context.progress(number, len(WORD_EDGE_BOARDS))
    return counts


def _compare_placements_on_small_boards(judge: Judge, context: Context) -> Counter[str]:
    boards = shapes(context.budget(quick=8, standard=10, exhaustive=13))
    return _compare_placements(boards, own_patterns, judge, context)


def _compare_placements(
    boards: Iterable[spec.Board], patterns_of: Patterns, judge: Judge, context: Context
) -> Counter[str]:
    patterns = {board: patterns_of(board) for board in boards}
    total = sum(map(len, patterns.values()))
    counts: Counter[str] = Counter()
    for board, masks in patterns.items():
        counts += compare_placements(
            judge, board, masks, _onwards(context, counts["patterns"], total)
        )
        counts["boards"] += 1
    return counts


def _compare_legal_sets(
    boards: Iterable[spec.Board],
    movers: Iterable[spec.Colour],
    judge: Judge,
    context: Context,
) -> Counter[str]:
    cases = [(board, mover) for board in boards for mover in movers]
    total = sum(3 ** spec.cell_count(board) for board, _ in cases)
    counts: Counter[str] = Counter()
    for board, mover in cases:
        counts += compare_legal_sets(
            judge, board, mover, _onwards(context, counts["positions"], total)
        )
        counts["boards"] += 1
    return counts


def _onwards(context: Context, done: int, total: int) -> Callable[[int], None]:
    """Progress within a part, when some is done already."""
    return lambda more: context.progress(done + more, total)


_all_placements = partial(
    Comparison,
    clauses=("P2", "R1", "R2"),
    kind=Kind.EXHAUSTIVE,
    looks_at=Reach.ALL_PLACEMENTS,
)
_all_legal_sets = partial(Comparison, clauses=("P1", "P2", "T1", "E1", "E2"), kind=Kind.EXHAUSTIVE)
_SAME_PLACEMENTS = "form and remove on the {name} what they do on the specification."
_SAME_LEGAL_SETS = "the {name} and the specification have the same legal turns, end and winner."

COMPARISONS = (
    Comparison(
        id="neighbours/{form}",
        sentence="On boards at the edges of machine words and beyond, a stone on any cell leaves"
        " the {name} the same isolated placements as the specification.",
        clauses=("B1", "P1"),
        kind=Kind.EXHAUSTIVE,
        level=Level.QUICK,
        compare=_compare_neighbours,
        cost=0.4,
        looks_at=Reach.CASES,
    ),
    _all_placements(
        id="placements/{form}/small-boards",
        sentence="All placements on all patterns of own stones of small boards " + _SAME_PLACEMENTS,
        level=Level.QUICK,
        compare=_compare_placements_on_small_boards,
        cost=0.2,
    ),
    _all_placements(
        id="placements/{form}/size-3-up-to-symmetry",
        sentence="All placements on one of each twelve symmetric patterns of own stones of size 3 "
        + _SAME_PLACEMENTS,
        level=Level.STANDARD,
        compare=partial(_compare_placements, _SIZE_3, own_patterns_up_to_symmetry),
        cost=20,
    ),
    _all_placements(
        id="placements/{form}/size-3",
        sentence="All placements on all 524,288 patterns of own stones of size 3 "
        + _SAME_PLACEMENTS,
        level=Level.EXHAUSTIVE,
        compare=partial(_compare_placements, _SIZE_3, own_patterns),
        cost=250,
    ),
    _all_legal_sets(
        id="legal-sets/{form}/up-to-6-cells",
        sentence="In every position of every board of up to 6 cells " + _SAME_LEGAL_SETS,
        level=Level.QUICK,
        compare=partial(_compare_legal_sets, hexagons(6), (_RED, _BLUE)),
        cost=1,
    ),
    _all_legal_sets(
        id="legal-sets/{form}/shapes-up-to-9-cells",
        sentence="In every position with Red to move, on a board of each shape of up to 9 cells, "
        + _SAME_LEGAL_SETS,
        level=Level.STANDARD,
        compare=partial(_compare_legal_sets, shapes(9), (_RED,)),
        cost=10,
    ),
    _all_legal_sets(
        id="legal-sets/{form}/up-to-9-cells",
        sentence="In every position of every board of up to 9 cells " + _SAME_LEGAL_SETS,
        level=Level.EXHAUSTIVE,
        compare=partial(_compare_legal_sets, hexagons(9), (_RED, _BLUE)),
        cost=100,
    ),
)
"""The comparisons, the quick ones of each kind first."""
