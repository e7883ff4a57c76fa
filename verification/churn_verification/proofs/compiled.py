"""Compiled kernels beside what they should do, on all there is of a small kind.

What the proof about the kernels' source supposes or leaves out is looked at here as it runs: the
instructions below the source, on words of one to six machine words, and the account of a player's
stones that a game begins with.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from churn_engine.board import board as engine_board
from churn_engine.kernels.compiling import kernel
from churn_engine.kernels.instructions import (
    cell_at,
    cell_at_portably,
    count,
    first_cell,
    load,
    nothing,
    some,
    store,
)
from churn_engine.kernels.stepping import KernelGame
from churn_engine.kernels.tables import mask_of
from churn_engine.kernels.words import BITS, Layout
from churn_engine.notation import Colour
from churn_engine.notation import Position as EnginePosition
from churn_verification.proofs.engine_examples import all_groups
from churn_verification.proofs.grid import Grid, cells_in

Words = NDArray[np.uint64]
_MACHINE_WORDS = range(1, 7)
_COMBINED = 500


class CompiledDifference(Exception):  # noqa: N818 - it is what was looked for
    """Compiled code gives something else than it should; the text says what."""


# Instructions ------------------------------------------------------------------------------------


def compare_instructions() -> dict[str, int]:
    """Compare the instructions with their meaning, on words of one to six machine words.

    They are tried on all words of one or two cells and on all that lack at most one cell, at every
    rank; so at each boundary of machine words there are cells on both sides, alone and among
    others. The operators are tried on words by chance.

    Returns:
        The numbers of word lengths and of words.

    Raises:
        CompiledDifference: an instruction gives something else.
    """
    tried = 0
    for length in _MACHINE_WORDS:
        words, ranks, cells, sizes = (
            np.concatenate(each) for each in zip(*_words(length), strict=True)
        )
        answers = np.zeros((len(ranks), 5), dtype=np.int64)
        _look_at(Layout(length), words.ravel(), ranks, answers)
        lowest = np.array([_lowest(word) for word in words])
        right = np.stack([cells, cells, sizes, lowest, np.ones_like(cells)], axis=1)
        _require_same(answers, right, length)
        _compare_operators(length)
        tried += len(ranks)
    return {"word lengths": len(_MACHINE_WORDS), "words": tried}


def _words(length: int) -> Iterator[tuple[Words, NDArray[Any], NDArray[Any], NDArray[Any]]]:
    """Words with, for each, a rank, the cell of that rank, and how many cells there are."""
    cells = BITS * length
    pairs = np.array([*combinations(range(cells), 2)])
    singles = np.arange(cells)
    yield _words_of(singles[:, None], length), singles * 0, singles, singles * 0 + 1
    for rank in (0, 1):
        ranks = np.full(len(pairs), rank)
        yield _words_of(pairs, length), ranks, pairs[:, rank], np.full(len(pairs), 2)
    full = np.full((cells, length), np.iinfo(np.uint64).max, dtype=np.uint64)
    yield full, singles, singles, np.full(cells, cells)
    for missing in range(cells):
        lacking = full[1:] ^ _words_of(np.array([[missing]]), length)
        yield lacking, singles[:-1], np.delete(singles, missing), np.full(cells - 1, cells - 1)


def _words_of(cells: NDArray[Any], length: int) -> Words:
    """The words that hold the cells of each row."""
    words = np.zeros((len(cells), length), dtype=np.uint64)
    for column in cells.T:
        bits = np.left_shift(np.uint64(1), (column % BITS).astype(np.uint64))
        words[np.arange(len(cells)), column // BITS] |= bits
    return words


def _lowest(word: Words) -> int:
    mask = mask_of(word)
    return (mask & -mask).bit_length() - 1


@kernel
def _look_at(layout: Layout, words: Words, ranks: NDArray[Any], answers: NDArray[Any]) -> None:
    for number in range(len(ranks)):
        word = load(layout, words, number)
        answers[number, 0] = cell_at(word, ranks[number])
        answers[number, 1] = cell_at_portably(word, ranks[number])
        answers[number, 2] = count(word)
        answers[number, 3] = first_cell(word)
        answers[number, 4] = some(word)


@kernel
def _combine(layout: Layout, ones: Words, others: Words, results: Words, some_of: Any) -> None:
    for number in range(len(some_of)):
        one, other = load(layout, ones, number), load(layout, others, number)
        store(results, 5 * number, one & other)
        store(results, 5 * number + 1, one | other)
        store(results, 5 * number + 2, one ^ other)
        store(results, 5 * number + 3, ~one)
        store(results, 5 * number + 4, nothing(layout))
        some_of[number] = some(one & other)


def _compare_operators(length: int) -> None:
    chance = np.random.default_rng(length)
    most = np.iinfo(np.uint64).max
    ones, others = (
        chance.integers(most, size=(_COMBINED, length), dtype=np.uint64, endpoint=True)
        for _ in range(2)
    )
    others[::2] = _words_of(chance.integers(BITS * length, size=(_COMBINED // 2, 1)), length)
    results = np.full((_COMBINED, 5, length), most, dtype=np.uint64)
    some_of = np.zeros(_COMBINED, dtype=np.int64)
    _combine(Layout(length), ones.ravel(), others.ravel(), results.ravel(), some_of)
    right = np.stack([ones & others, ones | others, ones ^ others, ~ones, ones * 0], axis=1)
    _require_same(results, right, length)
    _require_same(some_of, np.asarray((ones & others).any(axis=1)), length)


def _require_same(answers: NDArray[Any], right: NDArray[Any], length: int) -> None:
    differing = np.argwhere(answers != right)
    if len(differing):
        where = tuple(differing[0])
        raise CompiledDifference(
            f"words of {length} machine words, case {[int(each) for each in where]}:"
            f" {answers[where]}, should be {right[where]}"
        )


# The account of a player's stones ----------------------------------------------------------------


def compare_accounts(grid: Grid) -> int:
    """Compare what a game of the kernels begins with: for every pattern, of Red and of Blue.

    It is what `engine_equals_specification` supposes: single stones are apart from larger groups,
    these are stacked with the largest at the bottom, and the unions and counts beside them are
    right.

    Returns:
        How many accounts were compared.

    Raises:
        CompiledDifference: an account is another.
    """
    own, stones, sizes = all_groups(grid)
    board = engine_board(*grid.board.sides)
    colours: tuple[Colour, Colour] = ("red", "blue")
    for pattern in range(len(own)):
        groups = {
            int(group): int(size)
            for group, size in zip(stones[:, pattern], sizes[:, pattern], strict=True)
            if size
        }
        for player, colour in enumerate(colours):
            sides = (pattern, 0) if player == 0 else (0, pattern)
            game = KernelGame(EnginePosition(board, *sides, colour))
            told = _account(game, player)
            right = _right_account(grid, groups, told["stack"])
            if told != right:
                raise CompiledDifference(
                    f"board {grid}, {colour} stones {pattern:b}: {told}, should be {right}"
                )
    return 2 * len(own)


def _account(game: KernelGame, player: int) -> dict[str, Any]:
    """What the kernels keep of a player: words as masks, and of each group stones, reach, size."""
    kept, memory = game._kept, game._memory
    length = memory.layout.length
    names = ("near", "larger", "ones", "twos", "singles")
    words = kept.sides.reshape(2, len(names), length)[player]
    bottom, top = (int(each) for each in kept.places[2 * player : 2 * player + 2])
    of_groups = memory.groups.reshape(-1, 3, length)
    stack = [
        (*(mask_of(word) for word in of_groups[place]), int(memory.sizes[place]))
        for place in range(bottom + 1, top + 1)
    ]
    masks = {name: mask_of(word) for name, word in zip(names, words, strict=True)}
    return {**masks, "stack": stack, "bottom": mask_of(of_groups[bottom].ravel())}


def _right_account(
    grid: Grid, groups: dict[int, int], stack: list[tuple[int, int, int, int]]
) -> dict[str, Any]:
    """What they should keep; groups of one size may stand in any order among themselves."""
    larger = {group: size for group, size in groups.items() if size > 1}
    singles = sum(group for group, size in groups.items() if size == 1)
    in_order = [group for group, *_ in stack]
    if sorted(in_order) != sorted(larger) or [larger[each] for each in in_order] != sorted(
        larger.values(), reverse=True
    ):
        in_order = sorted(larger, key=lambda group: -larger[group])
    union, right = 0, []
    for group in in_order:
        union |= _beside(grid, group)
        right.append((group, _beside(grid, group), union, larger[group]))
    counts = [(singles & near).bit_count() for near in grid.neighbours]
    return {
        "near": union | _beside(grid, singles),
        "larger": union,
        "ones": sum(1 << cell for cell, number in enumerate(counts) if number & 1),
        "twos": sum(1 << cell for cell, number in enumerate(counts) if number & 2),
        "singles": singles,
        "stack": right,
        "bottom": 0,
    }


def _beside(grid: Grid, cells: int) -> int:
    mask = 0
    for cell in cells_in(cells):
        mask |= grid.neighbours[cell]
    return mask
