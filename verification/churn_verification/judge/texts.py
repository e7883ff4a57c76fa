"""Texts as specification and engine read them: both the same, or both not at all."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import churn_spec as spec
from churn_engine.errors import NotationError as EngineError
from churn_engine.notation import parse_board, parse_position, parse_record
from churn_verification.hexagons import hexagons
from churn_verification.judge.difference import Difference
from churn_verification.results import Counterexample

_REFUSED = "refused"
_MOST_CELLS = 12
_MOST_TURNS = 8
_MOST_SLIPS = 3

_STRANGE = "rb./-#0159abgzRB \t\r\n\v\f\x1c\x85\xa0²٣\u2028\u3000\ufeff"
"""What slips put into a text: its own characters, and what other programs hold for blanks, for the
ends of lines and for digits."""


def _board_by_engine(text: str) -> str:
    return str(parse_board(text))


def _record_by_specification(text: str) -> str:
    record = spec.read_record(text)
    board = record.start.board
    turns = (
        turn.value if isinstance(turn, spec.Swap) else spec.write_cell(board, turn)
        for turn in record.turns
    )
    return " ".join((spec.write_position(record.start), *turns))


def _record_by_engine(text: str) -> str:
    record = parse_record(text)
    for turn in record.turns:  # that it is on the board the engine finds out later
        if turn != spec.SWAP.value:
            record.start.board.index(turn)
    return " ".join((str(record.start), *record.turns))


READERS: Mapping[str, tuple[str, Callable[[str], str], Callable[[str], str]]] = MappingProxyType(
    {
        "boards": ("B1", lambda text: spec.write_board(spec.read_board(text)), _board_by_engine),
        "positions": (
            "T1",
            lambda text: spec.write_position(spec.read_position(text)),
            lambda text: str(parse_position(text)),
        ),
        "records": ("T1", _record_by_specification, _record_by_engine),
    }
)
"""For each kind of text the clause it is about, and how either side reads it and writes it anew."""


def compare_texts(chance: random.Random, texts: int) -> Counter[str]:
    """Compare what is read from random texts of each kind, right ones and ones with slips.

    Returns:
        How many texts of each kind were read, and how many were refused.

    Raises:
        Difference: with the shortest text that was found.
    """
    counts: Counter[str] = Counter()
    boards = list(hexagons(_MOST_CELLS))
    for _ in range(texts):
        for kind, written in _written(chance, chance.choice(boards)):
            text = _with_slips(chance, written)
            right, answer = readings(kind, text)
            if right != answer:
                raise _difference(kind, _shortest(kind, text))
            counts[f"{kind} {_REFUSED if right == _REFUSED else 'read'}"] += 1
    return counts


def readings(kind: str, text: str) -> tuple[str, str]:
    """What specification and engine read from a text, written anew, or that they refuse it."""
    _, specification, engine = READERS[kind]
    try:
        right = specification(text)
    except spec.NotationError:
        right = _REFUSED
    try:
        answer = engine(text)
    except EngineError:
        answer = _REFUSED
    return right, answer


def _written(chance: random.Random, board: spec.Board) -> Iterator[tuple[str, str]]:
    """A right text of each kind."""
    sides = spec.write_board(board)
    cells = [spec.write_cell(board, cell) for cell in spec.cells_of(board)]
    empty = spec.write_position(spec.starting_position(board)).split(" ")[1]
    rows = "".join(chance.choice("rb.") if each == "." else each for each in empty)
    position = f"{sides} {rows} {chance.choice('rb')}{chance.choice(('', '', ' swap'))}"
    turns = chance.choices([*cells, "swap"], k=chance.randrange(_MOST_TURNS))
    spaces = (chance.choice((" ", "\n", "\t", "\r\n", " # said\n", "\n\n")) for _ in turns)
    yield "boards", sides
    yield "positions", position
    yield (
        "records",
        f"{chance.choice((sides, position))}\n{''.join(map(str.__add__, turns, spaces))}",
    )


def _with_slips(chance: random.Random, text: str) -> str:
    for _ in range(chance.randrange(_MOST_SLIPS + 1)):
        place = chance.randrange(len(text) + 1)
        inserted = chance.choice(("", *_STRANGE))
        text = text[:place] + inserted + text[place + chance.randrange(2) :]
    return text


def _shortest(kind: str, text: str) -> str:
    """A text that differs too and from which no character can be left out."""
    for place in range(len(text)):
        shorter = text[:place] + text[place + 1 :]
        right, answer = readings(kind, shorter)
        if right != answer:
            return _shortest(kind, shorter)
    return text


def _difference(kind: str, text: str) -> Difference:
    right, answer = readings(kind, text)
    said = {"specification": right, "engine": answer}
    question = f"what is read from {text!r}, one of the {kind}"
    return Difference(Counterexample(clause=READERS[kind][0], question=question, said=said))
