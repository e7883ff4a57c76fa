"""A difference that no judge found: between figures, texts, boards, graphs and the like."""

from collections.abc import Iterable, Mapping

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
