"""A case in which an implementation and the specification say different things."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import NamedTuple

import churn_spec as spec
from churn_verification.players.interface import Observation, Placement
from churn_verification.results import Counterexample


class Difference(Exception):  # noqa: N818 - a finding, not an error
    """A difference that was found, with the case that shows it."""

    def __init__(self, counterexample: Counterexample) -> None:
        super().__init__(f"{counterexample.question}: {counterexample.said}")
        self.counterexample = counterexample

    @classmethod
    def on(  # noqa: PLR0913 - what a case is
        cls,
        position: str,
        clause: str,
        question: str,
        said: Mapping[str, object],
        turns: Iterable[str] = (),
        *,
        placement: str | None = None,
    ) -> "Difference":
        """A difference on one question about one position.

        Args:
            position: the text of the position where the case begins.
            clause: the clause that decides the question.
            question: what was asked, in words.
            said: who said what, the right answer first.
            turns: the turns from the position to where the question was asked.
            placement: the cell of a placement that was asked about and not made.
        """
        return cls(
            Counterexample(
                clause=clause,
                question=question,
                said={who: str(what) for who, what in said.items()},
                position=position,
                turns=tuple(turns),
                placement=placement,
            )
        )


class Explained(NamedTuple):
    """What two sides differ on.

    Attributes:
        question: what was asked, in words.
        clause: the clause that decides it.
        answers: what either side said.
        placement: the cell of a placement that was asked about and not made.
    """

    question: str
    clause: str
    answers: tuple[str, str]
    placement: str | None = None


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
            found = _explain(field.name, reference, expected, answer)
            answers = dict(zip(said, found.answers, strict=True))
            return Difference.on(
                position,
                found.clause,
                found.question,
                answers,
                turns,
                placement=found.placement,
            )
    return None


def _explain(
    observable: str, reference: Observation, expected: object, answer: object
) -> Explained:
    if isinstance(expected, frozenset) and isinstance(answer, frozenset):
        clause = legality_clause(spec.read_position(reference.position), expected ^ answer)
        texts = (names_text(expected), names_text(answer))
        return Explained("which turns are legal", clause, texts)
    if isinstance(expected, Mapping) and isinstance(answer, Mapping):
        return explain_placements(expected, answer)
    question, clause = _QUESTIONS[observable]
    texts = (str(expected), str(answer))
    if observable == "position":
        clause = _clause_of_position(*texts)
    return Explained(question, clause, texts)


def _clause_of_position(expected: str, answer: str) -> str:
    """The clause that decides a position: of the stones, or else of the swap or the mover."""
    right, wrong = (text.split(" ") for text in (expected, answer))
    if right[:2] != wrong[:2]:
        return "R2"
    return "S1" if right[3:] != wrong[3:] else "T1"


def explain_placements(
    expected: Mapping[str, Placement], answer: Mapping[str, Placement]
) -> Explained:
    """Explain the first cell for which two sides say different things of a placement."""
    if expected.keys() != answer.keys():
        texts = (names_text(expected), names_text(answer))
        return Explained("which cells are empty", "T1", texts)
    cell = min(name for name in expected if expected[name] != answer[name])
    right, wrong = expected[cell], answer[cell]
    if right.formed_size != wrong.formed_size:
        texts = (str(right.formed_size), str(wrong.formed_size))
        return Explained(f"the size of the group that {cell} would form", "P2", texts, cell)
    clause = "R2" if wrong.removed - right.removed else "R1"
    texts = (names_text(right.removed), names_text(wrong.removed))
    return Explained(f"which stones {cell} would remove", clause, texts, cell)


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
