"""Counts of turn sequences: on the specification, and by the engine's own perft."""

from collections.abc import Iterable, Iterator

import churn_spec as spec
from churn_engine.notation import parse_position
from churn_engine.perft import perft as engine_perft
from churn_verification.judge.respects import position_after
from churn_verification.players import Answered, Case, NotAsked, PerftCount, Question, Trouble


def counting_cases(position: spec.Position, depth: int) -> Iterator[Case]:
    """The counts of each length up to a depth, as cases.

    Args:
        position: where the sequences begin.
        depth: the greatest length, at least 1.
    """
    text = spec.write_position(position)
    for length, count in enumerate(perft(position, depth)[1:], start=1):
        right = PerftCount.model_construct(perft=count)
        yield Case("perft", Question(text, depth=length), right, ("P1", "P2", "T1", "S1"))


class EnginePerft:
    """The engine's own perft as a player; it answers nothing but counts."""

    name = "engine's perft"

    def ask(self, cases: Iterable[Case]) -> Iterator[Answered]:
        """Count for each case."""
        for case in cases:
            yield Answered(case, case, _counted(case.question))


def _counted(question: Question) -> PerftCount | NotAsked | Trouble:
    if not question.depth:
        return NotAsked("it answers nothing but counts")
    position = spec.write_position(position_after(question, len(question.turns)))
    try:
        counts = engine_perft(parse_position(position), question.depth)
    except Exception as error:  # noqa: BLE001 - a player may do anything
        return Trouble.model_construct(message=f"{type(error).__name__}: {error}")
    return PerftCount.model_construct(perft=counts[-1])


def perft(position: spec.Position, depth: int) -> list[int]:
    """Count turn sequences by length, the swap being a turn like any other.

    Args:
        position: where the sequences begin.
        depth: the greatest length.

    Returns:
        The counts; the index is the length.
    """
    counts = [1] + [0] * depth
    if depth:
        _count(position, counts, 1)
    return counts


def divide(position: spec.Position, depth: int) -> dict[str, int]:
    """Count the turn sequences of one length, at least 1, by their first turn."""
    return {
        spec.write_turn(position.board, turn): perft(spec.play(position, turn), depth - 1)[-1]
        for turn in spec.legal_turns(position)
    }


def _count(position: spec.Position, counts: list[int], length: int) -> None:
    turns = spec.legal_turns(position)
    counts[length] += len(turns)
    if length + 1 < len(counts):
        for turn in turns:
            _count(spec.play(position, turn), counts, length + 1)
