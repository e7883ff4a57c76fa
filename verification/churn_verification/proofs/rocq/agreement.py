"""Compare an adapter with the specification on every position of some boards.

For each position, reachable or not, with either side to move, the legal turns, the formed size, the
groups, the end and the winner are compared, and then the position that each legal turn leads to,
with the stones that it removes. Positions in which the swap is on offer are among them.
"""

import json
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import Any, NamedTuple

import churn_spec as spec

_BATCH = 200
"""Questions in one request: the adapter works on one while the next is made."""


class Question(NamedTuple):
    """What is asked, and what the specification says."""

    position: str
    turns: tuple[str, ...]
    expected: dict[str, Any]


class DisagreementError(Exception):
    """The adapter's answer differs from the specification's."""


def positions_of(board: spec.Board) -> Iterator[spec.Position]:
    """Every arrangement of stones with either side to move, the swap on offer where it can be."""
    cells = spec.cells_of(board)
    for letters in product(".rb", repeat=len(cells)):
        red = frozenset(cell for cell, letter in zip(cells, letters, strict=True) if letter == "r")
        blue = frozenset(cell for cell, letter in zip(cells, letters, strict=True) if letter == "b")
        for mover in spec.Colour:
            yield spec.Position(board, red, blue, mover)
            with suppress(spec.PositionError):
                yield spec.Position(board, red, blue, mover, swap_on_offer=True)


def questions_of(board: spec.Board) -> Iterator[Question]:
    """Every position as it is, and after each legal turn."""
    for position in positions_of(board):
        text = spec.write_position(position)
        yield Question(text, (), _state(position, frozenset()))
        for turn in () if spec.is_over(position) else spec.legal_turns(position):
            removed = (
                frozenset() if isinstance(turn, spec.Swap) else spec.removed_stones(position, turn)
            )
            after = spec.play(position, turn)
            expected = {
                "position": spec.write_position(after),
                "removed": _names(board, removed),
            }
            yield Question(text, (spec.write_turn(board, turn),), expected)


def _state(position: spec.Position, removed: frozenset[spec.Cell]) -> dict[str, Any]:
    over = spec.is_over(position)
    outcome = spec.winner(position)
    turns = () if over else spec.legal_turns(position)
    formed = [spec.formed_group(position, cell) for cell in sorted(spec.legal_placements(position))]
    return {
        "position": spec.write_position(position),
        "legal": sorted(spec.write_turn(position.board, turn) for turn in turns),
        "over": over,
        "winner": outcome and outcome.value,
        "removed": _names(position.board, removed),
        "formed_size": len(formed[0]) if formed else 0,
        "groups": {colour.value: list(spec.ranking(position, colour)) for colour in spec.Colour},
    }


def _names(board: spec.Board, cells: frozenset[spec.Cell]) -> list[str]:
    return sorted(spec.write_cell(board, cell) for cell in cells)


def compare(
    boards: Sequence[spec.Board],
    command: Sequence[str],
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Counter[str]:
    """Ask an adapter about every position of some boards.

    Args:
        boards: the boards.
        command: starts the adapter.
        progress: called with how many boards are done and how many there are.

    Returns:
        How many `boards`, `positions` and `turns` agreed.

    Raises:
        DisagreementError: on the first answer that differs.
    """
    counts: Counter[str] = Counter()
    with subprocess.Popen(  # noqa: S603 - the command is the user's own
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as adapter:
        waiting: list[Question] = []
        for board in boards:
            for question in questions_of(board):
                counts["turns" if question.turns else "positions"] += 1
                waiting.append(question)
                if len(waiting) == _BATCH:
                    _ask(adapter, waiting)
                    waiting = []
            counts["boards"] += 1
            progress(counts["boards"], len(boards))
        _ask(adapter, waiting)
    return counts


def _ask(adapter: "subprocess.Popen[str]", questions: Sequence[Question]) -> None:
    if adapter.stdin is None or adapter.stdout is None:
        raise DisagreementError("the adapter has no standard input and output")
    requests = [
        {"id": number, "ask": "play", "position": each.position, "turns": each.turns}
        for number, each in enumerate(questions)
    ]
    batch = {"id": 0, "ask": "batch", "requests": requests}
    adapter.stdin.write(json.dumps(batch, separators=(",", ":")) + "\n")
    adapter.stdin.flush()
    line = adapter.stdout.readline()
    if not line:
        raise DisagreementError(f"the adapter ended within the questions from {questions[0]}")
    replies = json.loads(line)["result"]["replies"]
    for question, reply in zip(questions, replies, strict=True):
        _require_equal(question, reply.get("result", reply))


def _require_equal(question: Question, answer: dict[str, Any]) -> None:
    said = {key: answer.get(key) for key in question.expected}
    for key, value in said.items():
        if key in ("legal", "removed") and isinstance(value, list):
            said[key] = sorted(value)
    if said != question.expected:
        raise DisagreementError(
            f"{question.position}, turns {' '.join(question.turns) or 'none'}:"
            f" the specification says {question.expected}, the adapter {said}"
        )
