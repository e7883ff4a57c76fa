"""The engine on boards of several machine words: its sets of cells, and positions.

A set of cells takes three words on size 8, four on size 9, six on size 11 and seven of eight on 400
cells. Games on such boards are too long to play here, and their first turns leave most cells empty.
So the positions are arbitrary ones, from nearly empty to full, with a few turns played from each.

What compiled code does to a set of cells is compared by itself too: the kernels can loop forever
on a set whose lowest cell is misread, and a check that never ends tells less.
"""

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np

import churn_spec as spec
from churn_engine.kernels.compiling import kernel
from churn_engine.kernels.instructions import (
    cell_at,
    cell_at_portably,
    count,
    first_cell,
    load,
    some,
    store,
)
from churn_engine.kernels.tables import Numbers, Words, mask_of, words_of
from churn_engine.kernels.words import BITS, Layout
from churn_verification.judge.comparing import Comparison
from churn_verification.judge.judge import Judge
from churn_verification.judge.match import Match
from churn_verification.registry import Check, Context, Kind, Level, Registry
from churn_verification.results import Result, failed, held
from churn_verification.strategies import LARGE_BOARDS

_LETTERS = (".........rb", "..rb", "rrrrr.b", "rb.", "rrrb", "rb")
"""What cells are drawn from: from sparse boards to full ones."""

_HOLES = 3
"""How many cells of a full board are emptied at most."""

_TURNS = 4

WORD_LENGTHS = (1, 2, 3, 4, 6, 8)
"""The lengths of sets of cells in machine words, for boards of up to 512 cells."""

_RANDOM_SETS = 50


def _compare(judge: Judge, context: Context) -> Counter[str]:
    chance = context.random("large-boards")
    rounds = context.budget(1, 5, 50)
    covered: Counter[str] = Counter()
    for number in range(rounds):
        for board in map(spec.read_board, LARGE_BOARDS):
            for position in _positions(board, chance):
                covered += _compare_from(judge, position, chance)
        context.progress(number + 1, rounds)
    return covered


def _positions(board: spec.Board, chance: random.Random) -> Iterator[spec.Position]:
    """One position of each density, and one with all cells full."""
    for letters in _LETTERS:
        stones = {cell: chance.choice(letters) for cell in sorted(spec.cells_of(board))}
        holes = chance.sample(sorted(stones), chance.randint(1, _HOLES))
        yield _position(board, stones | dict.fromkeys(holes, "."), chance)
        if "." not in letters:
            yield _position(board, stones, chance)


def _position(
    board: spec.Board, stones: dict[spec.Cell, str], chance: random.Random
) -> spec.Position:
    red, blue = (frozenset(cell for cell in stones if stones[cell] == letter) for letter in "rb")
    return spec.Position(board, red, blue, chance.choice(list(spec.Colour)))


def _compare_from(judge: Judge, position: spec.Position, chance: random.Random) -> Counter[str]:
    """Compare a position, each of some turns from it, and the position again at the end."""
    match = Match(judge, position)
    while not spec.is_over(match.at) and len(match.turns) < _TURNS:
        match.play(chance.choice(sorted(match.legal)))
    taken = len(match.turns)
    while match.can_undo:
        match.undo()
    return Counter(
        {
            "positions": 1,
            "full boards": int(spec.is_over(position)),
            "turns": taken,
            "stones": len(position.red | position.blue),
        }
    )


# Sets of cells -----------------------------------------------------------------------------------


def _compare_sets(context: Context) -> Result:
    chance = context.random("sets-of-cells")
    covered: Counter[str] = Counter()
    for length in WORD_LENGTHS:
        masks = list(_masks(BITS * length, chance))
        ranks = [chance.randrange(max(1, mask.bit_count())) for mask in masks]
        full = (1 << BITS * length) - 1
        every_rank = range(BITS * length)
        reason = _differing_set(length, masks, ranks, chance) or _differing_set(
            length, [full] * len(every_rank), list(every_rank), chance
        )
        if reason is not None:
            return failed(f"sets of {length} machine words: {reason}", covered)
        covered["lengths"] += 1
        covered["sets"] += len(masks) + len(every_rank)
    return held(covered)


def _masks(cells: int, chance: random.Random) -> Iterator[int]:
    yield 0
    for cell in range(cells):
        yield 1 << cell
        yield (2 << cell) - 1
        yield (1 << cells) - (1 << cell)
    for _ in range(_RANDOM_SETS):
        yield chance.getrandbits(cells)
        yield chance.getrandbits(cells) & chance.getrandbits(cells) & chance.getrandbits(cells)


def _differing_set(
    length: int, masks: list[int], ranks: list[int], chance: random.Random
) -> str | None:
    """Describe the first set on which the compiled code and the definition differ."""
    layout = Layout(length)
    others = [chance.getrandbits(BITS * length) for _ in masks]
    found = np.zeros((len(masks), len(_FOUND)), dtype=np.int64)
    made = np.zeros((len(masks) * len(_MADE), length), dtype=np.uint64)
    sets, other_sets = (words_of(which, layout).ravel() for which in (masks, others))
    _describe(layout, sets, other_sets, np.array(ranks, dtype=np.int64), found, made)
    for row, (mask, other, rank) in enumerate(zip(masks, others, ranks, strict=True)):
        expected = {
            **dict(zip(_FOUND, _described(mask, rank), strict=True)),
            **dict(zip(_MADE, _combined(mask, other, BITS * length), strict=True)),
        }
        answer = {
            **dict(zip(_FOUND, map(int, found[row]), strict=True)),
            **{name: mask_of(made[len(_MADE) * row + place]) for place, name in enumerate(_MADE)},
        }
        for what, right in expected.items():
            if answer[what] != right:
                return f"{what} of {mask:#x}, rank {rank}: {answer[what]}, should be {right}"
    return None


_FOUND = ("number of cells", "lowest cell", "cell of the rank", "the same on any processor")
_MADE = ("copy", "intersection", "union", "difference", "complement")
_NONE = -1


def _described(mask: int, rank: int) -> tuple[int, int, int, int]:
    cells = [cell for cell in range(mask.bit_length()) if mask >> cell & 1]
    if not cells:
        return 0, _NONE, _NONE, _NONE
    return len(cells), cells[0], cells[rank], cells[rank]


def _combined(mask: int, other: int, cells: int) -> tuple[int, int, int, int, int]:
    return mask, mask & other, mask | other, mask ^ other, mask ^ ((1 << cells) - 1)


@kernel
def _describe(  # noqa: PLR0913, PLR0917 - arrays for compiled code
    layout: Layout, sets: Words, others: Words, ranks: Numbers, found: Numbers, made: Words
) -> None:
    for row in range(len(ranks)):
        word, other = load(layout, sets, row), load(layout, others, row)
        found[row, 0] = count(word)
        found[row, 1:] = -1
        if some(word):
            found[row, 1] = first_cell(word)
            found[row, 2] = cell_at(word, ranks[row])
            found[row, 3] = cell_at_portably(word, ranks[row])
        store(made, 5 * row, word)
        store(made, 5 * row + 1, word & other)
        store(made, 5 * row + 2, word | other)
        store(made, 5 * row + 3, word ^ other)
        store(made, 5 * row + 4, ~word)


COMPARISONS = (
    Comparison(
        id="large-boards/{form}",
        sentence="On boards of 169, 217, 331 and 400 cells the {name} and the specification say the"
        " same of arbitrary positions, of a few turns from each, and as they are undone.",
        clauses=("B1", "B2", "T1", "P1", "P2", "R1", "R2", "E1", "E2"),
        kind=Kind.DIFFERENTIAL,
        level=Level.QUICK,
        compare=_compare,
        cost=8,
    ),
)
"""The comparison of positions."""


def register(registry: Registry) -> None:
    """Add a check for each form of the engine, and that of sets of cells."""
    for comparison in COMPARISONS:
        registry.add_all(comparison.checks())
    registry.add(
        Check(
            id="large-boards/sets-of-cells",
            sentence="Compiled code finds the number of cells, the lowest cell and the cell of any"
            " rank in sets of one to eight machine words, among them each single cell, all cells up"
            " to each and all from each on; and it combines sets as the definition does.",
            clauses=("T1", "P1", "P2", "R1", "R2"),
            kind=Kind.DIFFERENTIAL,
            level=Level.QUICK,
            run=_compare_sets,
            cost=6,
        )
    )
