"""Addresses that open a position, a game or a counterexample in the explorer.

What is to be shown stands in the fragment, the part after `#`, which never leaves the browser:

    #board=3                               an empty board
    #position=2+.b/r../..+r                a position
    #position=2+.b/r../..+r&turns=a1.b2    a game from there; or `board=2&turns=...` from the start
    ...&at=1                               the game as it was after one of its turns

A counterexample adds what was asked and who said what: `clause`, `question`, and `said` for each
answer, as in `said=specification:a1+b2`.
"""

from collections.abc import Iterable
from urllib.parse import quote

from churn_spec import (
    Position,
    starting_position,
    write_board,
    write_position,
)
from churn_verification.results import Counterexample

LOOPBACK = "127.0.0.1"
"""The only address on which the explorer is reached."""

USUAL_PORT = 8714
"""The port that it takes where the user names none, so that links go on working."""

_LEFT_AS_THEY_ARE = "/.,:;()!*'"


def fragment_of(start: Position, turns: Iterable[str] = ()) -> str:
    """The fragment that opens a game from a position.

    Args:
        start: the position.
        turns: the turns from there, as texts.
    """
    if start == starting_position(start.board):
        return _joined({"board": write_board(start.board)}, turns)
    return _joined({"position": write_position(start)}, turns)


def link_to(counterexample: Counterexample) -> str | None:
    """The address that shows a counterexample in an explorer that runs on its usual port.

    Returns:
        The address; None where the case does not begin from a position.
    """
    if counterexample.position is None:
        return None
    about = {"clause": counterexample.clause, "question": counterexample.question}
    said = [("said", f"{who}:{what}") for who, what in counterexample.said.items()]
    fragment = _joined({"position": counterexample.position}, counterexample.turns)
    return f"http://{LOOPBACK}:{USUAL_PORT}/#{fragment}&{_encoded([*about.items(), *said])}"


def _joined(start: dict[str, str], turns: Iterable[str]) -> str:
    listed = ".".join(turns)
    return _encoded([*start.items(), *([("turns", listed)] if listed else [])])


def _encoded(pairs: Iterable[tuple[str, str]]) -> str:
    return "&".join(
        f"{name}={quote(value, safe=_LEFT_AS_THEY_ARE + ' ').replace(' ', '+')}"
        for name, value in pairs
    )
