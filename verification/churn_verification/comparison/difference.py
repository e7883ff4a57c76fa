"""A case in which an implementation and the specification say different things."""

from collections.abc import Iterable, Mapping
from dataclasses import fields

import churn_spec as spec
from churn_verification.checks.registry import Counterexample
from churn_verification.implementations.interface import Observation, Placement


class Difference(Exception):  # noqa: N818 - a finding, not an error
    """A difference that was found, with the case that shows it."""

    def __init__(self, counterexample: Counterexample) -> None:
        super().__init__(f"{counterexample.question}: {counterexample.said}")
        self.counterexample = counterexample

    @classmethod
    def on(
        cls,
        position: str,
        clause: str,
        question: str,
        said: Mapping[str, object],
        turns: Iterable[str] = (),
    ) -> "Difference":
        """A difference on one question about one position.

        Args:
            position: the text of the position where the case begins.
            clause: the clause that decides the question.
            question: what was asked, in words.
            said: who said what, the right answer first.
            turns: the turns from the position to where the question was asked.
        """
        texts = {who: str(what) for who, what in said.items()}
        return cls(
            Counterexample(
                clause=clause, question=question, said=texts, position=position, turns=tuple(turns)
            )
        )


_QUESTIONS = {
    "position": ("what stands on the board, who is to move, is the swap on offer", "R2"),
    "turn_number": ("the number of the next turn", "T1"),
    "red_seat": ("who holds Red", "S1"),
    "over": ("is the game over", "E1"),
    "winner": ("who has won", "E2"),
    "winning_seat": ("which player has won", "S1"),
    "red_ranking": ("Red's ranking", "F1"),
    "blue_ranking": ("Blue's ranking", "F1"),
}
"""The observables that one clause decides: what is asked, and the clause."""


def first_difference(
    position: str,
    turns: Iterable[str],
    said: Mapping[str, Observation],
) -> Difference | None:
    """The first observable on which two sides differ.

    Args:
        position: the text of the position from which both came to where they were observed.
        turns: the turns taken from there.
        said: name to observation of the specification and one other side, in this order.

    Returns:
        The difference, or None where they agree in everything.
    """
    reference, other = said.values()
    for field in fields(Observation):
        expected, answer = getattr(reference, field.name), getattr(other, field.name)
        if expected != answer:
            question, clause, texts = _explain(field.name, reference, expected, answer)
            answers = dict(zip(said, texts, strict=True))
            return Difference.on(position, clause, question, answers, turns)
    return None


def _explain(
    observable: str, reference: Observation, expected: object, answer: object
) -> tuple[str, str, tuple[str, str]]:
    """The question, the clause that decides it, and both answers as text."""
    if isinstance(expected, frozenset) and isinstance(answer, frozenset):
        return (
            "which turns are legal",
            legality_clause(spec.read_position(reference.position), expected ^ answer),
            (
                names_text(expected),
                names_text(answer),
            ),
        )
    if isinstance(expected, Mapping) and isinstance(answer, Mapping):
        return explain_placements(expected, answer)
    question, clause = _QUESTIONS[observable]
    texts = (str(expected), str(answer))
    return question, _clause_of_position(*texts) if observable == "position" else clause, texts


def _clause_of_position(expected: str, answer: str) -> str:
    """The clause that decides a position: of the stones, or else of the swap or the mover."""
    right, wrong = (text.split(" ") for text in (expected, answer))
    if right[:2] != wrong[:2]:
        return "R2"
    return "S1" if right[3:] != wrong[3:] else "T1"


def explain_placements(
    expected: Mapping[str, Placement], answer: Mapping[str, Placement]
) -> tuple[str, str, tuple[str, str]]:
    """Explain the first cell for which two sides say different things of a placement."""
    if expected.keys() != answer.keys():
        texts = (names_text(expected), names_text(answer))
        return "which cells are empty", "T1", texts
    cell = min(name for name in expected if expected[name] != answer[name])
    right, wrong = expected[cell], answer[cell]
    if right.formed_size != wrong.formed_size:
        texts = (str(right.formed_size), str(wrong.formed_size))
        return f"the size of the group that {cell} would form", "P2", texts
    clause = "R2" if wrong.removed - right.removed else "R1"
    texts = (names_text(right.removed), names_text(wrong.removed))
    return f"which stones {cell} would remove", clause, texts


def legality_clause(at: spec.Position, cells: Iterable[str]) -> str:
    """The clause that decides whether turns on which two sides differ are legal."""
    if spec.SWAP.value in cells:
        return "S1"
    if spec.is_over(at):
        return "E1"
    return "P1" if spec.isolated_placements(at) else "P2"


def names_text(names: Iterable[str]) -> str:
    """Names in order, or the word `none`."""
    return " ".join(sorted(names)) or "none"
