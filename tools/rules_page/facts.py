"""What `RULES.md` says about its positions, and whether it is so.

A fact is a key and the text that the page gives for it. `truth` says what the specification, or a
rejected reading, gives for it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from churn_spec import (
    Cell,
    Colour,
    IllegalTurn,
    Position,
    Turn,
    can_tie,
    cell_count,
    empty_cells,
    formed_group,
    is_over,
    isolated_placements,
    legal_placements,
    longest_game_bound,
    play,
    ranking,
    removed_stones,
    require_legal,
    symmetries,
    winner,
    write_cell,
    write_position,
)
from churn_verification.drawing.scene import names_of
from tools.rules_page.readings import (
    READINGS,
    Reading,
    differs,
    fewest_cells,
    reachable,
    turn_differs,
)


class FactError(ValueError):
    """A fact that cannot be looked at; the text says why."""


@dataclass(frozen=True)
class Case:
    """What facts are about.

    Attributes:
        position: the position.
        turn: the turn taken there, where there is one.
        reading_name: the name of a rejected reading, where there is one.
    """

    position: Position
    turn: Turn | None = None
    reading_name: str | None = None

    @property
    def some_turn(self) -> Turn:
        """The turn, which must have been given."""
        if self.turn is None:
            raise FactError("needs a line `turn:`")
        return self.turn

    @property
    def cell(self) -> Cell:
        """The cell of the turn, which must be a placement."""
        if not isinstance(self.some_turn, Cell):
            raise FactError("needs a line `turn:` with a cell")
        return self.some_turn

    @property
    def after(self) -> Position:
        """The position at the end of the turn, which must be legal."""
        try:
            return play(self.position, self.some_turn)
        except IllegalTurn as error:
            raise FactError(f"the turn breaks {error.clause}: {error}") from None

    @property
    def reading(self) -> Reading:
        """The rejected reading, which must have been given."""
        if self.reading_name is None or self.reading_name not in READINGS:
            raise FactError(f"needs a line `reading:` with one of {', '.join(READINGS)}")
        return READINGS[self.reading_name]

    @property
    def reading_after(self) -> Position:
        """The position at the end of the turn as the reading has it."""
        return self.reading.after(self.position, self.cell)


def truth(key: str, case: Case) -> str:
    """What the page must give for a fact.

    Args:
        key: the fact's key, one of `FACTS`.
        case: what the fact is about.

    Raises:
        FactError: there is no such fact, or the case lacks what it is about.
    """
    if key not in FACTS:
        raise FactError(f"there is no such fact; the facts are {', '.join(FACTS)}")
    return FACTS[key](case)


# What a position shows ---------------------------------------------------------------------------


def _names(position: Position, cells: Collection[Cell]) -> str:
    return " ".join(names_of(position.board, cells)) or "none"


def _formed_sizes(case: Case) -> str:
    position = case.position
    sizes = {
        write_cell(position.board, cell): len(formed_group(position, cell))
        for cell in empty_cells(position)
    }
    in_order = names_of(position.board, empty_cells(position))
    return " ".join(f"{name}={sizes[name]}" for name in in_order) or "none"


def _ranking(position: Position, colour: Colour) -> str:
    return " ".join(map(str, ranking(position, colour))) or "none"


def _winner(position: Position) -> str:
    outcome = winner(position)
    return "none" if outcome is None else outcome.value


def _stones(position: Position) -> str:
    return f"{len(position.red)} red, {len(position.blue)} blue"


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


# What a turn does --------------------------------------------------------------------------------


def _refused_by(case: Case) -> str:
    try:
        require_legal(case.position, case.some_turn)
    except IllegalTurn as error:
        return error.clause
    return "none"


# What a rejected reading says --------------------------------------------------------------------


def _reading_over(case: Case) -> bool:
    return case.reading.over(case.position, case.cell)


def _reading_winner(case: Case) -> str:
    outcome = case.reading.winner(case.position, case.cell)
    return "none" if outcome is None else outcome.value


def _excluded(case: Case) -> str:
    """The readings that answer the case's question in another way than the specification does.

    The question is whether the turn is legal and what it does or, where none is given, what is
    legal.
    """
    names = (name for name, reading in READINGS.items() if _answers_otherwise(reading, case))
    return " ".join(names) or "none"


def _answers_otherwise(reading: Reading, case: Case) -> bool:
    legal = reading.legal(case.position)
    if case.turn is None:
        return legal != legal_placements(case.position)
    return case.cell not in legal or turn_differs(reading, case.position, case.cell)


def _smallest(case: Case) -> bool:
    """Whether a game can pass through the position, and no smaller board shows a difference."""
    without_swap = replace(case.position, swap_on_offer=False)
    return (
        differs(case.reading, without_swap)
        and fewest_cells(str(case.reading_name)) == cell_count(case.position.board)
        and without_swap in reachable(case.position.board)
    )


FACTS: Final[Mapping[str, Callable[[Case], str]]] = MappingProxyType(
    {
        "cells": lambda case: str(cell_count(case.position.board)),
        "symmetries": lambda case: str(len(symmetries(case.position.board))),
        "can tie": lambda case: _yes(can_tie(case.position.board)),
        "longest game at most": lambda case: f"{longest_game_bound(case.position.board):,}",
        "empty": lambda case: _names(case.position, empty_cells(case.position)),
        "isolated": lambda case: _names(case.position, isolated_placements(case.position)),
        "legal": lambda case: _names(case.position, legal_placements(case.position)),
        "formed sizes": _formed_sizes,
        "swap on offer": lambda case: _yes(case.position.swap_on_offer),
        "over": lambda case: _yes(is_over(case.position)),
        "winner": lambda case: _winner(case.position),
        "stones": lambda case: _stones(case.position),
        "ranking of red": lambda case: _ranking(case.position, Colour.RED),
        "ranking of blue": lambda case: _ranking(case.position, Colour.BLUE),
        "refused by": _refused_by,
        "forms": lambda case: str(len(formed_group(case.position, case.cell))),
        "removes": lambda case: _names(case.position, removed_stones(case.position, case.cell)),
        "after": lambda case: write_position(case.after),
        "over after": lambda case: _yes(is_over(case.after)),
        "winner after": lambda case: _winner(case.after),
        "reading legal": lambda case: _names(case.position, case.reading.legal(case.position)),
        "reading after": lambda case: write_position(case.reading_after),
        "reading over after": lambda case: _yes(_reading_over(case)),
        "reading winner after": _reading_winner,
        "smallest": lambda case: _yes(_smallest(case)),
        "excludes": _excluded,
    }
)
"""Key of each fact to what gives its text."""
