"""The explorer without a server: Python runs in the browser and answers the page there.

`tools.static_explorer` puts these modules beside the page; a worker calls `answer`. There is
nothing but the standard library, so everything comes from the specification, and what needs the
engine says so. The page is the only one that asks, so questions are read as they come.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from typing import Any, NoReturn, get_args, get_origin, get_type_hints

from churn_explorer.knowledge import Checked, ToCheck, no_statistics
from churn_explorer.limits import PageError
from churn_explorer.models import Complaint, Model, OfBoard
from churn_explorer.reading import board_of
from churn_explorer.rules_answers import Question, RulesAnswers
from churn_explorer.small_boards import SmallBoardValues, how_to_have_the_engine
from churn_spec import Position, write_board


class BrowserAnswers(RulesAnswers):
    """What answers the page's questions by the specification alone."""

    def __init__(self) -> None:
        super().__init__(SmallBoardValues())

    def _look_ahead(self, position: Position) -> NoReturn:
        sides = write_board(position.board)
        raise PageError(needs_the_engine("The player who looks ahead needs", sides))

    def questions(self) -> Mapping[str, Question]:
        """The questions by their names; those that need the engine are answered with that."""
        return {
            **super().questions(),
            "make-tablebase": (OfBoard, _no_tablebase),
            "stop-tablebase": (OfBoard, _no_tablebase),
            "check": (ToCheck, _not_compared),
            "statistics": (OfBoard, _no_statistics),
            "begin-statistics": (OfBoard, _no_random_play),
            "stop-statistics": (OfBoard, _no_statistics),
        }


def answer(name: str, question: str) -> str:
    """Answer one question of the page.

    Args:
        name: the question's name.
        question: what is asked, as JSON.

    Returns:
        JSON, an object with `answer`, or with `message` where there is none.
    """
    model, answered = _questions()[name]
    try:
        return json.dumps({"answer": asdict(answered(_read(model, json.loads(question))))})
    except PageError as error:
        return json.dumps(asdict(Complaint(str(error))))


@cache
def _questions() -> Mapping[str, Question]:
    return BrowserAnswers().questions()


def _read(kind: Any, value: Any) -> Any:
    """A model from what JSON makes of it; what is no model or list of models stays as it is."""
    if isinstance(kind, type) and issubclass(kind, Model):
        kinds = get_type_hints(kind)
        return kind(**{name: _read(kinds[name], each) for name, each in value.items()})
    if get_origin(kind) is list:
        return [_read(get_args(kind)[0], each) for each in value]
    return value


# What needs the engine ---------------------------------------------------------------------------


def needs_the_engine(what: str, sides: str) -> str:
    """Says that something needs the engine, and how to get it."""
    how = how_to_have_the_engine(sides)
    return f"{what} the engine, which does not run in the browser: {how}"


def _no_tablebase(question: OfBoard) -> NoReturn:
    raise PageError(needs_the_engine("Solving larger boards needs", question.sides))


def _no_random_play(question: OfBoard) -> NoReturn:
    raise PageError(needs_the_engine("Random play needs", question.sides))


def _not_compared(question: ToCheck) -> Checked:
    """Nobody is compared with the specification."""
    return Checked(names=[], answers=[[] for _ in question.steps])


def _no_statistics(question: OfBoard) -> Model:
    sides = write_board(board_of(question.sides))
    return no_statistics(sides, needs_the_engine("Random play needs", sides), claims=[])
