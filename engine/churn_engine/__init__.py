"""The engine: Churn played fast, written apart from the specification.

The way of the data, each step a module that knows only the ones before it:

1. `errors`: what is refused, with its place and its reason.
2. `board`: six side lengths become cells with numbers, names, neighbours as bit masks, and
   symmetries. A set of cells is a Python integer with a bit for each, so any board size will do.
3. `notation`: text becomes a `Position` (masks of stones, who is to move, whether the swap is on
   offer) or a `Record` (a position and turns), and back, exactly.
4. `stones`: the groups of one colour; what a placement forms and removes. This is where the rules
   P1, P2, R1 and R2 live.
5. `game`: a `Game` steps from a position by `play` and `undo`, and knows the legal turns, the end,
   the winner and who sits where.
6. `perft`: a game's turn sequences, counted.

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
