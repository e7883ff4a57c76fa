"""All questions of the page when it is served by this program, each with what answers it."""

from collections.abc import Mapping

from churn_engine.notation import parse_position
from churn_explorer.checking import Checker
from churn_explorer.knowledge import ToCheck
from churn_explorer.lookahead import look_ahead
from churn_explorer.models import OfBoard
from churn_explorer.rules_answers import Question, RulesAnswers
from churn_explorer.solutions import Solutions
from churn_explorer.statistics import Runs
from churn_explorer.values import SolvedValues
from churn_spec import Position, write_position


class Answers(RulesAnswers):
    """What answers the page's questions, the engine and an adapter included."""

    def __init__(
        self, solutions: Solutions, checker: Checker, beginning: Position | None = None
    ) -> None:
        """Be ready to answer.

        Args:
            solutions: the solutions of boards.
            checker: what compares the turns.
            beginning: the position that an address shows which names none; by default the empty
                board of size 3.
        """
        self._solutions = solutions
        self._checker = checker
        self._solved = SolvedValues(solutions)
        self._runs = Runs()
        super().__init__(self._solved, beginning)

    def _look_ahead(self, position: Position) -> str:
        return look_ahead(parse_position(write_position(position)))

    def close(self) -> None:
        """End everything that goes on in the background."""
        self._solutions.close()
        self._runs.close()
        self._checker.close()

    def questions(self) -> Mapping[str, Question]:
        """The questions by the last part of their path."""
        return {
            **super().questions(),
            "make-tablebase": (OfBoard, self._solved.make),
            "stop-tablebase": (OfBoard, self._solved.stop),
            "check": (ToCheck, self._checker.check),
            "statistics": (OfBoard, self._runs.look),
            "begin-statistics": (OfBoard, self._runs.begin),
            "stop-statistics": (OfBoard, self._runs.stop),
        }
