"""Taking turns, loading games, editing positions, and turns that the explorer chooses itself."""

import random
from collections.abc import Iterable
from dataclasses import replace

from churn_explorer.limits import LOAD_SECONDS, MOST_TURNS, Deadline, PageError
from churn_explorer.models import Change, Link, Loaded, Played, Step, View
from churn_explorer.reading import (
    board_of,
    cell_of,
    place_of,
    position_of,
    require_fit,
    turn_of,
    unreadable,
)
from churn_explorer.view import placement_words, view_of
from churn_spec import (
    Colour,
    Game,
    IllegalTurn,
    NotationError,
    Position,
    PositionError,
    Record,
    Swap,
    Turn,
    formed_group,
    is_over,
    legal_placements,
    legal_turns,
    read_record,
    removed_stones,
    starting_position,
    take_turn,
    write_cell,
    write_turn,
)
from churn_verification.drawing.scene import names_of

_MOST_LEGAL_NAMED = 12


def play(game: Game, text: str) -> Played:
    """Take a turn.

    Raises:
        PageError: the text names no turn, or an illegal one; it says by which clause.
    """
    turn = turn_of(game.position.board, text)
    try:
        after = take_turn(game, turn)
    except IllegalTurn as error:
        raise PageError(refusal(game, turn, error)) from None
    return Played(step=_step(game, turn, after), view=view_of(after))


def refusal(game: Game, turn: Turn, error: IllegalTurn) -> str:
    """Why a turn is illegal, and which ones are legal."""
    board = game.position.board
    if is_over(game.position):
        legal = "nothing, the game is over"
    else:
        names = sorted(write_turn(board, each) for each in legal_turns(game.position))
        legal = " ".join(names[:_MOST_LEGAL_NAMED]) + (
            " ..." if len(names) > _MOST_LEGAL_NAMED else ""
        )
    return (
        f"Turn {game.turn_number}, {write_turn(board, turn)}, is illegal by {error.clause}:"
        f" {error}. Legal: {legal}."
    )


def load(text: str) -> Loaded:
    """Load a board, a position or a record.

    A record is followed up to its first illegal turn, which is told and not taken.

    Raises:
        PageError: the text is none of them, or it is too long.
    """
    try:
        record = read_record(text)
    except NotationError as error:
        raise unreadable(error) from None
    require_fit(record.start.board)
    return follow(record)


def open_link(link: Link, beginning: Position) -> Loaded:
    """Load a game that an address names.

    It is followed up to its first turn that is illegal or cannot be read, which is told.

    Args:
        link: the game.
        beginning: where it begins if the address does not say.

    Raises:
        PageError: where it begins cannot be read, or it is too long.
    """
    start = _start_of(link, beginning)
    turns: list[Turn] = []
    for number, text in enumerate(link.turns, start=1):
        try:
            turns.append(turn_of(start.board, text))
        except PageError as error:
            loaded = follow(Record(start, tuple(turns)))
            unread = f"Turn {number}, {error}. What comes before it is shown."
            return replace(loaded, refusal=loaded.refusal or unread)
    return follow(Record(start, tuple(turns)))


def _start_of(link: Link, beginning: Position) -> Position:
    if link.position is not None:
        return position_of(link.position)
    return beginning if link.board is None else starting_position(board_of(link.board))


def follow(record: Record) -> Loaded:
    """Play the turns of a record up to its end or its first illegal turn.

    Raises:
        PageError: there are too many turns, or they take too long.
    """
    if len(record.turns) > MOST_TURNS:
        raise PageError(
            f"the record has {len(record.turns):,} turns; at most {MOST_TURNS:,} are loaded here"
        )
    deadline = Deadline.after(LOAD_SECONDS)
    game = Game(record.start)
    steps: list[Step] = []
    refused: Turn | None = None
    reason = None
    for turn in record.turns:
        deadline.require("replaying this record")
        try:
            after = take_turn(game, turn)
        except IllegalTurn as error:
            refused, reason = turn, refusal(game, turn, error)
            break
        steps.append(_step(game, turn, after))
        game = after
    return Loaded(
        start=place_of(Game(record.start)),
        steps=steps,
        view=view_of(game),
        refusal=reason,
        refused=refused and write_turn(record.start.board, refused),
    )


def record_of(start: Position, turns: Iterable[str]) -> Record:
    """The record of a game that the page sends.

    Raises:
        PageError: a turn cannot be read.
    """
    return Record(start, tuple(turn_of(start.board, text) for text in turns))


def random_turn(position: Position) -> str:
    """A placement chosen evenly among the legal ones; never the swap.

    Raises:
        PageError: the game is over.
    """
    placements = sorted(legal_placements(position))
    if not placements:
        raise PageError("the game is over")
    return write_cell(position.board, random.choice(placements))  # noqa: S311 - it is for play


def changed(change: Change) -> View:
    """The view of a position after one edit by hand.

    An edit that leaves a position where no swap is possible withdraws the swap.

    Raises:
        PageError: the position or the cell cannot be read, or the swap cannot be on offer.
    """
    position = replace(position_of(change.position), swap_on_offer=False)
    offered = position_of(change.position).swap_on_offer
    if change.cell is not None and change.stone is not None:
        position = _with_stone(position, change.cell, change.stone)
    if change.mover is not None:
        position = replace(position, mover=Colour(change.mover))
    if change.swap:
        position = _with_swap(position)
    elif offered and change.swap is None:
        position = _with_swap_if_possible(position)
    return view_of(Game(position))


def _with_stone(position: Position, name: str, stone: str) -> Position:
    cell = cell_of(position.board, name)
    return replace(
        position,
        red=position.red | {cell} if stone == "red" else position.red - {cell},
        blue=position.blue | {cell} if stone == "blue" else position.blue - {cell},
    )


def _with_swap(position: Position) -> Position:
    try:
        return replace(position, swap_on_offer=True)
    except PositionError as error:
        raise PageError(f"{str(error)[0].upper()}{str(error)[1:]}.") from None


def _with_swap_if_possible(position: Position) -> Position:
    try:
        return replace(position, swap_on_offer=True)
    except PositionError:
        return position


def _step(before: Game, turn: Turn, after: Game) -> Step:
    position = before.position
    name = write_turn(position.board, turn)
    if isinstance(turn, Swap):
        return Step(
            turn=name,
            number=before.turn_number,
            mover=position.mover.value,
            formed=0,
            removed=[],
            place=place_of(after),
            words="The players change places; Blue is still to move.",
        )
    formed = len(formed_group(position, turn))
    removed = names_of(position.board, removed_stones(position, turn))
    words = f"{position.mover.value.capitalize()} {placement_words(name, formed, removed)}"
    return Step(
        turn=name,
        number=before.turn_number,
        mover=position.mover.value,
        formed=formed,
        removed=removed,
        place=place_of(after),
        words=words,
    )
