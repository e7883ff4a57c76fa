"""Recorded games: read in the forms in which they are kept and exported, and walked.

A record is a text (`churn_spec.read_record`), or a JSON object with the turns and the board:

    {"board": "3", "turns": ["c3", "swap", "a1"], "result": "red"}

`moves` may stand for `turns`. Turns may also be one text, `1. c3 a1 2. b4`, or a list of rounds, as
game sites export them. `result` is what somebody says came of it: `red`, `blue`, `tie`, or the
player, `first` or `second`. In a text it stands in a comment, `# result: red`.

A game may end with `resign`, `timeout`, `abandoned` or `draw` in the place of a last turn. The
records of AbstractPlay are read too: the board from `header.game.variants`, moves as texts or as
`{"move": ...}`, the swap from `header.pie-invoked`, and the result from `header.players`, of whom
the first holds Red.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import StringIO
from math import inf
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
ENDINGS = ("resign", "timeout", "abandoned", "draw")
"""What may stand in the place of a last turn, where a game was not played to its end."""

_VARIANTS = {
    "#board": "3",
    "hex4": "4",
    "hex5": "5",
    "limping-34": "3-4-3-4-3-4",
    "limping-335": "5-3-3-5-3-3",
    "limping-446": "6-4-4-6-4-4",
}
"""AbstractPlay's ids of boards; a game without one is on size 3. Its records name the boards in the
language of whoever exports them, as `Hexhex 4 (37 spaces)`; the number of cells is unique."""

_LONGEST_RECORD = 8 * 2**20
"""Characters: some millions of turns, more than any game on the boards that people play."""

_CELLS_OF_VARIANTS = {
    len(spec.cells_of(spec.read_board(board))): board for board in _VARIANTS.values()
}
_VARIANT_CELLS = re.compile(r"\((\d+)\b[^()]*\)$")

_MOVE_NUMBER = re.compile(r"\d+[.):]+")
_LAST_WORD = re.compile(r"(\S+)\s*$")
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
        ended_by: one of `ENDINGS`, where it was not played to its end; else None.
    """

    name: str
    start: str
    turns: tuple[str, ...]
    stated: str | None = None
    ended_by: str | None = None


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
        """Whether it came to what is said; None where the board does not decide that.

        That is so where nothing is said, a turn is illegal, or the game ended by other means.
        """
        if self.record.stated is None or self.illegal is not None:
            return None
        if self.record.ended_by is not None and not self.over:
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
    if len(text) > _LONGEST_RECORD:
        return RecordError(f"{name}: a record of more than {_LONGEST_RECORD:,} characters")
    try:
        return reader(name, text, board)
    except (RecordError, spec.NotationError) as error:
        return RecordError(f"{name}: {error}")


def _documents(name: str, text: str, suffix: str) -> Iterator[tuple[str, str]]:
    """The name and the text of each JSON document in a file; a list holds several."""
    if suffix == ".json":
        yield from _in_list(name, text)
        return
    for number, line in enumerate(StringIO(text), start=1):
        if line.strip():
            yield f"{name}, line {number}", line


def _in_list(name: str, text: str) -> Iterator[tuple[str, str]]:
    try:
        documents = json.loads(text) if text.lstrip().startswith("[") else None
    except (ValueError, RecursionError):  # told when the document is read
        documents = None
    if documents is None:
        yield name, text
        return
    for number, document in enumerate(documents, start=1):
        yield f"{name}, record {number}", json.dumps(document)


def record_of_text(name: str, text: str, board: str | None = None) -> Recorded:
    """A record as text; without a board's line only where a board is given.

    Raises:
        NotationError: it is no record.
        RecordError: the result in its comment is none.
    """
    whole, ended_by = _without_numbers(text if board is None else f"{board}\n{text}")
    record = spec.read_record(whole)
    turns = tuple(spec.write_turn(record.start.board, turn) for turn in record.turns)
    said = _RESULT_COMMENT.search(text)
    result = _result(said.group(1)) if said else None
    return Recorded(name, spec.write_position(record.start), turns, result, ended_by)


def _without_numbers(text: str) -> tuple[str, str | None]:
    """A record as text without move numbers and without what stands for a last turn; and that."""
    lines: list[str] = []
    last, in_turns = -1, False
    for number, line in enumerate(text.split("\n")):
        said, mark, comment = line.partition("#")
        if in_turns:
            said = _MOVE_NUMBER.sub(" ", said)
        if said.strip():
            last, in_turns = number if in_turns else last, True
        lines.append(f"{said}{mark}{comment}")
    said, mark, comment = lines[last].partition("#")
    word = _LAST_WORD.search(said)
    if last < 0 or word is None or word[1] not in ENDINGS:
        return "\n".join(lines), None
    lines[last] = f"{said[: word.start()]}{mark}{comment}"
    return "\n".join(lines), word[1]


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
    words = _with_swap(document, tuple(_words(turns)))
    ended_by = words[-1] if words and words[-1] in ENDINGS else None
    words = words[:-1] if ended_by else words
    for number, word in enumerate(words, start=1):
        try:
            spec.read_turn(read, word)
        except spec.NotationError as error:
            raise RecordError(f"turn {number}, {error}") from None
    return Recorded(name, start, words, _stated(document), ended_by)


def _with_swap(document: dict[str, Any], words: tuple[str, ...]) -> tuple[str, ...]:
    """The turns with the swap among them, where AbstractPlay keeps it in the header."""
    header = document.get("header")
    if not isinstance(header, dict) or header.get("pie-invoked") is not True or not words:
        return words
    return words if spec.SWAP.value in words else (words[0], spec.SWAP.value, *words[1:])


def _stated(document: dict[str, Any]) -> str | None:
    """What a document says came of the game, in `result` or in the players' results."""
    header = document.get("header")
    if "result" in document or not isinstance(header, dict):
        return _result(document.get("result"))
    players = header.get("players")
    if not isinstance(players, list):
        return None
    results = [each.get("result") if isinstance(each, dict) else None for each in players]
    if len(results) != 2 or all(each is None for each in results):
        return None
    try:  # JSON has no minus infinity, which AbstractPlay gives who has no result, and writes null
        red, blue = (-inf if each is None else float(each) for each in results)
    except (TypeError, ValueError):
        raise RecordError(f"the players' results {results!r} are no numbers") from None
    return "tie" if red == blue else "red" if red > blue else "blue"


def _start(document: dict[str, Any], board: str | None) -> str:
    if "position" in document:
        return spec.write_position(spec.read_position(str(document["position"])))
    named = document.get("board", _board_of_variants(document) or board)
    if named is None:
        raise RecordError("there is no board, such as 3; --board names it for all")
    return start_of(str(named))


def _board_of_variants(document: dict[str, Any]) -> str | None:
    """The board of a record of AbstractPlay; None where it is no such record.

    Raises:
        RecordError: a variant is not known.
    """
    header = document.get("header")
    game = header.get("game") if isinstance(header, dict) else None
    if not isinstance(game, dict):
        return None
    if str(game.get("name", "Churn")).lower() != "churn":
        raise RecordError(f"a game of {game['name']!r}, not of Churn")
    boards = [_board_of_variant(str(variant)) for variant in game.get("variants") or ()]
    if len(boards) > 1 or None in boards:
        raise RecordError(
            f"the variants {game['variants']!r} name no board; known are {', '.join(_VARIANTS)}"
        )
    return boards[0] if boards else "3"


def _board_of_variant(name: str) -> str | None:
    """The board that AbstractPlay calls so; None where there is none."""
    if name == "Default board":
        return "3"
    cells = _VARIANT_CELLS.search(name)
    return _VARIANTS.get(name) or (_CELLS_OF_VARIANTS.get(int(cells[1])) if cells else None)


def _words(turns: object) -> Iterator[str]:
    """The turns in a text with move numbers, in a list, or in a list of rounds."""
    if isinstance(turns, str):
        yield from _MOVE_NUMBER.sub(" ", turns).split()
    elif isinstance(turns, dict) and isinstance(turns.get("move"), str):
        yield from _words(turns["move"])
    elif isinstance(turns, Iterable) and not isinstance(turns, dict):
        for each in turns:
            yield from _words(each)
    elif turns is not None:  # a round may be half empty
        raise RecordError(f"expected turns as texts, not {turns!r}")


def _result(said: object) -> str | None:
    if said is None:
        return None
    word = "tie" if said == "draw" else str(said).lower()
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
