"""The theorem that the engine's kernels play by the model's rules.

A case of it is about all positions with given sizes of larger groups, or with a given number of
them and an empty cell. It supposes that what the engine keeps describes the stones, and shows of
the engine's source, as it stands, that it gives the legal placements and their formed size, and
that what is kept after a placement describes the stones after it. At the start of a game nothing
is kept; so all of it holds through every game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from churn_engine.kernels import turns
from churn_engine.kernels.sides import Memory, Side
from churn_verification.proofs import hints, mistakes
from churn_verification.proofs.algebra import (
    Algebra,
    BitVectors,
    Integers,
    Number,
    Truth,
    Word,
    implies,
    is_empty,
    union_of,
)
from churn_verification.proofs.engine_kept import (
    Asked,
    Image,
    Kept,
    is_description,
    is_number,
    sets_are_disjoint,
)
from churn_verification.proofs.engine_source import (
    Decider,
    Instructions,
    Path,
    Recorder,
    as_python,
    ways_through,
)
from churn_verification.proofs.foundation import Computed, Group
from churn_verification.proofs.grid import Grid, cells_in
from churn_verification.proofs.model import Model, Stones
from churn_verification.proofs.samples import Found
from churn_verification.proofs.theorem import Case, Given, Statement, Theorem

MOST_CELLS = 13
"""The engine's source is followed on boards of at most so many cells."""

_EXAMPLES = 40
"""About so many examples are run before a solver looks for further ways through the source."""

_ENEMIES = 7
"""Each example of own stones is run with so many sets of enemy stones, and with none."""

Sizes = tuple[int, ...]
Examples = Sequence[Mapping[str, int]]


@dataclass(frozen=True)
class _Run:
    """What a case is about, and the engine's source ready to be run on it."""

    kept: Kept
    stones: Stones
    image: Image
    source: Callable[[Decider], Any]
    free: Mapping[str, Word]


Setting = Callable[[Model, Given], _Run]
"""Sets a run up, on formulas or on values."""


def _any_stones_kept(given: Given, sizes: Sequence[Number]) -> tuple[Kept, Stones, dict[str, Word]]:
    """Any stones of both sides, the mover's with larger groups of given sizes; and all by name."""
    names = ["own", "singles", "enemy", *(f"larger_{number}" for number in range(len(sizes)))]
    words = {name: given.word(name) for name in names}
    own, singles, enemy, *larger = words.values()
    return Kept(own, singles, tuple(larger), tuple(sizes)), Stones(own, enemy), words


def _ways(
    run: _Run, setting: Setting, model: Model, examples: Examples, supposed: Sequence[Truth]
) -> list[Path[Any]]:
    """All ways through the engine's source; on values there is one."""
    if not isinstance(model.algebra, BitVectors):
        return [Path((), run.source(Recorder()))]
    algebra = Integers(model.grid.cells)

    def answers_for(values: Mapping[str, int]) -> tuple[bool, ...]:
        recorder = Recorder()
        found = Found(algebra, values, {})
        setting(Model(Computed(model.grid, algebra)), found).source(recorder)
        return tuple(recorder.taken)

    return ways_through(run.source, answers_for, examples, supposed, run.free)


def _sets_are_apart(model: Model, kept: Kept) -> Truth:
    """No two sets that are kept touch, nor do two single stones."""
    algebra = model.algebra
    sets = (kept.singles, *kept.groups)
    touching = [
        model.beside(one) & other
        for number, one in enumerate(sets)
        for other in (sets[number + 1 :] if number else sets)
    ]
    return algebra.every(is_empty(algebra, each) for each in touching)


def _one_is_taken(algebra: Algebra, paths: Sequence[Path[Any]]) -> Truth:
    """Whether the ways that were found are all there are."""
    return algebra.some(algebra.every(path.answers) for path in paths)


# The legal placements ----------------------------------------------------------------------------


def _legal_run(sizes: Sizes, model: Model, given: Given) -> _Run:
    """The engine asked for the legal placements."""
    algebra = given.algebra
    kept, stones, free = _any_stones_kept(given, [algebra.number(size) for size in sizes])
    image = Image(model, kept)

    def source(decider: Decider) -> tuple[Word, int]:
        function = as_python(turns.legal_placements, Instructions(algebra, decider))
        cells, size = function(image.memory(sizes), model.empty(stones), image.side)
        return cells, int(size)

    return _Run(kept, stones, image, source, free)


def _legal_placements_agree(
    sizes: Sizes, examples: Examples, model: Model, given: Given
) -> Statement:
    algebra, setting = given.algebra, partial(_legal_run, sizes)
    run = setting(model, given)
    kept, empty = run.kept, model.empty(run.stones)
    hypotheses = [
        *is_description(model, kept),
        is_empty(algebra, run.stones.own & run.stones.enemy),
        algebra.negation(is_empty(algebra, empty)),
    ]
    known = [_formed_sizes_add_up(model, kept, empty), _sets_are_apart(model, kept)]
    paths = _ways(run, setting, model, examples, [*hypotheses, *known])
    legal, formed = model.legal(run.stones), model.formed_at(run.stones)
    agreements = []
    for path in paths:
        cells, size = path.result
        has_size = [
            implies(algebra, algebra.has(legal, cell), is_number(algebra, group.size, size))
            for cell, group in enumerate(formed)
        ]
        agrees = algebra.every([algebra.same(cells, legal), *has_size])
        agreements.append(implies(algebra, algebra.every(path.answers), agrees))
    return Statement(
        hypotheses=hypotheses,
        conclusion=algebra.every(agreements),
        hints=known,
        steps=[_one_is_taken(algebra, paths)],
        uses_facts=False,
    )


# What the description says -----------------------------------------------------------------------


def _description_adds_up(larger: int, model: Model, given: Given) -> Statement:
    """Of any description with so many larger groups: the other cases take this for granted."""
    algebra = given.algebra
    sizes = [given.number(f"size_{number}") for number in range(larger)]
    kept, stones, _ = _any_stones_kept(given, sizes)
    cells = range(model.grid.cells)
    return Statement(
        hypotheses=[
            *is_description(model, kept),
            is_empty(algebra, stones.own & stones.enemy),
        ],
        conclusion=algebra.every(
            [
                _formed_sizes_add_up(model, kept, model.empty(stones)),
                _sets_are_apart(model, kept),
            ]
        ),
        hints=[reason for cell in cells for reason in _why_it_adds_up(model, kept, cell)],
    )


def _formed_sizes_add_up(model: Model, kept: Kept, empty: Word) -> Truth:
    """The formed size of each empty cell is one more than the sizes of all that is joined."""
    cells = range(model.grid.cells)
    return model.algebra.every(_formed_size_adds_up(model, kept, empty, cell) for cell in cells)


def _joined_at(model: Model, kept: Kept, cell: int) -> list[tuple[Word, Number]]:
    """What a stone on a cell would join: sets with their sizes, empty ones where nothing is."""
    algebra = model.algebra
    near, one = model.grid.neighbours[cell], algebra.number(1)
    joined = [
        _where(algebra, algebra.has(kept.singles, beside), algebra.word(1 << beside), one)
        for beside in cells_in(near)
    ]
    for group, size in zip(kept.groups, kept.sizes, strict=True):
        is_joined = algebra.negation(is_empty(algebra, group & algebra.word(near)))
        joined.append(_where(algebra, is_joined, group, size))
    return joined


def _formed_size_adds_up(model: Model, kept: Kept, empty: Word, cell: int) -> Truth:
    """The formed size of an empty cell is one more than the sizes of all that is joined there.

    Adding these up, no sum is beyond the cells of the board, and none starts again at 0.
    """
    algebra = model.algebra
    formed = model.foundation.group_at(kept.own | algebra.word(1 << cell), cell)
    total, rises = algebra.number(1), []
    for _, size in _joined_at(model, kept, cell):
        more = algebra.plus(total, size)
        rises.append(algebra.negation(algebra.below(more, total)))
        total = more
    fits = model.facts.size_is_on_the_board(total)
    adds_up = algebra.every([*rises, fits, algebra.same(formed.size, total)])
    return implies(algebra, algebra.has(empty, cell), adds_up)


def _why_it_adds_up(model: Model, kept: Kept, cell: int) -> list[Truth]:
    """The facts that show it: what is joined is added one at a time, and is the formed group."""
    algebra, facts, size = model.algebra, model.facts, model.foundation.size
    single = algebra.word(1 << cell)
    friendly = kept.own | single
    formed = model.foundation.group_at(friendly, cell)
    together = single
    reasons = [facts.single_has_size_one(single, size(single))]
    for added, added_size in _joined_at(model, kept, cell):
        more = together | added
        reasons.append(facts.sizes_add_up(together, size(together), added, added_size, size(more)))
        reasons.append(facts.sizes_follow_inclusion(together, size(together), more, size(more)))
        together = more
    reasons += [
        facts.group_is_connected(friendly, cell, formed.stones, together),
        facts.sizes_follow_inclusion(formed.stones, formed.size, together, size(together)),
    ]
    groups = model.groups(kept.own)
    return reasons + [
        facts.group_is_connected(kept.own, beside, groups[beside].stones, formed.stones)
        for beside in cells_in(model.grid.neighbours[cell])
    ]


def _where(algebra: Algebra, condition: Truth, word: Word, size: Number) -> tuple[Word, Number]:
    """A set and its size where something holds, otherwise the empty set and 0."""
    return (
        algebra.choose(condition, word, algebra.word(0)),
        algebra.choose(condition, size, algebra.number(0)),
    )


# What a placement does ---------------------------------------------------------------------------


def _placing_run(larger: int, cell: int, model: Model, given: Given) -> _Run:
    """The engine asked to place a stone on a cell, where it forms a group of a given size."""
    algebra = given.algebra
    numbers = {f"size_{number}": given.number(f"size_{number}") for number in range(larger)}
    sizes, formed_size = list(numbers.values()), given.number("formed_size")
    kept, stones, words = _any_stones_kept(given, sizes)
    free = {**words, **numbers, "formed_size": formed_size}
    image = Image(model, kept)

    def source(decider: Decider) -> tuple[Word, Side, Word, Memory]:
        function = as_python(turns.place, Instructions(algebra, decider))
        size, *others = (Asked(each, algebra, decider) for each in (formed_size, *sizes))
        memory = image.memory(others)
        return *function(memory, model.empty(stones), image.side, cell, size), memory

    return _Run(kept, stones, image, source, free)


def _placement_agrees(
    larger: int, cell: int, examples: Examples, model: Model, given: Given
) -> Statement:
    algebra, setting = given.algebra, partial(_placing_run, larger, cell)
    run = setting(model, given)
    kept, stones, placed = run.kept, run.stones, given.cell("cell")
    formed = model.formed_group(stones, placed)
    after, removed = model.after(stones, placed), model.removed(stones, placed)
    expected = _Expected(model, kept, placed, formed)
    known = [_sets_are_apart(model, kept), _formed_sizes_add_up(model, kept, model.empty(stones))]
    is_free = [
        is_empty(algebra, stones.own & stones.enemy),
        is_empty(algebra, placed & (stones.own | stones.enemy)),
    ]
    geometry = [*sets_are_disjoint(model, kept), *is_free, known[0]]
    paths = _ways(run, setting, model, examples, geometry)
    agreements = []
    for path in paths:
        empty, side, taken, memory = path.result
        agrees = algebra.every(
            [
                algebra.same(empty, model.empty(after)),
                algebra.same(taken, removed),
                algebra.same(_stones_kept(side, memory, algebra), after.own),
                expected.is_kept(side, memory),
            ]
        )
        agreements.append(implies(algebra, algebra.every(path.answers), agrees))
    return Statement(
        hypotheses=[
            *is_description(model, kept),
            *is_free,
            algebra.same(formed.size, given.number("formed_size")),
        ],
        conclusion=algebra.every([_one_is_taken(algebra, paths), *agreements]),
        hints=[
            *hints.groups_of_part_and_whole(model, kept.own, kept.own | placed),
            *known,
        ],
    )


def _stones_kept(side: Side, memory: Memory, algebra: Algebra) -> Word:
    groups: Any = memory.groups
    return side.singles | union_of(algebra, (groups[3 * place] for place in range(1, side.top + 1)))


class _Expected:
    """What the engine is to keep after a placement.

    An isolated stone is one more single stone. Otherwise no single stone is left, the groups as
    large as the formed one or larger are still there, and the formed group is on top of them.
    """

    def __init__(self, model: Model, kept: Kept, placed: Word, formed: Group) -> None:
        self._model, self._kept, self._formed = model, kept, formed
        self._isolated = Image(model, replace(kept, singles=kept.singles | placed))
        self._joined = [
            Image(model, self._with_formed(left)) for left in range(len(kept.groups) + 1)
        ]

    def _with_formed(self, left: int) -> Kept:
        groups = (*self._kept.groups[:left], self._formed.stones)
        return Kept(self._kept.own, self._model.algebra.word(0), groups, ())

    def is_kept(self, side: Side, memory: Memory) -> Truth:
        """Whether the engine keeps it."""
        algebra, sizes = self._model.algebra, self._kept.sizes
        is_isolated = algebra.same(self._formed.size, algebra.number(1))
        stays = self._isolated.agrees_with(algebra, side, memory)
        if side.top == 0:
            return algebra.every([is_isolated, stays])
        left = side.top - 1
        is_smaller = [algebra.below(size, self._formed.size) for size in sizes]
        numbers: Any = memory.sizes
        joined = algebra.every(
            [
                *map(algebra.negation, is_smaller[:left]),
                *is_smaller[left:],
                self._joined[min(left, len(sizes))].agrees_with(algebra, side, memory),
                *self._same(numbers[1 : side.top], sizes[:left]),
                *self._same(numbers[side.top : side.top + 1], [self._formed.size]),
            ]
        )
        unchanged = algebra.every([stays, *self._same(numbers[1 : side.top + 1], sizes)])
        return algebra.choose(is_isolated, unchanged, joined)

    def _same(self, asked: Sequence[Asked], sizes: Sequence[Number]) -> list[Truth]:
        if len(asked) != len(sizes):
            return [self._model.algebra.truth(False)]
        pairs = zip(asked, sizes, strict=True)
        return [self._model.algebra.same(one.number, size) for one, size in pairs]


# The theorem -------------------------------------------------------------------------------------


@cache
def _all_kept(grid: Grid) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """All sets of stones of a board, and their groups' stones and sizes, by first cell."""
    own = np.arange(1 << grid.cells, dtype=np.int64)
    groups = Model(Computed(grid, Integers(grid.cells))).groups(own)
    is_first = np.stack(
        [group.stones & -group.stones == 1 << cell for cell, group in enumerate(groups)]
    )
    stones = np.where(is_first, np.stack([group.stones for group in groups]), 0)
    sizes = np.where(is_first, np.stack([group.size for group in groups]), 0)
    return own, stones, sizes


@cache
def _examples(grid: Grid) -> Mapping[Sizes, list[dict[str, int]]]:
    """Examples of all sizes that larger groups have on a board: the largest first, to values.

    All sets of stones are looked at, and of those with the same sizes some are taken, among them
    one for each cell that can be empty. Full boards are left out.
    """
    own, stones, sizes = _all_kept(grid)
    larger = np.sort(np.where(sizes > 1, sizes, 0), axis=0)[::-1]
    patterns, numbers = np.unique(larger, axis=1, return_inverse=True)
    generator = np.random.default_rng(grid.cells)
    found = {}
    for number, pattern in enumerate(patterns.T):
        fitting = np.flatnonzero(numbers.reshape(-1) == number)
        fitting = fitting[own[fitting] != grid.full]
        chosen = set(fitting[:: len(fitting) // _EXAMPLES + 1].tolist())
        for cell in range(grid.cells):
            chosen.update(fitting[own[fitting] >> cell & 1 == 0][:1].tolist())
        if chosen:
            key = tuple(int(size) for size in pattern if size)
            found[key] = [
                _values(stones[:, each], sizes[:, each], int(enemy) & ~each)
                for each in sorted(chosen)
                for enemy in (0, *generator.integers(grid.full, size=_ENEMIES, endpoint=True))
            ]
    return found


def _values(stones: NDArray[np.int64], sizes: NDArray[np.int64], enemy: int) -> dict[str, int]:
    """The values that describe stones, from their groups and the sizes of these."""
    larger = sorted(zip(-sizes[sizes > 1], stones[sizes > 1], strict=True))
    values = {"own": stones.sum(), "singles": stones[sizes == 1].sum(), "enemy": enemy}
    for number, (size, group) in enumerate(larger):
        values |= {f"larger_{number}": group, f"size_{number}": -size}
    return {name: int(value) for name, value in values.items()}


@cache
def _cases(grid: Grid) -> Sequence[Case]:
    if grid.cells > MOST_CELLS:
        return ()
    return [*_describing_cases(grid), *_legal_cases(grid), *_placing_cases(grid)]


def _describing_cases(grid: Grid) -> Iterator[Case]:
    by_number = {len(sizes): examples[0] for sizes, examples in _examples(grid).items()}
    for larger, example in by_number.items():
        yield Case(f"describing-{larger}", partial(_description_adds_up, larger), example=example)


def _legal_cases(grid: Grid) -> Iterator[Case]:
    for sizes, examples in _examples(grid).items():
        claim = partial(_legal_placements_agree, sizes, examples)
        without_sizes = {
            name: value for name, value in examples[0].items() if not name.startswith("size_")
        }
        name = "-".join(map(str, sizes)) or "none"
        yield Case(f"legal-{name}", claim, example=without_sizes)


def _placing_cases(grid: Grid) -> Iterator[Case]:
    algebra = Integers(grid.cells)
    model = Model(Computed(grid, algebra))
    examples: dict[tuple[int, int], list[dict[str, int]]] = {}
    for sizes, all_values in _examples(grid).items():
        for values in all_values[:: _ENEMIES + 1]:  # enemy stones open no way through the source
            for cell in cells_in(grid.full & ~values["own"] & ~values["enemy"]):
                formed = model.foundation.group_at(np.int64(values["own"] | 1 << cell), cell)
                with_size = values | {"formed_size": int(formed.size)}
                examples.setdefault((cell, len(sizes)), []).append(with_size)
    for (cell, larger), fitting in sorted(examples.items()):
        some = fitting[:: len(fitting) // _EXAMPLES + 1]
        claim = partial(_placement_agrees, larger, cell, some)
        yield Case(f"place-{cell}-{larger}", claim, {"cell": cell}, example=some[0])


THEOREMS = (
    Theorem(
        id="engine_equals_specification",
        sentence="The source of the engine's kernels gives the legal placements, the formed size,"
        " the stones removed and the empty cells that the rules give, and what it keeps of the"
        " stones after a placement describes them.",
        clauses=("T1", "P1", "P2", "R1", "R2"),
        cases=_cases,
        rests_on=("flood_fill_finds_the_groups", "counting_is_sound"),
        controls=(
            mistakes.control(
                "any-joining-placement",
                "Where no placement is isolated, any will do.",
                mistakes.AnySizeAllowed,
            ),
            mistakes.control(
                "equal-other-groups-removed",
                "Other groups as large as the formed one are removed too.",
                mistakes.EqualOtherGroupsRemoved,
            ),
            mistakes.control(
                "enemy-stones-count",
                "Enemy stones form groups with friendly ones.",
                mistakes.EnemyStonesCount,
            ),
        ),
    ),
)
