"""The rules of Churn as an executable specification: what they are, not how to be fast.

Pure functions over immutable values, on the standard library alone. Read `rules` first: one
function a clause, in the order of play. `RULES.md` tells the same for people who do not program.

| module | holds |
|---|---|
| `clauses` | the text of each clause, and which function states it |
| `board` | boards, their cells, and which cells are neighbours |
| `position` | stones, the side to move, and whether the swap is on offer |
| `rules` | legal turns, what a turn does, the end, the winner |
| `game` | a position with turn numbers and seats |
| `ranking` | why every game ends |
| `symmetry` | how a board maps onto itself |
| `notation` | boards, positions, turns and records as text |

| word | means |
|---|---|
| board | the cells of a hexagon, given by six side lengths in cells, clockwise from the top |
| cell | a place for one stone; `c3` is the third from the left in the third row from below |
| group | a maximal connected set of stones of one colour; one stone alone is a group |
| friendly, enemy | of the side to move; of the other side |
| placement | putting one stone on an empty cell |
| isolated, joining | a placement with no friendly stone next to it; any other placement |
| formed group | the group of the stone just placed, before removal; its size is the formed size |
| removal | taking off all friendly groups smaller than the formed group |
| turn | one placement with its removal, or the swap; turns are numbered from 1 |
| swap | the second player takes the first player's seat instead of placing; the stones stay |
| seat | first or second player, whichever colour that player has |
| position | stones, the side to move, and whether the swap is on offer |
| game | a position, the number of its turn, and who holds Red |
| record | a position and the turns taken from it |
| outcome | who has more stones on the full board: Red, Blue, or neither, a tie |
| ranking | the sizes of one colour's groups, largest first |
| clause | one numbered rule; the functions, tests and reports name the clause they speak for |
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
    read_start,
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
    "read_start",
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
