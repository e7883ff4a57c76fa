"""Each form of the engine against the specification, leaving nothing out."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

import churn_spec as spec
from churn_verification.hexagons import hexagons, shapes
from churn_verification.judge.comparing import Comparing
from churn_verification.judge.exhaustive import (
    compare_legal_sets,
    compare_neighbours,
    compare_placements,
)
from churn_verification.judge.patterns import own_patterns, own_patterns_up_to_symmetry
from churn_verification.players import ENGINES, Implementation
from churn_verification.registry import Check, Context, Kind, Level, Reach, Registry
from churn_verification.strategies import WORD_EDGE_BOARDS

_PLACEMENT_CLAUSES = ("P2", "R1", "R2")
_LEGAL_CLAUSES = ("P1", "P2", "T1", "E1", "E2")
_RED, _BLUE = spec.Colour

Patterns = Callable[[spec.Board], NDArray[np.int64]]


def register(registry: Registry) -> None:
    """Add the comparisons for each form of the engine."""
    for name, engine in ENGINES.items():
        for check in checks_of(name, engine):
            registry.add(check)


def checks_of(name: str, engine: Implementation) -> Iterator[Check]:
    """The comparisons of one implementation, whose name becomes a part of their ids."""
    yield Check(
        id=f"neighbours/{name}",
        sentence=f"On boards at the edges of machine words and beyond, a stone on any cell leaves"
        f" the {engine.name} the same isolated placements as the specification.",
        clauses=("B1", "P1"),
        kind=Kind.EXHAUSTIVE,
        level=Level.QUICK,
        run=Comparing(engine, _compare_neighbours),
        cost=0.4,
        looks_at=Reach.CASES,
    )
    yield from _placement_checks(name, engine)
    yield from _legal_set_checks(name, engine)


def _placement_checks(name: str, engine: Implementation) -> Iterable[Check]:
    size_3 = [spec.regular_board(3)]
    what = f"form and remove on the {engine.name} what they do on the specification"
    yield Check(
        id=f"placements/{name}/small-boards",
        sentence=f"All placements on all patterns of own stones of small boards {what}.",
        clauses=_PLACEMENT_CLAUSES,
        kind=Kind.EXHAUSTIVE,
        level=Level.QUICK,
        run=Comparing(engine, _compare_placements_on_small_boards),
        cost=0.2,
        looks_at=Reach.ALL_PLACEMENTS,
    )
    yield Check(
        id=f"placements/{name}/size-3-up-to-symmetry",
        sentence=f"All placements on one of each twelve symmetric patterns of own stones of size 3"
        f" {what}.",
        clauses=_PLACEMENT_CLAUSES,
        kind=Kind.EXHAUSTIVE,
        level=Level.STANDARD,
        run=Comparing(engine, partial(_compare_placements, size_3, own_patterns_up_to_symmetry)),
        cost=20,
        looks_at=Reach.ALL_PLACEMENTS,
    )
    yield Check(
        id=f"placements/{name}/size-3",
        sentence=f"All placements on all 524,288 patterns of own stones of size 3 {what}.",
        clauses=_PLACEMENT_CLAUSES,
        kind=Kind.EXHAUSTIVE,
        level=Level.EXHAUSTIVE,
        run=Comparing(engine, partial(_compare_placements, size_3, own_patterns)),
        cost=250,
        looks_at=Reach.ALL_PLACEMENTS,
    )


def _legal_set_checks(name: str, engine: Implementation) -> Iterable[Check]:
    what = f"the {engine.name} and the specification have the same legal turns, end and winner"
    yield Check(
        id=f"legal-sets/{name}/up-to-6-cells",
        sentence=f"In every position of every board of up to 6 cells {what}.",
        clauses=_LEGAL_CLAUSES,
        kind=Kind.EXHAUSTIVE,
        level=Level.QUICK,
        run=Comparing(engine, partial(_compare_legal_sets, hexagons(6), (_RED, _BLUE))),
        cost=1,
    )
    yield Check(
        id=f"legal-sets/{name}/shapes-up-to-9-cells",
        sentence=f"In every position with Red to move, on a board of each shape of up to 9 cells,"
        f" {what}.",
        clauses=_LEGAL_CLAUSES,
        kind=Kind.EXHAUSTIVE,
        level=Level.STANDARD,
        run=Comparing(engine, partial(_compare_legal_sets, shapes(9), (_RED,))),
        cost=10,
    )
    yield Check(
        id=f"legal-sets/{name}/up-to-9-cells",
        sentence=f"In every position of every board of up to 9 cells {what}.",
        clauses=_LEGAL_CLAUSES,
        kind=Kind.EXHAUSTIVE,
        level=Level.EXHAUSTIVE,
        run=Comparing(engine, partial(_compare_legal_sets, hexagons(9), (_RED, _BLUE))),
        cost=100,
    )


def _compare_neighbours(engine: Implementation, context: Context) -> Counter[str]:
    counts: Counter[str] = Counter()
    for number, text in enumerate(WORD_EDGE_BOARDS, start=1):
        counts["cells"] += compare_neighbours(engine, spec.read_board(text))
        counts["boards"] += 1
        context.progress(number, len(WORD_EDGE_BOARDS))
    return counts


def _compare_placements_on_small_boards(engine: Implementation, context: Context) -> Counter[str]:
    boards = shapes(context.budget(quick=8, standard=10, exhaustive=13))
    return _compare_placements(boards, own_patterns, engine, context)


def _compare_placements(
    boards: Iterable[spec.Board], patterns_of: Patterns, engine: Implementation, context: Context
) -> Counter[str]:
    patterns = {board: patterns_of(board) for board in boards}
    total = sum(map(len, patterns.values()))
    counts: Counter[str] = Counter()
    for board, masks in patterns.items():
        counts += compare_placements(
            engine, board, masks, _onwards(context, counts["patterns"], total)
        )
        counts["boards"] += 1
    return counts


def _compare_legal_sets(
    boards: Iterable[spec.Board],
    movers: Iterable[spec.Colour],
    engine: Implementation,
    context: Context,
) -> Counter[str]:
    cases = [(board, mover) for board in boards for mover in movers]
    total = sum(3 ** spec.cell_count(board) for board, _ in cases)
    counts: Counter[str] = Counter()
    for board, mover in cases:
        counts += compare_legal_sets(
            engine, board, mover, _onwards(context, counts["positions"], total)
        )
        counts["boards"] += 1
    return counts


def _onwards(context: Context, done: int, total: int) -> Callable[[int], None]:
    """Progress within a part, when some is done already."""
    return lambda more: context.progress(done + more, total)
