"""The stored solution of a board: value and distance of every position, in a folder of shards.

The folder is described in `store`, its files in `container`. The file `tablebase` names the board
and the columns that are kept (`least` and `means`), and has two arrays:

- `owners`: int32. The canonical patterns, masks in which bit i stands for cell i of the position
  text's order; a pattern is canonical when it is the smallest of its images under the board's
  symmetries. Each has a block of 2^(free cells) entries, one block after another.
- `first`: int64. The first block of each shard, and the number of blocks.

A shard, as `000012.shard`, holds the columns of its blocks. The column `cost` tells who wins and
when: 16384 - d if the side to move wins in d turns, d - 16384 if it loses, d if it ties. It is kept
as bytes, indices into the list of the values that occur, which is in the fact `books` of the file's
header; or as int16 where there are more than 256. `shortest` and `longest` are kept likewise: the
fewest turns to the end, and the most, negated. `turns`, `margin` and `tie` are of random play.

To look a position up, take the stones of the side that is not to move as a mask and find a symmetry
that makes its image the smallest; that image is the owner. Move the other stones by the same
symmetry. Of their mask keep the bits of cells that the owner leaves free and close the gaps: bit j
is then the j-th free cell. This number is the place in the owner's block.

A position takes a byte or less because two colours' worth of positions share an entry (only "to
move" and "other" matter), as many as there are symmetries share it again, and the different pairs
of result and distance are few: size 3 takes 0.72 bits a position.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from churn_engine.board import Board
from churn_engine.notation import Position
from churn_engine.solver.container import StorageError
from churn_engine.solver.scores import cost
from churn_engine.solver.store import COST, open_store


class Tablebase:
    """A tablebase. Whatever becomes of its files, it answers from what was opened or not at all.

    Attributes:
        path: The folder.
        board: The board.
    """

    def __init__(self, path: Path, board: Board | None = None) -> None:
        """Open a tablebase.

        Args:
            path: The folder.
            board: The board it must be of, or None where any will do.

        Raises:
            StorageError: It cannot be read, is no tablebase, is not finished, altered or of another
                version.
            OtherBoardError: It is of another board.
        """
        self._store = open_store(path, board)
        self.path = path
        self.board: Board = self._store.plan.board
        self._offsets = self._store.plan.offsets()
        missing = self._store.plan.shards - len(self._store.finished())
        if missing:
            raise StorageError(
                f"cannot use {path}: {missing} of its {self._store.plan.shards} shards are missing"
            )

    @property
    def entries(self) -> int:
        """How many entries it has."""
        return int(self._offsets[-1])

    @property
    def length(self) -> int:
        """The length of its files in bytes."""
        return self._store.length()

    def score(self, mover: int, other: int) -> int:
        """The score of a position, see `values`.

        Args:
            mover: Mask of the stones of the side to move.
            other: Mask of the other side's stones.

        Raises:
            StorageError: The page in which it stands was altered.
        """
        plan = self._store.plan
        symmetry = min(self.board.symmetries, key=lambda one: _image(one, other))
        owner = _image(symmetry, other)
        blocks = np.flatnonzero(plan.owners == owner)
        if not len(blocks):
            raise StorageError(f"cannot use {self.path}: it has no block for owner {owner}")
        shard = int(np.searchsorted(plan.first, blocks[0], side="right")) - 1
        block_at = int(self._offsets[blocks[0]] - self._offsets[plan.first[shard]])
        place = block_at + _packed(self.board.full & ~owner, _image(symmetry, mover))
        return int(cost(self._store.element(shard, COST, place)))


def masks_of(position: Position) -> tuple[int, int]:
    """The stones of the side to move, and those of the other side."""
    if position.mover == "red":
        return position.red, position.blue
    return position.blue, position.red


def _image(symmetry: tuple[int, ...], mask: int) -> int:
    return sum(1 << symmetry[cell] for cell in _cells(mask))


def _packed(mask: int, value: int) -> int:
    return sum(1 << place for place, cell in enumerate(_cells(mask)) if value >> cell & 1)


def _cells(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
