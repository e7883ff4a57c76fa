"""The theorem that the engine's kernels play by the rules.

It supposes that what the engine keeps describes the mover's stones, and shows of the engine's
source, as it stands, that it gives the legal placements and their formed size, and that what is
kept after a placement describes the stones after it. At the start of a game nothing is kept; so all
of it holds through every game. The cases of the proof meet in `engine_facts`:

- `describing`: what a description says of the rules' groups, sizes and removal, on one cell of
  each orbit under the board's symmetries; the source is not looked at.
- `sums`: `add_sizes` leaves the sums of the sizes beside each empty cell, for all sizes that larger
  groups can have.
- `legal`: `legal_placements`, with these sums in any number of binary digits in place of
  `add_sizes`, gives the legal placements.
- `placing`: `place` does to the sets that are kept what `describing` says, whichever cell it is.

`engine_runs` has the statements about the source. Before it was divided like this, the source was
run for each cell and each list of sizes and compared with the rules' groups each time, which took
eight times as long (`docs/proofs.md`).
"""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import product

from churn_verification.proofs import engine_facts, hints, mistakes
from churn_verification.proofs.algebra import is_empty
from churn_verification.proofs.engine_examples import (
    described,
    examples_of_digits,
    examples_of_placing,
    examples_of_sizes,
    most_larger_groups,
    without_sizes,
)
from churn_verification.proofs.engine_kept import is_description
from churn_verification.proofs.engine_runs import (
    any_sizes,
    any_stones_kept,
    legal_placements_agree,
    numbers_of_digits,
    placement_agrees,
    sides_are_apart,
    sums_agree,
)
from churn_verification.proofs.grid import MOST_CELLS_OF_THE_ENGINE, Grid
from churn_verification.proofs.rules import Rules
from churn_verification.proofs.theorem import (
    Case,
    Given,
    Statement,
    Theorem,
    one_cell_of_each_orbit,
)

# What the description says -----------------------------------------------------------------------


def _description_tells(
    larger: int, cell: int, is_red: bool, rules: Rules, given: Given
) -> Statement:
    """Of any description: the other cases suppose what is concluded here."""
    algebra = given.algebra
    kept, position, _ = any_stones_kept(given, [*any_sizes(given, larger).values()], is_red)
    placed = given.cell("cell")
    whole = kept.own | placed
    formed, after = rules.formed_group(position, placed), rules.after(position, placed)
    done = engine_facts.placing(rules, kept, placed, formed.size)
    steps = [
        engine_facts.sets_are_apart(rules, kept),
        engine_facts.formed_size_adds_up(rules, kept, cell),
        engine_facts.small_sizes_tell(rules, kept, cell),
        algebra.same(formed.stones, done.formed),
        engine_facts.size_fits_what_is_joined(rules, kept, placed, formed.size),
        algebra.every(
            [
                algebra.same(rules.removed(position, placed), done.removed),
                algebra.same(after.own, done.own),
                algebra.same(after.enemy, position.enemy),
            ]
        ),
        algebra.every(is_description(rules, engine_facts.kept_after(rules, kept, done), after.own)),
    ]
    return Statement(
        hypotheses=[
            *is_description(rules, kept, position.own),
            sides_are_apart(algebra, position),
            is_empty(algebra, placed & (position.own | position.enemy)),
        ],
        conclusion=algebra.every(steps),
        hints=[
            *engine_facts.why_it_adds_up(rules, kept, cell),
            *hints.groups_of_part_and_whole(rules, kept.own, whole),
            *engine_facts.why_it_is_formed(rules, placed, formed, done),
            hints.others_stay_whole(rules, whole, after.own, formed.size),
        ],
        steps=steps,
    )


# The theorem -------------------------------------------------------------------------------------


@cache
def _cases(grid: Grid) -> Sequence[Case]:
    if grid.cells > MOST_CELLS_OF_THE_ENGINE:
        return ()
    return [
        *_describing_cases(grid),
        *_legal_cases(grid),
        *_sums_cases(grid),
        *_placing_cases(grid),
    ]


def _describing_cases(grid: Grid) -> Iterator[Case]:
    larger = most_larger_groups(grid)
    for cell, side in product(one_cell_of_each_orbit(grid), _SIDES):
        claim = partial(_description_tells, larger, cell, _SIDES[side])
        example = described(grid, larger, cell)
        yield Case(f"describing-{side}-{cell}", claim, {"cell": cell}, example=example)


def _legal_cases(grid: Grid) -> Iterator[Case]:
    larger = most_larger_groups(grid)
    for digits, side in product(numbers_of_digits(grid), _SIDES):
        examples = examples_of_digits(grid, larger, digits)
        claim = partial(legal_placements_agree, larger, digits, _SIDES[side], examples)
        yield Case(f"legal-{side}-{digits}-digits", claim, example=examples[0])


def _sums_cases(grid: Grid) -> Iterator[Case]:
    for (sizes, examples), side in product(examples_of_sizes(grid).items(), _SIDES):
        name = "-".join(map(str, sizes)) or "none"
        claim = partial(sums_agree, sizes, _SIDES[side], examples)
        yield Case(f"sums-{side}-{name}", claim, example=without_sizes(examples[0]))


def _placing_cases(grid: Grid) -> Iterator[Case]:
    for (larger, examples), side in product(examples_of_placing(grid).items(), _SIDES):
        claim = partial(placement_agrees, larger, _SIDES[side], examples)
        yield Case(f"placing-{side}-{larger}", claim, example=examples[0])


_SIDES = {"red": True, "blue": False}
"""Red's groups and Blue's are in two halves of the same arrays."""

THEOREMS = (
    Theorem(
        id="engine_equals_specification",
        sentence="The source of the engine's kernels gives the legal placements, the formed size,"
        " the stones removed and the empty cells that the rules give, and what it keeps of the"
        " stones after a placement describes them.",
        clauses=("T1", "P1", "P2", "R1", "R2"),
        cases=_cases,
        rests_on=(
            "flood_fill_finds_the_groups",
            "counting_is_sound",
            "equal_and_larger_groups_stay_whole",
            "board_symmetries_commute_with_turns",
        ),
        controls=(
            mistakes.ANY_JOINING_PLACEMENT,
            mistakes.EQUAL_OTHER_GROUPS_REMOVED,
            mistakes.ENEMY_STONES_COUNT,
        ),
    ),
)
