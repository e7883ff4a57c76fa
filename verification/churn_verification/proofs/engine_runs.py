"""What the engine's source gives, run on all descriptions of a side's stones.

Each statement supposes facts that `engine_facts` names and that are proved of the rules, and runs
functions of the kernels on words of which nothing else is known. None of them looks for a group.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from churn_engine.kernels import turns
from churn_engine.kernels.sides import Memory, Side
from churn_verification.proofs import engine_facts
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
from churn_verification.proofs.engine_examples import (
    Examples,
    Sizes,
)
from churn_verification.proofs.engine_kept import (
    Asked,
    Image,
    Kept,
    is_number,
    sets_are_disjoint,
    sizes_are_in_order,
)
from churn_verification.proofs.engine_source import (
    CellOf,
    Decider,
    Instructions,
    Path,
    Recorder,
    as_python,
    ways_through,
)
from churn_verification.proofs.foundation import Computed
from churn_verification.proofs.grid import Grid
from churn_verification.proofs.rules import Position, Rules
from churn_verification.proofs.samples import Found
from churn_verification.proofs.theorem import (
    Given,
    Statement,
)


def any_stones_kept(
    given: Given, sizes: Sequence[Number], is_red: bool
) -> tuple[Kept, Position, dict[str, Word]]:
    """Any stones of both sides, the mover's with larger groups of given sizes; and all by name."""
    names = ["own", "singles", "enemy", *(f"larger_{number}" for number in range(len(sizes)))]
    words = {name: given.word(name) for name in names}
    own, singles, enemy, *larger = words.values()
    position = Position(own, enemy, is_red)
    return Kept(own, singles, tuple(larger), tuple(sizes)), position, words


def any_sizes(given: Given, larger: int) -> dict[str, Number]:
    """Any sizes of so many groups, by name."""
    return {f"size_{number}": given.number(f"size_{number}") for number in range(larger)}


def sides_are_apart(algebra: Algebra, position: Position) -> Truth:
    """Whether no cell holds two stones."""
    return is_empty(algebra, position.own & position.enemy)


# Running the source ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Run:
    """What a case is about, and the engine's source ready to be run on it."""

    kept: Kept
    position: Position
    source: Callable[[Decider], Any]
    free: Mapping[str, Word]


Setting = Callable[[Rules, Given], _Run]
"""Sets a run up, on formulas or on values."""


def _ways(
    setting: Setting, run: _Run, rules: Rules, examples: Examples, supposed: Sequence[Truth]
) -> list[Path[Any]]:
    """All ways through the engine's source; on values there is one."""
    if not isinstance(rules.algebra, BitVectors):
        return [Path((), run.source(Recorder()))]
    algebra = Integers(rules.grid.cells)

    def answers_for(values: Mapping[str, int]) -> tuple[bool, ...]:
        recorder = Recorder()
        found = Found(algebra, values, {})
        setting(Rules(Computed(rules.grid, algebra)), found).source(recorder)
        return tuple(recorder.taken)

    return ways_through(run.source, answers_for, examples, supposed, run.free)


def _on_each_way(
    algebra: Algebra, paths: Sequence[Path[Any]], agrees: Callable[[Any], Truth]
) -> Truth:
    """Whether what is said of results holds on each way, and the ways are all there are."""
    taken = [algebra.every(path.answers) for path in paths]
    agreements = [
        implies(algebra, is_taken, agrees(path.result))
        for path, is_taken in zip(paths, taken, strict=True)
    ]
    return algebra.every([algebra.some(taken), *agreements])


# Sums of sizes -----------------------------------------------------------------------------------


def _summing(sizes: Sizes, is_red: bool, rules: Rules, given: Given) -> _Run:
    """The engine asked to add the sizes of the groups beside each cell."""
    algebra = given.algebra
    kept, position, free = any_stones_kept(given, [algebra.number(size) for size in sizes], is_red)
    image = Image(rules, kept, is_red)

    def source(decider: Decider) -> list[Word]:
        memory: Any = image.memory(sizes)
        digits = as_python(turns.add_sizes, Instructions(algebra, decider))(memory, image.side)
        return list(memory.digits[:digits])

    return _Run(kept, position, source, free)


def sums_agree(
    sizes: Sizes, is_red: bool, examples: Examples, rules: Rules, given: Given
) -> Statement:
    """`add_sizes` leaves for each empty cell the digits of the sum of the sizes beside it."""
    algebra, setting = given.algebra, partial(_summing, sizes, is_red)
    run = setting(rules, given)
    kept, empty = run.kept, rules.empty(run.position)
    hypotheses = [
        *sets_are_disjoint(rules, kept),
        sides_are_apart(algebra, run.position),
        engine_facts.sets_are_apart(rules, kept),
        engine_facts.sums_fit(rules, kept, empty),
    ]
    paths = _ways(setting, run, rules, examples, hypotheses)

    def agrees(digits: list[Word]) -> Truth:
        are_sums = [
            implies(
                algebra,
                algebra.has(empty, cell),
                _is_written(algebra, digits, cell, engine_facts.sum_at(rules, kept, cell)[0]),
            )
            for cell in range(rules.grid.cells)
        ]
        is_known = algebra.truth(len(digits) in numbers_of_digits(rules.grid))
        return algebra.every([is_known, *are_sums])

    return Statement(
        hypotheses=hypotheses,
        conclusion=_on_each_way(algebra, paths, agrees),
        uses_facts=False,
    )


def _is_written(algebra: Algebra, digits: Sequence[Word], cell: int, size: Number) -> Truth:
    """Whether the digits for a cell are one less than a size."""
    written, fits = _number_written(algebra, digits, cell)
    with_the_stone = algebra.plus(written, algebra.number(1))
    return algebra.every([fits, algebra.same(with_the_stone, size)])


def _number_written(algebra: Algebra, digits: Sequence[Word], cell: int) -> tuple[Number, Truth]:
    """The number that digits give for a cell, and whether it is no larger than numbers can be."""
    number, fits = algebra.number(0), []
    for place, digit in enumerate(digits):
        has_one = algebra.has(digit, cell)
        if 1 << place > algebra.cells:
            fits.append(algebra.negation(has_one))
            continue
        value = algebra.choose(has_one, algebra.number(1 << place), algebra.number(0))
        number = algebra.plus(number, value)
    return number, algebra.every(fits)


def numbers_of_digits(grid: Grid) -> range:
    """How many digits sums can have."""
    return range(2, max(2, grid.counter_bits + 1) + 1)


# The legal placements ----------------------------------------------------------------------------


def _choosing(larger: int, digits: int, is_red: bool, rules: Rules, given: Given) -> _Run:
    """The engine asked for the legal placements, with any digits in place of the sums it makes."""
    algebra = given.algebra
    kept, position, words = any_stones_kept(given, [algebra.number(0)] * larger, is_red)
    sums = {f"digit_{place}": given.word(f"digit_{place}") for place in range(digits)}
    image = Image(rules, kept, is_red)

    def add_sizes(memory: Any, _side: Side) -> int:
        memory.digits[:digits] = list(sums.values())
        return digits

    def source(decider: Decider) -> tuple[Word, int]:
        instructions = Instructions(algebra, decider)
        function = as_python(turns.legal_placements, instructions, {"add_sizes": add_sizes})
        cells, size = function(image.memory([None] * larger), rules.empty(position), image.side)
        return cells, int(size)

    return _Run(kept, position, source, {**words, **sums})


def legal_placements_agree(  # noqa: PLR0913, PLR0917 - what a case is about, then what all get
    larger: int, digits: int, is_red: bool, examples: Examples, rules: Rules, given: Given
) -> Statement:
    """`legal_placements` gives the legal ones and their size, where digits are what sums have."""
    algebra, setting = given.algebra, partial(_choosing, larger, digits, is_red)
    run = setting(rules, given)
    kept, empty = run.kept, rules.empty(run.position)
    sums = [run.free[f"digit_{place}"] for place in range(digits)]
    apart = [
        *sets_are_disjoint(rules, kept),
        sides_are_apart(algebra, run.position),
        engine_facts.sets_are_apart(rules, kept),
        algebra.negation(is_empty(algebra, empty)),
    ]
    paths = _ways(setting, run, rules, examples, apart)
    legal, formed = rules.legal(run.position), rules.formed_at(run.position)

    def agrees(result: tuple[Word, int]) -> Truth:
        cells, size = result
        has_size = [
            implies(algebra, algebra.has(legal, cell), is_number(algebra, group.size, size))
            for cell, group in enumerate(formed)
        ]
        return algebra.every([algebra.same(cells, legal), *has_size])

    at_empty_cells = [
        implies(
            algebra,
            algebra.has(empty, cell),
            algebra.every(
                [
                    engine_facts.small_sizes_tell(rules, kept, cell),
                    _is_written(algebra, sums, cell, engine_facts.formed_at(rules, kept, cell)),
                ]
            ),
        )
        for cell in range(rules.grid.cells)
    ]
    return Statement(
        hypotheses=[*apart, *at_empty_cells],
        conclusion=_on_each_way(algebra, paths, agrees),
        uses_facts=False,
    )


# What a placement does ---------------------------------------------------------------------------


def _placing(larger: int, is_red: bool, rules: Rules, given: Given) -> _Run:
    """The engine asked to place a stone on a cell, where it forms a group of a given size."""
    algebra = given.algebra
    numbers, formed_size = any_sizes(given, larger), given.number("formed_size")
    kept, position, words = any_stones_kept(given, [*numbers.values()], is_red)
    placed = given.cell("cell")
    image = Image(rules, kept, is_red)

    def source(decider: Decider) -> tuple[Word, Side, Word, Memory]:
        function = as_python(turns.place, Instructions(algebra, decider))
        size, *sizes = (Asked(each, algebra, decider) for each in (formed_size, *numbers.values()))
        memory = image.memory(sizes)
        return *function(memory, rules.empty(position), image.side, CellOf(placed), size), memory

    free = {**words, **numbers, "cell": placed, "formed_size": formed_size}
    return _Run(kept, position, source, free)


def placement_agrees(
    larger: int, is_red: bool, examples: Examples, rules: Rules, given: Given
) -> Statement:
    """`place` does to what is kept what a stone on any empty cell does to it."""
    algebra, setting = given.algebra, partial(_placing, larger, is_red)
    run = setting(rules, given)
    kept, position = run.kept, run.position
    placed, size = run.free["cell"], run.free["formed_size"]
    done = engine_facts.placing(rules, kept, placed, size)
    expected = _Expected(rules, kept, done, is_red)
    hypotheses = [
        *sets_are_disjoint(rules, kept),
        *sizes_are_in_order(rules, kept),
        *(algebra.negation(is_empty(algebra, group)) for group in kept.groups),
        sides_are_apart(algebra, position),
        is_empty(algebra, placed & (position.own | position.enemy)),
        _is_one_cell(rules, placed),
        engine_facts.sets_are_apart(rules, kept),
        engine_facts.size_fits_what_is_joined(rules, kept, placed, size),
    ]
    paths = _ways(setting, run, rules, examples, hypotheses)

    def agrees(result: tuple[Word, Side, Word, Memory]) -> Truth:
        empty, side, taken, memory = result
        return algebra.every(
            [
                algebra.same(empty, algebra.complement(done.own | position.enemy)),
                algebra.same(taken, done.removed),
                algebra.same(_stones_kept(side, memory, algebra), done.own),
                expected.is_kept(side, memory),
            ]
        )

    return Statement(
        hypotheses=hypotheses,
        conclusion=_on_each_way(algebra, paths, agrees),
        uses_facts=False,
    )


def _is_one_cell(rules: Rules, word: Word) -> Truth:
    """Whether a set has one cell."""
    algebra = rules.algebra
    is_some = algebra.negation(is_empty(algebra, word))
    return algebra.every([is_some, algebra.same(algebra.lowest(word), word)])


def _stones_kept(side: Side, memory: Memory, algebra: Algebra) -> Word:
    groups: Any = memory.groups
    return side.singles | union_of(
        algebra, (groups[3 * place] for place in range(side.bottom + 1, side.top + 1))
    )


class _Expected:
    """What the engine is to keep after a placement: `kept_after`, without what is not there."""

    def __init__(self, rules: Rules, kept: Kept, done: engine_facts.Placing, is_red: bool) -> None:
        self._algebra = rules.algebra
        self._kept = engine_facts.kept_after(rules, kept, done)
        self._images = [
            Image(rules, Kept(done.own, self._kept.singles, self._kept.groups[:larger], ()), is_red)
            for larger in range(len(self._kept.groups) + 1)
        ]

    def is_kept(self, side: Side, memory: Memory) -> Truth:
        """Whether the engine keeps it."""
        algebra, larger = self._algebra, side.top - side.bottom
        if not 0 <= larger < len(self._images):
            return algebra.truth(False)
        sizes: Any = memory.sizes
        none = algebra.number(0)
        return algebra.every(
            [
                self._images[larger].agrees_with(algebra, side, memory),
                *(
                    algebra.same(asked.number, size)
                    for asked, size in zip(
                        sizes[side.bottom + 1 : side.top + 1],
                        self._kept.sizes[:larger],
                        strict=True,
                    )
                ),
                *(algebra.same(size, none) for size in self._kept.sizes[larger:]),
            ]
        )
