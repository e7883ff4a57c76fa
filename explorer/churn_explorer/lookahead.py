"""A player between random and perfect: it looks a few turns ahead and prefers large groups."""

import random
from contextlib import suppress

from churn_engine.game import Game
from churn_engine.notation import SWAP, Colour, Position
from churn_explorer.limits import MOST_LOOKAHEAD_CELLS, MOST_TURNS_TRIED, PageError

_CHOICE = random.Random()  # noqa: S311 - it is for play
_FEWEST, _MOST = 2, 4
_WON = 10**9
"""More than any groups are worth."""


class _OutOfTurnsError(Exception):
    """As many turns have been tried as may be."""


def look_ahead(position: Position, choice: random.Random = _CHOICE) -> str:
    """The placement after which a player stands best, if both play as well as this player sees.

    It looks two turns ahead: its own, and every reply. Where that takes no more than
    `MOST_TURNS_TRIED` turns to be tried, it looks four turns ahead. A position is worth the sum of
    the squares of the player's group sizes, less the opponent's; a finished game counts for more,
    won or lost. The swap is never taken.

    Args:
        position: the position.
        choice: chooses among placements that are equally good; with a seed it can be repeated.

    Raises:
        PageError: the game is over, or the board is too large to look ahead on.
    """
    if position.board.size > MOST_LOOKAHEAD_CELLS:
        raise PageError(
            f"board {position.board} has {position.board.size:,} cells; the player who looks ahead"
            f" plays on boards of at most {MOST_LOOKAHEAD_CELLS}"
        )
    game = Game(position)
    if game.over:
        raise PageError("the game is over")
    best = _Search(game, most=None).best(_FEWEST)
    with suppress(_OutOfTurnsError):
        best = _Search(Game(position), MOST_TURNS_TRIED).best(_MOST)
    return choice.choice(best)


class _Search:
    """A search from a position (alpha-beta, in the form where each side's worth is its own)."""

    def __init__(self, game: Game, most: int | None) -> None:
        self.game = game
        self.left = most

    def best(self, depth: int) -> list[str]:
        """The placements that are worth most, so many turns ahead.

        Raises:
            _OutOfTurnsError: too many turns would have to be tried.
        """
        best, found = -2 * _WON, list[str]()
        for turn in _placements(self.game):
            worth = self._after(turn, depth, 1 - best)  # lets what is equally good through
            if worth > best:
                best, found = worth, []
            if worth == best:
                found.append(turn)
        return found

    def _after(self, turn: str, depth: int, enough: int) -> int:
        """What a turn is worth to whoever takes it, if it is more than the other side allows.

        Args:
            turn: the turn.
            depth: how many turns are looked at, this one included.
            enough: what is enough for the other side, who then looks no further.
        """
        if self.left is not None:
            if self.left == 0:
                raise _OutOfTurnsError
            self.left -= 1
        self.game.play(turn)
        worth = -self._worth(depth - 1, enough)
        self.game.undo()
        return worth

    def _worth(self, depth: int, enough: int) -> int:
        """What the position is worth to the side to move."""
        if self.game.over:
            return _WON * _sign(_lead(self.game))
        if depth == 0:
            return _groups(self.game)
        best = -2 * _WON
        for turn in _placements(self.game):
            best = max(best, self._after(turn, depth, -best))
            if best >= enough:
                break
        return best


def _placements(game: Game) -> list[str]:
    return [turn for turn in game.legal_turns() if turn != SWAP]


def _lead(game: Game) -> int:
    """By how many stones the side to move leads."""
    red = game.red_mask.bit_count() - game.blue_mask.bit_count()
    return red if game.mover == "red" else -red


def _groups(game: Game) -> int:
    """How much larger the groups of the side to move are."""
    other: Colour = "blue" if game.mover == "red" else "red"
    return _squares(game.ranking(game.mover)) - _squares(game.ranking(other))


def _squares(sizes: tuple[int, ...]) -> int:
    return sum(size * size for size in sizes)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
