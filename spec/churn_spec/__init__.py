"""The rules of Churn as an executable specification: what they are, not how to be fast.

Pure functions over immutable values, on the standard library alone. Read `rules` first: one
function a clause, in the order of play. The way of the data:

    text --notation--> Board, Position --rules--> legal turns, Position --notation--> text

`ranking` states why every game ends, `symmetry` how a board maps onto itself, `game` adds turn
numbers and seats. `RULES.md` tells the same for people who do not program.
"""

from churn_spec.board import (
    Board,
    BoardError,
    Cell,
    can_tie,
    cell_count,
    cells_of,
    neighbours_of,
    regular_board,
    rows_of,
)
from churn_spec.clauses import CLAIMED_TURNS, CLAUSES, RESTS_ON, Passage, stated_by
from churn_spec.game import Game, Seat, new_game, take_turn, take_turns, winning_seat
from churn_spec.notation import (
    NotationError,
    Record,
    read_board,
    read_cell,
    read_position,
    read_record,
    read_turn,
    write_board,
    write_cell,
    write_position,
    write_record,
    write_turn,
)
from churn_spec.position import (
    Colour,
    Position,
    PositionError,
    starting_position,
    with_colours_exchanged,
)
from churn_spec.ranking import longest_game_bound, ranking
from churn_spec.rules import (
    SWAP,
    IllegalTurn,
    Outcome,
    Swap,
    Turn,
    empty_cells,
    formed_group,
    friendly_stones_after,
    group_of,
    groups,
    is_over,
    isolated_placements,
    legal_placements,
    legal_turns,
    offers_swap,
    play,
    removed_stones,
    require_legal,
    smallest_joining_placements,
    winner,
)
from churn_spec.symmetry import Symmetry, image_of, symmetries

__all__ = [
    "CLAIMED_TURNS",
    "CLAUSES",
    "RESTS_ON",
    "SWAP",
    "Board",
    "BoardError",
    "Cell",
    "Colour",
    "Game",
    "IllegalTurn",
    "NotationError",
    "Outcome",
    "Passage",
    "Position",
    "PositionError",
    "Record",
    "Seat",
    "Swap",
    "Symmetry",
    "Turn",
    "can_tie",
    "cell_count",
    "cells_of",
    "empty_cells",
    "formed_group",
    "friendly_stones_after",
    "group_of",
    "groups",
    "image_of",
    "is_over",
    "isolated_placements",
    "legal_placements",
    "legal_turns",
    "longest_game_bound",
    "neighbours_of",
    "new_game",
    "offers_swap",
    "play",
    "ranking",
    "read_board",
    "read_cell",
    "read_position",
    "read_record",
    "read_turn",
    "regular_board",
    "removed_stones",
    "require_legal",
    "rows_of",
    "smallest_joining_placements",
    "starting_position",
    "stated_by",
    "symmetries",
    "take_turn",
    "take_turns",
    "winner",
    "winning_seat",
    "with_colours_exchanged",
    "write_board",
    "write_cell",
    "write_position",
    "write_record",
    "write_turn",
]
