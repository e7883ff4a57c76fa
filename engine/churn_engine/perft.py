"""Counting turn sequences, the usual way to compare two move generators.

perft(d) is the number of sequences of d turns from a position. The swap is a turn like any other
where it is on offer, so from a starting position it counts at depth 2. A game that is over has no
further turns: its sequence counts at its own length and at no greater one.
"""

from churn_engine.errors import ChurnError
from churn_engine.game import Game
from churn_engine.notation import Position

GREATEST_DEPTH = 500  # far beyond what can be counted to an end, and within Python's call stack


def perft(position: Position, depth: int) -> list[int]:
    """Count the turn sequences of every length up to a depth, by playing and undoing them.

    The turns of the last length are counted and not played.

    Args:
        position: Where the sequences start.
        depth: The greatest length to count, 0 to 500.

    Returns:
        The counts; the index is the length, so the first is 1.

    Raises:
        ChurnError: The depth is outside that range.
    """
    _check_depth(depth, least=0)
    counts = [1] + [0] * depth
    if depth:
        _count(Game(position), counts, 1)
    return counts


def divide(position: Position, depth: int) -> dict[str, int]:
    """Count the turn sequences of one length by their first turn.

    Args:
        position: Where the sequences start.
        depth: Their length, 1 to 500.

    Returns:
        For each legal turn the number of sequences that begin with it; together perft(depth).

    Raises:
        ChurnError: The depth is outside that range.
    """
    _check_depth(depth, least=1)
    game = Game(position)
    counts = {}
    for turn in game.legal_turns():
        game.play(turn)
        counts[turn] = perft(game.position, depth - 1)[-1]
        game.undo()
    return counts


def _count(game: Game, counts: list[int], length: int) -> None:
    turns = game.legal_turns()
    counts[length] += len(turns)
    if length + 1 < len(counts):
        for turn in turns:
            game.play(turn)
            _count(game, counts, length + 1)
            game.undo()


def _check_depth(depth: int, least: int) -> None:
    if not least <= depth <= GREATEST_DEPTH:
        raise ChurnError("depth", f"it is {least} to {GREATEST_DEPTH}, not {depth}")
