"""The page of the theorems that Coq proves, with the specification and the model side by side."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

from churn_spec import CLAUSES, cell_count
from churn_verification.checks.every_board import MOST_CELLS
from churn_verification.hexagons import hexagons
from churn_verification.proofs.rocq.sources import folder, modules, theorems

ROOT = Path(__file__).parents[1]

PAIRS = (
    ("board", "cells_of", "range", "hexagon_cells"),
    ("board", "_corners_of", "walk", "corners_of"),
    ("board", "cell_count", "triangle", "cells_from_sides"),
    ("board", "can_tie", "can_tie"),
    ("board", "_neighbourhoods", "next_to", "numbered", "table"),
    (
        "position",
        "Position",
        "Position",
        "stones",
        "own",
        "enemy",
        "is_after_first_turn",
        "is_position",
    ),
    ("position", "starting_position", "starting_position"),
    ("position", "with_colours_exchanged", "with_colours_exchanged"),
    ("rules", "group_of", "flood", "group_of"),
    ("rules", "groups", "groups_among", "groups"),
    ("rules", "formed_group", "formed_group"),
    ("rules", "empty_cells", "empty_cells"),
    ("rules", "offers_swap", "offers_swap"),
    ("rules", "isolated_placements", "isolated_placements"),
    ("rules", "smallest_joining_placements", "smallest_of", "smallest_joining_placements"),
    ("rules", "legal_placements", "legal_placements"),
    ("rules", "legal_turns", "legal_turns"),
    ("rules", "removed_stones", "removed_stones"),
    ("rules", "friendly_stones_after", "friendly_stones_after"),
    ("rules", "require_legal", "broken_clause"),
    ("rules", "play", "after_swap", "after_placement", "after", "play"),
    ("rules", "is_over", "is_over"),
    ("rules", "winner", "winner"),
    ("game", "take_turn", "take_turn"),
    ("game", "winning_seat", "winning_seat"),
    ("ranking", "ranking", "insert", "largest_first", "ranking"),
    ("ranking", "_partition_counts", "replace_at", "counted", "partition_counts"),
    ("ranking", "longest_game_bound", "longest_game_bound"),
)
"""Module and name in the specification, then the definitions in Coq that are its counterpart."""

_BOARDS = hexagons(MOST_CELLS)

_HEAD = """\
# Every board

z3 proves theorems about the specification [one board at a time](proofs.md). Coq proves the theorems
on this page, about a model of the rules: none of them rests on an axiom or on anything left
unproved. They hold on every finite board, unless they say that they are about hexagons or about
listed boards, and in every position, reachable or not, unless they name positions. A board is any
finite graph here: cells, and for each cell the cells next to it. Hexagons are such boards. A
*symmetry* of a board is a one-to-one map of its cells that keeps which are next to each other, as
turning and mirroring a regular hexagon does.

`churnproof prove` runs both: z3 on the boards that you name, or on its usual ones with Coq's
theorems after them. `churnproof prove --theorem ID` proves one of either kind, and `churnproof
prove --list` says who proves each.

<!-- Made by `python -m tools.documents`; do not edit. -->

    apt-get install coq ocaml-nox make
    make -C verification/rocq all check      # compile, check with coqchk, list the assumptions
    churnproof conform -- verification/rocq/build/adapter

## What ties the proofs to the project

The theorems are about a model of the rules that is written in Coq, [beside which the specification
stands below](#the-specification-and-the-model). A slip in the model would make them theorems about
another game, so the model is held to the specification as anybody's implementation is. Coq turns it
into an OCaml program that speaks the [line protocol](conformance.md). That program passes
`churnproof conform` in full. It agrees with the specification on all {positions} positions of
all {boards} hexagons of up to 9 cells, and on the outcome of each legal turn in them (check
`exhaustive/coq-model`). That is a comparison, not a proof: on larger boards the model has been
compared with the specification only on the questions of `conform`.

What is trusted: that Coq's kernel accepts only proofs (`coqchk` checks them again, with a kernel
that shares much of its code); that the sentences below say what the theorems say; and for the
adapter, Coq's translation to OCaml, the compiler, and the reading and writing of texts around it.

The proofs could fail. `tests/verification/test_every_board_can_fail.py` misreads clauses from T1 to
E2 in the model: a proof breaks, and the comparison with the specification finds the misreading. It
also makes theorems say something false, which their proofs then do not show.

## The engine's stack of groups

The kernels of the engine keep a player's single stones as one set, and the larger groups on a stack
with the smallest on top. A placement takes the smaller groups off the top and puts the formed group
there, so the stack stays in order without being sorted. `Stack.v` states this algorithm for any
board and `Engine.v` proves that it finds the legal placements, their formed size and the stones
that go, and that it keeps its order. `build/adapter engine` plays by it, from turn to turn, and
passes `churnproof conform --quick`. The kernels themselves are compiled Python, and these proofs
are not about them. What ties them to the algorithm is that both are compared with the
specification.

## Certificates

    churnproof solve 3 --certificate size3.certificate
    verification/rocq/build/checker size3.certificate

A certificate shows who wins a board without a solver. It lists, for one strategy of the winner,
the positions that the other side can bring about, and the winner's turn in each. After that turn
and any answer the game is won or the position is one that was listed earlier. Of positions that are
turned or mirrored images of each other one is listed. For a board that is tied there is a list for
each side, which shows that it can at least tie.

`an_accepted_certificate_is_right` and `whoever_secures_a_goal_reaches_it` say what it is worth: if
the checker accepts, that side has a strategy with which it wins (or at least ties), whatever the
other side does. This is about the game without the swap. What is trusted besides is the program
around the proved checks: it reads the heading, prints the claim, and goes through the entries. The
file ends with a digest, so a byte that was altered by accident is noticed even where it leaves the
certificate right.

| boards | positions listed | bytes | seconds to check |
|---|--:|--:|--:|
| all 42 shapes of up to 14 cells together | 375,953 | | 8 |
| size 3 | 225,174 | 5,179,880 | 13 |

Seconds are processor time. `churnproof solve` chooses the turn that wins soonest, the first of them
where there are several. The positions of size 3 are few because each stands for up to twelve.

## The theorems
"""


def every_board_page() -> str:
    """The text of the page."""
    parts = [
        _HEAD.format(positions=f"{_positions():,}", boards=len(_BOARDS)),
        _theorem_table(),
        _PAIRS_HEAD,
    ]
    parts.extend(_pair(*pair) for pair in PAIRS)
    return "\n".join(parts)


def _positions() -> int:
    """How many positions `exhaustive/coq-model` compares: with either mover, and with the swap."""
    sizes = [cell_count(board) for board in _BOARDS]
    positions: int = sum(2 * 3**cells for cells in sizes)
    return positions + sum(cells for cells in sizes if cells > 1)


def _theorem_table() -> str:
    lines = ["| clauses | says | theorem |", "|---|---|---|"]
    order = list(CLAUSES)
    ordered = sorted(theorems(), key=lambda theorem: order.index(theorem.clauses[0]))
    lines += [
        f"| {' '.join(theorem.clauses)} | {theorem.sentence.replace('|', '&#124;')}"
        f" | [`{theorem.id}`](../verification/rocq/{theorem.module}.v) |"
        for theorem in ordered
    ]
    return "\n".join(lines) + "\n"


_PAIRS_HEAD = """\
## The specification and the model

On the left is the specification, without its docstrings; on the right are the definitions in Coq.
Sets of cells are binary numerals there (`Sets.v`), a loop has a number of steps that is proved to
be enough, and a turn that the rules forbid leads to `None` instead of an exception.
"""


def _pair(module: str, name: str, *definitions: str) -> str:
    left = _python_source(module, name)
    right = "\n\n".join(_coq_definition(each) for each in definitions)
    clause = re.match(r'@states\("(\w+)"\)', left)
    heading = f"{clause[1]}: " if clause else ""
    return f"""\
### {heading}`{name.lstrip("_")}`

<table><tr><th>Specification</th><th>Coq</th></tr><tr><td valign="top">

```python
{left}
```

</td><td valign="top">

```coq
{right}
```

</td></tr></table>
"""


def _python_source(module: str, name: str) -> str:
    """A function or class of the specification without its docstrings."""
    text = (ROOT / "spec" / "churn_spec" / f"{module}.py").read_text()
    [node] = [
        node
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name
    ]
    hidden = {line for inner in ast.walk(node) for line in _docstring_lines(inner)}
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    lines = text.splitlines()
    kept = [
        lines[number - 1]
        for number in range(first, (node.end_lineno or first) + 1)
        if number not in hidden
    ]
    return re.sub(r":\n\n+", ":\n", dedent("\n".join(kept))).strip()


def _docstring_lines(node: ast.AST) -> Iterator[int]:
    documented = isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node)
    if documented and isinstance(node, ast.FunctionDef | ast.ClassDef):
        docstring = node.body[0]
        yield from range(docstring.lineno, (docstring.end_lineno or docstring.lineno) + 1)


def _coq_definition(name: str) -> str:
    """A definition in the Coq sources, up to its full stop."""
    pattern = rf"^(?:Definition|Fixpoint|Record) {name}\b.*?\.$(?=\n\n|\n\Z)"
    for module in modules():
        text = (folder() / f"{module}.v").read_text()
        if found := re.search(pattern, text, re.MULTILINE | re.DOTALL):
            return found[0]
    raise LookupError(f"the Coq sources define no {name}")
