"""Where a position stands in the solver's tables.

Colours are normalised: a position is the pattern of the side to move and that of the other side.
Positions that share the other side's pattern, the owner, form a block, which is indexed by the
pattern of the side to move, the guest: its stones are a subset of the cells that the owner left
free, so a block of an owner with k stones has 2^(n - k) entries and no gaps. Only canonical owners
have a block; the others are carried onto theirs by a symmetry of the board, and the guest with
them. This divides the 3^n positions by nearly the number of symmetries and loses nothing.

Blocks are ordered by the owner's rank, the highest first, then by pattern.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from churn_engine.board import Board
from churn_engine.solver.compiled import Integer, Sources, compiled
from churn_engine.solver.patterns import PIECE, PIECES, Patterns


class Layout(NamedTuple):
    """The blocks of a board and how to find a position's entry.

    Attributes:
        sources: See `compiled`.
        cells: The number of cells, n.
        owner: int32[blocks]. The canonical patterns, in the order of the blocks.
        orbit: int64[blocks]. How many patterns are carried onto each of them.
        offset: int64[blocks + 1]. The first entry of each block; the last is the number of entries.
        block: int32[2^n]. The block of each pattern's canonical image.
        symmetry: uint8[2^n]. Number of a symmetry that carries the pattern there.
        images: int32[symmetries, 4, 2^8]. The image of each piece of a pattern.
        packed: uint8[2^16]. `packed[mask << 8 | value]` are the bits of value that mask selects,
            moved together.
        ones: int64[2^8]. The number of bits set.
    """

    sources: Sources
    cells: int
    owner: NDArray[np.int32]
    orbit: NDArray[np.int64]
    offset: NDArray[np.int64]
    block: NDArray[np.int32]
    symmetry: NDArray[np.uint8]
    images: NDArray[np.int32]
    packed: NDArray[np.uint8]
    ones: NDArray[np.int64]


def layout_of(board: Board, patterns: Patterns) -> Layout:
    """The layout that uses all symmetries of the board."""
    return _layout(board.symmetries, patterns)


def layout_without_symmetry(board: Board, patterns: Patterns) -> Layout:
    """The layout in which every pattern has a block of its own: 3^n entries."""
    return _layout(board.symmetries[:1], patterns)


def entries_of(symmetries: Sequence[Sequence[int]]) -> int:
    """Count the entries of a layout without building it.

    The lemma that is not Burnside's: the sum over canonical owners of 2^(free cells) is the mean,
    over the symmetries, of the same sum over the patterns that the symmetry leaves as they are. A
    cycle of its cells is either in such a pattern or free.
    """
    total = 0
    for symmetry in symmetries:
        fixed = 1
        for length in _cycle_lengths(symmetry):
            fixed *= 1 + 2**length
        total += fixed
    return total // len(symmetries)


def _cycle_lengths(permutation: Sequence[int]) -> list[int]:
    lengths = []
    seen = [False] * len(permutation)
    for start in range(len(permutation)):
        cell, length = start, 0
        while not seen[cell]:
            seen[cell] = True
            cell, length = permutation[cell], length + 1
        if length:
            lengths.append(length)
    return lengths


def _layout(symmetries: Sequence[Sequence[int]], patterns: Patterns) -> Layout:
    cells = patterns.cells
    images = _images(np.array(symmetries, dtype=np.int64).reshape(len(symmetries), cells))
    canonical = np.zeros(1 << cells, dtype=np.int32)
    symmetry = np.zeros(1 << cells, dtype=np.uint8)
    _find_canonical(images, canonical, symmetry)
    owner, orbit = np.unique(canonical, return_counts=True)
    order = np.lexsort((owner, -patterns.rank[owner].astype(np.int64)))
    owner, orbit = owner[order], orbit[order]
    block_of_canonical = np.zeros(1 << cells, dtype=np.int32)
    block_of_canonical[owner] = np.arange(len(owner))
    offset = np.zeros(len(owner) + 1, dtype=np.int64)
    np.cumsum(np.int64(1) << (cells - np.bitwise_count(owner).astype(np.int64)), out=offset[1:])
    return Layout(
        sources=patterns.sources,
        cells=cells,
        owner=owner,
        orbit=orbit.astype(np.int64),
        offset=offset,
        block=block_of_canonical[canonical],
        symmetry=symmetry,
        images=images,
        packed=_packed_table(),
        ones=np.bitwise_count(np.arange(1 << PIECE)).astype(np.int64),
    )


def _images(permutations: NDArray[np.int64]) -> NDArray[np.int32]:
    """The image of each set of the cells of each piece, under each symmetry."""
    symmetries, cells = permutations.shape
    values = np.arange(1 << PIECE)
    images = np.zeros((symmetries, PIECES, 1 << PIECE), dtype=np.int32)
    for cell in range(cells):
        piece, bit = divmod(cell, PIECE)
        moved = (values >> bit & 1)[None, :] << permutations[:, cell, None]
        images[:, piece] |= moved.astype(np.int32)
    return images


def _packed_table() -> NDArray[np.uint8]:
    masks, values = np.meshgrid(
        np.arange(1 << PIECE), np.arange(1 << PIECE), indexing="ij", sparse=True
    )
    packed = np.zeros((1 << PIECE, 1 << PIECE), dtype=np.uint8)
    place = np.zeros_like(masks)
    for bit in range(PIECE):
        selected = masks >> bit & 1
        packed |= ((values >> bit & selected) << place).astype(np.uint8)
        place = place + selected
    return packed.ravel()


@compiled
def image(layout: Layout, symmetry: Integer, pattern: Integer) -> Integer:
    """The image of a pattern under a symmetry, given by its number."""
    images = layout.images[symmetry]
    return np.int64(
        images[0, pattern & 255]
        | images[1, pattern >> 8 & 255]
        | images[2, pattern >> 16 & 255]
        | images[3, pattern >> 24]
    )


@compiled
def packed(layout: Layout, mask: Integer, pattern: Integer) -> Integer:
    """The bits of a pattern that a mask selects, moved together."""
    bits, place = np.int64(0), np.int64(0)
    while mask:
        piece = mask & 255
        bits |= np.int64(layout.packed[piece << 8 | (pattern & 255)]) << place
        place += layout.ones[piece]
        mask >>= 8
        pattern >>= 8
    return bits


@compiled
def spread(mask: Integer, bits: Integer) -> Integer:
    """The pattern whose bits selected by a mask are the given ones: the inverse of `packed`."""
    pattern = np.int64(0)
    while mask:
        lowest = mask & -mask
        if bits & 1:
            pattern |= lowest
        bits >>= 1
        mask ^= lowest
    return pattern


@compiled
def free_cells(layout: Layout, block: Integer) -> Integer:
    """The cells that the owner of a block leaves free."""
    return ((np.int64(1) << layout.cells) - 1) ^ np.int64(layout.owner[block])


@compiled
def entry(layout: Layout, owner: Integer, guest: Integer) -> Integer:
    """The entry of the position with this owner and guest."""
    block = layout.block[owner]
    free = ((np.int64(1) << layout.cells) - 1) ^ np.int64(layout.owner[block])
    moved_guest = image(layout, np.int64(layout.symmetry[owner]), guest)
    return layout.offset[block] + packed(layout, free, moved_guest)


@compiled
def entries(
    layout: Layout, owners: NDArray[np.int64], guests: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The entries of many positions: one call of compiled code costs more than an entry."""
    found = np.empty(len(owners), dtype=np.int64)
    for number in range(len(owners)):
        found[number] = entry(layout, owners[number], guests[number])
    return found


@compiled
def _find_canonical(
    images: NDArray[np.int32],
    canonical: NDArray[np.int32],
    symmetry: NDArray[np.uint8],
) -> None:
    """The canonical image of a pattern is the smallest of its images."""
    for pattern in range(len(canonical)):
        canonical[pattern] = pattern
        for number in range(len(images)):
            moved = (
                images[number, 0, pattern & 255]
                | images[number, 1, pattern >> 8 & 255]
                | images[number, 2, pattern >> 16 & 255]
                | images[number, 3, pattern >> 24]
            )
            if moved < canonical[pattern]:
                canonical[pattern] = moved
                symmetry[pattern] = number
