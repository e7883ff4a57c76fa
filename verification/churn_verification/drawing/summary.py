"""A position in figures: what `churnproof show --json` prints."""

from typing import Any

from churn_spec import (
    Cell,
    Colour,
    Position,
    can_tie,
    cell_count,
    empty_cells,
    formed_group,
    is_over,
    legal_placements,
    ranking,
    removed_stones,
    winner,
    write_board,
    write_cell,
    write_position,
)
from churn_verification.drawing.scene import names_of


def summary_of(position: Position) -> dict[str, Any]:
    """What can be said of a position, as a JSON document.

    Returns:
        - `position`, `board`: their texts; `cells`: their number; `can_tie`: whether it is even
        - `to_move`: `red` or `blue`, whose placements the rest is about
        - `legal`: the legal placements; the swap has a key of its own, `swap_on_offer`
        - `formed_size`: what each legal placement forms, or None where there is none
        - `formed_sizes`: what a placement on each empty cell would form
        - `removed`: for each legal placement the cells whose stones it removes
        - `stones`: the number of stones of each colour; `groups`: the sizes of their groups
        - `over`; `winner`: `red`, `blue`, `tie`, or None while the game lasts

        Cells are named and in the order of names.
    """
    board = position.board
    legal = _by_name(position, legal_placements(position))
    formed_sizes = {
        name: len(formed_group(position, cell))
        for name, cell in _by_name(position, empty_cells(position)).items()
    }
    outcome = winner(position)
    return {
        "position": write_position(position),
        "board": write_board(board),
        "cells": cell_count(board),
        "can_tie": can_tie(board),
        "to_move": position.mover.value,
        "swap_on_offer": position.swap_on_offer,
        "legal": list(legal),
        "formed_size": formed_sizes[next(iter(legal))] if legal else None,
        "formed_sizes": formed_sizes,
        "removed": {
            name: names_of(board, removed_stones(position, cell)) for name, cell in legal.items()
        },
        "stones": {colour.value: len(position.stones(colour)) for colour in Colour},
        "groups": {colour.value: list(ranking(position, colour)) for colour in Colour},
        "over": is_over(position),
        "winner": outcome and outcome.value,
    }


def _by_name(position: Position, cells: frozenset[Cell]) -> dict[str, Cell]:
    by_name = {write_cell(position.board, cell): cell for cell in cells}
    return {name: by_name[name] for name in names_of(position.board, cells)}
