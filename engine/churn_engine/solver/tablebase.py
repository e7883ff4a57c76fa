"""The stored solution of a board: value and distance of every position, in a memory-mapped file.

The container is described in `container`; its kind is "tablebase". It has two arrays:

- `owners`: int32. The canonical patterns, masks in which bit i stands for cell i of the position
  text's order; a pattern is canonical when it is the smallest of its images under the board's
  symmetries.
- `values`: uint8 (or uint16 where there are more than 256 different codes). For each owner, in the
  order of `owners`, a block of 2^(free cells) codes.

To look a position up, take the stones of the side to move as a mask and find a symmetry that makes
its image the smallest; that image is the owner. Move the other side's stones by the same symmetry.
Of their mask keep the bits of cells that the owner leaves free and close the gaps: bit j is then
the j-th free cell. This number is the place in the owner's block. The fact `codes` of the header
lists what the codes mean: result for the side to move, and distance in turns.

A position takes one byte because two colours' worth of positions share an entry (only "to move" and
"other" matter), as many as there are symmetries share it again, and the different pairs of result
and distance are few: 183 on size 3, where 3^19 positions take 105,129,249 bytes, 0.72 bits each.
"""

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self, get_args

import numpy as np

from churn_engine.board import Board
from churn_engine.notation import Position
from churn_engine.solver.container import Container, StorageError
from churn_engine.solver.values import FARTHEST, Result, score_of

KIND = "tablebase"


class OtherBoardError(ValueError):
    """A file or a position of another board than the one in question."""


class Tablebase:
    """An open tablebase.

    Attributes:
        path: The file.
        board: The board.
        scores: What each code means, as a score (see `values`).
    """

    def __init__(self, path: Path, board: Board | None = None) -> None:
        """Open a tablebase.

        Args:
            path: The file.
            board: The board it must be of, or None where any will do.

        Raises:
            StorageError: It cannot be read, is no tablebase, is cut off, altered or of a later
                version.
            OtherBoardError: It is of another board.
        """
        self._container = Container(path, KIND)
        self.path = path
        self.board: Board = self._container.board
        if board is not None and board != self.board:
            raise OtherBoardError(f"{path} is of board {self.board}, not of board {board}")
        self.scores = self._read_codes(self._container.facts.get("codes"))
        self._owners = self._container.array("owners").astype(np.int64)
        self._block_of = {int(owner): block for block, owner in enumerate(self._owners)}
        sizes = np.int64(1) << (self.board.size - np.bitwise_count(self._owners).astype(np.int64))
        self._offsets = np.concatenate(([0], np.cumsum(sizes)))
        if int(self._offsets[-1]) != self._container.size_of("values"):
            raise self._refusal("its values do not fit its owners")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._container.close()

    @property
    def entries(self) -> int:
        """How many entries it has."""
        return int(self._offsets[-1])

    @property
    def length(self) -> int:
        """The length of the file in bytes."""
        return self._container.length

    @property
    def owners(self) -> Any:
        """int64[blocks]. The canonical patterns in the order of their blocks."""
        return self._owners

    def codes(self) -> Any:
        """Give uint8 or uint16[entries], the code of every entry, after checking the whole file.

        Raises:
            StorageError: A page was altered, or there is a code that the header does not list.
        """
        codes = self._container.array("values")
        if int(codes.max(initial=0)) >= len(self.scores):
            raise self._refusal("there is a code that its header does not list")
        return codes

    def score(self, mover: int, other: int) -> int:
        """The score of a position, see `values`.

        Args:
            mover: Mask of the stones of the side to move.
            other: Mask of the other side's stones.

        Raises:
            StorageError: The page in which it stands was altered.
        """
        symmetry = min(self.board.symmetries, key=lambda one: _image(one, mover))
        owner = _image(symmetry, mover)
        block = self._block_of.get(owner)
        if block is None:
            raise self._refusal(f"it has no block for owner {owner}")
        place = _packed(self.board.full & ~owner, _image(symmetry, other))
        code = self._container.element("values", int(self._offsets[block]) + place)
        if code >= len(self.scores):
            raise self._refusal("there is a code that its header does not list")
        return self.scores[code]

    def _read_codes(self, codes: Any) -> list[int]:
        try:
            return [_score(result, distance) for result, distance in codes]
        except (TypeError, ValueError):
            raise self._refusal("its header does not say what its codes mean") from None

    def _refusal(self, reason: str) -> StorageError:
        return StorageError(f"cannot use {self.path}: {reason}")


def _score(result: Any, distance: Any) -> int:
    if result not in get_args(Result) or not 0 <= distance <= FARTHEST:
        raise ValueError
    return score_of(result, int(distance))


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
