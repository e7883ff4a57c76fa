"""Certificates: what shows, without a solver, that one side reaches a goal whatever the other does.

A certificate lists positions with the side to move that has a strategy, and the turn that it takes
there. It is small to check: after that turn and each answer to it the goal is reached, or the
position is one of the list. Each turn raises the mover's ranking and leaves the other's (F1), so
the positions can be listed in an order in which each rests only on earlier ones.

Of positions that a symmetry of the board carries onto each other one stands for all.

The file is text. The first line is `churn certificate 1`, the next `board SIDES`; a line `symmetry
CELL ...` for each symmetry of the board names the images of its cells in reading order. Then come
claims: `claim SIDE GOAL COUNT`, SIDE `red` or `blue`, GOAL `win` or `tie` (at least a tie), and so
many positions below it: the cells in reading order as `r`, `b` and `.`, and the cell on which the
side places its stone. The last line is `md5` with the digest of all lines above it. The checker in
`verification/rocq` reads it.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from churn_engine.board import Board
from churn_engine.notation import Colour
from churn_engine.solver.compiled import Integer, compiled
from churn_engine.solver.layout import Layout, image
from churn_engine.solver.patterns import Patterns, legal, result
from churn_engine.solver.scores import before
from churn_engine.solver.solve import Solver
from churn_engine.solver.values import value_of

Goal = Literal["win", "tie"]
"""What the side reaches: a win, or at least a tie."""

Masks = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Certificate:
    """That a side reaches a goal from the empty board, Red to move, without the swap.

    Attributes:
        board: The board.
        side: The side.
        goal: What it reaches at least.
        own: int64[entries]. The stones of the side in each position, as masks.
        other: int64[entries]. The other side's stones.
        cell: int64[entries]. The cell that the side places a stone on.
    """

    board: Board
    side: Colour
    goal: Goal
    own: Masks
    other: Masks
    cell: Masks


def certificates_of(
    solver: Solver, progress: Callable[[int], None] = lambda found: None
) -> tuple[Certificate, ...]:
    """Certify the value of a board: one certificate for the winner, or one for each side of a tie.

    Args:
        solver: A finished solver of the board.
        progress: Called with the number of positions found so far.
    """
    value = value_of(solver.score(0, 0), "red")
    if value == "tie":
        sides: tuple[Colour, Colour] = ("red", "blue")
        return tuple(_certificate(solver, side, "tie", progress) for side in sides)
    return (_certificate(solver, value, "win", progress),)


def write_certificate(certificates: Sequence[Certificate]) -> str:
    """The text of a file with certificates of one board."""
    board = certificates[0].board
    lines = ["churn certificate 1", f"board {board}"]
    lines += [
        f"symmetry {' '.join(board.names[cell] for cell in images)}" for images in board.symmetries
    ]
    for certificate in certificates:
        lines.append(f"claim {certificate.side} {certificate.goal} {len(certificate.own)}")
        lines += _entry_lines(certificate)
    text = "\n".join([*lines, ""])
    digest = hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
    return f"{text}md5 {digest}\n"


def _entry_lines(certificate: Certificate) -> Iterator[str]:
    board = certificate.board
    letters = "rb" if certificate.side == "red" else "br"
    columns = (certificate.own.tolist(), certificate.other.tolist(), certificate.cell.tolist())
    for own, other, cell in zip(*columns, strict=True):
        stones = "".join(
            letters[0] if own >> place & 1 else letters[1] if other >> place & 1 else "."
            for place in range(board.size)
        )
        yield f"{stones} {board.names[cell]}"


def _certificate(
    solver: Solver, side: Colour, goal: Goal, progress: Callable[[int], None]
) -> Certificate:
    """Follow one strategy of a side through every answer of the other."""
    start = np.zeros(1, dtype=np.int64)
    new = _keys(solver, start, start) if side == "red" else _answers(solver, start, start)
    known = new
    while len(new):
        own, other = _split(solver.board, new)
        after = _results(solver.patterns, own, _turns(solver, own, other))
        new = np.setdiff1d(_answers(solver, after, other), known, assume_unique=True)
        known = np.union1d(known, new)
        progress(len(known))
    own, other = _split(solver.board, known)
    ranks = solver.patterns.rank.astype(np.int64)
    order = np.argsort(-(ranks[own] + ranks[other]), kind="stable")
    own, other = own[order], other[order]
    return Certificate(solver.board, side, goal, own, other, _turns(solver, own, other))


def _split(board: Board, keys: Masks) -> tuple[Masks, Masks]:
    return keys >> board.size, keys & board.full


def _keys(solver: Solver, own: Masks, other: Masks) -> Masks:
    """One number for each class of symmetric positions, sorted and each once."""
    found: Masks = np.unique(_canonical(solver.layout, len(solver.board.symmetries), own, other))
    return found


def _turns(solver: Solver, own: Masks, other: Masks) -> Masks:
    """The turn with the best score in each position: the first of them where there are several."""
    position, cell, after = _placements(solver.patterns, solver.board.full, own, other)
    scores = _before_each(solver.patterns, solver.scores(other[position], after).astype(np.int64))
    first = np.flatnonzero(np.diff(position, prepend=-1))
    highest = np.maximum.reduceat(scores, first)[position]
    best = np.flatnonzero(scores == highest)
    found: Masks = cell[best[np.flatnonzero(np.diff(position[best], prepend=-1))]]
    return found


@compiled
def _before_each(_patterns: Patterns, scores: Masks) -> Masks:
    """The score before a turn to each score."""
    found = np.zeros(len(scores), dtype=np.int64)
    for place in range(len(scores)):
        found[place] = before(scores[place])
    return found


def _answers(solver: Solver, own: Masks, other: Masks) -> Masks:
    """The positions that the other side's turns lead to and in which the game goes on."""
    return _keys(solver, *_expand(solver.patterns, solver.board.full, own, other))


@compiled
def _results(patterns: Patterns, own: Masks, cells: Masks) -> Masks:
    """The mover's stones after each placement."""
    after = np.zeros(len(own), dtype=np.int64)
    for position in range(len(own)):
        after[position] = result(patterns, own[position], cells[position])
    return after


@compiled
def _placements(
    patterns: Patterns, full: Integer, own: Masks, other: Masks
) -> tuple[Masks, Masks, Masks]:
    """Each legal placement in each position: position, cell, and the mover's stones afterwards."""
    room = len(own) * patterns.cells
    positions = np.zeros(room, dtype=np.int64)
    placed = np.zeros(room, dtype=np.int64)
    after = np.zeros(room, dtype=np.int64)
    count = 0
    for position in range(len(own)):
        cells = legal(patterns, own[position], full & ~(own[position] | other[position]))
        for cell in range(patterns.cells):
            if cells >> cell & 1:
                positions[count], placed[count] = position, cell
                after[count] = result(patterns, own[position], cell)
                count += 1
    return positions[:count], placed[:count], after[:count]


@compiled
def _expand(patterns: Patterns, full: Integer, own: Masks, other: Masks) -> tuple[Masks, Masks]:
    """All positions after the other side's turns, but those in which the board is full."""
    owns = np.zeros(4 * len(own) + 64, dtype=np.int64)
    others = np.zeros(len(owns), dtype=np.int64)
    count = 0
    for position in range(len(own)):
        mover, opponent = other[position], own[position]
        empty = full & ~(mover | opponent)
        if empty == 0:
            continue
        if count + 64 > len(owns):
            owns = np.concatenate((owns, np.zeros(len(owns), dtype=np.int64)))
            others = np.concatenate((others, np.zeros(len(others), dtype=np.int64)))
        cells = legal(patterns, mover, empty)
        cell = 0
        while cells:
            if cells & 1:
                after = np.int64(result(patterns, mover, cell))
                if after | opponent != full:
                    owns[count] = opponent
                    others[count] = after
                    count += 1
            cells >>= 1
            cell += 1
    return owns[:count], others[:count]


@compiled
def _canonical(layout: Layout, symmetries: Integer, own: Masks, other: Masks) -> Masks:
    """The smallest image of each position, both masks in one number."""
    keys = np.zeros(len(own), dtype=np.int64)
    for position in range(len(own)):
        smallest = np.int64(-1)
        for symmetry in range(symmetries):
            key = image(layout, symmetry, own[position]) << layout.cells
            key |= image(layout, symmetry, other[position])
            if smallest < 0 or key < smallest:
                smallest = key
        keys[position] = smallest
    return keys
