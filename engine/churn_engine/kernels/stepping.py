"""Compiled code one turn at a time: a game to step through, from any position.

It goes through the code that plays random games, and through nothing of the stepping engine.
"""

from typing import Literal, NamedTuple

import numpy as np

from churn_engine.errors import IllegalTurn
from churn_engine.game import TIE, Placements
from churn_engine.kernels.compiling import helper, kernel
from churn_engine.kernels.formulas import Word, united, without
from churn_engine.kernels.instructions import first_cell, load, some, store
from churn_engine.kernels.sides import (
    Memory,
    Side,
    bottom_of_blue,
    group_at,
    memory_for,
    put_group,
    reach_at,
    set_of,
    side_of,
    stones_of,
)
from churn_engine.kernels.tables import Numbers, Tables, Words, mask_of, tables_of, words_of
from churn_engine.kernels.turns import add_sizes, formed_size, legal_placements, place
from churn_engine.notation import Colour, Position

_WORDS_A_SIDE = 5
_COLOURS: tuple[Colour, Colour] = ("red", "blue")


class Kept(NamedTuple):
    """A game between two turns, in arrays.

    Attributes:
        stones: Two words: Red's stones and Blue's.
        empty: One word: the cells without a stone.
        legal: One word: the legal placements; undefined when no cell is empty.
        removed: One word: what the last turn removed.
        formed: The sizes that the legal placements form, and that the last turn formed.
        sides: The words of Red's `Side` and of Blue's.
        places: Bottom and top of Red's `Side` and of Blue's.
    """

    stones: Words
    empty: Words
    legal: Words
    removed: Words
    formed: Numbers
    sides: Words
    places: Numbers


class Effect(NamedTuple):
    """What a placement did.

    Attributes:
        formed_size: The size of the group it formed, before removal.
        removed: Mask of the stones it removed.
    """

    formed_size: int
    removed: int


class KernelGame:
    """A game that the compiled code plays. The swap moves no stone, so it is not known here.

    Between turns the kernels' own account of each player's stones is kept, so what random play
    does in a row is done here in steps.

    Attributes:
        board: The board.
        mover: Who is to move; when the game is over, who would be.
    """

    def __init__(self, start: Position) -> None:
        self.board = start.board
        self.mover: Colour = start.mover
        self._tables = tables_of(start.board)
        self._memory = memory_for(self._tables)
        self._kept = _kept_for(self._tables)
        self._kept.stones[:] = words_of([start.red, start.blue], self._tables.layout).ravel()
        _begin(self._memory, self._kept, _COLOURS.index(start.mover))

    @property
    def red_mask(self) -> int:
        """Mask of Red's stones."""
        return mask_of(self._kept.stones[: self._tables.layout.length])

    @property
    def blue_mask(self) -> int:
        """Mask of Blue's stones."""
        return mask_of(self._kept.stones[self._tables.layout.length :])

    @property
    def empty_mask(self) -> int:
        """Mask of the cells without a stone."""
        return mask_of(self._kept.empty)

    @property
    def over(self) -> bool:
        """Whether the board is full at the end of a turn (E1)."""
        return not self._kept.empty.any()

    @property
    def winner(self) -> Colour | Literal["tie"] | None:
        """The colour with the majority, "tie" where there is none, None before the end (E2)."""
        if not self.over:
            return None
        lead = self.red_mask.bit_count() - self.blue_mask.bit_count()
        if lead == 0:
            return TIE
        return "red" if lead > 0 else "blue"

    @property
    def placements(self) -> Placements:
        """The legal placements and the size they form (P1, P2); none when the game is over."""
        if self.over:
            return Placements(0, 0)
        return Placements(mask_of(self._kept.legal), int(self._kept.formed[0]))

    def ranking(self, colour: Colour) -> tuple[int, ...]:
        """Give the sizes of a colour's groups, largest first (F1), as they are on the stack."""
        player = _COLOURS.index(colour)
        bottom, top = self._kept.places[2 * player : 2 * player + 2]
        larger = tuple(int(size) for size in self._memory.sizes[bottom + 1 : top + 1])
        stones = (self.red_mask, self.blue_mask)[player].bit_count()
        return larger + (1,) * (stones - sum(larger))

    def effects(self) -> dict[int, Effect]:
        """Tell for each empty cell what a stone of the mover would do there, legal or not."""
        groups, sizes = self._memory.groups.copy(), self._memory.sizes.copy()
        scratch = self._memory._replace(groups=groups, sizes=sizes)
        formed = np.zeros(self.board.size, dtype=np.int64)
        removed = np.zeros((self.board.size, self._tables.layout.length), dtype=np.uint64)
        _survey(self._memory, scratch, self._kept, _COLOURS.index(self.mover), (formed, removed))
        return {
            int(cell): Effect(int(formed[cell]), mask_of(removed[cell]))
            for cell in np.flatnonzero(formed)
        }

    def play(self, cell: int) -> Effect:
        """Place a stone of the mover on a cell, given by its number.

        Raises:
            IllegalTurn: It is not among the legal placements. The game is as it was.
        """
        if self.over:
            raise self._illegal(cell, "E1", "the game is over")
        self._check_empty(cell)
        if not self.placements.mask >> cell & 1:
            clause = "P1" if self.placements.formed_size == 1 else "P2"
            raise self._illegal(cell, clause, "it is not among the legal placements")
        player = _COLOURS.index(self.mover)
        _play(self._memory, self._kept, player, cell)
        self.mover = _COLOURS[1 - player]
        return Effect(int(self._kept.formed[1]), mask_of(self._kept.removed))

    def _check_empty(self, cell: int) -> None:
        if not 0 <= cell < self.board.size:
            raise self._illegal(cell, "B1", f"the cells are 0 to {self.board.size - 1}")
        if not self.empty_mask >> cell & 1:
            raise self._illegal(cell, "T1", "the cell is occupied")

    def _illegal(self, cell: int, clause: str, reason: str) -> IllegalTurn:
        name = self.board.names[cell] if 0 <= cell < self.board.size else str(cell)
        legal = self.board.names_in(self.placements.mask)
        return IllegalTurn(name, clause, "this turn", reason, legal)


def _kept_for(tables: Tables) -> Kept:
    def words(count: int) -> Words:
        return np.zeros(count * tables.layout.length, dtype=np.uint64)

    def numbers(count: int) -> Numbers:
        return np.zeros(count, dtype=np.int64)

    return Kept(
        stones=words(2),
        empty=words(1),
        legal=words(1),
        removed=words(1),
        formed=numbers(2),
        sides=words(2 * _WORDS_A_SIDE),
        places=numbers(4),
    )


@kernel
def _begin(memory: Memory, kept: Kept, mover: int) -> None:
    """Take up the position whose stones are in `kept`, and see what is legal."""
    red = load(memory.layout, kept.stones, 0)
    blue = load(memory.layout, kept.stones, 1)
    empty = without(load(memory.layout, memory.full, 0), united(red, blue))
    _keep_side(memory, kept, 0, side_of(memory, red, 0))
    _keep_side(memory, kept, 1, side_of(memory, blue, bottom_of_blue(memory)))
    _keep_prospect(memory, kept, empty, mover)


@kernel
def _play(memory: Memory, kept: Kept, mover: int, cell: int) -> None:
    """Place a stone of the mover on a legal cell, and see what is legal for the other then."""
    side = _kept_side(memory, kept, mover)
    size = kept.formed[0]
    kept.formed[1] = size
    empty = load(memory.layout, kept.empty, 0)
    empty, side, removed = place(memory, empty, side, cell, size)
    store(kept.removed, 0, removed)
    _keep_side(memory, kept, mover, side)
    _keep_prospect(memory, kept, empty, 1 - mover)


@kernel
def _survey(
    memory: Memory, scratch: Memory, kept: Kept, mover: int, result: tuple[Numbers, Words]
) -> None:
    """Try a stone of the mover on each empty cell, in a copy of the memory.

    What a placement changes there is the group that it puts on the stack, so that is put back.
    """
    formed, removed = result
    side = _kept_side(memory, kept, mover)
    empty = load(memory.layout, kept.empty, 0)
    digits = add_sizes(scratch, side)
    left = empty
    while some(left):
        cell = first_cell(left)
        left = without(left, set_of(memory, cell))
        formed[cell] = formed_size(scratch, digits, cell)
        _, after, gone = place(scratch, empty, side, cell, formed[cell])
        store(removed, cell, gone)
        if side.bottom < after.top <= side.top:
            group, reach = group_at(memory, after.top), reach_at(memory, after.top)
            put_group(scratch, after.top, group, reach, memory.sizes[after.top])


@helper
def _keep_prospect(memory: Memory, kept: Kept, empty: Word, mover: int) -> None:
    """Keep the empty cells, and what is legal for the player to move."""
    store(kept.empty, 0, empty)
    if some(empty):
        side = _kept_side(memory, kept, mover)
        cells, kept.formed[0] = legal_placements(memory, empty, side)
        store(kept.legal, 0, cells)


@helper
def _keep_side(memory: Memory, kept: Kept, player: int, side: Side) -> None:
    store(kept.stones, player, stones_of(memory, side))
    first = player * _WORDS_A_SIDE
    store(kept.sides, first, side.near)
    store(kept.sides, first + 1, side.larger)
    store(kept.sides, first + 2, side.ones)
    store(kept.sides, first + 3, side.twos)
    store(kept.sides, first + 4, side.singles)
    kept.places[2 * player] = side.bottom
    kept.places[2 * player + 1] = side.top


@helper
def _kept_side(memory: Memory, kept: Kept, player: int) -> Side:
    first = player * _WORDS_A_SIDE
    return Side(
        load(memory.layout, kept.sides, first),
        load(memory.layout, kept.sides, first + 1),
        load(memory.layout, kept.sides, first + 2),
        load(memory.layout, kept.sides, first + 3),
        load(memory.layout, kept.sides, first + 4),
        kept.places[2 * player],
        kept.places[2 * player + 1],
    )
