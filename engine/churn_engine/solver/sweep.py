"""Retrograde evaluation of blocks, one owner after another.

A turn changes the mover's pattern and raises its rank; the other pattern stays. So the values of
one owner's positions follow from those of higher-ranking owners, in two steps:

- owner to move: a placement makes another pattern of the owner, and the guest is to move there. So
  the values are found in the blocks of the owner's placements, with the guests in the same order
  but for a permutation of their cells. They are needed for the second step only.
- guest to move: a placement makes another guest of the same owner, who is to move. So the values
  follow from those of the first step, in the same block. They are the result.

Blocks of equal rank do not look at each other.

What is known of a position are columns. Most hold the least of something over the turns; what
counts as better when larger is negated. The others hold means over the turns.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from churn_engine.solver.addresses import bytes_at, floats_at, words_at
from churn_engine.solver.compiled import Integer, compiled, helper
from churn_engine.solver.layout import Layout, free_cells, image, packed
from churn_engine.solver.patterns import PIECE, PIECES, Patterns, isolated, ones
from churn_engine.solver.scores import cost_before, full_board_score
from churn_engine.solver.values import WIN

COST, SHORTEST, LONGEST = 0, 1, 2
"""Columns of the least: the cost of the position (see `scores`), the fewest turns to the end, and
the most, negated."""
TURNS, MARGIN, TIE = 0, 1, 2
"""Columns of means under uniformly random play: the expected number of turns to the end, the
mover's chance to win less the other's, and, where the board can tie, the chance of a tie."""

_CHUNK = 2048
"""So many guests are expanded at a time; their moves stay in the cache."""
_LOW = 9
"""Guests are enumerated by two tables, of this many cells and of the rest."""
_NOTHING = 32767
"""More than any value."""


class Shards(NamedTuple):
    """How the blocks are cut into shards.

    Attributes:
        first: int64[shards + 1]. The first block of each shard; the last is the number of blocks.
        of_block: int32[blocks]. The shard of each block.
    """

    first: NDArray[np.int64]
    of_block: NDArray[np.int32]


class Columns(NamedTuple):
    """Where the finished columns are. Only shards that have been opened can be read.

    A shard's column of the least is kept in bytes, indices into a book of its values, where it has
    at most 256 different ones.

    Attributes:
        least: int64[columns, shards]. Addresses of the columns of the least.
        wide: bool[columns, shards]. Whether such a column is kept as int16, without a book.
        book: int16[columns, shards, 256]. The books.
        means: int64[columns, shards]. Addresses of the columns of means, float64.
    """

    least: NDArray[np.int64]
    wide: NDArray[np.bool_]
    book: NDArray[np.int16]
    means: NDArray[np.int64]


class Room(NamedTuple):
    """What a thread works with.

    Attributes:
        least: int16[columns, largest block]. Owner to move, of the block at hand.
        means: float64[columns, largest block]. Likewise.
        turns: uint8[largest block]. How many turns the owner has.
        guest, entry: int64[2^cells above `_LOW`]. The sets of cells of a sub-block, counted as
            entries of the block at hand and of the one that is looked at.
        low_guest, low_entry: int64[2^_LOW]. Likewise, of the first cells.
        chosen, chosen_guest: int64[chunk]. Entries of a chunk that cannot place an isolated stone,
            and their guests.
        chosen_first, chosen_tier: int64[chunk]. Where their joining tiers begin, and the first one.
        counts: int64[chunk]. How many moves each of them has.
        moves: int64[chunk * cells]. The entries they lead to.
    """

    least: NDArray[np.int16]
    means: NDArray[np.float64]
    turns: NDArray[np.uint8]
    guest: NDArray[np.int64]
    entry: NDArray[np.int64]
    low_guest: NDArray[np.int64]
    low_entry: NDArray[np.int64]
    chosen: NDArray[np.int64]
    chosen_guest: NDArray[np.int64]
    chosen_first: NDArray[np.int64]
    chosen_tier: NDArray[np.int64]
    counts: NDArray[np.int64]
    moves: NDArray[np.int64]


def room_for(cells: int, largest_block: int, least: int, means: int) -> Room:
    """Room for blocks of up to so many entries, and so many columns of either kind."""
    high = max(1, largest_block >> _LOW)
    return Room(
        least=np.zeros((least, largest_block), dtype=np.int16),
        means=np.zeros((means, largest_block)),
        turns=np.zeros(largest_block, dtype=np.uint8),
        guest=np.zeros(high, dtype=np.int64),
        entry=np.zeros(high, dtype=np.int64),
        low_guest=np.zeros(1 << _LOW, dtype=np.int64),
        low_entry=np.zeros(1 << _LOW, dtype=np.int64),
        chosen=np.zeros(_CHUNK, dtype=np.int64),
        chosen_guest=np.zeros(_CHUNK, dtype=np.int64),
        chosen_first=np.zeros(_CHUNK, dtype=np.int64),
        chosen_tier=np.zeros(_CHUNK, dtype=np.int64),
        counts=np.zeros(_CHUNK, dtype=np.int64),
        moves=np.zeros(_CHUNK * cells, dtype=np.int64),
    )


@compiled
def sweep(  # noqa: PLR0913, PLR0917 - compiled code takes its tables one by one
    patterns: Patterns,
    layout: Layout,
    shards: Shards,
    columns: Columns,
    room: Room,
    first_block: Integer,
    end_block: Integer,
    least: NDArray[np.int16],
    means: NDArray[np.float64],
) -> None:
    """Evaluate blocks of equal rank; all blocks of higher rank that they look at must be open.

    Args:
        patterns: The tables of the board.
        layout: The layout of the board.
        shards: How it is cut.
        columns: The finished columns.
        room: Room to work in.
        first_block: The first block.
        end_block: The block after the last.
        least: int16[columns, entries of these blocks]. The columns of the least to be filled in.
        means: float64[columns, entries of these blocks]. The columns of means to be filled in.
    """
    pieces = np.zeros((PIECES, 1 << PIECE), dtype=np.int64)
    for block in range(first_block, end_block):
        start = layout.offset[block] - layout.offset[first_block]
        end = layout.offset[block + 1] - layout.offset[first_block]
        owner = np.int64(layout.owner[block])
        stones = ones(owner)
        outcome = full_board_score(stones, layout.cells - stones)
        _owner_to_move(patterns, layout, shards, columns, room, block)
        _finish(room, room.least, room.means, end - start, outcome)
        block_least, block_means = least[:, start:end], means[:, start:end]
        block_least[:] = _NOTHING
        block_means[:] = 0.0
        if len(means):
            room.turns[: end - start] = 0
        _isolated_guests(patterns, layout, room, block, block_least, block_means)
        _fill_pieces(layout, owner, pieces)
        _joining_guests(patterns, layout, room, pieces, block, block_least, block_means)
        _finish(room, block_least, block_means, end - start, -outcome)


@helper
def _owner_to_move(  # noqa: PLR0913, PLR0917 - as above
    patterns: Patterns,
    layout: Layout,
    shards: Shards,
    columns: Columns,
    room: Room,
    block: Integer,
) -> None:
    """Fold what each placement of the owner leads to, tier by tier.

    A placement of a tier is legal for the guests that hold all cells of the tiers before, and not
    the cell itself.
    """
    owner = np.int64(layout.owner[block])
    free = free_cells(layout, block)
    size = layout.offset[block + 1] - layout.offset[block]
    room.least[:, :size] = _NOTHING
    room.means[:, :size] = 0.0
    if len(room.means):
        room.turns[:size] = 0
    tier = isolated(patterns, owner)
    at, covered = patterns.first[owner], np.int64(0)
    joining = False
    while True:
        rest = tier
        place = at + 1
        while rest:
            cell = rest & -rest
            after = np.int64(patterns.joining[place]) if joining else owner | cell
            _fold_placement(layout, shards, columns, room, free, covered, cell, after)
            rest ^= cell
            place += 1
        covered |= tier
        if joining:
            at += 1 + ones(tier)
        if covered == free:
            break
        joining = True
        tier = np.int64(patterns.joining[at])


@helper
def _fold_placement(  # noqa: PLR0913, PLR0917 - as above
    layout: Layout,
    shards: Shards,
    columns: Columns,
    room: Room,
    free: Integer,
    covered: Integer,
    cell: Integer,
    after: Integer,
) -> None:
    """Fold what one placement leads to, for all guests that let it be legal."""
    target = np.int64(layout.block[after])
    symmetry = np.int64(layout.symmetry[after])
    target_free = free_cells(layout, target)
    varied = free & ~(covered | cell)
    low_cells = _fill_enumeration(layout, room, free, varied, symmetry, target_free)
    base_guest = packed(layout, free, covered)
    base_entry = packed(layout, target_free, image(layout, symmetry, covered))
    highs, lows = np.int64(1) << (ones(varied) - low_cells), np.int64(1) << low_cells
    shard = shards.of_block[target]
    at = layout.offset[target] - layout.offset[shards.first[shard]]
    size = layout.offset[target + 1] - layout.offset[target]
    for column in range(len(room.least)):
        values, address = room.least[column], columns.least[column, shard]
        if columns.wide[column, shard]:
            words = words_at(address + 2 * at, size)
            _fold_words(room, values, words, base_guest, base_entry, highs, lows)
        else:
            codes, book = bytes_at(address + at, size), columns.book[column, shard]
            _fold_codes(room, values, codes, book, base_guest, base_entry, highs, lows)
    for column in range(len(room.means)):
        floats = floats_at(columns.means[column, shard] + 8 * at, size)
        _add_floats(room, room.means[column], floats, base_guest, base_entry, highs, lows)
    if len(room.means):
        _count_turn(room, base_guest, highs, lows)


@helper
def _fold_words(  # noqa: PLR0913, PLR0917 - as above
    room: Room,
    values: NDArray[np.int16],
    words: NDArray[np.int16],
    base_guest: Integer,
    base_entry: Integer,
    highs: Integer,
    lows: Integer,
) -> None:
    for high in range(highs):
        guest, entry = base_guest + room.guest[high], base_entry + room.entry[high]
        for low in range(lows):
            place = guest + room.low_guest[low]
            values[place] = min(values[place], words[entry + room.low_entry[low]])


@helper
def _fold_codes(  # noqa: PLR0913, PLR0917 - as above
    room: Room,
    values: NDArray[np.int16],
    codes: NDArray[np.uint8],
    book: NDArray[np.int16],
    base_guest: Integer,
    base_entry: Integer,
    highs: Integer,
    lows: Integer,
) -> None:
    for high in range(highs):
        guest, entry = base_guest + room.guest[high], base_entry + room.entry[high]
        for low in range(lows):
            place = guest + room.low_guest[low]
            values[place] = min(values[place], book[codes[entry + room.low_entry[low]]])


@helper
def _add_floats(  # noqa: PLR0913, PLR0917 - as above
    room: Room,
    sums: NDArray[np.float64],
    floats: NDArray[np.float64],
    base_guest: Integer,
    base_entry: Integer,
    highs: Integer,
    lows: Integer,
) -> None:
    for high in range(highs):
        guest, entry = base_guest + room.guest[high], base_entry + room.entry[high]
        for low in range(lows):
            sums[guest + room.low_guest[low]] += floats[entry + room.low_entry[low]]


@helper
def _count_turn(room: Room, base_guest: Integer, highs: Integer, lows: Integer) -> None:
    for high in range(highs):
        for low in range(lows):
            room.turns[base_guest + room.guest[high] + room.low_guest[low]] += 1


@helper
def _fill_enumeration(  # noqa: PLR0913, PLR0917 - as above
    layout: Layout,
    room: Room,
    free: Integer,
    varied: Integer,
    symmetry: Integer,
    target_free: Integer,
) -> Integer:
    """Fill the tables that enumerate the subsets of some free cells.

    Args:
        layout: The layout of the board.
        room: Where the tables are.
        free: The free cells of the block at hand.
        varied: Those of them whose subsets are enumerated.
        symmetry: What carries guests to the block that is looked at.
        target_free: The free cells there.

    Returns:
        How many cells the tables of low cells have.
    """
    done: Integer = np.int64(0)
    local = np.int64(1)
    rest = free
    room.low_guest[0] = room.low_entry[0] = room.guest[0] = room.entry[0] = 0
    while rest:
        lowest = rest & -rest
        if lowest & varied:
            moved = image(layout, symmetry, lowest)
            entry = np.int64(1) << ones(target_free & (moved - 1))
            if done < _LOW:
                size = np.int64(1) << done
                for number in range(size):
                    room.low_guest[size + number] = room.low_guest[number] + local
                    room.low_entry[size + number] = room.low_entry[number] + entry
            else:
                size = np.int64(1) << (done - _LOW)
                for number in range(size):
                    room.guest[size + number] = room.guest[number] + local
                    room.entry[size + number] = room.entry[number] + entry
            done += 1
        rest ^= lowest
        local <<= 1
    return min(done, _LOW)


@helper
def _finish(
    room: Room,
    least: NDArray[np.int16],
    means: NDArray[np.float64],
    size: Integer,
    outcome: Integer,
) -> None:
    """Turn what is folded into values; where the board is full nothing has been."""
    for column in range(len(least)):
        values = least[column]
        for place in range(size - 1):
            values[place] = _one_turn_before(column, np.int64(values[place]))
        values[size - 1] = outcome if column == COST else 0
    for column in range(len(means)):
        sums = means[column]
        for place in range(size - 1):
            sums[place] = _mean_before(column, sums[place], np.float64(room.turns[place]))
        sums[size - 1] = _mean_at_the_end(column, outcome)


@helper
def _one_turn_before(column: Integer, least: Integer) -> Integer:
    if column == COST:
        return cost_before(least)
    return least + 1 if column == SHORTEST else least - 1


@helper
def _mean_before(column: Integer, total: float, turns: float) -> float:
    if column == TURNS:
        return 1.0 + total / turns
    return -total / turns if column == MARGIN else total / turns


@helper
def _mean_at_the_end(column: Integer, outcome: Integer) -> Any:
    if column == TURNS:
        return 0.0
    if column == MARGIN:
        return outcome / WIN
    return 1.0 if outcome == 0 else 0.0


@helper
def _fill_pieces(layout: Layout, owner: Integer, pieces: NDArray[np.int64]) -> None:
    """For each piece of a guest, which entry of the owner's block it makes."""
    free = ((np.int64(1) << layout.cells) - 1) ^ owner
    local = np.int64(1)
    for piece in range(PIECES):
        pieces[piece, 0] = 0
        for bit in range(PIECE):
            step = np.int64(0)
            if free >> (PIECE * piece + bit) & 1:
                step = local
                local <<= 1
            size = 1 << bit
            for value in range(size):
                pieces[piece, size + value] = pieces[piece, value] + step


@helper
def _piecewise(pieces: NDArray[np.int64], pattern: Integer) -> Integer:
    return (
        pieces[0, pattern & 255]
        | pieces[1, pattern >> 8 & 255]
        | pieces[2, pattern >> 16 & 255]
        | pieces[3, pattern >> 24]
    )


@helper
def _isolated_guests(  # noqa: PLR0913, PLR0917 - as above
    patterns: Patterns,
    layout: Layout,
    room: Room,
    block: Integer,
    least: NDArray[np.int16],
    means: NDArray[np.float64],
) -> None:
    """Fold the isolated placements of the guests, cell by cell."""
    free = free_cells(layout, block)
    rest, local = free, np.int64(1)
    while rest:
        cell = rest & -rest
        varied = isolated(patterns, cell) & free
        low_cells = _fill_enumeration(layout, room, free, varied, 0, free)
        highs, lows = np.int64(1) << (ones(varied) - low_cells), np.int64(1) << low_cells
        for column in range(len(least)):
            _fold_words(room, least[column], room.least[column], 0, local, highs, lows)
        for column in range(len(means)):
            _add_floats(room, means[column], room.means[column], 0, local, highs, lows)
        if len(means):
            _count_turn(room, 0, highs, lows)
        rest ^= cell
        local <<= 1


@helper
def _joining_guests(  # noqa: PLR0913, PLR0917 - as above
    patterns: Patterns,
    layout: Layout,
    room: Room,
    pieces: NDArray[np.int64],
    block: Integer,
    least: NDArray[np.int16],
    means: NDArray[np.float64],
) -> None:
    """Fold the joining placements of the guests that have no isolated one."""
    free = free_cells(layout, block)
    guest = np.int64(0)
    for first in range(0, least.shape[1] - 1, _CHUNK):
        count: Integer = np.int64(0)
        for place in range(first, min(first + _CHUNK, least.shape[1] - 1)):
            room.chosen[count] = place
            room.chosen_guest[count] = guest
            count += least[0, place] == _NOTHING
            guest = (guest - free) & free
        _joining_moves(patterns, room, pieces, free, count)
        for column in range(len(least)):
            source, target = room.least[column], least[column]
            at: Integer = np.int64(0)
            for number in range(count):
                end = at + room.counts[number]
                value = np.int16(_NOTHING)
                for place in range(at, end):
                    value = min(value, source[room.moves[place]])
                target[room.chosen[number]] = value
                at = end
        for column in range(len(means)):
            sources, sums = room.means[column], means[column]
            at = np.int64(0)
            for number in range(count):
                end = at + room.counts[number]
                total = 0.0
                for place in range(at, end):
                    total += sources[room.moves[place]]
                sums[room.chosen[number]] = total
                room.turns[room.chosen[number]] = end - at
                at = end


@helper
def _joining_moves(
    patterns: Patterns, room: Room, pieces: NDArray[np.int64], free: Integer, count: Integer
) -> None:
    """Write down the entries to which the chosen guests of a chunk move.

    What is far away in memory is fetched first, in loops without branches, so that the processor
    waits for many guests at a time: this is most of the time of a solution.
    """
    for number in range(count):
        room.chosen_first[number] = patterns.first[room.chosen_guest[number]]
    for number in range(count):
        room.chosen_tier[number] = patterns.joining[room.chosen_first[number]]
    filled: Integer = np.int64(0)
    for number in range(count):
        begin = filled
        empty = free ^ room.chosen_guest[number]
        at = room.chosen_first[number]
        tier = room.chosen_tier[number]
        while not tier & empty:
            at += 1 + ones(tier)
            tier = np.int64(patterns.joining[at])
        cells = tier & empty
        while cells:
            cell = cells & -cells
            after = np.int64(patterns.joining[at + 1 + ones(tier & (cell - 1))])
            room.moves[filled] = _piecewise(pieces, after)
            filled += 1
            cells ^= cell
        room.counts[number] = filled - begin


@compiled
def needed_shards(
    patterns: Patterns,
    layout: Layout,
    shards: Shards,
    first_block: Integer,
    end_block: Integer,
) -> NDArray[np.bool_]:
    """Which shards the evaluation of some blocks looks at: bool[shards]."""
    needed = np.zeros(len(shards.first) - 1, dtype=np.bool_)
    for block in range(first_block, end_block):
        owner = np.int64(layout.owner[block])
        rest = isolated(patterns, owner)
        while rest:
            cell = rest & -rest
            needed[shards.of_block[layout.block[owner | cell]]] = True
            rest ^= cell
        at = patterns.first[owner]
        while at < patterns.first[owner + 1]:
            count = ones(np.int64(patterns.joining[at]))
            for place in range(at + 1, at + 1 + count):
                needed[shards.of_block[layout.block[patterns.joining[place]]]] = True
            at += 1 + count
    return needed
