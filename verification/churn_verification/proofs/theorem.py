"""What a theorem is: a claim about all positions of a board, what it rests on, and its controls."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias

from churn_verification.proofs.algebra import Algebra, Number, Truth, Word, is_empty
from churn_verification.proofs.foundation import Computed
from churn_verification.proofs.grid import Grid
from churn_verification.proofs.rules import Position, Rules
from churn_verification.proofs.specification import Slip

MOST_CELLS_TOGETHER = 10
"""Up to so many cells, placements on all cells are one case."""


class Given(Protocol):
    """Gives a statement what it is about: sets, cells and numbers that can be any."""

    @property
    def algebra(self) -> Algebra:
        """The operations."""
        ...

    def word(self, name: str) -> Word:
        """Any set of cells."""
        ...

    def cell(self, name: str) -> Word:
        """A set of one cell, whichever it is."""
        ...

    def number(self, name: str) -> Number:
        """Any number up to the number of cells."""
        ...

    def truth(self, name: str) -> Truth:
        """Something that may hold or not."""
        ...


@dataclass(frozen=True)
class Statement:
    """Where the hypotheses hold, the conclusion holds.

    Attributes:
        hypotheses: what is supposed.
        conclusion: what follows.
        hints: facts about groups and sizes that help to see why; each is an instance of what a
            theorem that this one rests on says of all words.
        steps: what is shown on the way, each from all that is supposed and the steps before it;
            the conclusion then follows from all of it.
        uses_facts: whether the facts known of all groups are needed, besides the hints; where
            they are not, it is easier to see without them.
    """

    hypotheses: Sequence[Truth]
    conclusion: Truth
    hints: Sequence[Truth] = ()
    steps: Sequence[Truth] = ()
    uses_facts: bool = True


Claim: TypeAlias = Callable[[Rules, Given], Statement]
"""States something of the rules."""


@dataclass(frozen=True)
class Case:
    """One part of a theorem: all parts together are the theorem.

    Attributes:
        name: what tells it from the other parts of the theorem; empty where there is just one.
        claim: the statement.
        fixed: cells that are given: a cell's name in the statement to its number.
        example: values that meet the hypotheses, where they are too rare to be met by chance.
    """

    name: str
    claim: Claim
    fixed: Mapping[str, int] = field(default_factory=dict)
    example: Mapping[str, int] | None = None


@dataclass(frozen=True)
class Control:
    """A deliberate mistake under which a theorem must be refuted.

    Attributes:
        id: its name.
        sentence: what the mistaken rule says.
        slips: the mistake in the specification's source.
        board: the board on which the theorem is refuted.
        foundation: where groups and sizes come from; a mistake where none is in the source.
    """

    id: str
    sentence: str
    slips: tuple[Slip, ...] = ()
    board: str = "2"
    foundation: type[Computed] = Computed

    def rules(self, grid: Grid, algebra: Algebra) -> Rules:
        """The mistaken rules, over computed groups and sizes."""
        return Rules(self.foundation(grid, algebra, self.slips), self.slips)

    def on(self, board: str) -> "Control":
        """The same mistake on another board."""
        return replace(self, board=board)


@dataclass(frozen=True)
class Theorem:
    """A claim about all positions of a board, reachable or not.

    Attributes:
        id: its name, which reads as a claim.
        sentence: what it says.
        clauses: the clauses it speaks for.
        cases: the parts it has on a board; none where it says nothing of the board.
        controls: mistakes under which it must be refuted, at least one.
        rests_on: the theorems whose instances its proof takes for granted.
        is_computed: whether it is proved of groups and sizes as they are computed, and not of
            everything that has the properties proved of them.
        exists: whether it says that a position with some property exists, and not that all
            positions have it. The hypotheses and the conclusion are the property.
        prover: who proves it, of what.
    """

    id: str
    sentence: str
    clauses: tuple[str, ...]
    cases: Callable[[Grid], Sequence[Case]]
    controls: tuple[Control, ...]
    rests_on: tuple[str, ...] = ()
    is_computed: bool = False
    exists: bool = False
    prover: str = "z3, board by board"


@dataclass(frozen=True)
class Placement:
    """A position, and an empty cell where the mover's next stone goes."""

    position: Position
    placed: Word
    conditions: list[Truth]


def only(claim: Claim) -> Callable[[Grid], Sequence[Case]]:
    """The cases of a theorem that has one part, on every board."""
    return lambda _grid: (Case("", claim),)


def one_cell_of_each_orbit(grid: Grid) -> list[int]:
    """Cells that stand for all: each cell is the image of one of them under a symmetry.

    What holds of placements on these cells holds of all, as turns commute with symmetries
    (`board_symmetries_commute_with_turns`).
    """
    images = zip(range(grid.cells), *grid.symmetries, strict=True)
    return sorted({min(each) for each in images})


def for_each_cell(claim: Claim) -> Callable[[Grid], Sequence[Case]]:
    """The cases of a theorem about a placement: cells that stand for all, each for itself.

    On small boards all cells are taken together, which is as fast there.
    """

    def cases(grid: Grid) -> Sequence[Case]:
        if grid.cells <= MOST_CELLS_TOGETHER:
            return (Case("", claim),)
        return [
            Case(f"cell-{cell}", claim, {"cell": cell}) for cell in one_cell_of_each_orbit(grid)
        ]

    return cases


def any_position(given: Given) -> tuple[Position, list[Truth]]:
    """Any position, and the condition that no cell holds two stones."""
    position = Position(given.word("own"), given.word("enemy"), given.truth("red_moves"))
    return position, [is_empty(given.algebra, position.own & position.enemy)]


def any_placement(given: Given) -> Placement:
    """Any position, and any empty cell for the next stone, legal or not."""
    position, conditions = any_position(given)
    placed = given.cell("cell")
    is_free = is_empty(given.algebra, placed & (position.own | position.enemy))
    return Placement(position, placed, [*conditions, is_free])
