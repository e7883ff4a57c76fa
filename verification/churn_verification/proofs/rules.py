"""The specification's rules for theorems: what its source says of any position, as sets of cells.

A function of `churn_spec` is run as it stands, with three exceptions. `group_of`, `groups` and
`len` come from a foundation, so that theorems can be proved of everything that has the properties
of groups and sizes; `flood_fill_finds_the_groups`, `groups_are_found_once_each` and
`counting_is_sound` prove these of the source. `require_legal` is left out where a placement need
not be legal; `illegal_turns_are_refused` runs it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import churn_spec as spec
from churn_verification.proofs.algebra import Number, Truth, Word, contains, implies, union_of
from churn_verification.proofs.expressions import Raised
from churn_verification.proofs.facts import Facts, beside
from churn_verification.proofs.foundation import Foundation, Group
from churn_verification.proofs.specification import Slip, Specification
from churn_verification.proofs.values import (
    Cells,
    Choice,
    Family,
    OneCell,
    Record,
    Several,
    Value,
)


@dataclass(frozen=True)
class Position:
    """The stones on the board as the side to move sees them, and whether that is Red."""

    own: Word
    enemy: Word
    red_moves: Truth


class Rules:
    """The rules on one board.

    Args:
        foundation: where groups and sizes come from.
        slips: deliberate mistakes in the specification's source.
    """

    def __init__(self, foundation: Foundation, slips: Sequence[Slip] = ()) -> None:
        self.foundation = foundation
        self.algebra = foundation.algebra
        self.grid = foundation.grid
        self.facts = Facts(self.algebra, self.grid)
        described: dict[Any, Callable[..., Value]] = {
            spec.group_of: self._group_of,
            len: foundation.size,
        }
        self._whole = Specification(
            self.grid,
            self.algebra,
            slips,
            {**described, spec.group_of: self._group_of_a_stone},
            foundation.supposed,
        )
        self._required: list[Truth] = []
        self._with_groups = Specification(
            self.grid, self.algebra, slips, {**described, spec.groups: self._groups}
        )
        self.source = Specification(
            self.grid,
            self.algebra,
            slips,
            {**described, spec.groups: self._groups, spec.require_legal: lambda *_: None},
        )

    def functions(self) -> set[str]:
        """The names of the specification's functions whose source was run, groups aside."""
        sources = (self.source, self._whole, self._with_groups)
        return set().union(*(each.functions for each in sources))

    # The specification's functions ---------------------------------------------------------------

    def as_record(self, position: Position, swap_on_offer: Truth = False) -> Record:
        """A position as the specification has it: stones by colour."""
        own, enemy, red_moves = position.own, position.enemy, position.red_moves
        choose = self.source.operations.choose
        red, blue = choose(red_moves, own, enemy), choose(red_moves, enemy, own)
        mover = choose(red_moves, spec.Colour.RED, spec.Colour.BLUE)
        return Record(
            spec.Position,
            {
                "board": self.grid.board,
                "red": Cells(red),
                "blue": Cells(blue),
                "mover": mover,
                "swap_on_offer": swap_on_offer,
            },
        )

    def _cells(self, function: Callable[..., Any], position: Position, *arguments: Value) -> Word:
        given = self.source.operations.lifted
        return given(self.source.call(function, self.as_record(position), *arguments)).word

    def empty(self, position: Position) -> Word:
        """The cells where a stone can be placed (T1)."""
        return self._cells(spec.empty_cells, position)

    def isolated(self, position: Position) -> Word:
        """The isolated placements (P1)."""
        return self._cells(spec.isolated_placements, position)

    def legal(self, position: Position) -> Word:
        """The cells where the side to move may place a stone (P1, else P2)."""
        return self._cells(spec.legal_placements, position)

    def formed_group(self, position: Position, placed: Word) -> Group:
        """The group that a new stone would be in, before removal (P2)."""
        group = self.source.call(spec.formed_group, self.as_record(position), OneCell(placed))
        return Group(group.word, self.source.operations.number(self.source.size_of(group)))

    def formed_at(self, position: Position) -> list[Group]:
        """For each cell the group that a stone there would be in, before removal (P2)."""
        record, formed = self.as_record(position), []
        for cell in self.source.operations.cells:
            group = self.source.call(spec.formed_group, record, cell)
            formed.append(Group(group.word, self.source.size_of(group)))
        return formed

    def removed(self, position: Position, placed: Word) -> Word:
        """The stones that leave the board (R1)."""
        return self._cells(spec.removed_stones, position, OneCell(placed))

    def own_after(self, position: Position, placed: Word) -> Word:
        """The stones of the side that moves, at the end of its turn (R2)."""
        return self._cells(spec.friendly_stones_after, position, OneCell(placed))

    def played(self, position: Position, placed: Word) -> Record:
        """The position at the end of a placement, legal or not, as the specification has it."""
        record: Record = self.source.call(spec.play, self.as_record(position), OneCell(placed))
        return record

    def after(self, position: Position, placed: Word) -> Position:
        """The stones at the end of a placement, still seen by the side that made it."""
        return self.seen_by(position.red_moves, self.played(position, placed))

    def seen_by(self, red: Truth, record: Record) -> Position:
        """The stones of a position as Red sees them where something holds, elsewhere as Blue."""
        choose = self.source.operations.choose
        ones, others = record["red"].word, record["blue"].word
        return Position(choose(red, ones, others), choose(red, others, ones), red)

    def offers_swap(self, position: Position, placed: Word) -> Truth:
        """Whether a placement is answered by the offer of the swap (S1)."""
        return self._truth(spec.offers_swap, position, OneCell(placed))

    def is_over(self, position: Position) -> Truth:
        """Whether the game is over (E1)."""
        return self._truth(spec.is_over, position)

    def _truth(self, function: Callable[..., Any], position: Position, *arguments: Value) -> Truth:
        truth = self.source.call(function, self.as_record(position), *arguments)
        return self.algebra.truth(truth) if isinstance(truth, bool) else truth

    def is_start(self, position: Position) -> Truth:
        """Whether a position is the start of a game (B1, T1)."""
        start = spec.starting_position(self.grid.board)
        return self.source.operations.same(self.as_record(position), start)

    def winner(self, position: Position) -> Choice:
        """Who has won, or None (E2)."""
        outcome = self.source.call(spec.winner, self.as_record(position))
        choice: Choice = self.source.operations.lifted(outcome)
        return choice

    def turn_taken(self, game: Record, turn: Value) -> tuple[Record, list[Raised]]:
        """The game after a turn, and where the turn is refused."""
        return self._with_groups.ask(spec.take_turn, game, turn)

    def is_one(self, choice: Value, constant: Any) -> Truth:
        """Whether a choice is a constant, as a truth of the algebra."""
        truth = self.source.operations.same(choice, constant)
        return self.algebra.truth(truth) if isinstance(truth, bool) else truth

    # Groups --------------------------------------------------------------------------------------

    def _group_of(self, _board: spec.Board, stones: Value, cell: Value) -> Cells:
        """What stands for `group_of`: the group of a stone, which is on the cell or put there."""
        lifted = self.source.operations.lifted
        word, single = lifted(stones).word, lifted(cell).word
        if isinstance(cell, spec.Cell):
            number = self.source.operations.cells.index(cell)
            group = self.foundation.group_at(word | single, number)
        else:
            group = self.at_cell(single, self.groups(word | single))
        return Cells(group.stones, group.size)

    def _groups(self, _board: spec.Board, stones: Value) -> Family:
        """What stands for `groups`: the group of each stone, counted at its first cell."""
        word = self.source.operations.lifted(stones).word
        groups = self.groups(word)
        return Family(
            tuple(
                (self.algebra.has(word, cell), Cells(group.stones, group.size))
                for cell, group in enumerate(groups)
            ),
            tuple(self.is_first(word, cell, group) for cell, group in enumerate(groups)),
        )

    def is_first(self, stones: Word, cell: int, group: Group) -> Truth:
        """Whether a cell is the first one of its group."""
        algebra = self.algebra
        before = group.stones & algebra.word((1 << cell) - 1)
        return algebra.every([algebra.has(stones, cell), algebra.same(before, algebra.word(0))])

    def groups(self, stones: Word) -> list[Group]:
        """For each cell the group of the stone there; no stones where there is none."""
        return [self.foundation.group_at(stones, cell) for cell in range(self.grid.cells)]

    def groups_by_source(self, stones: Word) -> tuple[Family, list[Truth]]:
        """All groups, as the source of `groups` finds them one after the other.

        It asks for the groups of cells. That stones are on these is to be shown, and given too.
        """
        self._required.clear()
        found = self._whole.call(spec.groups, self.grid.board, Cells(stones))
        family = found if isinstance(found, Family) else Family()  # without any stones none
        return family, list(self._required)

    def _group_of_a_stone(self, _board: spec.Board, stones: Value, cell: Value) -> Cells:
        """What stands for `group_of` where there must be a stone on the cell."""
        lifted = self.source.operations.lifted
        word, single = lifted(stones).word, lifted(cell).word
        has_stone = contains(self.algebra, word, single)
        self._required.append(implies(self.algebra, self._whole.here, has_stone))
        group = self.at_cell(single, self.groups(word))
        return Cells(group.stones, group.size)

    def groups_of_size(self, position: Record, colour: Value, size: Number) -> Word:
        """As many cells as a colour's ranking (F1) has groups of a size."""
        ranking: Several = self.source.call(spec.ranking, position, colour)
        return self.cells_where(
            self.algebra.every([guard, self.algebra.same(each, size)])
            for guard, each in ranking.members
        )

    # Sets of cells -------------------------------------------------------------------------------

    def beside(self, word: Word) -> Word:
        """All cells next to any cell of a set."""
        return beside(self.algebra, self.grid, word)

    def cells_where(self, truths: Iterable[Truth]) -> Word:
        """The set of the cells for which something holds, given for each cell in order."""
        algebra = self.algebra
        return union_of(
            algebra,
            (
                algebra.choose(truth, algebra.word(1 << cell), algebra.word(0))
                for cell, truth in enumerate(truths)
            ),
        )

    def image(self, permutation: tuple[int, ...], word: Word) -> Word:
        """The image of a set under a permutation of the cells, which takes cell i to p[i]."""
        algebra = self.algebra
        return union_of(
            algebra,
            (
                algebra.choose(algebra.has(word, cell), algebra.word(1 << target), algebra.word(0))
                for cell, target in enumerate(permutation)
            ),
        )

    def at_cell(self, placed: Word, groups: list[Group]) -> Group:
        """The group that belongs to the one cell of a set."""
        algebra = self.algebra
        chosen = Group(algebra.word(0), algebra.number(0))
        for cell, group in enumerate(groups):
            here = algebra.has(placed, cell)
            chosen = Group(
                algebra.choose(here, group.stones, chosen.stones),
                algebra.choose(here, group.size, chosen.size),
            )
        return chosen
