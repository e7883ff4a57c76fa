"""Instances of theorems: what proofs take for granted and conclude, looked at on real positions."""

from dataclasses import dataclass
from functools import cache

import numpy as np

import churn_spec as spec
from churn_verification.proofs.algebra import Integers
from churn_verification.proofs.comparing import rules_on
from churn_verification.proofs.foundation import Computed
from churn_verification.proofs.grid import Grid, grid_of
from churn_verification.proofs.rules import Rules
from churn_verification.proofs.samples import Chance, holds, statement_at
from churn_verification.proofs.theorem import Case, Theorem


@dataclass(frozen=True)
class LookedAt:
    """What looking at instances found.

    Attributes:
        looked_at: how many there were in which the hypotheses hold.
        broken: what does not hold though the hypotheses do, and where, or None.
    """

    looked_at: int
    broken: str | None = None


_SMALLEST = ("2-1-1-2-1-1", "2-1-2-1-2-1")
"""A board with a tie and one without."""


@cache
def functions_behind(theorem: Theorem) -> tuple[str, ...]:
    """The functions of the rules, the ranking and the game whose source a theorem is about."""
    found: set[str] = set()
    for board in _SMALLEST:
        grid = grid_of(spec.read_board(board))
        algebra = Integers(grid.cells)
        for case in theorem.cases(grid):
            foundation = Computed(grid, algebra)
            rules = Rules(foundation)
            if case.example is None:
                case.claim(rules, Chance(algebra, 64, np.random.default_rng(1), case.fixed))
            else:
                statement_at(case, rules, case.example, algebra)
            found |= rules.functions() | foundation.functions
    names = sorted(each.removeprefix("churn_spec.") for each in found)
    return tuple(each for each in names if each.startswith(("rules.", "ranking.", "game.")))


def broken_in(
    theorem: Theorem,
    grid: Grid,
    count: int,
    generator: np.random.Generator,
    rules: Rules | None = None,
) -> LookedAt:
    """Look at a theorem's cases in positions by chance.

    Cases that come with examples of their own are left out: what they speak of is too rare.

    Args:
        theorem: the theorem; of one that says that a position exists, nothing is looked at.
        grid: the board.
        count: how many positions for each case.
        generator: where chance comes from.
        rules: the rules; the true ones by default.
    """
    looked_at = 0
    for case in theorem.cases(grid):
        if case.example is not None or theorem.exists:
            continue
        found = _look_at(case, rules or rules_on(grid), count, generator)
        looked_at += found.looked_at
        if found.broken is not None:
            return found
    return LookedAt(looked_at)


def _look_at(case: Case, rules: Rules, count: int, generator: np.random.Generator) -> LookedAt:
    algebra = Integers(rules.grid.cells)
    chance = Chance(algebra, count, generator, case.fixed)
    statement = case.claim(rules, chance)
    supposed = np.broadcast_to(holds(algebra, list(statement.hypotheses)), (count,))
    for what, truths in (
        ("a hint", statement.hints),
        ("a step", statement.steps),
        ("the conclusion", [statement.conclusion]),
    ):
        fails = supposed & ~np.broadcast_to(holds(algebra, list(truths)), (count,))
        if fails.any():
            where = int(np.argmax(fails))
            values = {name: int(column[where]) for name, column in chance.values.items()}
            return LookedAt(int(supposed.sum()), f"{what} of {case.name or 'it'} fails at {values}")
    return LookedAt(int(supposed.sum()))
