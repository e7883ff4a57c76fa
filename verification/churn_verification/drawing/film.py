"""A game record as a film: what is to be seen turn by turn."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from churn_spec import (
    Colour,
    Game,
    IllegalTurn,
    Position,
    Record,
    Swap,
    Turn,
    formed_group,
    legal_turns,
    ranking,
    removed_stones,
    take_turn,
    write_turn,
)
from churn_verification.drawing.overlays import Overlays
from churn_verification.drawing.scene import Scene, headline, scene_of
from churn_verification.drawing.shapes import Caption

_MOST_LEGAL_NAMED = 12


class RecordError(ValueError):
    """A record that cannot be shown: it has an illegal turn, or too many turns."""


@dataclass(frozen=True)
class Frame:
    """One picture of a film.

    Attributes:
        turn: the number of turns taken; a turn that removes stones has two frames, before and
            after the removal.
        scene: what is to be seen.
        caption: the turn counter, what happens, and the group sizes of both sides.
    """

    turn: int
    scene: Scene
    caption: Caption


def games_of(record: Record) -> Iterator[Game]:
    """The game at the start of a record and after each of its turns.

    Raises:
        RecordError: a turn is illegal; the games before it have been yielded.
    """
    game = Game(record.start)
    yield game
    for turn in record.turns:
        try:
            game = take_turn(game, turn)
        except IllegalTurn as error:
            raise RecordError(_illegal_text(game, turn, error)) from None
        yield game


def _illegal_text(game: Game, turn: Turn, error: IllegalTurn) -> str:
    board = game.position.board
    legal = sorted(write_turn(board, each) for each in legal_turns(game.position))
    named = " ".join(legal[:_MOST_LEGAL_NAMED]) + (" ..." if legal[_MOST_LEGAL_NAMED:] else "")
    return (
        f"turn {game.turn_number}, {write_turn(board, turn)}: illegal by {error.clause}, {error};"
        f" legal: {named or 'nothing, the game is over'}"
    )


def frames_of(record: Record, most_turns: int) -> list[Frame]:
    """The frames of a record, the starting position first.

    Args:
        record: the record.
        most_turns: how many turns it may have.

    Raises:
        RecordError: there are more turns, or one is illegal.
    """
    total = len(record.turns)
    if total > most_turns:
        raise RecordError(f"{total:,} turns; at most {most_turns:,} can be shown so")
    frames = [_frame(0, total, scene_of(record.start, _SIZES), "start", None)]
    for (before, after), turn in zip(pairwise(games_of(record)), record.turns, strict=True):
        number = before.turn_number
        frames.extend(_turn_frames(number, total, before.position, turn, after.position))
    return frames


_SIZES = Overlays(sizes=True)
_MOST_REPEATED = 3
"""How often the size of equal groups is repeated; more of them are counted."""


def _turn_frames(
    number: int, total: int, before: Position, turn: Turn, after: Position
) -> Iterator[Frame]:
    if isinstance(turn, Swap):
        yield _frame(number, total, scene_of(after, _SIZES), "the players change seats", None)
        return
    mover = before.mover
    removed = removed_stones(before, turn)
    what = (
        f"{mover.value.capitalize()} {write_turn(before.board, turn)}"
        f" forms {len(formed_group(before, turn))}"
    )
    if removed:
        what += f", removes {len(removed)}"
        placing = scene_of(before, replace(_SIZES, placing=turn))
        yield _frame(number, total, placing, what, mover)
    yield _frame(number, total, scene_of(after, replace(_SIZES, last=turn)), what, mover)


def _frame(number: int, total: int, scene: Scene, what: str, colour: Colour | None) -> Frame:
    at_the_end = number == total and scene.overlays.placing is None
    lines = (
        f"{what}. {headline(scene)}" if at_the_end else what,
        f"turn {number} of {total}",
        *(
            f"{side.value.capitalize()} groups: {_sizes_text(scene.position, side)}"
            for side in Colour
        ),
    )
    return Frame(number, scene, Caption(lines, colour))


def _sizes_text(position: Position, side: Colour) -> str:
    """The sizes of one side's groups, largest first, with how many there are of each."""
    counts = Counter(ranking(position, side))
    sizes = (
        f"{count} of size {size}" if count > _MOST_REPEATED else ", ".join([str(size)] * count)
        for size, count in counts.items()
    )
    return ", ".join(sizes) or "none"
