"""Recorded games: read in the forms in which they are kept and exported, and walked.

A record is a text (`churn_spec.read_record`), or a JSON object with the turns and the board:

    {"board": "3", "turns": ["c3", "swap", "a1"], "result": "red"}

`moves` may stand for `turns`. Turns may also be one text, `1. c3 a1 2. b4`, or a list of rounds, as
game sites export them. `result` is what somebody says came of it: `red`, `blue`, `tie`, or the
player, `first` or `second`. In a text it stands in a comment, `# result: red`.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import churn_spec as spec
from churn_engine import Game
from churn_engine import IllegalTurn as EngineRefusal
from churn_engine.notation import parse_position
from churn_verification.judge.reference import DisputedError
from churn_verification.players import start_of
from churn_verification.support.files import FileError, read_text

TEXTS = (".txt", ".churn")
DOCUMENTS = (".json", ".jsonl", ".ndjson")
RESULTS = ("red", "blue", "tie", "first", "second")

_MOVE_NUMBER = re.compile(r"\d+\.+")
_RESULT_COMMENT = re.compile(r"#\s*result:\s*(\S+)", re.IGNORECASE)


Reader: TypeAlias = "Callable[[str, str, str | None], Recorded]"
"""Makes a record of its name, its text and the board of records that name none."""


class RecordError(Exception):
    """A record that cannot be read; the text says where and why."""


@dataclass(frozen=True)
class Recorded:
    """A game as it was recorded.

    Attributes:
        name: where it comes from.
        start: the text of the position where it begins.
        turns: the turns, legal or not.
        stated: what is said to have come of it; None where nothing is.
    """

    name: str
    start: str
    turns: tuple[str, ...]
    stated: str | None = None


@dataclass(frozen=True)
class Illegal:
    """The first illegal turn of a game."""

    number: int
    turn: str
    clause: str
    reason: str
    legal: tuple[str, ...]


@dataclass(frozen=True)
class Walked:
    """What came of a recorded game.

    Attributes:
        record: the game.
        position: how it stands after the last legal turn.
        turns: how many legal turns it has, up to the first illegal one.
        over: whether it is over.
        winner: `red`, `blue`, `tie`, or None while it lasts.
        winning_seat: `first`, `second`, or None.
        illegal: its first illegal turn, where it has one.
    """

    record: Recorded
    position: str
    turns: int
    over: bool
    winner: str | None
    winning_seat: str | None
    illegal: Illegal | None

    @property
    def as_stated(self) -> bool | None:
        """Whether it came to what is said; None where nothing is said, or a turn is illegal."""
        if self.record.stated is None or self.illegal is not None:
            return None
        return self.record.stated in (self.winner, self.winning_seat)

    @property
    def held(self) -> bool:
        """Whether it is a legal game with the stated result."""
        return self.illegal is None and self.as_stated is not False


# Reading -----------------------------------------------------------------------------------------


def is_single(path: Path) -> bool:
    """Whether a file holds one record, as text."""
    return not path.is_dir() and path.suffix not in DOCUMENTS


def read_records(path: Path, board: str | None = None) -> Iterator[Recorded | RecordError]:
    """All records in a file or a folder; an error in the place of one that cannot be read.

    Args:
        path: a record as text, a file of JSON or JSON Lines, or a folder of such files.
        board: the board of records that name none.

    Raises:
        FileError: the file cannot be read, or the folder holds no records.
    """
    if not path.is_dir():
        yield from _in_file(path, path.name, board)
        return
    files = sorted(each for each in path.iterdir() if each.suffix in (*TEXTS, *DOCUMENTS))
    if not files:
        endings = ", ".join((*TEXTS, *DOCUMENTS))
        raise FileError(f"cannot read {path}: Is a directory without records ({endings})")
    for file in files:
        try:
            yield from _in_file(file, file.name, board)
        except FileError as error:  # the others can be read none the less
            yield RecordError(str(error))


def _in_file(path: Path, name: str, board: str | None) -> Iterator[Recorded | RecordError]:
    text = read_text(path)
    if path.suffix not in DOCUMENTS:
        yield _read(record_of_text, name, text, board)
        return
    for place, source in _documents(name, text, path.suffix):
        yield _read(_record_of_json, place, source, board)


def _read(reader: Reader, name: str, text: str, board: str | None) -> Recorded | RecordError:
    try:
        return reader(name, text, board)
    except (RecordError, spec.NotationError) as error:
        return RecordError(f"{name}: {error}")


def _documents(name: str, text: str, suffix: str) -> Iterator[tuple[str, str]]:
    """The name and the text of each JSON document in a file."""
    if suffix == ".json":
        yield name, text
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield f"{name}, line {number}", line


def record_of_text(name: str, text: str, board: str | None = None) -> Recorded:
    """A record as text; without a board's line only where a board is given.

    Raises:
        NotationError: it is no record.
        RecordError: the result in its comment is none.
    """
    record = spec.read_record(text if board is None else f"{board}\n{text}")
    turns = tuple(spec.write_turn(record.start.board, turn) for turn in record.turns)
    said = _RESULT_COMMENT.search(text)
    return Recorded(
        name, spec.write_position(record.start), turns, _result(said.group(1)) if said else None
    )


def _record_of_json(name: str, text: str, board: str | None) -> Recorded:
    try:
        document = json.loads(text)
    except ValueError as error:
        raise RecordError(f"no JSON: {error}") from None
    except RecursionError:
        raise RecordError("nested too deeply for a record") from None
    if not isinstance(document, dict):
        raise RecordError("expected an object with board and turns")
    start = _start(document, board)
    turns = document.get("turns", document.get("moves"))
    if turns is None:
        raise RecordError("there are no turns, and no moves")
    read = spec.read_position(start).board
    words = tuple(_words(turns))
    for number, word in enumerate(words, start=1):
        try:
            spec.read_turn(read, word)
        except spec.NotationError as error:
            raise RecordError(f"turn {number}, {error}") from None
    return Recorded(name, start, words, _result(document.get("result")))


def _start(document: dict[str, Any], board: str | None) -> str:
    if "position" in document:
        return spec.write_position(spec.read_position(str(document["position"])))
    named = document.get("board", board)
    if named is None:
        raise RecordError("there is no board, such as 3; --board names it for all")
    return start_of(str(named))


def _words(turns: object) -> Iterator[str]:
    """The turns in a text with move numbers, in a list, or in a list of rounds."""
    if isinstance(turns, str):
        yield from _MOVE_NUMBER.sub(" ", turns).split()
    elif isinstance(turns, Iterable) and not isinstance(turns, dict):
        for each in turns:
            yield from _words(each)
    elif turns is not None:  # a round may be half empty
        raise RecordError(f"expected turns as texts, not {turns!r}")


def _result(said: object) -> str | None:
    if said is None:
        return None
    word = str(said).lower()
    if word not in RESULTS:
        raise RecordError(f"the result {said!r} is none of {', '.join(RESULTS)}")
    return word


# Walking -----------------------------------------------------------------------------------------


def walk(record: Recorded) -> Walked:
    """Take the turns of a recorded game, up to the first illegal one.

    The engine takes them, because it is fast; an illegal one is put to the specification.

    Raises:
        DisputedError: engine and specification disagree about it.
    """
    game = Game(parse_position(record.start))
    illegal = None
    for turn in record.turns:
        try:
            game.play(turn)
        except EngineRefusal:
            illegal = _illegal(str(game.position), game.turn_number, turn)
            break
    seat = game.winner_seat
    return Walked(
        record=record,
        position=str(game.position),
        turns=game.turn_number - 1,
        over=game.over,
        winner=game.winner,
        winning_seat=None if seat == "tie" else seat,
        illegal=illegal,
    )


def _illegal(at: str, number: int, turn: str) -> Illegal:
    position = spec.read_position(at)
    try:
        spec.require_legal(position, spec.read_turn(position.board, turn))
    except spec.IllegalTurn as refusal:
        legal = sorted(spec.write_turn(position.board, each) for each in spec.legal_turns(position))
        return Illegal(number, turn, refusal.clause, str(refusal), tuple(legal))
    raise DisputedError(f"{at}: the engine refuses {turn}, the specification does not")
