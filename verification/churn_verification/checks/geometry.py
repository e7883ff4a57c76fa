"""The engine's boards against the specification's."""

from collections.abc import Iterable, Mapping
from functools import partial

import churn_spec as spec
from churn_verification.hexagons import hexagons
from churn_verification.judge.comparing import result_of
from churn_verification.judge.geometry import compare_boards
from churn_verification.registry import Check, Context, Kind, Level, Reach, Registry
from churn_verification.results import Result

MOST_CELLS = 40


def register(registry: Registry) -> None:
    """Add the comparisons of boards."""
    registry.add(
        Check(
            id="geometry/every-small-hexagon",
            sentence=f"On every hexagon of up to {MOST_CELLS} cells, in every orientation, engine"
            " and specification have the same cells, names, neighbours and symmetries.",
            clauses=("B1",),
            kind=Kind.EXHAUSTIVE,
            level=Level.QUICK,
            run=partial(_compare, hexagons(MOST_CELLS)),
            cost=3,
            looks_at=Reach.CASES,
        )
    )
    registry.add(
        Check(
            id="geometry/regular-boards",
            sentence="On the regular boards of size 4 to 10, engine and specification have the same"
            " cells, names, neighbours and symmetries.",
            clauses=("B1",),
            kind=Kind.EXHAUSTIVE,
            level=Level.QUICK,
            run=partial(_compare, [spec.regular_board(size) for size in range(4, 11)]),
            cost=1,
            looks_at=Reach.CASES,
        )
    )


def _compare(boards: Iterable[spec.Board], context: Context) -> Result:
    def compare() -> Mapping[str, int]:
        cells = [compare_boards(board) for board in boards]
        context.progress(len(cells), len(cells))
        return {"boards": len(cells), "cells": sum(cells)}

    return result_of(compare)
