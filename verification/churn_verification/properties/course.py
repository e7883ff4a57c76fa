"""Properties of boards, of the course of a game, and of texts (B1, B2, T1, S1, E1, E2, F1)."""

from collections.abc import Iterator
from itertools import pairwise

from hypothesis import strategies as st

import churn_spec as spec
from churn_verification.properties.property import Property, are_adjacent, components
from churn_verification.strategies import boards, games, meeting_positions, placements, positions

_BOARDS = boards(61)
_ON = boards(19)
_GAMES = games(_ON, most_turns=80)
_SMALL_GAMES = games(boards(7), most_turns=80)
_POSITIONS = st.one_of(positions(_ON), meeting_positions(_ON))
_PLACEMENTS = placements(_POSITIONS)


def _filled(position: spec.Position) -> spec.Position:
    """The position with each empty cell given to the colour that has fewer stones by then."""
    red, blue = set(position.red), set(position.blue)
    for cell in sorted(spec.empty_cells(position)):
        min(red, blue, key=len).add(cell)
    return spec.Position(position.board, frozenset(red), frozenset(blue), position.mover)


_FULL_POSITIONS = _POSITIONS.map(_filled)


def _states_of(record: spec.Record) -> Iterator[spec.Game]:
    """The games along a record, the one before its first turn included."""
    game = spec.Game(record.start)
    yield game
    yield from spec.take_turns(game, record.turns)


def _hexagon_is_convex(board: spec.Board) -> str | None:
    cells = set(spec.cells_of(board))
    if len(cells) != spec.cell_count(board):
        return f"{len(cells)} cells, and {spec.cell_count(board)} from the sides"
    if len(components(board, frozenset(cells))) != 1:
        return "the cells do not hang together"
    rows = spec.rows_of(board)
    if any([cell.x for cell in row] != list(range(row[0].x, row[-1].x + 1)) for row in rows):
        return "a row has a gap"
    ends = (len(rows[0]), len(rows[-1]), len(rows))
    top, upper_right, lower_right, bottom, *_ = board.sides
    if ends != (top, bottom, upper_right + lower_right - 1):
        return f"top row, bottom row and number of rows are {ends}"
    for cell in cells:
        if spec.neighbours_of(board, cell) != {near for near in cells if are_adjacent(cell, near)}:
            return "the neighbours of a cell are not the cells one step away"
    return None


def _ties_need_an_even_board(position: spec.Position) -> str | None:
    is_tie = spec.winner(position) is spec.Outcome.TIE
    if is_tie and not spec.can_tie(position.board):
        return "a tie on an odd board"
    if spec.can_tie(position.board) != (len(spec.cells_of(position.board)) % 2 == 0):
        return "whether the board can tie is not whether its number of cells is even"
    return None


def _turns_alternate(record: spec.Record) -> str | None:
    movers = [spec.Colour.RED, spec.Colour.BLUE]
    stones_placed = 0
    for (before, after), turn in zip(pairwise(_states_of(record)), record.turns, strict=True):
        if before.position.mover is not movers[stones_placed % 2]:
            return f"{before.position.mover.value} is to move after {stones_placed} placements"
        if isinstance(turn, spec.Swap):
            continue
        stones_placed += 1
        if turn in before.position.red | before.position.blue:
            return "a stone was placed on another"
        if turn not in after.position.stones(before.position.mover):
            return "the placed stone is not there or not the mover's"
    return None


def _a_placement_always_exists(position: spec.Position) -> str | None:
    is_full = len(position.red) + len(position.blue) == len(spec.cells_of(position.board))
    if bool(spec.legal_placements(position)) == is_full:
        return "no placement though the board is not full, or one though it is"
    return None


def _swap_is_second_turn(record: spec.Record) -> str | None:
    for game, turn in zip(_states_of(record), (*record.turns, None), strict=True):
        on_offer = spec.SWAP in spec.legal_turns(game.position)
        if on_offer != (game.turn_number == 2 and not spec.is_over(game.position)):
            return f"turn {game.turn_number}: the swap is {'' if on_offer else 'not '}on offer"
        if isinstance(turn, spec.Swap):
            after = spec.take_turn(game, turn)
            if (after.position.red, after.position.blue) != (game.position.red, frozenset()):
                return "the swap moved stones"
            if after.position.mover is not spec.Colour.BLUE:
                return "after the swap Blue is not to move"
            if after.seat_of(spec.Colour.BLUE) is not spec.Seat.FIRST:
                return "after the swap the first player does not hold Blue"
    return None


def _over_means_full(case: tuple[spec.Position, spec.Cell]) -> str | None:
    position, cell = case
    after = spec.play(position, cell)
    number = len(after.red) + len(after.blue)
    if spec.is_over(after) != (number == len(spec.cells_of(position.board))):
        return "over though a cell is empty, or going on though all are full"
    return None


def _majority_wins(position: spec.Position) -> str | None:
    if not spec.is_over(position):
        return None if spec.winner(position) is None else "a winner before the end"
    red, blue = len(position.red), len(position.blue)
    expected = "red" if red > blue else "blue" if blue > red else "tie"
    outcome = spec.winner(position)
    if outcome is None or outcome.value != expected:
        return f"{red} red and {blue} blue stones, and the outcome is {outcome}"
    return None


def _games_stay_within_bound(record: spec.Record) -> str | None:
    if len(record.turns) > spec.longest_game_bound(record.start.board):
        return "a game longer than the bound"
    return None


def _texts_are_inverse(position: spec.Position) -> str | None:
    text = spec.write_position(position)
    if spec.read_position(text) != position:
        return f"read back from {text} it is another position"
    for cell in spec.cells_of(position.board):
        if spec.read_cell(position.board, spec.write_cell(position.board, cell)) != cell:
            return "a cell's name names another cell"
    return None


def _records_are_inverse(record: spec.Record) -> str | None:
    if spec.read_record(spec.write_record(record)) != record:
        return "read back from its text it is another game"
    return None


def _fills_the_board(case: tuple[spec.Position, spec.Cell]) -> bool:
    return len(spec.empty_cells(case[0])) == 1


COURSE: tuple[Property, ...] = (
    Property(
        "a-board-is-a-convex-hexagon",
        "A board's cells are a gapless hexagon with the sides that were asked for.",
        ("B1",),
        _BOARDS,
        _hexagon_is_convex,
        lambda board: len(set(board.sides)) > 1,
    ),
    Property(
        "ties-need-an-even-board",
        "Only on a board with an even number of cells can a full board be tied.",
        ("B2", "E2"),
        _FULL_POSITIONS,
        _ties_need_an_even_board,
        lambda at: spec.winner(at) is spec.Outcome.TIE,
    ),
    Property(
        "red-and-blue-alternate",
        "Red begins, the colours place in turn, each on an empty cell.",
        ("T1",),
        _GAMES,
        _turns_alternate,
        lambda record: len(record.turns) > 2,
    ),
    Property(
        "a-placement-always-exists",
        "There is a legal placement exactly as long as the board is not full.",
        ("T1", "E1"),
        _POSITIONS,
        _a_placement_always_exists,
        lambda at: len(spec.empty_cells(at)) == 1,
    ),
    Property(
        "swap-on-the-second-turn-only",
        "The swap is on offer on the second turn and no other; players change, stones stay.",
        ("S1",),
        _GAMES,
        _swap_is_second_turn,
        lambda record: spec.SWAP in record.turns,
    ),
    Property(
        "over-exactly-when-full-after-removal",
        "After a turn the game is over exactly if no cell is empty, removal included.",
        ("E1",),
        _PLACEMENTS,
        _over_means_full,
        lambda case: _fills_the_board(case) and not spec.is_over(spec.play(*case)),
    ),
    Property(
        "the-majority-wins",
        "On a full board the colour with more stones wins; before there is no winner.",
        ("E2",),
        st.one_of(_POSITIONS, _FULL_POSITIONS),
        _majority_wins,
        spec.is_over,
    ),
    Property(
        "games-stay-within-the-bound",
        "No game is longer than the bound that follows from the ranking function.",
        ("F1",),
        _SMALL_GAMES,
        _games_stay_within_bound,
        lambda record: bool(record.turns),
    ),
    Property(
        "position-texts-are-exact",
        "Reading a position's text gives the position back, and names name one cell each.",
        ("B1", "S1"),
        _POSITIONS,
        _texts_are_inverse,
        lambda at: bool(at.red or at.blue),
    ),
    Property(
        "record-texts-are-exact",
        "Reading a record's text gives the game back.",
        ("T1",),
        _GAMES,
        _records_are_inverse,
        lambda record: bool(record.turns),
    ),
)
