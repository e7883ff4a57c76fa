"""Texts as people type them, turned into the notation that the specification reads exactly.

People write `3,4,3,4,3,4` for a board, as the designer does, use capitals, and forget the quotes
around a position in a shell. What they mean is clear, so what people type is taken so; texts in
files and messages of other programs are not.
"""

import re
from collections.abc import Sequence

_BOARD = re.compile(r"\s*\d+(?:(?:[\s,-]+\d+){5})?\s*")
_ROWS = re.compile(r"[rb.]+(?:/[rb.]+)+", re.IGNORECASE)


def board_as_meant(text: str) -> str:
    """A board with commas or blanks between its sides, with `-` between them; else the text."""
    return "-".join(re.findall(r"\d+", text)) if _BOARD.fullmatch(text) else text


def start_as_meant(text: str) -> str:
    """A board or a position: small letters, one blank between the parts; else the text."""
    if _BOARD.fullmatch(text):
        return board_as_meant(text)
    board, *others = text.lower().split() or [text]
    return " ".join([board_as_meant(board), *others])


def with_positions_joined(words: Sequence[str]) -> list[str]:
    """A command line on which each position is one word, though nobody quoted it.

    What follows `--` is another program's and stays.
    """
    joined: list[str] = []
    rest = list(words)
    while rest and rest[0] != "--":
        length = _length_of_position(rest)
        joined.append(" ".join(rest[:length]))
        rest = rest[length:]
    return joined + rest


def _length_of_position(words: Sequence[str]) -> int:
    """Of how many words the position consists with which a command line begins; 1 without one."""
    board, rows, mover, swap = [*words, "", "", ""][:4]
    if not (_BOARD.fullmatch(board) and _ROWS.fullmatch(rows) and mover.lower() in ("r", "b")):
        return 1
    return 4 if swap.lower() == "swap" else 3
