"""A run in a file, so that it can go on after an interruption.

The file is JSON with a checksum. It holds counts and positions and nothing that is executed, and it
is written whole or not at all.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from churn_engine.errors import NotationError
from churn_engine.notation import parse_board, parse_position
from churn_verification.simulation.run import Request, Run, State, games_a_batch
from churn_verification.support.files import read_text, write_atomically

_LARGEST_FILE = 2**30


class CheckpointError(Exception):
    """A file that holds no run, or another one; the text names it and says why."""


class _Content(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    request: Request
    state: State


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["churnproof simulation"]
    version: Literal[1]
    sha256: str
    content: dict[str, Any]


def save(path: Path, run: Run) -> None:
    """Write how far a run has come.

    Raises:
        FileError: the file cannot be written; the old content is kept.
    """
    content = _Content(request=run.request, state=run.snapshot()).model_dump(mode="json")
    file = _File(
        format="churnproof simulation", version=1, sha256=_checksum(content), content=content
    )
    write_atomically(path, file.model_dump_json() + "\n")


def load(path: Path) -> tuple[Request, State]:
    """Read how far a run has come.

    Raises:
        churn_verification.support.files.FileError: the file cannot be read.
        CheckpointError: it holds something else, or not all of it.
    """
    text = read_text(path, _LARGEST_FILE)
    try:
        file = _File.model_validate_json(text)
        if file.sha256 != _checksum(file.content):
            raise CheckpointError(f"{path} was cut off or altered: its checksum does not fit")
        content = _Content.model_validate(file.content)
        _check_games(content)
    except (ValidationError, NotationError) as error:
        reason = (
            f"{path} is not a checkpoint of a simulation, or is incomplete: {_first_line(error)}"
        )
        raise CheckpointError(reason) from None
    return content.request, content.state


def _checksum(content: dict[str, Any]) -> str:
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256(canonical.encode()).hexdigest()


def _check_games(content: _Content) -> None:
    """Refuse games that are not on the run's board or not in their batch."""
    board = parse_board(content.request.board)
    size = games_a_batch(board.size)
    for batch, begun in content.state.open.items():
        game = begun.begun
        if game is None:
            continue
        position = parse_position(game.position)
        if position.board != board or position.red | position.blue == board.full:
            raise NotationError(f"game {game.number}", "it is not a game in progress on this board")
        if game.number != batch * size + begun.statistics.games:
            raise NotationError(f"game {game.number}", f"it is not the next one of batch {batch}")


def _first_line(error: ValidationError | NotationError) -> str:
    if isinstance(error, NotationError):
        return str(error)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else first["msg"]
