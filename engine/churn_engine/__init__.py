"""The engine: Churn played fast, written apart from the specification.

Each module imports only those above it in this table:

| module | holds |
|---|---|
| `errors` | refusals, each with its place and its reason |
| `keeping` | compiled code on disk, only where nobody else can write |
| `board` | six side lengths become numbered cells, their names, neighbours and symmetries |
| `notation` | boards, positions and records as text, read and written exactly |
| `stones` | one colour's groups; what a placement forms and removes (P1, P2, R1, R2) |
| `game` | stepping: `play`, `undo`, the legal turns, the end, the winner and the seats |
| `perft` | a game's turn sequences, counted |
| `kernels` | the same turns compiled, tens of millions a second |
| `random_play` | games in which each turn is chosen at random |
| `solver` | who wins from each position of a board, and tablebases |

| word | means |
|---|---|
| cell | a number from 0, row by row from the top and from the left; its name is as in `c3` |
| mask | a set of cells as a Python integer, bit i for cell i, so any board size will do |
| word | a set of cells in compiled code: a machine integer as wide as the board |
| stones | all stones of one colour, in groups |
| mover | the colour whose turn it is |
| formed size | the size of the group that a placement forms, before removal |
| placements | the legal ones: a mask, and the size that all of them form |
| turn | a placement, given by name or number of its cell, or the swap |
| position | masks of the stones, the mover, and whether the swap is on offer |
| record | a position and the turns taken from it |
| seat | `first` or `second`: the player, whichever colour that player has |
| ranking | the sizes of one colour's groups, largest first |
| perft | the number of turn sequences of each length; divide: the same by first turn |
| draw | one number taken from the random generator |
| instalment | the turns of random play that one call plays; a game can take several |
| value | who wins under best play; distance: in how many turns |

The functions `board`, `perft` and `divide` are imported from their modules, whose names they share.

>>> from churn_engine import Game
>>> game = Game.from_text("3 brb/rrb./b.brr/r..b/rbr r")
>>> game.play("d4")
>>> game.removed
('b1', 'a1', 'a3')
>>> str(game.position)
'3 brb/rrbr/b.brr/...b/.b. b'
"""

from churn_engine.board import Board, cells_in
from churn_engine.errors import ChurnError, IllegalTurn, NotationError, NothingToUndoError
from churn_engine.game import Game, Placements
from churn_engine.notation import (
    Colour,
    Position,
    Record,
    parse_board,
    parse_position,
    parse_record,
    starting_position,
    write_board,
    write_position,
    write_record,
)
from churn_engine.stones import Group, Stones

__all__ = [
    "Board",
    "ChurnError",
    "Colour",
    "Game",
    "Group",
    "IllegalTurn",
    "NotationError",
    "NothingToUndoError",
    "Placements",
    "Position",
    "Record",
    "Stones",
    "cells_in",
    "parse_board",
    "parse_position",
    "parse_record",
    "starting_position",
    "write_board",
    "write_position",
    "write_record",
]
