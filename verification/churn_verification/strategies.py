"""Hypothesis strategies for Churn: boards, positions, placements and games.

Public, for everybody who tests an implementation in Python:

    from hypothesis import given
    from churn_verification.strategies import positions

    @given(positions())
    def test_my_implementation(position): ...

All values are those of `churn_spec`; `churn_spec.write_position` and its like give the texts.
Everything shrinks towards the smallest board, the fewest stones and the shortest game.
"""

from hypothesis import strategies as st

import churn_spec as spec
from churn_verification.hexagons import hexagons

USUAL_BOARDS = ("2", "3", "4", "5", "3-4-3-4-3-4", "5-3-3-5-3-3", "6-4-4-6-4-4")
"""The boards on which the game is played where it is offered."""

WORD_EDGE_BOARDS = (
    "5",
    "3-6-6-4-5-7",
    "4-5-6-5-4-7",
    "13-1-5-13-1-5",
    "7",
    "4-9-8-5-8-9",
    "3-8-9-8-3-14",
    "8",
    "10",
    "3-16-12-7-12-16",
)
"""Boards of 61, 63, 64, 65, 127, 128, 129, 169, 271 and 300 cells: at the edges of machine words
and beyond them, most of them lopsided."""

LARGE_BOARDS = ("8", "9", "11", "20-1-20-20-1-20")
"""Boards of 169, 217, 331 and 400 cells: sets of three, four, six and eight machine words, of which
the last has an empty one."""


def boards(most_cells: int = 19) -> st.SearchStrategy[spec.Board]:
    """Boards of at most so many cells, in every orientation, regular and not.

    They are listed when the first is drawn: the larger lists take as long as all imports.
    """
    return st.deferred(lambda: st.sampled_from(hexagons(most_cells)))


@st.composite
def positions(draw: st.DrawFn, on: st.SearchStrategy[spec.Board] | None = None) -> spec.Position:
    """Positions of any kind, reachable or not: empty, sparse, nearly full and full boards.

    Args:
        draw: given by Hypothesis.
        on: where boards come from; `boards()` by default.
    """
    board = draw(boards() if on is None else on)
    cells = spec.cells_of(board)
    letters = draw(st.sampled_from((".rb", ".r", ".rrbb", "rb")))
    stones = draw(st.lists(st.sampled_from(letters), min_size=len(cells), max_size=len(cells)))
    holes = draw(st.sets(st.sampled_from(cells), max_size=2))
    red, blue = (
        frozenset(cell for cell, stone in zip(cells, stones, strict=True) if stone == letter)
        - holes
        for letter in "rb"
    )
    mover = draw(st.sampled_from(spec.Colour))
    position = spec.Position(board, red, blue, mover)
    return draw(st.sampled_from(_with_swap(position)))


@st.composite
def meeting_positions(
    draw: st.DrawFn, on: st.SearchStrategy[spec.Board] | None = None
) -> spec.Position:
    """Boards full but for one cell, around which the colours alternate: there groups meet.

    In arbitrary positions it is rare that a legal placement joins three groups; here it is usual.

    Args:
        draw: given by Hypothesis.
        on: where boards come from; `boards()` by default.
    """
    board = draw(boards() if on is None else on)
    hole = draw(st.sampled_from(spec.cells_of(board)))
    around = sorted(spec.neighbours_of(board, hole))
    friendly = {cell for cell in around if (cell.x - hole.x - cell.y + hole.y) % 3 == 1}
    others = [cell for cell in spec.cells_of(board) if cell != hole and cell not in around]
    drawn = draw(st.lists(st.booleans(), min_size=len(others), max_size=len(others)))
    friendly.update(cell for cell, own in zip(others, drawn, strict=True) if own)
    enemy = frozenset(spec.cells_of(board)) - friendly - {hole}
    position = spec.Position(board, frozenset(friendly), enemy, spec.Colour.RED)
    return draw(st.sampled_from([position, spec.with_colours_exchanged(position)]))


def _with_swap(position: spec.Position) -> list[spec.Position]:
    """The position, and the same with the swap on offer where it can be."""
    try:
        offered = spec.Position(
            position.board, position.red, position.blue, position.mover, swap_on_offer=True
        )
    except spec.PositionError:
        return [position]
    return [position, offered]


@st.composite
def placements(
    draw: st.DrawFn, at: st.SearchStrategy[spec.Position] | None = None
) -> tuple[spec.Position, spec.Cell]:
    """A position that is not over, and a legal placement there.

    Args:
        draw: given by Hypothesis.
        at: where positions come from; `positions()` by default.
    """
    unfinished = (positions() if at is None else at).filter(lambda each: not spec.is_over(each))
    position = draw(unfinished)
    return position, draw(st.sampled_from(sorted(spec.legal_placements(position))))


@st.composite
def games(
    draw: st.DrawFn,
    on: st.SearchStrategy[spec.Board] | None = None,
    most_turns: int = 50,
) -> spec.Record:
    """Legal games from the start, the swap taken or not, played to the end or broken off.

    Args:
        draw: given by Hypothesis.
        on: where boards come from; `boards()` by default.
        most_turns: the number of turns after which a game is broken off.
    """
    position = start = spec.starting_position(draw(boards() if on is None else on))
    turns: list[spec.Turn] = []
    length = draw(st.integers(0, most_turns))
    while len(turns) < length and not spec.is_over(position):
        choices: list[spec.Turn] = [*sorted(spec.legal_placements(position))]
        if position.swap_on_offer:
            choices.append(spec.SWAP)
        turn = draw(st.sampled_from(choices))
        turns.append(turn)
        position = spec.play(position, turn)
    return spec.Record(start, tuple(turns))
