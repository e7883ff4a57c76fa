"""Churn in Python: boards, positions, games, game graphs, solutions, random play, conformance.

>>> from churnproof import Game, solve
>>> game = Game("2")
>>> game.play("b2", "swap", "c1")
>>> game.winner, game.position
(None, Position('2 b./.r./.. r'))
>>> solve("2").best(game.position)
('a2',)

Wherever a board or a position is expected, its text will do, and so will a value of `churn_spec` or
`churn_engine`. In a notebook all of them show themselves.

| name | gives |
|---|---|
| `Board("3")` | a board and its cells |
| `Position("3 rr./.b.r/r.b.b/r.../bb. r")` | a position: legal turns, formed sizes, removals |
| `Game("3")` | a game that is played turn by turn, with `undo()` and `copy()` |
| `show(position)` | its picture, which `save` writes to a file |
| `graph("2")` | the complete game graph, for networkx, rustworkx, pandas or a file |
| `solve("2")`, `tablebase(folder)` | who wins from each position, and the best turns |
| `simulate("5", games=1000)` | statistics of random play |
| `prove("2")` | theorems about every position of a board |
| `conform([...])` | whether an implementation in any language plays Churn |
| `misreadings()` | deliberate mistakes to try a test suite on |

These functions return a `Graph`, a `Solution`, a `Simulation` or an `Outcome`. An illegal turn
raises `IllegalTurn`, and a text that cannot be read `NotationError`.
"""

import sys

from churn_spec import IllegalTurn, NotationError
from churn_verification.drawing.notebook import load_ipython_extension
from churnproof.boards import Graph, Solution, graph, solve, tablebase
from churnproof.runs import Outcome, Simulation, conform, misreadings, prove, simulate
from churnproof.values import Board, Game, Position, show

__all__ = [
    "Board",
    "Game",
    "Graph",
    "IllegalTurn",
    "NotationError",
    "Outcome",
    "Position",
    "Simulation",
    "Solution",
    "conform",
    "graph",
    "misreadings",
    "prove",
    "show",
    "simulate",
    "solve",
    "tablebase",
]

_ipython = sys.modules.get("IPython")
_shell = _ipython and _ipython.get_ipython()
if _shell:  # in a notebook values of the specification and the engine show themselves too
    load_ipython_extension(_shell)
